"""What became of memories: a person's verdicts, an agent's reports, and taking either back."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hardwon.config.actor import AGENT
from hardwon.engine import intake
from hardwon.engine.keeping import DAY_MS, Keeping
from hardwon.engine.sentences import told_of
from hardwon.errors import Ambiguous, InvalidInput, NotFound, PersonOnly
from hardwon.models import VERDICTS, Memory, Outcome, Record
from hardwon.retrieval.ranking import outcome_score, record_text
from hardwon.store import outcomes
from hardwon.store.database import Database
from hardwon.text.tokens import same_text

REPORT_DAYS = 7
"""How long an agent's report waits for somebody to agree, in days."""

TAKEN_BACK = "taken back"
_REWORDED = "the memory's text was changed"
_OVERRULED = "the person said otherwise"
_PERSON_ONLY = "in a shell of your own: mem outcome undo"


def same_words(one: str, other: str) -> bool:
    """Whether two texts differ at most in case, blanks and punctuation."""
    return same_text(one) == same_text(other)


class Judging(Keeping):
    """The part of the engine that keeps outcomes."""

    def record(self, id_prefix: str) -> Record:
        """A memory's outcomes, counted."""
        database, memory = self._locate(id_prefix)
        return self.record_of(outcomes.outcomes_of(database, memory.id))

    def records(self, ids: Collection[str], *, all_projects: bool = False) -> dict[str, Record]:
        """The records of some memories, of other projects too where asked, by id; one without outcomes is left out."""
        return {id: self.record_of(told) for id, told in told_of(self, ids, all_projects=all_projects).items()}

    def record_of(self, found: Sequence[Outcome]) -> Record:
        """Some outcomes of one memory, counted; those that were withdrawn do not."""
        live = [one for one in found if one.retired_at is None]
        triples = [(one.verdict, one.weight, one.at) for one in live if one.counted]
        count = {verdict: sum(1 for kind, _, _ in triples if kind == verdict) for verdict in VERDICTS}
        return Record(
            worked=count["worked"],
            failed=count["failed"],
            partial=count["partial"],
            reported=sum(1 for one in live if not one.counted),
            score=outcome_score(triples, self.clock(), self.config.outcome_model),
            last_at=max((at for _, _, at in triples), default=0),
            text=record_text(triples),
        )

    def outcomes(self, id_prefix: str, *, withdrawn: bool = False) -> list[Outcome]:
        """Every outcome of a memory, oldest first.

        Args:
            withdrawn: those too that no longer count; `retired_at` and `withdrawn` say since when and why.
        """
        database, memory = self._locate(id_prefix)
        return outcomes.outcomes_of(database, memory.id, withdrawn=withdrawn)

    def record_outcome(
        self,
        id_prefix: str,
        verdict: str,
        *,
        note: str = "",
        source: str | None = None,
        key: str | None = None,
        session_id: str = "",
    ) -> Outcome:
        """Note that a memory worked, failed or half worked.

        A person's verdict counts at once. An agent's report is kept, and counts once a person agrees (setting
        `agent_outcomes`).

        Args:
            id_prefix: the memory.
            verdict: worked, failed or partial.
            note: why, in the reporter's words.
            source: person or agent; whoever is at the door by default. An agent cannot speak as a person.
            key: idempotency key; the same key again counts nothing.
            session_id: the session a person speaks of: what rules found in it and says otherwise is withdrawn.

        Raises:
            NotFound, Ambiguous, InvalidInput, StoreError
        """
        if verdict not in VERDICTS:
            raise InvalidInput(f"{str(verdict)[:40]!r} is no verdict", "say worked, failed or partial")
        key = intake.checked_key(key)
        _, memory = self._locate(id_prefix)
        by_agent = AGENT in (self.actor, source)
        counts_now = not by_agent or self.settings.agent_outcomes == "count"
        now = self.clock()
        outcome = Outcome(
            id=self.ids(),
            memory_id=memory.id,
            verdict=verdict,
            weight=0.5 if by_agent else 1.0,
            source="agent" if by_agent else "person",
            counted=counts_now,
            reason=intake.short_note(note),
            key=key or f"said:{self.ids()}",
            at=now,
            evidence={"session": session_id} if session_id else {},
        )
        database = self._writing(memory.project)
        with database.atomic():
            if not outcomes.insert_outcome(database, outcome):
                return outcomes.outcome_of_key(database, memory.id, outcome.key) or outcome
            if not by_agent:
                outcomes.confirm_reports(database, memory.id, verdict, now - REPORT_DAYS * DAY_MS)
                self._overrule(database, outcome, session_id)
        return outcome

    def undo_outcome(self, id_prefix: str) -> Outcome:
        """Take one outcome back: it no longer counts, and is found again by no later look at the same evidence.

        Args:
            id_prefix: of the outcome, or of a memory, whose latest outcome is meant.

        Raises:
            PersonOnly: an agent asks.
            NotFound, Ambiguous, InvalidInput, StoreError
        """
        return self._turn(id_prefix, back=True)

    def redo_outcome(self, id_prefix: str) -> Outcome:
        """Let an outcome count again that was taken back; the opposite of `undo_outcome`."""
        return self._turn(id_prefix, back=False)

    # -- inside ------------------------------------------------------------------------------------------

    def _turn(self, id_prefix: str, *, back: bool) -> Outcome:
        if self.actor == AGENT:
            raise PersonOnly("only a person takes an outcome back or lets it count again", _PERSON_ONLY)
        found, memory = self._find_outcome(id_prefix, withdrawn=not back)
        database = self._writing(memory.project)
        with database.atomic():
            if back:
                outcomes.withdraw(database, found.id, self.clock(), TAKEN_BACK)
            else:
                outcomes.reinstate(database, found.id, max(self.clock(), (found.retired_at or 0) + 1))
        return outcomes.outcome_of_id(database, found.id) or found

    def _find_outcome(self, id_prefix: str, *, withdrawn: bool) -> tuple[Outcome, Memory]:
        """The outcome with an id, or the latest one of a memory, among those that count or those taken back."""
        prefix = id_prefix.strip().strip("[]").lower() if isinstance(id_prefix, str) else ""
        if not prefix or not prefix.isalnum() or not prefix.isascii():
            raise InvalidInput(
                f"{str(id_prefix)[:40]!r} is no id", "`mem show` lists a memory's outcomes with their ids"
            )
        found: list[Outcome] = []
        for database, projects in self.stores.scopes():
            found += outcomes.outcomes_beginning_with(database, prefix, projects)
        exact = [one for one in found if one.id == prefix] or found
        wanted = [one for one in exact if _is_wanted(one, withdrawn)]
        if len(wanted) > 1:
            few = ", ".join(one.id for one in wanted[:5])
            raise Ambiguous(f"{prefix!r} fits several outcomes: {few}", "give more of the id")
        if wanted:
            return wanted[0], self._locate(wanted[0].memory_id)[1]
        state = "that was taken back" if withdrawn else "that counts"
        try:
            database, memory = self._locate(prefix)
        except NotFound:
            raise NotFound(f"no outcome {state} begins with {prefix[:40]!r}", "`mem show ID` lists them") from None
        told = [one for one in outcomes.latest_first(database, memory.id) if _is_wanted(one, withdrawn)]
        if not told:
            raise NotFound(f"memory {memory.id} has no outcome {state}", f"`mem show {memory.id}` lists them")
        return told[0], memory

    def _overrule(self, database: Database, verdict: Outcome, session_id: str) -> None:
        """Withdraw what rules found in a session where the person now says otherwise."""
        for one in outcomes.outcomes_of(database, verdict.memory_id) if session_id else ():
            of_session = one.source == "evidence" and one.evidence.get("session") == session_id
            if of_session and one.verdict != verdict.verdict:
                outcomes.withdraw(database, one.id, verdict.at, _OVERRULED)

    def _begin_record_anew(self, memory: Memory) -> None:
        """Withdraw what was found of a text that is no longer the memory's."""
        database = self._writing(memory.project)
        with database.atomic():
            for one in outcomes.outcomes_of(database, memory.id):
                outcomes.withdraw(database, one.id, memory.recorded_at, _REWORDED)


def _is_wanted(outcome: Outcome, withdrawn: bool) -> bool:
    return outcome.withdrawn == TAKEN_BACK if withdrawn else outcome.retired_at is None
