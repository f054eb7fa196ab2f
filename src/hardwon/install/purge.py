"""Delete stored data: one project's, or all there is once nothing else uses it.

Only names this program makes are deleted, so a data folder that a person shares with other files loses
nothing of theirs; what is left over is named.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from hardwon.binding import register
from hardwon.config.paths import Paths
from hardwon.errors import HardwonError
from hardwon.install import launchers, report, startup
from hardwon.install.files import remove_empty_folders
from hardwon.install.record import FILE_NAME, LOCK_NAME, Records
from hardwon.install.report import Change
from hardwon.wire import control
from hardwon.wire.place import leave_place, make_place, owner, socket_path, take_lock

_DATA_NAMES = (
    *("projects", "user", "spool", "logs", "backups", "models", "images", "purge", "run-claude", "bindings"),
    *("settings.json", "token", "console.key", "activity", FILE_NAME, LOCK_NAME),
)
_ADVISED = "advised-*"  # what a person was told once
_CALLS = "calls."
_DIGESTER_WAIT_S = 10.0
_POLL_S = 0.02


def purge(
    paths: Paths, project: str, records: Records, backups: Iterable[Path], *, dry_run: bool = False
) -> list[Change]:
    """Delete a project's data; and all else of ours if no other project has data or an installation.

    Args:
        project: the binding value.
        records: the installations that are left.
        backups: the folders with the project's copies of edited files.

    Returns:
        a line per thing deleted, and per thing that had to stay.
    """
    if records.living() or _other_projects(paths, project):
        return purge_project(paths, project, backups, dry_run=dry_run)
    return purge_everything(paths, records, dry_run=dry_run)


def _other_projects(paths: Paths, project: str) -> bool:
    own = [Path(paths.project_dir(name)) for name in register.names_of(paths, project)]
    stores = Path(paths.data, "projects").glob("*/memory.db")
    return any(store.parent not in own for store in stores)


def purge_project(paths: Paths, project: str, backups: Iterable[Path] = (), *, dry_run: bool = False) -> list[Change]:
    """Delete one project's data: its store, what waits for it, the copies of its edited files; backups are named."""
    own = Path(paths.project_dir(project))
    names = register.names_of(paths, project)
    places = [own, *(Path(paths.spool, box, own.name) for box in ("late", "locks")), *backups]
    places += [Path(paths.project_dir(name)) for name in names[1:]]
    places += [Path(register.project_file(paths, name)) for name in names]
    places += [Path(register.place_file(paths, at)) for at, known in register.places(paths) if known.value in names]
    with _digesters_idle([Path(paths.spool, "locks", own.name)]):
        changes = _delete(places, dry_run)
    return changes + _backups_left(paths, own) + _shared_store(paths)


def _backups_left(paths: Paths, own: Path) -> list[Change]:
    """Backups that may hold the project's memories: all but those of another project alone."""
    others = [place.name for place in own.parent.glob("*") if place != own]
    note = "may hold its memories: mem backup delete {}"
    return [
        Change(part="data", path=str(place), action=report.KEPT, note=note.format(place.name))
        for place in sorted(Path(paths.backups).glob("*"))
        if place.suffix in (".zip", ".db") and not any(name in place.name for name in others)
    ]


def purge_everything(paths: Paths, records: Records, *, dry_run: bool = False) -> list[Change]:
    """Delete the data folder, the settings file and the launchers, as far as they are ours."""
    data, config, launcher = Path(paths.data), Path(paths.config_file), Path(paths.launcher_dir)
    scripts = [launcher / launchers.HOOK_NAME, launcher / launchers.MCP_NAME]
    settings = [] if config.is_symlink() else [config]
    ours_here = [*(data / name for name in _DATA_NAMES), *sorted(data.glob(_ADVISED))]
    with _digesters_idle(Path(paths.spool, "locks").glob("*")):
        changes = _delete([*ours_here, *settings, *scripts], dry_run)
    if not dry_run:
        # Where the service's lock lies: ours for as long as this takes, so nothing worth a line.
        shutil.rmtree(data / "run", ignore_errors=True)
        made = [Path(folder) for folder in records.made_folders]
        ours = [config.parent] if config.parent.name == "hardwon" else []
        remove_empty_folders([data, launcher, *ours, *made])
        for left in sorted(data.iterdir()) if data.is_dir() else ():
            changes.append(_left(left))
    return changes + _shared_store(paths)


def _left(path: Path) -> Change:
    """What stays in the data folder: not ours, or the record of calls that may have cost money."""
    if path.name.startswith(_CALLS):
        note = "tells which calls to a model may have been paid; delete it yourself"
        return Change(part="data", path=str(path), action=report.KEPT, note=note)
    return Change(part="data", path=str(path), action=report.FOREIGN, note="not ours, left alone")


def _shared_store(paths: Paths) -> list[Change]:
    if not paths.db or not Path(paths.db).exists():
        return []
    note = "HARDWON_DB may hold other projects; delete the file yourself"
    return [Change(part="data", path=paths.db, action=report.KEPT, note=note)]


def _delete(places: Iterable[Path], dry_run: bool) -> list[Change]:
    changes = []
    for place in places:
        if not os.path.lexists(place):
            continue
        if not dry_run:
            if place.is_dir() and not place.is_symlink():
                shutil.rmtree(place)
            else:
                place.unlink()
        changes.append(Change(part="data", path=str(place), action=report.REMOVED))
    return changes


@contextmanager
def service_kept_out(paths: Paths, environ: Mapping[str, str]) -> Iterator[None]:
    """End the service and let none start, so that what it is preparing does not come back after it was deleted.

    A unit that would start it again is stopped meanwhile, and taken out where nothing is left to serve.

    Raises:
        HardwonError: it does not leave.
    """
    path = socket_path(paths, environ)
    served_by = owner(path)
    was_active = startup.end(paths, environ) and served_by > 0
    control.stop(paths, environ)
    # It gives its place away before it has finished what is in hand.
    _wait_for_end(served_by)
    lock = take_lock(path) if path and Path(paths.data).is_dir() and make_place(path) else -1
    try:
        yield
    finally:
        if lock >= 0:
            leave_place(path, lock)
        if not Path(paths.data).is_dir():
            startup.uninstall(paths, environ)
        elif was_active:
            startup.begin(paths, environ)


@contextmanager
def kept_quiet(paths: Paths, environ: Mapping[str, str]) -> Iterator[None]:
    """Let neither the service nor a digester work, so that nothing writes or keeps old pages of what is purged.

    Raises:
        HardwonError: the service does not leave.
    """
    with service_kept_out(paths, environ), _digesters_idle(Path(paths.spool, "locks").glob("*")):
        yield


def _wait_for_end(pid: int) -> None:
    until = time.monotonic() + control.STOP_S
    while pid > 0 and _is_running(pid):
        if time.monotonic() > until:
            raise HardwonError(f"the service does not leave (process {pid}); nothing was changed", "end that process")
        time.sleep(_POLL_S)


def _is_running(pid: int) -> bool:
    """Whether a process of ours still works; one that only waits for its parent to take leave does not."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self").exists()


@contextmanager
def _digesters_idle(locks: Iterable[Path]) -> Iterator[None]:
    """Hold the digesters' locks, so that none writes into what is being deleted."""
    until = time.monotonic() + _DIGESTER_WAIT_S
    with ExitStack() as held:
        for lock in locks:
            try:
                handle = os.open(lock, os.O_RDWR | os.O_CLOEXEC)
            except OSError:
                continue
            held.callback(os.close, handle)
            while not _locked(handle) and time.monotonic() < until:
                time.sleep(_POLL_S)
        yield


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False
