"""Turns of a session at work, for tests of what is learnt from commands."""

from __future__ import annotations

from hardwon.hosts.turns import Turn


class Session:
    """Collects turns.

    Args:
        cwd: the folder it works in.
    """

    def __init__(self, cwd: str = "/home/dev/app") -> None:
        self.cwd = cwd
        self.turns: list[Turn] = []

    def _add(self, kind: str, **fields: object) -> Session:
        number = len(self.turns) + 1
        at = 1_777_888_800_000 + number * 1000
        turn = Turn(kind=kind, line=number, uuid=f"u{number}", session_id="s", cwd=self.cwd, at_ms=at, **fields)  # type: ignore[arg-type]
        self.turns.append(turn)
        return self

    def person(self, text: str) -> Session:
        return self._add("user", text=text, typed=True)

    def stop(self) -> Session:
        return self._add("user", interrupted=True)

    def agent(self, text: str) -> Session:
        return self._add("assistant", text=text)

    def call(
        self, tool: str, arguments: dict[str, object], result: str, *, error: bool, interrupted: bool = False
    ) -> Session:
        number = f"t{len(self.turns)}"
        self._add("tool_use", tool=tool, tool_input=arguments, tool_use_id=number)
        return self._add("tool_result", text=result, tool_use_id=number, is_error=error, interrupted=interrupted)

    def passes(self, command: str, output: str = "", description: str = "") -> Session:
        return self.call("Bash", {"command": command, "description": description}, output, error=False)

    def fails(self, command: str, output: str, description: str = "") -> Session:
        arguments = {"command": command, "description": description}
        return self.call("Bash", arguments, f"Exit code 1\n{output}", error=True)

    def refused(self, command: str) -> Session:
        return self.call("Bash", {"command": command}, "refused", error=True, interrupted=True)

    def edit(self, path: str, before: str = "one\ntwo", after: str = "three\nfour") -> Session:
        arguments = {"file_path": f"{self.cwd}/{path}", "old_string": before, "new_string": after}
        return self.call("Edit", arguments, "ok", error=False)

    def write(self, path: str) -> Session:
        return self.call("Write", {"file_path": f"{self.cwd}/{path}", "content": "x"}, "ok", error=False)
