"""Work out every edit of an installation or its undoing before the first byte is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hardwon.errors import InstallRefused
from hardwon.hosts.claude_code import bundle
from hardwon.install import entries, report
from hardwon.install.files import Edit, Target, Unusable, missing_folders, read_target
from hardwon.install.jsonc import Document, JsoncError
from hardwon.install.layout import Layout
from hardwon.install.record import FileRecord, Install, digest
from hardwon.install.report import Change

PRIVATE = 0o600
NOT_PLAIN = "has comments or trailing commas; Claude Code reads plain JSON alone and ignores such a file"


@dataclass(frozen=True, kw_only=True)
class DocumentPart:
    """A file that is shared with others: ours are some entries in it."""

    name: str
    add: Callable[[Document], entries.Kept]
    remove: Callable[[Document, entries.Kept], bool]
    state: Callable[[Any], str]
    snippet: Callable[[], object]


HOOKS = DocumentPart(
    name="hooks",
    add=entries.add_hooks,
    remove=entries.remove_hooks,
    state=lambda value: _overall(entries.hook_states(value)),
    snippet=lambda: {"hooks": {event: [bundle.hook_group(event)] for event in bundle.EVENTS}},
)
MCP = DocumentPart(
    name="mcp",
    add=entries.add_server,
    remove=entries.remove_server,
    state=entries.server_state,
    snippet=lambda: {"mcpServers": {bundle.SERVER_KEY: bundle.mcp_entry()}},
)


def _overall(states: Mapping[str, str]) -> str:
    found = set(states.values())
    return found.pop() if len(found) == 1 else entries.STALE


@dataclass
class Plan:
    """Edits in order, what to tell of them, to record and to keep copies of, and what stands against them."""

    layout: Layout
    install: Install
    backups: Path
    edits: list[Edit] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    files: dict[str, FileRecord] = field(default_factory=dict)
    copies: list[tuple[str, bytes]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[tuple[Path, str, object]] = field(default_factory=list)

    def refuse_if_blocked(self) -> None:
        """Raise InstallRefused if any file cannot be edited safely; nothing has been changed."""
        if not self.problems:
            return
        reasons = "; ".join(f"{path} {reason}" for path, reason, _ in self.problems)
        snippets = [json.dumps(snippet, indent=2) for _, _, snippet in self.problems if snippet]
        hint = "Mend that and run the command again"
        raise InstallRefused(
            f"{reasons}; nothing was changed",
            hint + (", or paste this by hand:" if snippets else "."),
            "\n".join(snippets),
        )

    def new_folders(self) -> Iterator[str]:
        """The folders that the edits will make in the installation's own place."""
        for edit in self.edits:
            if edit.after is not None and edit.mode != PRIVATE:
                yield from (str(folder) for folder in missing_folders(edit.real.parent))

    def target(self, path: Path, snippet: object = None) -> Target | None:
        """Read a file, or note why it cannot be edited."""
        try:
            return read_target(path)
        except Unusable as error:
            self.problems.append((path, str(error), snippet))
            return None

    def edit(
        self, part: str, target: Target, after: bytes | None, *, mode: int = 0o666, snippet: object = None
    ) -> None:
        """Add one edit and its line of the report, or what stands against it."""
        if after == target.data:
            self.note(part, target.path, report.UNCHANGED)
            return
        if target.blocked:
            self.problems.append((target.path, target.blocked, snippet))
            return
        self.edits.append(Edit(real=target.real, before=target.data, after=after, mode=mode))
        action = report.REMOVED if after is None else report.CHANGED
        self.note(part, target.path, report.CREATED if target.data is None else action)

    def note(self, part: str, path: Path, action: str, note: str = "") -> None:
        """Add a line to the report."""
        self.changes.append(Change(part=part, path=str(path), action=action, note=note))


def plan_install(plan: Plan) -> None:
    """Add all that installing takes, but for the launcher."""
    _add_entries(plan, HOOKS, plan.layout.settings)
    own = own_files(plan.layout)
    for path, (part, text) in own.items():
        _add_file(plan, part, path, text)
    for path, part in _stamped_files(plan.layout):
        if path not in own:
            _remove_file(plan, part, path)  # an earlier version's, gone from the bundle
    if plan.layout.mcp:
        _add_entries(plan, MCP, plan.layout.mcp)


def plan_uninstall(plan: Plan, *, shared: bool) -> None:
    """Add all that undoing takes, but for the launcher.

    Args:
        shared: whether to take out too what another scope of the same folder would share.
    """
    _remove_entries(plan, HOOKS, plan.layout.settings)
    if not shared:
        return
    for path, part in _stamped_files(plan.layout):
        _remove_file(plan, part, path)
    if plan.layout.manifest and plan.layout.manifest.exists():
        _remove_file(plan, "manifest", plan.layout.manifest)
    if plan.layout.mcp:
        _remove_entries(plan, MCP, plan.layout.mcp)


def own_files(layout: Layout) -> dict[Path, tuple[str, bytes]]:
    """The files that are wholly ours: path -> part, content."""
    files = {layout.claude / name: ("commands", text) for name, text in bundle.commands().items()}
    files.update({layout.claude / name: ("skills", text) for name, text in bundle.skills().items()})
    if layout.manifest:
        files[layout.manifest] = ("manifest", bundle.project_manifest())
    return files


def is_unedited(part: str, data: bytes) -> bool:
    """Whether a file is as some version of ours wrote it."""
    return bundle.is_own_manifest(data) if part == "manifest" else bundle.is_unedited(data)


def _stamped_files(layout: Layout) -> Iterator[tuple[Path, str]]:
    """The command and skill files with our stamp, edited or not."""
    for pattern, part in (("commands/*.md", "commands"), ("skills/*/SKILL.md", "skills")):
        for path in sorted(layout.claude.glob(pattern)):
            if path.is_file() and bundle.has_stamp(path.read_bytes()):
                yield path, part


def _add_file(plan: Plan, part: str, path: Path, text: bytes) -> None:
    target = plan.target(path)
    if target is None:
        return
    if target.data is None or target.data == text or is_unedited(part, target.data):
        plan.edit(part, target, text)
        plan.files[str(path)] = FileRecord(installed=digest(text))
    elif part != "manifest" and bundle.has_stamp(target.data):
        plan.note(part, path, report.KEPT, "edited by hand")
    else:
        plan.note(part, path, report.FOREIGN, "another's file of this name, left alone")


def _remove_file(plan: Plan, part: str, path: Path) -> None:
    target = plan.target(path)
    if target is None or target.data is None:
        return
    if is_unedited(part, target.data):
        plan.edit(part, target, None)
    elif part != "manifest":
        plan.note(part, path, report.KEPT, "edited by hand")


def _add_entries(plan: Plan, part: DocumentPart, path: Path) -> None:
    target = plan.target(path, part.snippet())
    if target is None:
        return
    recorded = plan.install.files.get(str(path))
    try:
        standing = Document(target.data or b"")
        if not standing.is_plain:
            plan.notes.append(f"{path} {NOT_PLAIN}")
        state = part.state(standing.root.value())
        if state == entries.WIRED:
            plan.note(part.name, path, report.UNCHANGED)
            if recorded:
                plan.files[str(path)] = recorded
            return
        if state == entries.FOREIGN:
            note = f'another server has the key "{bundle.SERVER_KEY}", left alone'
            plan.note(part.name, path, report.FOREIGN, note)
            return
        base = _without_ours(plan, part, target, recorded)
        document = Document(base or b"")
        kept = part.add(document)
    except (JsoncError, entries.Uneditable) as error:
        plan.problems.append((path, f"cannot be edited: {error}", part.snippet()))
        return
    after = document.bytes()
    record = FileRecord(installed=digest(after), kept=kept)
    if base is not None:
        record.original = digest(base)
        record.backup = _copy(plan, path, base)
    if target.data not in (None, base):
        _copy(plan, path, target.data or b"")
    plan.files[str(path)] = record
    plan.edit(part.name, target, after, snippet=part.snippet())


def _copy(plan: Plan, path: Path, data: bytes) -> str:
    plan.copies.append((path.name, data))
    return copy_name(path.name, data)


def copy_name(name: str, data: bytes) -> str:
    """The name of a backup copy: the file's, and a digest, so that the same bytes are kept once."""
    return f"{name.lstrip('.')}-{digest(data)[:16]}"


def _remove_entries(plan: Plan, part: DocumentPart, path: Path) -> None:
    target = plan.target(path) if path.is_file() else None
    if target is None or target.data is None:
        return
    recorded = plan.install.files.get(str(path))
    try:
        after = _without_ours(plan, part, target, recorded)
    except JsoncError as error:
        if _mentions_us(target.data):
            plan.problems.append((path, f"cannot be edited: {error}; take our entries out by hand", None))
        return
    if after == target.data:
        return
    if not recorded or digest(target.data) != recorded.installed:
        _copy(plan, path, target.data)
    plan.edit(part.name, target, after)


def _mentions_us(data: bytes) -> bool:
    return any(mark.encode() in data for mark in (bundle.HOOK_MARKER, bundle.MCP_MARKER, "/.hardwon/"))


def _without_ours(plan: Plan, part: DocumentPart, target: Target, recorded: FileRecord | None) -> bytes | None:
    """A file's bytes without our entries: the original where nobody edited since; None for no file."""
    if target.data is None:
        return None
    if recorded and digest(target.data) == recorded.installed:
        if recorded.original is None:
            return None
        original = _read_copy(plan.backups / str(recorded.backup), recorded.original)
        if original is not None:
            return original
    document = Document(target.data)
    if not part.remove(document, recorded.kept if recorded else {}):
        return target.data
    made_by_us = recorded is None or recorded.original is None
    return None if made_by_us and document.is_hollow(()) else document.bytes()


def _read_copy(path: Path, expected: str) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return data if digest(data) == expected else None
