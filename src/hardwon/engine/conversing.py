"""A conversation that a host's own program shows turn by turn, where there is no transcript to read.

What it teaches is stored as from a transcript, under keys; what became of the memories that were given in it is judged
anew with each exchange, over what is still at hand. Everything is in memory only: nothing that was said is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.capture.candidates import Candidate
from hardwon.capture.ignored import Veil
from hardwon.capture.redact import redact
from hardwon.config import paused
from hardwon.config.sealed import seal
from hardwon.engine import verdicts
from hardwon.engine.capturing import CaptureReport, Hearing, ignored_of, save_summary, store_candidates
from hardwon.engine.quick import Quick
from hardwon.engine.reading import Reading, Source, State
from hardwon.engine.verdicts import Judged
from hardwon.hits import Packed
from hardwon.hosts.turns import Turn
from hardwon.models import Cursor
from hardwon.text.clean import clean_text

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

TURNS_MAX = 2_000
"""The most turns that are kept at hand; what became of older work is settled."""

EVENT = "HostTurn"
_TEXT_MAX = 20_000


@dataclass(frozen=True, kw_only=True)
class Effects:
    """What an exchange showed of memories.

    Attributes:
        used: memory -> how it was used, of those not told of before.
        judged: what is said of memories now, of those of which it was not said before.
    """

    used: dict[str, str] = field(default_factory=dict)
    judged: Sequence[Judged] = ()


class Conversation:
    """One session of a host.

    Args:
        session_id: the host's session.
        host: the host's name.
        is_person: the words that were typed are those of the person whose memory it is. Another's are learnt from as
            an agent's report: never pinned, never a preference.
    """

    def __init__(self, session_id: str, host: str, *, is_person: bool = True) -> None:
        self.session_id = session_id
        self._host = host
        self._is_person = is_person
        self._turns: list[Turn] = []
        self._given: dict[str, None] = {}
        self._hearing: Hearing | None = None
        self._told: set[tuple[str, str]] = set()
        self.line = 0

    @property
    def given(self) -> list[str]:
        """The memories that were given and still stand before the agent."""
        return list(self._given)

    def forget_given(self) -> None:
        """The agent's context was made anew: what was given may be given again."""
        self._given.clear()

    def recall(self, engine: Engine, text: str) -> Packed:
        """What fits a prompt and does not stand before the agent yet; nothing where that is paused or switched off.

        Raises:
            StoreError: a store cannot be read.
        """
        if not engine.settings.inject or self.is_paused(engine):
            return Packed()
        # What is private or secret is not looked up either: an embedder may be hosted.
        wanted = redact(clean_text(text[:_TEXT_MAX])).text
        return self._quick(engine).for_prompt(wanted, given=self.given)

    def brief(self, engine: Engine) -> Packed:
        """What a session should know from the start; nothing where that is paused or switched off.

        Raises:
            StoreError: a store cannot be read.
        """
        if not engine.settings.inject or self.is_paused(engine):
            return Packed()
        return self._quick(engine).brief()

    def mark_given(self, ids: Sequence[str]) -> None:
        """These stand before the agent now."""
        self._given |= dict.fromkeys(ids)

    def note_given(self, engine: Engine, ids: Sequence[str], *, at: int) -> None:
        """Keep that memories were given, for what becomes of them.

        Args:
            engine: the project's.
            ids: the memories.
            at: when, in milliseconds.

        Raises:
            StoreError: it cannot be written.
        """
        if ids:
            key = f"{self._host}:{self.session_id}:{at}:{ids[0]}"
            engine.note_injections(session_id=self.session_id, event=EVENT, memory_ids=ids, at=at, key=key)

    def hear(self, engine: Engine, turns: Sequence[Turn]) -> CaptureReport:
        """Store what an exchange taught.

        Args:
            engine: the project's.
            turns: the exchange; their lines go on from `line`.

        Raises:
            StoreError: the store cannot be written.
        """
        hearing = self._hearing
        pauses = paused.pauses(engine.stores.paths, engine.project, self.session_id)
        if hearing is None:
            veil = Veil(ignored_of(engine))
            hearing = self._hearing = Hearing(Cursor(path=""), subagent=False, veil=veil, pauses=pauses)
        hearing.pauses = pauses
        for turn in turns:
            for seen in hearing.veil.over(turn):
                hearing.take(seen)
        self.line += len(turns)
        self._keep(turns)
        seal(engine.stores.paths, hearing.secrets)
        report = store_candidates(engine, [self._as_told(one) for one in hearing.drain()], self.session_id)
        save_summary(engine, hearing.summariser, self.session_id, self._host)
        return report

    def judge(self, engine: Engine) -> Effects:
        """Keep what became of the memories that were given.

        Raises:
            StoreError: a store cannot be written.
        """
        reading = Reading(Source(engine, self.session_id), State(), (), subagent=False)
        reading.hear(self._turns)
        verdicts.keep(
            engine, self.session_id, reading.judged, looked_at=reading.looked_at, gone=reading.shown.withdrawn
        )
        used = {id: use for id, use in reading.used.items() if self._is_news("used", id)}
        judged = [one for one in reading.judged if self._is_news(one.key, f"{one.verdict} {one.weight:.2f}")]
        return Effects(used=used, judged=judged)

    def _is_news(self, what: str, told: str) -> bool:
        if (what, told) in self._told:
            return False
        self._told.add((what, told))
        return True

    def _as_told(self, candidate: Candidate) -> Candidate:
        origin = replace(candidate.origin, host=self._host)
        if self._is_person:
            return replace(candidate, origin=origin)
        return replace(candidate, origin=replace(origin, who="agent"), trust="agent", pin=False, to_user=False)

    def _keep(self, turns: Sequence[Turn]) -> None:
        """Keep an exchange at hand; the oldest whole ones go."""
        self._turns += turns
        while len(self._turns) > TURNS_MAX:
            following = next((n for n, turn in enumerate(self._turns) if n and turn.typed), len(turns))
            del self._turns[:following]

    def is_paused(self, engine: Engine) -> bool:
        """Whether the person paused the session or its project."""
        return paused.is_paused(engine.stores.paths, engine.project, self.session_id)

    def _quick(self, engine: Engine) -> Quick:
        return Quick(
            list(engine.stores.readers()), engine.name, engine.settings, engine.clock(), meaning=engine.meaning
        )
