"""From how a task stood and how it is seen now to how it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from hardwon.engine.intake import redact
from hardwon.maintenance.ledger import Purged
from hardwon.outcomes.trackers.base import closing_key
from hardwon.store.tasks import ACTIVE, CLOSED, GONE, Task
from hardwon.text.clean import one_line

# Only what may hold a secret is looked at closely: redaction of thousands of titles would take longer than all else.
_DOUBTFUL = re.compile(
    r"[=:@<>]|pass|pwd|\bpw\b|\bpin\b|secret|token|key|cred|bearer|auth|cookie|login|private|[^\x00-\x7f]|"
    r"\S{16,}|\d{6,}|\d{4}[ -]\d{4}",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """A task as a tracker shows it.

    Attributes:
        key, source, id, title, status, state: as of hardwon.store.tasks.Task; a title may be "" where it is not told.
        verdict, reason: of a close. session_id: that works on it or closed it, "" when unknown.
        started_at: when somebody began; at: when it came to be so; 0 when unknown.
        place: file, or session where a call told it. call: the same for the same call, wherever its line stands.
    """

    key: str
    source: str
    id: str
    title: str = ""
    status: str = ""
    state: str
    verdict: str = ""
    reason: str = ""
    session_id: str = ""
    started_at: int = 0
    at: int = 0
    place: str = "file"
    call: str = ""


_NEVER_SEEN = Task(key="", project="", source="", id="", place="session")


def moved(before: Task | None, seen: Seen, project: str, now: int) -> Task:
    """How a task stands once it was seen.

    What was seen earlier than what is known changes nothing but what was not known yet. A task that is closed anew, or
    found closed with another verdict, has a new closing; one that was cancelled keeps the success it had.

    Args:
        before: how it stood, None for a task that was never seen.
        seen: what is seen now.
        project: whose it is.
        now: the time, in milliseconds: nothing was seen later than that.
    """
    at = min(seen.at or now, now)
    old = before or _NEVER_SEEN
    told: dict[str, Any] = {
        "title": seen.title or old.title,
        "place": "file" if "file" in (seen.place, old.place) else "session",
        "session_id": _session_of(old, seen),
    }
    if before is not None and seen.at and at < before.changed_at and seen.source != "beads":
        is_begin = seen.state == ACTIVE and not before.started_at and before.state != ACTIVE
        told |= {
            "session_id": before.session_id or told["session_id"],
            "started_at": at if is_begin else old.started_at,
        }
    elif before is not None and _is_same(before, seen):
        told |= {"status": seen.status, "reason": seen.reason or old.reason}
    elif seen.state == CLOSED:
        told |= _closed(old, seen, at)
    else:
        told |= {"status": seen.status, "state": seen.state, "changed_at": at}
        if seen.state != GONE:
            told |= {"verdict": "", "reason": "", "closing": ""}
        if seen.state == ACTIVE:
            told["started_at"] = seen.started_at or at
    if before is None:
        return Task(key=seen.key, project=project, source=seen.source, id=seen.id, **told)
    return replace(before, **told)


def without_secrets(seen: Seen) -> Seen:
    """The same with secrets taken out of its texts: trackers are written by anybody, and tasks are stored and shown."""
    if not _DOUBTFUL.search(f"{seen.title}\n{seen.reason}"):
        return seen
    title, reason = (one_line(redact(text).text) if text else "" for text in (seen.title, seen.reason))
    return replace(seen, title=title, reason=reason)


def without_purged(seen: Seen, purged: Purged) -> Seen:
    """The same without the texts that a person purged: a tracker's own file has them still."""
    title, reason = ("" if text and purged.holds_text(text) else text for text in (seen.title, seen.reason))
    return seen if (title, reason) == (seen.title, seen.reason) else replace(seen, title=title, reason=reason)


def _is_same(before: Task, seen: Seen) -> bool:
    if before.state != seen.state:
        return False
    return seen.state != CLOSED or before.verdict == (seen.verdict or before.verdict)


def _closed(old: Task, seen: Seen, at: int) -> dict[str, Any]:
    count = old.closed_count + 1
    return {
        "status": seen.status,
        "state": CLOSED,
        "verdict": seen.verdict or "worked",
        "reason": seen.reason,
        "closing": closing_key(seen.key, count),
        "closed_count": count,
        "started_at": seen.started_at or old.started_at,
        "closed_at": at,
        "changed_at": at,
    }


def _session_of(old: Task, seen: Seen) -> str:
    """The session of a call is known; a file of tasks is named by a list, which need not be one."""
    if seen.place == "session" or seen.source == "beads":
        return seen.session_id or old.session_id
    return old.session_id or seen.session_id
