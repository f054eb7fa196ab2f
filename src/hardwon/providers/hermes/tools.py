"""The tools that Hermes' model gets from its memory: what each takes, and the one call of the engine it makes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError
from hardwon.models import CATEGORIES, VERDICTS, Origin
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine import Engine

_TEXT = {"type": "string"}


def _schema(name: str, description: str, properties: dict[str, Any], *required: str) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": description, "parameters": parameters}


_ID = {**_TEXT, "description": "Memory id, or its unique beginning."}
SCHEMAS = (
    _schema(
        "memory_recall",
        "Search what earlier sessions learned about this project and what the user prefers, ranked by relevance and "
        'by what really worked. Use before unfamiliar work, on an error, and for "what\'s our convention?".',
        {"query": {**_TEXT, "description": "Question, error text, path or name."}},
        "query",
    ),
    _schema(
        "memory_remember",
        "Store one lasting learning for later sessions: a decision with its reason, a gotcha, a workaround, a command "
        "that finally worked. One fact per call; no progress notes, no secrets. Kept as your report.",
        {
            "content": {**_TEXT, "description": "The learning, self-contained."},
            "category": {**_TEXT, "enum": list(CATEGORIES)},
            "tags": {"type": "array", "items": _TEXT, "description": "Words to find it by."},
            "files": {"type": "array", "items": _TEXT, "description": "Paths it is about."},
        },
        "content",
    ),
    _schema(
        "memory_outcome",
        "Report what happened when you followed a memory; this decides how it ranks. Report only what a run, a test "
        "or the user showed: it counts once other evidence agrees.",
        {
            "id": _ID,
            "verdict": {**_TEXT, "enum": list(VERDICTS)},
            "note": {**_TEXT, "description": "One sentence of evidence."},
        },
        "id",
        "verdict",
    ),
    _schema(
        "memory_correct",
        "Replace the text of a memory that is wrong or out of date, instead of remembering a contradicting one.",
        {"id": _ID, "content": {**_TEXT, "description": "The whole corrected text."}},
        "id",
        "content",
    ),
    _schema(
        "memory_forget",
        "Archive a memory that no longer holds: it is recalled no more, and can be restored.",
        {"id": _ID},
        "id",
    ),
)
NAMES = frozenset(schema["name"] for schema in SCHEMAS)


def answer(engine: Engine, tool: str, given: Mapping[str, Any], *, session_id: str) -> dict[str, Any]:
    """Do what a call asks for.

    Args:
        engine: the project's, with an agent at the door.
        tool: one of NAMES.
        given: the call's arguments, as the model wrote them.
        session_id: Hermes' session.

    Returns:
        what the model reads; `error` and `hint` where it cannot be done.
    """
    call = _Call(engine, given, Origin(who="agent", host="hermes", session_id=one_line(session_id, 100)))
    does: dict[str, Callable[[], dict[str, Any]]] = {
        "memory_recall": call.recall,
        "memory_remember": call.remember,
        "memory_outcome": call.outcome,
        "memory_correct": call.correct,
        "memory_forget": call.forget,
    }
    try:
        return does[tool]()
    except HardwonError as error:
        return {"error": one_line(str(error), 400), "hint": one_line(error.hint, 400)}


class _Call:
    def __init__(self, engine: Engine, given: Mapping[str, Any], origin: Origin) -> None:
        self._engine = engine
        self._given = given
        self._origin = origin

    def _text(self, name: str) -> str:
        value = self._given.get(name)
        return value if isinstance(value, str) else ""

    def _texts(self, name: str) -> tuple[str, ...]:
        value = self._given.get(name)
        return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()

    def recall(self) -> dict[str, Any]:
        found = self._engine.context(self._text("query"))
        return {"memories": found.text or "Nothing fits this query.", "ids": found.ids}

    def remember(self) -> dict[str, Any]:
        done = self._engine.remember(
            self._text("content"),
            category=self._text("category") or "general",
            tags=self._texts("tags"),
            files=self._texts("files"),
            origin=self._origin,
            trust="agent",
        )
        told: dict[str, Any] = {"id": done.memory.id, "created": done.created, "status": done.memory.status}
        return {**told, "left_out": list(done.redacted)} if done.redacted else told

    def outcome(self) -> dict[str, Any]:
        done = self._engine.record_outcome(
            self._text("id"), self._text("verdict"), note=self._text("note"), source="agent"
        )
        return {"id": done.memory_id, "verdict": done.verdict, "counted": done.counted}

    def correct(self) -> dict[str, Any]:
        changed = self._engine.edit(self._text("id"), content=self._text("content"), change="corrected")
        return {"id": changed.id, "version": changed.version}

    def forget(self) -> dict[str, Any]:
        return {"id": self._engine.archive(self._text("id")).id, "archived": True}


def as_json(told: Mapping[str, Any]) -> str:
    """A result as Hermes takes it."""
    return json.dumps(told, ensure_ascii=False)
