"""Backups: one file each, with every store asked for and a page that says which; restored whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
import time
import zipfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hardwon.binding import register
from hardwon.binding.objects import is_name
from hardwon.config.paths import Paths, make_private_dir
from hardwon.errors import InvalidInput, NotFound, StoreDamaged, StoreError
from hardwon.maintenance.files import require_room
from hardwon.store import memories
from hardwon.store.backup import copy_store, put_back
from hardwon.store.database import Database, open_for_reading
from hardwon.store.fitness import exists
from hardwon.store.integrity import examine
from hardwon.store.migrations import put_in_place

MANIFEST = "manifest.json"
USER, SHARED = "user", "shared"
_FORMAT = 1
_MEMBER = re.compile(r"store-\d{1,6}\.db|config\.toml|commits\.txt|log-\d{1,6}\.jsonl")


@dataclass(frozen=True, kw_only=True)
class Backup:
    """One backup.

    Attributes:
        name: of the file. path: where it is.
        created_at: ISO 8601, UTC, "" where the file does not say.
        projects: whose stores are in it; "user" for the person's own, "shared" for a file of several.
        bytes: its size.
        why: "" for one that was asked for.
    """

    name: str
    path: str
    created_at: str
    projects: tuple[str, ...]
    bytes: int
    why: str = ""


def create(
    paths: Paths,
    bindings: Sequence[str],
    *,
    everything: bool = False,
    target: str = "",
    why: str = "",
    at_s: float | None = None,
) -> Backup:
    """Copy stores into one new file, while they are in use.

    Args:
        paths: where the stores are.
        bindings: the projects; the person's own memories always come along.
        everything: every project's, the settings too.
        target: the file to write; one in the folder of backups by default.
        why: what it is made for, where nobody asked.
        at_s: the time, in seconds since 1970.

    Raises:
        NotFound: there is no store yet.
        InvalidInput: there is a file of that name.
        StoreError: a store cannot be read, or there is no room.
    """
    stores = _stores(paths, bindings, everything)
    if not stores:
        raise NotFound("there is nothing to back up yet", "store something first")
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(at_s))
    label = "all" if everything else os.path.basename(os.path.dirname(stores[0][1])) or "store"
    make_private_dir(paths.backups)
    path = os.path.abspath(target) if target else ""
    if path and os.path.lexists(path):
        raise InvalidInput(f"{path} is there already", "name another file")
    require_room(paths.backups, 2 * sum(os.path.getsize(file) for _, file in stores if os.path.exists(file)))
    with tempfile.TemporaryDirectory(dir=paths.backups, prefix=".making-") as folder:
        members = _copies(stores, folder)
        listed = [{name: one[name] for name in ("member", "project", "sha256")} for one in members]
        manifest = {"format": _FORMAT, "created_at": stamp, "why": why, "stores": listed}
        extra = [*_settings(paths, folder), *_commits(paths, folder)] if everything else []
        _pack(f"{folder}/backup", folder, [*(str(one["member"]) for one in members), *extra], manifest)
        if path:
            _move(f"{folder}/backup", path)
        else:
            path = _put_beside(f"{folder}/backup", f"{paths.backups}/{stamp}-{label}{'-' + why if why else ''}")
    return _read(path)


def _put_beside(made: str, stem: str) -> str:
    """Give a finished backup a name that none has, also where others are made in the same second."""
    number = 1
    while True:
        path = f"{stem}.zip" if number == 1 else f"{stem}-{number}.zip"
        try:
            os.link(made, path)
        except FileExistsError:
            number += 1
            continue
        except OSError:  # no hard links here
            if os.path.lexists(path):
                number += 1
                continue
            os.rename(made, path)
        return path


def _move(made: str, path: str) -> None:
    aside = f"{path}.new-{os.getpid()}"
    try:
        shutil.copyfile(made, aside)
        os.chmod(aside, 0o600)
        os.replace(aside, path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}", "name another place") from None


def _stores(paths: Paths, bindings: Sequence[str], everything: bool) -> list[tuple[str, str]]:
    """(project, file) of every store that is there."""
    if paths.db:
        return [(SHARED, paths.db)] if exists(paths.db) else []
    found = [(binding, paths.project_db(binding)) for binding in bindings]
    if everything:
        known = {file for _, file in found}
        folder = paths.data + "/projects"
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        files = [f"{folder}/{name}/memory.db" for name in names]
        found += [(project, file) for file in files if file not in known and (project := _project_in(file))]
    found.append((USER, paths.user_db))
    return [(project, file) for project, file in found if exists(file)]


def _project_in(file: str) -> str:
    """The project whose memories a file holds, "" where it holds none or cannot be read."""
    if not exists(file):
        return ""
    database = open_for_reading(file, busy_ms=1000)
    try:
        return next((binding for binding, _, _ in memories.projects(database) if binding != USER), "")
    finally:
        database.close()


def _copies(stores: Sequence[tuple[str, str]], folder: str) -> list[dict[str, object]]:
    made: list[dict[str, object]] = []
    for number, (project, file) in enumerate(stores):
        member = f"store-{number}.db"
        copy_store(file, f"{folder}/{member}")
        made.append({"member": member, "project": project, "sha256": _digest(f"{folder}/{member}")})
    return made


def _settings(paths: Paths, folder: str) -> list[str]:
    if not os.path.isfile(paths.config_file):
        return []
    shutil.copyfile(paths.config_file, f"{folder}/config.toml")
    return ["config.toml"]


def _commits(paths: Paths, folder: str) -> list[str]:
    """The commits by which clones are known, so that another machine knows them too."""
    lines = [f"{name} {one.value}\n" for one in register.records(paths) if not one.alias for name in one.commits]
    if not lines:
        return []
    with open(f"{folder}/commits.txt", "w", encoding="utf-8") as file:
        file.writelines(lines)
    return ["commits.txt"]


def _know_commits(paths: Paths, file: str, projects: Collection[str]) -> None:
    """Know a backup's commits, of the projects that were restored."""
    if not os.path.isfile(file):
        return
    with open(file, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            name, _, value = line.rstrip("\n").partition(" ")
            if value in projects and is_name(name):
                register.add_to_record(paths, value, [("commit", name)])


def _pack(path: str, folder: str, members: Sequence[str], manifest: dict[str, object]) -> None:
    try:
        with (
            open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as packed,
        ):
            packed.writestr(MANIFEST, json.dumps(manifest, indent=1))
            for member in members:
                packed.write(f"{folder}/{member}", member)
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        os.fsync(handle)
        os.close(handle)
    except OSError as error:
        raise StoreError(f"the backup cannot be written: {error.strerror}", "free some space") from None


def _digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# -- looking -------------------------------------------------------------------------------------------------


def listed(paths: Paths) -> list[Backup]:
    """Every backup in the folder, the oldest first."""
    try:
        names = sorted(os.listdir(paths.backups))
    except OSError:
        return []
    return [_read(f"{paths.backups}/{name}") for name in names if name.endswith((".zip", ".db"))]


def _read(path: str) -> Backup:
    name = os.path.basename(path)
    size = os.path.getsize(path)
    try:
        with zipfile.ZipFile(path) as packed:
            manifest = json.loads(packed.read(MANIFEST))
        projects = tuple(str(one["project"]) for one in manifest["stores"])
        created, why = str(manifest["created_at"]), str(manifest.get("why", ""))
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        projects, created = (), name[:16] if re.match(r"\d{8}T\d{6}Z", name) else ""
        why = "before a change of the schema" if "before-schema" in name else ""
    return Backup(name=name, path=path, created_at=created, projects=projects, bytes=size, why=why)


def find(paths: Paths, name: str) -> str:
    """The file of a backup, by its name, the beginning of it, or a path.

    Raises:
        NotFound: there is none, or several.
    """
    if os.path.isfile(name):
        return os.path.abspath(name)
    found = [one.path for one in listed(paths) if one.name == name] or [
        one.path for one in listed(paths) if name and one.name.startswith(name)
    ]
    if len(found) != 1:
        what = "several backups begin" if found else "no backup begins"
        raise NotFound(f"{what} with {name[:80]!r}", "`mem backup list` shows them")
    return found[0]


def delete(paths: Paths, name: str) -> str:
    """Delete a backup in the folder; tell its path.

    Raises:
        NotFound: there is none, or several.
        InvalidInput: it lies elsewhere.
    """
    path = find(paths, name)
    if os.path.dirname(path) != os.path.abspath(paths.backups):
        raise InvalidInput(f"{path} is not in the folder of backups", "delete it yourself")
    os.unlink(path)
    return path


# -- restoring -----------------------------------------------------------------------------------------------


def restore(paths: Paths, name: str, binding: str, *, everything: bool = False) -> list[str]:
    """Put a backup's stores back; what is there is backed up first.

    Args:
        paths: where the stores belong.
        name: the backup.
        binding: the project whose store is restored.
        everything: every store of the backup, the person's own too, and the settings where there are none.

    Returns:
        what was done, one line each.

    Raises:
        NotFound: there is no such backup, or nothing of that project in it.
        StoreDamaged: the backup is damaged; nothing was changed.
        StoreError: a store cannot be written; those restored before stay so.
    """
    path = find(paths, name)
    make_private_dir(paths.backups)
    with tempfile.TemporaryDirectory(dir=paths.backups, prefix=".restoring-") as folder:
        stores = _unpacked(path, folder)
        if not everything:
            stores = [one for one in stores if one[0] in (binding, SHARED)]
            if not stores:
                raise NotFound(f"{os.path.basename(path)} has nothing of this project", "`--all` restores all of it")
        targets = [(project, file, _place(paths, project)) for project, file in stores]
        for _, file, _ in targets:
            _refuse_unsound(file, path)
        done = []
        here = [project for project, _, place in targets if exists(place)]
        if here:
            kept = create(paths, [one for one in here if one not in (USER, SHARED)], why="before-restore")
            done.append(f"what was there is kept in {kept.name}")
        for project, file, place in targets:
            _put(file, place)
            register.revive(paths, project)
            done.append(f"restored {project} from {os.path.basename(path)}")
        if everything:
            _know_commits(paths, f"{folder}/commits.txt", {project for project, _, _ in targets})
        if everything and os.path.isfile(f"{folder}/config.toml") and not os.path.lexists(paths.config_file):
            os.makedirs(os.path.dirname(paths.config_file), mode=0o700, exist_ok=True)
            shutil.copyfile(f"{folder}/config.toml", paths.config_file)
            done.append(f"restored {paths.config_file}")
    return done


def _unpacked(path: str, folder: str) -> list[tuple[str, str]]:
    if path.endswith(".db"):
        shutil.copyfile(path, f"{folder}/store-0.db")
        return [(_owner(f"{folder}/store-0.db"), f"{folder}/store-0.db")]
    try:
        with zipfile.ZipFile(path) as packed:
            manifest = json.loads(packed.read(MANIFEST))
            if manifest.get("format") != _FORMAT:
                raise InvalidInput(f"{path} is of a newer version", "upgrade Hardwon")
            for member in packed.namelist():
                if _MEMBER.fullmatch(member):  # nothing else is ours, and no name leads out of the folder
                    with packed.open(member) as source, open(f"{folder}/{member}", "xb") as target:
                        shutil.copyfileobj(source, target)
        found = []
        for one in manifest["stores"]:
            file = f"{folder}/{one['member']}"
            if not _MEMBER.fullmatch(str(one["member"])) or _digest(file) != one["sha256"]:
                raise StoreDamaged(f"{path} is damaged: {one['member']} is not as it was packed", "use another backup")
            found.append((str(one["project"]), file))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, EOFError) as error:
        raise StoreDamaged(f"{path} is damaged: {type(error).__name__}", "use another backup") from None
    return found


def _owner(file: str) -> str:
    database: Database = open_for_reading(file)
    try:
        bindings = [binding for binding, _, _ in memories.projects(database)]
    finally:
        database.close()
    return bindings[0] if len(bindings) == 1 else SHARED if bindings else USER


def _place(paths: Paths, project: str) -> str:
    if bool(paths.db) != (project == SHARED):
        raise InvalidInput(
            "the backup is of stores that are laid out differently (HARDWON_DB)",
            "`mem export` and `mem import` move memories",
        )
    return paths.db if project == SHARED else paths.user_db if project == USER else paths.project_db(project)


def _refuse_unsound(file: str, path: str) -> None:
    found = examine(file)
    if not found.is_sound:
        wrong = (found.problems + found.index_problems)[0]
        raise StoreDamaged(f"{path} is damaged: {wrong}", "use another backup")


def _put(file: str, place: str) -> None:
    if exists(place):
        put_back(file, place)
        return
    make_private_dir(os.path.dirname(place))
    aside = f"{place}.new-{os.getpid()}"
    shutil.copyfile(file, aside)
    os.chmod(aside, 0o600)
    put_in_place(aside, place)
    os.unlink(aside) if os.path.lexists(aside) else None


def tidy(paths: Paths) -> list[str]:
    """Remove what backups and restores left that were ended; tell which. Only where none is under way."""
    try:
        names = os.listdir(paths.backups)
    except OSError:
        return []
    left = [f"{paths.backups}/{name}" for name in sorted(names) if name.startswith((".making-", ".restoring-"))]
    old = [path for path in left if time.time() - os.lstat(path).st_mtime > 3600]
    for path in old:
        shutil.rmtree(path, ignore_errors=True)
    return old
