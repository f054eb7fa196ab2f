"""What of a model's answer is believed.

A model repeats what it read, and a session reads web pages and other people's files. So a memory counts only with
words of the record that show it, it is trusted as far as whoever said those, and it is the person's only where their
own typed words say all of it and nobody could take it for an order to the reader.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hardwon.capture.candidates import HOST, Candidate
from hardwon.capture.echo import normal_words
from hardwon.capture.english import ENGLISH
from hardwon.capture.findings import MARK
from hardwon.capture.model.prompt import PROPOSALS_MAX, Line, Piece
from hardwon.capture.orders import reason_of
from hardwon.capture.redact import redact
from hardwon.capture.rules import content_words, files_in
from hardwon.capture.statements import finished
from hardwon.models import Origin
from hardwon.text.clean import one_line

Category = Literal[
    "architecture", "convention", "decision", "pattern", "gotcha", "workaround", "troubleshooting", "command",
    "preference", "general",
]  # fmt: skip

_CONTENT_MAX = 400
_WORDS_MIN = 4
_QUOTE_WORDS_MIN = 3
_SAID_MIN = 0.8  # share of a memory's words that the person typed, for it to be theirs
_CONFIDENCE_MIN = 0.5
_CONFIDENCE_MAX = {"user": 0.85, "agent": 0.6, "tool": 0.5}
_ITEMS_MAX, _ITEM_MAX = 8, 240
_FENCED = re.compile(r"```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)
_MOMENT = re.compile(
    r"\A(?:the )?(?:user|person|agent|assistant) (?:asked|wants|wanted|said|thanked|is|was|will)\b|"
    r"\b(?:this session|in this conversation|right now|at the moment|currently being)\b",
    re.IGNORECASE,
)


class Proposed(BaseModel):
    """A memory as a model proposes it."""

    model_config = ConfigDict(extra="ignore")

    content: str = Field(min_length=8, max_length=2_000)
    category: Category
    quote: str = Field(max_length=2_000)
    n: int = Field(ge=1)
    confidence: float = Field(ge=0, le=1)


class Summarised(BaseModel):
    """A session's summary as a model writes it."""

    model_config = ConfigDict(extra="ignore")

    goal: str = ""
    done: list[str] = []
    open: list[str] = []
    decisions: list[str] = []
    next_step: str = ""


class Answer(BaseModel):
    """The whole answer."""

    model_config = ConfigDict(extra="ignore")

    memories: list[Proposed] = Field(default=[], max_length=100)
    summary: Summarised | None = None


@dataclass(frozen=True, kw_only=True)
class Rejected:
    """A proposal that is not kept, and why."""

    content: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Believed:
    """What an answer comes to."""

    candidates: Sequence[Candidate]
    rejected: Sequence[Rejected]
    summary: Summarised | None = None


def schema() -> dict[str, object]:
    """The JSON schema of an answer."""
    return Answer.model_json_schema()


def parsed(answer: object) -> Answer:
    """An answer, checked.

    Args:
        answer: an object, or the text of one, bare or in a fence of Markdown.

    Raises:
        ValueError: it is none.
    """
    if isinstance(answer, str):
        fenced = _FENCED.search(answer)
        text = fenced[1] if fenced else answer[answer.find("{") : answer.rfind("}") + 1]
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("the answer holds no JSON object") from None
    try:
        return Answer.model_validate(answer)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        raise ValueError(f"the answer is not as asked: {'.'.join(map(str, wrong['loc']))} {wrong['type']}") from None


def believed(answer: Answer, piece: Piece, *, session_id: str, model: str) -> Believed:
    """The memories of an answer that may be stored, the surest first.

    Args:
        answer: checked.
        piece: what the model was shown.
        session_id: the host's session.
        model: its name, kept as where the memory comes from.
    """
    by_number = {line.n: line for line in piece.lines}
    kept: dict[str, Candidate] = {}
    rejected = []
    for proposed in answer.memories:
        content = finished(one_line(redact(proposed.content).text, 2_000))
        line = by_number.get(proposed.n)
        why = _fault(content, proposed, line) or ("too many" if len(kept) >= PROPOSALS_MAX else "")
        if why or line is None:
            rejected.append(Rejected(content=content, why=why))
            continue
        trust = _trust(content, line)
        origin = Origin(who=trust, host=HOST, session_id=session_id, line=line.turn.line, note=f"model {model}")
        candidate = Candidate(
            content=content,
            category=proposed.category,
            confidence=min(proposed.confidence, _CONFIDENCE_MAX[trust]),
            origin=origin,
            trust=trust,
            key=_key(line, content),
            files=files_in(content),
            at_ms=line.turn.at_ms,
        )
        kept.setdefault(candidate.key, candidate)
    ordered = sorted(kept.values(), key=lambda one: (one.trust != "user", -one.confidence))
    return Believed(candidates=ordered, rejected=rejected, summary=_short(answer.summary))


def _fault(content: str, proposed: Proposed, line: Line | None) -> str:
    """Why a proposal is not kept, "" when it is."""
    if line is None:
        return "there is no such line"
    if len(content) > _CONTENT_MAX:
        return "too long"
    if len(content_words(content, ENGLISH)) < _WORDS_MIN - 1 or len(content) < 12:
        return "says too little"
    if MARK in content:
        return "is about what was redacted"
    if proposed.confidence < _CONFIDENCE_MIN:
        return "not sure enough"
    if _MOMENT.search(content):
        return "tells of this session alone"
    quoted = normal_words(proposed.quote)
    if len(quoted) < _QUOTE_WORDS_MIN or f" {' '.join(quoted)} " not in f" {' '.join(normal_words(line.text))} ":
        return "the record does not say so"
    return ""


def _trust(content: str, line: Line) -> str:
    if line.who == "result":
        return "tool"
    if line.who != "user" or reason_of(content, "agent"):
        return "agent"
    words = content_words(content, ENGLISH)
    typed = set(normal_words(line.text))
    return "user" if sum(word in typed for word in words) >= _SAID_MIN * len(words) else "agent"


def _key(line: Line, content: str) -> str:
    place = line.turn.uuid or f"{line.turn.session_id}:{line.turn.line}"
    told = f"{place}\n{' '.join(normal_words(content))}"
    return "model:" + hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:32]


def _short(summary: Summarised | None) -> Summarised | None:
    if summary is None:
        return None

    def safe(text: str) -> str:
        told = one_line(redact(text).text, _ITEM_MAX)
        return "" if reason_of(told, "agent") else told

    def listed(texts: list[str]) -> list[str]:
        return [told for text in texts[:_ITEMS_MAX] if (told := safe(text))]

    return Summarised(
        goal=safe(summary.goal),
        done=listed(summary.done),
        open=listed(summary.open),
        decisions=listed(summary.decisions),
        next_step=safe(summary.next_step),
    )
