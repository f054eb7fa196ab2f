"""Git commands of a session: what they committed, and what they took back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardwon.outcomes.evidence.shell import Line, read_line

_COMMITTED = re.compile(r"^\[(?:[^\]\n]{1,120} )?([0-9a-f]{7,40})\] (.{0,200})$", re.MULTILINE)
_VALUES = frozenset(
    {"-C", "-c", "--git-dir", "--work-tree", "-m", "-F", "--source", "-s", "--author", "--date", "--message", "--file"}
)
_NOTHING_DONE = re.compile(r"nothing to commit|no changes added|\berror: pathspec|^error: |^fatal: ", re.MULTILINE)
_REVISION = re.compile(r"(?:HEAD|@)(?:[~^]\d*)*|[0-9a-f]{7,40}")
_LISTING = frozenset({"log", "show", "rev-parse", "reflog"})
_MESSAGE = re.compile(r"-[a-zA-Z]*m\Z|--message\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class GitCall:
    """What one git command did.

    Attributes:
        kind: commit; undone commits (by a commit that reverts them); restored (files, or all of them, as they were at
            the target); stash, unstash, dropped stash; push; listing (it may name commits); branch (another is worked
            on), merge, dropped branch.
        commits: ids it made, or commits it undid, as they were named.
        files: files it took in or restored; empty for all of them.
        target: the commit whose state was restored, "" for the last one; the branch.
        subject: of a commit. amends: it goes into the last commit.
    """

    kind: str
    commits: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    target: str = ""
    subject: str = ""
    amends: bool = False


def git_calls(line: str, output: str, *, is_ok: bool = True) -> list[GitCall]:
    """What the git commands of a shell line did.

    Squashing, rebasing and unstaging take nothing back.

    Args:
        line: what the shell was given. output: what it printed.
        is_ok: the line succeeded; of one that failed, only what git printed counts.
    """
    if "git" not in line:
        return []
    found: list[GitCall] = []
    added: list[str] | None = []
    for words in _git_words(read_line(line)):
        if words[0] == "add":
            added = None if added is None or _adds_all(words[1:]) else [*added, *_operands(words[1:])]
        call = _of(words, output, added)
        if call and (is_ok or _is_shown(call, output)):
            found.append(call)
    return found


def _is_shown(call: GitCall, output: str) -> bool:
    if call.kind == "commit":
        return bool(call.commits)
    return call.kind == "undone commits" and "] Revert " in output


def _git_words(parsed: Line) -> list[list[str]]:
    found = []
    for command in parsed.commands:
        words = list(command.words)
        if words[0] == "git":
            words = words[1:]
            while words and words[0].startswith("-"):
                words = words[2:] if words[0] in _VALUES else words[1:]
            found.append(words)
    return [words for words in found if words]


def _adds_all(rest: list[str]) -> bool:
    return bool({"-A", "--all", "-u", "--update", "."} & set(rest))


def _of(words: list[str], output: str, added: list[str] | None) -> GitCall | None:
    verb, rest = words[0], words[1:]
    if verb == "commit":
        return _commit(rest, output, added)
    if verb == "revert" and not {"--abort", "--quit", "--continue", "--skip"} & set(rest):
        commits = tuple(word for word in _operands(rest) if _REVISION.fullmatch(word))
        return GitCall(kind="undone commits", commits=commits) if commits else None
    if verb == "reset" and "--hard" in rest:
        return GitCall(kind="restored", target=next(iter(_operands(rest)), ""))
    if verb == "checkout" and "--" in rest:
        return _checkout(rest)
    if verb == "restore" and ("--staged" not in rest or "--worktree" in rest) and "-S" not in rest:
        return GitCall(kind="restored", files=_files(_operands(rest)), target=_source(rest))
    if verb == "stash":
        return _stash(next(iter(_operands(rest)), "push"))
    names = [word for word in rest if not word.startswith("-")]
    if verb in ("switch", "checkout") and names and "--" not in rest:
        restored = _checkout(rest) if verb == "checkout" else None
        return restored or GitCall(kind="branch", target=names[0])
    if verb == "merge" and names:
        return GitCall(kind="merge", target=names[0])
    if verb == "branch" and {"-D", "-d", "--delete"} & set(rest) and names:
        return GitCall(kind="dropped branch", target=names[0])
    if verb == "push":
        return GitCall(kind="push")
    return GitCall(kind="listing") if verb in _LISTING else None


def _commit(rest: list[str], output: str, added: list[str] | None) -> GitCall | None:
    if "--dry-run" in rest or _NOTHING_DONE.search(output):
        return None
    message = next((rest[n + 1] for n, word in enumerate(rest[:-1]) if _MESSAGE.match(word)), "")
    lines = [one.strip() for one in message.split("\n") if one.strip() and not one.strip().startswith("$(cat")]
    takes_all = added is None or any(re.fullmatch(r"-[b-z]*a[a-z]*|--all", word) for word in rest)
    return GitCall(
        kind="commit",
        commits=tuple(match[1] for match in _COMMITTED.finditer(output)),
        files=() if takes_all or not added else _files(added),
        subject=lines[0] if lines else "",
        amends="--amend" in rest,
    )


def _stash(verb: str) -> GitCall | None:
    kinds = {"push": "stash", "save": "stash", "pop": "unstash", "apply": "unstash", "drop": "dropped stash",
             "clear": "dropped stash"}  # fmt: skip
    return GitCall(kind=kinds[verb]) if verb in kinds else None


def _checkout(rest: list[str]) -> GitCall | None:
    if {"-b", "-B", "--orphan", "-t", "--track", "--detach"} & set(rest):
        return None
    if "--" in rest:
        place = rest.index("--")
        target = next(iter(_operands(rest[:place])), "")
        return GitCall(kind="restored", files=_files(rest[place + 1 :]), target=target)
    operands = _operands(rest)
    # `git checkout feature/x` is a branch; a file has an ending.
    certain = [word for word in operands if word == "." or re.search(r"\.\w{1,5}\Z", word)]
    target = operands[0] if certain and operands[0] not in certain else ""
    return GitCall(kind="restored", files=_files(certain), target=target) if certain else None


def _source(rest: list[str]) -> str:
    for number, word in enumerate(rest):
        if word in ("-s", "--source") and number + 1 < len(rest):
            return rest[number + 1]
        if word.startswith("--source="):
            return word.partition("=")[2]
    return ""


def _operands(words: list[str]) -> list[str]:
    kept, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word in _VALUES:
            skip = True
        elif not word.startswith("-"):
            kept.append(word)
    return kept


def _files(words: list[str]) -> tuple[str, ...]:
    return () if "." in words else tuple(word.removeprefix("./") for word in words)
