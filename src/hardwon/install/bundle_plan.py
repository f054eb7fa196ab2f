"""The edits that wire Hardwon into Claude Code, and those that undo them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from hardwon.hosts.claude_code import bundle
from hardwon.install import entries, report
from hardwon.install.instructions import SHARE
from hardwon.install.layout import Layout
from hardwon.install.plan import Plan
from hardwon.install.record import FileRecord, digest
from hardwon.install.shared import JsonShare

NOT_PLAIN = "has comments or trailing commas; Claude Code reads plain JSON alone and ignores such a file"
INSTRUCTIONS = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md")
_MARKS = (bundle.HOOK_MARKER, bundle.MCP_MARKER, "/.hardwon/")


def _overall(states: Mapping[str, str]) -> str:
    found = set(states.values())
    return found.pop() if len(found) == 1 else entries.STALE


HOOKS = JsonShare(
    name="hooks",
    add=entries.add_hooks,
    remove=entries.remove_hooks,
    tell=lambda value: _overall(entries.hook_states(value)),
    wanted=lambda: {"hooks": {event: [bundle.hook_group(event)] for event in bundle.EVENTS}},
    marks=_MARKS,
    plain_only=NOT_PLAIN,
)
MCP = JsonShare(
    name="mcp",
    add=entries.add_server,
    remove=entries.remove_server,
    tell=entries.server_state,
    wanted=lambda: {"mcpServers": {bundle.SERVER_KEY: bundle.mcp_entry()}},
    marks=_MARKS,
    plain_only=NOT_PLAIN,
    renew=lambda value: _renewing(value["mcpServers"][bundle.SERVER_KEY]),
)


def _renewing(found: object) -> JsonShare:
    """Our server with what a person added to an older form of it, such as variables."""
    entry = entries.merged(found, bundle.mcp_entry())
    return replace(MCP, add=lambda document: entries.add_at(document, ("mcpServers", bundle.SERVER_KEY), entry))


def plan_install(plan: Plan, layout: Layout, *, rules: bool | None = None, moved: Iterable[Path] = ()) -> None:
    """Add all that installing takes, but for the launcher.

    Args:
        plan: takes the edits.
        layout: the places.
        rules: whether the client's instructions are to tell of the memory; None leaves that as it is.
        moved: files of the client's own memory that are stored and go.
    """
    plan.keep_moved()
    for path in moved:
        plan.move_away("notes", path)
    plan.put_in(HOOKS, layout.settings)
    own = own_files(layout)
    for path, (part, text) in own.items():
        _add_file(plan, part, path, text)
    for path, part in _stamped_files(layout):
        if path not in own:
            _remove_file(plan, part, path)  # an earlier version's, gone from the bundle
    if layout.mcp:
        plan.put_in(MCP, layout.mcp)
    if rules is False:
        _remove_rules(plan, layout)
    elif rules or _recorded_rules(plan):
        plan.put_in(SHARE, next(iter(_recorded_rules(plan)), layout.instructions))


def _recorded_rules(plan: Plan) -> list[Path]:
    return [Path(name) for name in plan.install.files if name.endswith(".md") and Path(name).name in INSTRUCTIONS]


def _remove_rules(plan: Plan, layout: Layout) -> None:
    for path in dict.fromkeys([*_recorded_rules(plan), layout.instructions]):
        plan.take_out(SHARE, path)


def plan_uninstall(plan: Plan, layout: Layout, *, shared: bool) -> None:
    """Add all that undoing takes, but for the launcher.

    Args:
        layout: the places.
        shared: whether to take out too what another scope of the same folder would share.
    """
    plan.take_out(HOOKS, layout.settings)
    _remove_rules(plan, layout)
    plan.bring_back("notes")
    if not shared:
        return
    for path, part in _stamped_files(layout):
        _remove_file(plan, part, path)
    if layout.manifest and layout.manifest.exists():
        _remove_file(plan, "manifest", layout.manifest)
    if layout.mcp:
        plan.take_out(MCP, layout.mcp)


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
