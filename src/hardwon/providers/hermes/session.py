"""One session of Hermes: its conversation, and the trace of what was offered in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hardwon.engine.conversing import Conversation
from hardwon.engine.evaluation import Trace
from hardwon.hosts.turns import Turn

if TYPE_CHECKING:
    from hardwon.engine import Engine

HOST = "hermes"


class Session:
    """A session.

    Args:
        session_id: Hermes' id of it.
        is_person: who speaks is the person whose memory it is.

    Attributes:
        talk: the conversation.
        began_ms: when the turn at hand began, in milliseconds.
    """

    def __init__(self, session_id: str, *, is_person: bool = True) -> None:
        self.id = session_id
        self.is_person = is_person
        self.talk = Conversation(session_id, HOST, is_person=is_person)
        self.began_ms = 0

    def place(self, began_ms: int) -> str:
        """What tells an exchange from every other one: a session that is resumed in another process counts anew."""
        return f"{HOST}:{self.id}:{began_ms}"

    def offered(self, engine: Engine, query: str, ids: Sequence[str], *, at: int, took_ms: int, late: bool) -> None:
        """Keep what a turn was given; nothing of a session that is paused."""
        if self.talk.is_paused(engine):
            return
        self.talk.note_given(engine, ids, at=at)
        Trace(engine.stores.paths, engine.project, HOST).offered(self.id, query, ids, at=at, took_ms=took_ms, late=late)

    def learn(self, engine: Engine, turns: Sequence[Turn], *, at: int) -> None:
        """Store what an exchange taught, and what became of what was given."""
        self.talk.hear(engine, turns)
        effects = self.talk.judge(engine)
        Trace(engine.stores.paths, engine.project, HOST).effects(self.id, effects.used, effects.judged, at=at)
