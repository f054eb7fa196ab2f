"""Whether a person's stores are sound, and the repair of those that are not: for `mem doctor`."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

from hardwon.config.paths import Paths
from hardwon.errors import StoreError, StoreForeign, StoreNewer
from hardwon.maintenance import files
from hardwon.maintenance.backups import tidy
from hardwon.maintenance.repair import repair_store
from hardwon.maintenance.traces import drop_plans, unfinished
from hardwon.store import upkeep
from hardwon.store.database import SCHEMA_VERSION, open_for_reading
from hardwon.store.fitness import REPAIR, exists
from hardwon.store.integrity import Examined, examine
from hardwon.store.locks import is_being_written
from hardwon.store.migrations import open_existing

WRITE_MS = 1000  # a write takes some milliseconds
LOG_BYTES_MAX = 64 << 20
FREE_BYTES_MIN = 64 << 20
_SHOWN = 3


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        name: what it is.
        ok: whether it is as it should be.
        detail: what was found.
        hint: what to do, "" when nothing is.
    """

    name: str
    ok: bool
    detail: str
    hint: str = ""


def check(paths: Paths, binding: str) -> list[Finding]:
    """Look at a project's store and the person's own; change nothing in them.

    Args:
        paths: where the stores are.
        binding: the project.
    """
    found: list[Finding] = []
    for path in _stores(paths, binding):
        found.append(_store(path))
        found += _around(path, is_ours=_is_ours(paths, path))
    return [*found, *_purges(paths), *_disk(paths)]


def repair(paths: Paths, binding: str) -> list[str]:
    """Repair a project's store and the person's own, where something is wrong with them.

    Args:
        paths: where the stores are.
        binding: the project.

    Returns:
        what was done, one line each.

    Raises:
        StoreLocked: another process is writing to a store.
        StoreError: a store cannot be repaired; it is as it was.
    """
    done: list[str] = []
    failed: StoreError | None = None
    for path in _stores(paths, binding):
        try:
            done += repair_store(path, is_ours=_is_ours(paths, path))
            done += _drop_stale_leases(os.path.realpath(path))
        except (StoreForeign, StoreNewer) as error:
            done.append(f"left as it is: {error}")
        except StoreError as error:
            failed = failed or error
    done += [f"removed {left}, left over by a backup that was ended" for left in tidy(paths)]
    done += [f"removed {left}, a purge that was never confirmed" for left in drop_plans(paths.data, _now())]
    if failed is not None and not done:
        raise failed
    return done + ([f"not repaired: {failed}"] if failed else [])


def _stores(paths: Paths, binding: str) -> list[str]:
    """The files, the project's first; one for both where HARDWON_DB says so."""
    return list(dict.fromkeys((paths.project_db(binding), paths.user_db)))


def _is_ours(paths: Paths, path: str) -> bool:
    """Whether it lies in our own data folder; one that is only linked from there lies in somebody else's."""
    return not paths.db and path.startswith(paths.data + "/") and not os.path.islink(path)


# -- one store -----------------------------------------------------------------------------------------------


def _store(path: str) -> Finding:
    if not exists(path):
        return Finding(name="store", ok=True, detail=f"{path}: no memories yet")
    real = os.path.realpath(path)
    if is_being_written(real, wait_ms=WRITE_MS):
        return Finding(
            name="store",
            ok=False,
            detail=f"{path} is locked: another process has been writing to it for {WRITE_MS / 1000:g} s",
            hint=f"end that process; `fuser {path}` names it",
        )
    try:
        found = examine(path)
    except StoreError as error:
        return Finding(name="store", ok=False, detail=str(error), hint=error.hint or REPAIR)
    return _judged(path, real, found)


def _judged(path: str, real: str, found: Examined) -> Finding:
    wrong = found.problems + found.index_problems
    if wrong:
        more = f", and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        return Finding(
            name="store", ok=False, detail=f"{path} is damaged: {'; '.join(wrong[:_SHOWN])}{more}", hint=REPAIR
        )
    if not (os.access(real, os.W_OK) and os.access(os.path.dirname(real), os.W_OK)):
        return Finding(
            name="store",
            ok=False,
            detail=f"{path} cannot be written, so nothing new is remembered",
            hint="give yourself write access to the file and its folder",
        )
    if found.log_bytes > max(LOG_BYTES_MAX, found.bytes):
        return Finding(
            name="store",
            ok=False,
            detail=f"the log of {path} has grown to {found.log_bytes >> 20} MB: a process holds on to an old state",
            hint=f"end old sessions; `fuser {path}` names them; the next write after that empties the log",
        )
    return Finding(name="store", ok=True, detail=f"{path}: {_described(found)}")


def _described(found: Examined) -> str:
    parts = [_counted(found.memories, "memory", "memories"), f"{found.bytes / 1024:,.0f} KB", f"schema {found.version}"]
    if found.version < SCHEMA_VERSION:
        parts[-1] += f" (the next write brings it to {SCHEMA_VERSION})"
    if found.vectors_of:
        parts.append(_counted(found.vectors, "vector", "vectors"))
    return ", ".join(parts)


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _around(path: str, *, is_ours: bool) -> Iterator[Finding]:
    """What lies around a store; only what is worth a line."""
    real = os.path.realpath(path)
    opened = files.open_to_others(real, with_folder=is_ours)
    if opened:
        detail = f"other users may look into {', '.join(opened)}"
        yield Finding(name="privacy", ok=False, detail=detail, hint=REPAIR.split(" keeps")[0] + " closes them")
    left = files.leftovers(real)
    if left:
        detail = f"{len(left)} files are left over by processes that were ended: {', '.join(left[:_SHOWN])}"
        yield Finding(name="leftovers", ok=False, detail=detail, hint=REPAIR.split(" keeps")[0] + " removes them")
    stale = _stale_leases(real)
    if stale:
        told = ", ".join(f"{name} of {holder}" for name, holder, _ in stale[:_SHOWN])
        detail = f"{_counted(len(stale), 'lock', 'locks')} of upkeep outlived a process that was ended: {told}"
        yield Finding(name="locks", ok=False, detail=detail, hint=REPAIR.split(" keeps")[0] + " removes them")
    kept = files.kept(real)
    if kept:
        detail = f"damaged files are kept: {', '.join(kept[-_SHOWN:])}; delete them when you miss nothing"
        yield Finding(name="kept", ok=True, detail=detail)


def _stale_leases(path: str) -> list[tuple[str, str, int]]:
    """What a killed run left; the next run takes it over all the same."""
    if not exists(path):
        return []
    try:
        database = open_for_reading(path, busy_ms=WRITE_MS)
    except StoreError:
        return []  # told of already
    try:
        return upkeep.stale_leases(database, _now())
    except StoreError:
        return []
    finally:
        database.close()


def _drop_stale_leases(path: str) -> Iterator[str]:
    if not _stale_leases(path):
        return
    database = open_existing(path)
    try:
        count = upkeep.drop_stale_leases(database, _now())
    finally:
        database.close()
    yield f"removed {_counted(count, 'lock', 'locks')} of upkeep from {path}, left by a process that was ended"


def _now() -> int:
    return time.time_ns() // 1_000_000


def _purges(paths: Paths) -> Iterator[Finding]:
    left = unfinished(paths.data)
    if left:
        detail = f"{len(left)} purges were begun and not ended: {', '.join(left[:_SHOWN])}"
        yield Finding(name="purge", ok=False, detail=detail, hint="`mem purge confirm` with the same token ends one")
    half = [name for name in os.listdir(paths.backups) if name.startswith(".")] if os.path.isdir(paths.backups) else []
    if half:
        detail = f"{len(half)} backups were begun and not ended in {paths.backups}"
        yield Finding(name="backups", ok=True, detail=f"{detail}; they go when they are an hour old")


def _disk(paths: Paths) -> Iterator[Finding]:
    place = os.path.dirname(paths.db) if paths.db else paths.data
    kind = files.network_kind(place)
    try:
        free = files.free_bytes(place)
    except OSError as error:
        yield Finding(name="disk", ok=False, detail=f"{place}: {error.strerror}", hint="set HARDWON_HOME elsewhere")
        return
    if kind:
        detail = f"{place} is on a network file system ({kind}), where locks do not hold between machines"
        yield Finding(name="disk", ok=False, detail=detail, hint="set HARDWON_HOME to a folder on a local disk")
    elif free < FREE_BYTES_MIN:
        yield Finding(name="disk", ok=False, detail=f"{free >> 20} MB are free at {place}", hint="free some space")
    else:
        yield Finding(name="disk", ok=True, detail=f"{free >> 20:,} MB are free at {place}")
