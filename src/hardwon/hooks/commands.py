"""The slash commands of ours: a person's own acts, carried out before any request to the model.

/remember, /outcome and /forget are answered at once; /recall, /memories and /memory-context bring what they
ask for into the context. Other commands pass. This is the one hook that may load the whole engine.
"""

from __future__ import annotations

from hardwon.config.actor import PERSON
from hardwon.errors import HardwonError, StoreError
from hardwon.hooks import spool
from hardwon.hooks.event import Answer
from hardwon.hooks.failures import describe, note
from hardwon.text import jsonlight
from hardwon.text.clean import clean_text, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.engine import Engine
    from hardwon.engine.quick import Quick
    from hardwon.hits import Packed
    from hardwon.hooks.event import Event
    from hardwon.hooks.guard import Guard

_BUSY_MS = 1500
_PREFIX = "hardwon:"
_SHOWN_CHARACTERS = 100
_LISTED_MAX = 20
_ARGUMENTS_MAX = 200_000
_VERDICTS = ("worked", "failed", "partial")
_TURNS = ("undo", "redo")
_LATE = "Hardwon was not answered in time. Look with /memories whether it is there, and try again if not."
_USAGE = {
    "remember": "Usage: /remember [category:gotcha] what to remember",
    "outcome": "Usage: /outcome ID worked|failed|partial [note], or /outcome undo ID",
    "forget": "Usage: /forget ID",
}


def expansion(event: Event, guard: Guard) -> Answer:
    """Carry out a command of ours, or let the command pass."""
    payload = event.payload
    name = payload.text("command_name").lstrip("/").removeprefix(_PREFIX)
    if payload.text("expansion_type") not in ("", "slash_command"):
        return Answer()
    arguments = payload.text("command_args")[:_ARGUMENTS_MAX].strip()
    if name in _ACTS:
        guard.fallback = _blocked(_LATE)
        event.keep()
        return Answer(_blocked(_act(event, guard, name, arguments)))
    if name in ("recall", "memories", "memory-context"):
        event.keep()
        return _shown(event, guard, name, clean_text(arguments))
    return Answer()


def _blocked(reason: str) -> str:
    return jsonlight.dumps({"decision": "block", "reason": reason})


def _act(event: Event, guard: Guard, name: str, arguments: str) -> str:
    """Do it and say what was done; what the store cannot take now is kept for later."""
    from hardwon.engine import open_engine

    if not arguments:
        return _USAGE[name]
    try:
        with open_engine(
            event.environ, binding=event.binding, actor=PERSON, busy_ms=_BUSY_MS, meaning=event.meaning
        ) as engine:
            return _ACTS[name](engine, event, arguments)
    except StoreError as error:
        note(guard.log, event.name, describe(error))
        why = f"{error}. {_sentence(error.hint)}"
        if name != "remember":
            return f"Hardwon could not do it: {why}"
        return _kept_for_later(event, guard, arguments, why)
    except HardwonError as error:
        return f"{_sentence(str(error))} {_sentence(error.hint)}".strip()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""


def _category_and_text(arguments: str) -> tuple[str, str]:
    """The category that `category:NAME` in front of a text names, and the text."""
    first, _, rest = arguments.partition(" ")
    if "\n" in first:
        first, _, rest = arguments.partition("\n")
    if not first.lower().startswith("category:"):
        return "general", arguments
    category = first[len("category:") :]
    if not category:
        category, _, rest = rest.strip().partition(" ")
    return category.lower(), rest.strip()


def _remember(engine: Engine, event: Event, arguments: str) -> str:
    from hardwon.models import Origin

    category, text = _category_and_text(arguments)
    done = engine.remember(
        text,
        category=category,
        origin=Origin(who="user", host=event.host, note="/remember"),
        key="command:" + event.key,
        at=event.now_ms,
    )
    left_out = f" Left out, as it must not be kept: {', '.join(done.redacted)}." if done.redacted else ""
    if not done.created:
        return f"Known already as [{done.memory.id}]; it counts as said again.{left_out}"
    return f"Remembered as [{done.memory.id}] ({done.memory.category}).{left_out}"


def _outcome(engine: Engine, event: Event, arguments: str) -> str:
    words = arguments.split(None, 2)
    if words[0].lower() in _TURNS:
        return _turned(engine, words)
    if words[0].lower() in _VERDICTS and len(words) > 1:
        words[0], words[1] = words[1], words[0]
    if len(words) < 2 or words[1].lower() not in _VERDICTS:
        return _USAGE["outcome"]
    memory = engine.get(words[0])
    engine.record_outcome(
        memory.id,
        words[1].lower(),
        note=words[2] if len(words) > 2 else "",
        source=PERSON,
        key="command:" + event.key,
        session_id=event.payload.text("session_id"),
    )
    record = engine.record(memory.id)
    return f"Noted for [{memory.id}]: {words[1].lower()}. Its record: {record.text}."


def _turned(engine: Engine, words: list[str]) -> str:
    """Take an outcome back, or let it count again."""
    from hardwon.engine.sentences import sentence_of

    if len(words) != 2:
        return _USAGE["outcome"]
    is_undo = words[0].lower() == "undo"
    found = engine.undo_outcome(words[1]) if is_undo else engine.redo_outcome(words[1])
    record = engine.record(found.memory_id).text or "none that counts"
    what = "Taken back" if is_undo else "Counts again"
    return f"{what} for [{found.memory_id}]: {sentence_of(found)} Its record: {record}."


def _forget(engine: Engine, event: Event, arguments: str) -> str:
    words = arguments.split()
    if len(words) != 1:
        near = engine.recall(arguments, limit=3).hits
        lines = [f"[{hit.id}] {one_line(hit.content, _SHOWN_CHARACTERS)}" for hit in near]
        return "\n".join(["Which one? /forget ID forgets one memory.", *lines])
    memory = engine.archive(words[0])
    shown = one_line(memory.content, _SHOWN_CHARACTERS)
    return f"Forgot [{memory.id}] {shown}\nIn a terminal, `mem restore {memory.id}` brings it back."


_ACTS: dict[str, Callable[[Engine, Event, str], str]] = {
    "remember": _remember,
    "outcome": _outcome,
    "forget": _forget,
}


def _kept_for_later(event: Event, guard: Guard, arguments: str, why: str) -> str:
    """Keep a memory the store cannot take now, without what must not be kept."""
    from hardwon.engine.intake import draft

    category, text = _category_and_text(arguments)
    try:
        kept = draft(text, category=category, title=None, tags=(), files=(), confidence=None, root="")
    except HardwonError as error:
        return f"{_sentence(str(error))} {_sentence(error.hint)}".strip()
    fields = {
        "project": event.binding.value,
        "root": event.binding.root,
        "content": kept.content,
        "category": category,
        "key": "command:" + event.key,
        "at": event.now_ms,
    }
    try:
        spool.put(event.paths, fields, box=spool.WRITES, mark=event.key)
        event.start_digester()
    except OSError as error:
        note(guard.log, event.name, describe(error))
        return f"Hardwon could not store this: {why}"
    return f"Kept aside, and stored as soon as the store can take it. Now it cannot: {why}"


def _shown(event: Event, guard: Guard, name: str, arguments: str) -> Answer:
    """What a person asked to see, for the model to present."""
    try:
        with event.open_store() as store:
            packed = _asked_for(store, event, name, arguments)
    except StoreError as error:
        note(guard.log, event.name, describe(error))
        return event.telling(f"Hardwon cannot read its memories: {error}. {_sentence(error.hint)}")
    if not packed.ids:
        return event.telling("Hardwon looked: its memory holds nothing on this.")
    return event.context([packed])


def _asked_for(store: Quick, event: Event, name: str, arguments: str) -> Packed:
    if name == "memories":
        return store.listing(arguments.lower(), _LISTED_MAX)
    if arguments:
        return store.search(arguments, event.settings.recall_limit)
    return store.listing("", _LISTED_MAX) if name == "recall" else store.brief()
