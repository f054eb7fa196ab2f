"""The page of one memory: its text, record with evidence, versions, origin, connections; and its whole text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from hardwon.engine.connections import Connections, connections
from hardwon.engine.core import Engine
from hardwon.engine.judging import TAKEN_BACK
from hardwon.engine.past import Difference, difference
from hardwon.engine.sentences import sentence_of
from hardwon.models import Memory, Outcome, Record
from hardwon.server.web.console import drawing
from hardwon.server.web.console.pages import pages_of

VERSIONS, OUTCOMES = 12, 20
_LINES, _LINE = 12, 160


@dataclass(frozen=True, kw_only=True)
class Step:
    """One version, with what it changed."""

    version: Memory
    changed: Difference | None

    @property
    def lines(self) -> Sequence[tuple[str, str]]:
        """What was changed in the text: kind and text of each line; the head of the difference is left out."""
        told = self.changed.lines[2:] if self.changed else ()
        kinds = {"+": "added", "-": "removed"}
        lines = [text for text in told if not text.startswith("@@")]
        return [(kinds.get(text[:1], "kept"), drawing.cut(text[1:], _LINE)) for text in lines[:_LINES]]


@dataclass(frozen=True, kw_only=True)
class Judged:
    """One outcome with the sentence that tells it.

    Attributes:
        can_undo: whether it counts and can be taken back; can_redo: whether it was taken back.
    """

    outcome: Outcome
    sentence: str
    pieces: Sequence[str]
    can_undo: bool
    can_redo: bool


@dataclass(frozen=True, kw_only=True)
class Whole:
    """All that one page shows."""

    memory: Memory
    record: Record
    judged: Sequence[Judged]
    judged_count: int
    steps: Sequence[Step]
    version_count: int
    given: int
    connections: Connections


def whole(engine: Engine, id: str) -> Whole:
    """A memory with everything about it; the latest versions and outcomes where there are many."""
    memory = engine.get(id)
    told = engine.outcomes(memory.id, withdrawn=True)
    versions = engine.history(memory.id)
    latest = versions[-VERSIONS:][::-1]
    return Whole(
        memory=memory,
        record=engine.record_of(told),
        judged=[_judged(one) for one in told[-OUTCOMES:][::-1]],
        judged_count=len(told),
        steps=[Step(version=one, changed=_changed(engine, one)) for one in latest],
        version_count=len(versions),
        given=engine.injection_count(memory.id),
        connections=connections(engine, memory),
    )


def _changed(engine: Engine, version: Memory) -> Difference | None:
    return difference(engine, version.id, version.version - 1, version.version) if version.version > 1 else None


def _judged(one: Outcome) -> Judged:
    pieces = one.evidence.get("pieces")
    told = [drawing.line(piece.get("text", ""), 160) for piece in pieces if isinstance(piece, dict)] if pieces else []  # type: ignore[attr-defined]
    return Judged(
        outcome=one,
        sentence=sentence_of(one),
        pieces=[text for text in told if text][:4],
        can_undo=one.retired_at is None,
        can_redo=one.retired_at is not None and one.withdrawn == TAKEN_BACK,
    )


async def memory(request: Request) -> Response:
    """One memory."""
    pages = pages_of(request)
    found = await pages.read(request, lambda engine: whole(engine, request.path_params["id"]))
    title = drawing.line(found.memory.title or found.memory.content, 60) or found.memory.id
    return pages.page(request, "memory.html", title=title, whole=found, memory=found.memory)


async def text(request: Request) -> Response:
    """The whole text, as it is."""
    found = await pages_of(request).read(request, lambda engine: engine.get(request.path_params["id"]))
    return PlainTextResponse(found.content)


ROUTES = [Route("/memories/{id}", memory), Route("/memories/{id}/text", text)]
