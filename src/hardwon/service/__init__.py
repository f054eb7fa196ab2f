"""The service: one process a person, started on demand, shared by all sessions, leaving by itself.

It keeps the embedding model and the vectors warm, answers hooks and MCP calls over a private Unix socket, and embeds
what is new in the background. Whatever it does can be done without it, slower or by words alone.
"""
