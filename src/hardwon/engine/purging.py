"""Purge in two steps: `prepare` says exactly what would go and gives a token for ten minutes, `confirm` does it.

Between the steps stands a file with ids and versions, never a text. A purge that was killed is confirmed again with the
same token and ends as if nothing had happened. The same two steps archive, for agents.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.config.actor import AGENT
from hardwon.config.paths import make_private_dir
from hardwon.engine import evaluation
from hardwon.errors import InvalidInput, NotFound, PersonOnly
from hardwon.maintenance import ledger, traces
from hardwon.maintenance.traces import PURGES, unfinished
from hardwon.models import USER_PROJECT, Memory
from hardwon.store import memories, purge
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.store.database import Database

TOKEN_MS = 600_000
SOFT, HARD, ARCHIVE = "soft", "hard", "archive"


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What is to go.

    Attributes:
        ids: beginnings of ids.
        query: a text that stands in them.
        session: the session they come from.
        before: a moment they are older than, in milliseconds.
        whole_project: everything of the project.
    """

    ids: tuple[str, ...] = ()
    query: str = ""
    session: str = ""
    before: int | None = None
    whole_project: bool = False


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """What `confirm` would do.

    Attributes:
        token: for `confirm`; known to nobody else.
        act: soft, hard or archive.
        memories: what would go, as it is now.
        expires_at: until when the token counts.
        backups: backups that may hold it too, by name.
    """

    token: str
    act: str
    memories: Sequence[Memory]
    expires_at: int
    backups: Sequence[str]


@dataclass(kw_only=True)
class Purged:
    """What was done.

    Attributes:
        act: soft, hard or archive.
        ids: of the memories.
        files: other files that were cleaned or removed.
        standing: files that still hold one of the words, and why they were left.
        backups: backups that may hold it too.
    """

    act: str
    ids: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)
    backups: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class _Plan:
    """The file between the two steps."""

    act: str
    project: str
    targets: list[tuple[str, str, int]]
    session: str
    whole_project: bool
    expires_at: int
    begun: bool = False


def prepare(engine: Engine, wanted: Selection, *, act: str = HARD) -> Prepared:
    """Say what would go, and give a token.

    Args:
        engine: an open engine.
        wanted: what is chosen.
        act: hard, soft (contents go, ids stay) or archive.

    Raises:
        InvalidInput: nothing is chosen, or something of it is held.
        NotFound: nothing fits.
        PersonOnly: an agent asked for more than to archive.
    """
    _refuse_agent(engine, act)
    chosen = _chosen(engine, wanted)
    held = [memory.id for memory in chosen if memory.legal_hold]
    if held and act != ARCHIVE:
        raise InvalidInput(
            f"held, so nothing is purged: {', '.join(held[:5])}{' and more' if len(held) > 5 else ''}",
            "`mem hold release ID` lets one go, if you may",
        )
    if not chosen and not (wanted.whole_project or wanted.session):
        raise NotFound("nothing fits", "`mem list --status all` shows what there is")
    token = secrets.token_hex(8)
    now = engine.clock()
    plan = _Plan(
        act=act,
        project=engine.project,
        targets=[(memory.project, memory.id, memory.version) for memory in chosen],
        session=wanted.session,
        whole_project=wanted.whole_project,
        expires_at=now + TOKEN_MS,
    )
    traces.drop_plans(engine.stores.paths.data, now)
    _write(engine, token, plan)
    return Prepared(token=token, act=act, memories=chosen, expires_at=plan.expires_at, backups=backups_of(engine))


def confirm(engine: Engine, token: str) -> Purged:
    """Do what was prepared. Harmless twice, and to be repeated where it was cut short.

    Args:
        engine: an open engine; for more than archiving nobody else should have the stores open.
        token: as `prepare` gave it.

    Raises:
        NotFound: there is no such token, or it ran out.
        InvalidInput: what was shown changed since, or is held now.
        PersonOnly: an agent would purge.
        StoreReadOnly: the log beside the store cannot be written; nothing was done.
        StoreLocked: another process keeps old pages alive; confirm again when it ended.
    """
    plan = _read(engine, token)
    _refuse_agent(engine, plan.act)
    done = Purged(act=plan.act, ids=[id for _, id, _ in plan.targets])
    if not plan.begun:
        _check_unchanged(engine, plan)
    if plan.act == ARCHIVE:
        for _, id, _ in plan.targets:
            engine.archive(id, key=f"forget:{_name(token)}")
        os.unlink(_file(engine, token))
        traces.drop_plans(engine.stores.paths.data, engine.clock())
        return done
    done.backups = backups_of(engine)
    projects = list(dict.fromkeys([project for project, _, _ in plan.targets] or [plan.project]))
    words = _announce(engine, plan, token, projects)
    done.files = traces.clean(engine.stores.paths, words)
    for project in projects:
        ids = [id for own, id, _ in plan.targets if own == project]
        done.files += _purge(engine, engine.stores.writing(project), project, ids, plan, words)
    done.standing = _standing(engine, words)
    os.unlink(_file(engine, token))
    traces.drop_plans(engine.stores.paths.data, engine.clock(), done.ids)
    return done


def _refuse_agent(engine: Engine, act: str) -> None:
    if engine.actor == AGENT and act != ARCHIVE:
        raise PersonOnly("only a person purges", "an agent archives; the person runs `mem purge` in a terminal")


def _chosen(engine: Engine, wanted: Selection) -> list[Memory]:
    if not (wanted.ids or wanted.query or wanted.session or wanted.before is not None or wanted.whole_project):
        raise InvalidInput("nothing is chosen", "give ids, --query, --all-from-session, --before or --whole-project")
    found: dict[str, Memory] = {}
    for id in wanted.ids:
        memory = engine.get(id)
        found[memory.id] = memory
    for database, projects in engine.stores.scopes():
        ids: list[str] = []
        if wanted.query:
            ids += purge.ids_with(database, wanted.query, projects)
        if wanted.session:
            ids += purge.ids_of_session(database, wanted.session, projects)
        own = tuple(project for project in projects if project != USER_PROJECT)
        if wanted.before is not None and own:
            ids += purge.ids_before(database, wanted.before, own)
        if wanted.whole_project and own:
            ids += [id for project in own for id in purge.ids_of_project(database, project)]
        for id in ids:
            one = memories.live_memory(database, id)
            if one is not None and one.change != "purged":
                found[id] = one
    return sorted(found.values(), key=lambda memory: memory.id)


def _check_unchanged(engine: Engine, plan: _Plan) -> None:
    for _, id, version in plan.targets:
        memory = engine.get(id)
        if memory.legal_hold and plan.act != ARCHIVE:
            raise InvalidInput(f"memory {id} is held now", "`mem hold release` lets it go, if you may")
        if memory.version != version:
            raise InvalidInput(f"memory {id} changed since it was shown; nothing was removed", "prepare again")


def _announce(engine: Engine, plan: _Plan, token: str, projects: Sequence[str]) -> set[str]:
    """Write what will go into the logs beside the stores; tell the words that may stand nowhere afterwards."""
    words: set[str] = set()
    now = engine.clock()
    for project in projects:
        database = engine.stores.writing(project)
        ids = [id for own, id, _ in plan.targets if own == project]
        words |= purge.own_words(database, ids) - purge.words_of_schema(database)
        live = [memories.live_memory(database, id) for id in ids]
        entries = [
            ledger.Entry(id=memory.id, act="purged", reason=f"{plan.act} purge", text=memory.content)
            for memory in live
            if memory is not None and memory.change != "purged"
        ]
        entries += [
            ledger.Entry(id=f"task {key}", act="purged", reason="a text of a task", text=text)
            for key, text in purge.task_texts(database, words)
        ]
        if plan.whole_project:
            entries.append(ledger.Entry(id="*", act="purged", reason="the whole project"))
        ledger.write(database.path, entries, now)
    plan.begun = True
    _write(engine, token, plan)
    return words


def _purge(
    engine: Engine, database: Database, project: str, ids: Sequence[str], plan: _Plan, words: set[str]
) -> list[str]:
    with database.atomic():
        purge.remove(database, ids, keep_ids=plan.act == SOFT, words=words)
        if plan.session:
            purge.remove_session(database, plan.session)
        if plan.whole_project and project == plan.project:
            purge.remove_project(database, project)
    if plan.session:
        evaluation.forget_session(engine.stores.paths, project, plan.session)
    purge.rewrite(database)
    return traces.remove_damaged_copies(database.path)


def _standing(engine: Engine, words: set[str]) -> list[str]:
    """Files that still hold one of the words: other stores may say the same on their own."""
    found = traces.standing(engine.stores.paths, words)
    return [f"{one_line(path)} ({len(held)} of its words)" for path, held in sorted(found.items())]


def backups_of(engine: Engine) -> list[str]:
    """The names of the backups there are; what is taken out of a store stays in them."""
    from hardwon.maintenance import backups

    return [one.name for one in backups.listed(engine.stores.paths)]


# -- the file between the steps ------------------------------------------------------------------------------


def _name(token: str) -> str:
    return hashlib.sha256(token.strip().lower().encode("utf-8", "replace")).hexdigest()[:24]


def _file(engine: Engine, token: str) -> str:
    return f"{engine.stores.paths.data}/{PURGES}/{_name(token)}.json"


def _write(engine: Engine, token: str, plan: _Plan) -> None:
    path = _file(engine, token)
    make_private_dir(os.path.dirname(path))
    aside = path + ".new"
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "w") as file:
        json.dump(asdict(plan), file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(aside, path)


def _read(engine: Engine, token: str) -> _Plan:
    try:
        stored = json.loads(Path(_file(engine, token)).read_text())
        plan = _Plan(**{**stored, "targets": [tuple(one) for one in stored["targets"]]})
    except (OSError, ValueError, TypeError, KeyError):
        raise NotFound("there is no such token, or it was used", "`prepare` gives one for ten minutes") from None
    if plan.project != engine.project:
        raise NotFound("that token is for another project", f"use --project {one_line(plan.project)}")
    if not plan.begun and plan.expires_at <= engine.clock():
        traces.drop_plans(engine.stores.paths.data, engine.clock())
        raise NotFound("the token ran out", "prepare again: it is valid for ten minutes")
    return plan


def hold(engine: Engine, id_prefix: str, *, held: bool) -> Memory:
    """Hold a memory, so that no purge takes it and no upkeep retires it, or let it go again.

    Raises:
        PersonOnly: an agent asks for it.
        NotFound, Ambiguous, StoreError
    """
    if engine.actor == AGENT:
        raise PersonOnly("only a person holds a memory or lets it go", "the person runs `mem hold` in a terminal")
    memory = engine.get(id_prefix)
    return engine._new_version(memory, change="held" if held else "released", legal_hold=held)


def held_memories(engine: Engine) -> list[Memory]:
    """Every held memory of the project and the person, the newest first."""
    found, _ = engine.list(status="all", limit=2**31)
    return [memory for memory in found if memory.legal_hold]


__all__ = ["Prepared", "Purged", "Selection", "backups_of", "confirm", "held_memories", "hold", "prepare", "unfinished"]
