"""Upkeep: looks through memories, does what is provably safe, and puts the rest to a person.

A dry run only reads. What applies by itself appends versions and is taken back by `mem undo`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.engine import deciding, folding
from hardwon.engine.journal import has_upkeep
from hardwon.engine.retention import outlived
from hardwon.engine.superseding import contradiction_mark
from hardwon.errors import StoreLocked
from hardwon.maintenance import duplicates, judgement, staleness, subjects
from hardwon.maintenance.findings import ASK, CLUSTER, CONTRADICTION, SAFE, Finding
from hardwon.maintenance.traces import drop_plans
from hardwon.models import USER_PROJECT
from hardwon.store import proposals, spaces, upkeep
from hardwon.store.holders import this_process
from hardwon.store.reader import Reader
from hardwon.store.upkeep import Known

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.maintenance.slots import Fact
    from hardwon.store.database import Database

LEASE = "maintain"
LEASE_MS = 120_000
BATCH = 200
SEEN = "maintained "  # mark: the newest row that a run has looked at
WHOLE = "maintained whole "  # mark: when everything was looked at last
DAY_MS = 86_400_000
_OVERLAP_BELOW = 0.15  # where words have to do, so much less than the cosine
_USUAL = 0.95  # of the setting: what a space's own scale was measured for
_MILLION = 1_000_000
_GROUP_MAX = 40
_RARE_MAX, _RARE_WORDS = 40, 4


@dataclass(frozen=True, kw_only=True)
class Scope:
    """The memories of one project in one file.

    Attributes:
        path: the file. project: the binding.
    """

    path: str
    project: str


@dataclass(kw_only=True)
class Report:
    """What a run found and did.

    Attributes:
        run: its id. applied_by: whether it wrote at all.
        findings: everything found, the safe first.
        applied: changes by kind; asked: new questions by kind.
        expired: questions that ran out. reviewed: what the review of folds did, by kind.
        looked_at: memories.
    """

    run: str
    is_dry: bool
    findings: list[Finding] = field(default_factory=list)
    applied: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    reviewed: Counter[str] = field(default_factory=Counter)
    expired: int = 0
    looked_at: int = 0


def maintain(
    engine: Engine,
    *,
    apply: bool = False,
    auto_only: bool = False,
    everywhere: bool = False,
    new_only: bool = False,
) -> Report:
    """Look through the project's and the person's memories; change something only where told to.

    Args:
        engine: an open engine.
        apply: do what is safe, and stage the rest as questions.
        auto_only: with `apply`: stage nothing.
        everywhere: every project's memories.
        new_only: compare only what is new since the last run that applied.

    Raises:
        StoreLocked: another run is at it.
        StoreError: a store cannot be read or written.
    """
    report = Report(run=engine.ids(), is_dry=not apply)
    scopes = list(_scopes(engine, everywhere))
    for scope in scopes:
        if apply:
            _maintain(engine, scope, report, auto_only=auto_only, new_only=new_only)
        else:
            found, count = _looked(engine, scope, new_only)
            report.findings += found
            report.looked_at += count
    report.findings.sort(key=lambda one: one.band != SAFE)
    return report


def look_after(engine: Engine) -> Report:
    """Upkeep by itself: of what is new, and once a day of everything.

    Args:
        engine: an open engine.

    Raises:
        StoreLocked: another run is at it.
        StoreError: a store cannot be read or written.
    """
    database = engine.stores.writing(engine.project)
    now = engine.clock()
    is_whole = now - upkeep.mark(database, WHOLE + engine.project) > DAY_MS
    drop_plans(engine.stores.paths.data, now)
    report = maintain(engine, apply=True, new_only=not is_whole)
    if is_whole:
        with database.atomic():
            upkeep.set_mark(database, WHOLE + engine.project, now)
    return report


def is_due(engine: Engine, *, whole_only: bool = False) -> bool:
    """Whether something is new since upkeep by itself, or a day has passed since it looked at everything.

    Args:
        engine: an open engine.
        whole_only: only where a day has passed.

    Raises:
        StoreError: the store cannot be read.
    """
    if engine.settings.maintain == "off":
        return False
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    if database is None or not (newest := upkeep.newest_row(database)):
        return False
    if not has_upkeep(database):
        return True
    if engine.clock() - upkeep.mark(database, WHOLE + engine.project) > DAY_MS:
        return True
    return not whole_only and newest > upkeep.mark(database, SEEN + engine.project)


def _scopes(engine: Engine, everywhere: bool) -> Iterator[Scope]:
    from hardwon.store import memories

    for database, projects in engine.stores.scopes(everywhere=everywhere):
        for project in projects or [binding for binding, _, _ in memories.projects(database)]:
            if engine.stores.path_of(project) != database.path:
                continue  # a copy that lies where no project looks for it
            yield Scope(path=database.path, project=project)


def _looked(engine: Engine, scope: Scope, new_only: bool) -> tuple[list[Finding], int]:
    database = engine.stores.reading(scope.path)
    if database is None:
        return [], 0
    return plan(engine, database, scope.project, new_only=new_only)


def plan(engine: Engine, database: Database, project: str, *, new_only: bool = False) -> tuple[list[Finding], int]:
    """What may be done in one project, and how many memories were looked at. Only reads.

    Args:
        engine: for its settings, clock and folder.
        database: an open store.
        project: the binding.
        new_only: only what has to do with memories newer than the last run that applied.
    """
    since = upkeep.mark(database, SEEN + project) if new_only and has_upkeep(database) else 0
    if since:
        return _plan_of_new(engine, database, project, since)
    known = upkeep.known_memories(database, project)
    hot = [one for one in known if one.tier != "cold"]
    now = engine.clock()
    safe = [*duplicates.exact(known), *judgement.cold_band(hot, now), *outlived(engine, known, now)]
    gone = {one.targets[0].id for one in safe if one.band == SAFE}
    found = [
        *safe,
        *duplicates.near(_near(engine, database, hot, None)),
        *contradictions(hot),
        *_clusters(database, project, [one for one in hot if one.id not in gone]),
        *judgement.lifts(hot if project != USER_PROJECT else []),
        *judgement.low_value(hot, now),
    ]
    if project == engine.project:
        found += staleness.stale(hot, engine.root)
    return _one_each(found), len(known)


def _clusters(database: Database, project: str, memories: Sequence[Known]) -> Iterator[Finding]:
    """Subjects with many memories: by file and tag, then by words, then by vectors."""
    taken: set[str] = set()
    yield from judgement.clusters(memories, taken)
    if has_upkeep(database):
        taken |= proposals.ids_asked_about(database, project, CLUSTER)
    yield from subjects.by_words(memories, taken)
    space = _space(database)
    related = upkeep.mark(database, upkeep.related_mark(space.id)) if space and has_upkeep(database) else 0
    if space is not None and related:
        vectors = upkeep.vectors_of(database, space.id)
        yield from subjects.by_vectors(memories, vectors, related / _MILLION, taken)


def _plan_of_new(engine: Engine, database: Database, project: str, since: int) -> tuple[list[Finding], int]:
    fresh = upkeep.known_memories(database, project, after=since)
    if not fresh:
        return [], 0
    rows = frozenset(one.row for one in fresh)
    near_rows = _neighbours(database, fresh) | _near_by_vectors(engine, database, fresh)
    others = upkeep.known_at_rows(database, sorted(near_rows - rows)[:20_000], project)
    both = [*others, *fresh]
    found = [
        *duplicates.exact(both),
        *duplicates.near(_near(engine, database, both, rows)),
        *contradictions(both, rows),
        *judgement.lifts(fresh if project != USER_PROJECT else []),
    ]
    if project == engine.project:
        found += staleness.stale(fresh, engine.root)
    of_new = [one for one in found if any(target.row in rows for target in one.targets)]
    return _one_each(of_new), len(fresh)


def _neighbours(database: Database, fresh: Sequence[Known]) -> set[int]:
    """Rows that share rare words with some memories."""
    reader = Reader(database)
    found: set[int] = set()
    for one in fresh:
        stems = {stem for _, _, stem in reader.tokens(" ".join(duplicates.word_set(one.content)))}
        frequency = reader.document_frequencies(stems)
        rare = sorted((count, stem) for stem, count in frequency.items() if count <= _RARE_MAX)[:_RARE_WORDS]
        for _, stem in rare:
            quoted = '"' + stem.replace('"', "") + '"'
            found.update(reader.newest_with(quoted, _RARE_MAX))
    return found


def _near_by_vectors(engine: Engine, database: Database, fresh: Sequence[Known]) -> set[int]:
    """Rows whose vectors are near those of some memories."""
    space = _space(database)
    if space is None:
        return set()
    own = upkeep.vectors_of(database, space.id, [one.row for one in fresh])
    try:
        from hardwon.maintenance.nearness import rows_near
    except ImportError:
        return set()
    chunks = upkeep.vector_chunks(database, space.id)
    return set(rows_near(list(own.values()), chunks, _threshold(engine, database, space)))


def _space(database: Database) -> spaces.Space | None:
    return next((one for one in reversed(spaces.list_spaces(database)) if one.state == spaces.READY), None)


def _threshold(engine: Engine, database: Database, space: spaces.Space) -> float:
    """The person's threshold on the space's own scale (hardwon.embedders.calibration)."""
    same = upkeep.mark(database, upkeep.same_mark(space.id)) / _MILLION if has_upkeep(database) else 0.0
    same = same or _USUAL
    return min(max(1.0 - (1.0 - same) * (1.0 - engine.settings.dedup_threshold) / (1.0 - _USUAL), 0.5), 1.0)


def _near(
    engine: Engine, database: Database, memories: Sequence[Known], fresh: frozenset[int] | None
) -> list[tuple[Known, Known, float]]:
    threshold = engine.settings.dedup_threshold
    overlap = engine.settings.dedup_overlap or max(threshold - _OVERLAP_BELOW, 0.5)
    pairs = {(one.row, other.row): (one, other, near) for one, other, near in _by_words(memories, overlap, fresh)}
    space = _space(database)
    if space is not None and len(memories) > 1:
        threshold = _threshold(engine, database, space)
        rows = None if fresh is None else [one.row for one in memories]
        vectors = upkeep.vectors_of(database, space.id, rows)
        for one, other, near in duplicates.pairs_by_vectors(memories, vectors, threshold, fresh):
            pairs[one.row, other.row] = (one, other, near)
    return list(pairs.values())


def _by_words(
    memories: Sequence[Known], overlap: float, fresh: frozenset[int] | None
) -> Iterator[tuple[Known, Known, float]]:
    return duplicates.pairs_by_words(memories, overlap, fresh)


def contradictions(memories: Sequence[Known], fresh: frozenset[int] | None = None) -> Iterator[Finding]:
    """Questions about pairs that speak of one slot with different values, or where one ends the other.

    Args:
        memories: live and active ones of one project.
        fresh: rows of which a pair has at least one; any where None.
    """
    from hardwon.maintenance.slots import facts_of
    from hardwon.maintenance.supersession import CERTAIN, DOUBTFUL, effect_of_facts

    facts: dict[str, list[Fact]] = {}
    groups: dict[str, list[Known]] = defaultdict(list)
    own = {one.id: facts_of(one.content) for one in memories if fresh is not None and one.row in fresh}
    concerns = _concerning([fact for told in own.values() for fact in told]) if fresh is not None else None
    for one in memories:
        if concerns is not None and one.id not in own and not concerns(one.content):
            continue
        told = own[one.id] if one.id in own else facts_of(one.content)
        facts[one.id] = told
        for fact in told:
            for key in {f"{fact.relation}:{fact.subject}", *([f"={fact.gone}"] if fact.gone else [f"={fact.value}"])}:
                if not groups[key] or groups[key][-1] is not one:
                    groups[key].append(one)
    asked: set[str] = set()
    for group in groups.values():
        ordered = sorted(group, key=lambda one: (one.valid_from, one.id))[-_GROUP_MAX:]
        for place, old in enumerate(ordered):
            for new in ordered[place + 1 :]:
                if fresh is not None and old.row not in fresh and new.row not in fresh:
                    continue
                mark = contradiction_mark(old.id, old.number, new.id, new.number)
                if mark in asked or old.held:
                    continue
                effect = effect_of_facts(facts[old.id], facts[new.id])
                if effect.kind in (*CERTAIN, DOUBTFUL):
                    asked.add(mark)
                    yield Finding(
                        kind=CONTRADICTION,
                        band=ASK,
                        subject=effect.slot,
                        targets=(old, new),
                        action={"do": "supersede", "winner": 1},
                        reason=f"both speak of {effect.slot}; the later {_can(effect.kind)} the earlier",
                    )


def _concerning(facts: Sequence[Fact]) -> Callable[[str], bool]:
    """Tells which texts may speak of what some facts speak of; reading each one's facts costs fifty times as much."""
    from hardwon.maintenance.tool_kinds import tools_of
    from hardwon.maintenance.triggers import FOREIGN

    words: set[str] = set()
    for fact in facts:
        if not fact.subject or "*" in fact.subject:
            return lambda text: True
        words |= {fact.value, fact.gone, max(fact.subject.split(), key=len), *tools_of(fact.subject)} - {""}
    if not words:
        return lambda text: False
    pattern = re.compile("|".join(map(re.escape, sorted(words))), re.IGNORECASE)
    return lambda text: bool(pattern.search(text) or FOREIGN.search(text))


def _can(kind: str) -> str:
    return "may replace" if kind == "doubtful" else "replaces" if kind == "replaces" else "ends"


def _one_each(found: list[Finding]) -> list[Finding]:
    """What is safe comes first, and a memory that it takes away is asked about no more."""
    gone = {one.targets[0].id for one in found if one.band == SAFE}
    return [one for one in found if one.band == SAFE or not gone & {target.id for target in one.targets}]


# -- applying ------------------------------------------------------------------------------------------------


def _maintain(engine: Engine, scope: Scope, report: Report, *, auto_only: bool, new_only: bool) -> None:
    database = engine.stores.writing(scope.project)
    holder = this_process(report.run)
    now = engine.clock()
    if not upkeep.take_lease(database, LEASE, holder, now, now + LEASE_MS):
        raise StoreLocked(
            "another run of maintenance is at it",
            "try again when it is done; one that died on another machine counts as done after 2 minutes",
        )
    try:
        with database.atomic():
            report.expired += proposals.expire(database, scope.project, now)
        report.reviewed += folding.review(engine, database, scope.project, report.run)
        seen = upkeep.newest_row(database)
        found, count = plan(engine, database, scope.project, new_only=new_only)
        report.findings += found
        report.looked_at += count
        chosen = [one for one in found if one.band == SAFE or not auto_only]
        for start in range(0, len(chosen), BATCH):
            _apply(engine, database, holder, chosen[start : start + BATCH], report)
        with database.atomic():
            upkeep.set_mark(database, SEEN + scope.project, seen)
    finally:
        upkeep.release_lease(database, LEASE, holder)


def _apply(engine: Engine, database: Database, holder: str, batch: Sequence[Finding], report: Report) -> None:
    """One transaction, so that whatever ends the process leaves whole steps."""
    with database.atomic():
        now = engine.clock()
        if not upkeep.take_lease(database, LEASE, holder, now, now + LEASE_MS):
            raise StoreLocked("another run of maintenance took over", "nothing is half done; try again")
        for one in batch:
            if one.band == SAFE:
                report.applied += _done(engine, database, one, report.run)
            elif _ask(engine, database, one):
                report.asked[one.kind] += 1


def _done(engine: Engine, database: Database, one: Finding, run: str) -> Counter[str]:
    targets = deciding.as_targets(database, [(target.id, target.number) for target in one.targets])
    if targets is None:
        return Counter()
    step = deciding.Step(action=one.action, targets=targets, reason=one.reason, run=run)
    changes = deciding.carry_out(engine, database, step)
    return Counter({one.kind: 1}) if changes else Counter()


def _ask(engine: Engine, database: Database, one: Finding) -> bool:
    now = engine.clock()
    asked = proposals.Proposal(
        id=engine.ids(),
        project=one.targets[0].project,
        kind=one.kind,
        subject=one.subject,
        targets=tuple((target.id, target.number) for target in one.targets),
        action=one.action,
        evidence={"reason": one.reason, **one.evidence},
        fingerprint=one.fingerprint,
        created_at=now,
        expires_at=now + engine.settings.proposal_days * 86_400_000,
    )
    return proposals.insert_proposal(database, asked)


__all__ = ["Report", "look_after", "maintain", "plan"]
