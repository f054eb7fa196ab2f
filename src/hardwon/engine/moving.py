"""Brings everything of one project into another, and back: a plan on disk, then steps that may be done twice.

The plan is written before anything is touched and marked as done at the end. Whoever is ended in between has it gone on
with by the next process that looks, so no half of a project stays behind and nothing is there twice.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from hardwon.binding import register
from hardwon.binding.project import short_name
from hardwon.binding.register import Decision
from hardwon.config import paused
from hardwon.config.paths import Paths, make_private_dir
from hardwon.errors import StoreReadOnly
from hardwon.maintenance import ledger as deletions
from hardwon.store import ledger, memories, moving
from hardwon.store.database import Database
from hardwon.store.fitness import exists
from hardwon.store.migrations import open_existing, open_store

OPEN, DONE, UNDONE = "open", "done", "undone"
_KEPT = 100
_TRANSCRIPTS = "transcripts"


@dataclass(kw_only=True)
class Move:
    """One project's way into another.

    Attributes:
        id: names the plan. at: when it was made, in milliseconds.
        source, target: the projects.
        ids: the memories that go, or went.
        whole: everything goes.
        renames: the source's name stands for the target from then on.
        was_empty: whether the target had nothing before.
        place: the folder it is done for, "" for none.
        how: why that folder has the target afterwards.
        backup: where both were copied to before, "" for no copy.
        state: open, done or undone.
    """

    id: str
    at: int
    source: str
    target: str
    ids: list[str] = field(default_factory=list)
    whole: bool = True
    renames: bool = True
    was_empty: bool = True
    place: str = ""
    how: str = register.LINKED
    backup: str = ""
    state: str = OPEN


def begin(
    paths: Paths,
    source: str,
    target: str,
    *,
    at: int,
    place: str = "",
    how: str = register.LINKED,
    backup: str = "",
    ids: list[str] | None = None,
    renames: bool = True,
) -> Move:
    """Write down that one project goes into another, and see it done.

    Args:
        paths: where the stores are.
        source: the project that goes.
        target: where to.
        at: the time, in milliseconds.
        place, how, backup: as Move has them.
        ids: only these memories; None for everything.
        renames: the source's name stands for the target from then on.

    Raises:
        StoreError: a store cannot be read or written; what was begun is gone on with later.
    """
    move = Move(
        id=f"{at:015d}-{secrets.token_hex(4)}",
        at=at,
        source=source,
        target=target,
        ids=ids if ids is not None else memories_of(paths, source),
        whole=ids is None,
        renames=renames,
        was_empty=not memories_of(paths, target),
        place=place,
        how=how,
        backup=backup,
    )
    with _locked(paths):
        _write(paths, move)
        _carry_out(paths, move)
    _drop_old(paths)
    return move


def finish(paths: Paths, *, waits: bool = True) -> int:
    """Go on with every move that was begun and did not end; how many there were.

    Args:
        paths: where the stores are.
        waits: for another process that is at it; else nothing is done then.

    Raises:
        StoreError: a store cannot be read or written.
    """
    if not unfinished(paths):
        return 0
    try:
        with _locked(paths, waits=waits):
            found = unfinished(paths)
            for move in found:
                _carry_out(paths, move)
    except BlockingIOError:
        return 0
    return len(found)


def unfinished(paths: Paths) -> list[Move]:
    """Moves that were begun and did not end, the first first."""
    return [move for move in moves(paths) if move.state == OPEN] if has_unfinished(paths) else []


def has_unfinished(paths: Paths) -> bool:
    """Whether a move was begun and did not end; costs one look."""
    try:
        return any(name.endswith(".json") for name in os.listdir(_begun(paths)))
    except OSError:
        return False


def moves(paths: Paths) -> list[Move]:
    """Every move that is remembered, the first first."""
    found = {move.id: move for move in _read(_begun(paths))} | {move.id: move for move in _read(_folder(paths))}
    return [found[id] for id in sorted(found)]


def _read(folder: str) -> Iterator[Move]:
    for path in Path(folder).glob("*.json"):
        with suppress(OSError, ValueError, TypeError):
            yield Move(**json.loads(path.read_text("utf-8")))


def take_back(paths: Paths, move: Move, *, at: int) -> Move:
    """Bring what a move brought back to where it was.

    Args:
        paths: where the stores are.
        move: one that is done.
        at: the time, in milliseconds.

    Raises:
        StoreError: a store cannot be read or written; done again, it goes on.
    """
    register.add_to_record(paths, move.source, [("alias", "")])
    whole = move.whole and move.was_empty and not _has_other_names(paths, move)
    there = set(memories_of(paths, move.target))
    ids = None if whole else [id for id in move.ids if id in there]
    back = begin(paths, move.target, move.source, at=at, place=move.place, how=register.OWN, ids=ids, renames=False)
    for other, known in register.places(paths):
        if known.claim == move.source and known.value == move.target:
            register.write_place(paths, other, Decision(known.claim, move.source, register.CLONE))
    move.state = UNDONE
    _write(paths, move)
    return back


def _has_other_names(paths: Paths, move: Move) -> bool:
    """Whether the target is more than what was brought: folders of its own, or others that came into it."""
    record = register.read_record(paths, move.target)
    aliased = [one for one in register.records(paths) if one.alias == move.target and one.value != move.source]
    return bool(aliased) or (record is not None and any(place != move.place for place in record.places))


def sweep(paths: Paths, target: str, *, at: int) -> int:
    """Bring along what was written under a project's earlier names since; how many memories.

    Args:
        paths: where the stores are.
        target: the project.
        at: the time, in milliseconds.

    Raises:
        StoreError: a store cannot be read or written.
    """
    count = 0
    for record in register.records(paths):
        if record.alias == target and is_there(paths, record.value):
            count += len(begin(paths, record.value, target, at=at).ids)
    return count


def memories_of(paths: Paths, project: str) -> list[str]:
    """The ids of a project's memories, whatever their status."""
    path = paths.project_db(project)
    if not exists(path):
        return []
    database = open_existing(path)
    try:
        return memories.ids_of(database, project)
    finally:
        database.close()


def memory_count(paths: Paths, project: str) -> int:
    """How many memories a project has, whatever their status."""
    path = paths.project_db(project)
    if not exists(path):
        return 0
    database = open_existing(path)
    try:
        return memories.count_of(database, project)
    finally:
        database.close()


def is_there(paths: Paths, project: str) -> bool:
    """Whether a file says that it has something of a project."""
    path = paths.project_db(project)
    if not exists(path):
        return False
    database = open_existing(path)
    try:
        return any(binding == project for binding, _, _ in memories.projects(database))
    finally:
        database.close()


# -- the steps -------------------------------------------------------------------------------------------------


def _carry_out(paths: Paths, move: Move) -> None:
    for step in (_bring_rows, _bring_names, _bring_log, _bring_transcripts, _bring_trace, _bring_calls, _bring_pause):
        step(paths, move)
    move.state = DONE
    _write(paths, move)
    with suppress(FileNotFoundError):
        os.unlink(f"{_begun(paths)}/{move.id}.json")
    with suppress(OSError):  # others are under way
        os.rmdir(_begun(paths))


def _bring_rows(paths: Paths, move: Move) -> None:
    path = paths.project_db(move.source)
    if not exists(path):
        return
    source = open_existing(path)
    same = path == paths.project_db(move.target)
    target = source if same else open_store(paths.project_db(move.target))
    try:
        known = next((one for one in memories.projects(source) if one[0] == move.source), None)
        if known is None:
            return
        _ensure_target(target, move, known[1], known[2])
        late = moving.move(
            source, target, move.source, move.target, None if move.whole else move.ids,
            arrived=lambda: _bring_names(paths, move),
        )  # fmt: skip
        move.ids = list(dict.fromkeys([*move.ids, *late]))
    finally:
        source.close()
        if not same:
            target.close()


def _ensure_target(target: Database, move: Move, name: str, root: str) -> None:
    """A name that a person gave comes along; one that the binding gave is the new binding's."""
    kept = name if name != short_name(move.source) else short_name(move.target)
    with target.atomic():
        memories.ensure_project(target, move.target, kept, root, move.at)


def _bring_log(paths: Paths, move: Move) -> None:
    """What was purged stays known as purged: a later restore must not bring it back."""
    here = deletions.path_of(paths.project_db(move.source))
    there = deletions.path_of(paths.project_db(move.target))
    if here == there or not move.whole or not os.path.exists(here):
        return
    told = set(Path(there).read_text("utf-8").splitlines()) if os.path.exists(there) else set()
    lines = [line for line in Path(here).read_text("utf-8").splitlines() if line not in told]
    try:
        handle = os.open(there, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        with open(handle, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        os.unlink(here)
    except OSError as error:
        raise StoreReadOnly(f"{there} cannot be written: {error.strerror}", "give yourself write access") from None


def _bring_transcripts(paths: Paths, move: Move) -> None:
    here, there = (Path(paths.project_dir(project), _TRANSCRIPTS) for project in (move.source, move.target))
    if not move.whole or not here.is_dir():
        return
    make_private_dir(str(there))
    for path in here.iterdir():
        if not (there / path.name).exists():
            path.rename(there / path.name)
    with suppress(OSError):
        here.rmdir()


def _bring_trace(paths: Paths, move: Move) -> None:
    """What hosts were offered."""
    if move.whole:
        from hardwon.engine import evaluation

        evaluation.bring(paths, move.source, move.target)


def _bring_calls(paths: Paths, move: Move) -> None:
    if move.whole and exists(ledger.ledger_file(paths)):
        with ledger.opened(paths) as book:
            ledger.rename_project(book, move.source, move.target)


def _bring_pause(paths: Paths, move: Move) -> None:
    """A folder that was paused stays so, where nobody else works under the project's name."""
    since = paused.since(paths, paused.PROJECT, move.source) if move.whole else 0
    if since and move.was_empty:
        paused.pause(paths, paused.PROJECT, move.target, now_ms=since)
        paused.resume(paths, paused.PROJECT, move.source)


def _bring_names(paths: Paths, move: Move) -> None:
    """Folders that had the source have the target now, and its name stands for it."""
    record = register.read_record(paths, move.source)
    if move.renames:
        said = [("alias", "")]
        if record is not None:
            said += [("place", place) for place in record.places] + [("commit", name) for name in record.commits]
        register.add_to_record(paths, move.target, said)
        register.add_to_record(paths, move.source, [("alias", move.target)])
    else:
        register.add_to_record(paths, move.target, [("place", move.place)] if move.place else [])
        register.add_to_record(paths, move.source, [("leaves", move.place)] if move.place else [])
    for place, known in register.places(paths):
        how = known.how if known.how in (register.FIRST, register.CLONE) else register.LINKED
        if place == move.place:
            how = move.how
        elif not move.renames or known.value != move.source:
            continue
        fresh = Decision(known.claim, move.target, how)
        if known != fresh:
            register.write_place(paths, place, fresh)


# -- the plans -------------------------------------------------------------------------------------------------


def _folder(paths: Paths) -> str:
    return register.folder(paths) + "/moves"


def _begun(paths: Paths) -> str:
    return _folder(paths) + "/begun"


def _write(paths: Paths, move: Move) -> None:
    folder = _begun(paths) if move.state == OPEN else _folder(paths)
    make_private_dir(folder)
    path = f"{folder}/{move.id}.json"
    aside = f"{path}.new"
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "w") as file:
        json.dump(asdict(move), file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(aside, path)


def _drop_old(paths: Paths) -> None:
    old = [move for move in moves(paths) if move.state != OPEN][:-_KEPT]
    for move in old:
        with suppress(OSError):
            os.unlink(f"{_folder(paths)}/{move.id}.json")


@contextmanager
def _locked(paths: Paths, *, waits: bool = True) -> Iterator[None]:
    """One move at a time on a machine."""
    make_private_dir(_folder(paths))
    handle = os.open(f"{_folder(paths)}/lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        yield
    finally:
        os.close(handle)
