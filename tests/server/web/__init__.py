"""Doors on a port: who may come in, and MCP over HTTP."""
