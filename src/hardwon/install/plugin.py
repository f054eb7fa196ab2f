"""Install Hardwon into Claude Code, and take it out again without a trace."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path

from hardwon.binding import bind
from hardwon.config.actor import is_agent
from hardwon.config.paths import Paths
from hardwon.errors import PersonOnly
from hardwon.install import client, entries, launchers, purge, report
from hardwon.install.applying import apply_install, apply_uninstall, new_plan, plan_launchers
from hardwon.install.bundle_plan import plan_install, plan_uninstall
from hardwon.install.layout import LOCAL, PROJECT, USER, Layout, layout_of
from hardwon.install.plan import Plan
from hardwon.install.record import CLAUDE_CODE, Records, locked_records, read_records
from hardwon.install.report import Change, InstallReport

_RESTART = "Restart Claude Code, or start a new session, to use it."


def install_plugin(
    directory: str | Path,
    *,
    scope: str = PROJECT,
    dry_run: bool = False,
    paths: Paths,
    environ: Mapping[str, str],
    python: str | None = None,
    rules: bool | None = None,
    moved: Iterable[Path] = (),
) -> InstallReport:
    """Wire Hardwon into Claude Code: hooks, commands, skills, manifest, MCP server, per-user launcher.

    All or nothing, and nothing where all is in place already. What was there before is kept to the byte.

    Args:
        directory: the project's folder; ignored by the user scope.
        scope: "project", "local" or "user".
        dry_run: work everything out, write nothing.
        paths: where data and launcher live.
        environ: CLAUDE_CONFIG_DIR, and PATH to find the client by.
        python: the interpreter that hooks run; None takes the running one.
        rules: whether CLAUDE.md is to tell of the memory too; None leaves that as it is.
        moved: files of the client's own memory to move away (hardwon.install.notes); uninstalling puts them back.

    Raises:
        InvalidInput: no such folder or scope.
        InstallRefused: a file cannot be edited safely; nothing was changed, and the snippet is to be pasted.
    """
    layout, away = layout_of(directory, scope, paths, environ), list(moved)
    texts = launchers.launcher_texts(python, paths)

    def planned(records: Records) -> Plan:
        plan = new_plan(CLAUDE_CODE, layout.directory, scope, paths, records)
        plan_install(plan, layout, rules=rules, moved=away)
        plan_launchers(plan, Path(paths.launcher_dir), dict(texts))
        plan.refuse_if_blocked()
        return plan

    plan = planned(read_records(paths))  # refuses before the data folder is made
    notes = list(plan.notes)
    if not dry_run:
        with locked_records(paths) as records:
            plan = planned(records)
            apply_install(plan, records)
            if any(c.part == "hooks" and c.action in (report.CREATED, report.CHANGED) for c in plan.changes):
                notes.append(_RESTART)
            if scope == USER:
                notes += _add_user_server(plan, layout, environ)
    elif scope == USER:
        notes.append("The MCP server is added by the client itself.")
    return InstallReport(
        directory=layout.directory, scope=scope, dry_run=dry_run,
        changes=tuple(plan.changes), notes=tuple(notes),
    )  # fmt: skip


def uninstall_plugin(
    directory: str | Path,
    *,
    scope: str | None = None,
    purge_data: bool = False,
    dry_run: bool = False,
    paths: Paths,
    environ: Mapping[str, str],
) -> InstallReport:
    """Take Hardwon out: the original bytes where nobody edited since, else exactly our entries.

    Args:
        directory: the project's folder.
        scope: None takes out the project and local scopes of the folder; where there is nothing and the user
            scope is all that is installed, that.
        purge_data: delete this project's stored data too, and everything once no other project is left.
        dry_run: work everything out, change nothing.

    Raises:
        InvalidInput: no such folder or scope.
        InstallRefused: a file cannot be edited safely; nothing was changed.
        PersonOnly: an agent asked for the purge.
        HardwonError: the service does not leave, so nothing was purged or changed.
    """
    if purge_data and is_agent(environ):
        raise PersonOnly("only a person deletes stored data", "Run this in a shell of your own.")

    def planned(records: Records) -> list[tuple[Plan, Layout]]:
        scopes = _scopes_to_remove(directory, scope, paths, environ, records)
        found = [
            _uninstall_scope(layout_of(directory, one, paths, environ), scope is None, paths, records) for one in scopes
        ]
        for plan, _ in found:
            plan.refuse_if_blocked()
        return found

    seen = read_records(paths)
    idle = not Path(paths.data).is_dir() and not any(plan.edits for plan, _ in planned(seen))
    held = nullcontext(seen) if dry_run or idle else locked_records(paths)
    gone = purge.service_kept_out(paths, environ) if purge_data and not dry_run else nullcontext()
    with gone, held as records:
        found = planned(records)
        plans = [plan for plan, _ in found]
        changes = apply_uninstall(plans, records, paths, dry_run=dry_run)
        notes: list[str] = []
        for _, layout in found:
            if layout.scope == USER:
                told, said = _remove_user_server(layout, environ, dry_run)
                changes, notes = changes + told, notes + said
        if purge_data:
            bound = bind(os.path.realpath(directory), paths).value
            backups = [plan.backups for plan in plans]
            changes += purge.purge(paths, bound, records, backups, dry_run=dry_run)
    if not any(change.action in (report.CHANGED, report.REMOVED) for change in changes):
        notes.append("Nothing of Hardwon was installed here.")
    return InstallReport(
        directory=os.path.realpath(directory), scope=plans[0].install.scope, dry_run=dry_run,
        changes=tuple(changes), notes=tuple(notes),
    )  # fmt: skip


def _add_user_server(plan: Plan, layout: Layout, environ: Mapping[str, str]) -> list[str]:
    config = layout.client_config
    state = client.user_server_state(config)
    if state == entries.WIRED:
        plan.note("mcp", config, report.UNCHANGED)
        return []
    if state == entries.FOREIGN:
        plan.note("mcp", config, report.FOREIGN, "another server has the key, left alone")
        return []
    line = client.add_user_server(config, environ)
    if line:
        return [f"To add the MCP server, run: {line}"]
    plan.note("mcp", config, report.CHANGED, "by the client itself")
    return []


def _scopes_to_remove(
    directory: str | Path, scope: str | None, paths: Paths, environ: Mapping[str, str], records: Records
) -> list[str]:
    if scope:
        return [scope]
    user = layout_of(directory, USER, paths, environ)
    known = [(i.directory, i.scope) for i in records.living() if i.host == CLAUDE_CODE]
    if known == [(user.directory, USER)]:
        here = [
            _uninstall_scope(layout_of(directory, one, paths, environ), True, paths, records)
            for one in (PROJECT, LOCAL)
        ]
        if not any(plan.edits or plan.problems for plan, _ in here):
            return [USER]
    return [PROJECT, LOCAL]


def _uninstall_scope(layout: Layout, whole_folder: bool, paths: Paths, records: Records) -> tuple[Plan, Layout]:
    plan = new_plan(CLAUDE_CODE, layout.directory, layout.scope, paths, records)
    others = [i for i in records.installs if i.directory == layout.directory and i.scope != layout.scope]
    # Of several scopes in one folder the first takes out what they share.
    shared = layout.scope != LOCAL if whole_folder else not any(i.host == CLAUDE_CODE for i in others)
    plan_uninstall(plan, layout, shared=shared)
    return plan, layout


def _remove_user_server(layout: Layout, environ: Mapping[str, str], dry_run: bool) -> tuple[list[Change], list[str]]:
    config = layout.client_config
    if client.user_server_state(config) not in (entries.WIRED, entries.STALE):
        return [], []
    line = "" if dry_run else client.remove_user_server(config, environ)
    if line:
        return [], [f"To remove the MCP server, run: {line}"]
    return [Change(part="mcp", path=str(config), action=report.CHANGED, note="by the client itself")], []
