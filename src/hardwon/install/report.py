"""What an installation did or found, as values that every door can print."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

CREATED, CHANGED, REMOVED = "created", "changed", "removed"
UNCHANGED, KEPT, FOREIGN = "unchanged", "kept", "foreign"

_WORDS = {
    (CREATED, True): "would create",
    (CHANGED, True): "would change",
    (REMOVED, True): "would remove",
}


@dataclass(frozen=True, kw_only=True)
class Change:
    """One file or entry and what became of it.

    Attributes:
        part: hooks, commands, skills, manifest, mcp, launcher or data.
        action: created, changed, removed; unchanged; kept (edited by hand); foreign (another's, left alone).
        note: more about it, one line, may be empty.
    """

    part: str
    path: str
    action: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class InstallReport:
    """The outcome of installing or uninstalling; with `dry_run`, what would have been done."""

    directory: str
    scope: str
    dry_run: bool
    changes: tuple[Change, ...]
    notes: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was (or would be) written or removed."""
        return any(change.action in (CREATED, CHANGED, REMOVED) for change in self.changes)

    def as_dict(self) -> dict[str, Any]:
        """The report as plain values."""
        return {**asdict(self), "changed": self.changed}

    def lines(self) -> list[str]:
        """The report for a person: a line per file, then the notes."""
        return [*(self._line(change) for change in self.changes), *self.notes]

    def _line(self, change: Change) -> str:
        word = _WORDS.get((change.action, self.dry_run), change.action)
        return f"{word:<12} {change.path}" + (f"  ({change.note})" if change.note else "")


@dataclass(frozen=True, kw_only=True)
class PartState:
    """One part of the bundle: wired, stale (an older or doubled form), missing or foreign."""

    part: str
    scope: str
    path: str
    state: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class StatusReport:
    """How Hardwon is wired into Claude Code for one folder.

    Attributes:
        parts: hooks, commands, skills, manifest, mcp, and plugin where the client has it enabled.
        launcher: the per-user launcher; its note names the interpreter.
        interpreter_alive: whether the interpreter the launcher names can be run.
    """

    directory: str
    parts: tuple[PartState, ...]
    launcher: PartState
    interpreter_alive: bool
    notes: tuple[str, ...] = ()

    @property
    def healthy(self) -> bool:
        """Whether every part is wired and the launcher leads somewhere, or the plugin does it all."""
        return all(part.state == "wired" for part in self.parts) and (
            (self.launcher.state == "wired" and self.interpreter_alive) or self.has_plugin
        )

    @property
    def has_plugin(self) -> bool:
        """Whether the client has the plugin form enabled."""
        return any(part.part == "plugin" for part in self.parts)

    @property
    def mended_by(self) -> str:
        """The command that wires in what is missing, in the scope that is wired in already."""
        scopes = {part.scope for part in self.parts if part.part == "hooks" and part.state != "missing"}
        return "mem install-plugin" + (f" --scope {scopes.pop()}" if scopes in ({"user"}, {"local"}) else "")

    def as_dict(self) -> dict[str, Any]:
        """The report as plain values."""
        return {**asdict(self), "healthy": self.healthy}

    def lines(self) -> list[str]:
        """The report for a person: a line per part, then the notes."""
        rows = [*self.parts, self.launcher]
        return [*(_status_line(row) for row in rows), *self.notes]


def _status_line(row: PartState) -> str:
    return f"{row.state:<8} {row.part:<14} {row.path}" + (f"  ({row.note})" if row.note else "")
