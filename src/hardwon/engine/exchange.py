"""Export and import: one JSON object a line, merged by id, the newest version winning.

The same lines come out again after an import into an empty store, byte for byte. An imported memory is trusted as
`import` unless a person says otherwise: it is not pinned, and the outcomes its line states do not count, for anybody
can write them into a file. What was stated travels along for the next export. What was purged here comes back only
where a person says so.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from hardwon.config.actor import AGENT
from hardwon.config.sealed import load as load_sealed
from hardwon.engine import intake
from hardwon.engine.lines import (
    REINSTATED,
    STATED_COUNTED,
    STATED_TIER,
    UNKNOWN,
    UNKNOWN_OF_ORIGIN,
    WITHDRAWN,
    MemoryLine,
    OutcomeLine,
    kept_aside,
    memory_of,
    parsed,
    written,
)
from hardwon.engine.quick import USER_PROJECT
from hardwon.engine.superseding import supersede
from hardwon.errors import InvalidInput, PersonOnly
from hardwon.maintenance.ledger import Purged
from hardwon.models import Memory, Outcome
from hardwon.store import memories, outcomes
from hardwon.store.database import Database
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

PURGED = "purged"  # what a version whose text was purged says of itself
_PROBLEMS_SHOWN = 20
_BATCH = 200  # lines to a transaction: each commit waits for the disk


def export_lines(engine: Engine, *, all_projects: bool = False) -> Iterator[str]:
    """Every live memory of the project and the person, archived ones included, in the order of ids.

    Args:
        engine: an open engine.
        all_projects: also those of other projects.
    """
    for database, projects in engine.stores.scopes(everywhere=all_projects):
        for project in projects or ("",):
            for memory in memories.each_live(database, project):
                yield written(
                    memory,
                    memories.key_of(database, memory.id),
                    outcomes.outcomes_with_extra(database, memory.id),
                    memories.restatements(database, memory.id),
                )


def import_lines(
    engine: Engine, lines: Iterable[str], *, trust: bool = False, all_projects: bool = False, purged_too: bool = False
) -> dict[str, Any]:
    """Merge exported lines into the project's and the person's store, each line whole or not at all.

    Args:
        engine: an open engine.
        lines: JSON objects, one each; blank lines are passed over.
        trust: believe what the lines state: their trust, their pins and their outcomes.
        all_projects: put each memory into the project its line names instead of the engine's.
        purged_too: bring back what was purged here.

    Returns:
        counts `added`, `updated`, `unchanged`, `kept` (newer or forgotten here), `purged` (purged here, so not brought
        back) and `refused`; `waiting`, the outcomes that do not count; `redacted`, by the kind of what was taken out
        the memories that were stored without it; and `problems`, one sentence for each of the first lines that were
        refused.

    Raises:
        PersonOnly: an agent asked for trust, for other projects or for what was purged.
        StoreError: a store cannot be written; what was merged before stays.
    """
    if engine.actor == AGENT and (trust or all_projects or purged_too):
        raise PersonOnly(
            "only a person trusts an import, or brings it into other projects or back after a purge",
            "run it in your own shell",
        )
    merging = _Merging(engine, trust, all_projects, purged_too)
    numbered = ((number, text) for number, text in enumerate(lines, 1) if text.strip())
    batch: list[tuple[int, str]] = []
    for one in numbered:
        batch.append(one)
        if len(batch) == _BATCH:
            merging.merge(batch)
            batch = []
    merging.merge(batch)
    return {**merging.counts, "redacted": dict(merging.redacted), "problems": merging.problems}


class _Stated(NamedTuple):
    """What one line states, and the kinds of what was taken out of it."""

    number: int
    memory: Memory
    line: MemoryLine
    redacted: tuple[str, ...]


class _Merging:
    """One import under way: whose word the lines are, and what became of them."""

    def __init__(self, engine: Engine, trusted: bool, everywhere: bool, purged_too: bool) -> None:
        self.engine = engine
        self.trusted = trusted
        self.everywhere = everywhere
        self._sealed = load_sealed(engine.stores.paths)
        self._purged_too = purged_too
        self._purged: dict[str, Purged] = {}
        self._merged: set[str] = set()
        self.counts = dict.fromkeys(("added", "updated", "unchanged", "kept", "purged", "refused", "waiting"), 0)
        self.redacted: Counter[str] = Counter()
        self.problems: list[str] = []

    def merge(self, batch: list[tuple[int, str]]) -> None:
        """Merge some lines; those for one file that follow each other in one transaction."""
        run: list[_Stated] = []
        for number, text in batch:
            try:
                line = parsed(text)
                memory, kinds = self._memory(line)
            except InvalidInput as error:
                self._refuse(number, error)
                continue
            if run and self._file(run[-1].memory) != self._file(memory):
                self._merge_run(run)
                run = []
            run.append(_Stated(number, memory, line, kinds))
        self._merge_run(run)

    def _memory(self, line: MemoryLine) -> tuple[Memory, tuple[str, ...]]:
        project = self.engine.project
        if line.project == USER_PROJECT:
            project = USER_PROJECT
        elif self.everywhere and line.project:
            if not line.project.startswith(("repo:", "path:")) or not line.project.isprintable():
                raise InvalidInput(f"project: {one_line(line.project, 80)!r} is no project")
            project = line.project
        memory, kinds = memory_of(
            line,
            id=self.engine.ids(),
            project=project,
            now=self.engine.clock(),
            trusted=self.trusted,
            sealed=self._sealed,
        )
        if self.engine.actor == AGENT and memory.tier == "pinned":
            return replace(memory, tier="hot"), kinds
        return memory, kinds

    def _file(self, memory: Memory) -> str:
        return self.engine.stores.path_of(memory.project)

    def _merge_run(self, run: list[_Stated]) -> None:
        if not run:
            return
        writable: dict[str, Database] = {}
        for project in (one.memory.project for one in run):
            if project not in writable:
                writable[project] = self._writing(project)
        counts, redacted = dict(self.counts), self.redacted.copy()
        try:
            with writable[run[0].memory.project].atomic():
                for one in run:
                    self._merge_line(writable[one.memory.project], one)
        except BaseException:
            self.counts, self.redacted = counts, redacted
            raise

    def _merge_line(self, database: Database, one: _Stated) -> None:
        try:
            with database.atomic():
                what, waiting = self._merge(database, one.memory, one.line)
        except InvalidInput as error:
            self._refuse(one.number, error)
            return
        if what in ("added", "updated"):
            self.redacted.update(one.redacted)
        self.counts[what] += 1
        self.counts["waiting"] += waiting

    def _refuse(self, number: int, error: InvalidInput) -> None:
        self.counts["refused"] += 1
        if len(self.problems) < _PROBLEMS_SHOWN:
            self.problems.append(f"line {number}: {error}")

    def _writing(self, project: str) -> Database:
        if project in (self.engine.project, USER_PROJECT):
            return self.engine._writing(project)
        database = self.engine.stores.writing(project)
        name = one_line(project.rstrip("/").rsplit("/", 1)[-1], 80)
        with database.atomic():
            memories.ensure_project(database, project, name, "", self.engine.clock())
        return database

    def _merge(self, database: Database, memory: Memory, line: MemoryLine) -> tuple[str, int]:
        """What became of one line, and how many of its outcomes wait."""
        self._refuse_id_of_other_store(memory)
        here = memories.live_memory(database, memory.id)
        is_purged = here is None or here.change == PURGED
        if is_purged and not self._purged_too and self._was_purged(database, memory):
            return "purged", 0
        if here is None:
            if not line.id and memories.id_of_same_text(database, memory.project, memory.content):
                return "unchanged", 0
            self._insert(database, memory, line.key)
            what = "added"
        else:
            what = self._newer(database, here, memory)
        fresh, waiting = _merge_record(self.engine, database, memory.id, line, self.trusted)
        if what in ("added", "updated"):
            self._supersede(database, memory.id)
        return ("updated" if what == "unchanged" and fresh else what), waiting

    def _was_purged(self, database: Database, memory: Memory) -> bool:
        if database.path not in self._purged:
            self._purged[database.path] = Purged(database.path)
        return self._purged[database.path].holds(memory.id, memory.content)

    def _supersede(self, database: Database, memory_id: str) -> None:
        """Let it replace what was here; what came with it stood beside it where it comes from."""
        self._merged.add(memory_id)
        fresh = memories.live_memory(database, memory_id)
        if fresh is not None:
            supersede(self.engine, database, fresh, beside=self._merged)

    def _refuse_id_of_other_store(self, memory: Memory) -> None:
        """An id that stood in the project's and the person's file could not be told apart."""
        for project in (self.engine.project, USER_PROJECT):
            path = self.engine.stores.path_of(project)
            other = self.engine.stores.reading(path) if path != self._file(memory) else None
            if other is not None and memories.live_memory(other, memory.id) is not None:
                raise InvalidInput(f"id: {memory.id} belongs to another project here")

    def _insert(self, database: Database, memory: Memory, key: str | None) -> None:
        if key is not None and memories.id_of_key(database, memory.project, key) is not None:
            key = None
        known = memories.project_of(database, memory.id)
        if known is None:
            memories.insert_memory(database, memory, key)
        elif known != memory.project:
            raise InvalidInput(f"id: {memory.id} belongs to another project here")
        else:
            last = max((one.version for one in memories.history(database, memory.id)), default=0)
            memories.insert_version(database, replace(memory, version=max(memory.version, last + 1)))

    def _newer(self, database: Database, here: Memory, other: Memory) -> str:
        if here.project != other.project:
            raise InvalidInput(f"id: {here.id} belongs to another project here")
        if here.change == PURGED:
            fresh = replace(other, version=max(here.version + 1, other.version), created_at=here.created_at)
        elif _same(here, other):
            if not self.trusted or here.trust != "import" or other.trust == "import":
                return "unchanged"
            tier = "pinned" if here.tier == "hot" and other.tier == "pinned" else here.tier
            fresh = replace(
                here, trust=other.trust, tier=tier, change="trusted", version=here.version + 1, extra=other.extra
            )
        else:
            now = self.engine.clock()
            forgotten = here.status in ("archived", "retired") and other.status == "active"
            if forgotten or _age(here, now) >= _age(other, now):
                return "kept"
            # An import never raises the trust of what it replaces.
            trust = here.trust if here.content == other.content else other.trust
            version = max(here.version + 1, other.version)
            # Nor is a pin set by lines that are not trusted, nor taken off.
            tier = other.tier if self.trusted or "cold" in (here.tier, other.tier) else here.tier
            fresh = replace(other, version=version, created_at=here.created_at, trust=trust, tier=tier)
        memories.retire_live_version(database, here.id, max(fresh.recorded_at, here.recorded_at))
        memories.insert_version(database, fresh)
        return "updated"


def _age(memory: Memory, now: int) -> tuple[int, int]:
    """What tells the newer of two versions; one from the future is no newer than one of now."""
    return min(memory.recorded_at, now), memory.version


def _same(here: Memory, other: Memory) -> bool:
    # How it came here and how far it is trusted differs; a version that was only trusted anew is no other.
    ignored = {"trust", "extra", "restated_count", "restated_at", "origin"}
    if here.change == "trusted":
        ignored |= {"version", "change"}
    if {here.tier, other.tier} == {"hot", "pinned"} and STATED_TIER in {**here.extra, **other.extra}:
        ignored |= {"tier"}
    return all(
        getattr(here, field.name) == getattr(other, field.name) for field in fields(Memory) if field.name not in ignored
    )


def _merge_record(
    engine: Engine, database: Database, memory_id: str, line: MemoryLine, believed: bool
) -> tuple[bool, int]:
    """Add the outcomes and restatements that are not here yet; whether there were any, and how many wait."""
    fresh, waiting = False, 0
    for one in line.outcomes:
        here = outcomes.outcome_of_id(database, one.id)
        here = here if here and here.memory_id == memory_id else None
        if one.retired_at is not None:
            if here is None or believed or not here.counted:
                fresh |= _take_back(engine, database, memory_id, one, here)
            continue
        if here and here.retired_at is not None:
            # What was taken back here stays so, unless it was let count again after that.
            counts_from = one.reinstated_at or 0
            if counts_from > here.retired_at and (believed or not here.counted):
                fresh |= outcomes.reinstate(database, here.id, counts_from)
            continue
        outcome = _outcome(engine, database, memory_id, one, believed)
        aside = kept_aside(
            {
                UNKNOWN: one.model_extra,
                STATED_COUNTED: one.counted and not outcome.counted,
                REINSTATED: one.reinstated_at,
            }
        )
        evidence = json.dumps(kept_aside(one.evidence), ensure_ascii=False)
        if outcomes.insert_outcome(database, outcome, evidence, json.dumps(aside, ensure_ascii=False)):
            fresh = True
            waiting += STATED_COUNTED in aside
        elif believed and one.counted:
            fresh |= outcomes.count_outcome(database, memory_id, one.key)
    for again in line.restatements:
        aside = kept_aside({UNKNOWN: again.model_extra, UNKNOWN_OF_ORIGIN: again.origin.model_extra})
        fresh |= memories.insert_restatement(
            database, memory_id, one_line(again.key), again.origin.origin(), again.at, aside
        )
    return fresh, waiting


def _take_back(engine: Engine, database: Database, memory_id: str, one: OutcomeLine, here: Outcome | None) -> bool:
    """Let an outcome that was withdrawn elsewhere count no longer here; it comes along, so that it is not found again.

    Returns:
        whether anything changed.
    """
    at, why = one.retired_at or one.at, one_line(one.withdrawn)
    if here and here.retired_at is None and outcomes.reinstated_at(database, here.id) > at:
        return False
    if here:
        return outcomes.withdraw(database, here.id, at, why)
    outcome = _outcome(engine, database, memory_id, one, True)
    retired = replace(outcome, key=outcomes.withdrawn_key(outcome.key, outcome.id), retired_at=at)
    aside = kept_aside({UNKNOWN: one.model_extra, WITHDRAWN: why, REINSTATED: one.reinstated_at})
    evidence = json.dumps(kept_aside(one.evidence), ensure_ascii=False)
    return outcomes.insert_outcome(database, retired, evidence, json.dumps(aside, ensure_ascii=False))


def _outcome(engine: Engine, database: Database, memory_id: str, one: OutcomeLine, believed: bool) -> Outcome:
    taken = outcomes.outcome_of_id(database, one.id)
    return Outcome(
        id=one.id if taken is None or taken.memory_id == memory_id else engine.ids(),
        memory_id=memory_id,
        verdict=one.verdict,
        weight=one.weight,
        source=one_line(one.source),
        counted=one.counted and believed,
        reason=intake.short_note(one.reason),
        key=one_line(one.key),
        at=one.at,
    )


__all__ = ["MemoryLine", "export_lines", "import_lines"]
