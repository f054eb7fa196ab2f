"""The vectors of memories: how far each space is, and the next batch for a hosted embedder, which a person consents to.

A hosted embedder gets memories in no other way than through `prepare` and `recover`: one batch a consent, under the
lock of sending, written down before it goes out. What may have been paid is blocked (hardwon.store.embedding_calls).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt, ValidationError

from hardwon.config.embedding import is_hosted
from hardwon.embedders.calling import NotCharged
from hardwon.embedders.forms import cut
from hardwon.embedders.hosted import BATCH_MAX, DOCUMENT, DOCUMENTS_S, HostedEmbedder, block_lost_queries
from hardwon.embedders.places import looks_prepared
from hardwon.engine.activity import Operation
from hardwon.engine.extracting import sending
from hardwon.engine.quick import USER_PROJECT
from hardwon.errors import EmbedderUnavailable, InvalidInput, ProjectMismatch, StoreLocked
from hardwon.store import embedding_calls, spaces
from hardwon.store.embedding_calls import DOCUMENTS, EmbeddingCall, Marks
from hardwon.store.fitness import exists
from hardwon.store.identity import SpaceIdentity
from hardwon.store.ledger import DONE, UNKNOWN, ledger_file, opened
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.embedders.base import Matrix
    from hardwon.engine.core import Engine
    from hardwon.store.database import Database
    from hardwon.store.spaces import Waiting

_NO_PLAN = "`mem index inspect` prints one"
_TRIES = 3
_WAIT_S, _WAIT_MAX_S = 1.0, 30.0
_PAGE = 200


class _Of(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Space(_Of):
    provider: str
    model: str
    revision: str
    dimensions: StrictInt


class _Item(_Of):
    id: str
    marks: list[str]


class _Interrupted(_Of):
    call: StrictInt


class _Plan(_Of):
    plan: Literal[1]
    project: str = ""
    space: _Space | None = None
    batch: list[_Item] = []
    accept_charges: StrictBool = False
    interrupted: list[_Interrupted] = []
    accept_duplicate_charge: StrictBool = False


@dataclass(frozen=True, kw_only=True)
class Indexed:
    """What a batch came to: memories sent, vectors stored, tokens, US dollars, and how many memories still wait."""

    sent: int = 0
    stored: int = 0
    tokens: int = 0
    cost_usd: float = 0.0
    waiting: int = 0


def is_for_a_person(engine: Engine) -> bool:
    """Whether the embedder in force is a hosted one, whose vectors a person has made."""
    return is_hosted(engine.settings.embedder, engine.settings.embedding_url)


# -- how it stands -------------------------------------------------------------------------------------------


def status(engine: Engine) -> dict[str, object]:
    """Every space of the project's stores, and what is blocked.

    Args:
        engine: an open engine.
    """
    settings, told = engine.settings, []
    for database, projects in engine.stores.scopes():
        told += [_space_told(engine, database, space, projects) for space in spaces.list_spaces(database)]
    problem, waiting = "", 0
    try:
        waiting = sum(1 for _ in _waiting(engine, _identity(engine)))
    except EmbedderUnavailable as error:
        problem = f"{error} ({error.hint})" if error.hint else str(error)
    if not problem and not looks_prepared(
        engine.stores.paths, settings.embedder, settings.embedding_model, settings.embedding_url
    ):
        problem = "the model is not prepared (`mem setup` prepares it)"
    return {
        "project": engine.project,
        "embedder": settings.embedder,
        "model": settings.embedding_model,
        "mode": settings.mode,
        "hosted": is_for_a_person(engine),
        "problem": problem,
        "waiting": waiting,
        "blocked": _blocked(engine),
        "spaces": told,
    }


def _space_told(engine: Engine, database: Database, space: spaces.Space, projects: Sequence[str]) -> dict[str, object]:
    wanted = engine.settings.embedding_model if engine.settings.embedder != "hashing" else "hashing"
    return {
        "store": database.path,
        **asdict(space.identity),
        "in_use": (space.identity.provider, space.identity.model) == (engine.settings.embedder, wanted),
        "state": space.state,
        "ready": spaces.ready_counts(database, space, projects),
        "wanted": spaces.live_counts(database, projects),
    }


def _blocked(engine: Engine) -> int:
    paths = engine.stores.paths
    if not exists(ledger_file(paths)):
        return 0
    with opened(paths) as book:
        _block_lost(engine, book)
        return embedding_calls.blocked_count(book)


def _identity(engine: Engine) -> SpaceIdentity | None:
    """The space in use, as a hosted embedder would have it or as the stores have one; None where there is none yet."""
    settings = engine.settings
    if is_for_a_person(engine):
        return HostedEmbedder(engine.stores.paths, settings).identity
    wanted = settings.embedding_model if settings.embedder != "hashing" else "hashing"
    found = [
        space.identity
        for database, _ in engine.stores.scopes()
        for space in spaces.list_spaces(database)
        if (space.identity.provider, space.identity.model) == (settings.embedder, wanted)
    ]
    return found[-1] if found else None


def _waiting(engine: Engine, identity: SpaceIdentity | None) -> Iterator[tuple[str, Waiting]]:
    """What has no vector in a space: the project's memories first, then those that follow the person."""
    for project in (engine.project, USER_PROJECT):
        database = engine.stores.reading(engine.stores.path_of(project))
        if database is None:
            continue
        space = spaces.find_space(database, identity) if identity else None
        below: int | None = None
        while found := spaces.waiting(database, space, [project], _PAGE, below):
            below = found[-1].row
            yield from ((project, one) for one in found)


def _texts(one: Waiting) -> list[str]:
    """The texts of a memory: alone, and with what was said around it, between which its vector lies."""
    return [cut(one.text), cut(f"{one.text}\n{one.around}")] if one.around else [cut(one.text)]


# -- the plan ------------------------------------------------------------------------------------------------


def inspect(engine: Engine) -> dict[str, object]:
    """The plan: the next batch and, where a call may have been paid, the first such; without any consent.

    Args:
        engine: an open engine.

    Raises:
        EmbedderUnavailable: the hosted embedder cannot be used as it is set up.
    """
    identity = _identity(engine)
    plan: dict[str, object] = {"plan": 1, "project": engine.project, "space": _space(engine, identity)}
    if not is_for_a_person(engine):
        waiting = sum(1 for _ in _waiting(engine, identity))
        return plan | {"hosted": False} | _nothing() | {"waiting": waiting} | _interrupted(engine)
    embedder = HostedEmbedder(engine.stores.paths, engine.settings)
    plan |= {"hosted": True} | _nothing() | {"address": embedder.address}
    with opened(engine.stores.paths) as book:
        _block_lost(engine, book)
        project, batch, waiting, blocked = _next_batch(engine, book, embedder)
        marks = Marks(book, embedder.identity)
        plan |= {"project": project, "waiting": waiting, "blocked_memories": blocked}
        plan["batch"] = [_item(one, marks) for one in batch]
        plan["most_usd"] = embedder.most_usd([text for one in batch for text in _texts(one)])
    return plan | _interrupted(engine)


def _interrupted(engine: Engine) -> dict[str, object]:
    """The first call that may have been paid, whichever embedder is in force now, and how many there are."""
    paths = engine.stores.paths
    if not exists(ledger_file(paths)):
        return {}
    with opened(paths) as book:
        _block_lost(engine, book)
        calls = embedding_calls.blocked_calls(book, _projects(engine))
    return {"interrupted": [_call_told(call) for call in calls[:1]], "interrupted_calls": len(calls)}


def _projects(engine: Engine) -> tuple[str, ...]:
    """Whose calls are decided here: the project's, the person's own, and queries, which are nobody's."""
    return engine.project, USER_PROJECT, ""


def _space(engine: Engine, identity: SpaceIdentity | None) -> dict[str, object]:
    none_yet = {"provider": engine.settings.embedder, "model": engine.settings.embedding_model}
    return asdict(identity) if identity else none_yet | {"revision": "", "dimensions": 0}


def _nothing() -> dict[str, object]:
    return {
        "address": "",
        "waiting": 0,
        "blocked_memories": 0,
        "batch": [],
        "most_usd": 0.0,
        "accept_charges": False,
        "interrupted": [],
        "interrupted_calls": 0,
        "accept_duplicate_charge": False,
    }


def _next_batch(engine: Engine, book: Database, embedder: HostedEmbedder) -> tuple[str, list[Waiting], int, int]:
    """The project and memories of the next batch, how many wait in all, and how many of them are blocked."""
    marks = Marks(book, embedder.identity)
    project, size, total, blocked, is_full = engine.project, 0, 0, 0, False
    batch: list[Waiting] = []
    for owner, one in _waiting(engine, embedder.identity):
        total += 1
        texts = _texts(one)
        if embedding_calls.blocked_of(book, [marks.of(DOCUMENTS, text) for text in texts]):
            blocked += 1
            continue
        is_full = is_full or size + len(texts) > BATCH_MAX or (bool(batch) and owner != project)
        if not is_full:
            project = owner
            batch.append(one)
            size += len(texts)
    return project, batch, total, blocked


def _item(one: Waiting, marks: Marks) -> dict[str, object]:
    texts = _texts(one)
    return {
        "id": one.memory_id,
        "texts": len(texts),
        "characters": sum(map(len, texts)),
        "marks": [marks.of(DOCUMENTS, text) for text in texts],
    }


def _call_told(call: EmbeddingCall) -> dict[str, object]:
    return {
        "call": call.number,
        "kind": call.kind,
        "project": call.project,
        "space": asdict(call.identity),
        "texts": call.texts,
        "sent_at": call.sent_at,
        "reason": call.note,
        "most_usd": call.reserved_usd,
    }


def _block_lost(engine: Engine, book: Database) -> None:
    """Block what processes that are gone were sending; nothing where one sends just now."""
    paths, now = engine.stores.paths, engine.clock()
    block_lost_queries(paths, book, now)
    try:
        with sending(paths):
            embedding_calls.block_lost(book, DOCUMENTS, now)
    except StoreLocked:
        pass


# -- consent -------------------------------------------------------------------------------------------------


def prepare(engine: Engine, text: str, *, sleep: Callable[[float], object] = time.sleep) -> Indexed:
    """Send the batch of a plan, and store its vectors.

    Args:
        engine: an open engine.
        text: the plan, with consent.
        sleep: waits between attempts that certainly cost nothing.

    Raises:
        InvalidInput: it is no plan, has no consent, or things are no longer as it says.
        ProjectMismatch: it is another project's.
        EmbedderUnavailable: the host did not take it, or it may have been paid, and is blocked then.
        StoreLocked: another process sends just now.
        StoreError: a store, or the record of calls, cannot be written.
    """
    plan = _read(text)
    if not plan.accept_charges:
        raise InvalidInput("the plan does not accept that the call is paid", "set accept_charges to true in it")
    embedder = _hosted(engine)
    _check_project(engine, plan.project)
    if plan.space is None or SpaceIdentity(**plan.space.model_dump()) != embedder.identity:
        raise InvalidInput("the plan is for another space than the settings'", _NO_PLAN)
    with sending(engine.stores.paths), opened(engine.stores.paths) as book:
        embedding_calls.block_lost(book, DOCUMENTS, engine.clock())
        batch = _as_planned(engine, book, embedder, plan)
        return _send(engine, book, embedder, plan.project, batch, sleep)


def recover(engine: Engine, text: str, *, sleep: Callable[[float], object] = time.sleep) -> Indexed:
    """Accept that the interrupted call of a plan may be paid twice, and send again what still has no vector.

    Args:
        engine: an open engine.
        text: the plan, with consent.
        sleep: waits between attempts that certainly cost nothing.

    Raises:
        InvalidInput, ProjectMismatch, EmbedderUnavailable, StoreLocked, StoreError: as for `prepare`.
    """
    plan = _read(text)
    if len(plan.interrupted) != 1:
        raise InvalidInput("the plan has not one interrupted call", _NO_PLAN)
    if not plan.accept_duplicate_charge:
        raise InvalidInput(
            "the plan does not accept that the call may be paid twice", "set accept_duplicate_charge to true in it"
        )
    embedder = _hosted(engine) if is_for_a_person(engine) else None
    number = plan.interrupted[0].call
    with sending(engine.stores.paths), opened(engine.stores.paths) as book:
        embedding_calls.block_lost(book, DOCUMENTS, engine.clock())
        own = embedding_calls.blocked_calls(book, _projects(engine))
        call = next((one for one in own if one.number == number), None)
        if call is None:
            raise InvalidInput(f"call {number} is no longer as the plan says", _NO_PLAN)
        batch = _of_call(engine, book, embedder, call) if embedder else []
        embedding_calls.accept(book, number, engine.clock())
        if embedder is None or not batch:
            return Indexed(waiting=sum(1 for _ in _waiting(engine, _identity(engine))))
        return _send(engine, book, embedder, call.project, batch, sleep)


def _read(text: str) -> _Plan:
    try:
        plan = _Plan.model_validate_json(text)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, wrong["loc"]))
        raise InvalidInput(f"this is no plan: {where or 'JSON'}: {wrong['type']}", _NO_PLAN) from None
    if sum(len(item.marks) for item in plan.batch) > BATCH_MAX:
        raise InvalidInput(f"a batch has at most {BATCH_MAX} texts", _NO_PLAN)
    return plan


def _hosted(engine: Engine) -> HostedEmbedder:
    if not is_for_a_person(engine):
        raise InvalidInput(
            f"the embedder {engine.settings.embedder} costs nothing and sends nothing away: its vectors are made by "
            "themselves",
            "`mem index prepare` without a plan makes them now",
        )
    return HostedEmbedder(engine.stores.paths, engine.settings, clock=engine.clock)


def _check_project(engine: Engine, project: str) -> None:
    if project not in (engine.project, USER_PROJECT):
        raise ProjectMismatch(
            f"the plan is for {one_line(project, 200)}, not for {one_line(engine.project, 200)}",
            "run it in that project's folder",
        )


def _as_planned(engine: Engine, book: Database, embedder: HostedEmbedder, plan: _Plan) -> list[Waiting]:
    """The memories of a plan's batch, if every one is still as it was planned."""
    marks = Marks(book, embedder.identity)
    wanted = {tuple(item.marks): item.id for item in plan.batch}
    if not wanted:
        raise InvalidInput("the plan has no batch: no memory waits", _NO_PLAN)
    found = [
        one
        for owner, one in _waiting(engine, embedder.identity)
        if owner == plan.project
        and wanted.get(tuple(marks.of(DOCUMENTS, text) for text in _texts(one))) == one.memory_id
    ]
    if len(found) != len(plan.batch):
        raise InvalidInput("the memories of the plan are no longer as it says", _NO_PLAN)
    if embedding_calls.blocked_of(book, [mark for item in plan.batch for mark in item.marks]):
        raise InvalidInput("some of the plan's memories may have been paid already", "`mem index inspect`, `recover`")
    return found


def _of_call(engine: Engine, book: Database, embedder: HostedEmbedder, call: EmbeddingCall) -> list[Waiting]:
    """What an interrupted call sent and still has no vector: nothing of what was changed, or made meanwhile."""
    if call.kind != DOCUMENTS or call.identity != embedder.identity:
        return []
    sent, marks = set(embedding_calls.marks_of(book, call.number)), Marks(book, embedder.identity)
    return [
        one
        for owner, one in _waiting(engine, embedder.identity)
        if owner == call.project and all(marks.of(DOCUMENTS, text) in sent for text in _texts(one))
    ]


def _count(engine: Engine, embedder: HostedEmbedder) -> int:
    return sum(1 for _ in _waiting(engine, embedder.identity))


def _send(
    engine: Engine,
    book: Database,
    embedder: HostedEmbedder,
    project: str,
    batch: list[Waiting],
    sleep: Callable[[float], object],
) -> Indexed:
    database = engine.stores.writing(project)
    space = spaces.ensure_space(database, embedder.identity, engine.clock())
    texts = [text for one in batch for text in _texts(one)]
    marks = Marks(book, embedder.identity)
    noted = Operation(engine.stores.paths, "index", engine.project)
    noted.stage("started", texts=len(texts))
    for attempt in range(_TRIES):
        number = embedding_calls.begin(
            book,
            DOCUMENTS,
            embedder.identity,
            [marks.of(DOCUMENTS, text) for text in texts],
            at=engine.clock(),
            reserved_usd=embedder.most_usd(texts),
            project=project,
        )
        try:
            done = embedder.written_down(book, number, texts, DOCUMENT, DOCUMENTS_S)
            break
        except EmbedderUnavailable as error:
            wait_s = _wait(error, attempt)
            if wait_s is None:
                noted.stage("refused" if isinstance(error.__cause__, NotCharged) else "blocked")
                raise
            sleep(wait_s)
    try:
        stored = spaces.put(database, space, _vectors(batch, done.rows))
        settle(database, space)
    except BaseException:
        note = "it was answered, but its vectors could not be stored"
        embedding_calls.end(book, number, UNKNOWN, engine.clock(), cost_usd=done.cost_usd, note=note)
        raise
    embedding_calls.end(book, number, DONE, engine.clock(), cost_usd=done.cost_usd, tokens=done.tokens)
    noted.stage("done", texts=len(texts), tokens=done.tokens)
    return Indexed(
        sent=len(batch),
        stored=stored,
        tokens=done.tokens,
        cost_usd=done.cost_usd,
        waiting=_count(engine, embedder),
    )


def _wait(error: EmbedderUnavailable, attempt: int) -> float | None:
    """Seconds until the next attempt; None where there must be none, or it would be too long."""
    cause = error.__cause__
    if not isinstance(cause, NotCharged) or not cause.passing or attempt + 1 == _TRIES or cause.wait_s > _WAIT_MAX_S:
        return None
    return cause.wait_s or _WAIT_S * 4**attempt


def _vectors(batch: Sequence[Waiting], rows: Matrix) -> Iterator[tuple[int, Any]]:
    """A vector for each memory; where it has two, the one between them."""
    at = 0
    for one in batch:
        count = len(_texts(one))
        yield one.row, rows[at : at + count].sum(axis=0)
        at += count


def settle(database: Database, space: spaces.Space) -> None:
    """Note whether a space has all its vectors now."""
    with database.atomic():
        is_complete = not spaces.pending(database, space, 1)
        spaces.set_state(database, space, spaces.READY if is_complete else spaces.FILLING)
