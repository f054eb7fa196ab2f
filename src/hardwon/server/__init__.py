"""Doors that stay open: MCP over stdio. Each translates one request into one engine call."""
