"""Reads what the commands of one call proved: which passed, which failed, which nobody can tell.

A success carries no exit status, and `| tail`, `|| true` or `; echo` hide one. So a status counts only where the
line's own status, or a printed one, proves it; otherwise the runner's own summary decides; else it is unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hardwon.outcomes.evidence.commands import Command, understand
from hardwon.outcomes.evidence.runners import ANY_FAILED, ANY_PASSED
from hardwon.outcomes.evidence.shell import Line, read_line
from hardwon.text.listed import listed

PASSED, FAILED, UNKNOWN = "passed", "failed", "unknown"

_CODE = re.compile(r"\s*(?:Error: )?(?:Exit code|exit code|exit status)[: ]\s*(\d{1,3})\b[.:]?\s*")
_TIMED_OUT = re.compile(r"\bCommand timed out\b|\btimed out after \d|^Terminated$|^Killed$", re.MULTILINE)
_STOPPED = frozenset({124, 130, 137, 143})
_NOT_RUN = re.compile(
    r"\s*(?:Error: )?(?:Permission to use |The user doesn't want|Claude requested permission|This command "
    r"requires approval|"
    r"PreToolUse|<tool_use_error>|No such tool|InputValidationError|Hook |\[Request interrupted|Blocked by|"
    r"This Bash command contains|Cancelled: |Command running in background)"
)
_INTO_FILE = re.compile(r"(?<![0-9&])>{1,2}\s*(?!/dev/null|&)[\w./~$\"']|\btee\b")
_NO_FOLDER = re.compile(
    r"(?:cd|pushd|source|\.): .{0,200}(?:No such file|not a directory|can't cd)|^\S*sh: (?:line \d+: |\d+: "
    r")?(?:cd|\.|source): ",
    re.MULTILINE,
)
_UNUSABLE = re.compile(
    r"command not found|: not found$|No module named ['\"]?\w+|is not recognized as|[Uu]nrecognized arguments?|"
    r"[Nn]o such option|[Uu]nknown (?:option|flag|command|argument)|[Uu]nrecognized option|[Mm]issing script|"
    r"No rule to make target|no such (?:sub)?command|could not determine executable|executable file not found|"
    r"unexpected argument '|invalid choice: |error: Recipe `\S+` not found|does not contain recipe|Task '?\S+'? "
    r"not found|"
    r"Command \"?\S+\"? not found|Could not find (?:gem|command)|Couldn't find a script|npm error Missing|Failed "
    r"to spawn|"
    r"No such file or directory(?!.*:\d)|Permission denied$|not installed",
    re.MULTILINE,
)
_SURELY_UNUSABLE = re.compile(
    r"[Tt]ask '[^'\n]{1,80}' (?:not found|is ambiguous)|^npm (?:ERR!|error) [Mm]issing script|No rule to make "
    r"target '[^'\n]*'\.  Stop|"
    r"^error: no such (?:sub)?command|^error: Justfile does not contain|is not recognized as an internal|"
    r"^(?:\S+: )?error: (?:unrecognized arguments|unexpected argument|argument \S+: invalid choice)|^Error: No "
    r"such (?:option|command)|"
    r"^Unknown (?:option|command):? |^error: unknown (?:option|command)|command not found$",
    re.MULTILINE,
)
_REFUSES = re.compile(
    r"\b(?:[Nn]o such|[Nn]ot found|[Uu]nknown|[Uu]nrecogni[sz]ed|[Ii]nvalid (?:option|argument|command|choice|"
    r"subcommand)|[Pp]ermission denied|"
    r"not installed|[Cc]onnection refused|[Dd]eprecated|has been removed|was removed|does not exist|doesn't "
    r"exist|not supported|no longer|"
    r"[Cc]ould not (?:find|open|load)|[Cc]annot (?:find|open|load)|[Cc]an't (?:find|open)|[Mm]issing|[Nn]ot "
    r"logged in|[Uu]nauthori[sz]ed|[Ff]orbidden)\b"
)
_MANAGERS_FAILED = re.compile(
    r"^npm (?:ERR!|error) |^error Command failed|^ ?ELIFECYCLE|^[ \t]*ERR_PNPM|^(?:g?make)(?:\[\d+\])?: \*\*\* |"
    r"^error: Recipe .{1,80} failed|"
    r"^task: Failed to run|^error: script .{1,80} exited with code [1-9]",
    re.MULTILINE,
)
_PREFIXED = re.compile(
    r"^(?:@?[\w./-]+:[\w:-]+:|@?[\w./-]+ [\w:-]+:|\[[\w:./@ -]{1,40}\]|[\w.-]{1,40}[ \t]*\|)[ \t]", re.MULTILINE
)
"""How a line begins that is another program's, shown by what runs several: `@atlas/ui:test: `, `api-1  | `."""
_MANY = listed(
    "turbo nx lerna pnpm yarn npm wireit moon rush lage docker docker-compose podman concurrently npm-run-all"
)
_NO_OUTPUT = re.compile(r"(?:\((?:Bash completed with )?no (?:output|content)\))?\Z")
_WRITERS = listed("echo printf cat tee sed awk jq yq sort head tail cut tr envsubst")
_NEVER_SILENT = listed("make gmake npm pnpm yarn cargo go sed mkdir cp mv")
_VIEWERS = listed("head tail cat tee sort less more uniq")
_FAILING = re.compile(
    r"^(?:FAILED|ERROR) +(?P<pytest>\S+?)(?: - .*)?$|^[ \t]*(?:FAIL|❯|✗|×) +(?P<js>[\w./@-]+\.[\w.]+)|^[ \t]*--- "
    r"FAIL: "
    r"(?P<go>\S+)|"
    r"^test (?P<rust>\S+) \.\.\. FAILED|^rspec (?P<rspec>\./\S+)|^(?:FAIL|ERROR): (?P<unit>\w+) \(|^\d+\) "
    r"(?P<php>\S+::\S+)|"
    r"^(?P<place>[\w./@-]+\.\w{1,5})(?::\d+|\(\d+)[,:)\d]*",
    re.MULTILINE,
)
_COUNT = re.compile(r"\b(\d[\d,]*) (?:failed|failing|failures?|errors?|problems?|offenses?)\b")
_FAILING_MAX = 30
_TAIL = 12_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """What became of one command of a call.

    Attributes:
        command: what was run.
        status: passed, failed or unknown.
        proof: what the status rests on: "status", "printed status", "summary"; "" for unknown.
        unusable: it could not be run at all: no such program, option or task.
        failing: tests and files it names as failing. failed_count: how many it counts, −1 when it does not say.
    """

    command: Command
    status: str
    proof: str = ""
    unusable: bool = False
    failing: tuple[str, ...] = ()
    failed_count: int = -1


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """How a call of the shell ended.

    Attributes:
        output: what it printed, without the client's exit code line.
        is_ok: its exit status was 0; None when unknown.
        code: the status, −1 when it was not told.
    """

    output: str
    is_ok: bool | None
    code: int = -1


def result_of(text: str, *, is_error: bool, interrupted: bool = False) -> Result:
    """Read the result of a shell call as the client reports it.

    Args:
        text: the result's text. is_error: the client's mark. interrupted: a person stopped or refused it.
    """
    head = _CODE.match(text) if is_error else None
    code = int(head[1]) if head else (-1 if is_error else 0)
    output = text[head.end() :] if head else text
    if interrupted or _NOT_RUN.match(text) or code in _STOPPED or (is_error and _TIMED_OUT.search(output[:500])):
        return Result(output=output, is_ok=None, code=code)
    return Result(output=output, is_ok=not is_error, code=code)


def runs_of(line: str, result: Result) -> list[Run]:
    """What each command of a shell line proved; what says nothing of the work is left out.

    Args:
        line: what the shell was given.
        result: how the call ended.
    """
    parsed = read_line(line)
    commands = [understand(simple) for simple in parsed.commands]
    if result.is_ok is None:
        return [Run(command=command, status=UNKNOWN) for command in commands if _does(command, line)]
    known, printed = _known(parsed, result)
    known |= _last_suspect(parsed, commands, known, result)
    shared = Counter(_voice(command) for number, command in enumerate(commands) if command.kind and number not in known)
    reader = _Reader(line, commands, result)
    found = []
    for number, command in enumerate(commands):
        if _does(command, line):
            proof = "printed status" if number in printed else "status"
            found.append(reader.read(command, known.get(number), proof, shared[_voice(command)]))
    return found


def _does(command: Command, line: str) -> bool:
    """Whether a command is more than a look around."""
    writes = command.words[0] in _WRITERS and _INTO_FILE.search(line) is not None
    return bool(command.kind) or not command.only_looks or writes


def was_not_run(text: str) -> bool:
    """Whether a result says that the call was refused: by a person, a rule or a hook."""
    return bool(_NOT_RUN.match(text))


def _voice(command: Command) -> str:
    """Commands of one voice print the same kind of summary."""
    return command.runner.name if command.runner else "task"


def _last_suspect(
    parsed: Line, commands: Sequence[Command], known: Mapping[int, bool], result: Result
) -> dict[int, bool]:
    """Of a chain that failed, the one command left when those that would have said so are taken away.

    `make && ./check`: make always tells of its failure.
    """
    chained = [number for number, holds in parsed.if_ok.items() if holds and number not in known]
    if result.is_ok or len(chained) < 2:
        return {}
    silent = [n for n in chained if commands[n].words[0] not in _NEVER_SILENT or _MANAGERS_FAILED.search(result.output)]
    silent = [number for number in silent if commands[number].task not in ("clean", "distclean", "mrproper")]
    steps = [number for number in silent if commands[number].kind or not commands[number].only_looks]
    return {steps[0]: False} if len(steps) == 1 and result.output.strip() else {}


def _known(parsed: Line, result: Result) -> tuple[dict[int, bool], set[int]]:
    known = dict(parsed.if_ok if result.is_ok else parsed.if_bad)
    if not result.is_ok and _NO_FOLDER.search(result.output[:400]):
        known = {}
    printed: set[int] = set()
    for echo in parsed.echoes:
        shown = echo.pattern.findall(result.output)
        if shown:
            code = int(shown[-1])
            facts = echo.if_other if code else echo.if_zero
            if code not in _STOPPED:
                known |= facts
                printed |= set(facts)
    return known, printed


class _Reader:
    """Reads one call's output for each of its commands."""

    def __init__(self, line: str, commands: Sequence[Command], result: Result) -> None:
        self._output = result.output[-_TAIL:]
        self._bare = _PREFIXED.sub("", self._output)
        self._code = result.code
        self._is_ok = result.is_ok
        self._alone = sum(1 for command in commands if command.kind) == 1
        others = [command.words[0] for command in commands if not command.kind]
        self._passed_on = all(word in _VIEWERS or word == "cd" for word in others) and "||" not in line
        self._kept_elsewhere = ">" in line.replace("2>&1", "").replace("2>/dev/null", "")

    def read(self, command: Command, is_ok: bool | None, proof: str, voices: int) -> Run:
        if is_ok is None:
            status = self._by_summary(command, voices)
            return self._run(command, status, "summary" if status != UNKNOWN else "")
        if is_ok:
            nothing = self._checked_nothing(command)
            return self._run(command, UNKNOWN if nothing else PASSED, "" if nothing else proof)
        return self._failed(command, proof)

    def _failed(self, command: Command, proof: str) -> Run:
        runner = command.runner
        says_failed = bool(self._says(command, failed=True))
        if self._is_surely_unusable():
            return Run(command=command, status=UNKNOWN, unusable=True)
        refuses = command.kind == "command" and self._refuses()
        if refuses or ((not says_failed or command.runner is None) and self._is_unusable(command)):
            # It may also have found something to complain of: then a later run that passes answers it.
            doubtful = command.kind == "command" and self._code not in (126, 127)
            return Run(command=command, status=FAILED if doubtful else UNKNOWN, unusable=True)
        no_finding = runner is not None and proof == "status" and self._code in runner.codes
        if (no_finding and not says_failed) or (self._checked_nothing(command) and not says_failed):
            return Run(command=command, status=UNKNOWN)
        return self._run(command, FAILED, proof)

    def _run(self, command: Command, status: str, proof: str) -> Run:
        if status != FAILED:
            return Run(command=command, status=status, proof=proof)
        names = [next(filter(None, match.groups())) for match in _FAILING.finditer(self._output)]
        counts = [int(count.replace(",", "")) for count in _COUNT.findall(self._output)]
        return Run(
            command=command,
            status=status,
            proof=proof,
            failing=tuple(dict.fromkeys(names))[:_FAILING_MAX],
            failed_count=counts[-1] if counts and counts[-1] else (len(set(names)) or -1),
        )

    def _is_surely_unusable(self) -> bool:
        """Words that only a runner says of its own command line."""
        return len(self._output) <= 3000 and bool(_SURELY_UNUSABLE.search(self._output))

    def _refuses(self) -> bool:
        """Whether what only does something says that it cannot: what it needs is not there, or not allowed."""
        return len(self._output) <= 2000 and bool(_REFUSES.search(self._output))

    def _is_unusable(self, command: Command) -> bool:
        if self._code in (126, 127):
            return True
        if len(self._output) > 3000:
            return False
        found = _UNUSABLE.search(self._output)
        if found is None:
            return False
        # A missing module is the runner's own only when it is the runner.
        return "No module named" not in found[0] or command.words[0] in self._output[found.start() : found.start() + 80]

    def _checked_nothing(self, command: Command) -> bool:
        empty = command.runner.empty if command.runner else None
        if (
            command.runner is None
            and command.checks
            and re.search(r"\bno test(?:s|s? specified| files?)? (?:specified|found)\b", self._output)
        ):
            return True
        # "Ran 0 tests" and "OK" come together.
        count = len(empty.findall(self._output)) if empty else 0
        return count > 0 and self._says(command, failed=False) <= count

    def _says(self, command: Command, *, failed: bool) -> int:
        """How often the output says that a check failed, or passed."""
        runner = command.runner
        if runner:
            own = runner.failed if failed else runner.passed
            return len(own.findall(self._output)) if own else 0
        if not command.checks:
            return 0
        patterns = ANY_FAILED if failed else ANY_PASSED
        text = self._bare if _MANY & set(command.text.split()) else self._output
        own_words = bool(failed and _MANAGERS_FAILED.search(text))
        return own_words + sum(1 for pattern in patterns if pattern.search(text))

    def _by_summary(self, command: Command, voices: int) -> str:
        if self._says(command, failed=True):
            return FAILED if voices == 1 else UNKNOWN
        if self._says(command, failed=False) >= voices and not self._checked_nothing(command):
            return PASSED
        silent = command.runner is not None and command.runner.quiet and bool(_NO_OUTPUT.match(self._output.strip()))
        if silent and self._alone and self._passed_on and self._is_ok and not self._kept_elsewhere:
            return PASSED
        return UNKNOWN
