"""Whether a memory was used: its command was run, its path edited, its identifier written, its rule kept or broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hardwon.outcomes.attribution.traces import Term, Traces
from hardwon.outcomes.evidence.pieces import Action

COMMAND, PATH, IDENTIFIER, KEPT, BROKEN, LINKED, UNUSED = (
    "command", "path", "identifier", "kept", "broken", "linked", "unused"
)  # fmt: skip
_IDENTIFIER_LEAST = 5
_TEXT_MAX = 20_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """How a memory was used in an attempt.

    Attributes:
        kind: command, path, identifier, kept (its alternative was taken), broken (what it forbids was done), linked
            (to the task), unused.
        clause: for a person: "its command was run".
        what: the command, path or identifier.
        actions: numbers of the actions that show it.
    """

    kind: str
    clause: str = ""
    what: str = ""
    actions: tuple[int, ...] = ()

    @property
    def is_used(self) -> bool:
        """Whether what happened can be laid to it."""
        return self.kind not in (UNUSED, BROKEN)


def use_of(traces: Traces, actions: Sequence[Action], *, given_at: int = 0) -> Use:
    """Find how a memory shows in what was done after it was given.

    Args:
        traces: what it names. actions: of the attempt, in order.
        given_at: how many of them had been done when it was given.
    """
    later = [(number, action) for number, action in enumerate(actions) if number >= given_at]
    later = [(number, action) for number, action in later if action.kind != "refused"]
    if not traces.forbidden:
        return _first(traces.wanted, later) or Use(kind=UNUSED)
    followed = {n for n, action in later if any(term.is_wanted and matches(term, action) for term in traces.wanted)}
    broken = _first(traces.forbidden, [(number, action) for number, action in later if number not in followed])
    kept = _first([term for term in traces.wanted if term.is_wanted], later)
    if broken and not (kept and kept.actions[-1] > broken.actions[-1]):
        return Use(kind=BROKEN, clause="what it warns of was done", what=broken.what, actions=broken.actions)
    if kept:
        kind, clause = (COMMAND, kept.clause) if kept.kind == COMMAND else (KEPT, f"its rule was kept ({kept.clause})")
        return Use(kind=kind, clause=clause, what=kept.what, actions=kept.actions)
    # A rule whose situation did not arise says nothing, though its paths may have been touched.
    return Use(kind=UNUSED)


def _first(terms: Sequence[Term], actions: list[tuple[int, Action]]) -> Use | None:
    """The use by the strongest kind of term: a command before a path before an identifier."""
    for kind, clause in (
        ("command", "its command was run"),
        ("program", "its tool was used"),
        ("path", "its file was edited"),
        ("identifier", "its identifier was written"),
    ):
        for term in terms:
            if term.kind == kind:
                numbers = tuple(number for number, action in actions if matches(term, action))
                if numbers:
                    ran = any(action.kind == "run" for number, action in actions if number in numbers)
                    found = COMMAND if kind == "command" or (kind == "program" and ran) else kind
                    found = IDENTIFIER if found == "program" else found
                    return Use(kind=found, clause=clause, what=term.text, actions=numbers)
    return None


def matches(term: Term, action: Action) -> bool:
    """Whether an action shows a thing that a memory names."""
    if term.kind == "command":
        return action.kind == "run" and _same_command(term, action)
    if term.kind == "program":
        return _runs_program(term.text, action) if action.kind == "run" else _takes_in(term.text, action)
    if term.kind == "path":
        return action.kind == "edit" and same_path(term.text, action.path)
    return _writes(term.text, action)


def _same_command(term: Term, action: Action) -> bool:
    """Whether a run holds every word of a command, in order: added arguments change nothing."""
    if not term.words or not action.words or term.words[0] != action.words[0]:
        return False
    if term.wrapper and not re.search(rf"(?<![\w-]){re.escape(term.wrapper)}(?![\w-])", action.text):
        return False
    rest = iter(action.words)
    return all(word in rest for word in term.words)


def _takes_in(program: str, action: Action) -> bool:
    """Whether an edit imports a library, or requires a package, of that name."""
    name = re.escape(program)
    return bool(
        re.search(
            rf"^\s*(?:import|from|use|using|#include|require)\b[^\n]{{0,80}}(?<![\w.-]){name}(?![\w-])",
            action.text,
            re.M,
        )
        or re.search(rf"(?:from|require\(|import\()\s*['\"]{name}['\"/]", action.text)
    )


def _runs_program(program: str, action: Action) -> bool:
    typed = re.sub(r"\A(?:[A-Za-z_]\w*=\S*\s+)*", "", action.text).split(None, 1)
    return action.words[:1] == (program,) or (bool(typed) and typed[0].rsplit("/", 1)[-1] == program)


def same_path(named: str, path: str) -> bool:
    """Whether a path is the one named, or lies below it."""
    named = named.strip().removeprefix("./").rstrip("/*")
    path = path.removeprefix("./")
    if not named:
        return False
    return path == named or path.endswith("/" + named) or path.startswith(named + "/") or f"/{named}/" in path


def _writes(identifier: str, action: Action) -> bool:
    if len(identifier) < _IDENTIFIER_LEAST or action.kind not in ("edit", "run"):
        return False
    return bool(re.search(rf"(?<![\w]){re.escape(identifier)}(?![\w])", action.text[:_TEXT_MAX]))
