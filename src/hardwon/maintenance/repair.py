"""Puts a sound store in the place of a damaged one; what was there is kept beside it.

A store is two files, the database and its log, and no system call exchanges both. So the steps are: give the damaged
files second names; put a mark in the database's place, which everybody takes for "being repaired"; remove the
log's old name; rename the new database over the mark. Killed anywhere between, either the damaged store is still in
place or the mark tells the next repair where to go on.
"""

from __future__ import annotations

import os
import stat
import time

from hardwon.errors import StoreDamaged, StoreError, StoreForeign, StoreLocked, StoreNewer, StoreReadOnly
from hardwon.maintenance import files
from hardwon.store import salvage
from hardwon.store.database import WRITE_BUSY_MS
from hardwon.store.fitness import exists, read_mark, repair_mark
from hardwon.store.image import make_image
from hardwon.store.integrity import Examined, examine
from hardwon.store.locks import folder_held, writers_shut_out

_COMPANIONS = ("-wal", "-shm")
_SPARE_BYTES = 16 << 20
_COPIES = 3  # of the damaged files: the image, the new store, and the new store's log while it is filled


def repair_store(path: str, *, is_ours: bool) -> list[str]:
    """Repair one store if something is wrong with it.

    Args:
        path: the database file, or where it should be.
        is_ours: whether it lies in our own data folder; elsewhere, what holds no memory is not touched.

    Returns:
        what was done, one line each; nothing for a sound store.

    Raises:
        StoreLocked: another process is writing to it.
        StoreForeign, StoreNewer: it is another program's, or a newer version's.
        StoreError: it cannot be repaired; it is as it was.
    """
    path = os.path.realpath(path)
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        return []
    with folder_held(folder, wait_ms=WRITE_BUSY_MS):
        done = [f"removed {left}, left over by a process that was ended" for left in files.remove_leftovers(path)]
        done += [f"closed {opened} to other users" for opened in files.make_private(path, with_folder=is_ours)]
        try:
            return done + _Repair(path, is_ours=is_ours).run()
        except OSError as error:
            raise StoreReadOnly(
                f"{path} cannot be repaired: {error.strerror}", "give yourself write access to its folder"
            ) from None


class _Repair:
    """The repair of one store, while nobody else repairs in its folder."""

    def __init__(self, path: str, *, is_ours: bool) -> None:
        self._path = path
        self._is_ours = is_ours
        self._work = f"{path}{files.REPAIR}{os.getpid()}-{time.monotonic_ns():x}"

    def run(self) -> list[str]:
        mark = read_mark(self._path)
        if mark is not None:
            return self._go_on(os.path.join(os.path.dirname(self._path), mark[1]))
        if not exists(self._path):
            return []
        try:
            found = examine(self._path)
        except (StoreLocked, StoreReadOnly, StoreForeign, StoreNewer):
            raise
        except StoreError as error:
            return self._rebuild(_reason(error, self._path))
        if found.is_sound:
            return []
        if not found.problems:
            return self._reindex(found)
        return self._rebuild(found.problems[0])

    def _reindex(self, found: Examined) -> list[str]:
        """Only what is made from other rows is wrong: it is made anew where it lies."""
        reason = found.index_problems[0]
        aside = _unused(self._path)
        try:
            salvage.copy_store(self._path, self._work)
            os.rename(self._work, aside)
            files.sync_folder(aside)
            salvage.reindex(self._path, busy_ms=WRITE_BUSY_MS)
        except StoreError as error:
            # It is as it was.
            files.remove(aside)
            if isinstance(error, StoreDamaged):
                return self._rebuild(reason)
            raise
        finally:
            files.remove(self._work, *(self._work + end for end in _COMPANIONS))
        if not examine(self._path).is_sound:
            return self._rebuild(reason)
        return [f"{self._path}: {reason}; made anew from its {found.memories} memories", _kept(aside)]

    def _rebuild(self, reason: str) -> list[str]:
        self._refuse_others_folder()
        files.require_space(self._path, _COPIES * _bytes_of(self._path) + _SPARE_BYTES)
        try:
            with writers_shut_out(self._path, wait_ms=WRITE_BUSY_MS) as handle:
                told = self._make_anew(handle, self._path)
                aside = self._exchange(handle)
        finally:
            self._tidy()
        return [f"{self._path} was damaged: {reason}", *told, *([_kept(aside)] if aside else [])]

    def _go_on(self, aside: str) -> list[str]:
        """A repair was ended after it had put the damaged files aside."""
        files.require_space(self._path, _COPIES * _bytes_of(aside) + _SPARE_BYTES)
        handle = _opened(aside)
        try:
            told = self._make_anew(handle, aside)
            self._finish()
        finally:
            if handle >= 0:
                os.close(handle)
            self._tidy()
        return [f"{self._path}: a repair that was ended half way was finished", *told, _kept(aside)]

    # -- the new store -----------------------------------------------------------------------------------

    def _make_anew(self, handle: int, source: str) -> list[str]:
        image = make_image(handle, source + "-wal", self._work + ".image")
        salvage.refuse_others(image, self._path)
        found = salvage.salvage(image, self._work)
        has_content = os.path.getsize(image.path) > 0
        if has_content and not (self._is_ours or image.is_database or found.memories):
            raise StoreForeign(
                f"{self._path} is no database, and holds no memory", "point HARDWON_DB somewhere else, or move it away"
            )
        self._verify(found.memories)
        return _told(found)

    def _verify(self, memories: int) -> None:
        made = examine(self._work)
        if not made.is_sound or made.memories != memories:
            what = (made.problems + made.index_problems + ["its memories are not all there"])[0]
            raise StoreError(f"{self._path} could not be rebuilt: {what}", "it is left as it was; keep a copy of it")
        files.sync(self._work)

    # -- putting it in place -----------------------------------------------------------------------------

    def _exchange(self, handle: int) -> str:
        """Keep the damaged files under other names and put the new one in place; the name of the kept one."""
        aside = _unused(self._path)
        for end in _COMPANIONS:
            if files.size_of(self._path + end):
                files.keep(self._path + end, aside + end)
        if os.path.isdir(self._path):
            os.rename(self._path, aside)
        elif handle >= 0:
            files.keep(self._path, aside, handle)
        files.sync_folder(self._path)
        self._put_mark(os.path.basename(aside), replace=handle >= 0)
        self._finish()
        return next((aside + end for end in ("", *_COMPANIONS) if os.path.lexists(aside + end)), "")

    def _refuse_others_folder(self) -> None:
        if not self._is_ours and os.path.isdir(self._path) and os.listdir(self._path):
            raise StoreForeign(f"{self._path} is a folder with something in it", "point HARDWON_DB somewhere else")

    def _put_mark(self, aside: str, *, replace: bool) -> None:
        mark = self._work + ".mark"
        with open(mark, "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(repair_mark(os.getpid(), aside))
        files.sync(mark)
        if replace:
            os.rename(mark, self._path)
        else:
            files.put_where_nothing_is(mark, self._path)
        files.sync_folder(self._path)

    def _finish(self) -> None:
        """The mark stands: the log's old name goes, the new store comes."""
        files.remove(*(self._path + end for end in _COMPANIONS))
        files.sync_folder(self._path)
        os.rename(self._work, self._path)
        files.sync_folder(self._path)

    def _tidy(self) -> None:
        names = (self._work, self._work + ".image", self._work + ".mark")
        files.remove(*names, *(self._work + end for end in _COMPANIONS))


def _opened(path: str) -> int:
    try:
        state = os.lstat(path)
    except FileNotFoundError:
        return -1
    if not stat.S_ISREG(state.st_mode):
        return -1
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def _bytes_of(path: str) -> int:
    return files.size_of(path) + files.size_of(path + "-wal")


def _unused(path: str) -> str:
    """A name for the damaged file that is not taken."""
    name = first = f"{path}{files.DAMAGED}{time.strftime('%Y%m%dT%H%M%S')}"
    number = 1
    while any(os.path.lexists(name + end) for end in ("", *_COMPANIONS)):
        number += 1
        name = f"{first}-{number}"
    return name


def _reason(error: StoreError, path: str) -> str:
    return str(error).removeprefix(f"{path} is damaged: ")


def _kept(aside: str) -> str:
    return f"the damaged file is kept as {aside}"


def _told(found: salvage.Salvaged) -> list[str]:
    shown = [f"{count} {table}" for table, count in found.counts.items() if table in ("outcomes", "sessions") and count]
    told = [f"put back: {', '.join([f'{found.memories} memories', *shown])}"]
    if found.lost:
        told.append(f"{found.lost} memories could not be read; they are in the damaged file alone")
    if found.garbled:
        told.append(f"{len(found.garbled)} texts are not whole and quarantined: mem list --status quarantined")
    if found.older:
        told.append(
            f"{len(found.older)} memories have an older text again and are archived: mem list --status archived"
        )
    return told
