"""What stands between a text and the store: size, secrets, hidden characters, doubles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hardwon.errors import InvalidInput, InvalidValue
from hardwon.models import CATEGORIES, Memory, Origin
from hardwon.store import memories
from hardwon.store.database import Database
from hardwon.text.clean import clean_text, one_line

if TYPE_CHECKING:
    from hardwon.capture.redact import Redacted
    from hardwon.config.sealed import Sealed

CONTENT_BYTES = 65536
SHORT_CHARACTERS = 400
SURROUNDINGS_CHARACTERS = 1200
LIST_MAX = 50
TIME_MIN = -62_135_596_800_000  # the year 1
_LOOKED_AT = 4096  # characters of a text of which at most SHORT_CHARACTERS are kept
_LINE_MAX = 2**53
_TRUST_ORDER = ("web", "tool", "repository", "import", "agent", "user")


def redact(text: str) -> Redacted:
    """Take secrets and private parts out of a text; imported with the first, for they cost more than a search."""
    from hardwon.capture.redact import redact

    return redact(text)


def withheld(texts: Sequence[str], sealed: Sealed | None) -> tuple[str, ...]:
    """The kinds of what `draft` takes out of texts, each once."""
    kinds: list[str] = []
    for text in texts:
        safe = redact(clean_text(text))
        kinds += safe.kinds
        kinds += sealed.redact(safe.text)[1] if sealed else ()
    return tuple(dict.fromkeys(kinds))


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A memory's words, fit for the store."""

    content: str
    title: str
    tags: tuple[str, ...]
    files: tuple[str, ...]
    surroundings: str
    redacted: tuple[str, ...]

    def words(self) -> dict[str, Any]:
        """What goes into the memory, by the names of its fields."""
        return {name: value for name, value in vars(self).items() if name != "redacted"}


def check_category(category: str) -> None:
    """Refuse a category that is none.

    Raises:
        InvalidInput: with the list of those there are.
    """
    if category not in CATEGORIES:
        raise InvalidValue(f"{one_line(category, 40)!r} is no category", "use one of " + ", ".join(CATEGORIES))


def draft(
    content: str,
    category: str,
    title: str | None,
    tags: Sequence[str],
    files: Sequence[str],
    confidence: float | None,
    *,
    root: str,
    surroundings: str = "",
    sealed: Sealed | None = None,
) -> Draft:
    """Clean and redact what is to be stored.

    Args:
        content: the text; at most 64 kB.
        category, title, tags, files, confidence, surroundings: as for Engine.remember.
        root: the project's folder; paths below it are stored relative to it.
        sealed: texts that were private or secret when they were first met.

    Raises:
        InvalidInput: something cannot be used; nothing was stored.
    """

    def safe_text(value: str) -> str:
        # Cleaned first: a secret with a hidden character in it would not be known for one.
        safe = redact(clean_text(value))
        text, again = sealed.redact(safe.text) if sealed else (safe.text, ())
        kinds.extend((*safe.kinds, *again))
        return text

    kinds: list[str] = []
    _check_types(content, category, title, tags, files, confidence, surroundings)
    check_category(category)
    if confidence is not None and not 0 <= confidence <= 1:
        raise InvalidValue(f"the confidence {confidence} is out of bounds", "give 0 to 1")
    size = len(content.encode("utf-8", "replace"))
    if size > CONTENT_BYTES:
        raise InvalidInput(
            f"the text has {size:,} bytes; a memory holds at most {CONTENT_BYTES:,}",
            "store the few sentences that matter, and name the file that has the rest",
        )
    text = clean_text(safe_text(content))
    if not any(map(str.isalnum, text)) and kinds:
        raise InvalidInput(f"there is nothing to remember but what must not be kept: {', '.join(dict.fromkeys(kinds))}")
    if not text:
        raise InvalidInput("there is nothing to remember: the text is empty", "give a sentence")

    def short(value: str) -> str:
        return one_line(safe_text(value[:_LOOKED_AT]), SHORT_CHARACTERS)

    around = clean_text(safe_text(surroundings[: 2 * SURROUNDINGS_CHARACTERS]))
    return Draft(
        content=text,
        title=short(title or ""),
        tags=_distinct(short(tag) for tag in tags[:LIST_MAX]),
        files=_distinct(_relative(short(file), root) for file in files[:LIST_MAX]),
        surroundings=around[:SURROUNDINGS_CHARACTERS],
        redacted=tuple(dict.fromkeys(kinds)),
    )


def _check_types(
    content: object,
    category: object,
    title: object,
    tags: object,
    files: object,
    confidence: object,
    surroundings: object,
) -> None:
    texts = (("the text", content), ("the category", category), ("the title", title), ("surroundings", surroundings))
    for name, value in texts:
        if not isinstance(value, str) and not (name == "the title" and value is None):
            raise InvalidInput(f"{name} is no text")
    for name, value in (("tags", tags), ("files", files)):
        if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(v, str) for v in value):
            raise InvalidInput(f"{name} are no list of texts")
    if confidence is not None and not isinstance(confidence, int | float):
        raise InvalidInput("the confidence is no number", "give 0 to 1")


def short_note(note: str) -> str:
    """A note of one line, cleaned and redacted."""
    return one_line(redact(clean_text(note[:_LOOKED_AT])).text, SHORT_CHARACTERS)


def checked_key(key: str | None) -> str | None:
    """An idempotency key as it is kept, by its digest where it holds a secret; None for none, and for an empty one.

    Raises:
        InvalidInput: it is too long to be one.
    """
    if key is not None and (not isinstance(key, str) or len(key) > SHORT_CHARACTERS):
        raise InvalidInput(f"the key is no text of at most {SHORT_CHARACTERS} characters")
    if key and redact(key).kinds:
        import hashlib

        return "digest:" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
    return key or None


def checked_time(at: int, now: int) -> int:
    """A time between the year 1 and now.

    Raises:
        InvalidInput: it is no whole number of milliseconds.
    """
    if not isinstance(at, int):
        raise InvalidInput(f"the time {at} is no whole number of milliseconds")
    return min(max(at, TIME_MIN), now)


def clean_origin(origin: Origin) -> Origin:
    """An origin whose texts are one line each, hide nothing and hold no secret."""
    texts = {name: one_line(value, SHORT_CHARACTERS) for name, value in vars(origin).items() if isinstance(value, str)}
    texts["note"] = short_note(origin.note) if origin.note else ""
    return replace(origin, **texts, line=min(max(origin.line, 0), _LINE_MAX))


def store(database: Database, memory: Memory, key: str, given_key: bool) -> tuple[Memory, bool]:
    """Store a memory inside a transaction unless its key or its text is there; tell whether it is new.

    Said again by somebody of more trust, it takes that trust; said again by a person after it was archived, it
    comes back; an agent or a transcript never brings back what was forgotten.

    Args:
        database: the project's store, inside a transaction.
        memory: the first version.
        key: the idempotency key, or a random one.
        given_key: whether the caller chose the key.
    """
    known = memories.id_of_key(database, memory.project, key) if given_key else None
    if known is not None:
        return memories.live_memory(database, known) or memory, False
    twin_id = memories.id_of_same_text(database, memory.project, memory.content)
    twin = memories.live_memory(database, twin_id) if twin_id else None
    if twin is None:
        memories.insert_memory(database, memory, key if given_key else None)
        return memory, True
    if not memories.insert_restatement(database, twin.id, key, memory.origin, memory.created_at):
        return twin, False
    return _strengthened(database, twin, memory), False


def _strengthened(database: Database, twin: Memory, again: Memory) -> Memory:
    changes: dict[str, object] = {}
    if twin.status == "archived" and again.trust == "user" and not again.origin.session_id:
        changes.update(status="active", change="restored")
    if twin.status == "retired" and again.trust == "user" and again.valid_from >= (twin.valid_to or again.valid_from):
        # It held once, was replaced, and holds again.
        changes.update(status="active", valid_from=again.valid_from, valid_to=None)
    if twin.status == "quarantined" and again.trust == "user":
        changes.update(status="active", change="released")  # it is the person's word now
    if _TRUST_ORDER.index(again.trust) > _TRUST_ORDER.index(twin.trust):
        changes["trust"] = again.trust
    if again.tier == "pinned" and twin.tier == "hot" and twin.status == "active":
        changes["tier"] = "pinned"
    if again.category != "general" and twin.category == "general":
        changes["category"] = again.category
    if set(again.files) - set(twin.files):
        changes["files"] = _distinct((*twin.files, *again.files))
    if set(again.tags) - set(twin.tags):
        changes["tags"] = _distinct((*twin.tags, *again.tags))
    if again.surroundings and not twin.surroundings:
        changes["surroundings"] = again.surroundings
    if not changes:
        return memories.live_memory(database, twin.id) or twin
    now = max(again.recorded_at, twin.recorded_at)
    changes = {"change": "restated", "version": twin.version + 1, "recorded_at": now, **changes}
    fresh = replace(twin, **changes)  # type: ignore[arg-type]
    memories.retire_live_version(database, twin.id, now)
    memories.insert_version(database, fresh)
    return memories.live_memory(database, twin.id) or fresh


def _distinct(values: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))  # type: ignore[attr-defined]


def _relative(path: str, root: str) -> str:
    return path[len(root) + 1 :] if root and path.startswith(root + "/") else path
