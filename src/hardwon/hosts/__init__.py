"""What is known about each host, one room a host. Knows nothing of memories or of the store."""
