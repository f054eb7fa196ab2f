"""The whole product inside the real Claude Code client, offline, against a scripted model.

`make e2e` is the way in; `__main__` says what it does. Only the model is a script: hooks, commands, skills,
MCP servers, plugins, compaction and transcripts are the client's own.
"""
