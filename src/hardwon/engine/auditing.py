"""Looks at everything that is stored with today's rules: secrets that were not known for such, and orders.

Applied, the redacted text is a new version, and the old one goes from every earlier version and from the file's pages,
as a purge does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.capture.redact import redact
from hardwon.config.actor import AGENT
from hardwon.config.sealed import Sealed
from hardwon.config.sealed import load as load_sealed
from hardwon.engine.quarantine import reason_of
from hardwon.errors import NotFound, PersonOnly
from hardwon.store import purge, scrubbing
from hardwon.store.scrubbing import Texts
from hardwon.text.clean import clean_text

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.store.database import Database


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What today's rules say of one memory, or of another text.

    Attributes:
        id: the memory, "" for a text that is no memory's.
        versions: the versions that hold it; empty for an order.
        kinds: what must not be kept.
        order: why it reads like an order, "" when it does not.
        place: where else the text stands, "" for a memory.
        text: the memory as it would stand.
        held: it is under a legal hold, so that it is told of and left as it is.
    """

    id: str = ""
    versions: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    order: str = ""
    place: str = ""
    text: str = ""
    held: bool = False


@dataclass(kw_only=True)
class _Work:
    """What is to be done in one file."""

    texts: dict[str, list[tuple[Texts, tuple[str, ...]]]] = field(default_factory=dict)
    elsewhere: list[tuple[str, str, int, str]] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)


def audit(engine: Engine, *, apply: bool = False) -> Sequence[Finding]:
    """Look at the project's memories and the person's own.

    Args:
        engine: an open engine.
        apply: redact what is found, and keep orders aside; what is held is left as it is.

    Raises:
        PersonOnly: an agent would apply it.
        StoreLocked: another process keeps old pages alive; do it again when it ended.
        StoreError: the store cannot be read or written.
    """
    if apply and engine.actor == AGENT:
        raise PersonOnly("only a person rewrites what is stored", "in a shell of theirs: mem audit --apply")
    sealed = load_sealed(engine.stores.paths)
    found: list[Finding] = []
    for database, projects in engine.stores.scopes():
        work = _looked_at(engine, database, projects, sealed)
        found += work.found
        if apply and work.found:
            _applied(engine, work, engine.stores.writing(projects[0]))
    return found


def _looked_at(engine: Engine, database: Database, projects: Sequence[str], sealed: Sealed) -> _Work:
    work = _Work()
    for texts in scrubbing.versions(database, projects):
        safe, kinds = _safe(texts, sealed)
        if kinds:
            work.texts.setdefault(texts.memory_id, []).append((safe, kinds))
    for id, versions in work.texts.items():
        kinds = tuple(dict.fromkeys(kind for _, some in versions for kind in some))
        numbers = tuple(safe.number for safe, _ in versions)
        held = _is_held(engine, id)
        work.found.append(Finding(id=id, versions=numbers, kinds=kinds, text=versions[-1][0].content, held=held))
    for table, column, row, text, empty in scrubbing.elsewhere(database):
        kinds = _redacted(text, sealed)[1]
        if kinds:
            work.elsewhere.append((table, column, row, empty))
            work.found.append(Finding(kinds=kinds, place=f"{table}.{column}"))
    work.found += _orders(engine, database, projects)
    return work


def _orders(engine: Engine, database: Database, projects: Sequence[str]) -> list[Finding]:
    page, _ = engine.list(limit=1_000_000)
    return [
        Finding(id=one.id, order=why, text=one.content, held=one.legal_hold)
        for one in page
        if one.project in projects and (why := reason_of(one.content, one.title, one.trust))
    ]


def _is_held(engine: Engine, id: str) -> bool:
    try:
        return engine.get(id).legal_hold
    except NotFound:
        return False


def _redacted(text: str, sealed: Sealed) -> tuple[str, tuple[str, ...]]:
    safe = redact(text)
    kept, again = sealed.redact(safe.text)
    return kept, tuple(dict.fromkeys((*safe.kinds, *again)))


def _safe(texts: Texts, sealed: Sealed) -> tuple[Texts, tuple[str, ...]]:
    kinds: list[str] = []

    def safe(text: str) -> str:
        kept, found = _redacted(text, sealed)
        kinds.extend(found)
        return clean_text(kept) if found else text

    fresh = replace(
        texts,
        content=safe(texts.content) or "[redacted]",
        title=safe(texts.title),
        tags=tuple(map(safe, texts.tags)),
        files=tuple(map(safe, texts.files)),
        surroundings=safe(texts.surroundings),
    )
    return fresh, tuple(dict.fromkeys(kinds))


def _applied(engine: Engine, work: _Work, database: Database) -> None:
    held = {one.id for one in work.found if one.held}
    with database.atomic():
        for id, versions in work.texts.items():
            if id in held:
                continue
            for safe, _ in versions:
                if safe.is_live:
                    engine.change(
                        engine.get(id),
                        change="redacted",
                        content=safe.content,
                        title=safe.title,
                        tags=safe.tags,
                        files=safe.files,
                        surroundings=safe.surroundings,
                    )
                scrubbing.replace(database, safe)
            scrubbing.forget_meaning(database, id)
        for table, column, row, empty in work.elsewhere:
            scrubbing.clear(database, table, column, row, empty)
        for one in work.found:
            if one.order and not one.versions and not one.held:
                engine.change(engine.get(one.id), change="kept aside", status="quarantined")
    if work.texts.keys() - held or work.elsewhere:
        purge.rewrite(database)
