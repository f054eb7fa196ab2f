"""What commits and beads from before teach: fixes that say why, and what was tried and given up.

Only what explains itself is taken: a fix with a reason in its message, a revert that says why, a bead whose close tells
how. Such a text is the repository's, so it is trusted no further than that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from hardwon.engine import verdicts
from hardwon.engine.verdicts import Judged
from hardwon.errors import HardwonError, StoreError
from hardwon.models import Origin
from hardwon.outcomes.evidence.pieces import AUTOMATIC, key_of
from hardwon.outcomes.trackers.git import Commit, commits
from hardwon.store import tasks
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.backfill import Backfilled
    from hardwon.engine.core import Engine
    from hardwon.models import Memory
    from hardwon.store.tasks import Task

COMMITS_MAX, BEADS_MAX = 100, 200
"""How many commits and beads teach something, the latest of each."""

KEPT_MS = 3_600_000
"""How long a commit has to stand before it counts as kept."""

_TEXT_MAX = 400
_REASON_LEAST = 25
_FILES_MAX = 8
_FIX = re.compile(r"\A(?:(?:bug|hot)?fix(?:es|ed)?(?:\([^)]*\))?!?:\s*|(?:fix|fixes|fixed)\s+)(?=\S)", re.IGNORECASE)
_REVERT = re.compile(r'\ARevert\s+"(?P<what>.{5,200})"\s*\Z|\Arevert(?:\([^)]*\))?:\s*(?P<which>.{5,200})\Z')
_BOILERPLATE = re.compile(
    r"\AThis reverts commit [0-9a-f]{7,40}\.?\s*|\A\(cherry picked from commit [0-9a-f]+\)\s*|"
    r"\A(?:[A-Z][\w-]*-[Bb]y|Closes|Fixes|Refs?|Change-Id|PR|See)\b:?[^\n]*(?:\n|\Z)|"
    r"\A(?:Bumps|Updates) .*|\A---.*|\A[-*+] .*"
)
_EXPLAINS = re.compile(
    r"\b(?:because|since|so that|otherwise|instead|when|whenever|if|as|due to|caused?|causes|must|need(?:s|ed)?|"
    r"cannot|can't|never|always|only|without|unless|until|before|after)\b",
    re.IGNORECASE,
)


def read(engine: Engine, since: int, found: Backfilled) -> None:
    """Store what a project's commits and closed beads teach, and count what became of it.

    Args:
        engine: the project's.
        since: only what is from then on, in milliseconds.
        found: gets the counts.

    Raises:
        StoreError: the store cannot be written.
    """
    every, note = commits(engine.root, since)
    found.notes += [note] if note else []
    found.commits = len(every)
    taught = ((commit, text) for commit in every if (text := _of_commit(commit)))
    for commit, text in _first(taught, COMMITS_MAX):
        _keep_commit(engine, commit, text, found)
    beads = _closed_beads(engine, since)
    found.beads = len(beads)
    for bead in beads[:BEADS_MAX]:
        _keep_bead(engine, bead, found)


def _first(pairs: Iterable[tuple[Commit, str]], count: int) -> Iterable[tuple[Commit, str]]:
    for number, pair in enumerate(pairs):
        if number == count:
            return
        yield pair


# -- commits ------------------------------------------------------------------------------------------------


def _of_commit(commit: Commit) -> str:
    """What a commit teaches, "" for nothing."""
    subject, _, body = commit.message.partition("\n")
    why = _paragraph(body)
    reverted = _REVERT.match(subject)
    if not commit.is_kept or len(why) < _REASON_LEAST:
        return ""
    if reverted:
        return f"“{reverted['what'] or reverted['which']}” was tried and taken back: {why}"
    fixed = _FIX.match(subject)
    return f"{_capital(subject[fixed.end() :])}: {why}" if fixed and _EXPLAINS.search(why) else ""


def _paragraph(body: str) -> str:
    """The first paragraph that is prose."""
    for block in re.split(r"\n\s*\n", body):
        text = block.strip()
        while match := _BOILERPLATE.match(text):
            text = text[match.end() :].strip() if match.end() else ""
        if text:
            return one_line(text, _TEXT_MAX)
    return ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(" .:")


def _keep_commit(engine: Engine, commit: Commit, text: str, found: Backfilled) -> None:
    is_revert = commit.message.startswith(("Revert", "revert"))
    memory = _remember(
        engine,
        found,
        text,
        category="gotcha" if is_revert else "troubleshooting",
        files=commit.files[:_FILES_MAX],
        origin=Origin(who="commit", host="git", note=commit.id[:12]),
        key=key_of("commit", commit.id),
        at=commit.at_ms,
    )
    if memory and not is_revert and engine.clock() - commit.at_ms >= KEPT_MS:
        reason = f"Commit {commit.id[:7]} keeps it."
        _judge(engine, memory, f"commit:{commit.id[:12]}", "commit", reason, commit.at_ms, found)


# -- beads --------------------------------------------------------------------------------------------------


def _closed_beads(engine: Engine, since: int) -> list[Task]:
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    if database is None or not tasks.has_tasks(database):
        return []
    closed = tasks.tasks_of(database, engine.project, source="beads", states=(tasks.CLOSED,))
    return [bead for bead in closed if bead.closed_at >= since]


def _keep_bead(engine: Engine, bead: Task, found: Backfilled) -> None:
    if bead.verdict not in ("worked", "failed") or len(bead.reason) < _REASON_LEAST or not bead.title:
        return
    has_failed = bead.verdict == "failed"
    memory = _remember(
        engine,
        found,
        f"{bead.title}: {bead.reason}",
        category="gotcha" if has_failed else "troubleshooting",
        files=(),
        origin=Origin(who="file", host="beads", session_id=bead.session_id, note=bead.id),
        key=key_of("bead memory", bead.key),
        at=bead.closed_at,
    )
    if memory and not has_failed:
        said = f"“{bead.title}” was closed: {bead.reason}."
        _judge(
            engine, memory, f"task:{bead.key}", "task", said, bead.closed_at, found, rests_on=(bead.closing, bead.key)
        )


# -- both ---------------------------------------------------------------------------------------------------


def _remember(
    engine: Engine,
    found: Backfilled,
    text: str,
    *,
    category: str,
    files: tuple[str, ...],
    origin: Origin,
    key: str,
    at: int,
) -> Memory | None:
    try:
        done = engine.remember(
            text, category=category, files=files, origin=origin, trust="repository", key=key, at=at or None
        )
    except StoreError:
        raise
    except HardwonError as error:
        found.notes.append(one_line(str(error), 200))
        return None
    found.new += done.created
    return done.memory


def _judge(
    engine: Engine,
    memory: Memory,
    source: str,
    kind: str,
    reason: str,
    at: int,
    found: Backfilled,
    *,
    rests_on: tuple[str, ...] = (),
) -> None:
    key = key_of(source, memory.id)
    judged = Judged(
        key=key,
        attempt=key_of(source),
        memory_id=memory.id,
        verdict="worked",
        weight=AUTOMATIC,
        reason=reason,
        use="written",
        rests_on=rests_on or (key,),
        pieces=(verdicts.piece(kind, "worked", reason, at),),
        began_at=at,
        at=at,
    )
    changes = verdicts.keep(engine, source, [judged])
    found.recorded += len(changes.recorded)
