"""What upkeep proposes, grouped by subject and decided here; and maintenance, dry or applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hardwon.engine import deciding, upkeep
from hardwon.engine.core import Engine
from hardwon.engine.deciding import Question
from hardwon.engine.quarantine import Held, held
from hardwon.errors import HardwonError, InvalidInput
from hardwon.models import Memory, Record
from hardwon.server.web.console.pages import form_of, pages_of, shortened, went, whole_number

SHOWN = 6
BATCH_MAX = 200
FINDINGS = 60
TEXT_MAX = 1_200
_WHAT = {
    "retire duplicate": "The first gives way to the second, which keeps both records.",
    "supersede": "The first is replaced by the second.",
    "archive": "It is forgotten; restore brings it back.",
    "lift": "It moves to your own memories, for every project.",
    "fold": "One summary takes their place; they stay hidden for 30 days first.",
    "put away": "It is put away: found only where cold memories are searched.",
}
_SCORES = ("nearness", "cosine", "near", "similarity", "overlap", "score", "confidence")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One question as a page shows it.

    Attributes:
        what: what approving does.
        draft: the text that Edit begins with.
        summary: the text that takes the memories' place, "" for none.
        scores: numbers of the evidence between 0 and 1, drawn as bars; others: the rest of it.
        records: of its memories, by id.
        pair: the two memories whose difference is shown, None for any other number.
    """

    question: Question
    what: str
    draft: str
    summary: str
    scores: Sequence[tuple[str, float]]
    others: Mapping[str, str]
    records: Mapping[str, Record]
    pair: tuple[Memory, Memory] | None


@dataclass(frozen=True, kw_only=True)
class Group:
    """The questions about one subject."""

    subject: str
    asked: Sequence[Asked]


def _asked(engine: Engine, one: Question) -> Asked:
    action, evidence = one.proposal.action, one.proposal.evidence
    summary = action.get("summary")
    summary = summary if isinstance(summary, str) else ""
    place = action.get("winner", 0)
    winner = one.memories[place] if isinstance(place, int) and place < len(one.memories) else one.memories[0]
    numbers = {name: value for name, value in evidence.items() if isinstance(value, (int, float)) and name in _SCORES}
    rest = {name: value for name, value in evidence.items() if name not in (*numbers, "reason")}
    return Asked(
        question=one,
        what=_WHAT.get(str(action.get("do")), str(action.get("do"))),
        draft=summary or winner.content,
        summary=summary,
        scores=[(name, float(value)) for name, value in numbers.items()],
        others=shortened(rest),
        records=engine.records([memory.id for memory in one.memories]),
        pair=(one.memories[0], one.memories[1]) if len(one.memories) == 2 and not summary else None,
    )


@dataclass(frozen=True, kw_only=True)
class Queue:
    """The open questions of a page, and how many there are in every state."""

    groups: Sequence[Group]
    shown: int
    counts: Mapping[str, int]
    held: Sequence[Held]
    held_count: int
    more: bool


def _queue(engine: Engine, subject: str, begin: int) -> Queue:
    found = deciding.queue(engine, limit=begin + SHOWN + 1, subject=subject)[begin:]
    asked = [_asked(engine, one) for one in found[:SHOWN]]
    asked.sort(key=lambda one: one.question.proposal.subject)
    grouped = groupby(asked, key=lambda one: one.question.proposal.subject)
    quarantined, count = held(engine, limit=5)
    return Queue(
        groups=[Group(subject=name, asked=list(ones)) for name, ones in grouped],
        shown=len(asked),
        counts=deciding.counts(engine),
        held=quarantined,
        held_count=count,
        more=len(found) > SHOWN,
    )


async def review(request: Request) -> Response:
    """Open questions, the oldest first, grouped by subject."""
    return await _page(request)


async def _page(request: Request, *, status: int = 200, wrong: HardwonError | None = None) -> Response:
    pages = pages_of(request)
    begin, subject = whole_number(request, "begin"), request.query_params.get("subject", "")[:300]
    queue = await pages.read(request, lambda engine: _queue(engine, subject, begin))
    return pages.page(
        request,
        "review.html",
        status=status,
        title="Review",
        queue=queue,
        subject=subject,
        following=begin + SHOWN if queue.more else 0,
        text_max=TEXT_MAX,
        wrong=wrong,
    )


async def begin(request: Request) -> Response:
    """Lead to the questions from the address of a form."""
    return went(request, "/review")


async def decide(request: Request) -> Response:
    """Decide one question; whoever is second is told what was decided."""
    pages = pages_of(request)
    form = await form_of(request)
    decision = form.text("decision")
    text = form.text("text").replace("\r\n", "\n") if decision == deciding.EDIT else None
    id = request.path_params["id"]

    def do(engine: Engine) -> object:
        return deciding.decide(engine, id, decision, text=text)

    try:
        await pages.write(request, do)
    except InvalidInput as error:
        return await _page(request, status=409, wrong=error)
    return went(request, "/review", "decided", subject=form.text("subject"))


async def decide_all(request: Request) -> Response:
    """Decide several questions alike; those that changed meanwhile are left alone."""
    pages = pages_of(request)
    form = await form_of(request)
    ids, decision = form.every("id")[:BATCH_MAX], form.text("decision")
    if decision not in (deciding.APPROVE, deciding.KEEP, deciding.PROMOTE):
        raise InvalidInput("several questions are approved, kept or promoted")
    if not ids:
        return went(request, "/review", "nothing")

    def each(engine: Engine) -> list[tuple[str, str]]:
        failed = []
        for id in ids:
            try:
                deciding.decide(engine, id, decision)
            except InvalidInput as error:
                failed.append((id, str(error)))
        return failed

    failed = await pages.write(request, each)
    if failed:
        return pages.page(request, "bulk.html", status=409, title="Not all of it", count=len(ids), failed=failed)
    return went(request, "/review", "decided")


async def maintain(request: Request) -> Response:
    """Look through all memories; what is safe is done and the rest is asked only where that was confirmed."""
    pages = pages_of(request)
    form = await form_of(request)
    is_applied = form.text("apply") == "yes"
    if is_applied and form.text("sure") != "yes":
        raise InvalidInput("applying needs its box ticked", "tick it, or run maintenance dry")
    report = await pages.tend(request, lambda engine: upkeep.maintain(engine, apply=is_applied))
    return pages.page(
        request,
        "maintained.html",
        title="Maintenance",
        report=report,
        findings=report.findings[:FINDINGS],
        what=_WHAT,
    )


ROUTES = [
    Route("/review", review, methods=["GET"]),
    Route("/review/all", decide_all, methods=["POST"]),
    Route("/review/maintain", maintain, methods=["POST"]),
    Route("/review/{id}", begin, methods=["GET"]),
    Route("/review/{id}", decide, methods=["POST"]),
]
