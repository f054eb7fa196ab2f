"""Git commands of a session: what they committed, and what they took back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardwon.outcomes.evidence.shell import Line, read_line

_COMMITTED = re.compile(r"^\[(?:[^\]\n]{1,120} )?([0-9a-f]{7,40})\] (.{0,200})$", re.MULTILINE)
_VALUES = frozenset({"-C", "-c", "--git-dir", "--work-tree", "-m", "-F", "--source", "-s", "--author", "--date"})
_NOTHING_DONE = re.compile(r"nothing to commit|no changes added|\berror: pathspec|^error: |^fatal: ", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class GitCall:
    """What one git command did.

    Attributes:
        kind: commit or revert.
        commits: ids it made, or took back; empty for the last one.
        files: files it took back; empty for all of them.
    """

    kind: str
    commits: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def git_calls(line: str, output: str) -> list[GitCall]:
    """The commits and reverts of a shell line that succeeded.

    Amending, squashing, rebasing and unstaging take nothing back.

    Args:
        line: what the shell was given. output: what it printed.
    """
    if "git" not in line:
        return []
    found: list[GitCall] = []
    for words in _git_words(read_line(line)):
        call = _of(words, output)
        if call:
            found.append(call)
    return found


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


def _of(words: list[str], output: str) -> GitCall | None:
    verb, rest = words[0], words[1:]
    if verb == "commit" and "--dry-run" not in rest and not _NOTHING_DONE.search(output):
        return GitCall(kind="commit", commits=tuple(match[1] for match in _COMMITTED.finditer(output)))
    if verb == "revert" and not {"--abort", "--quit", "--continue", "--skip"} & set(rest):
        commits = tuple(word for word in _operands(rest) if re.fullmatch(r"[0-9a-f]{7,40}", word))
        return GitCall(kind="revert", commits=commits)
    if verb == "reset" and "--hard" in rest:
        return GitCall(kind="revert")
    if verb == "checkout":
        return _checkout(rest)
    if verb == "restore" and ("--staged" not in rest or "--worktree" in rest) and "-S" not in rest:
        return GitCall(kind="revert", files=_files(_operands(rest)))
    return None


def _checkout(rest: list[str]) -> GitCall | None:
    if {"-b", "-B", "--orphan", "-t", "--track", "--detach"} & set(rest):
        return None
    if "--" in rest:
        return GitCall(kind="revert", files=_files(rest[rest.index("--") + 1 :]))
    operands = _operands(rest)
    paths = [word for word in operands if word == "." or re.search(r"/|\.\w{1,5}\Z", word)]
    # `git checkout feature/x` is a branch; a file has an ending.
    certain = [word for word in paths if word == "." or re.search(r"\.\w{1,5}\Z", word)]
    return GitCall(kind="revert", files=_files(certain)) if certain else None


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
