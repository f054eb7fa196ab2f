"""Where things live and what the person chose. Knows nothing of the store."""
