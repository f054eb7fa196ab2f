"""Claude Code: how its sessions are written down."""
