"""One session: its summary, and what was learnt in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.engine.quick import USER_PROJECT
from hardwon.errors import Ambiguous, NotFound
from hardwon.store import memories
from hardwon.store import sessions as stored
from hardwon.text.clean import one_line

if TYPE_CHECKING:
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
