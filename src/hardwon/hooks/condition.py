"""Whether what hooks left was taken in: for `mem doctor`. Looks only."""

from __future__ import annotations

import time

from hardwon.config.paths import Paths
from hardwon.hooks import spool
from hardwon.hooks.digester import is_busy
from hardwon.maintenance.health import Finding

MEMORIES_S = 600
EVENTS_S = 86_400
DIGESTER_S = 900  # one ends itself after 600


def check(paths: Paths, project: str, *, now_s: float | None = None) -> list[Finding]:
    """Look at the spool.

    Args:
        paths: where it is.
        project: the project whose digester counts.
        now_s: the time, in seconds; now by default.
    """
    now_s = time.time() if now_s is None else now_s
    waiting = spool.counts(paths)
    memories_s, events_s = _age_s(paths, spool.WRITES, now_s), _age_s(paths, spool.EVENTS, now_s)
    wrong = []
    if waiting["unusable"]:
        text = f"{waiting['unusable']} files cannot be used and were set aside in {paths.spool}/{spool.BAD}"
        wrong.append(_finding(text, "look at them, then delete them"))
    if memories_s > MEMORIES_S:
        text = f"{waiting['memories']} memories wait for the store since {_shown(memories_s)}"
        wrong.append(_finding(text, "they are stored when a session starts and the store can be written"))
    if events_s > EVENTS_S:
        text = f"{waiting['events']} events wait since {_shown(events_s)}"
        wrong.append(_finding(text, "they are taken in when a session starts; the hooks' log says what went wrong"))
    if events_s > DIGESTER_S and is_busy(paths, project):
        text = f"the process that takes events in has made no way for {_shown(events_s)}"
        wrong.append(_finding(text, f"`fuser {paths.spool}/locks/*` names it; end it, and the next session goes on"))
    count = waiting["events"] + waiting["memories"]
    text = "1 event waits" if count == 1 else f"{count} events wait"
    return wrong or [Finding(name="spool", ok=True, detail=text)]


def _finding(text: str, hint: str) -> Finding:
    return Finding(name="spool", ok=False, detail=text, hint=hint)


def _age_s(paths: Paths, box: str, now_s: float) -> float:
    """How long the oldest file of a box has waited, by its name; 0 for none."""
    oldest = spool.names(paths, box)[:1]
    begun = oldest[0].partition("-")[0] if oldest else ""
    return max(0.0, now_s - int(begun) / 1e6) if begun.isdigit() else 0.0


def _shown(seconds: float) -> str:
    return f"{seconds / 3600:.0f} hours" if seconds > 7200 else f"{seconds / 60:.0f} minutes"
