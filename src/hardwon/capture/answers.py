"""What the person answered where the client asked them on the agent's behalf, with options to choose from.

An option is the agent's words: it is kept, as the person's decision, where it gives a reason or is to last. An answer
that is none of the options was typed, and is heard like any other typed words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardwon.capture.accepted import is_lasting, is_order
from hardwon.hosts.turns import Turn

TOOL = "AskUserQuestion"
_ANSWERED = "User has answered your question"
_ENDS = ('", "', '". ', '" user notes', '" selected preview')
_OPEN_MAX = 8
_TEXT_MAX = 260


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One answer.

    Attributes:
        text: what was chosen, with its question and its reason; or what was typed.
        typed: nobody but the person worded it.
    """

    text: str
    typed: bool


class Answers:
    """Follows such calls and their results; turns of subagents ask nobody."""

    def __init__(self) -> None:
        self._asked: dict[str, list[tuple[str, dict[str, str]]]] = {}

    def observe(self, turn: Turn) -> Iterator[Answer]:
        """Show the next turn, and take what it answers."""
        if turn.sidechain:
            return
        if turn.kind == "tool_use" and turn.tool == TOOL:
            self._asked[turn.tool_use_id] = list(_questions(turn.tool_input.get("questions")))
            if len(self._asked) > _OPEN_MAX:
                del self._asked[next(iter(self._asked))]
        elif turn.kind == "tool_result" and self._asked:
            asked = self._asked.pop(turn.tool_use_id, [])
            if not turn.is_error and turn.text.startswith(_ANSWERED):
                for question, options in asked:
                    yield from _answer(turn.text, question, options)


def _questions(given: object) -> Iterator[tuple[str, dict[str, str]]]:
    for item in given if isinstance(given, list) else []:
        question = item.get("question") if isinstance(item, dict) else None
        if isinstance(question, str) and question.strip():
            options = item.get("options")
            named = [one for one in options if isinstance(one, dict)] if isinstance(options, list) else []
            yield question, {str(one.get("label", "")): str(one.get("description") or "") for one in named}


def _answer(text: str, question: str, options: dict[str, str]) -> Iterator[Answer]:
    _, found, rest = text.partition(f'"{question}"="')
    if not found:
        return
    said = rest[: min((at for end in _ENDS if (at := rest.find(end)) >= 0), default=len(rest))].rstrip('" ')
    if said in options:
        told = f"{said.removesuffix(' (Recommended)')}: {options[said]}".strip(" :")
        if is_lasting(told) and len(f"{question} {told}") <= _TEXT_MAX and not is_order(f"{question} {told}"):
            yield Answer(text=f"{question} {told}", typed=False)
    elif said and not all(part in options for part in said.split(", ")):
        yield Answer(text=said, typed=True)
