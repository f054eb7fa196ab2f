"""Takes away what stands before a program without changing what its status means: `time`, `uv run`, `docker exec`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hardwon.text.listed import listed

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_PYTHON = re.compile(r"(?:python|pypy)[\d.]*|py")
_SHELLS = listed("sh bash zsh dash ksh fish ash")
_INTERPRETERS = listed("node php ruby perl deno bun ts-node tsx")
_BIN = re.compile(r"(?:\A|/)(?:\.bin|vendor/bin|node_modules/[\w@/-]+/bin|\.venv/bin|venv/bin|env/bin)/")
_ROUNDS_MAX = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class _Wrapper:
    """How much of a command line belongs to a wrapper.

    Attributes:
        verbs: one of these words follows it (`uv run`); "" where none needs to.
        values: its options that take a value of their own.
        operands: plain words of its own before the command.
        shell: options whose value is a whole shell line.
    """

    verbs: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    operands: int = 0
    shell: frozenset[str] = frozenset()


def _wrapper(verbs: str = "", values: str = "", operands: int = 0, shell: str = "") -> _Wrapper:
    return _Wrapper(
        verbs=frozenset(verbs.split()),
        values=frozenset(values.split()),
        operands=operands,
        shell=frozenset(shell.split()),
    )


_WRAPPERS: dict[str, _Wrapper] = {
    **dict.fromkeys(
        ("nohup", "command", "builtin", "exec", "setsid", "unbuffer", "chronic", "winpty", "noglob"), _wrapper()
    ),
    "time": _wrapper(values="-f -o --format --output"),
    "nice": _wrapper(values="-n --adjustment"),
    "ionice": _wrapper(values="-c -n -p"),
    "stdbuf": _wrapper(values="-i -o -e"),
    "taskset": _wrapper(operands=1),
    "timeout": _wrapper(values="-k -s --kill-after --signal", operands=1),
    "gtimeout": _wrapper(values="-k -s --kill-after --signal", operands=1),
    "caffeinate": _wrapper(values="-t -w"),
    "env": _wrapper(values="-u -C --unset --chdir"),
    "sudo": _wrapper(values="-u -g -p -C -h --user --group"),
    "doas": _wrapper(values="-u"),
    "su": _wrapper(operands=1, shell="-c --command"),
    "xvfb-run": _wrapper(values="-s -n -e -f -p -w --server-args --server-num --error-file --auth-file"),
    "script": _wrapper(shell="-c --command"),
    "dotenv": _wrapper(verbs=" run", values="-e -f -c -p"),
    "dotenvx": _wrapper(verbs="run", values="-f -e"),
    "env-cmd": _wrapper(values="-f -e -r"),
    "cross-env": _wrapper(),
    "doppler": _wrapper(verbs="run", values="-p -c --project --config", shell="--command"),
    "op": _wrapper(verbs="run", values="--env-file"),
    "infisical": _wrapper(verbs="run", values="--env --path"),
    "aws-vault": _wrapper(verbs="exec", operands=1),
    "direnv": _wrapper(verbs="exec", operands=1),
    "mise": _wrapper(verbs="exec x", values="-C"),
    "asdf": _wrapper(verbs="exec"),
    "devbox": _wrapper(verbs="run"),
    "nix": _wrapper(verbs="develop shell", operands=0, shell="-c --command"),
    "nix-shell": _wrapper(values="-p", shell="--run --command"),
    "flox": _wrapper(verbs="activate"),
    **dict.fromkeys(("conda", "mamba", "micromamba"), _wrapper(verbs="run", values="-n -p --name --prefix --cwd")),
    "pixi": _wrapper(verbs="run", values="-e --environment --manifest-path"),
    "uv": _wrapper(
        verbs="run tool",
        values="--with --extra --group -p --python --env-file --project --directory --package --with-requirements "
        "--with-editable --index --index-url --no-group --only-group --from -w --no-extra --cache-dir --config-file",
    ),
    "uvx": _wrapper(values="--from --with -p --python"),
    "pipx": _wrapper(verbs="run", values="--spec"),
    "poetry": _wrapper(verbs="run", values="-C -P --directory --project"),
    "pipenv": _wrapper(verbs="run"),
    "pdm": _wrapper(verbs="run", values="-p --project"),
    "hatch": _wrapper(verbs="run test", values="-e --env -p"),
    "rye": _wrapper(verbs="run"),
    "bundle": _wrapper(verbs="exec"),
    "bundler": _wrapper(verbs="exec"),
    "rbenv": _wrapper(verbs="exec"),
    "pyenv": _wrapper(verbs="exec"),
    "spring": _wrapper(),
    "npx": _wrapper(values="-p --package", shell="-c --call"),
    "pnpx": _wrapper(),
    "bunx": _wrapper(),
    "npm": _wrapper(verbs="exec x", values="-w --workspace --package -p"),
    "pnpm": _wrapper(verbs="exec dlx", values="--filter -F -C --dir --workspace-concurrency"),
    "yarn": _wrapper(verbs="exec dlx node", values="--cwd"),
    "corepack": _wrapper(),
    "coverage": _wrapper(verbs="run", values="--source --rcfile --omit --include --data-file --context --concurrency"),
    "dotnet": _wrapper(verbs="tool"),
    "rlwrap": _wrapper(),
    "strace": _wrapper(values="-o -e -s -p"),
    "retry": _wrapper(values="-t -d"),
}

# Programs that run a command somewhere else: what of the line is theirs varies too much, so the first word that
# could be a program of ours begins the command.
_ELSEWHERE = {
    "docker": listed("exec run compose"),
    "podman": listed("exec run compose"),
    "nerdctl": listed("exec run compose"),
    "docker-compose": listed("exec run"),
    "podman-compose": listed("exec run"),
    "kubectl": frozenset({"exec"}),
    "oc": frozenset({"exec"}),
    "lando": listed("ssh exec"),
    "ddev": frozenset({"exec"}),
    "heroku": frozenset({"run"}),
    "vagrant": frozenset({"ssh"}),
    "ssh": frozenset[str](),
    "sail": frozenset[str](),
    "limactl": frozenset({"shell"}),
}
_ELSEWHERE_VALUES = listed("""
    -e --env -u --user -w --workdir -v --volume -p --publish --name --network --entrypoint -f --file --profile
    --env-file -n --namespace -c --container -i -l -o --mount --project-name --platform --project-directory
    --context --index
""")


@dataclass(slots=True)
class Unwrapped:
    """What was left of a command line.

    Attributes:
        words: the program, by its bare name, and its arguments.
        environment: assignments met on the way.
        inner: a shell line to be read in its place, "" for none; shell_options: of the shell that reads it.
    """

    words: list[str]
    environment: list[str] = field(default_factory=list)
    inner: str = ""
    shell_options: tuple[str, ...] = ()


def unwrap(words: list[str]) -> Unwrapped:
    """Take wrappers away.

    Args:
        words: a simple command without assignments and redirections.
    """
    found = Unwrapped(list(words))
    for _ in range(_ROUNDS_MAX):
        _strip_assignments(found)
        if not found.words:
            break
        name = _bare(found.words[0])
        if name in _SHELLS and _shell(found):
            break
        if not (_python(found, name) or _interpreted(found, name) or _wrapped(found, name) or _elsewhere(found, name)):
            break
        if found.inner:
            break
    if found.words:
        found.words[0] = _bare(found.words[0])
    return found


def _bare(program: str) -> str:
    name = program.replace("\\", "/").rsplit("/", 1)[-1]
    for ending in (".exe", ".cmd", ".bat"):
        name = name.removesuffix(ending)
    return name or program


def _strip_assignments(found: Unwrapped) -> None:
    while found.words and _ASSIGNMENT.match(found.words[0]):
        found.environment.append(found.words.pop(0))


def _shell(found: Unwrapped) -> bool:
    """`bash -lc '…'`; a script given by name is a program of its own."""
    options: list[str] = []
    words = found.words[1:]
    while words and words[0][:1] in "-+" and words[0]:
        options.append(words[0])
        short = words[0].startswith("-") and not words[0].startswith("--")
        if short and "c" in words[0][1:] and len(words) > 1:
            found.inner, found.shell_options = words[1], tuple(options)
            return True
        if short and words[0].endswith("o") and len(words) > 1:
            options.append(words[1])
            words = words[1:]
        words = words[1:]
    if words:
        found.words = words
    return True


def _python(found: Unwrapped, name: str) -> bool:
    if not _PYTHON.fullmatch(name):
        return False
    words = found.words[1:]
    while words and words[0].startswith("-"):
        if words[0] in ("-m",) and len(words) > 1:
            found.words = words[1:]
            return True
        if words[0] == "-c":
            return False
        words = words[2:] if words[0] in ("-W", "-X") else words[1:]
    if words and (_BIN.search(words[0]) or words[0].endswith((".py", ".pyz"))):
        found.words = words
        return True
    return False


def _interpreted(found: Unwrapped, name: str) -> bool:
    """`node node_modules/.bin/jest`, `php vendor/bin/phpunit`: the script is the program."""
    if name not in _INTERPRETERS:
        return False
    words = found.words[1:]
    while words and words[0].startswith("-") and words[0] not in ("--test", "-e", "-c", "-r", "--check"):
        words = words[1:]
    if words and not words[0].startswith("-") and (_BIN.search(words[0]) or _bare(words[0]) in ("artisan", "pest")):
        found.words = words
        return True
    return False


def _wrapped(found: Unwrapped, name: str) -> bool:
    wrapper = _WRAPPERS.get(name)
    if wrapper is None:
        return False
    words = _options(found, found.words[1:], wrapper)
    if wrapper.verbs and not found.inner:
        if not words or words[0] not in wrapper.verbs:
            return False
        verb, words = words[0], words[1:]
        if name in ("uv", "dotnet") and verb == "tool":
            if words[:1] != ["run"]:
                return False
            words = words[1:]
        if name == "hatch":
            return _hatch(found, verb, words, wrapper)
        words = _options(found, words, wrapper)
        if words[:1] == ["-m"]:
            words = ["python", *words]
    if found.inner:
        return True
    words = words[wrapper.operands :]
    if words[:1] == ["--"]:
        words = words[1:]
    if not words:
        return False
    found.words = words
    return True


def _options(found: Unwrapped, words: list[str], wrapper: _Wrapper) -> list[str]:
    """What follows a wrapper's options; a shell line among them is noted."""
    while words and words[0].startswith("-") and words[0] != "--" and words[0] != "-m":
        if words[0] in wrapper.shell and len(words) > 1:
            found.inner = " ".join(words[1:]) if words[0] == "-c" and len(words) > 2 else words[1]
            return words
        words = words[2:] if words[0] in wrapper.values else words[1:]
    if words[:1] == ["--"]:
        words = words[1:]
    while words and _ASSIGNMENT.match(words[0]):
        found.environment.append(words[0])
        words = words[1:]
    # `nix develop .#ci -c make`: the line comes after operands.
    for index, word in enumerate(words[:4]):
        if word in wrapper.shell and len(words) > index + 1:
            found.inner = " ".join(words[index + 1 :])
            return words
    return words


def _hatch(found: Unwrapped, verb: str, words: list[str], wrapper: _Wrapper) -> bool:
    words = _options(found, words, wrapper)
    if verb == "test":
        found.words = ["pytest", *words]
        return True
    if not words:
        return False
    environment, _, command = words[0].rpartition(":")
    found.words = [command if environment and command else words[0], *words[1:]]
    return True


def _elsewhere(found: Unwrapped, name: str) -> bool:
    verbs = _ELSEWHERE.get(name)
    if verbs is None:
        return False
    words = found.words[1:]
    if verbs:
        place = next((index for index, word in enumerate(words[:6]) if word in verbs), None)
        if place is None:
            return False
        words = words[place + 1 :]
        if found.words[place + 1] == "compose":
            inner = next((index for index, word in enumerate(words[:8]) if word in ("exec", "run")), None)
            if inner is None:
                return False
            words = words[inner + 1 :]
    words = _after_place(words)
    if not words:
        return False
    if len(words) == 1 and " " in words[0]:
        found.inner = words[0]
        return True
    found.words = words
    return True


def _after_place(words: list[str]) -> list[str]:
    """What stands after the options and the name of the container, host or service."""
    while words and words[0].startswith("-") and words[0] != "--":
        words = words[2:] if words[0] in _ELSEWHERE_VALUES else words[1:]
    words = words[1:] if words[:1] != ["--"] else words
    while words and words[0].startswith("-") and words[0] != "--":
        words = words[2:] if words[0] in _ELSEWHERE_VALUES else words[1:]
    return words[1:] if words[:1] == ["--"] else words
