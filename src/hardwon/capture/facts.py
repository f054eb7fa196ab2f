"""What the files of a project say about it, as short sentences that each point to a file and a line. Pure.

Few, not every line: rules, commands, decisions, traps and what the project is built with.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_CHARACTERS_MIN, _CHARACTERS_MAX = 12, 320
_WORDS_MIN = 3
_LEANING = re.compile(r"(?:this|one|that|it|these|they|see|also|e\.g|for example|note that this|here)\b", re.IGNORECASE)
_FENCE = re.compile(r"^\s*(?:```|~~~)\s*([\w-]*)")
_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?:\[[ xX]\]\s+)?")
_RULE = re.compile(
    r"\b(?:always|never|must(?:n't)?|don't|do not|avoid|prefer|use|only|required?|mandatory|should(?:n't)?|instead of|"
    r"rather than|needs?|cannot|can't|run|before|after|convention|we use|no)\b|`[^`]+`",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"(?<!as )\b(?:always|never|must(?:n't)?|don't|do not|avoid|requires?|important|note:|gotcha|caveat|instead of|"
    r"fails? (?:if|when|unless))\b",
    re.IGNORECASE,
)
_COMMAND_LINE = re.compile(r"^\s*(?:\$\s+|>\s+)?((?:[\w./-]+)(?:[ \t][^\n]{1,160})?)\s*(?:#.*)?$")
_SHELL = ("", "sh", "bash", "shell", "console", "zsh", "text")
_TOPIC = re.compile(
    r"\b(?:test|build|develop|setup|set up|install|run|start|lint|format|deploy|release|contribut|migrat|usage|quick)",
    re.I,
)
_COMMENT = re.compile(
    r"(?:^|\s)(?:#+|//+|/?\*+|--|;+|<!--|\"\"\"|%)\s*(?P<kind>ARCH(?:ITECTURE)?|DECISION|"
    r"GOTCHA)\s*(?:\([^)]*\))?:\s*(?P<text>\S.*?)\s*(?:\*/|-->)?$"
)
_CONTINUED = re.compile(r"^\s*(?:#+|//+|\*+|--|;+|%)\s?(?P<text>\S.*?)\s*(?:\*/|-->)?$")
_ADR_NAME = re.compile(
    r"(?:^|/)(?:adrs?|decisions?|architecture-decisions|rfcs?)/[^/]+\.(?:md|adoc|rst|txt)\Z", re.IGNORECASE
)
_ADR_STATUS = re.compile(r"\bstatus\b\W{0,6}(?P<status>[A-Za-z]+)", re.IGNORECASE)
_ADR_VALID = ("accepted", "approved", "adopted", "active", "implemented", "decided")
_BIG_COMMIT = re.compile(
    r"^(?:\w+(?:\([^)]*\))?!:|(?:refactor|arch|build|perf)(?:\([^)]*\))?:|.*\b(?:migrate|switch|move|port|rewrite|"
    r"replace|adopt|"
    r"introduce|drop|deprecate|split|extract|consolidate|upgrade)(?:s|d|ed)?\b.*\b(?:to|from|with|into|by|in favou?r "
    r"of|support)\b)",
    re.IGNORECASE,
)
_CATEGORIES = tuple(
    (category, re.compile(sign, re.IGNORECASE))
    for category, sign in (
        (
            "gotcha",
            r"\b(?:gotcha|caveat|careful|beware|fails? (?:if|when|unless)|breaks?|does not work|flaky|hangs?)\b",
        ),
        ("decision", r"\b(?:decided|decision|we chose|instead of|rather than|because)\b"),
        (
            "command",
            r"`[^`]*\b(?:make|npm|pnpm|yarn|uv|pip|pytest|cargo|go|docker|git|tox|just|bundle|mvn|gradle)\b[^`]*`",
        ),
        (
            "architecture",
            r"\b(?:architecture|layers?|module|service|component|lives in|is in|consists|talks to|package)\b",
        ),
        ("convention", r"\b(?:always|never|must|use|prefer|avoid|don't|do not|only|should|convention|named?)\b"),
    )
)


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One sentence about a project.

    Attributes:
        content: the words of the file, short and by themselves.
        category: one of hardwon.models.CATEGORIES.
        file: relative to the project; "" for a commit.
        line: from 1, 0 where there is none.
        who: file or commit.
        trust: how far the source is trusted.
        note: where it stands, for a person.
    """

    content: str
    category: str
    file: str
    line: int
    who: str = "file"
    trust: str = "repository"
    note: str = ""


def of_instructions(text: str, file: str, *, trust: str = "repository", most: int = 40) -> list[Fact]:
    """The rules of an instruction file, in its own words, so that a host that loads the file is not told them twice."""
    found = []
    for line, heading, sentence in _sentences(text):
        if _RULE.search(sentence) and _stands_alone(sentence):
            found.append(
                Fact(content=sentence, category=_category(sentence, heading), file=file, line=line, trust=trust)
            )
    return found[:most]


def of_readme(text: str, file: str, *, most: int = 8) -> list[Fact]:
    """The commands that a README shows below a heading about work, and its few strong sentences."""
    found = [
        Fact(content=f"{heading}: `{command}`", category="command", file=file, line=line)
        for line, heading, command in _commands(text)
    ][:6]
    for line, heading, sentence in _sentences(text):
        if _STRONG.search(sentence) and _stands_alone(sentence):
            found.append(Fact(content=sentence, category=_category(sentence, heading), file=file, line=line))
    return found[:most]


def is_decision_record(path: str) -> bool:
    """Whether a path is one of an architecture decision record."""
    return bool(_ADR_NAME.search(path)) and "template" not in path.lower() and "readme" not in path.lower()


def of_decision_record(text: str, file: str) -> list[Fact]:
    """The title and the decision of a record that holds; one that is proposed, rejected or superseded says nothing."""
    status = _ADR_STATUS.search(text[:4000])
    if status and status["status"].lower() not in _ADR_VALID:
        return []
    title, title_line, decision = "", 1, ""
    in_decision = False
    for number, line in enumerate(text.split("\n"), 1):
        heading = _HEADING.match(line)
        if heading and not title:
            title, title_line = re.sub(r"^(?:adr[- ]?)?\d+\s*[.:–-]?\s*", "", heading[2], flags=re.IGNORECASE), number
        elif heading:
            in_decision = "decision" in heading[2].lower() or "outcome" in heading[2].lower()
        elif in_decision and line.strip() and not decision:
            decision = _first_sentence(_ITEM.sub("", line.strip()))
    said = f"{title}: {decision}" if title and decision else title
    fact = Fact(content=_ended(said), category="decision", file=file, line=title_line)
    return [fact] if _CHARACTERS_MIN <= len(said) <= 2 * _CHARACTERS_MAX else []


def of_comments(text: str, file: str, *, most: int = 8) -> list[Fact]:
    """What comments marked ARCH:, DECISION: or GOTCHA: say, over the comment lines that go on."""
    if "ARCH" not in text and "DECISION" not in text and "GOTCHA" not in text:
        return []
    lines = text.split("\n")
    found = []
    for index, line in enumerate(lines):
        match = _COMMENT.search(line)
        if match is None:
            continue
        parts = [match["text"]]
        for following in lines[index + 1 : index + 4]:
            more = _CONTINUED.match(following)
            if more is None or _COMMENT.search(following):
                break
            parts.append(more["text"])
        said = " ".join(parts)[:_CHARACTERS_MAX]
        kind = match["kind"].upper()
        category = {"GOTCHA": "gotcha", "DECISION": "decision"}.get(kind, "architecture")
        if len(said) >= _CHARACTERS_MIN:
            found.append(Fact(content=f"{_ended(said)} ({file})", category=category, file=file, line=index + 1))
    return found[:most]


def of_commits(commits: Iterable[tuple[str, str]], *, most: int = 10) -> list[Fact]:
    """Commits whose message tells a change of the architecture: (id, message) of each, the latest first."""
    found = []
    for id, message in commits:
        subject, _, body = message.strip().partition("\n")
        breaking = re.search(r"^BREAKING CHANGE: (.+)", body, re.MULTILINE)
        if not (_BIG_COMMIT.match(subject) or breaking) or subject.lower().startswith(("merge ", "revert ", "fixup!")):
            continue
        because = breaking[1] if breaking else next((s for s in body.split("\n") if "because" in s.lower()), "")
        said = _ended(subject) + (" " + _ended(_first_sentence(because.strip())) if because.strip() else "")
        if len(subject.split()) >= _WORDS_MIN and len(said) <= 2 * _CHARACTERS_MAX:
            note = f"commit {id[:12]}"
            found.append(Fact(content=said, category="decision", file="", line=0, who="commit", note=note))
        if len(found) == most:
            break
    return found


def of_manifest(text: str, file: str) -> list[Fact]:
    """What a manifest says of how the project is built: its tools, versions and scripts, in a few sentences."""
    name = file.rpartition("/")[2]
    try:
        if name == "package.json":
            return [Fact(content=said, category="command", file=file, line=1) for said in _package_json(text)]
        if name == "pyproject.toml":
            return [Fact(content=said, category="architecture", file=file, line=1) for said in _pyproject(text)]
        if name == "Cargo.toml":
            return [Fact(content=said, category="architecture", file=file, line=1) for said in _cargo(text)]
    except (ValueError, TypeError, AttributeError):
        return []
    if name == "go.mod":
        version = re.search(r"^go (\d[\w.]*)", text, re.MULTILINE)
        module = re.search(r"^module (\S+)", text, re.MULTILINE)
        said = f"The Go module {module[1]} needs Go {version[1]}." if module and version else ""
        return [Fact(content=said, category="architecture", file=file, line=1)] if said else []
    if name == "Makefile":
        return _makefile(text, file)
    return []


def _package_json(text: str) -> Iterator[str]:
    data = json.loads(text)
    manager, engines = data.get("packageManager"), data.get("engines")
    if isinstance(manager, str) and manager:
        yield f"The package manager is {manager.split('+')[0]}."
    if isinstance(engines, dict) and isinstance(engines.get("node"), str):
        yield f"The project needs Node {engines['node']}."
    scripts = data.get("scripts")
    wanted = ("test", "build", "lint", "dev", "start", "typecheck", "format", "check")
    if isinstance(scripts, dict):
        known = [f"`{key}` runs `{scripts[key]}`" for key in wanted if isinstance(scripts.get(key), str)][:6]
        if known:
            yield f"Scripts of package.json: {', '.join(known)}."[:_CHARACTERS_MAX]


def _pyproject(text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    project, tools = data.get("project", {}), data.get("tool", {})
    if isinstance(project.get("requires-python"), str):
        yield f"The project needs Python {project['requires-python']}."
    backend = data.get("build-system", {}).get("build-backend")
    if isinstance(backend, str):
        yield f"Python packages are built with {backend.split('.')[0]}."
    known = [
        name for name in ("pytest", "ruff", "mypy", "black", "poetry", "uv", "tox", "hatch", "pyright") if name in tools
    ]
    if known:
        yield f"pyproject.toml configures {', '.join(known)}."


def _cargo(text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    package = data.get("package", data.get("workspace", {}).get("package", {}))
    if isinstance(package.get("rust-version"), str):
        yield f"The project needs Rust {package['rust-version']}."
    if isinstance(package.get("edition"), str):
        yield f"The crates use the Rust edition {package['edition']}."
    members = data.get("workspace", {}).get("members")
    if isinstance(members, list) and members:
        yield f"The Cargo workspace has the members {', '.join(map(str, members[:8]))}."


def _makefile(text: str, file: str) -> list[Fact]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r"^([A-Za-z][\w-]*):[^=#\n]*##\s*(\S.{4,120})$", line)
        if match:
            found.append(
                Fact(content=f"`make {match[1]}`: {_ended(match[2])}", category="command", file=file, line=number)
            )
    return found[:8]


def _sentences(text: str) -> Iterator[tuple[int, str, str]]:
    """(line, heading, sentence) of a Markdown text outside of code, tables, quotes and comments."""
    heading, block, start = "", list[str](), 0
    fenced = commented = False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if _FENCE.match(line):
            fenced = not fenced
        commented = (commented or "<!--" in line) and "-->" not in line
        title = _HEADING.match(line)
        breaks = (
            fenced or commented or title or not line.strip() or line.lstrip()[:1] in "|>`~<" or bool(_ITEM.match(line))
        )
        if block and breaks:
            yield from ((start, heading, one) for one in _split(" ".join(block)))
            block = []
        if title:
            heading = title[2].strip()
        if (
            fenced
            or commented
            or title
            or not line.strip()
            or line.lstrip()[:1] in "|>~<"
            or line.lstrip().startswith("```")
        ):
            continue
        if not block:
            start = number
        block.append(_ITEM.sub("", line).strip())


def _split(text: str) -> list[str]:
    parts = [part.strip() for part in re.split(r"(?<=[.!?])\s+(?=[A-Z`*\"(])", text)]
    return [part for part in parts if _CHARACTERS_MIN <= len(part) <= _CHARACTERS_MAX]


def _commands(text: str) -> Iterator[tuple[int, str, str]]:
    heading, language, fenced, given = "", "", False, 0
    for number, line in enumerate(text.split("\n"), 1):
        fence = _FENCE.match(line)
        if fence:
            fenced, language = not fenced, fence[1].lower()
            continue
        title = None if fenced else _HEADING.match(line)
        if title:
            heading, given = title[2].strip(), 0
        elif fenced and language in _SHELL and _TOPIC.search(heading) and given < 3:
            command = _COMMAND_LINE.match(line)
            if command and not line.lstrip().startswith("#") and len(command[1].split()) <= 14:
                given += 1
                yield number, heading, command[1].strip()


def _stands_alone(sentence: str) -> bool:
    words = re.findall(r"[^\W\d_]{2,}", sentence)
    opening = re.match(
        r"(?:this|that|it|these|they|see|also|e\.g|for example|note that this|here)\b", sentence, re.IGNORECASE
    )
    return len(words) >= _WORDS_MIN and opening is None and not sentence.endswith(":") and sentence.count("](") < 2


def _category(sentence: str, heading: str) -> str:
    for category, sign in _CATEGORIES:
        if sign.search(sentence) or (category != "convention" and sign.search(heading) and category != "command"):
            return category
    return "general"


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0][:_CHARACTERS_MAX]


def _ended(text: str) -> str:
    text = " ".join(text.split())
    return text if not text or text.endswith((".", "!", "?", "…")) else text + "."
