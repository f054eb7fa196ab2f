"""Characters and tokens. Knows nothing of memories; importable by the hook path."""
