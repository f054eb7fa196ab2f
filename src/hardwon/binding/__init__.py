"""Which project a folder belongs to. Knows git's files, never runs git. Light."""

from __future__ import annotations

from hardwon.binding.project import Binding, resolve
from hardwon.binding.register import bind

__all__ = ["Binding", "bind", "resolve"]
