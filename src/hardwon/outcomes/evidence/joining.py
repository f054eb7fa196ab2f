"""Puts what subagents did beside what the main thread did meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hardwon.outcomes.evidence.pieces import Attempt


def joined(parents: Iterable[Attempt], children: Iterable[Attempt]) -> list[Attempt]:
    """A session's attempts with what its subagents did in them, so that the person's words reach it too.

    Args:
        parents: of the main thread. children: of subagents' own transcripts.
    """
    found = [
        replace(parent, actions=list(parent.actions), evidence=list(parent.evidence), given=dict(parent.given))
        for parent in parents
    ]
    for child in children:
        home = next((one for one in reversed(found) if one.started_at <= child.started_at), None)
        if home is None:
            found.append(child)
        else:
            _take_in(home, child)
    return found


def _take_in(home: Attempt, child: Attempt) -> None:
    known = {action.key for action in home.actions}
    fresh = [action for action in child.actions if action.key not in known]
    home.actions = sorted([*home.actions, *fresh], key=lambda action: action.at_ms)
    keys = {piece.key for piece in home.evidence}
    pieces = home.evidence + [piece for piece in child.evidence if piece.key not in keys]
    # What had been done when something was said is counted anew: there is more of it now.
    home.evidence = [
        replace(piece, done=max(piece.done, sum(action.at_ms <= piece.at_ms for action in home.actions)))
        for piece in pieces
    ]
    home.given = {**child.given, **home.given}
