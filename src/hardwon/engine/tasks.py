"""Tasks: brings what trackers tell into the store, and lays a task's end to the memories that belong to it.

Read are Claude Code's tasks and todos, from their files and from the calls in transcripts, and Beads. Nothing of theirs
is written or locked. Each tracker's reader remembers what it has seen, so a look at what has not changed reads
no file; where two processes look at once, the later one looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.engine import task_calls, task_ends
from hardwon.engine.task_changes import Seen, moved, without_purged, without_secrets
from hardwon.hosts.claude_code.projects import base_folder, folders_of, sessions_elsewhere
from hardwon.maintenance.ledger import Purged
from hardwon.outcomes.trackers import beads, claude_tasks
from hardwon.outcomes.trackers.base import Closing, Open, Sync
from hardwon.outcomes.trackers.beads_files import Place
from hardwon.store import tasks
from hardwon.store.tasks import ACTIVE, CLOSED, GONE, OPEN, Task

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.store.database import Database

CLAUDE, TODO, BEADS = SOURCES = ("claude", "todo", "beads")
NAMES = {CLAUDE: "Claude Code tasks", TODO: "Claude Code todos", BEADS: "Beads"}
_TRIES = 3


@dataclass(frozen=True, kw_only=True)
class Looked:
    """What a look at one source found.

    Attributes:
        source: claude, todo or beads. place: the folder it is kept in, "" where there is none.
        is_there: whether there is one. notes: what could not be read, one line each.
    """

    source: str
    place: str
    is_there: bool
    notes: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """What was found and what not, in one line."""
        name = NAMES[self.source]
        if not self.is_there:
            return f"{name}: none" + (f" in {self.place}" if self.place else " here")
        return f"{name}: {self.place}" + "".join(f"; {note}" for note in self.notes)


@dataclass(kw_only=True)
class Synced:
    """What a look at all trackers changed.

    Attributes:
        sources: one for each tracker.
        closed, reopened: how many tasks were closed, and how many closes hold no more. seen: how many tasks were new.
        linked: memories that were linked to a task. recorded, withdrawn: memories with a new outcome, and with one
            that no longer counts.
    """

    sources: tuple[Looked, ...] = ()
    seen: int = 0
    closed: int = 0
    reopened: int = 0
    linked: int = 0
    recorded: int = 0
    withdrawn: int = 0

    @property
    def is_changed(self) -> bool:
        """Whether anything is otherwise than at the last look."""
        return any((self.seen, self.closed, self.reopened, self.linked, self.recorded, self.withdrawn))


def sync(
    engine: Engine,
    environ: Mapping[str, str],
    *,
    cwd: str = "",
    transcripts: Sequence[str] | None = None,
    source: str = "",
) -> Synced:
    """Look at every tracker of a project once, and keep what changed since the last look.

    The digester calls this at the end of a turn, after it stored what hooks gave and after `learn`: memories given to a
    session while a task was active are linked to it, and its end is laid to them (one outcome for a session and a
    memory, see hardwon.engine.verdicts; weight ½, shared where it failed).

    Args:
        engine: the project's.
        environ: CLAUDE_CONFIG_DIR, CLAUDE_CODE_TASK_LIST_ID, CLAUDE_CODE_TODOS_DIR, BEADS_DIR and BEADS_DB are looked
            at.
        cwd: the folder to look for `.beads` from; the project's own by default.
        transcripts: the sessions to look for calls of task tools in, with their subagents; all of the project's by
            default. What was read before is not read again.
        source: beads to look at that alone; claude and todo are looked at together; "" for all.

    Raises:
        StoreError: the store cannot be written; the next look finds the same.
    """
    look = _Look(engine, environ, cwd or engine.root)
    sources = [] if source == BEADS else look.claude(transcripts)
    if source in ("", BEADS):
        sources.append(look.beads())
    return look.done(sources)


class _Look:
    """One look at all the trackers of a project."""

    def __init__(self, engine: Engine, environ: Mapping[str, str], cwd: str) -> None:
        self._engine = engine
        self._environ = environ
        self._cwd = cwd
        self._home = engine.stores.paths.home
        self._done = Synced()
        self._unkept: list[task_calls.Reading] = []

    def claude(self, transcripts: Sequence[str] | None) -> list[Looked]:
        """Look at Claude Code's tasks and todos, in sessions first: calls have times, files do not."""
        base = base_folder(self._environ, self._home)
        own = folders_of(base, task_calls.roots_of(self._engine))
        list_id = self._environ.get("CLAUDE_CODE_TASK_LIST_ID", "")
        paths = task_calls.transcripts_of(own) if transcripts is None else transcripts
        self._unkept = task_calls.read(self._engine, paths, list_id, self._apply)
        where = replace(claude_tasks.places(self._environ, self._home), others=sessions_elsewhere(base, own))
        found = self._look_at(CLAUDE, lambda state: claude_tasks.sync(where, state))
        return _of_claude(where, found)

    def beads(self) -> Looked:
        """Look at the project's beads."""
        place = beads.find(self._cwd, self._environ, self._home)
        found = self._look_at(BEADS, lambda state: beads.sync(place, state)) if place else Sync(changed=False)
        return _of_beads(place, found)

    def done(self, sources: Sequence[Looked]) -> Synced:
        """End the look: link what was given meanwhile, and tell what changed."""
        if self._unkept:
            task_calls.keep(self._engine, self._unkept, self._apply)
        self._link_active()
        self._done.sources = tuple(sources)
        return self._done

    # -- one tracker --------------------------------------------------------------------------------------

    def _look_at(self, source: str, read: Callable[[str], Sync]) -> Sync:
        for _ in range(_TRIES):
            database = self._reading()
            revision, state = tasks.source_state(database, self._engine.project, source) if database else (0, "")
            found = read(state)
            if not found.changed or found.state == state or (database is None and not found.present):
                return found
            writing = self._engine._writing(self._engine.project)
            with writing.atomic():
                if tasks.keep_source_state(writing, self._engine.project, source, revision, found.state):
                    self._keep(writing, source, found)
                    return found
        return found

    def _keep(self, database: Database, source: str, found: Sync) -> None:
        sources = (CLAUDE, TODO) if source == CLAUDE else (source,)
        known = {
            one.key: one for name in sources for one in tasks.tasks_of(database, self._engine.project, source=name)
        }
        seen = [_seen_closed(closing) for closing in found.closings] + [_seen_open(one) for one in found.tasks or ()]
        absent = [
            Seen(key=one.key, source=one.source, id=one.id, state=GONE, status="gone")
            for one in known.values()
            if one.state in (OPEN, ACTIVE) and one.place == "file" and one.key not in found.present
        ]
        self._take(database, known, [*seen, *absent])

    def _apply(self, database: Database, seen: Sequence[Seen]) -> None:
        """Keep what calls in a session changed, in their order."""
        known = {one.key: task for one in seen if (task := tasks.task_of(database, self._engine.project, one.key))}
        self._take(database, known, seen)

    def _take(self, database: Database, known: dict[str, Task], seen: Iterable[Seen]) -> None:
        now = self._engine.clock()
        ends = task_ends.Ends(self._engine, database)
        purged = Purged(database.path)
        for one in seen:
            before = known.get(one.key)
            after = moved(before, without_purged(without_secrets(one), purged), self._engine.project, now)
            if after == before:
                continue
            tasks.put(database, after)
            known[one.key] = after
            self._done.seen += before is None
            if before and before.closing and before.closing != after.closing:
                self._done.reopened += 1
                ends.withdraw(before)
            if after.state == CLOSED and (before is None or before.closing != after.closing):
                self._done.closed += 1
                ends.record(after)
        self._count(ends)

    def _count(self, ends: task_ends.Ends) -> None:
        ends.keep()
        self._done.linked += ends.linked
        self._done.recorded += len(ends.recorded)
        self._done.withdrawn += len(ends.withdrawn)

    # -- tasks under way ----------------------------------------------------------------------------------

    def _link_active(self) -> None:
        """Link what was given since somebody began with a task that is still under way."""
        database = self._reading()
        if database is None:
            return
        project = self._engine.project
        active = tasks.tasks_of(database, project, states=(ACTIVE,))
        if not active:
            return
        shelf = task_ends.Shelf(database, project)
        wanted = [(task, missing) for task in active if (missing := shelf.unlinked(task))]
        if not wanted:
            return
        writing = self._engine._writing(project)
        with writing.atomic():
            for task, links in wanted:
                self._done.linked += sum(tasks.link(writing, project, task.key, link) for link in links)

    def _reading(self) -> Database | None:
        """The project's store, None where there is none, or one whose schema does not know tasks yet."""
        database = self._engine.stores.reading(self._engine.stores.path_of(self._engine.project))
        return database if database is not None and tasks.has_tasks(database) else None


def _seen_closed(closing: Closing) -> Seen:
    return Seen(
        key=closing.task,
        source=closing.source,
        id=closing.id,
        title=closing.title,
        state=CLOSED,
        status=closing.status,
        verdict=closing.verdict,
        reason=closing.reason,
        session_id=closing.session_id,
        started_at=closing.started_at_ms,
        at=closing.at_ms,
    )


def _seen_open(one: Open) -> Seen:
    return Seen(
        key=one.key,
        source=one.source,
        id=one.id,
        title=one.title,
        state=GONE if one.is_gone else ACTIVE if one.is_active else OPEN,
        status=one.status,
        session_id=one.session_id,
        started_at=one.started_at_ms,
        at=one.at_ms,
    )


def _of_claude(where: claude_tasks.Places, found: Sync) -> list[Looked]:
    looked = []
    for source, folder in ((CLAUDE, where.tasks), (TODO, where.todos)):
        notes = tuple(note for note in found.notes if note.startswith(folder))
        looked.append(Looked(source=source, place=folder, is_there=claude_tasks.is_there(folder), notes=notes))
    return looked


def _of_beads(place: Place | None, found: Sync) -> Looked:
    if place is None:
        return Looked(source=BEADS, place="", is_there=False)
    return Looked(source=BEADS, place=place.lines or place.database or place.folder, is_there=True, notes=found.notes)
