"""Searches and lists of what was known and held at a past moment."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.errors import InvalidInput, NotFound
from hardwon.hits import Recall
from hardwon.models import Memory
from hardwon.retrieval.recall import recall
from hardwon.store.past import Moment as Moment
from hardwon.store.past import list_past
from hardwon.store.past_reader import PastReader
from hardwon.store.reader import Wanted

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.engine.searching import Searching

_COMPARED = ("title", "category", "tags", "files", "confidence", "trust", "status", "tier", "legal_hold", "valid_to")
_BY_WORDS = "as it stood at that moment; searches of the past go by words"


def recall_past(
    searching: Searching,
    query: str,
    moment: Moment,
    *,
    limit: int,
    categories: Sequence[str] = (),
    tags: Sequence[str] = (),
    all_projects: bool = False,
    include_archived: bool = False,
) -> Recall:
    """The memories that would have answered a query at a moment, scored as they would have been then.

    Args:
        searching: whose stores.
        query: any text.
        moment: when.
        limit, categories, tags, all_projects, include_archived: as for Searching.recall.

    Raises:
        StoreError: a store cannot be read.
    """
    statuses = ("active", "archived") if include_archived else ("active",)
    kind = Wanted(statuses=statuses, cold=True, categories=categories, tags=tags)
    readers: list[PastReader] = []
    try:
        for database, projects in searching.stores.scopes(everywhere=all_projects):
            readers.append(PastReader(database, moment, projects, kind))
        found = recall(
            readers,
            query,
            limit=limit,
            config=searching.config,
            now_ms=moment.known_at,
            asked=True,
            kind=kind,
        )
    finally:
        for reader in readers:
            reader.close()
    found.note = _BY_WORDS
    return found


def memories_at(
    searching: Searching,
    moment: Moment,
    *,
    category: str | None = None,
    tag: str | None = None,
    all_projects: bool = False,
) -> list[Memory]:
    """Every active memory of the project and the person at a moment, the newest first.

    Args:
        searching: whose stores.
        moment: when.
        category, tag: what they have to be or have; any by default.
        all_projects: also those of other projects.

    Raises:
        StoreError: a store cannot be read.
    """
    found: list[Memory] = []
    for database, projects in searching.stores.scopes(everywhere=all_projects):
        found += list_past(database, moment, projects)
    found = [one for one in found if (not category or one.category == category) and (not tag or tag in one.tags)]
    return sorted(found, key=lambda memory: (-memory.recorded_at, memory.id))


def memory_at(engine: Engine, id_prefix: str, moment: Moment) -> Memory:
    """The version of a memory that held and was known at a moment.

    Args:
        engine: an open engine.
        id_prefix: the memory.
        moment: when.

    Raises:
        NotFound: no memory begins like that, or it did not hold, or was not known, then.
        Ambiguous: several do.
    """
    versions = engine.history(id_prefix)
    for one in reversed(versions):
        is_known = one.recorded_at <= moment.known_at < (one.retired_at or moment.known_at + 1)
        held_until = moment.held_at + 1 if one.valid_to is None else one.valid_to
        if is_known and one.valid_from <= moment.held_at < held_until:
            return one
    raise NotFound(
        f"memory {versions[0].id} was not there at that moment", f"`mem history {versions[0].id}` shows when"
    )


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What two versions of a memory differ in.

    Attributes:
        old, new: the versions.
        fields: (name, before, after) of every field that differs, the text left out.
        lines: the texts as a unified diff, none where they are equal.
    """

    old: Memory
    new: Memory
    fields: tuple[tuple[str, str, str], ...]
    lines: tuple[str, ...]


def difference(engine: Engine, id_prefix: str, first: int | None = None, second: int | None = None) -> Difference:
    """What changed between two versions of a memory: by default between its last two.

    Args:
        engine: an open engine.
        id_prefix: the memory.
        first, second: numbers of versions.

    Raises:
        NotFound, Ambiguous: no memory, or several, begin like that.
        InvalidInput: it has no such version.
    """
    versions = {memory.version: memory for memory in engine.history(id_prefix)}
    numbers = sorted(versions)
    second = numbers[-1] if second is None else second
    first = max((number for number in numbers if number < second), default=second) if first is None else first
    for number in (first, second):
        if number not in versions:
            raise InvalidInput(f"there is no version {number}", f"it has {numbers[0]} to {numbers[-1]}")
    old, new = versions[first], versions[second]
    changed = tuple(
        (name, _shown(getattr(old, name)), _shown(getattr(new, name)))
        for name in _COMPARED
        if getattr(old, name) != getattr(new, name)
    )
    texts = (old.content.splitlines(), new.content.splitlines())
    lines = tuple(difflib.unified_diff(*texts, f"version {first}", f"version {second}", lineterm=""))
    return Difference(old=old, new=new, fields=changed, lines=lines)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
