"""Install Hardwon into Claude Code, and take it out again without a trace."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from hardwon import __version__
from hardwon.binding import resolve
from hardwon.config.actor import is_agent
from hardwon.config.paths import Paths
from hardwon.errors import InstallRefused, PersonOnly
from hardwon.install import client, entries, launchers, purge, report
from hardwon.install.files import Transaction, remove_empty_folders
from hardwon.install.layout import LOCAL, PROJECT, USER, Layout, layout_of
from hardwon.install.plan import PRIVATE, Plan, copy_name, plan_install, plan_uninstall
from hardwon.install.record import Install, Records, backup_folder, locked_records, read_records, save_backup
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

    Raises:
        InvalidInput: no such folder or scope.
        InstallRefused: a file cannot be edited safely; nothing was changed, and the snippet is to be pasted.
    """
    layout = layout_of(directory, scope, paths, environ)
    texts = launchers.launcher_texts(python)

    def planned(records: Records) -> Plan:
        plan = _new_plan(layout, paths, records)
        plan_install(plan)
        _plan_launchers(plan, Path(paths.launcher_dir), dict(texts))
        plan.refuse_if_blocked()
        return plan

    plan = planned(read_records(paths))  # refuses before the data folder is made
    notes = list(plan.notes)
    if not dry_run:
        with locked_records(paths) as records:
            plan = planned(records)
            _apply_install(plan, records)
            if any(c.part == "hooks" and c.action in (report.CREATED, report.CHANGED) for c in plan.changes):
                notes.append(_RESTART)
            if scope == USER:
                notes += _add_user_server(plan, environ)
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

    def planned(records: Records) -> list[Plan]:
        scopes = _scopes_to_remove(directory, scope, paths, environ, records)
        plans = [
            _uninstall_scope(layout_of(directory, one, paths, environ), scope is None, paths, records) for one in scopes
        ]
        for plan in plans:
            plan.refuse_if_blocked()
        return plans

    seen = read_records(paths)
    idle = not Path(paths.data).is_dir() and not any(plan.edits for plan in planned(seen))
    held = nullcontext(seen) if dry_run or idle else locked_records(paths)
    gone = purge.service_kept_out(paths, environ) if purge_data and not dry_run else nullcontext()
    with gone, held as records:
        plans = planned(records)
        changes, notes = _apply_uninstall(plans, records, paths, environ, dry_run)
        if purge_data:
            bound = resolve(os.path.realpath(directory), paths.home).value
            backups = [plan.backups for plan in plans]
            changes += purge.purge(paths, bound, records, backups, dry_run=dry_run)
    if not any(change.action in (report.CHANGED, report.REMOVED) for change in changes):
        notes.append("Nothing of Hardwon was installed here.")
    return InstallReport(
        directory=os.path.realpath(directory), scope=plans[0].layout.scope, dry_run=dry_run,
        changes=tuple(changes), notes=tuple(notes),
    )  # fmt: skip


def _new_plan(layout: Layout, paths: Paths, records: Records) -> Plan:
    known = records.get(layout.directory, layout.scope)
    install = replace(known) if known else Install(directory=layout.directory, scope=layout.scope)
    return Plan(layout, install, backup_folder(paths, layout.directory, layout.scope))


def _plan_launchers(plan: Plan, folder: Path, texts: dict[str, bytes | None]) -> None:
    """Add the per-user scripts: their content, or None to remove them."""
    for name, text in texts.items():
        target = plan.target(folder / name)
        if target is not None and (text is not None or target.data is not None):
            plan.edit("launcher", target, text, mode=PRIVATE)


def _apply_install(plan: Plan, records: Records) -> None:
    """Copies first, then the record, then the files: what is interrupted can be undone."""
    install = plan.install
    before = records.get(install.directory, install.scope)
    install.version = __version__
    install.files = plan.files
    install.folders = sorted({*install.folders, *plan.new_folders()})
    _save_copies(plan)
    records.put(install)
    records.save()
    try:
        Transaction().apply(plan.edits)
    except BaseException:
        records.drop(install.directory, install.scope)
        if before:
            records.put(before)
        records.save()
        raise


def _save_copies(plan: Plan) -> None:
    try:
        for name, data in plan.copies:
            save_backup(plan.backups, copy_name(name, data), data)
    except OSError as error:
        raise InstallRefused(
            f"no backup could be written to {plan.backups}: {error.strerror}; nothing was changed",
            "Mend that and run the command again.",
        ) from None


def _add_user_server(plan: Plan, environ: Mapping[str, str]) -> list[str]:
    config = plan.layout.client_config
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
    only_user = [(i.directory, i.scope) for i in records.living()] == [(user.directory, USER)]
    if only_user:
        here = [
            _uninstall_scope(layout_of(directory, one, paths, environ), True, paths, records)
            for one in (PROJECT, LOCAL)
        ]
        if not any(plan.edits or plan.problems for plan in here):
            return [USER]
    return [PROJECT, LOCAL]


def _uninstall_scope(layout: Layout, whole_folder: bool, paths: Paths, records: Records) -> Plan:
    plan = _new_plan(layout, paths, records)
    others = [i for i in records.installs if i.directory == layout.directory and i.scope != layout.scope]
    # Of several scopes in one folder the first takes out what they share.
    plan_uninstall(plan, shared=layout.scope != LOCAL if whole_folder else not others)
    return plan


def _apply_uninstall(
    plans: list[Plan], records: Records, paths: Paths, environ: Mapping[str, str], dry_run: bool
) -> tuple[list[Change], list[str]]:
    removed = [(plan.install.directory, plan.install.scope) for plan in plans]
    touched = any(plan.edits for plan in plans) or any(records.get(*one) for one in removed)
    last = not any((i.directory, i.scope) not in removed for i in records.living())
    if last and touched:
        gone: dict[str, bytes | None] = dict.fromkeys((launchers.HOOK_NAME, launchers.MCP_NAME))
        _plan_launchers(plans[-1], Path(paths.launcher_dir), gone)
        plans[-1].refuse_if_blocked()
    changes = [change for plan in plans for change in plan.changes]
    notes = []
    for plan in plans:
        if plan.layout.scope == USER:
            notes += _remove_user_server(plan, environ, changes, dry_run)
    if not dry_run:
        for plan in plans:
            _save_copies(plan)
        Transaction().apply(edit for plan in plans for edit in plan.edits)
        remove_empty_folders(folder for plan in plans for folder in _folders_to_remove(plan))
        if last and touched:
            remove_empty_folders([Path(paths.launcher_dir)])
    for one in removed:
        records.drop(*one)
    if touched and not dry_run:
        records.save()
    return changes, notes


def _remove_user_server(plan: Plan, environ: Mapping[str, str], changes: list[Change], dry_run: bool) -> list[str]:
    config = plan.layout.client_config
    if client.user_server_state(config) not in (entries.WIRED, entries.STALE):
        return []
    line = "" if dry_run else client.remove_user_server(config, environ)
    if line:
        return [f"To remove the MCP server, run: {line}"]
    changes.append(Change(part="mcp", path=str(config), action=report.CHANGED, note="by the client itself"))
    return []


def _folders_to_remove(plan: Plan) -> list[Path]:
    """The folders that installing made; without a record, those that only our files were in."""
    if plan.install.files:
        return [Path(folder) for folder in plan.install.folders]
    folders = set()
    for edit in plan.edits:
        folder = edit.real.parent
        ours = edit.after is None and edit.mode != PRIVATE
        while ours and folder != plan.layout.root and folder.is_relative_to(plan.layout.root):
            folders.add(folder)
            folder = folder.parent
    return sorted(folders)
