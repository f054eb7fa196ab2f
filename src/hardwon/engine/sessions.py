"""One session: its summary, what was learnt in it, and what it cost to read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.engine.quick import USER_PROJECT
from hardwon.errors import Ambiguous, NotFound
from hardwon.store import ledger, memories
from hardwon.store import sessions as stored
from hardwon.store.fitness import exists
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.config.paths import Paths
    from hardwon.engine.core import Engine
    from hardwon.models import Memory, SessionSummary

_LOOKED_AT = 1000


def session(engine: Engine, id_prefix: str) -> SessionSummary:
    """The summary of a session of this project.

    Args:
        engine: an open engine.
        id_prefix: its id, or an unambiguous beginning of it.

    Raises:
        NotFound, Ambiguous: no session, or several, begin like that.
    """
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    if database and (exact := stored.session_summary(database, engine.project, id_prefix)):
        return exact
    recent = engine.sessions(_LOOKED_AT) if id_prefix else []
    found = [one for one in recent if one.session_id.startswith(id_prefix)]
    if not found:
        hint = "`mem sessions` lists them"
        raise NotFound(f"no session of this project begins with {one_line(id_prefix, 40)!r}", hint)
    if len(found) > 1:
        raise Ambiguous(f"{one_line(id_prefix, 40)!r} fits {len(found)} sessions", "give more of the id")
    return found[0]


def learnt_in(engine: Engine, session_id: str) -> list[Memory]:
    """The live memories that were first said in a session, whatever their status, in the order they were said."""
    found: list[Memory] = []
    for database, _ in engine.stores.scopes(everywhere=False):
        for project in (engine.project, USER_PROJECT):
            found += memories.first_said_in(database, project, session_id)
    return sorted(found, key=lambda memory: (memory.created_at, memory.origin.line, memory.id))


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What reading one session cost: calls to a model, their tokens, and USD at most."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0


def spent_on(paths: Paths, project: str, session_id: str) -> Spent:
    """What it cost to have a model read one session.

    Args:
        paths: where calls are recorded.
        project: the session's binding.
        session_id: the session.
    """
    if not exists(ledger.ledger_file(paths)):
        return Spent()
    with ledger.opened(paths) as book:
        calls, tokens_in, tokens_out, cost = ledger.cost_of_session(book, project, session_id)
    return Spent(calls=calls, input_tokens=tokens_in, output_tokens=tokens_out, cost_usd=cost)
