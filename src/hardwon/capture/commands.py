"""Shell commands of a session: what was really run, whether it passed, what it complained of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from hardwon.text.listed import listed

_OPERATOR = re.compile(r"&&|\|\||\||;|\n|&(?![>\d])")
_HEREDOC = re.compile(r"<<-?\s*['\"]?\w")
_REDIRECTION = re.compile(r"\s*(?:\d?>&\d|&?\d?>{1,2}\s*\S+|<\s*\S+)")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=\S*\Z")
_SETUP = re.compile(
    r"(?:git (?:checkout|restore|stash|pull|fetch|reset)|cd|pushd|source|\.|export|set|unset|mkdir|sleep|date|clear|"
    r"ulimit|umask|nvm|module)(?:\s|\Z)"
)
_VIEWERS = listed("""tail head grep egrep rg cat tee less more sed awk sort uniq wc jq cut tr column xargs nl fold""")
_ECHOES = listed("echo printf true : exit")
_WRAPPERS = listed("time timeout env nice nohup sudo command exec stdbuf xvfb-run dotenv")

# Looking around: whether these succeed says nothing of the work.
_TRIVIAL = listed(
    """ls cat grep egrep rg find fd head tail sed awk cd pwd echo printf which type whereis test [ [[ wc
    diff cmp file stat du df tree less more sort uniq cut tr jq env printenv whoami hostname date
    history man touch mkdir rmdir rm cp mv ln chmod chown tee true false sleep kill pkill pgrep ps top
    lsof ping nslookup dig read mem hardwon claude code vim nano open bat eza basename dirname realpath
    readlink xxd hexdump md5sum sha256sum"""
)
_TRIVIAL_GIT = listed(
    """status log diff show branch add checkout switch stash blame grep reflog remote fetch config
    rev-parse"""
)
_STYLE = listed(
    """ruff eslint prettier black isort flake8 pylint pycodestyle rubocop stylelint shellcheck gofmt
    standard biome"""
)
_RUNNERS = listed("""npx pnpx bunx uvx uv poetry pipenv pdm hatch rye bundle yarn pnpm npm bun python python3 py""")
_ENVIRONMENTS = listed("uv poetry pipenv pdm hatch rye bundle")
_INTERPRETERS = listed("python node sh bash zsh dash ruby perl php psql sqlite3 mysql")
_VERB = re.compile(r"[A-Za-z][\w:-]*")
_TASK_RUNNERS = listed(
    """make just task tox nox rake invoke bazel gradle gradlew mvn mvnw npm pnpm yarn bun composer cargo
    mage"""
)

_QUIET_FLAGS = re.compile(
    r"-[qsv]{1,4}|--(?:quiet|verbose|silent|no-color|no-colour|tb=\w+|color=\w+|durations=\d+|"
    r"no-header|showlocals)|-r[a-zA-Z]+"
)
NARROWING = re.compile(
    r"-[kxt]|--(?:lf|ff|last-failed|maxfail\S*|ignore\S*|deselect\S*|skip\S*|only\S*|filter\S*|grep\S*|"
    r"exclude\S*|no-verify|force\S*|"
    r"no-check\S*|testNamePattern\S*|testPathPattern\S*|stepwise|bail\S*|collect-only|dry-run|help|version)|-f"
)
_FAMILIES = {
    "python3": "python", "py": "python", "python2": "python", "pip3": "pip", "yarn": "npm", "pnpm": "npm", "bun": "npm",
    "docker-compose": "docker",
    "gradlew": "gradle", "mvnw": "mvn", "nodejs": "node", "py.test": "pytest", "podman": "docker",
}  # fmt: skip
_PURPOSES = (
    (
        "test",
        re.compile(r"\b(?:run[_-]?)?(?:tests?|pytest|jest|vitest|spec|rspec|unittest|check)\b|test[_-]|[_-]tests?\b"),
    ),
    ("build", re.compile(r"\b(?:build|compile|bundle|assemble)\b")),
    ("lint", re.compile(r"\b(?:lint|typecheck|type-check|mypy|tsc|clippy|vet)\b")),
    ("install", re.compile(r"\b(?:install|ci|sync|restore|bootstrap)\b")),
    ("start", re.compile(r"\b(?:start|serve|dev|up|runserver)\b")),
    ("deploy", re.compile(r"\b(?:deploy|release|publish|push)\b")),
    ("migrate", re.compile(r"\b(?:migrate|migrations?|seed|alembic|prisma)\b")),
)

_STATE_CHANGES = re.compile(
    r"\b(?:(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|go|gem|bundle|apt|apt-get|brew|apk|composer|conda|pipx) "
    r"(?:ci|install|add|update|upgrade|sync|get|i|mod|remove|uninstall|pip install|tool install)|"
    r"docker(?:-compose| compose) (?:up|start|restart|pull|build|down)|systemctl (?:start|restart)|"
    r"service \w+ (?:start|restart)|"
    r"\w+ (?:migrate|upgrade head|db:migrate|db push|generate|codegen)|rm -rf \S*(?:node_modules|cache|"
    r"dist|build|target|__pycache__)\S*|"
    r"(?:playwright|pre-commit|poetry|husky|cypress|brew|rustup|sdkman|asdf|mise|volta|terraform|pulumi|dvc|git lfs|"
    r"prisma|expo|pod|bundle) "
    r"(?:install|login|init|setup|pull|fetch|add|generate)|(?:make|just|task|npm run|yarn|pnpm) (?:setup|bootstrap|"
    r"init|deps|install\S*|generate|codegen|seed)|"
    r"git (?:submodule update|lfs pull)|nvm use|corepack enable|(?:npm|pnpm|yarn) cache clean)\b"
)

FAILED_SUMMARY = re.compile(
    r"^(?:=+ )?.*\b[1-9]\d* (?:failed|failing|failures?|errors?)\b(?! (?:0|handled|"
    r"handling))(?:.{0,60}\b(?:passed|passing|in \d|warnings?)\b|[ =,.]*$)|"
    r"^Tests?:? +.*\b[1-9]\d* failed|^FAIL(?:ED)?\b|^BUILD FAILED|^npm (?:ERR!|error) |^error: could not compile|"
    r"^FAILURES!|^test result: FAILED|^make: \*\*\*|^--- FAIL:|^Found [1-9]\d* errors?\b|"
    r"^ERROR(?:S)?\b.*\bfound\b|^✖ [1-9]\d* problems?",
    re.MULTILINE,
)
_FAILED_HINTS = ("fail", "FAIL", "rror", "ERR", "make: ***", "problem")  # each alternative above has one of them
PASSED_SUMMARY = re.compile(
    r"^(?:=+ )?.*\b\d+ (?:passed|passing)\b|^Tests?:? +.*\b\d+ passed|^OK\b|^PASS\b|^ok\s+\S+\s+[\d.(]|^BUILD "
    r"SUCCESS|^test result: ok|"
    r"^All checks passed|^Success: no issues|^Compiled successfully|^✓ |^Finished \S+ (?:profile|target)",
    re.MULTILINE,
)
_EXIT_CODE = re.compile(r"\AError: Exit code (\d+)|\AExit code (\d+)|\AError: exit code (\d+)", re.IGNORECASE)
_STOPPED_CODES = frozenset({"124", "130", "137", "143"})
_TIMED_OUT = re.compile(r"\b(?:command )?timed out after\b|\bCommand timed out\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Command:
    """One call of the shell.

    Attributes:
        text: as it would be typed again: one line, without what only shortens its output.
        key: equal for calls that do the same.
        program, verb: "npm", "test". targets: what it is run on. operands: both, in order. flags, environment: how.
        purpose: test, build, ... or "".
        masked: its exit status is another command's.
        worth: whether its success or failure says something of the work.
    """

    text: str
    key: str
    program: str
    verb: str
    targets: tuple[str, ...]
    operands: tuple[str, ...]
    flags: tuple[str, ...]
    environment: tuple[str, ...]
    purpose: str
    masked: bool
    worth: bool
    style: bool
    task_runner: bool


@lru_cache(maxsize=256)
def parse(line: str, description: str = "") -> Command:
    """Read a command line.

    Args:
        line: what the shell was given.
        description: what it was said to be for.
    """
    heredoc = bool(_HEREDOC.search(line))
    segments, masked = _decisive(_segments(line.split("\n", 1)[0] if heredoc else line))
    bare = [_REDIRECTION.sub("", segment).strip() for segment in segments]
    words = _words(bare[-1]) if bare else []
    environment, words = _split_environment(words)
    family, arguments = _program(words)
    operands = tuple(word for word in arguments if not word.startswith("-"))
    verb = operands[0] if operands and _VERB.fullmatch(operands[0]) else ""
    rest = [word for word in arguments if not verb or word is not operands[0]]
    flags = tuple(word for word in rest if word.startswith("-") and not _QUIET_FLAGS.fullmatch(word))
    targets = tuple(word for word in rest if not word.startswith("-"))
    text = " && ".join(bare)
    program = words[0].rsplit("/", 1)[-1] if words else ""
    purpose = next((name for name, cue in _PURPOSES if cue.search(" ".join(words[:6]))), "")
    if not purpose:
        purpose = next((name for name, cue in _PURPOSES if cue.search(description.lower())), "")
    scripted = family in _INTERPRETERS and bool({"-c", "-e"} & set(words[1:3]))
    trivial = scripted or family in _TRIVIAL or (family == "git" and verb in _TRIVIAL_GIT)
    return Command(
        text=text,
        key=" ".join([*sorted(environment), family, verb, *sorted(flags), *targets, *bare[:-1]]),
        program=family,
        verb=verb,
        targets=targets,
        operands=operands,
        flags=flags,
        environment=environment,
        purpose=purpose,
        masked=masked,
        worth=bool(words) and not trivial and not heredoc and len(text) <= 300 and "\n" not in text,
        style=bool({family, verb} & _STYLE),
        task_runner=program in _TASK_RUNNERS,
    )


def _segments(line: str) -> list[tuple[str, str]]:
    """Simple commands, each with the operator that follows it."""
    found, start, position, quote = [], 0, 0, ""
    while position < len(line):
        char = line[position]
        if quote:
            if char == "\\" and quote == '"':
                position += 1
            elif char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char == "\\":
            position += 1
        elif operator := _OPERATOR.match(line, position):
            found.append((line[start:position].strip(), operator[0]))
            position = start = operator.end()
            continue
        position += 1
    found.append((line[start:].strip(), ""))
    return [(text, operator) for text, operator in found if text and not text.startswith("#")]


def _decisive(segments: list[tuple[str, str]]) -> tuple[list[str], bool]:
    """The commands that do the work, and whether another one's exit status is seen."""
    while segments and segments[0][1] in ("&&", ";", "\n") and len(segments) > 1 and _SETUP.match(segments[0][0]):
        segments = segments[1:]
    masked = False
    kept: list[str] = []
    for index, (text, _) in enumerate(segments):
        before = segments[index - 1][1] if index else ""
        first = text.split(None, 1)[0]
        if (before == "|" and first in _VIEWERS) or (before in ("||", ";", "\n") and first in _ECHOES):
            masked = True
        elif before in ("||", "|", "&"):
            masked = True
            if before == "|":
                kept.append(text)
        elif not (before == "&&" and first in _ECHOES):
            kept.append(text)
    return kept, masked


def _words(command: str) -> list[str]:
    import shlex

    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _split_environment(words: list[str]) -> tuple[tuple[str, ...], list[str]]:
    environment: list[str] = []
    while words and (_ASSIGNMENT.match(words[0]) or words[0] in _WRAPPERS):
        if _ASSIGNMENT.match(words[0]):
            environment.append(words[0])
        elif words[0] == "timeout":
            words = words[1:]
        words = words[1:]
    return tuple(environment), words


def _program(words: list[str]) -> tuple[str, list[str]]:
    """Family and arguments: `python3 -m pytest -q t` is pytest with -q t, `npm run build` is npm with build."""
    if not words:
        return "", []
    name = words[0].rsplit("/", 1)[-1]
    rest = words[1:]
    if name in ("python", "python3", "py") and rest[:1] == ["-m"] and len(rest) > 1:
        return _program(rest[1:])
    if name in _RUNNERS and rest[:1] in (["run"], ["exec"], ["dlx"]) and len(rest) > 1:
        if name in _ENVIRONMENTS or rest[0] != "run":
            return _program(rest[1:])
        rest = rest[1:]
    elif (name in ("npx", "uvx", "bunx", "pnpx") and rest) or (name == "uv" and rest[:1] == ["pip"]):
        return _program(rest)
    if name == "docker" and rest[:1] == ["compose"]:
        rest = rest[1:]
    return _FAMILIES.get(name, name), rest


@lru_cache(maxsize=8)  # the summary asks again what was just told
def status(command: Command, text: str, *, is_error: bool, interrupted: bool) -> str:
    """What a run proves: "passed", "failed" or "unknown".

    A success carries no exit status, and a pipe or `|| true` hides one; then only the runner's own summary counts.
    """
    code = _EXIT_CODE.match(text)
    if interrupted or _TIMED_OUT.search(text[:500]) or (code and (code[1] or code[2] or code[3]) in _STOPPED_CODES):
        return "unknown"
    if is_error:
        return "failed"
    tail = text[-6000:]
    if any(hint in tail for hint in _FAILED_HINTS) and FAILED_SUMMARY.search(tail):
        return "failed"
    return "passed" if not command.masked or PASSED_SUMMARY.search(tail) else "unknown"


def changes_state(command: Command) -> bool:
    """Whether a command may have repaired something by itself: an install, a start, a migration."""
    return bool(_STATE_CHANGES.search(command.text))


# -- what a failed run complains of -------------------------------------------------------------------------

_NAMED_ERROR = re.compile(
    r"^(?:E\s+|>\s+|Caused by: |Uncaught |Unhandled |\[\w+\]\s*)?((?:[A-Za-z_][\w$]*\.)*[A-Z]\w*(?:Er"
    r"ror|Exception|Failure|Warning|Fault|Panic)\b(?:\s*\[[\w-]+\])?:\s*\S.*)$"
)
_PLAIN_ERROR = re.compile(
    r"^(?:[\w./\\-]+[:(]\d+[:,)\d]*[ :-]*)?((?:(?:fatal |compile |build |runtime |syntax |npm "
    r")?(?:error|fatal|panic|ERR!|Error|ERROR|FATAL)\b(?:\s?\[\w+\]|\s?TS\d+)?[:!]?\s.*"
    r"|(?:.*\b)?(?:Cannot find|Could not find|Can't resolve|No module named|No such file or directory|"
    r"command not found|"
    r"[Pp]ermission denied|not found in|is not recognized|[Uu]nrecognized (?:option|argument)s?|"
    r"[Uu]nknown (?:option|command|flag)|"
    r"Missing script|[Cc]onnection refused|ECONNREFUSED|EADDRINUSE|ENOENT|EACCES|[Aa]ddress already in "
    r"use|[Ss]egmentation fault|"
    r"undefined reference|[Uu]nresolved import|[Oo]ut of memory|[Nn]o space left|does not exist|is not set|is required|"
    r"must be set|[Tt]imed out|timeout exceeded|version mismatch|incompatible|unsupported)\b.*))$"
)
_FAILED_TEST = re.compile(r"^(?:FAILED|ERROR)\s+(\S+(?:\s+-\s+.+)?)$|^\s*●\s+(.+)$|^--- FAIL: (\S+)")
# What a line has that any of the three above takes: a quick look before they are tried.
_COMPLAINS = re.compile(
    r"rror|xception|ailure|arning|ault|anic|fatal|FATAL|ERR|FAIL|●|[Cc]annot|ould not|an't|o module|o such|not found|"
    r"enied|recogni|nknown|issing|refused|EADDR|ENOENT|EACCES|in use|egmentation|undefined|nresolved|ut of memory|"
    r"o space|exist|not set|required|must be|imed out|timeout|mismatch|incompatible|unsupported"
)
_WORTHLESS = re.compile(
    r"^(?:E\s+)?(?:AssertionError(?::\s*(?:assert\b.*|expected\b.{0,40}|[\d\s!=<>'\"\[\]{}.,-]*))?|"
    r".*\bexit(?:ed)?(?: with)?(?: code| status)? \d+.*|"
    r"make(?:\[\d+\])?: \*\*\*.*|Found \d+ errors?.*|error: (?:Recipe|process|aborting due).*|npm "
    r"(?:ERR!|error) (?:code )?(?:ELIFECYCLE|Lifecycle|"
    r"errno|A complete log|path|command|code 1).*|error Command failed.*|\d+ (?:failed|errors?).*|"
    r"(?:SyntaxError|IndentationError|TabError|"
    r"NameError|UnboundLocalError):.*|Error: Process completed.*|Command failed.*|Test failed.*|"
    r"subprocess\.CalledProcessError.*)$",
    re.IGNORECASE,
)
_NOISE = re.compile(r"\b0x[0-9a-f]{6,}\b|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*|\bpid[ =:]?\d+\b", re.IGNORECASE)
# "balance: no ledger": the way of programs on Unix.
_COMPLAINT = re.compile(r"[a-z][\w+./-]{1,40}: (?!\d|//)\S.{7,}$")
_SIGNATURE_MAX = 180
USAGE_ERROR = re.compile(
    r"command not found|not recognized|no such command|[Uu]nrecognized|[Uu]nknown (?:option|command|"
    r"flag|argument)|[Mm]issing script|"
    r"No module named|invalid choice|invalid option|[Nn]o such option|[Pp]ermission denied|is not set|"
    r"must be set|is required|"
    r"required (?:option|argument|environment)|No rule to make target|unsupported|[Nn]o such file or "
    r"directory|Could not find a version|"
    r"(?:file|directory|path|target|script|task|spec|recipe|package|module)\b.{0,40}\bnot found|"
    r"[Nn]o tests? (?:found|matched)|"
    r"does not (?:exist|match)|[Cc]ould not find|not installed|ERESOLVE|EACCES|externally-managed"
)


def signature(text: str, cwd: str = "") -> str:
    """The line that says best what went wrong, "" when no line says anything that could be met again.

    Args:
        text: the output, redacted.
        cwd: paths below it are made relative.
    """
    named = plain = test = ""
    for line in text.split("\n"):
        line = line.strip()
        if not 6 <= len(line) <= 2000 or not _COMPLAINS.search(line) or _WORTHLESS.match(line):
            continue
        if match := _NAMED_ERROR.match(line):
            named = match[1] if not _WORTHLESS.match(match[1]) else named
        elif not plain and (match := _PLAIN_ERROR.match(line)):
            plain = match[1]
        elif not test and (match := _FAILED_TEST.match(line)):
            test = next(group for group in match.groups() if group)
    found = named or plain or (test if " - " in test and not _WORTHLESS.match(test.split(" - ", 1)[1]) else "")
    return _tidied(found or _complaint(text), cwd)


def _complaint(text: str) -> str:
    """The one line of a program that says little and puts its name before it, "" for any other output."""
    lines = [line.strip() for line in text.split("\n") if line.strip() and not line.startswith("Exit code ")]
    is_one = len(lines) == 1 and not _WORTHLESS.match(lines[0])
    return lines[0] if is_one and _COMPLAINT.match(lines[0]) else ""


def _tidied(line: str, cwd: str) -> str:
    if cwd:
        line = line.replace(cwd.rstrip("/") + "/", "")
    line = " ".join(_NOISE.sub("…", line).split())
    if len(line) > _SIGNATURE_MAX:
        line = line[: _SIGNATURE_MAX - 1].rstrip() + "…"
    words = re.findall(r"[A-Za-z]{3,}", line)
    return line if len(words) >= 3 or re.search(r"[A-Z]\w+(?:Error|Exception): \S{4,}", line) else ""
