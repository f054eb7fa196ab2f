"""Forms that change memories: add, edit, correct, judge, pin, forget, restore, and several at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hardwon.engine.core import Engine
from hardwon.errors import HardwonError, InvalidInput
from hardwon.models import VERDICTS, Memory, Origin, Remembered
from hardwon.server.web.console.pages import Form, back, form_of, pages_of, went

Act = Callable[[Engine, str], object]

_ACTS: Mapping[str, tuple[str, Act]] = {
    "forget": ("forgotten", lambda engine, id: engine.archive(id)),
    "restore": ("restored", lambda engine, id: engine.restore(id)),
    "pin": ("pinned", lambda engine, id: engine.set_pinned(id, True)),
    "unpin": ("unpinned", lambda engine, id: engine.set_pinned(id, False)),
    **{name: ("judged", lambda engine, id, name=name: engine.record_outcome(id, name)) for name in VERDICTS},  # type: ignore[misc]
}
BULK_MAX = 100


@dataclass(frozen=True, kw_only=True)
class Filled:
    """What a form was filled with."""

    content: str = ""
    title: str = ""
    category: str = "general"
    tags: str = ""
    files: str = ""
    pin: bool = False
    to_user: bool = False
    key: str = ""
    seen: str = ""

    @classmethod
    def of(cls, form: Form) -> Filled:
        """As it was sent."""
        words = {name: form.text(name) for name in ("content", "title", "category", "tags", "files", "key", "seen")}
        words = {name: value.replace("\r\n", "\n") for name, value in words.items()}
        return cls(**words, pin=bool(form.text("pin")), to_user=bool(form.text("to_user")))

    @classmethod
    def with_memory(cls, memory: Memory) -> Filled:
        """As a memory is."""
        tags, files = ", ".join(memory.tags), "\n".join(memory.files)
        told = {name: getattr(memory, name) for name in ("content", "title", "category")}
        return cls(**told, tags=tags, files=files, seen=str(memory.version))


async def add_form(request: Request) -> Response:
    """An empty form."""
    pages = pages_of(request)
    filled = Filled(key=pages.access.form_key())
    return pages.page(request, "edit.html", title="Add a memory", filled=filled, memory=None)


async def add(request: Request) -> Response:
    """Store a memory; a form that is sent twice stores once."""
    pages = pages_of(request)
    form = await form_of(request)
    filled = Filled.of(form)

    def keep(engine: Engine) -> Remembered:
        return engine.remember(
            filled.content,
            category=filled.category or "general",
            title=filled.title or None,
            tags=form.parts("tags"),
            files=form.lines("files"),
            pin=filled.pin,
            to_user=filled.to_user,
            origin=Origin(who="user", host="console"),
            key=f"console:{filled.key}" if filled.key else None,
        )

    try:
        kept = await pages.write(request, keep)
    except InvalidInput as error:
        return pages.page(
            request, "edit.html", status=422, title="Add a memory", filled=filled, memory=None, wrong=error
        )
    return went(request, f"/memories/{kept.memory.id}", "added" if kept.created else "known")


async def edit_form(request: Request) -> Response:
    """A form with what a memory says now."""
    pages = pages_of(request)
    memory = await pages.read(request, lambda engine: engine.get(request.path_params["id"]))
    filled = Filled.with_memory(memory)
    return pages.page(request, "edit.html", title="Edit a memory", filled=filled, memory=memory)


async def edit(request: Request) -> Response:
    """Store a new version, unless somebody else did meanwhile."""
    pages = pages_of(request)
    form = await form_of(request)
    filled = Filled.of(form)

    def change(engine: Engine) -> Memory:
        old = engine.get(request.path_params["id"])
        shown = Filled.with_memory(old)
        return engine.edit(
            old.id,
            content=filled.content if filled.content != old.content else None,
            title=filled.title if filled.title != old.title else None,
            category=filled.category if filled.category != old.category else None,
            tags=form.parts("tags") if filled.tags != shown.tags else None,
            files=form.lines("files") if filled.files != shown.files else None,
            change="corrected" if form.text("correct") else "edited",
            version=int(filled.seen) if filled.seen.isascii() and filled.seen.isdigit() else None,
        )

    try:
        changed = await pages.write(request, change)
    except InvalidInput as error:
        memory = await pages.read(request, lambda engine: engine.get(request.path_params["id"]))
        return pages.page(
            request, "edit.html", status=409, title="Edit a memory", filled=filled, memory=memory, wrong=error
        )
    return went(request, f"/memories/{changed.id}", "corrected" if form.text("correct") else "edited")


async def judge(request: Request) -> Response:
    """Keep the person's verdict."""
    form = await form_of(request)
    id = request.path_params["id"]
    await pages_of(request).write(
        request, lambda engine: engine.record_outcome(id, form.text("verdict"), note=form.text("note"))
    )
    return went(request, f"/memories/{id}", "judged")


async def turn(request: Request) -> Response:
    """Take an outcome back, or let it count again."""
    form = await form_of(request)
    is_back = form.text("do") != "redo"
    outcome = request.path_params["outcome"]
    done = await pages_of(request).write(
        request, lambda engine: engine.undo_outcome(outcome) if is_back else engine.redo_outcome(outcome)
    )
    return went(request, f"/memories/{done.memory_id}", "taken-back" if is_back else "counts-again")


async def act(request: Request) -> Response:
    """Forget, restore, pin or unpin one memory."""
    form = await form_of(request)
    said, do = _act(form.text("do"))
    id = request.path_params["id"]
    await pages_of(request).write(request, lambda engine: do(engine, id))
    return back(request, form, f"/memories/{id}", said, of=id)


async def begin(request: Request) -> Response:
    """Lead to the list from the address of its form."""
    return went(request, "/memories")


async def bulk(request: Request) -> Response:
    """Do one thing to several memories; what fails for one is told and does not stop the others."""
    pages = pages_of(request)
    form = await form_of(request)
    ids = form.every("id")[:BULK_MAX]
    if not ids or not form.text("do"):
        return back(request, form, "/memories", "nothing")
    said, do = _act(form.text("do"))

    def each(engine: Engine) -> list[tuple[str, str]]:
        failed = []
        for id in ids:
            try:
                do(engine, id)
            except HardwonError as error:
                failed.append((id, str(error)))
        return failed

    failed = await pages.write(request, each)
    if failed:
        return pages.page(request, "bulk.html", status=409, title="Not all of it", count=len(ids), failed=failed)
    return back(request, form, "/memories", said)


def _act(name: str) -> tuple[str, Act]:
    if name not in _ACTS:
        raise InvalidInput(f"{name[:20]!r} is nothing that can be done to a memory")
    return _ACTS[name]


ROUTES = [
    Route("/memories/new", add_form, methods=["GET"]),
    Route("/memories/new", add, methods=["POST"]),
    Route("/memories/bulk", begin, methods=["GET"]),
    Route("/memories/bulk", bulk, methods=["POST"]),
    Route("/memories/{id}/edit", edit_form, methods=["GET"]),
    Route("/memories/{id}/edit", edit, methods=["POST"]),
    Route("/memories/{id}/outcome", judge, methods=["POST"]),
    Route("/memories/{id}/act", act, methods=["POST"]),
    Route("/outcomes/{outcome}", turn, methods=["POST"]),
]
