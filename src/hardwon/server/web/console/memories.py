"""The list of memories: filters, and search with why each hit stands where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hardwon.engine import listing
from hardwon.engine.core import Engine
from hardwon.engine.listing import Filter
from hardwon.engine.searching import HYBRID, MODES
from hardwon.hits import Hit, LeftOut
from hardwon.models import STATUSES, Memory, Record
from hardwon.server.web.console import drawing
from hardwon.server.web.console.pages import ITEMS, pages_of

QUERY_MAX = 2_000
SORTS = ("-recorded_at", "recorded_at", "category")
_TERMS = {"relevance": "fits the query", "outcome": "its record", "confidence": "confidence", "recency": "recent"}


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What the list is asked for."""

    text: str = ""
    mode: str = HYBRID
    category: str = ""
    tag: str = ""
    status: str = "active"
    cold: bool = False
    sort: str = SORTS[0]
    file: str = ""
    cursor: str = ""

    @property
    def is_narrowed(self) -> bool:
        """Whether one of the filters that stand behind the others is set."""
        return replace(self, text="", category="", cursor="") != Wanted()

    @property
    def is_filtered(self) -> bool:
        """Whether anything but the whole list is asked for."""
        return replace(self, cursor="", mode=HYBRID, sort=SORTS[0]) != Wanted()


@dataclass(frozen=True, kw_only=True)
class Shown:
    """One memory in the list.

    Attributes:
        terms: what its score is made of: name, value and the part of a bar.
        hit: where it stands in a search, None in a list.
    """

    memory: Memory
    record: Record | None
    hit: Hit | None = None
    terms: Sequence[tuple[str, float, drawing.Segment | None]] = ()


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A page of the list."""

    entries: Sequence[Shown]
    total: int = 0
    left_out: Sequence[LeftOut] = ()
    note: str = ""
    following: str = ""


def wanted_of(request: Request) -> Wanted:
    """What an address asks for."""
    query = request.query_params
    status, mode = query.get("status", "active"), query.get("mode", HYBRID)
    return Wanted(
        text=query.get("q", "")[:QUERY_MAX].strip(),
        mode=mode if mode in MODES else HYBRID,
        category=query.get("category", "")[:100],
        tag=query.get("tag", "")[:200].strip(),
        status=status if status in (*STATUSES, "all") else "active",
        cold=query.get("cold", "") == "1",
        sort=query.get("sort", "") if query.get("sort", "") in SORTS else SORTS[0],
        file=query.get("file", "")[:500].strip(),
        cursor=query.get("cursor", "")[:400],
    )


def _listed(engine: Engine, wanted: Wanted) -> Listing:
    page = listing.page(
        engine,
        Filter(
            categories=[wanted.category] if wanted.category else (),
            statuses=STATUSES if wanted.status == "all" else (wanted.status,),
            tag=wanted.tag,
            file=wanted.file,
        ),
        sort=wanted.sort,
        limit=ITEMS,
        cursor=wanted.cursor,
    )
    records = engine.records([one.id for one in page.memories])
    entries = [Shown(memory=one, record=records.get(one.id)) for one in page.memories]
    return Listing(entries=entries, total=page.total, following=page.next_cursor)


def _searched(engine: Engine, wanted: Wanted) -> Listing:
    found = engine.recall(
        wanted.text,
        limit=ITEMS,
        categories=[wanted.category] if wanted.category else (),
        tags=[wanted.tag] if wanted.tag else (),
        include_archived=wanted.status in ("archived", "all"),
        include_cold=wanted.cold,
        mode=wanted.mode,
    )
    ids = [hit.id for hit in found.hits]
    records = engine.records(ids)
    entries = [_hit(engine, hit, records.get(hit.id)) for hit in found.hits]
    left_out = [one for one in found.left_out if one.relevance >= 0.005 and one.id not in ids]
    return Listing(entries=entries, total=len(entries), left_out=left_out[:ITEMS], note=found.note)


def _hit(engine: Engine, hit: Hit, record: Record | None) -> Shown:
    parts = {name: max(value, 0.0) for name, value in hit.terms}
    where = {one.kind: one for one in drawing.segments(parts, 1.0)}
    terms = [(_TERMS.get(name, name), value, where.get(name)) for name, value in hit.terms]
    return Shown(memory=engine.get(hit.id), record=record, hit=hit, terms=terms)


async def memories(request: Request) -> Response:
    """Memories, the newest first, or the hits of a search, the best first."""
    pages = pages_of(request)
    wanted = wanted_of(request)
    look = _searched if wanted.text else _listed
    found = await pages.read(request, lambda engine: look(engine, wanted))
    return pages.page(
        request,
        "memories.html",
        title="Memories",
        wanted=wanted,
        listing=found,
        sorts=SORTS,
        statuses=(*STATUSES, "all"),
        modes=MODES,
    )


ROUTES = [Route("/memories", memories)]
