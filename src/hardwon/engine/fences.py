"""How a memory's text may be shown to a model: the fences and what is taken out, for the doors that list."""

from __future__ import annotations

from hardwon.retrieval.packing import CLOSE, DATA_CLOSE, DATA_OPEN, OPEN, TRUSTED, fence_of, quoted, unmarked

__all__ = ["CLOSE", "DATA_CLOSE", "DATA_OPEN", "OPEN", "TRUSTED", "fence_of", "quoted", "unmarked"]
