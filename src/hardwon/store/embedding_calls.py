"""Calls to hosted embedders, in the file of calls (hardwon.store.ledger): what was sent, and what may have been paid.

A text stands there as a mark: a hash with a key of the file's own, never as what it says. A call is written down with
its marks before it is made. Its marks are blocked while nobody knows how it ended, and after it may have been charged,
until a person accepts that it may be paid twice; a trigger of the schema keeps them from being sent meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import apsw

from hardwon.store.database import Database
from hardwon.store.identity import SpaceIdentity

DOCUMENTS, QUERY = "documents", "query"
_LOST = "the process that sent it ended before the answer"
_MARKS_AT_ONCE = 500
_SCHEMA = (
    """CREATE TABLE embedding_calls (
        number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN ('documents', 'query')),
        project TEXT NOT NULL, provider TEXT NOT NULL, model TEXT NOT NULL, revision TEXT NOT NULL,
        dimensions INTEGER NOT NULL, texts INTEGER NOT NULL, sent_at INTEGER NOT NULL, ended_at INTEGER,
        outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'done', 'refused', 'unknown')),
        tokens INTEGER NOT NULL DEFAULT 0, reserved_usd REAL NOT NULL, cost_usd REAL NOT NULL,
        note TEXT NOT NULL DEFAULT '', accepted_at INTEGER
    ) STRICT""",
    "CREATE INDEX embedding_calls_day ON embedding_calls (sent_at)",
    "CREATE INDEX embedding_calls_open ON embedding_calls (outcome) WHERE outcome IN ('sent', 'unknown')",
    """CREATE TABLE embedding_texts (
        call INTEGER NOT NULL REFERENCES embedding_calls (number), mark TEXT NOT NULL, PRIMARY KEY (mark, call)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX embedding_texts_call ON embedding_texts (call)",
    "CREATE TABLE embedding_key (key BLOB NOT NULL) STRICT",
    """CREATE TRIGGER embedding_texts_stay_blocked BEFORE INSERT ON embedding_texts WHEN EXISTS (
            SELECT 1 FROM embedding_texts t JOIN embedding_calls c ON c.number = t.call
            WHERE t.mark = new.mark AND c.outcome IN ('unknown', 'sent') AND c.accepted_at IS NULL
        ) BEGIN SELECT raise(ABORT, 'a call that may have been paid was not accepted'); END""",
    """CREATE TRIGGER embedding_calls_stay BEFORE DELETE ON embedding_calls
        BEGIN SELECT raise(ABORT, 'evidence is kept'); END""",
    """CREATE TRIGGER embedding_texts_stay BEFORE DELETE ON embedding_texts
        BEGIN SELECT raise(ABORT, 'evidence is kept'); END""",
)


@dataclass(frozen=True, kw_only=True)
class EmbeddingCall:
    """One call.

    Attributes:
        kind: documents, or a query.
        project: whose memories, "" for a query.
        texts: how many were sent.
        outcome: sent, done, refused (nothing was charged) or unknown (it may have been).
        reserved_usd: the most it could cost.
        note: how it ended, may be empty.
    """

    number: int
    kind: str
    project: str
    identity: SpaceIdentity
    texts: int
    sent_at: int
    outcome: str
    reserved_usd: float
    note: str


@dataclass(frozen=True, kw_only=True)
class EmbeddingDay:
    """The calls of one day (UTC)."""

    day: str
    calls: int
    queries: int
    texts: int
    tokens: int
    cost_usd: float


def m002_embedding_calls(connection: apsw.Connection) -> None:
    """Calls to embedders, and the marks of what they sent."""
    for statement in _SCHEMA:
        connection.execute(statement)
    connection.execute("INSERT INTO embedding_key (key) VALUES (?)", (os.urandom(16),))


class Marks:
    """Makes the marks of texts that are sent for one space.

    Args:
        book: the open file of calls.
        identity: the space.
    """

    def __init__(self, book: Database, identity: SpaceIdentity) -> None:
        row = book.row("SELECT key FROM embedding_key")
        assert row is not None
        self._key: bytes = row[0]  # type: ignore[assignment]
        self._space = "\0".join((identity.provider, identity.model, identity.revision, str(identity.dimensions)))

    def of(self, kind: str, text: str) -> str:
        """The mark of one text.

        Args:
            kind: DOCUMENTS or QUERY.
            text: as it is sent.
        """
        data = f"{self._space}\0{kind}\0{text}".encode("utf-8", "surrogatepass")
        return blake2b(data, key=self._key, digest_size=16).hexdigest()


def begin(
    book: Database,
    kind: str,
    identity: SpaceIdentity,
    marks: Sequence[str],
    *,
    at: int,
    reserved_usd: float,
    project: str = "",
) -> int:
    """Write down that texts are sent, before they are; the call's number.

    Args:
        book: the open file of calls.
        kind: DOCUMENTS or QUERY.
        identity: the space they are sent for.
        marks: of the texts.
        at: now, in milliseconds.
        reserved_usd: the most it may cost.
        project: whose memories.

    Raises:
        StoreError: one of them is blocked, or nothing can be written; nothing may be sent then.
    """
    with book.atomic():
        row = book.row(
            """INSERT INTO embedding_calls (kind, project, provider, model, revision, dimensions, texts, sent_at,
            outcome, reserved_usd, cost_usd) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'sent', ?, ?) RETURNING number""",
            (
                kind, project, identity.provider, identity.model, identity.revision, identity.dimensions, len(marks),
                at, reserved_usd, reserved_usd,
            ),
        )  # fmt: skip
        assert row is not None
        number: int = row[0]  # type: ignore[assignment]
        for mark in dict.fromkeys(marks):
            book.change("INSERT INTO embedding_texts (call, mark) VALUES (?, ?)", (number, mark))
    return number


def end(
    book: Database, number: int, outcome: str, at: int, *, cost_usd: float, tokens: int = 0, note: str = ""
) -> None:
    """Write how a call ended; of one that may have been charged, its most counts."""
    book.change(
        "UPDATE embedding_calls SET outcome = ?, ended_at = ?, cost_usd = ?, tokens = ?, note = ? WHERE number = ?",
        (outcome, at, cost_usd, tokens, note, number),
    )


def block_lost(book: Database, kind: str, at: int) -> int:
    """Block what a process that is gone was sending; how many. Only for whoever knows that none sends such now."""
    return book.change(
        "UPDATE embedding_calls SET outcome = 'unknown', ended_at = ?, note = ? WHERE outcome = 'sent' AND kind = ?",
        (at, _LOST, kind),
    )


def blocked_of(book: Database, marks: Sequence[str]) -> set[str]:
    """Those of some marks that are blocked."""
    found: set[str] = set()
    for at in range(0, len(marks), _MARKS_AT_ONCE):
        part = tuple(marks[at : at + _MARKS_AT_ONCE])
        places = ",".join("?" * len(part))
        rows = book.rows(
            f"""SELECT t.mark FROM embedding_texts t JOIN embedding_calls c ON c.number = t.call
            WHERE t.mark IN ({places}) AND c.outcome IN ('unknown', 'sent') AND c.accepted_at IS NULL""",
            part,
        )
        found.update(str(mark) for (mark,) in rows)
    return found


def blocked_calls(book: Database, projects: Iterable[str]) -> list[EmbeddingCall]:
    """The calls that may have been charged and were not accepted, the first first; memories before queries.

    Args:
        book: the open file of calls.
        projects: whose; queries are nobody's, and count by "".
    """
    names = tuple(projects)
    places = ",".join("?" * len(names))
    rows = book.rows(
        f"""SELECT number, kind, project, provider, model, revision, dimensions, texts, sent_at, outcome, reserved_usd,
        note FROM embedding_calls WHERE outcome = 'unknown' AND accepted_at IS NULL AND project IN ({places})
        ORDER BY kind, number""",
        names,
    )
    return [_call(row) for row in rows]


def _call(row: tuple[object, ...]) -> EmbeddingCall:
    number, kind, project, provider, model, revision, dimensions, texts, sent_at, outcome, reserved, note = row
    return EmbeddingCall(
        number=int(number),  # type: ignore[call-overload]
        kind=str(kind),
        project=str(project),
        identity=SpaceIdentity(
            provider=str(provider),
            model=str(model),
            revision=str(revision),
            dimensions=int(dimensions),  # type: ignore[call-overload]
        ),
        texts=int(texts),  # type: ignore[call-overload]
        sent_at=int(sent_at),  # type: ignore[call-overload]
        outcome=str(outcome),
        reserved_usd=float(reserved),  # type: ignore[arg-type]
        note=str(note),
    )


def blocked_count(book: Database) -> int:
    """How many calls may have been charged and were not accepted, whatever their project."""
    row = book.row("SELECT count(*) FROM embedding_calls WHERE outcome = 'unknown' AND accepted_at IS NULL")
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def marks_of(book: Database, number: int) -> list[str]:
    """The marks of what a call sent."""
    return [str(mark) for (mark,) in book.rows("SELECT mark FROM embedding_texts WHERE call = ?", (number,))]


def accept(book: Database, number: int, at: int) -> bool:
    """Take it that a call's texts may be paid twice; whether it was blocked."""
    return (
        book.change(
            """UPDATE embedding_calls SET accepted_at = ?
            WHERE number = ? AND outcome = 'unknown' AND accepted_at IS NULL""",
            (at, number),
        )
        > 0
    )


def days(book: Database, limit: int) -> list[EmbeddingDay]:
    """The calls of the last days that had any, the latest first; those that were refused cost nothing."""
    rows = book.rows(
        """SELECT date(sent_at / 1000, 'unixepoch') AS day, count(*), sum(kind = 'query'), sum(texts), sum(tokens),
        total(cost_usd) FROM embedding_calls WHERE outcome <> 'refused' GROUP BY day ORDER BY day DESC LIMIT ?""",
        (limit,),
    )
    return [
        EmbeddingDay(
            day=str(day),
            calls=int(calls),  # type: ignore[call-overload]
            queries=int(queries),  # type: ignore[call-overload]
            texts=int(texts),  # type: ignore[call-overload]
            tokens=int(tokens),  # type: ignore[call-overload]
            cost_usd=float(cost),  # type: ignore[arg-type]
        )
        for day, calls, queries, texts, tokens, cost in rows
    ]


def spent_since(book: Database, at: int) -> float:
    """What the calls since a moment cost at most, in US dollars."""
    row = book.row("SELECT total(cost_usd) FROM embedding_calls WHERE sent_at >= ? AND outcome <> 'refused'", (at,))
    return float(row[0]) if row else 0.0  # type: ignore[arg-type]
