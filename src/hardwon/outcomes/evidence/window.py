"""Where a later pass over a transcript begins again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """Where the next pass begins again.

    Attributes:
        offset, line: for the transcript's reader.
        memo: how checks had ended before that place, by digests of what they are; nothing of what was said.
    """

    offset: int = 0
    line: int = 0
    memo: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The window as it is kept beside a cursor."""
        return json.dumps({"offset": self.offset, "line": self.line, "memo": dict(self.memo)}, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Window | None:
        """A window that was kept; None for anything else."""
        try:
            value = json.loads(text)
            memo = {str(name): str(status) for name, status in value["memo"].items()}
            return cls(offset=int(value["offset"]), line=int(value["line"]), memo=memo)
        except (ValueError, TypeError, KeyError, AttributeError):
            return None
