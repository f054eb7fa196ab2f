"""History on day one: memories, with their outcomes, out of sessions, commits and beads from before Hardwon was there.

Sessions are read in the order of time: what an earlier one taught is in play in the later ones, so that a command that
was learnt once and met again has a record before it is first recalled. Each session is stored by itself and its place
is kept, so that after an interruption the next run goes on, and a second run finds nothing new.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.binding import Binding, bind
from hardwon.config.paths import FALLBACK_PREFIXES
from hardwon.engine import backfill_records, task_calls, tasks
from hardwon.engine.capturing import capture
from hardwon.engine.learning import CURSOR, learn
from hardwon.errors import InvalidInput
from hardwon.hosts.claude_code.projects import (
    all_folders,
    base_folder,
    cwd_of,
    folders_of,
    session_of,
    span_of,
    transcripts_in,
)
from hardwon.outcomes.attribution.traces import SENSE, traces_of
from hardwon.store import memories
from hardwon.store.copies import copy_to
from hardwon.text.encodings import how_to_convert, wide_encoding

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

_IN_PLAY_MAX = 300
_LISTED_MAX = 20_000
_WORD = re.compile(rb"[A-Za-z_][\w-]{2,60}")
_WORD_TEXT = re.compile(r"[A-Za-z_][\w-]{2,60}", re.ASCII)

Progress = Callable[[int, str], None]


@dataclass(frozen=True, kw_only=True)
class Past:
    """A session from before.

    Attributes:
        path: its transcript. session_id: the host's. size: in bytes. began_at, ended_at: in milliseconds.
        is_read: nothing in it is new.
    """

    path: str
    session_id: str
    size: int
    began_at: int
    ended_at: int
    is_read: bool


@dataclass(kw_only=True)
class Backfilled:
    """What a run found.

    Attributes:
        sessions, sessions_read: of the project, and of these the ones in which something was new.
        commits, beads: how many were looked at.
        new, restated: memories stored, and said again.
        recorded, withdrawn: memories with a new outcome, and with one that no longer counts.
        tasks: closed tasks that were found.
        notes: one line for what could not be read.
    """

    sessions: int = 0
    sessions_read: int = 0
    commits: int = 0
    beads: int = 0
    new: int = 0
    restated: int = 0
    recorded: int = 0
    withdrawn: int = 0
    tasks: int = 0
    notes: list[str] = field(default_factory=list)


def past_sessions(engine: Engine, environ: Mapping[str, str], *, since: int = 0) -> list[Past]:
    """The sessions of a project that have a transcript, the earliest first.

    Args:
        engine: the project's.
        environ: CLAUDE_CONFIG_DIR is looked at.
        since: only sessions that ended then or later, in milliseconds.
    """
    base = base_folder(environ, engine.stores.paths.home)
    found = []
    for folder in _folders(engine, base):
        for path in transcripts_in(folder):
            past = _past(engine, path)
            if past and past.ended_at >= since:
                found.append(past)
    return sorted(found, key=lambda one: (one.began_at, one.path))


def _folders(engine: Engine, base: str) -> list[str]:
    """The folders with the project's transcripts: of its work trees by name, of its clones by what they name."""
    own = folders_of(base, task_calls.roots_of(engine))
    paths = engine.stores.paths
    clones = [
        folder
        for folder in all_folders(base)
        if folder not in own and (cwd := cwd_of(folder)) and bind(cwd, paths).value == engine.project
    ]
    return [*own, *clones]


def _past(engine: Engine, path: str) -> Past | None:
    try:
        size = os.stat(path).st_size
    except OSError:
        return None
    began, ended = span_of(path)
    is_read = engine.cursor(path).offset >= size and engine.cursor(CURSOR + path).offset >= size
    return Past(path=path, session_id=session_of(path), size=size, began_at=began, ended_at=ended, is_read=is_read)


def backfill(
    engine: Engine,
    environ: Mapping[str, str],
    *,
    cwd: str = "",
    since: int = 0,
    sessions: Sequence[Past] | None = None,
    progress: Progress = lambda size, name: None,
) -> Backfilled:
    """Read what sessions, commits and beads from before tell, and keep it.

    Args:
        engine: the project's.
        environ: as for hardwon.engine.tasks.sync.
        cwd: the folder to look for `.beads` from; the project's own by default.
        since: only what is from then on, in milliseconds.
        sessions: the sessions to read; those of `past_sessions` by default.
        progress: is told after each session its size in bytes, and its id.

    Raises:
        InvalidInput: capture is turned off in the settings.
        StoreError: the store cannot be written; what was read so far is kept, and the next run goes on.
    """
    if not engine.settings.capture:
        raise InvalidInput("capture is turned off, so nothing is learnt from sessions", "mem config set capture true")
    found = Backfilled()
    every = past_sessions(engine, environ, since=since) if sessions is None else sessions
    list_id = environ.get("CLAUDE_CODE_TASK_LIST_ID", "")
    found.sessions = len(every)
    known = _Known(engine)
    for past in every:
        if not past.is_read:
            _read(engine, past, list_id, known, found)
        progress(past.size, past.session_id)
    synced = tasks.sync(engine, environ, cwd=cwd, transcripts=[past.path for past in every])
    found.tasks = synced.closed
    found.notes += [looked.line for looked in synced.sources if looked.notes]
    backfill_records.read(engine, since, found)
    found.recorded += synced.recorded
    found.withdrawn += synced.withdrawn
    return found


def _read(engine: Engine, past: Past, list_id: str, known: _Known, found: Backfilled) -> None:
    """One session: first what it says of what was known before it, then what it taught itself."""
    learnt = learn(
        engine,
        transcript_path=past.path,
        session_id=past.session_id,
        list_id=list_id,
        in_play=known.in_play(past),
    )
    report = capture(engine, transcript_path=past.path, session_id=past.session_id)
    if report.new:
        known.forget()
    found.sessions_read += 1
    found.new += report.new
    found.restated += report.restated
    found.recorded += len(learnt.recorded)
    found.withdrawn += len(learnt.withdrawn)
    if report.bad_lines:
        encoding = _wide_encoding_of(past.path)
        why = f"{encoding} text, not UTF-8; {how_to_convert(encoding)}" if encoding else ""
        found.notes.append(f"{past.path}: {why or f'{report.bad_lines} lines hold no JSON object; skipped'}")


def _wide_encoding_of(path: str) -> str:
    try:
        with open(path, "rb") as stream:
            return wide_encoding(stream.read(4))
    except OSError:
        return ""


class _Known:
    """The memories that name anything, by their time; looked up once until some are added."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._every: list[tuple[int, str, list[str]]] | None = None

    def forget(self) -> None:
        """Look them up again next time."""
        self._every = None

    def in_play(self, past: Past) -> list[str]:
        """The memories from before a session that name something which stands in it, the latest first."""
        if self._engine.cursor(CURSOR + past.path).offset:
            return []  # part of it was read: what was in play is known
        if self._every is None:
            self._every = sorted(self._named(), reverse=True)
        before = [(id, names) for at, id, names in self._every if at < past.began_at]
        there = _words_in(past.path) if before else set()
        return [id for id, names in before if any(name in there for name in names)][:_IN_PLAY_MAX]

    def _named(self) -> Iterator[tuple[int, str, list[str]]]:
        for database, projects in self._engine.stores.scopes():
            for project in projects:
                for memory in memories.list_live(database, project=project, limit=_LISTED_MAX)[0]:
                    terms = [term for term in traces_of(memory.content, memory.files).terms if term.kind != SENSE]
                    words = [found for term in terms if (found := _WORD_TEXT.findall(term.text))]
                    if words:
                        yield memory.created_at, memory.id, [max(few, key=len).lower() for few in words]


def _words_in(path: str) -> set[str]:
    """The words of a transcript, in lower case."""
    found: set[bytes] = set()
    try:
        with open(path, "rb") as stream:
            while block := stream.readlines(1 << 20):
                found.update(_WORD.findall(b"".join(block)))
    except OSError:
        return set()
    return {word.decode("ascii", "replace").lower() for word in found}


def tried(
    engine: Engine, environ: Mapping[str, str], *, cwd: str = "", since: int = 0, progress: Progress
) -> Backfilled:
    """What `backfill` would find, told by doing it to a copy that is thrown away.

    Args:
        engine, environ, cwd, since, progress: as for `backfill`.

    Raises:
        InvalidInput, StoreError: as `backfill`.
    """
    from hardwon.engine.core import open_engine

    with tempfile.TemporaryDirectory(prefix="hardwon-") as folder:
        paths = engine.stores.paths
        places = [prefix + name for prefix in ("HARDWON_", *FALLBACK_PREFIXES) for name in ("HOME", "DB")]
        aside = {name: value for name, value in environ.items() if name not in places}
        aside |= {"HARDWON_HOME": f"{folder}/data", "HARDWON_CONFIG": paths.config_file}
        binding = Binding(engine.project, engine.root)
        with open_engine(aside, binding=binding, actor=engine.actor, clock=engine.clock, ids=engine.ids) as other:
            for project in (engine.project, "user"):
                source = engine.stores.reading(engine.stores.path_of(project))
                if source is not None:
                    copy_to(source, other.stores.path_of(project))
            return backfill(other, aside, cwd=cwd, since=since, progress=progress)
