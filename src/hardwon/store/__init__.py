"""The only room that knows SQL and SQLite."""
