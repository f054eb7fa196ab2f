"""What a simple command is for, and when two of them are the same check met again."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardwon.outcomes.evidence.runner import Runner
from hardwon.outcomes.evidence.runners import TABLE, TASK_KINDS, TASK_RUNNERS
from hardwon.outcomes.evidence.shell import Simple
from hardwon.text.listed import listed

_FAMILIES = {"python3": "python", "py.test": "pytest", "yarn": "npm", "pnpm": "npm", "bun": "npm", "gradlew": "gradle",
             "mvnw": "mvn", "gmake": "make", "pip3": "pip", "docker-compose": "docker", "nodejs": "node"}  # fmt: skip

# Looking around, moving files: whether these succeed says nothing of the work.
_TRIVIAL = listed("""
    ls cat grep egrep fgrep rg ag find fd head tail sed awk cd pwd echo printf which whereis type test [ [[ wc diff cmp
    file stat du df tree less more sort uniq cut tr jq yq env printenv whoami hostname date history man touch mkdir
    rmdir rm cp mv ln chmod chown tee true false sleep kill pkill pgrep killall ps top lsof ping nslookup dig read mem
    hardwon claude code vim nano open bat eza basename dirname realpath readlink xxd hexdump md5sum sha256sum source .
    export set unset : xargs wait jobs trap seq yes column nl fold tput clear exit return pushd popd ulimit umask
    alias local declare
""")
_LOOKING = listed("""
    ls cat grep egrep fgrep rg ag find fd head tail cd pwd echo printf which whereis type test [ [[ wc diff
    cmp file stat du df tree less more sort uniq cut tr jq yq env printenv whoami hostname date history true
    false sleep ps top lsof ping nslookup dig read bat eza basename dirname realpath readlink xxd hexdump
    md5sum sha256sum : wait jobs seq yes column nl fold tput clear exit return pushd popd mem hardwon claude
    man awk sed
""")
_LOOKING_GIT = listed("""
    status log diff show branch blame grep reflog remote fetch rev-parse ls-files describe shortlog ls-tree cat-file
""")
_TRIVIAL_GIT = listed("""
    status log diff show branch add checkout switch stash blame grep reflog remote fetch config rev-parse ls-files
    restore reset revert commit merge rebase cherry-pick tag clean rm mv describe shortlog ls-tree cat-file init clone
    pull push worktree
""")
_INTERPRETERS = listed("python node ruby perl php deno")
_QUIET = re.compile(
    r"-[qsvw]{1,4}|-vv+|--(?:quiet|verbose|silent|no-colou?r|color|colour|no-progress|no-header|showlocals|no-cov|ci|"
    r"no-summary|nocapture|runInBand|forceExit|detectOpenHandles|no-cache|pretty|verbosity|reporter|reporters|tb|"
    r"durations|output|format|formatter|cov|cov-report|cov-append|coverage|maxWorkers|workers|threads|jobs|parallel|"
    r"numprocesses|no-fail-fast|no-capture|no-watch|watchAll=false|passWithNoTests|fix|error-exitcode|"
    r"output-on-failure|"
    r"no-daemon|console|stacktrace|info|batch-mode|no-transfer-progress|nologo|rerun-fails|timeout|locked|offline|"
    r"frozen|no-sync|show-error-codes|no-error-summary|junitxml|bail|exitfirst|maxfail|strict-markers|failfast|"
    r"no-restore|no-build|retry|retries|reruns?|keep-going|progress|stats|no-bail|noEmit|colors)(?:=\S*)?|-r[a-zA-Z]+|-[nj]\d*|-count=\d+|"
    r"-race|-x|-B|-ntp|-i|-p|-W\S*|-p:\S+|-D\S+"
)
_QUIET_VALUES = listed("""
    -n -j --maxfail --workers --jobs --threads --numprocesses --timeout --reporter --format -c --config --rootdir
    --configuration -p --project --tsconfig --tb --durations --color --verbosity -W --log-level --junitxml --cov -o
    --output --test-threads --retries --max-warnings --ext
""")
_NARROWING = listed("""
    -k -t -g -m --grep --filter --tests --testNamePattern --test-name-pattern -run --run --lf --ff --last-failed
    --failed-first --sw --stepwise --nf --onlyChanged -o --onlyFailures --changed --related -e --example --only
    --only-failures -R --tests-regex --rerun-failed --testPathPattern --fail-fast --since --deselect --ignore
    --exclude --skip --testsuite --group --include --label-exp -L --name --title -E --filter-expr --only-changed
""")
_RERUNS = listed("--lf --last-failed --only-failures --onlyFailures --rerun-failed --sw --stepwise --ff --failed-first")
_ENVIRONMENT_NOISE = re.compile(
    r"(?:CI|NO_COLOR|FORCE_COLOR|TERM|COLUMNS|LANG|LC_ALL|PYTHONUNBUFFERED|NODE_NO_WARNINGS|RUST_BACKTRACE)="
)
_TASK_OPTIONS = listed("-C --directory -f --file --prefix -w --workspace --filter -F --cwd --dir -j -p --project")
_STARTED_BY_MANAGERS = listed("turbo nx lerna moon rush lage gulp grunt")
_VERBS = listed("test tests spec specs lint check build verify validate typecheck e2e ci bench")
_SCRIPT = re.compile(r"\.(?:sh|py|js|mjs|cjs|ts|rb|pl|php|bash|zsh|ps1|bat|cmd)\Z")
_TEXT_MAX = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """One command of a line, understood.

    Attributes:
        text: as typed, one line.
        runner: the program that checks, None for a task or anything else.
        kind: test, types, lint, build, check; "command" for what only does something; "" for what says nothing.
        program, task: "pytest", ""; "npm", "lint".
        targets: what it is run on.
        key: the same for the same check, however its output is shortened.
        suite: the key of the same check on everything.
        narrowed: it checks a part only. reruns: that part is what failed last.
        words: the program and its arguments.
    """

    text: str
    runner: Runner | None
    kind: str
    program: str
    task: str
    targets: tuple[str, ...]
    key: str
    suite: str
    narrowed: bool
    reruns: bool
    words: tuple[str, ...]

    @property
    def only_looks(self) -> bool:
        """Whether it changes nothing; unless its output goes into a file, which only the whole line tells."""
        if self.runner is not None and not self.kind:
            return True  # it was only asked for its version, or for a list of its tests
        if self.words[0] == "git":
            return next((word for word in self.words[1:] if not word.startswith("-")), "") in _LOOKING_GIT
        return self.words[0] in _LOOKING and not (self.words[0] == "sed" and "-i" in self.words)

    @property
    def checks(self) -> bool:
        """Whether it is a test, a linter, a type checker or a build."""
        return self.kind not in ("", "command")

    @property
    def name(self) -> str:
        """The check as a person calls it."""
        return self.runner.name if self.runner else " ".join(filter(None, (self.words[0], self.task)))


def _by_program() -> dict[str, tuple[Runner, ...]]:
    found: dict[str, list[Runner]] = {}
    for row in TABLE:
        for program in row.programs:
            found.setdefault(program, []).append(row)
    return {program: tuple(rows) for program, rows in found.items()}


_RUNNERS = _by_program()


def understand(simple: Simple) -> Command:
    """Say what a simple command is for."""
    words = _without_toolchain(simple.words)
    runner = _runner_of(words)
    if runner is None and words[0] in ("npm", "yarn", "pnpm", "bun"):
        inner = _direct_program(words)
        if inner:
            words, runner = inner, _runner_of(inner)
    task = "" if runner else _task_of(words)
    kind = _kind_of(words, runner, task)
    if runner and (runner.idle & set(words[1:]) or _prints_only(words)):
        kind = ""
    flags, targets, narrowed, reruns = _arguments(words, runner, task)
    family = _FAMILIES.get(words[0], words[0])
    verb = words[1] if runner and runner.verbs and len(words) > 1 and words[1] in runner.verbs else task
    kept = sorted(value for value in simple.environment if not _ENVIRONMENT_NOISE.match(value))
    head = " ".join(filter(None, [simple.folder and f"in {simple.folder}", *kept, family, verb, *sorted(flags)]))
    return Command(
        text=simple.text[:_TEXT_MAX],
        runner=runner,
        kind=kind,
        program=family,
        task=verb,
        targets=targets,
        key=" ".join([head, *targets]),
        suite=head,
        narrowed=narrowed,
        reruns=reruns,
        words=tuple(words),
    )


def _without_toolchain(words: tuple[str, ...]) -> tuple[str, ...]:
    """`cargo +nightly test`: the toolchain is no verb."""
    return words[:1] + words[2:] if len(words) > 2 and words[0] == "cargo" and words[1].startswith("+") else words


def _runner_of(words: tuple[str, ...]) -> Runner | None:
    operand = next((word for word in words[1:] if not word.startswith("-")), "")
    for runner in _RUNNERS.get(words[0], ()):
        if not runner.verbs or operand in runner.verbs or (len(words) > 1 and words[1] in runner.verbs):
            return runner
        if any(verb.startswith("-") and verb in words for verb in runner.verbs):
            return runner
    return None


def _direct_program(words: tuple[str, ...]) -> tuple[str, ...]:
    """`yarn jest`, `pnpm --filter web vitest run`: the program a package manager starts."""
    rest = list(words[1:])
    while rest and rest[0].startswith("-"):
        rest = rest[2:] if rest[0] in _TASK_OPTIONS else rest[1:]
    if rest[:1] == ["workspace"]:
        rest = rest[2:]
    if rest[:1] in (["run"], ["exec"], ["--"]):
        return ()
    known = bool(rest) and (rest[0] in _RUNNERS or rest[0] in _STARTED_BY_MANAGERS)
    return tuple(rest) if known and rest[0] not in ("node", "standard", "m") else ()


def _task_of(words: tuple[str, ...]) -> str:
    """The task a task runner is asked for, "" for none."""
    name, rest = words[0], list(words[1:])
    if name not in TASK_RUNNERS:
        return ""
    names: list[str] = []
    while rest:
        word = rest.pop(0)
        if word == "--":
            break
        if word in _TASK_OPTIONS:
            rest = rest[1:]
        elif (
            not word.startswith("-") and "=" not in word and word not in ("run", "run-script", "workspaces", "foreach")
        ):
            if word == "workspace":
                rest = rest[1:]
                continue
            names.append(word)
            if name in ("npm", "yarn", "pnpm", "bun", "nx", "composer", "invoke", "inv"):
                break
    return " ".join(names)


def _kind_of(words: tuple[str, ...], runner: Runner | None, task: str) -> str:
    if runner:
        return runner.kind
    if words[0] in TASK_RUNNERS:
        if words[0] in ("make", "gmake", "ninja") and not task:
            return "build"
        if task in ("ci", "install", "i", "add", "audit fix"):
            return "command"  # `npm ci` installs
        return _by_name(task) or "command"
    if words[0] in _TRIVIAL or words[0].startswith("$"):
        return ""
    operand = next((word for word in words[1:3] if not word.startswith("-") and word != "task"), "")
    if operand in _VERBS and words[0] not in ("git", "docker", "podman", "kubectl", "apt", "brew", "pip", "systemctl"):
        return _by_name(operand)
    if words[0] == "git":
        verb = next((word for word in words[1:] if not word.startswith("-")), "")
        return "" if verb in _TRIVIAL_GIT else "command"
    program = _FAMILIES.get(words[0], words[0])
    if program in _INTERPRETERS and len(words) > 1 and words[1] in ("-c", "-e", "-r", "-p"):
        return ""
    if _SCRIPT.search(words[0]):
        return _by_name(_SCRIPT.sub("", words[0])) or "command"
    if program in _INTERPRETERS:
        script = next((word for word in words[1:] if not word.startswith("-")), "")
        return _by_name(_SCRIPT.sub("", script.rsplit("/", 1)[-1])) or "command" if script else ""
    return "command"


def _by_name(name: str) -> str:
    for word in name.split():
        for kind, cue in TASK_KINDS:
            if cue.search(word):
                return kind
    return ""


def _prints_only(words: tuple[str, ...]) -> bool:
    return bool({"--version", "--help", "-h", "-V", "--dry-run"} & set(words[1:4]))


def _arguments(
    words: tuple[str, ...], runner: Runner | None, task: str
) -> tuple[list[str], tuple[str, ...], bool, bool]:
    """Significant flags, targets, whether a part is chosen, and whether it is what failed last."""
    flags: list[str] = []
    targets: list[str] = []
    narrowed = reruns = False
    rest = list(words[1:])
    skip = set(task.split()) | {"run", "run-script", "--"} if task else set(runner.verbs if runner else ())
    while rest:
        word = rest.pop(0)
        name = word.partition("=")[0]
        if word in skip:
            skip.discard(word)
        elif name in _NARROWING and runner is not None and not (word == "-m" and runner.name == "Maven"):
            narrowed, reruns = True, reruns or name in _RERUNS
            if "=" not in word and rest and not rest[0].startswith("-") and name not in _RERUNS:
                targets.append(f"{name} {rest.pop(0)}")
            elif name not in _RERUNS:
                targets.append(word)
        elif word in _QUIET_VALUES and rest and not rest[0].startswith("-"):
            rest.pop(0)
        elif word.startswith("-"):
            if not _QUIET.fullmatch(word) and word != "--":
                flags.append(word)
        elif not word.isdigit():
            targets.append(word.removeprefix("./").rstrip("/") or ".")
    everything = ("..", ".", "...", "src", "tests", "test")
    parts = [target for target in targets if target not in everything[:3]]
    return flags, tuple(parts), narrowed, reruns
