"""What a memory would leave behind if it were followed: commands, paths, identifiers, and what it forbids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from hardwon.outcomes.evidence.commands import understand
from hardwon.outcomes.evidence.language import telling_words
from hardwon.outcomes.evidence.shell import read_line
from hardwon.text.listed import listed

COMMAND, PROGRAM, IDENTIFIER, PHRASE, PREFIX, SUFFIX, PATTERN, PATH, SENSE = (
    "command", "program", "identifier", "phrase", "prefix", "suffix", "pattern", "path", "sense"
)  # fmt: skip
_WORD = re.compile(r"(?<![\w./-])[A-Za-z][\w-]+(?![\w/]|\.\w)")
_PHRASE = re.compile(
    r"(?:(?<=[\s(:,])|\A)(['\"])([^'\"\n]{3,60})\1(?=[\s).,;:!?]|\Z)|(?:(?<=[\s(:,])|\A)[“‘„]([^”’“\n]{3,60})[”’“]"
)
_AFFIX = re.compile(
    r"\b(?:(ends?|ending|suffix\w*)|starts?|begins?|starting|prefix\w*)(?: (?:in|with|by|is|are|of|the|a|each|"
    r"every|\w+:?)){0,4}:? ?\Z",
    re.IGNORECASE,
)
_SETTING = re.compile(r"[\w.-]+\s*[=:]\s*\S+")
_DATED = re.compile(r"YYYY|(?<![A-Z])MM(?![A-Z])|(?<![A-Z])DD(?![A-Z])|N{3,}")
_STANDS_FOR = re.compile(r"[A-Z][A-Z_]+|<[^>]*>|\.\.\.|…")
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
    r"\b(?:use|uses|using|prefer|always|instead,|run|runs|works?|passes|passed|but|only|keep|put|go(?:es)? through|"
    r"call|via|write|"
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
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|should|falls|wenn|quand|si|cuando|если|когда)\b[^.;:]*\Z", re.IGNORECASE
)
_PROGRAMS = listed("""
    npm pnpm yarn bun npx pip pipenv poetry uv conda pytest unittest nose tox nox jest vitest mocha karma cypress
    playwright make just gradle maven mvn cargo docker podman kubectl helm terraform ansible black ruff flake8 pylint
    isort mypy pyright eslint prettier biome webpack vite rollup esbuild tsc babel rspec minitest rubocop phpunit pest
    composer bundle rake rails django flask fastapi requests httpx aiohttp axios fetch redis postgres sqlite mysql
    mongodb sqlalchemy prisma alembic flyway git gh curl wget sed awk grep rg go gofmt golangci-lint dotnet nuget
    moment dayjs lodash underscore jquery enzyme sinon pandas polars numpy logging loguru print console sudo brew apt
""")
_EVERYDAY = listed("black just make go print console requests moment fetch logging flask click rake invoke git express")
_TOOL_CUE = re.compile(
    r"\b(?:use|uses|using|run|runs|prefer|over|with|via|never|than|of|by|avoid|not|instead|and|or)\s+\Z", re.IGNORECASE
)
_SENSE_WORDS = 3
_SAYS_NOTHING = listed("""
    via out always never only every each must are may through goe come shown stored kept done gets got otherwise else
    unless because since while about been being both how who why its our their more most such than that too very
""")
"""Words of a rule that no code has."""
_PREPARING = listed("cd source set export true : echo exit sleep")
_VIEWERS = listed("grep egrep rg head tail tee cat less more sort uniq wc cut awk sed jq tr xargs column")
_COMMON = listed("""
    e.g i.e etc.. node.js next.js vue.js itunes github gitlab typescript javascript postgresql graphql openapi macos
    youtube linkedin powershell devops websocket openssl whatsapp paypal wordpress iphone ipados ebay icloud
""")
KEYWORDS = listed("""
    from import return await const let var def fn func function class public private protected static new if else for
    while throw raise yield async type interface struct enum impl use using namespace package select insert update
    delete create alter drop where extends export default not is lambda with try except catch pub mut int string void
""")
"""What begins a line of code, and no command."""
_SCRIPT = re.compile(
    r"(?:\./|bin/|scripts?/|tools/|vendor/bin/)[\w./-]+|[\w./-]+/[\w-]+\.(?:sh|bash|zsh|ps1|bat)|[\w-]+\.sh"
)
_GAP = re.compile(r"…|\.\.\.|<[^<>]{0,30}>|\{[^{}]{0,30}\}|\*+|\b[A-Z]{3,}(?:_[A-Z]+)*\b|\bX\b")
_GAP_FIXED_LEAST = 4
_MARKS = re.compile(r"(?<![\w.])(?:\d{2,}|[A-Za-z]{1,4}\d{1,3}|[A-Z]{2}S)(?![\w.])")
"""What tells though it is short: a number, `v1`, an acronym that looks like a plural."""

_DOTTED = re.compile(r"(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_]\w{7,}\()")
_DATE_FORM = re.compile(
    r"(?<![\w/.-])(?:(?:D{1,2}|T{1,2}|J{2}|G{2})([./ -])M{1,4}\1(?:Y{2}|Y{4}|A{2}|A{4}|J{4})|M{1,4}([./-])D{1,2}\2"
    r"(?:Y{2}|Y{4}|A{2}|A{4})|(?:Y{4}|A{4}|J{4})([./-])M{2}\3(?:D{2}|T{2}|J{2}))(?![\w/-])",
    re.IGNORECASE,
)
_YEARS, _DAYS = "ajy", "dtjg"
_TAG = re.compile(r"</?([A-Za-z][\w.-]*)\s*/?>")
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
        kind: command, program, identifier, phrase (in quotes), prefix, suffix, pattern (an expression), path, or sense:
            the words of a memory that names nothing.
        text: as the memory has it.
        words: of a command, or of code that may be one: the program and its arguments, wrappers taken away; `FORM=*`
            stands for any form.
        wrapper: the first word of what was taken away. environment: the variables it sets.
        is_wanted: the memory says to use it. is_forbidden: it says not to. Neither: it is only named.
    """

    kind: str
    text: str
    words: tuple[str, ...] = ()
    wrapper: str = ""
    environment: tuple[str, ...] = ()
    is_wanted: bool = False
    is_forbidden: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Traces:
    """Everything a memory names.

    Attributes:
        terms: things whose traces tell of its use.
        filed: the paths it is filed under. only_filed: those that it does not name itself. said: its telling words.
    """

    terms: tuple[Term, ...] = ()
    filed: tuple[str, ...] = ()
    only_filed: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()

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
    for sentence in _sentences(content):
        for term in _terms_of(sentence, contrasts):
            terms.setdefault((term.kind, term.text), term)
    # A program that is only spoken of is no advice to run it, but where another is forbidden, it is the alternative.
    alternative = any(term.kind == PROGRAM and term.is_forbidden for term in terms.values())
    for key, term in list(terms.items()):
        if term.kind == PROGRAM and not alternative and not (term.is_wanted or term.is_forbidden or term.words):
            del terms[key]
    if all(term.kind == PATH for term in terms.values()):
        all_said = telling_words(content) | {one.lower() for one in _MARKS.findall(content)}
        said = tuple(sorted(all_said - _SAYS_NOTHING))
        if len(all_said) >= _SENSE_WORDS and len(said) > 1:
            terms[SENSE, ""] = Term(kind=SENSE, text="", words=said)
    only_filed = tuple(file for file in files if (PATH, file) not in terms)
    # Where a memory is filed says where it may matter, not what it says: it counts where nothing else can be seen.
    if all(term.kind in (PATH, SENSE) for term in terms.values()):
        for file in files:
            terms[PATH, file] = Term(kind=PATH, text=file)
    named = tuple(terms.values())[:_TERMS_MAX]
    return Traces(terms=named, filed=files, only_filed=only_filed, said=_all_said(content))


def _all_said(content: str) -> frozenset[str]:
    """The telling words of a memory, those of names in mixed letters as one too, and its numbers."""
    mixed = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+[A-Z]\w*", content)}
    return frozenset(telling_words(content) | mixed | {one.lower() for one in _MARKS.findall(content)})


def _sentences(content: str) -> list[str]:
    """Cut into sentences, but never within code: `go test ./... && x` has no end of one."""
    found, start = [], 0
    for end in _SENTENCE.finditer(content):
        if content.count("`", start, end.start()) % 2 == 0:
            found.append(content[start : end.start()])
            start = end.end()
    return [*found, content[start:]]


def _terms_of(sentence: str, contrasts: bool) -> list[Term]:
    found = _code_terms(sentence)
    for pattern, kind in (
        (_DATE_FORM, PATTERN),
        (_PHRASE, PHRASE),
        (_PATH, PATH),
        (_IDENTIFIER, IDENTIFIER),
        (_WORD, PROGRAM),
    ):
        covered = [(start, end) for start, end, _ in found]
        for match in pattern.finditer(sentence):
            term = None if _is_in(match.start(), covered) else _plain_term(kind, match)
            if term:
                found.append((match.start(), match.end(), term))
    judged: list[Term] = []
    until = 0
    for start, end, term in sorted(found, key=lambda one: one[0]):
        one = _judged(sentence, start, end, term, contrasts)
        condition = _CONDITION.search(sentence[:start])
        if condition and not one.is_forbidden and "," not in condition[0] and "," in sentence[end:]:
            until = end
            continue  # "if `npm ci` fails, …": when, not what
        # "never use os.path in rows.py": the second is where, not what.
        where = one.is_forbidden and judged and judged[-1].is_forbidden and _WHERE.search(sentence[until:start])
        judged.append(_with(one, wanted=False, forbidden=False) if where else one)
        until = end
    return judged


def _code_terms(sentence: str) -> list[tuple[int, int, Term]]:
    found = []
    for code in _CODE.finditer(sentence):
        text = (code[1] or code[2]).strip()
        terms = _terms_of_code(text) if text else []
        affix = _AFFIX.search(sentence[: code.start()])
        if terms and affix and terms[0].kind in (IDENTIFIER, COMMAND):
            terms = [Term(kind=SUFFIX if affix[1] else PREFIX, text=text.removesuffix("…").strip())]
        found += [(code.start(), code.end(), term) for term in terms]
    return found


def _date_pattern(form: str) -> str:
    """`DD.MM.YYYY` as it stands in code, in whatever letters its language has for day and year."""
    parts = re.split(r"([./ -])", form.lower())
    made = []
    for part in parts:
        is_year = part[:1] in _YEARS and (len(part) == 4 or part is parts[-1])
        letters = "ayj" if is_year else (_DAYS if part[:1] in _DAYS else "m")
        made.append(rf"[{letters}]{{{len(part)}}}" if part.isalpha() else re.escape(part))
    return r"(?i)(?<![\w/])" + "".join(made) + r"(?![\w/])"


def _plain_term(kind: str, match: re.Match[str]) -> Term | None:
    if kind == PATTERN:
        return Term(kind=PATTERN, text=_date_pattern(match[0]))
    if kind == PHRASE:
        text = (match[2] or match[3]).strip()
        return Term(kind=PHRASE, text=text) if " " in text or text[:1].isupper() else None
    text = match[0].rstrip(".,;:")
    if kind == PROGRAM:
        plain = text.lower()
        before = match.string[max(0, match.start() - 20) : match.start()]
        doubtful = plain in _EVERYDAY and not _TOOL_CUE.search(before)
        return Term(kind=PROGRAM, text=plain) if plain in _PROGRAMS and not doubtful else None
    long_enough = len(text) > 4 or (kind == PATH and len(text) > 2)
    return Term(kind=kind, text=text) if long_enough and text.lower() not in _COMMON else None


def _is_in(position: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)


def _terms_of_code(text: str) -> list[Term]:
    """What stands between backticks: a command, a line of code, a path, or all that it may be."""
    first = text.split(None, 1)[0]
    if first.startswith("-"):
        return [Term(kind=IDENTIFIER, text=text.removesuffix("…").strip())]
    if _is_command(text, first):
        command = command_term(text.removesuffix("…").strip())
        known = first in _COMMAND_STARTS or "=" in first or command.kind != COMMAND
        return [command] if known else [command, Term(kind=IDENTIFIER, text=text, words=command.words)]
    if _DATED.search(text):
        return [Term(kind=PATTERN, text=_pattern_of(text))]
    if _SCRIPT.fullmatch(text):
        return [command_term(text), Term(kind=PATH, text=text)]
    if _PATH.fullmatch(text):
        return [Term(kind=PATH, text=text)]
    if tag := _TAG.fullmatch(text):
        return [Term(kind=PATTERN, text=rf"</?{re.escape(tag[1])}(?![\w.-])")]
    if _GAP.search(text):
        return _gapped(text)
    # A short word in lower case stands in anybody's text.
    too_plain = len(text) < 3 or (len(text) < 5 and text.islower() and text.isalpha())
    return [] if too_plain else [Term(kind=IDENTIFIER, text=text)]


def _is_command(text: str, first: str) -> bool:
    if _SETTING.fullmatch(text) or first.lower() in KEYWORDS:
        return False
    looks = " " in text and first.islower() and re.match(r"(?:\./|[A-Z_]+=\S* )?[\w./-]+ [\w./-]", text)
    return first in _COMMAND_STARTS or bool(looks) or bool(re.match(r"[A-Z_]+=\S* [a-z./]", text))


def _gapped(text: str) -> list[Term]:
    """Code with places left open (`SELECT … FOR UPDATE`, `NAME (copy).md`): its fixed parts, in order."""
    words = text.split(None, 1)
    if words[0] in ("await", "return", "new") and len(words) > 1:
        text = words[1]
    parts = [part.strip() for part in _GAP.split(text)]
    if all(re.fullmatch(r"[A-Z_]{3,}", word) for word in re.findall(r"\w+", text)):  # a constant of its own
        parts = [text]
    parts = [part for part in parts if re.search(r"\w", part)]
    if sum(len(part) for part in parts) < _GAP_FIXED_LEAST:
        return []
    if dotted := _DOTTED.match(parts[0]):  # what is imported from there is called by its own name
        parts[0] = parts[0][dotted.end() :]
    joined = r"[^\n]{0,80}?".join(r"\s+".join(re.escape(word) for word in part.split()) for part in parts)
    start = r"(?<!\w)" if re.match(r"\w", parts[0]) else ""
    return [Term(kind=PATTERN, text=start + joined)]


def _pattern_of(text: str) -> str:
    """`YYYY-box-page.tif` as an expression: digits for the date, anything for the words, the ending as it is."""
    stem, dot, ending = text.rpartition(".") if "." in text else (text, "", "")
    parts = re.split(r"(YYYY|MM|DD|HH|N{2,}|[A-Za-z]+)", stem)
    made = "".join(
        r"\d+" if _DATED.fullmatch(part) else (r"\w+" if part.isalpha() else re.escape(part)) for part in parts
    )
    return rf"(?<![\w-]){made}{re.escape(dot + ending)}(?!\w)"


def command_term(text: str) -> Term:
    """A command as a memory writes it."""
    commands = [one for one in read_line(text).commands if one.words[0] not in _PREPARING]
    commands = [one for one in commands if one.words[0] not in _VIEWERS] or commands
    if not commands:
        return Term(kind=IDENTIFIER, text=re.sub(r"\A(?:export|set|source)\s+", "", text))
    last = commands[-1]
    words = tuple(word for word in map(_without_placeholder, understand(last).words) if word)
    if not words:
        return Term(kind=IDENTIFIER, text=text)
    first = re.sub(r"\A(?:[A-Za-z_]\w*=\S*\s+)*", "", last.text).split(None, 1)[0]
    program = words[0]
    if len(words) == 1 and program in _PROGRAMS and first == program and not last.environment:
        return Term(kind=PROGRAM, text=program, words=words)
    environment = tuple(one.partition("=")[0] for one in last.environment)
    wrapper = "" if first.rsplit("/", 1)[-1] == program else first
    return Term(kind=COMMAND, text=text, words=words, wrapper=wrapper, environment=environment)


def _without_placeholder(word: str) -> str:
    """`NAME` and `<file>` stand for anything, `FORM=NAME` for any form."""
    name, mark, value = word.partition("=")
    if mark and _STANDS_FOR.fullmatch(value):
        return name + "=*"
    return "" if _PLACEHOLDER.search(word) or _STANDS_FOR.fullmatch(word) else word


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
    return replace(term, is_wanted=wanted, is_forbidden=forbidden)
