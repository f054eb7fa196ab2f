"""Carries out what upkeep found: the safe by itself, the rest when somebody decided. All of it can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.engine import intake
from hardwon.engine.journal import ITSELF, actor_name, has_upkeep, write_change
from hardwon.errors import Ambiguous, Conflict, InvalidInput, NotFound
from hardwon.models import USER_PROJECT, Memory, Origin
from hardwon.store import memories, proposals, upkeep
from hardwon.store.proposals import Proposal

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.store.database import Database
    from hardwon.store.upkeep import Applied

APPROVE, KEEP, EDIT, PROMOTE, SKIP = DECISIONS = ("approve", "keep", "edit", "promote", "skip")
_STATES = {APPROVE: "approved", KEEP: "kept", EDIT: "edited", PROMOTE: "promoted"}
FOLD_MS = 30 * 86_400_000


@dataclass(frozen=True, kw_only=True)
class Step:
    """What is to be done to which memories, and in whose name."""

    action: Mapping[str, object]
    targets: Sequence[Memory]
    reason: str
    run: str
    actor: str = ITSELF


def carry_out(engine: Engine, database: Database, step: Step) -> list[Applied]:
    """Do what an action says, inside a transaction of the memories' store.

    Raises:
        InvalidInput: the action is none that this version knows.
        StoreError: the store cannot be written.
    """
    do = _DOINGS.get(str(step.action.get("do")))
    if do is None:
        raise InvalidInput(f"nobody here can {str(step.action.get('do'))[:40]!r}", "upgrade Hardwon")
    return [one for one in do(engine, database, step) if one is not None]


Changes = list["Applied | None"]


def _retire_duplicate(engine: Engine, database: Database, step: Step) -> Changes:
    loser, winner = step.targets
    done = _write(engine, database, step, loser, "duplicate", other_id=winner.id, status="retired")
    if done is not None:
        upkeep.copy_record(database, loser.id, winner.id, done.id, done.at)
        live = memories.live_memory(database, winner.id) or winner
        joined = {
            "tags": tuple(dict.fromkeys((*live.tags, *loser.tags))),
            "files": tuple(dict.fromkeys((*live.files, *loser.files))),
            "tier": "pinned" if loser.tier == "pinned" and live.tier == "hot" else live.tier,
        }
        return [done, _write(engine, database, step, live, "merged", other_id=loser.id, **joined)]
    return [done]


def _supersede(engine: Engine, database: Database, step: Step) -> Changes:
    old, fresh = step.targets
    until = max(fresh.valid_from, old.valid_from)
    return [_write(engine, database, step, old, "superseded", other_id=fresh.id, status="retired", valid_to=until)]


def _archive(engine: Engine, database: Database, step: Step) -> Changes:
    return [_write(engine, database, step, one, "archived", status="archived") for one in step.targets]


def _put_away(engine: Engine, database: Database, step: Step) -> Changes:
    return [_write(engine, database, step, one, "cold", tier="cold") for one in step.targets]


def _lift(engine: Engine, database: Database, step: Step) -> Changes:
    """Two steps that can each be done twice: no transaction spans two files."""
    [one] = step.targets
    kept = engine.remember(
        one.content,
        category=one.category,
        title=one.title,
        tags=one.tags,
        pin=one.tier == "pinned",
        confidence=one.confidence,
        to_user=True,
        origin=one.origin,
        trust=one.trust,
        key=f"lifted:{one.id}:{one.version}",
    )
    if kept.memory.status == "archived":
        engine.restore(kept.memory.id)
    return [_write(engine, database, step, one, "lifted", other_id=kept.memory.id, status="retired")]


def _fold(engine: Engine, database: Database, step: Step) -> Changes:
    """One summary in place of its originals, which stay hidden until the review of folds."""
    text = str(step.action.get("summary", ""))
    at = engine.clock()
    draft = intake.draft(
        text,
        category=_most_common([one.category for one in step.targets]),
        title="",
        tags=list(dict.fromkeys(tag for one in step.targets for tag in one.tags)),
        files=list(dict.fromkeys(file for one in step.targets for file in one.files)),
        confidence=None,
        root=engine.root,
    )
    trusts = {one.trust for one in step.targets}
    summary = Memory(
        id=engine.ids(),
        project=step.targets[0].project,
        category=_most_common([one.category for one in step.targets]),
        trust="user" if step.actor == "person" else "agent" if trusts <= {"user", "agent"} else min(trusts),
        origin=Origin(who="user" if step.actor == "person" else "agent", note=f"a summary of {len(step.targets)}"),
        valid_from=max(one.valid_from for one in step.targets),
        recorded_at=at,
        created_at=at,
        **draft.words(),
    )
    stored, _ = intake.store(database, summary, f"fold:{step.run}", True)
    done: Changes = []
    for one in step.targets:
        change = _write(engine, database, step, one, "folded", other_id=stored.id, status="retired")
        if change is not None:
            fold = upkeep.Fold(
                original_id=one.id,
                summary_id=stored.id,
                project=one.project,
                hidden_at=at,
                review_at=at + FOLD_MS,
            )
            upkeep.put_fold(database, fold)
        done.append(change)
    return done


def _write(
    engine: Engine, database: Database, step: Step, memory: Memory, kind: str, *, other_id: str = "", **fields: object
) -> Applied | None:
    return write_change(
        engine, database, memory, kind=kind, reason=step.reason, run=step.run, other_id=other_id, actor=step.actor,
        **fields,
    )  # fmt: skip


def _most_common(words: Sequence[str]) -> str:
    return max(dict.fromkeys(words), key=words.count)


_DOINGS = {
    "retire duplicate": _retire_duplicate,
    "supersede": _supersede,
    "archive": _archive,
    "put away": _put_away,
    "lift": _lift,
    "fold": _fold,
}


# -- questions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Question:
    """A proposal with the memories it is about, as they are now."""

    proposal: Proposal
    memories: Sequence[Memory]


@dataclass(frozen=True, kw_only=True)
class Decided:
    """What became of a decision."""

    proposal: Proposal
    state: str
    changes: Sequence[Applied]


def queue(engine: Engine, *, limit: int = 100, subject: str = "", all_projects: bool = False) -> list[Question]:
    """The open questions of this project and of the person, the oldest first; those that ran out are not among them.

    Raises:
        StoreError: a store cannot be read.
    """
    found: list[Question] = []
    now = engine.clock()
    for database, projects in engine.stores.scopes(everywhere=all_projects):
        if not has_upkeep(database):
            continue
        for one in proposals.list_proposals(database, projects, subject=subject, limit=limit):
            live = [memories.live_memory(database, id) for id, _ in one.targets]
            if one.expires_at > now and _is_current(one, live):
                found.append(Question(proposal=one, memories=[memory for memory in live if memory is not None]))
    return sorted(found, key=lambda one: (one.proposal.created_at, one.proposal.id))[:limit]


def question(engine: Engine, id_prefix: str) -> Question:
    """One question, open or decided, with its memories as they are now.

    Args:
        engine: an open engine.
        id_prefix: its id, or the beginning of it.

    Raises:
        NotFound, Ambiguous: no question, or several, begin like that.
        StoreError: a store cannot be read.
    """
    one = _proposal(engine, id_prefix)
    database = engine.stores.reading(engine.stores.path_of(one.project))
    live = [memories.live_memory(database, id) for id, _ in one.targets] if database else []
    return Question(proposal=one, memories=[memory for memory in live if memory is not None])


def counts(engine: Engine) -> dict[str, int]:
    """How many questions there are in each state."""
    total: dict[str, int] = {}
    for database, projects in engine.stores.scopes():
        if has_upkeep(database):
            for state, count in proposals.counts(database, projects).items():
                total[state] = total.get(state, 0) + count
    return total


def decide(
    engine: Engine, id_prefix: str, decision: str, *, text: str | None = None, key: str | None = None
) -> Decided:
    """Decide an open question, once: whoever is second is told so and changes nothing.

    Args:
        engine: an open engine; what an agent decides is marked as such.
        id_prefix: the question's id, or its beginning.
        decision: approve, keep (change nothing), edit (approve with another text), promote (keep and pin), or skip
            (leave it open).
        text: for edit: the new text of the summary, or of the memory that stays.
        key: idempotency key; the same decision with the same key again is answered as the first time.

    Raises:
        NotFound, Ambiguous: no question, or several, begin like that.
        Conflict: it was decided already, ran out, or its memories changed meanwhile.
        InvalidInput: the decision is none, or its text is missing.
        StoreError: the store cannot be written.
    """
    if decision not in DECISIONS:
        raise InvalidInput(f"{str(decision)[:40]!r} is no decision", "say one of " + ", ".join(DECISIONS))
    if (decision == EDIT) != bool(text and text.strip()):
        raise InvalidInput("edit, and only edit, takes a text", "give the text that is to stand")
    one = _proposal(engine, id_prefix)
    if decision == SKIP:
        return Decided(proposal=one, state=one.state, changes=())
    database = engine.stores.writing(one.project)
    with database.atomic():
        proposals.expire(database, one.project, engine.clock())
        if key and not engine._is_first(database, f"decide:{one.id}:{decision}:{key}", one.project):
            return Decided(proposal=one, state=_STATES[decision], changes=())
        by = "via agent" if actor_name(engine) == "agent" else "person"
        if not proposals.decide(database, one.id, _STATES[decision], by, engine.clock()):
            _refuse(database, one.id)
        live = [memories.live_memory(database, id) for id, _ in one.targets]
        targets = [memory for memory in live if memory is not None]
        changes = _decided(engine, database, one, decision, targets, text)
    return Decided(proposal=one, state=_STATES[decision], changes=changes)


def _decided(
    engine: Engine, database: Database, one: Proposal, decision: str, targets: list[Memory], text: str | None
) -> list[Applied]:
    if decision == KEEP:
        return []
    actor = actor_name(engine)
    action, reason = dict(one.action), str(one.evidence.get("reason", ""))
    if decision == PROMOTE:
        step = Step(action={}, targets=targets, reason=reason, run=one.id, actor=actor)
        done = [_write(engine, database, step, memory, "pinned", tier="pinned") for memory in targets]
        versions = {memory.id: memory.version for memory in targets}
        proposals.move_fingerprint(database, one.id, versions | {step.memory_id: step.after for step in done if step})
        return [change for change in done if change is not None]
    if decision == EDIT and text is not None:
        if action.get("do") == "fold":
            action["summary"] = text
        else:
            targets = _reworded(engine, targets, action, text)
    return carry_out(engine, database, Step(action=action, targets=targets, reason=reason, run=one.id, actor=actor))


def _reworded(engine: Engine, targets: list[Memory], action: Mapping[str, object], text: str) -> list[Memory]:
    place = action.get("winner", 0)
    place = place if isinstance(place, int) and place < len(targets) else 0
    edited = engine.edit(targets[place].id, content=text)
    if len(targets) == 1:
        # The one memory it is about stays, in the new words: nothing is left to be done.
        return []
    return [edited if index == place else memory for index, memory in enumerate(targets)]


def _refuse(database: Database, id: str) -> None:
    [now] = proposals.list_proposals(database, (), state="", id=id, limit=1)
    if now.state == proposals.EXPIRED:
        raise Conflict(f"it ran out: {now.decided_by}", "`mem maintain --apply` asks anew where it still stands")
    raise Conflict(f"already decided: {now.state} ({now.decided_by})", "`mem review` shows what is still open")


def _proposal(engine: Engine, id_prefix: str) -> Proposal:
    prefix = id_prefix.strip().lower()
    found: list[Proposal] = []
    for database, projects in engine.stores.scopes():
        if prefix and has_upkeep(database):
            found += proposals.list_proposals(database, projects, state="", id=prefix, limit=6)
    found = [one for one in found if one.id == prefix] or found
    if not found:
        raise NotFound(f"no question begins with {prefix[:40]!r}", "`mem review --list` shows them")
    if len(found) > 1:
        few = ", ".join(one.id for one in found[:5])
        raise Ambiguous(f"{prefix!r} fits several questions: {few}", "give more of the id")
    return found[0]


def _is_current(one: Proposal, live: Sequence[Memory | None]) -> bool:
    return all(
        memory is not None and memory.version == version for memory, (_, version) in zip(live, one.targets, strict=True)
    )


def project_of(engine: Engine, one: Proposal) -> str:
    """How a question's project is called here."""
    return "yours" if one.project == USER_PROJECT else engine.name if one.project == engine.project else one.project


def as_targets(database: Database, ids: Sequence[tuple[str, int]]) -> list[Memory] | None:
    """The live memories with these versions, None where one changed."""
    live = [memories.live_memory(database, id) for id, _ in ids]
    if any(memory is None or memory.version != version for memory, (_, version) in zip(live, ids, strict=True)):
        return None
    return [replace(memory) for memory in live if memory is not None]
