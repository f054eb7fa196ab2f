"""Whether a memory was used: its command was run, its path edited, its identifier written, its rule kept or broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from hardwon.outcomes.attribution import traces as named
from hardwon.outcomes.attribution.traces import Term, Traces
from hardwon.outcomes.evidence.language import telling_words
from hardwon.outcomes.evidence.pieces import Action
from hardwon.text.tokens import camel_parts, words

COMMAND, PATH, WRITTEN, KEPT, BROKEN, LINKED, UNUSED = (
    "command", "path", "written", "kept", "broken", "linked", "unused"
)  # fmt: skip
_TEXT_MAX = 20_000
_PROSE = re.compile(r"\.(?:md|mdx|rst|txt|adoc|org)\Z|(?:\A|/)(?:README|CHANGELOG|NOTES|docs/)", re.IGNORECASE)
_LOUDNESS = re.compile(r"-[qvs]+|--(?:quiet|verbose|silent|no-colou?r|colou?r(?:=\w+)?)")
"""Options that change what a command prints, and nothing else."""
_IDLE = frozenset({"--help", "--version", "--dry-run", "--dryrun"})
"""Options with which a command does not do what it is there for."""
_SENSE = ((3, 0.4), (2, 0.5))  # so many words, so large a share of them
_CLAUSES = {
    named.COMMAND: (COMMAND, "its command was run"),
    named.PROGRAM: (COMMAND, "its tool was used"),
    named.IDENTIFIER: (WRITTEN, "what it names was written"),
    named.PHRASE: (WRITTEN, "its words were written"),
    named.PREFIX: (WRITTEN, "its form was used"),
    named.SUFFIX: (WRITTEN, "its form was used"),
    named.PATTERN: (WRITTEN, "its form was used"),
    named.PATH: (PATH, "its file was edited"),
    named.SENSE: (WRITTEN, "what it says was written"),
}
"""The kinds of terms, the most telling first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """How a memory was used in an attempt.

    Attributes:
        kind: command, path, written, kept (its alternative was taken), broken (what it forbids was done), linked (to
            the task), unused.
        clause: for a person: "its command was run".
        what: the command, path or identifier.
        actions: numbers of the actions that show it. refused: of those that a person did not let happen.
    """

    kind: str
    clause: str = ""
    what: str = ""
    actions: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()

    @property
    def is_used(self) -> bool:
        """Whether what happened can be laid to it."""
        return self.kind not in (UNUSED, BROKEN)


def use_of(traces: Traces, actions: Sequence[Action], *, given_at: int = 0, subject: str = "") -> Use:
    """Find how a memory shows in what was done after it was given.

    Args:
        traces: what it names. actions: of the attempt, in order.
        given_at: how many of them had been done when it was given.
        subject: what was asked for.
    """
    later = [(number, action) for number, action in enumerate(actions) if number >= given_at and action.kind != "undo"]
    done = [(number, action) for number, action in later if action.kind != "refused"]
    held_back = [(number, action) for number, action in later if action.kind == "refused"]
    if not traces.forbidden:
        found = _first(_telling(traces.wanted), done)
        if (
            found
            and found.kind == PATH
            and _by_filing_alone(traces, [actions[number] for number in found.actions], subject)
        ):
            found = None
        found = found or _in_its_files(traces, done)
        return found or _refused(traces.wanted, held_back)
    wanted = [term for term in traces.wanted if term.is_wanted or term.kind != named.PATH]
    followed = {number for number, action in done if any(matches(term, action) for term in wanted)}
    broken = _first(traces.forbidden, [(number, action) for number, action in done if number not in followed])
    kept = _first(wanted, done) or _taken_out(traces.forbidden, done)
    if broken and not (kept and kept.actions[-1] > broken.actions[-1]):
        return Use(kind=BROKEN, clause="what it warns of was done", what=broken.what, actions=broken.actions)
    if kept:
        kind, clause = (COMMAND, kept.clause) if kept.kind == COMMAND else (KEPT, f"its rule was kept ({kept.clause})")
        return Use(kind=kind, clause=clause, what=kept.what, actions=kept.actions)
    # A rule whose situation did not arise says nothing, though its paths may have been touched.
    return _refused(wanted, held_back)


def _telling(terms: Sequence[Term]) -> Sequence[Term]:
    """A path is only where: it shows a memory's use where the memory names nothing else."""
    others = [term for term in terms if term.kind not in (named.PATH, named.SENSE)]
    return others or terms


def _by_filing_alone(traces: Traces, edits: Sequence[Action], subject: str) -> bool:
    """Whether only a file that a memory is filed under was edited, and nothing there, or asked for, speaks of it."""
    if any(term.kind == named.PATH and term.text not in traces.only_filed for term in traces.wanted):
        return False
    texts = " ".join(f"{one.text[:_TEXT_MAX]} {one.was}" for one in edits)
    written = _parts_of(f"{texts} {subject}") | set(re.findall(r"\d{2,}", texts))
    said = {word for word in traces.said if word.isascii()}
    if 2 * len(said) < len(traces.said) or not any(len(word) > 3 for word in said):
        return False  # code is in other letters than it
    return not any(alike(word, part, least=4) for word in said for part in written)


def _in_its_files(traces: Traces, done: list[tuple[int, Action]]) -> Use | None:
    """Edits of the files a memory is about that speak of what it speaks of."""
    paths = [*traces.filed, *(term.text for term in traces.wanted if term.kind == named.PATH)]
    if not paths or any(term.kind == named.COMMAND for term in traces.wanted):
        return None
    edits = [(n, one) for n, one in done if one.path and any(same_path(path, one.path) for path in paths)]
    written = telling_words(" ".join(f"{one.text[:_TEXT_MAX]} {one.was}" for _, one in edits))
    if not (written & traces.said) - named.KEYWORDS:
        return None
    return Use(kind=PATH, clause="its file was edited", what=edits[0][1].path, actions=tuple(n for n, _ in edits))


def _taken_out(terms: Sequence[Term], done: list[tuple[int, Action]]) -> Use | None:
    """Edits that take out what a memory forbids."""
    for term in terms:
        if term.kind in (named.PATH, named.COMMAND):
            continue
        numbers = tuple(
            number
            for number, action in done
            if action.was and matches(term, replace(action, text=action.was)) and not matches(term, action)
        )
        if numbers:
            return Use(kind=WRITTEN, clause="what it forbids was taken out", what=term.text, actions=numbers)
    return None


ALL, SOME, NONE = "all", "some", "none"


def takes_out(traces: Traces, earlier: Sequence[Action], later: Sequence[Action]) -> str:
    """How much of what was written for a memory later edits take out of the same files: all, some or none."""
    terms = [term for term in traces.wanted if term.kind not in (named.PATH, named.COMMAND, named.PROGRAM, named.SENSE)]
    senses = [term for term in traces.wanted if term.kind == named.SENSE]
    out: set[str] = set()
    kept: set[str] = set()
    for before in earlier:
        telling = [term for term in terms if before.kind == "edit" and matches(term, before)]
        said = [term for term in senses if not telling and before.kind == "edit" and matches(term, before)]
        if telling or said:
            edits = [one for one in later if one.kind in ("edit", "undo") and one.path == before.path]
            is_out = any(
                _lost(telling, before, one) or any(_unsaid(term, before, one) for term in said) for one in edits
            )
            (out if is_out else kept).add(before.path)
    if not out:
        return NONE
    return SOME if kept - out else ALL


def _lost(telling: Sequence[Term], before: Action, edit: Action) -> bool:
    # A file that is written anew shows nothing of what stood there.
    was = edit.was or (before.text if 2 * len(edit.text) >= len(before.text) else "")
    had = [term for term in telling if was and matches(term, replace(edit, kind="edit", text=was))]
    return bool(had) and not any(matches(term, replace(edit, kind="edit")) for term in had)


def _unsaid(term: Term, before: Action, edit: Action) -> bool:
    """Whether an edit of just what was written takes a memory's word out of it again."""
    was = edit.was.strip()
    if not was or not (was in before.text or before.text.strip() in was):
        return False
    had, has, old = _parts_of(was), _parts_of(edit.text), _parts_of(before.was)
    brought = {word for word in term.words if any(alike(word, part) for part in had)}
    return any(not any(alike(word, part) for part in has | old) for word in brought)


def _refused(terms: Sequence[Term], held_back: list[tuple[int, Action]]) -> Use:
    found = _first(terms, [(number, _as_done(action)) for number, action in held_back])
    return Use(kind=UNUSED, what=found.what, refused=found.actions) if found else Use(kind=UNUSED)


def _as_done(action: Action) -> Action:
    return replace(action, kind="edit" if action.path else "run")


def _first(terms: Sequence[Term], actions: list[tuple[int, Action]]) -> Use | None:
    """The use by the most telling kind of term."""
    for kind, (use, clause) in _CLAUSES.items():
        shown: dict[int, str] = {}
        for term in terms:
            if term.kind == kind:
                for number, action in actions:
                    if matches(term, action):
                        shown.setdefault(number, term.text)
        if shown:
            ran = any(action.kind == "run" for number, action in actions if number in shown)
            found = WRITTEN if use == COMMAND and not ran else use
            numbers = tuple(sorted(shown))
            return Use(kind=found, clause=clause, what=shown[numbers[0]], actions=numbers)
    return None


def matches(term: Term, action: Action) -> bool:
    """Whether an action shows a thing that a memory names."""
    ran = action.kind == "run"
    if term.kind == named.COMMAND:
        return _same_command(term, action) if ran else _is_written_in(term, action)
    if term.kind == named.PROGRAM:
        return _runs_program(term.text, action) if ran else _takes_in(term.text, action)
    if term.kind == named.PATH:
        return not ran and same_path(term.text, action.path)
    if ran and term.words and term.kind == named.IDENTIFIER:
        return False  # it may be a command: then it counts as one
    text = (action.whole or action.text) if ran else action.text
    if term.kind in (named.PREFIX, named.SUFFIX):
        return _has_affix(term, text, action.path)
    if term.kind == named.PATTERN:
        return bool(re.search(term.text, f"{action.path}\n{text[:_TEXT_MAX]}"))
    if term.kind == named.SENSE:
        return not ran and _has_sense(term, f"{action.path}\n{text}")
    return _writes(term, text) or (term.kind == named.IDENTIFIER and _has_parts(term.text, f"{action.path}\n{text}"))


def _same_command(term: Term, action: Action) -> bool:
    """Whether a run holds every word of a command, in order: added arguments change nothing."""
    if not term.words or not action.words or term.words[0] != action.words[0]:
        return False
    if term.wrapper and not _has_word(term.wrapper, action.text):
        return False
    if any(f"{name}=" not in action.whole for name in term.environment):
        return False
    if (_IDLE & set(action.words)) - set(term.words):
        return False
    rest = iter(action.words)
    telling = [word for word in term.words if not _LOUDNESS.fullmatch(word)]
    return all(any(_same_word(word, other) for other in rest) for word in telling)


def _is_written_in(term: Term, action: Action) -> bool:
    """Whether code, or a step of a pipeline, is made to run a command: its words in order, as one text or as a list."""
    if len(term.words) < 2 or not action.path or _PROSE.search(action.path):
        return False
    joined = r"['\"]?[\s,]+['\"]?".join(re.escape(word) for word in term.words)
    return bool(re.search(rf"(?<![\w-]){joined}(?![\w-])", action.text[:_TEXT_MAX]))


def _same_word(word: str, other: str) -> bool:
    return other.startswith(word[:-1]) if word.endswith("=*") else word == other


def _has_word(word: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text))


def _runs_program(program: str, action: Action) -> bool:
    typed = re.sub(r"\A(?:[A-Za-z_]\w*=\S*\s+)*", "", action.text).split(None, 1)
    return action.words[:1] == (program,) or (bool(typed) and typed[0].rsplit("/", 1)[-1] == program)


def _takes_in(program: str, action: Action) -> bool:
    """Whether an edit imports a library, or requires a package, of that name."""
    name = re.escape(program)
    importing = r"^[ \t]*(?:import|from|use|using|#include|require)\b"
    return bool(
        re.search(rf"{importing}[^\n]{{0,80}}(?<![\w.-]){name}(?![\w-])", action.text, re.MULTILINE)
        or re.search(rf"(?:from|require\(|import\()\s*['\"]{name}['\"/]", action.text)
    )


def same_path(path_named: str, path: str) -> bool:
    """Whether a path is the one named, or lies below it."""
    path_named = path_named.strip().removeprefix("./").rstrip("/*")
    path = path.removeprefix("./")
    if not path_named:
        return False
    return (
        path == path_named
        or path.endswith("/" + path_named)
        or path.startswith(path_named + "/")
        or f"/{path_named}/" in path
    )


@lru_cache(maxsize=1024)
def _parts_of(text: str) -> frozenset[str]:
    """The parts of a text's identifiers: `req.refresh(Refresh.WaitFor)` has req, refresh, wait, for."""
    text = text[:_TEXT_MAX].replace("_", " ")
    numbered = re.findall(r"(?<![a-z])[a-z]{1,4}\d{1,3}(?![a-z\d])", text.lower())
    return frozenset([*numbered, *(part for word in words(text) for part in camel_parts(word))])


def _has_parts(identifier: str, text: str) -> bool:
    """Whether every part of an identifier stands in a text, however it is put together there.

    Of a dotted name its last part does, where that has parts of its own.
    """
    last = identifier.removesuffix("()").rsplit(".", 1)[-1]
    for name in (identifier, last):
        parts = {part for part in _parts_of(name) if len(part) > 1}
        if len(parts) > 1 and any(len(part) > 3 for part in parts) and parts <= _parts_of(text):
            return True
    return False


def _has_sense(term: Term, text: str) -> bool:
    """Whether a text has most of the words of a memory that names nothing."""
    said, written = set(term.words), _parts_of(text)
    found = {word for word in said if any(alike(word, part) for part in written)}
    return any(len(found) >= least and len(found) >= share * len(said) for least, share in _SENSE)


def alike(word: str, part: str, *, least: int = 5) -> bool:
    """Whether two words are forms of one: a plural, a compound that begins with the other, of so many letters."""
    if word == part or word.rstrip("s") == part.rstrip("s"):
        return True
    short, long = sorted((word, part), key=len)
    return len(short) >= least and long.startswith(short)


def _has_affix(term: Term, text: str, path: str) -> bool:
    affix = re.escape(term.text)
    stem = path.rsplit("/", 1)[-1].split(".")[0]
    if term.kind == named.SUFFIX:
        return stem.endswith(term.text) or bool(re.search(rf"\w{affix}(?!\w)", text[:_TEXT_MAX]))
    return stem.startswith(term.text) or bool(re.search(rf"(?<!\w){affix}", text[:_TEXT_MAX]))


def _writes(term: Term, text: str) -> bool:
    """Whether a text holds an identifier, a phrase, or a setting however its parts are joined."""
    text = text[:_TEXT_MAX]
    if term.kind == named.PHRASE:
        return term.text in text
    plain = term.text
    if plain.endswith("()"):
        return bool(re.search(rf"(?<!\w){re.escape(plain[:-2])}\s*[=:(]", text))
    if re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", text):
        return True
    name, mark, value = re.sub(r"\s*([=:])\s*", r"\1", plain).partition("=" if "=" in plain else ":")
    if not mark or not value or len(name) < 3:
        return False
    value = value.strip("'\"")
    return bool(re.search(rf"(?<!\w){re.escape(name)}['\"]?\s*(?:=>?|:=?|,|\()\s*['\"]?{re.escape(value)}(?!\w)", text))
