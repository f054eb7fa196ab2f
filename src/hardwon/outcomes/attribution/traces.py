"""What a memory would leave behind if it were followed: commands, paths, identifiers, and what it forbids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hardwon.outcomes.evidence.shell import read_line
from hardwon.text.listed import listed

_CODE = re.compile(r"``([^`\n]{1,300})``|`([^`\n]{1,300})`")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|;\s+|\s[–—]\s")
_PATH = re.compile(
    r"(?<![\w/@.:-])(?:\.{0,2}/)?(?:[\w@.+-]+/)+[\w@.+*-]*|(?<![\w/@.:-])[\w-]+\.(?:py|pyi|js|jsx|ts|tsx|mjs|cjs|"
    r"go|rs|rb|java|kt|swift|c|cc|cpp|h|hpp|cs|php|sql|sh|toml|yaml|yml|json|jsonc|ini|cfg|conf|env|lock|md|html|"
    r"css|scss|vue|svelte|proto|tf|gradle|xml|lua|ex|exs|dart|scala|graphql|prisma)\b"
)
_IDENTIFIER = re.compile(
    r"(?<![\w./-])(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|"
    r"\w*[a-z0-9]_[a-z0-9]\w*|[A-Z][A-Z0-9]*_[A-Z0-9_]+|--[a-z][\w-]+)(?![\w/])(?:\(\))?"
)
_NEGATIVE = re.compile(
    r"\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|avoid|forbidden|stop|instead of|"
    r"rather than|"
    r"in place of|over|nor|banned|and not|nicht|nie(?:mals)?|statt|nunca|no uses?|jamais|ne pas)\b|[,(] ?not\b|"
    r"不要|不能|别|禁止|ない(?:で|こと)",
    re.IGNORECASE,
)
_POSITIVE = re.compile(
    r"\b(?:use|uses|using|prefer|always|instead,|run|runs|works?|passes|passed|but|only|keep|put|go through|call|"
    r"write|"
    r"with|do it|verwende|nutze|immer|usa|utilise|toujours)\b|要用|使用|用",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\A[`'\")\]]*,?\s+(?:(?:is|are|was|were) (?:\w+ )?(?:forbidden|banned|deprecated|not allowed)|must not|"
    r"should not|"
    r"does not work|doesn['’]t work)\b",
    re.IGNORECASE,
)
# The form in which capture keeps a command that finally worked, beside the one that did not.
_WORKS_HERE = re.compile(r"\bworks here\b")
_WORKS = re.compile(r"\A[`'\")\]]*,?\s+works?\b")
# The form in which it keeps what made a check pass: the check, and what it complained of, are no advice.
_FIXED_FORM = re.compile(r"\A`[^`\n]+` failed with .*?; it passed after ", re.DOTALL)
_DID_NOT = re.compile(r"\A[`'\")\]]*,?\s+(?:failed|fails|did not work)\b")
_WHERE = re.compile(
    r"\A[`'\")\]]*\s+(?:\w+ )?(?:in|inside|within|under|for|from|on|at|of|with|when)\b[^,;:]*\Z", re.IGNORECASE
)
_PROGRAMS = listed("""
    npm pnpm yarn bun npx pip pipenv poetry uv conda pytest unittest nose tox nox jest vitest mocha karma cypress
    playwright make just gradle maven mvn cargo docker podman kubectl helm terraform ansible black ruff flake8 pylint
    isort mypy pyright eslint prettier biome webpack vite rollup esbuild tsc babel rspec minitest rubocop phpunit pest
    composer bundle rake rails django flask fastapi requests httpx aiohttp axios fetch redis postgres sqlite mysql
    mongodb sqlalchemy prisma alembic flyway git gh curl wget sed awk grep rg go gofmt golangci-lint dotnet nuget
    moment dayjs lodash underscore jquery enzyme sinon pandas polars numpy logging loguru print console sudo brew apt
""")
_COMMON = listed("e.g i.e etc.. node.js next.js vue.js")
_COMMAND_STARTS = _PROGRAMS | listed("""
    python python3 node sh bash zsh ruby perl php java deno ./gradlew ./mvnw ctest cmake ninja swift flutter dart mix
    sbt stack cabal psql mysql redis-cli aws gcloud az fly heroku vercel netlify ssh scp rsync systemctl service source
    export env timeout time pre-commit poe invoke nx turbo lerna tsx ts-node uvicorn gunicorn celery xcodebuild
""")
_PLACEHOLDER = re.compile(r"<[^<>]*>|\{[^{}]*\}|\.\.\.|…|\[[^\]]*\]|\$\{?\w+\}?|\bX\b")
_TERMS_MAX = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """One thing a memory names.

    Attributes:
        kind: command, path, identifier or program.
        text: as the memory has it.
        words: of a command: the program and its arguments, wrappers taken away. wrapper: the first word of what was.
        is_wanted: the memory says to use it. is_forbidden: it says not to. Neither: it is only named.
    """

    kind: str
    text: str
    words: tuple[str, ...] = ()
    wrapper: str = ""
    is_wanted: bool = False
    is_forbidden: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Traces:
    """Everything a memory names."""

    terms: tuple[Term, ...] = ()

    @property
    def wanted(self) -> tuple[Term, ...]:
        """What following it would leave behind."""
        return tuple(term for term in self.terms if not term.is_forbidden)

    @property
    def forbidden(self) -> tuple[Term, ...]:
        """What breaking it would leave behind."""
        return tuple(term for term in self.terms if term.is_forbidden)


def traces_of(content: str, files: Sequence[str] = ()) -> Traces:
    """Read what a memory names.

    Args:
        content: the memory's text. files: paths it is filed under.
    """
    return _traces(content[:4000], tuple(files))


@lru_cache(maxsize=4096)
def _traces(content: str, files: tuple[str, ...]) -> Traces:
    terms: dict[tuple[str, str], Term] = {}
    content = _FIXED_FORM.sub("", content)
    contrasts = bool(_WORKS_HERE.search(content))
    for sentence in _SENTENCE.split(content):
        for term in _terms_of(sentence, contrasts):
            terms.setdefault((term.kind, term.text), term)
    for file in files:
        terms.setdefault(("path", file), Term(kind="path", text=file))
    return Traces(terms=tuple(terms.values())[:_TERMS_MAX])


def _terms_of(sentence: str, contrasts: bool) -> list[Term]:
    found: list[tuple[int, int, Term]] = []
    covered: list[tuple[int, int]] = []
    for code in _CODE.finditer(sentence):
        text = (code[1] or code[2]).strip()
        found.append((code.start(), code.end(), _term_of_code(text)))
        covered.append(code.span())
    for kind, pattern in (("path", _PATH), ("identifier", _IDENTIFIER)):
        for match in pattern.finditer(sentence):
            text = match[0].rstrip(".,;:").removesuffix("()")
            if not _is_in(match.start(), covered) and len(text) > 2 and text.lower() not in _COMMON:
                found.append((match.start(), match.end(), Term(kind=kind, text=text)))
                covered.append(match.span())
    for match in re.finditer(r"(?<![\w./-])[A-Za-z][\w-]+(?![\w/]|\.\w)", sentence):
        if match[0].lower() in _PROGRAMS and not _is_in(match.start(), covered):
            found.append((match.start(), match.end(), Term(kind="program", text=match[0].lower())))
    judged: list[Term] = []
    until = 0
    for start, end, term in sorted(found, key=lambda one: one[0]):
        one = _judged(sentence, start, end, term, contrasts)
        # "never use os.path in rows.py": the second is where, not what.
        where = one.is_forbidden and judged and judged[-1].is_forbidden and _WHERE.search(sentence[until:start])
        judged.append(_with(one, wanted=False, forbidden=False) if where else one)
        until = end
    return judged


def _is_in(position: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)


def _term_of_code(text: str) -> Term:
    first = text.split(None, 1)[0] if text.split() else ""
    if first in _COMMAND_STARTS or (
        " " in text and re.match(r"(?:\./|[A-Z_]+=\S* )?[\w./-]+ [\w./-]", text) and first.islower()
    ):
        return command_term(text)
    if _PATH.fullmatch(text):
        return Term(kind="path", text=text)
    return Term(kind="identifier", text=text.removesuffix("()"))


def command_term(text: str) -> Term:
    """A command as a memory writes it."""
    commands = [one for one in read_line(text).commands if one.words[0] not in ("cd", "export", "source", "set")]
    if not commands:
        return Term(kind="identifier", text=text)
    last = commands[-1]
    words = tuple(word for word in last.words if not _PLACEHOLDER.search(word))
    first = re.sub(r"\A(?:[A-Za-z_]\w*=\S*\s+)*", "", last.text).split(None, 1)[0]
    program = last.words[0]
    if len(words) == 1 and program in _PROGRAMS and first == program:
        return Term(kind="program", text=program, words=words)
    return Term(kind="command", text=text, words=words, wrapper="" if first.rsplit("/", 1)[-1] == program else first)


def _judged(sentence: str, start: int, end: int, term: Term, contrasts: bool) -> Term:
    """Whether the memory says to use a thing or not to: the last cue before it decides, or what is said right after."""
    before, after = sentence[max(0, start - 120) : start], sentence[end : end + 60]
    negative = max((match.start() for match in _NEGATIVE.finditer(before)), default=-1)
    positive = max((match.start() for match in _POSITIVE.finditer(before)), default=-1)
    if _AFTER.match(after) or (contrasts and _DID_NOT.match(after)):
        return _with(term, wanted=False, forbidden=True)
    if contrasts and _WORKS.match(after):
        return _with(term, wanted=True, forbidden=False)
    if negative < 0 and positive < 0:
        return term
    # "never use npm" has both: the negation governs the verb that follows it at once.
    governed = (
        negative >= 0
        and positive > negative
        and not re.search(r"[,:;.]|\b(?:but|instead)\b", before[negative:positive])
    )
    forbidden = negative > positive or governed
    return _with(term, wanted=not forbidden, forbidden=forbidden)


def _with(term: Term, *, wanted: bool, forbidden: bool) -> Term:
    return Term(
        kind=term.kind,
        text=term.text,
        words=term.words,
        wrapper=term.wrapper,
        is_wanted=wanted,
        is_forbidden=forbidden,
    )
