"""The terminal app: the same browsing and review as the console, for ssh. A door; the only room that knows textual."""

from __future__ import annotations

__all__: list[str] = []
