"""How two commands relate: the same work run another way, the whole after a part, looking up before running."""

from __future__ import annotations

import re
import shlex
from collections import Counter

from hardwon.capture.commands import NARROWING, USAGE_ERROR, Command
from hardwon.text.listed import listed

_WRAPPERS = listed(
    "php node python python3 ruby java sudo env docker poetry uv npx pnpm yarn bundle xvfb-run dotenv doas nice"
)
_HELP = re.compile(r"\A(\S+(?: \S+){0,3}?) (?:--help|-h|help|-\?|--usage)\Z|\Aman (\S+)\Z")
_LIST = re.compile(
    r"\A(?:just(?: --list| -l)|make help|npm run|pnpm run|yarn run|rake -T|task --list(?:-all)?|tox -l|nox -l|mage -l|"
    r"(?:grep|rg|cat|sed|head|less)\b.*\b(?:Makefile|justfile|Justfile|package\.json|Taskfile\.ya?ml|tox\.ini|"
    r"noxfile\.py|pyproject\.toml|"
    r"composer\.json|Rakefile|CONTRIBUTING\S*|README\S*)\b.*)\Z"
)
_HTTP = re.compile(r"(?:\AHTTP/\S+ |\A|\bstatus(?:_code)?[\"': =]+)([1-5]\d\d)\b(?!\.\d)", re.MULTILINE)
_GO_BY_FILE = listed("docker make kubectl helm just task rake")
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
_HTTP_PROGRAMS = listed("curl http https wget xh httpie")


def is_working_form(passed: Command, failed: Command, *, usage: bool) -> bool:
    """Whether a passing command is another way of running what failed, with nothing repaired in between.

    Args:
        passed, failed: the commands.
        usage: the failure was about how the command was called.
    """
    if passed.masked or failed.style:
        return False
    added = Counter(passed.flags) - Counter(failed.flags)
    if any(_narrows(flag, passed.program) for flag in added):
        return False
    if wraps(passed, failed):
        return True
    given, before = _assigned(passed), _assigned(failed)
    same_work = _holds(_without(passed.operands, given), _without(failed.operands, before), added.total())
    if passed.program == failed.program and same_work:
        more = bool(added) or bool({*passed.environment, *given} - {*failed.environment, *before})
        return more or passed.text.split()[0] != failed.text.split()[0]
    if passed.program == failed.program and usage and passed.purpose == failed.purpose:
        return passed.verb == failed.verb or not passed.targets
    same_purpose = bool(passed.purpose) and passed.purpose == failed.purpose
    return same_purpose and passed.task_runner and not passed.targets and (usage or not failed.task_runner)


def _narrows(flag: str, program: str) -> bool:
    """Whether a flag leaves out a part of the work; with some programs `-f` names the file to go by."""
    return bool(NARROWING.fullmatch(flag)) and not (flag == "-f" and program in _GO_BY_FILE)


def _assigned(command: Command) -> tuple[str, ...]:
    """What a task runner is given as NAME=VALUE behind its task: surroundings, no other work."""
    return tuple(word for word in command.operands if _ASSIGNED.match(word)) if command.task_runner else ()


def _without(words: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in others)


def wraps(passed: Command, failed: Command) -> bool:
    """Whether a command runs another one whole: `php -d memory_limit=1G vendor/bin/x` after `vendor/bin/x`."""
    outer, inner = passed.text.split(), failed.text.split()
    return (
        len(inner) < len(outer) <= len(inner) + 6
        and outer[-len(inner) :] == inner
        and "&&" not in passed.text
        and outer[0].rsplit("/", 1)[-1] in _WRAPPERS
    )


def covers(passed: Command, failed: Command) -> bool:
    """Whether a passing run includes the one that failed: the whole suite after one of its files."""
    return (
        passed.program == failed.program
        and bool(failed.targets)
        and not passed.targets
        and passed.verb in (failed.verb, "")
        and not any(NARROWING.fullmatch(flag) for flag in passed.flags)
    )


def looked_up(line: str) -> str:
    """What a command looks up: the program whose help it shows, "*" for a list of tasks, "" for neither."""
    line = re.sub(r"\s*(?:2>&1)?\s*\|.*\Z", "", line.strip())
    if match := _HELP.match(line):
        return match[1] or match[2]
    return "*" if _LIST.match(line) else ""


def http_status(command: Command, output: str) -> int:
    """The status that a call of an HTTP client printed, 0 when it printed none."""
    if command.program not in _HTTP_PROGRAMS or len(output) > 4000:
        return 0
    match = _HTTP.search(output)
    return int(match[1]) if match else 0


def added_to_call(passed: Command, failed: Command) -> str:
    """What a call of an HTTP client was given more than one that failed, as typed; "" for another address.

    The rest of such a call is often credentials.
    """
    before, after = _words(failed.text), _words(passed.text)
    more = list((Counter(after) - Counter(before)).elements())
    addresses = [word for word in after if "://" in word]
    if not more or len(addresses) != 1 or addresses[0] in more:
        return ""
    told = []
    for previous, word in zip(["", *after], after, strict=False):
        if word in more and word not in before:
            told += [previous, word] if previous.startswith("-") and not word.startswith("-") else [word]
    return shlex.join(told)


def address_of(command: Command) -> str:
    """The address that a call of an HTTP client goes to, without scheme and query."""
    return next((word.split("://")[1].split("?")[0] for word in _words(command.text) if "://" in word), "")


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def complains_of_usage(signature: str, output: str) -> bool:
    """Whether a failure is about how the command was called, not about what it worked on."""
    return bool(USAGE_ERROR.search(signature or output[:1500]))


def _holds(all_words: tuple[str, ...], words: tuple[str, ...], spare: int) -> bool:
    """Whether words stand in this order among others, of which there are no more than added flags may have."""
    rest = iter(all_words)
    return len(all_words) <= len(words) + spare and all(word in rest for word in words)
