"""What really happened, read as evidence about memories: pure functions over turns, files and repositories."""
