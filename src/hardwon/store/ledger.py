"""What was sent to a model and may have cost money: one small file a person, beside the stores.

It is no part of a store, so neither a restored backup nor an import nor a purge changes it. A source is a part of a
transcript, by its place; never what was said. Its states:

    pending ─ sent ─┬─ done
       ▲            ├─ pending    the model's host certainly did not charge
       │            ├─ dropped    it never will take it
       │            └─ blocked    it may have charged: the call timed out, was cut, or its process died
       └── a person's consent ──┘

`sent` is on the disk before the call begins. Triggers of the schema keep the rest: a blocked source becomes pending
only once the call that blocked it was accepted, and no row is ever deleted.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import apsw

from hardwon.config.paths import Paths, make_private_dir
from hardwon.errors import StoreError, StoreForeign, StoreNewer
from hardwon.store import embedding_calls
from hardwon.store.database import WRITE_BUSY_MS, Database, guard, new_file
from hardwon.store.fitness import exists, refuse_unfit
from hardwon.store.migrations import put_in_place

APPLICATION_ID = 0x48574F4C  # "HWOL"
VERSION = 2
PENDING, SENT, DONE, BLOCKED, DROPPED = STATES = ("pending", "sent", "done", "blocked", "dropped")
REFUSED, UNKNOWN = "refused", "unknown"  # how a call ended, besides SENT and DONE

_SCHEMA = (
    """CREATE TABLE sources (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, root TEXT NOT NULL, session_id TEXT NOT NULL, path TEXT NOT NULL,
        start INTEGER NOT NULL, end INTEGER NOT NULL, line INTEGER NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'done', 'blocked', 'dropped')),
        reason TEXT NOT NULL, created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL,
        not_before INTEGER NOT NULL DEFAULT 0, UNIQUE (path, start)
    ) STRICT""",
    "CREATE INDEX sources_state ON sources (state, project, created_at)",
    """CREATE TABLE calls (
        number INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL REFERENCES sources (id),
        backend TEXT NOT NULL, model TEXT NOT NULL, sent_at INTEGER NOT NULL, ended_at INTEGER,
        outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'done', 'refused', 'unknown')),
        input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0,
        reserved_usd REAL NOT NULL, cost_usd REAL NOT NULL, note TEXT NOT NULL DEFAULT '', accepted_at INTEGER
    ) STRICT""",
    "CREATE INDEX calls_day ON calls (sent_at)",
    "CREATE INDEX calls_source ON calls (source_id, number)",
    """CREATE TRIGGER sources_stay_blocked BEFORE UPDATE OF state ON sources
        WHEN old.state IN ('blocked', 'sent') AND new.state IN ('pending', 'sent') AND EXISTS (
            SELECT 1 FROM calls WHERE source_id = old.id AND outcome IN ('unknown', 'sent') AND accepted_at IS NULL
        ) BEGIN SELECT raise(ABORT, 'a call that may have been paid was not accepted'); END""",
    "CREATE TRIGGER sources_stay BEFORE DELETE ON sources BEGIN SELECT raise(ABORT, 'evidence is kept'); END",
    "CREATE TRIGGER calls_stay BEFORE DELETE ON calls BEGIN SELECT raise(ABORT, 'evidence is kept'); END",
)


def m001_calls(connection: apsw.Connection) -> None:
    """Sources, the calls each was sent in, and what keeps both."""
    for statement in _SCHEMA:
        connection.execute(statement)


@dataclass(frozen=True, kw_only=True)
class Source:
    """A part of a transcript.

    Attributes:
        root: the project's folder.
        start, end: offsets in the transcript, in bytes. line: the line that `end` stands behind.
        first, last: ids of its first and its last turn.
        reason: why it is in its state, may be empty.
        not_before: not sent again before, in milliseconds.
    """

    id: str
    project: str
    root: str
    session_id: str
    path: str
    start: int
    end: int
    line: int
    first: str
    last: str
    state: str
    reason: str
    created_at: int
    changed_at: int
    not_before: int


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call to a model.

    Attributes:
        outcome: sent, done, refused (nothing was charged) or unknown (it may have been).
        reserved_usd: the most it could cost. cost_usd: what counts for it: of an unknown one, the most.
        accepted_at: when a person took it upon them that it may be paid twice.
    """

    number: int
    source_id: str
    backend: str
    model: str
    sent_at: int
    ended_at: int | None
    outcome: str
    input_tokens: int
    output_tokens: int
    reserved_usd: float
    cost_usd: float
    note: str
    accepted_at: int | None


@dataclass(frozen=True, kw_only=True)
class Day:
    """The calls of one day (UTC): how many, their tokens, and what they cost at most."""

    day: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float


_SOURCE = "id, project, root, session_id, path, start, end, line, first, last, state, reason, created_at, changed_at"
_CALL = (
    "number, source_id, backend, model, sent_at, ended_at, outcome, input_tokens, output_tokens, reserved_usd, "
    "cost_usd, note, accepted_at"
)


def open_ledger(path: str) -> Database:
    """Open the file for writing; make it first where there is none.

    Raises:
        StoreError: one of its kinds; whoever cannot write it must send nothing.
    """
    if not exists(path):
        _create(path)
    file = refuse_unfit(path)
    with guard(path):
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(WRITE_BUSY_MS)
            _check(connection, path)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
    database = Database(path, connection, file)
    try:
        _migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def _check(connection: apsw.Connection, path: str) -> None:
    application = connection.execute("PRAGMA application_id").fetchall()[0][0]
    version = int(connection.execute("PRAGMA user_version").fetchall()[0][0])  # type: ignore[arg-type]
    if application != APPLICATION_ID:
        raise StoreForeign(f"{path} is a database of another program", "move it away")
    if version > VERSION:
        raise StoreNewer(f"{path} was written by a newer version", "upgrade Hardwon")


def _migrate(database: Database) -> None:
    """Bring a file of an older version up to this one, once, whoever else is about to."""
    if _version(database) == VERSION:
        return
    with database.atomic(), guard(database.path):
        if _version(database) < VERSION:
            embedding_calls.m002_embedding_calls(database.connection)
            database.connection.execute(f"PRAGMA user_version = {VERSION}")


def _version(database: Database) -> int:
    row = database.row("PRAGMA user_version")
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def _create(path: str) -> None:
    temporary = f"{path}.new-{os.getpid()}-{time.monotonic_ns():x}"
    try:
        make_private_dir(os.path.dirname(path))
        database = new_file(temporary)
        try:
            with guard(path):
                database.connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            with database.atomic(), guard(path):
                m001_calls(database.connection)
                embedding_calls.m002_embedding_calls(database.connection)
                database.connection.execute(f"PRAGMA user_version = {VERSION}")
        finally:
            database.close()
        put_in_place(temporary, path)
    except OSError as error:
        raise StoreError(f"{path} cannot be made: {error.strerror}", "give yourself write access") from None
    finally:
        for leftover in (temporary, temporary + "-wal", temporary + "-shm"):
            if os.path.exists(leftover):
                os.unlink(leftover)


# -- sources -------------------------------------------------------------------------------------------------


def sources(database: Database, *, project: str = "", states: Sequence[str] = STATES) -> list[Source]:
    """The sources in some states, the first first: of a project, or of all for ""."""
    marks = ", ".join("?" for _ in states)
    scope = "AND project = ?" if project else ""
    rows = database.rows(
        f"""SELECT {_SOURCE}, not_before FROM sources WHERE state IN ({marks}) {scope}
        ORDER BY created_at, path, start""",
        (*states, *((project,) if project else ())),
    )
    return [_source(row) for row in rows]


def _source(row: tuple[object, ...]) -> Source:
    names = (*_SOURCE.split(", "), "not_before")
    return Source(**dict(zip(names, row, strict=True)))  # type: ignore[arg-type]


def counts(database: Database, project: str = "") -> dict[str, int]:
    """How many sources are in each state; what is blocked, or being sent, counts within pending too."""
    scope = "WHERE project = ?" if project else ""
    rows = database.rows(f"SELECT state, count(*) FROM sources {scope} GROUP BY state", (project,) if project else ())
    found = dict.fromkeys(STATES, 0) | {str(state): int(count) for state, count in rows}  # type: ignore[call-overload]
    found[PENDING] += found[BLOCKED] + found[SENT]
    return found


def end_of(database: Database, path: str) -> tuple[int, int]:
    """Offset and line up to which a transcript has been made into sources."""
    row = database.row("SELECT end, line FROM sources WHERE path = ? ORDER BY end DESC LIMIT 1", (path,))
    return (int(row[0]), int(row[1])) if row else (0, 0)  # type: ignore[call-overload]


def known_ends(database: Database, project: str) -> dict[str, str]:
    """The last turn of every source of a project, with its first: a fork of a session has both again."""
    rows = database.rows("SELECT last, first FROM sources WHERE project = ? AND last <> ''", (project,))
    return {str(last): str(first) for last, first in rows}


def rename_project(database: Database, old: str, new: str) -> None:
    """Have a project's sources and calls under its new name."""
    database.change("UPDATE sources SET project = ? WHERE project = ?", (new, old))
    database.change("UPDATE embedding_calls SET project = ? WHERE project = ?", (new, old))


def add_source(database: Database, source: Source) -> bool:
    """Add a source; False where that part of the transcript has one."""
    values = tuple(getattr(source, name) for name in (*_SOURCE.split(", "), "not_before"))
    marks = ", ".join("?" for _ in values)
    return (
        database.change(f"INSERT INTO sources ({_SOURCE}, not_before) VALUES ({marks}) ON CONFLICT DO NOTHING", values)
        > 0
    )


def set_state(
    database: Database, id: str, state: str, at: int, *, was: Sequence[str], reason: str = "", not_before: int = 0
) -> bool:
    """Move a source on, if it is in one of some states; whether it was.

    Raises:
        StoreError: it would send again what may have been paid.
    """
    marks = ", ".join("?" for _ in was)
    return (
        database.change(
            f"""UPDATE sources SET state = ?, changed_at = ?, reason = ?, not_before = ?
            WHERE id = ? AND state IN ({marks})""",
            (state, at, reason, not_before, id, *was),
        )
        > 0
    )


# -- calls ---------------------------------------------------------------------------------------------------


def begin_call(
    database: Database, source_id: str, *, backend: str, model: str, at: int, reserved_usd: float
) -> int | None:
    """Write that a source is sent, before it is; the call's number, None where somebody else has it in hand."""
    with database.atomic():
        if not set_state(database, source_id, SENT, at, was=(PENDING,)):
            return None
        row = database.row(
            """INSERT INTO calls (source_id, backend, model, sent_at, outcome, reserved_usd, cost_usd)
            VALUES (?, ?, ?, ?, 'sent', ?, ?) RETURNING number""",
            (source_id, backend, model, at, reserved_usd, reserved_usd),
        )
    return int(row[0]) if row else None  # type: ignore[call-overload]


def end_call(
    database: Database,
    number: int,
    outcome: str,
    at: int,
    *,
    cost_usd: float,
    input_tokens: int = 0,
    output_tokens: int = 0,
    note: str = "",
) -> None:
    """Write how a call ended."""
    database.change(
        """UPDATE calls SET outcome = ?, ended_at = ?, cost_usd = ?, input_tokens = ?, output_tokens = ?, note = ?
        WHERE number = ?""",
        (outcome, at, cost_usd, input_tokens, output_tokens, note, number),
    )


def block_orphans(database: Database, at: int) -> int:
    """Block what was being sent by a process that is gone; how many. Only for whoever holds the lock of sending."""
    with database.atomic():
        reason = "the process that sent it ended before the answer"
        database.change(
            "UPDATE calls SET outcome = 'unknown', ended_at = ?, note = ? WHERE outcome = 'sent'", (at, reason)
        )
        return database.change(
            "UPDATE sources SET state = 'blocked', changed_at = ?, reason = ? WHERE state = 'sent'", (at, reason)
        )


def calls_of(database: Database, source_id: str) -> list[Call]:
    """Every call of a source, the first first."""
    rows = database.rows(f"SELECT {_CALL} FROM calls WHERE source_id = ? ORDER BY number", (source_id,))
    return [Call(**dict(zip(_CALL.split(", "), row, strict=True))) for row in rows]  # type: ignore[arg-type]


def accept(database: Database, source_id: str, at: int) -> bool:
    """Take it that a blocked source's calls may be paid twice, and make it pending; whether it was blocked."""
    with database.atomic():
        database.change(
            "UPDATE calls SET accepted_at = ? WHERE source_id = ? AND outcome = 'unknown' AND accepted_at IS NULL",
            (at, source_id),
        )
        return set_state(database, source_id, PENDING, at, was=(BLOCKED,), reason="to be sent again, as accepted")


def spent_since(database: Database, at: int) -> float:
    """What the calls since a moment cost at most, in US dollars."""
    row = database.row("SELECT total(cost_usd) FROM calls WHERE sent_at >= ? AND outcome <> 'refused'", (at,))
    return float(row[0]) if row else 0.0  # type: ignore[arg-type]


def cost_of_session(database: Database, project: str, session_id: str) -> tuple[int, int, int, float]:
    """The calls that one session was read in: how many, tokens in and out, and what they cost at most, in USD."""
    row = database.row(
        """SELECT count(*), total(input_tokens), total(output_tokens), total(cost_usd)
        FROM calls c JOIN sources s ON s.id = c.source_id
        WHERE s.project = ? AND s.session_id = ? AND c.outcome <> 'refused'""",
        (project, session_id),
    )
    calls, tokens_in, tokens_out, cost = row or (0, 0, 0, 0.0)
    return int(calls), int(tokens_in), int(tokens_out), float(cost)  # type: ignore[call-overload, arg-type]


def days(database: Database, limit: int) -> list[Day]:
    """The calls of the last days that had any, the latest first."""
    rows = database.rows(
        """SELECT date(sent_at / 1000, 'unixepoch') AS day, count(*), sum(input_tokens), sum(output_tokens),
        total(cost_usd) FROM calls WHERE outcome <> 'refused' GROUP BY day ORDER BY day DESC LIMIT ?""",
        (limit,),
    )
    return [
        Day(
            day=str(day),
            calls=int(calls),  # type: ignore[call-overload]
            input_tokens=int(into),  # type: ignore[call-overload]
            output_tokens=int(out),  # type: ignore[call-overload]
            cost_usd=float(cost),  # type: ignore[arg-type]
        )
        for day, calls, into, out, cost in rows
    ]


def ledger_file(paths: Paths) -> str:
    """Where calls are recorded: beside the stores, in none of them."""
    return paths.data + "/calls.db"


@contextmanager
def opened(paths: Paths) -> Iterator[Database]:
    """The record of calls, made where there is none.

    Raises:
        StoreError: it cannot be read or written.
    """
    book = open_ledger(ledger_file(paths))
    try:
        yield book
    finally:
        book.close()
