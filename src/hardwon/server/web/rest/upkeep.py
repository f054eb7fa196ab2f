"""Upkeep: runs of maintenance, what they changed, and the questions they put. All of it can be taken back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from hardwon.engine import Engine, deciding
from hardwon.engine.deciding import Decided, Question
from hardwon.engine.journal import journal, undo
from hardwon.engine.upkeep import Report, maintain
from hardwon.server.web.rest.asking import Asked
from hardwon.server.web.rest.bodies import Body, Memory

router = APIRouter(tags=["upkeep"])
_FINDINGS_MAX = 200


class Run(Body):
    """What a run may do."""

    apply: bool = Field(default=False, description="False looks only and writes nothing.")
    new_only: bool = Field(default=False, description="Only what is new since the last run that applied.")


class Finding(BaseModel):
    """One thing that may be done."""

    kind: str
    band: str = Field(description="safe applies by itself, ask is put to a person.")
    subject: str
    ids: list[str]
    reason: str


class Ran(BaseModel):
    """What a run found and did."""

    run: str
    is_dry: bool
    looked_at: int
    found: int
    findings: list[Finding] = Field(description=f"The first {_FINDINGS_MAX}, the safe first.")
    applied: dict[str, int]
    asked: dict[str, int]
    reviewed: dict[str, int]
    expired: int

    @classmethod
    def of(cls, report: Report) -> Ran:
        """The engine's value as an answer holds it."""
        findings = [
            Finding(
                kind=one.kind,
                band=one.band,
                subject=one.subject,
                ids=[target.id for target in one.targets],
                reason=one.reason,
            )
            for one in report.findings[:_FINDINGS_MAX]
        ]
        return cls(
            run=report.run,
            is_dry=report.is_dry,
            looked_at=report.looked_at,
            found=len(report.findings),
            findings=findings,
            applied=dict(report.applied),
            asked=dict(report.asked),
            reviewed=dict(report.reviewed),
            expired=report.expired,
        )


class Step(BaseModel):
    """One change that upkeep made to one memory."""

    id: str
    project: str
    run: str
    kind: str
    memory_id: str
    before: int
    after: int
    other_id: str
    reason: str
    actor: str
    at: int
    undone_at: int | None

    @classmethod
    def of(cls, step: Any) -> Step:
        """The engine's value as an answer holds it."""
        return cls(**vars(step))


class Log(BaseModel):
    """What upkeep changed, the latest first."""

    changes: list[Step]


class Standing(BaseModel):
    """How upkeep stands."""

    questions: dict[str, int] = Field(description="How many there are in each state.")
    latest_changes: list[Step]


class Back(Body):
    """What to take back; the latest change by default."""

    id: Annotated[str, Field(max_length=64, description="The beginning of a change's id.")] = ""
    run: Annotated[str, Field(max_length=64, description="A whole run.")] = ""


@router.post("/maintenance/run")
async def run(asking: Asked, body: Run) -> Ran:
    """Look for duplicates, contradictions, stale and unused memories; with `apply` do what is provably safe."""

    def tend(engine: Engine) -> Ran:
        return Ran.of(maintain(engine, apply=body.apply, new_only=body.new_only))

    return await asking.tend("maintenance_run", tend)


@router.get("/maintenance/status")
async def standing(asking: Asked) -> Standing:
    """How many questions there are, and what upkeep changed last."""
    return await asking.read(
        lambda engine: Standing(
            questions=deciding.counts(engine), latest_changes=[Step.of(one) for one in journal(engine, limit=5)]
        )
    )


@router.get("/maintenance/log")
async def log(asking: Asked, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> Log:
    """What upkeep changed, the latest first."""
    return await asking.read(lambda engine: Log(changes=[Step.of(one) for one in journal(engine, limit=limit)]))


@router.post("/maintenance/undo")
async def take_back(asking: Asked, body: Back) -> Log:
    """Take back one change, one run, or the latest change."""
    return await asking.write(
        "undo", lambda engine: Log(changes=[Step.of(one) for one in undo(engine, body.id, run=body.run)])
    )


# -- questions ----------------------------------------------------------------------------------------------


class Proposal(BaseModel):
    """A question for a person, with the memories it is about as they are now."""

    id: str
    project: str
    kind: str
    subject: str
    state: str
    action: dict[str, Any]
    evidence: dict[str, Any]
    targets: list[tuple[str, int]] = Field(description="Id and version of each memory it is about.")
    memories: list[Memory]
    created_at: int
    expires_at: int
    decided_at: int | None
    decided_by: str | None

    @classmethod
    def of(cls, question: Question) -> Proposal:
        """The engine's value as an answer holds it."""
        one = question.proposal
        names = ("id", "project", "kind", "subject", "state", "created_at", "expires_at", "decided_at", "decided_by")
        return cls(
            **{name: getattr(one, name) for name in names},
            action=dict(one.action),
            evidence=dict(one.evidence),
            targets=list(one.targets),
            memories=[Memory.of(memory) for memory in question.memories],
        )


class Proposals(BaseModel):
    """Open questions, the oldest first."""

    proposals: list[Proposal]


class Decision(Body):
    """What is to become of a question."""

    decision: Literal["approve", "keep", "edit", "promote", "skip"]
    text: Annotated[str, Field(max_length=65_536, description="For edit: the text that is to stand.")] = ""


class Outcome(BaseModel):
    """What became of a decision."""

    id: str
    state: str
    changes: list[Step]

    @classmethod
    def of(cls, decided: Decided) -> Outcome:
        """The engine's value as an answer holds it."""
        return cls(id=decided.proposal.id, state=decided.state, changes=[Step.of(one) for one in decided.changes])


ProposalId = Annotated[str, Path(min_length=1, max_length=64)]


@router.get("/proposals")
async def queue(
    asking: Asked,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    subject: Annotated[str, Query(max_length=500)] = "",
) -> Proposals:
    """The open questions, the oldest first."""
    return await asking.read(
        lambda engine: Proposals(
            proposals=[Proposal.of(one) for one in deciding.queue(engine, limit=limit, subject=subject)]
        )
    )


@router.get("/proposals/{id}")
async def show(asking: Asked, id: ProposalId) -> Proposal:
    """One question, open or decided."""
    return await asking.read(lambda engine: Proposal.of(deciding.question(engine, id)))


@router.post("/proposals/{id}/decision")
async def decide(asking: Asked, id: ProposalId, body: Decision) -> Outcome:
    """Decide a question once: whoever is second is answered 409, and changes nothing. It can be taken back."""
    return await asking.write(
        "review_decide",
        lambda engine: Outcome.of(deciding.decide(engine, id, body.decision, text=body.text or None, key=asking.key)),
    )
