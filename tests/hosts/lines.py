"""Transcript lines as the client writes them, for tests of every room that reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

_NUMBERS = count(1)


class Lines:
    """Collects the lines of one session's transcript.

    Args:
        session: the session's id.
        cwd: the folder it works in.
    """

    def __init__(self, session: str = "sess-1", cwd: str = "/home/dev/app", **common: object) -> None:
        self.session = session
        self.cwd = cwd
        self.common = common
        self.entries: list[str] = []
        self._seconds = 0

    def person(self, content: object, **more: object) -> Lines:
        """A message in the user's role."""
        return self.add({"type": "user", "message": {"role": "user", "content": content}, **more})

    def agent(self, content: object, **more: object) -> Lines:
        """A message of the model: text, or a list of blocks."""
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        return self.add({"type": "assistant", "message": {"role": "assistant", "content": blocks}, **more})

    def call(self, tool: str, arguments: Mapping[str, object], result: str = "ok", *, error: bool = False) -> Lines:
        """A tool call and its result."""
        number = f"toolu_{next(_NUMBERS)}"
        self.agent([{"type": "tool_use", "id": number, "name": tool, "input": dict(arguments)}])
        return self.result(number, result, error=error)

    def result(self, call: str, content: object, *, error: bool = False, **more: object) -> Lines:
        """A tool's result alone."""
        block = {"type": "tool_result", "tool_use_id": call, "content": content, "is_error": error}
        return self.person([block], **more)

    def bash(self, command: str, output: str = "", *, error: bool = False) -> Lines:
        """A shell command; a failed one has the client's exit code line before its output."""
        return self.call("Bash", {"command": command}, f"Exit code 1\n{output}" if error else output, error=error)

    def edit(self, path: str, before: str = "a", after: str = "b") -> Lines:
        """An edit of a file below the working folder."""
        arguments = {"file_path": f"{self.cwd}/{path}", "old_string": before, "new_string": after}
        return self.call("Edit", arguments)

    def injected(self, text: str, kind: str = "hook_additional_context") -> Lines:
        """What a hook added."""
        return self.add({"type": "attachment", "attachment": {"type": kind, "content": [text]}})

    def add(self, entry: Mapping[str, object]) -> Lines:
        """Any line, with the fields that all lines have."""
        self._seconds += 1
        number = next(_NUMBERS)
        full = {
            "uuid": f"00000000-0000-4000-8000-{number:012d}",
            "sessionId": self.session,
            "cwd": self.cwd,
            "isSidechain": False,
            "timestamp": f"2026-05-04T10:{self._seconds // 60:02d}:{self._seconds % 60:02d}.000Z",
            **self.common,
            **entry,
        }
        self.entries.append(json.dumps(full))
        return self

    def raw(self, *lines: str) -> Lines:
        """Lines as they are."""
        self.entries += lines
        return self

    def text(self) -> str:
        """The whole file."""
        return "".join(line + "\n" for line in self.entries)

    def write(self, path: Path) -> Path:
        """Write the file and its folders."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text(), encoding="utf-8")
        return path


def joined(parts: Sequence[Lines]) -> str:
    """Several pieces one after the other."""
    return "".join(part.text() for part in parts)
