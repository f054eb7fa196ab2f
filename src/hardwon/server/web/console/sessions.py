"""Sessions: what each was about, what was captured from it, what it was given, and what that cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hardwon.engine import sessions as told
from hardwon.engine.core import Engine
from hardwon.engine.sessions import Spent, spent_on
from hardwon.errors import HardwonError
from hardwon.models import Memory, SessionSummary
from hardwon.server.web.console.pages import ITEMS, pages_of, whole_number

GIVEN = 40
_CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, kw_only=True)
class Given:
    """A memory that a session was given, when, and by which event; None where it was purged since."""

    id: str
    memory: Memory | None
    event: str
    at: int


@dataclass(frozen=True, kw_only=True)
class Whole:
    """One session with all that is known of it."""

    summary: SessionSummary
    learnt: Sequence[Memory]
    learnt_count: int
    given: Sequence[Given]
    given_count: int
    given_tokens: int
    spent: Spent


def _whole(engine: Engine, id: str) -> Whole:
    summary = told.session(engine, id)
    learnt = told.learnt_in(engine, summary.session_id)
    given = engine.injections(summary.session_id)
    shown = [_given(engine, *one) for one in given[-GIVEN:]]
    return Whole(
        summary=summary,
        learnt=learnt[:GIVEN],
        learnt_count=len(learnt),
        given=shown[::-1],
        given_count=len(given),
        given_tokens=sum(len(one.memory.content) // _CHARACTERS_A_TOKEN + 1 for one in shown if one.memory),
        spent=spent_on(engine.stores.paths, engine.project, summary.session_id),
    )


def _given(engine: Engine, id: str, event: str, at: int) -> Given:
    try:
        memory: Memory | None = engine.get(id)
    except HardwonError:
        memory = None
    return Given(id=id, memory=memory, event=event, at=at)


async def sessions(request: Request) -> Response:
    """The last first."""
    pages = pages_of(request)
    begin = whole_number(request, "begin")
    found = list(await pages.read(request, lambda engine: engine.sessions(begin + ITEMS + 1)))[begin:]
    return pages.page(
        request,
        "sessions.html",
        title="Sessions",
        sessions=found[:ITEMS],
        following=begin + ITEMS if len(found) > ITEMS else 0,
    )


async def session(request: Request) -> Response:
    """One session."""
    pages = pages_of(request)
    found = await pages.read(request, lambda engine: _whole(engine, request.query_params.get("id", "")[:200]))
    return pages.page(request, "session.html", title="Session", whole=found, summary=found.summary)


ROUTES = [Route("/sessions", sessions), Route("/session", session)]
