"""Tell how Hardwon is wired into Claude Code for one folder; looks only, changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hardwon.config.paths import Paths
from hardwon.hosts.claude_code import bundle
from hardwon.install import entries, launchers
from hardwon.install.bundle_plan import NOT_PLAIN, is_unedited, own_files
from hardwon.install.client import user_server_state
from hardwon.install.entries import FOREIGN, MISSING, STALE, WIRED
from hardwon.install.files import SIZE_MAX
from hardwon.install.jsonc import Document, JsoncError
from hardwon.install.layout import LOCAL, PROJECT, USER, Layout, layout_of
from hardwon.install.report import PartState, StatusReport


def status(directory: str | Path, *, paths: Paths, environ: Mapping[str, str]) -> StatusReport:
    """How each part stands: wired, stale, missing or foreign.

    The scopes that hold something are told; where none does, the project's parts are told as missing.

    Args:
        directory: the project's folder.
        paths: where the launcher lies.
        environ: CLAUDE_CONFIG_DIR moves the client's own folder.

    Raises:
        InvalidInput: no such folder.
    """
    layouts = [layout_of(directory, scope, paths, environ) for scope in (PROJECT, LOCAL, USER)]
    values = {layout.scope: _value(layout.settings) for layout in layouts}
    parts = [_hooks(layout, values[layout.scope]) for layout in layouts]
    for layout in layouts:
        if layout.scope != LOCAL:
            parts += _files(layout)
            parts.append(_server(layout))
    plugin = list(_plugin_form(layouts, values))
    told = _told(parts, bool(plugin)) + plugin
    launcher, alive = _launcher(Path(paths.launcher_dir))
    return StatusReport(
        directory=layouts[0].directory, parts=tuple(told), launcher=launcher,
        interpreter_alive=alive, notes=tuple(_notes(layouts, values)),
    )  # fmt: skip


def _told(parts: list[PartState], has_plugin: bool) -> list[PartState]:
    """Per part the scopes that have it; of what no scope has, the row of the scope that has the hooks, else the
    project's, unless the plugin does it."""
    told: list[PartState] = []
    hooked = [part.scope for part in parts if part.part == "hooks" and part.state != MISSING]
    for name in dict.fromkeys(part.part for part in parts):
        rows = [part for part in parts if part.part == name]
        present = [row for row in rows if row.state != MISSING]
        # In the user scope there is no manifest to miss.
        wanted = name != "manifest" or any(part.scope == PROJECT and part.state != MISSING for part in parts)
        missed = [row for row in rows if row.scope in hooked] or rows
        told += present or ([] if has_plugin or (not wanted and _anything(parts)) else missed[:1])
    return told


def _anything(parts: list[PartState]) -> bool:
    return any(part.state != MISSING for part in parts)


def _document(path: Path) -> Document | str:
    """A file's document, or why there is none; "" where there is no file."""
    try:
        if not path.is_file():
            return ""
        if path.stat().st_size > SIZE_MAX:
            return "too large"
        return Document(path.read_bytes())
    except (OSError, JsoncError) as error:
        return str(error)


def _value(path: Path) -> Any:
    document = _document(path)
    return document.root.value() if isinstance(document, Document) else document


def _hooks(layout: Layout, value: Any) -> PartState:
    states = entries.hook_states(value)
    off = [event for event, state in states.items() if state != WIRED]
    state, note = STALE, "not as they should be: " + ", ".join(off)
    if not off:
        state, note = WIRED, ""
    elif all(found == MISSING for found in states.values()):
        state, note = MISSING, value if isinstance(value, str) else ""
    return PartState(part="hooks", scope=layout.scope, path=str(layout.settings), state=state, note=note)


def _files(layout: Layout) -> Iterator[PartState]:
    found: dict[str, dict[Path, str]] = {}
    for path, (part, text) in own_files(layout).items():
        found.setdefault(part, {})[path] = _file_state(part, path, text)
    for part, files in found.items():
        states = set(files.values())
        off = [f"{path.parent.name}/{path.name} {state}" for path, state in files.items() if state != WIRED]
        state = states.pop() if len(states) == 1 else STALE
        if state == STALE and not states & {STALE, MISSING} and FOREIGN in states:
            state = FOREIGN
        shown = next(iter(files)) if part == "manifest" else layout.claude / part
        note = "" if state == MISSING else ", ".join(off)
        yield PartState(part=part, scope=layout.scope, path=str(shown), state=state, note=note)


def _file_state(part: str, path: Path, text: bytes) -> str:
    try:
        data = path.read_bytes()
    except OSError:
        return MISSING
    if data == text:
        return WIRED
    # One edited by hand does its work; it is the person's now.
    edited = part != "manifest" and bundle.has_stamp(data) and not is_unedited(part, data)
    return STALE if is_unedited(part, data) else WIRED if edited else FOREIGN


def _server(layout: Layout) -> PartState:
    if layout.mcp is None:
        state, path = user_server_state(layout.client_config), layout.client_config
    else:
        state, path = entries.server_state(_value(layout.mcp)), layout.mcp
    return PartState(part="mcp", scope=layout.scope, path=str(path), state=state)


def _plugin_form(layouts: list[Layout], values: Mapping[str, Any]) -> Iterator[PartState]:
    for layout in layouts:
        value = values[layout.scope]
        enabled = value.get("enabledPlugins") if isinstance(value, dict) else None
        for name, on in enabled.items() if isinstance(enabled, dict) else ():
            if on is True and name.split("@")[0] == bundle.SERVER_KEY:
                path = str(layout.settings)
                yield PartState(part="plugin", scope=layout.scope, path=path, state=WIRED, note=name)


def _launcher(folder: Path) -> tuple[PartState, bool]:
    found = launchers.launcher_state(folder, launchers.launcher_texts())
    note = found.interpreter and f"runs {found.interpreter}"
    if found.interpreter and not found.interpreter_alive:
        note += ", which is gone; run mem install-plugin again"
    if found.data:
        note += f"; memories in {found.data}"
    part = PartState(part="launcher", scope=USER, path=found.path, state=found.state, note=note)
    return part, found.interpreter_alive


def _notes(layouts: list[Layout], values: Mapping[str, Any]) -> Iterator[str]:
    shared = [layout.settings for layout in layouts] + [layout.mcp for layout in layouts if layout.mcp]
    for path in dict.fromkeys(shared):
        document = _document(path)
        if isinstance(document, Document) and not document.is_plain:
            yield f"{path} {NOT_PLAIN}."
    for layout in layouts:
        value = values[layout.scope]
        if isinstance(value, dict) and value.get("disableAllHooks") is True:
            yield f"{layout.settings} switches all hooks off (disableAllHooks)."
