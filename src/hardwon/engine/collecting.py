"""Makes what is new in transcripts into sources that wait for a model, and shows what would be sent. Sends nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.capture.model.prices import most
from hardwon.capture.model.prompt import OUTPUT_TOKENS_MAX, SYSTEM, Piece
from hardwon.engine.capturing import agents_of, is_agents
from hardwon.engine.keeping import random_id
from hardwon.engine.pieces import Cutter
from hardwon.hosts.claude_code.projects import base_folder, folders_of
from hardwon.store import ledger
from hardwon.store.database import Database
from hardwon.store.fitness import exists
from hardwon.store.ledger import Source, ledger_file, opened

if TYPE_CHECKING:
    from hardwon.config.quick import Settings
    from hardwon.engine.core import Engine

PIECES_MAX = 40
"""Sources that one look at a transcript makes; the rest at the next."""
AGENTS_PIECES_MAX = 8
"""Sources that one look makes of all of a session's subagents, the latest first: they may be many, and a day's limit
is for the sessions themselves."""

_SCHEMA_CHARACTERS = 4_000  # what the API adds for a tool


def collect(engine: Engine, path: str, session_id: str) -> int:
    """Make what is new in a session's transcript and its subagents' into sources that wait; how many.

    Raises:
        StoreError: the record of calls cannot be written.
    """
    added = 0
    with opened(engine.stores.paths) as book:
        for file, piece, state, reason in _fresh(engine, book, path, session_id):
            source = Source(
                id=random_id(),
                project=engine.project,
                root=engine.root,
                session_id=session_id,
                path=file,
                start=piece.start,
                end=piece.end,
                line=piece.line,
                first=piece.first,
                last=piece.last,
                state=state,
                reason=reason,
                created_at=engine.clock(),
                changed_at=engine.clock(),
                not_before=0,
            )
            added += ledger.add_source(book, source) and state == ledger.PENDING
    return added


_Fresh = tuple[str, Piece, str, str]


def _fresh(engine: Engine, book: Database | None, path: str, session_id: str) -> Iterator[_Fresh]:
    """Pieces of a session that are no source yet: each with its file, and the state it would get and why."""
    yield from _fresh_in(engine, book, path, session_id, PIECES_MAX)
    room = AGENTS_PIECES_MAX
    for file in reversed(agents_of(path)):
        for found in _fresh_in(engine, book, file, session_id, room):
            room -= found[2] == ledger.PENDING
            yield found
        if room <= 0:
            return


def _fresh_in(engine: Engine, book: Database | None, path: str, session_id: str, limit: int) -> Iterator[_Fresh]:
    start = ledger.end_of(book, path)[0] if book else 0
    ends = ledger.known_ends(book, engine.project) if book else {}
    try:
        if os.stat(path).st_size <= start:
            return
        for number, piece in enumerate(Cutter(engine, path, session_id).pieces(start, ends=ends)):
            if number >= limit:
                return
            if piece.last and ends.get(piece.last) == piece.first:
                yield path, piece, ledger.DROPPED, "another session has the same part"
            elif not (piece.is_worth_sending or (is_agents(path) and piece.shows_work)):
                yield path, piece, ledger.DROPPED, "nothing was said in it"
            else:
                yield path, piece, ledger.PENDING, ""
    except OSError:
        return


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What one call would send.

    Attributes:
        most_usd: the most it may cost.
        kinds: of secrets that were taken out before.
        system, text: the instructions and the message.
    """

    session_id: str
    path: str
    start: int
    end: int
    most_usd: float
    kinds: tuple[str, ...]
    system: str
    text: str


def preview(engine: Engine, transcripts: list[str], *, limit: int) -> list[Preview]:
    """What would be sent, redacted: first what waits, then what is new in some transcripts. Changes nothing.

    Args:
        engine: the project's.
        transcripts: files, the session's id as their name.
        limit: of calls.
    """
    paths, settings = engine.stores.paths, engine.settings
    found: list[Preview] = []
    book = ledger.open_ledger(ledger_file(paths)) if exists(ledger_file(paths)) else None
    try:
        waiting = ledger.sources(book, project=engine.project, states=(ledger.PENDING,)) if book else []
        for source in waiting[:limit]:
            piece, _ = rebuilt(engine, source)
            if piece is not None:
                found.append(_previewed(settings, piece, source.session_id, source.path))
        for path in transcripts:
            session_id = os.path.basename(path).removesuffix(".jsonl")
            for file, piece, state, _ in _fresh(engine, book, path, session_id):
                if len(found) >= limit:
                    return found
                if state == ledger.PENDING:
                    found.append(_previewed(settings, piece, session_id, file))
    finally:
        if book:
            book.close()
    return found


def latest_transcripts(engine: Engine, environ: Mapping[str, str], limit: int = 5) -> list[str]:
    """The files of a project's latest sessions, the latest first.

    Args:
        engine: the project's.
        environ: says where the client keeps them.
        limit: how many at most.
    """
    base = base_folder(environ, engine.stores.paths.home)
    found = [str(path) for folder in folders_of(base, [engine.root]) for path in Path(folder).glob("*.jsonl")]
    return sorted(filter(os.path.isfile, found), key=os.path.getmtime, reverse=True)[:limit]


def _previewed(settings: Settings, piece: Piece, session_id: str, path: str) -> Preview:
    return Preview(
        session_id=session_id,
        path=path,
        start=piece.start,
        end=piece.end,
        most_usd=0.0 if settings.extraction == "ollama" else most_usd(settings.extraction_model or "haiku", piece),
        kinds=piece.kinds,
        system=SYSTEM,
        text=piece.text,
    )


def most_usd(model: str, piece: Piece, output_tokens_max: int = OUTPUT_TOKENS_MAX) -> float:
    """The most that sending a piece may cost, in US dollars."""
    return most(model, len(SYSTEM) + len(piece.text) + _SCHEMA_CHARACTERS, output_tokens_max)


def rebuilt(engine: Engine, source: Source) -> tuple[Piece | None, Cutter]:
    """A source's piece, read again: what was sealed or ignored since is not sent."""
    cutter = Cutter(engine, source.path, source.session_id)
    try:
        pieces = list(cutter.pieces(source.start, end=source.end))
    except OSError:
        return None, cutter
    if len(pieces) != 1 or (source.first, source.last) != (pieces[0].first, pieces[0].last):
        return None, cutter
    return pieces[0], cutter
