"""What was learnt before in other words: found, so that it strengthens what is there and is no second memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.engine.quick import USER_PROJECT
from hardwon.maintenance.duplicates import says_the_same, word_set
from hardwon.store import memories, upkeep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.engine.core import Engine
    from hardwon.models import Memory
    from hardwon.store.database import Database

NEAR = 0.95
"""The least cosine at which two texts may say the same; what changes the meaning must be equal besides."""

_CANDIDATES_MAX = 40
_WORDS_MAX = 16
_WORD = re.compile(r"[^\W_]+")


def twin_of(engine: Engine, content: str, *, to_user: bool) -> Memory | None:
    """The live memory that says the same as a text in other words.

    Equal but for small words and endings; or, where vectors are ready, as near as NEAR with no number, name or "not"
    that differs.

    Args:
        engine: an open engine.
        content: what is about to be stored, redacted.
        to_user: it would go to the person's own memories.

    Raises:
        StoreError: the store cannot be read.
    """
    project = USER_PROJECT if to_user else engine.project
    database = engine.stores.reading(engine.stores.path_of(project))
    if database is None:
        return None
    wanted = word_set(content)
    for known in _by_words(database, project, content):
        if word_set(known.content) == wanted and says_the_same(known.content, content):
            return memories.live_memory(database, known.id)
    for known in _by_meaning(engine, database, project, content):
        if says_the_same(known.content, content):
            return memories.live_memory(database, known.id)
    return None


def _by_words(database: Database, project: str, content: str) -> Iterator[upkeep.Known]:
    words = list(dict.fromkeys(word.lower() for word in _WORD.findall(content) if len(word) > 2))[:_WORDS_MAX]
    if len(word_set(content)) < 2 or not words:
        return  # of one word nothing can be told
    rows = upkeep.rows_with(database, " OR ".join(f'"{word}"' for word in words), _CANDIDATES_MAX)
    yield from upkeep.known_at_rows(database, rows, project)


def _by_meaning(engine: Engine, database: Database, project: str, content: str) -> Iterator[upkeep.Known]:
    readers = engine.stores.readers()
    meaning = engine.meaning(content, readers) if engine.settings.embedder != "none" and readers else None
    for reader, source in zip(readers, meaning.sources if meaning else (), strict=False):
        if source is not None and reader.database.path == database.path:
            rows = [row for row, cosine in source.nearest(_CANDIDATES_MAX) if cosine >= NEAR]
            yield from upkeep.known_at_rows(database, rows, project)
