"""Follows what a session's git commands did to its own edits: what was committed, put away, and taken back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hardwon.outcomes.evidence.gitcalls import GitCall
from hardwon.outcomes.evidence.pieces import Action

_COMMITS_MAX = 200
_EDITS_MAX = 2000
_BACK = re.compile(r"(?:HEAD|@)(?:~(\d+)|(\^+)|~)?\Z")
_HASH = re.compile(r"[0-9a-f]{7,40}\Z")
_LISTED = re.compile(r"^[*|\\/ ]*([0-9a-f]{7,40}) +(?:\([^)\n]*\) )?(?:HEAD@\{\d+\}: commit: )?(.+)$", re.MULTILINE)
_FULL = re.compile(r"^commit ([0-9a-f]{40})\b.*\n(?:\w+:.*\n)*\n +(.+)$", re.MULTILINE)
_ALONE = re.compile(r"\A\s*([0-9a-f]{7,40})\s*\Z")


@dataclass(slots=True)
class _Commit:
    keys: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    subject: str = ""
    branch: str = ""


class WorkTree:
    """The edits of a session that git may take back, by the keys of their actions."""

    def __init__(self) -> None:
        self._loose: dict[str, str] = {}
        self._stashed: list[dict[str, str]] = []
        self._commits: list[_Commit] = []
        self._pushed = 0
        self._branch = ""
        self._path_of: dict[str, str] = {}

    def edited(self, action: Action) -> None:
        """Note an edit, or a command that edits files by itself (its path is "")."""
        for known in (self._loose, self._path_of):
            known[action.key] = action.path
            while len(known) > _EDITS_MAX:
                del known[next(iter(known))]

    def follow(self, call: GitCall, output: str) -> set[str]:
        """Note what a git command did.

        Args:
            call: the command. output: what its line printed; it may name commits.

        Returns:
            the keys of the edits it took back.
        """
        notes: dict[str, Callable[[], None]] = {
            "push": self._note_push,
            "stash": self._put_away,
            "unstash": self._put_back,
            "branch": lambda: self._branched(call.target),
            "merge": lambda: self._merged(call.target),
        }
        if call.kind in ("commit", "listing"):
            if call.kind == "commit":
                self._committed(call)
            self._named(output)
        elif call.kind in notes:
            notes[call.kind]()
        else:
            return self._taken_back(call)
        return set()

    def _committed(self, call: GitCall) -> None:
        taken = {key for key, path in self._loose.items() if not call.files or is_among(path, call.files)}
        for key in taken:
            del self._loose[key]
        if call.amends and self._commits:
            self._commits[-1].keys |= taken
            self._commits[-1].ids |= {id[:7] for id in call.commits}
            self._commits[-1].subject = call.subject or self._commits[-1].subject
            return
        ids = {id[:7] for id in call.commits[-1:]}
        self._commits.append(_Commit(keys=taken, ids=ids, subject=call.subject, branch=self._branch))
        del self._commits[:-_COMMITS_MAX]

    def _note_push(self) -> None:
        self._pushed = len(self._commits)

    def _put_away(self) -> None:
        self._stashed.append(dict(self._loose))
        self._loose.clear()

    def _put_back(self) -> None:
        if self._stashed:
            self._loose.update(self._stashed.pop())

    def _branched(self, name: str) -> None:
        self._branch = name

    def _merged(self, name: str) -> None:
        """A merged branch's commits are on the other one too."""
        for commit in self._commits:
            if commit.branch == name:
                commit.branch = self._branch

    def _named(self, output: str) -> None:
        """Learn the ids of commits from what git listed."""
        for pattern in (_LISTED, _FULL):
            for match in pattern.finditer(output[:20_000]):
                for commit in reversed(self._commits):
                    if commit.subject and match[2].strip() == commit.subject:
                        commit.ids.add(match[1][:7])
                        break
        alone = _ALONE.match(output)
        if alone and self._commits:
            self._commits[-1].ids.add(alone[1][:7])

    def _taken_back(self, call: GitCall) -> set[str]:
        """The keys of the edits that a git command took back."""
        if call.kind == "dropped stash":
            return set(self._stashed.pop()) if self._stashed else set()
        if call.kind == "dropped branch":
            return {key for commit in self._commits if commit.branch == call.target for key in commit.keys}
        if call.kind == "undone commits":
            found = [commit for one in call.commits for commit in self._commit(one)]
            return {key for commit in found for key in commit.keys}
        keys = set(self._loose)
        keys |= {key for commit in self._since(call.target) for key in commit.keys}
        if call.files:
            keys = {key for key in keys if self._path_of.get(key) and is_among(self._path_of[key], call.files)}
        for key in keys:
            self._loose.pop(key, None)
        return keys

    def _commit(self, name: str) -> list[_Commit]:
        number = _steps_back(name)
        if number is not None:
            place = len(self._commits) - 1 - number
            return [self._commits[place]] if place >= 0 else []
        return [commit for commit in self._commits if name[:7] in commit.ids]

    def _since(self, target: str) -> list[_Commit]:
        """The session's commits that a return to a target leaves behind."""
        if not target:
            return []
        number = _steps_back(target)
        if number is not None:
            return self._commits[max(len(self._commits) - number, 0) :]
        if _HASH.match(target):
            place = next((n for n, commit in enumerate(self._commits) if target[:7] in commit.ids), -1)
            return self._commits[place + 1 :]
        return self._commits[self._pushed :]


def _steps_back(name: str) -> int | None:
    """How many commits before the last one a name like HEAD~2 means; None for other names."""
    match = _BACK.match(name)
    if match is None:
        return None
    return int(match[1]) if match[1] else (len(match[2]) if match[2] else int(name[-1] == "~"))


def is_among(path: str, files: Iterable[str]) -> bool:
    """Whether a path is one of these files, or below one of these folders."""
    return any(
        path == file
        or path.endswith("/" + file)
        or file.endswith("/" + path)
        or f"/{path}".find(f"/{file.rstrip('/')}/") >= 0
        for file in files
    )
