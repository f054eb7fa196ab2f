"""Task trackers, read only: Claude Code's tasks and todos, Beads, git. Nothing of theirs is ever written or locked."""
