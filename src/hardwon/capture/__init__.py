"""From what was said and done in a session to what is worth keeping. Knows nothing of the store."""
