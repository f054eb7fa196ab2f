"""One session of Hermes: its conversation, and the trace of what was offered in it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hardwon.hosts.turns import Turn

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.engine.conversing import Conversation
    from hardwon.engine.evaluation import Trace

HOST = "hermes"


class Session:
    """A session.

    Args:
        session_id: Hermes' id of it.
        is_person: who speaks is the person whose memory it is.

    Attributes:
        began_ms: when the turn at hand began, in milliseconds.
    """

    def __init__(self, session_id: str, *, is_person: bool = True) -> None:
        self.id = session_id
        self.is_person = is_person
        self.began_ms = 0
        self._talk: Conversation | None = None
        self._lock = threading.Lock()

    @property
    def talk(self) -> Conversation:
        """The conversation. It takes a second to load what reads it: the first call belongs in a thread of ours."""
        with self._lock:
            if self._talk is None:
                from hardwon.engine.conversing import Conversation

                self._talk = Conversation(self.id, HOST, is_person=self.is_person)
            return self._talk

    def forget_given(self) -> None:
        """The agent's context was made anew."""
        if self._talk is not None:
            self._talk.forget_given()

    def place(self, began_ms: int) -> str:
        """What tells an exchange from every other one: a session that is resumed in another process counts anew."""
        return f"{HOST}:{self.id}:{began_ms}"

    def offered(self, engine: Engine, query: str, ids: Sequence[str], *, at: int, took_ms: int, late: bool) -> None:
        """Keep what a turn was given; nothing of a session that is paused."""
        if self.talk.is_paused(engine):
            return
        self.talk.note_given(engine, ids, at=at)
        _trace(engine).offered(self.id, query, ids, at=at, took_ms=took_ms, late=late)

    def learn(self, engine: Engine, turns: Sequence[Turn], *, at: int) -> None:
        """Store what an exchange taught, and what became of what was given."""
        self.talk.hear(engine, turns)
        effects = self.talk.judge(engine)
        _trace(engine).effects(self.id, effects.used, effects.judged, at=at)


def _trace(engine: Engine) -> Trace:
    from hardwon.engine.evaluation import Trace

    return Trace(engine.stores.paths, engine.project, HOST)
