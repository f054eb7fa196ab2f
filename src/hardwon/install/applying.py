"""Carry out a plan: copies, then the record, then the files; and the per-user launchers all installations share."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from hardwon import __version__
from hardwon.config.paths import Paths
from hardwon.errors import InstallRefused
from hardwon.install import launchers
from hardwon.install.files import Transaction, remove_empty_folders
from hardwon.install.plan import PRIVATE, Plan, copy_name
from hardwon.install.record import Install, Records, backup_folder, digest, save_backup
from hardwon.install.report import Change


def new_plan(host: str, directory: str, scope: str, paths: Paths, records: Records) -> Plan:
    """An empty plan that goes on from what is recorded."""
    known = records.get(directory, scope, host)
    install = replace(known) if known else Install(directory=directory, scope=scope, host=host)
    return Plan(install, _backups(paths, install), records, lambda other: _backups(paths, other))


def _backups(paths: Paths, install: Install) -> Path:
    return backup_folder(paths, install.directory, install.scope, install.host)


def plan_launchers(plan: Plan, folder: Path, texts: Mapping[str, bytes | None]) -> None:
    """Add the per-user scripts: their content, or None to remove them."""
    for name, text in texts.items():
        target = plan.target(folder / name)
        if target is not None and (text is not None or target.data is not None):
            plan.edit("launcher", target, text, mode=PRIVATE, is_launcher=True)


def apply_install(plan: Plan, records: Records) -> None:
    """Copies first, then the record, then the files: what is interrupted can be undone.

    Raises:
        InstallRefused: a copy or a file could not be written; all is as before.
    """
    install = plan.install
    before = records.get(install.directory, install.scope, install.host)
    install.version = __version__
    install.files = plan.files
    install.folders = sorted({*install.folders, *plan.new_folders()})
    _save_copies(plan)
    records.put(install)
    records.save()
    try:
        Transaction().apply(plan.edits)
    except BaseException:
        records.drop(install.directory, install.scope, install.host)
        if before:
            records.put(before)
        records.save()
        raise


def apply_uninstall(plans: list[Plan], records: Records, paths: Paths, *, dry_run: bool) -> list[Change]:
    """Undo installations, and remove the launchers with the last of all.

    Args:
        plans: one for each; their edits are carried out together.
        records: all installations.
        paths: where the launchers lie.
        dry_run: change nothing.

    Returns:
        a line per file.

    Raises:
        InstallRefused: a copy or a file could not be written; all is as before.
    """
    removed = [(plan.install.directory, plan.install.scope, plan.install.host) for plan in plans]
    touched = any(plan.edits for plan in plans) or any(records.get(*one) for one in removed)
    last = not any((i.directory, i.scope, i.host) not in removed for i in records.living())
    if last and touched:
        gone: dict[str, bytes | None] = dict.fromkeys((launchers.HOOK_NAME, launchers.MCP_NAME))
        plan_launchers(plans[-1], Path(paths.launcher_dir), gone)
        plans[-1].refuse_if_blocked()
    if not dry_run:
        for plan in plans:
            _save_copies(plan)
        Transaction().apply(edit for plan in plans for edit in plan.edits)
        folders = [folder for plan in plans for folder in _folders_to_remove(plan)]
        remove_empty_folders(folders)
        for plan in plans:
            _drop_copies(plan)
        _hand_over([folder for folder in folders if folder.is_dir()], removed, records)
        if last and touched:
            remove_empty_folders([Path(paths.launcher_dir)])
    for one in removed:
        records.drop(*one)
    if touched and not dry_run:
        records.save()
    return [change for plan in plans for change in plan.changes]


def _hand_over(folders: Iterable[Path], removed: list[tuple[str, str, str]], records: Records) -> None:
    """Leave folders that another installation still has files in to that one to remove."""
    others = [i for i in records.living() if (i.directory, i.scope, i.host) not in removed]
    for folder in folders:
        heir = next((i for i in others if any(Path(name).is_relative_to(folder) for name in i.files)), None)
        if heir and str(folder) not in heir.folders:
            heir.folders.append(str(folder))


def _save_copies(plan: Plan) -> None:
    try:
        for name, data in plan.copies:
            save_backup(plan.backups, copy_name(name, data), data)
    except OSError as error:
        raise InstallRefused(
            f"no backup could be written to {plan.backups}: {error.strerror}; nothing was changed",
            "Mend that and run the command again.",
        ) from None


def _drop_copies(plan: Plan) -> None:
    """Remove the copies of originals that stand where they stood again, byte for byte; all others stay."""
    for name, record in plan.install.files.items():
        copy = plan.backups / str(record.backup)
        if record.backup and record.original and copy.is_file() and _holds(Path(name), record.original):
            with contextlib.suppress(OSError):  # a copy too many is no reason to fail
                copy.unlink()
    remove_empty_folders([plan.backups, plan.backups.parent])


def _holds(path: Path, original: str) -> bool:
    try:
        return digest(path.read_bytes()) == original
    except OSError:
        return False


def _folders_to_remove(plan: Plan) -> Iterable[Path]:
    """The folders that installing made; without a record, those that only our files were in."""
    if plan.install.files:
        return [Path(folder) for folder in plan.install.folders]
    root, folders = Path(plan.install.directory), set()
    for edit in plan.edits:
        folder = edit.real.parent
        ours = edit.after is None and not edit.is_launcher
        while ours and folder != root and folder.is_relative_to(root):
            folders.add(folder)
            folder = folder.parent
    return sorted(folders)
