"""What became of a session's edits in git: kept by a commit, reverted, or reset away. Read only.

What counts is the text: a commit brought an edit in when its file holds the written lines and its parent's does not. So
an amended, squashed, rebased or cherry-picked commit keeps an edit as well as the first one did.

git runs what a repository configures; so every call here turns that off, and takes no locks.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from hardwon.outcomes.evidence.pieces import FAILED, WORKED, Attempt, Evidence, key_of

SETTLED_MS = 0
"""How old a commit must be before it counts as kept, in milliseconds."""

_COMMITS_MAX = 5_000
_FILES_MAX = 8  # of one attempt
_LINES_MAX = 120
_LOOKED_AT_MAX = 12  # commits of one file after an edit
_BLOB_MAX = 1 << 20
_SLACK_MS = 120_000
_SINCE_LEAST = 100_000_000  # seconds; git takes a smaller number for something else
_SHARE = 0.6
_SAFE = (
    "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false", "-c", "core.pager=cat",
    "-c", "log.follow=false", "-c", "core.attributesFile=/dev/null", "-c", "protocol.allow=never", "--no-pager",
)  # fmt: skip
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C",
}  # fmt: skip
_REVERTS = re.compile(r"\bThis reverts commit ([0-9a-f]{7,40})\b")
_TIMEOUT_S = 30


@dataclass(slots=True)
class _Commit:
    id: str
    parent: str
    authored_ms: int
    message: str
    files: list[str] = field(default_factory=list)
    is_reachable: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Fates:
    """What git tells of attempts.

    Attributes:
        evidence: by the attempt's key. notes: one line where git could not be asked.
    """

    evidence: dict[str, Evidence]
    notes: tuple[str, ...] = ()


def fates(root: str, attempts: Sequence[Attempt], *, now_ms: int, settled_ms: int = SETTLED_MS) -> Fates:
    """Say which attempts' edits a commit keeps, and which were reverted or reset away.

    Args:
        root: the repository's top folder.
        attempts: with the edits that were made.
        now_ms: the time it is asked at. settled_ms: a commit younger than this is not yet kept.

    Returns:
        one piece of evidence at most for each attempt; none for what was never committed.
    """
    wanted = [attempt for attempt in attempts if any(_lines_of(attempt))]
    if not wanted or not Path(root).is_dir():
        return Fates(evidence={})
    since_ms = min(attempt.started_at for attempt in wanted)
    try:
        history = _History(root, since_ms)
        found = {attempt.key: history.fate(attempt, now_ms, settled_ms) for attempt in wanted}
    except Exception as error:
        if not is_of_git(error):
            raise
        return Fates(evidence={}, notes=(f"git could not be asked in {root}: {type(error).__name__}",))
    return Fates(evidence={key: piece for key, piece in found.items() if piece is not None})


@dataclass(frozen=True, kw_only=True, slots=True)
class Commit:
    """A commit as its message and its paths tell it.

    Attributes:
        id, message, files, at_ms: its own. is_kept: a branch or tag holds it and no revert took it back.
    """

    id: str
    message: str
    files: tuple[str, ...]
    at_ms: int
    is_kept: bool


def commits(root: str, since_ms: int = 0) -> tuple[list[Commit], str]:
    """The commits of a repository since a time, the latest first, and a line where git could not be asked.

    Args:
        root: its top folder; one without git has none.
        since_ms: in milliseconds.
    """
    if not Path(root, ".git").exists():
        return [], ""
    try:
        history = _History(root, since_ms)
    except Exception as error:
        if not is_of_git(error):
            raise
        return [], f"git could not be asked in {root}: {type(error).__name__}"
    return history.told(), ""


def is_of_git(error: Exception) -> bool:
    """Whether an error says that git is missing, refuses the folder, or printed what nobody expected."""
    return isinstance(error, ImportError | OSError | ValueError) or type(error).__module__.startswith("git.")


def _lines_of(attempt: Attempt) -> dict[str, set[str]]:
    """The lines an attempt wrote, by file; only those that say something."""
    lines: dict[str, set[str]] = {}
    for action in attempt.actions:
        if action.kind == "edit" and (action.path in lines or len(lines) < _FILES_MAX):
            written = {line.strip() for line in action.text.split("\n")[:_LINES_MAX]}
            lines.setdefault(action.path, set()).update(line for line in written if _says_something(line))
    return {path: kept for path, kept in lines.items() if kept}


def _says_something(line: str) -> bool:
    return len(line) >= 6 and sum(char.isalnum() for char in line) >= 4


Run = Callable[..., bytes]


def asking(root: str) -> Run:
    """What asks git something in a folder: its arguments and, as `given`, its input; gives its output.

    Args:
        root: the folder.

    Raises:
        ImportError: git is missing.
    """
    from git import Git  # importing it looks for the program, which may not be there

    told = Git(root)

    def run(*arguments: str, given: bytes = b"") -> bytes:
        with tempfile.TemporaryFile() as stream:
            stream.write(given)
            stream.seek(0)
            output = told.execute(
                ["git", *_SAFE, *arguments],
                istream=stream,
                env=_ENVIRONMENT,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
                kill_after_timeout=_TIMEOUT_S,
            )
        return output if isinstance(output, bytes) else str(output).encode("utf-8", "replace")

    return run


class _History:
    """The commits of a repository since a time, those included that no branch holds any more."""

    def __init__(self, root: str, since_ms: int) -> None:
        self._root = root
        self._run = asking(root)
        self._commits = self._log(since_ms)
        self._by_id = {commit.id: commit for commit in self._commits}
        self._reverted = self._find_reverted()
        self._moves = self._reflog()
        self._texts: dict[str, str | None] = {}

    # -- asking git -----------------------------------------------------------------------------------------

    def _log(self, since_ms: int) -> list[_Commit]:
        since = f"--since=@{max((since_ms - _SLACK_MS) // 1000, _SINCE_LEAST)}"
        options = (since, f"--max-count={_COMMITS_MAX}", "--no-ext-diff", "--no-textconv", "--no-renames")
        output = self._run(
            "log",
            "--all",
            "--reflog",
            *options,
            "--name-only",
            "-z",
            "-m",
            "--first-parent",
            "--format=%x01%H%x02%P%x02%at%x02%B%x03",
        )
        reachable = set(
            self._run("rev-list", "--exclude=refs/stash", "--all", since, f"--max-count={_COMMITS_MAX}")
            .decode()
            .split()
        )
        found = []
        for entry in output.decode("utf-8", "replace").split("\x01")[1:]:
            head, _, names = entry.partition("\x03")
            id, parents, at, message = head.split("\x02", 3)
            commit = _Commit(id, parents.split(" ")[0], int(at) * 1000, message, is_reachable=id in reachable)
            commit.files = [name.strip("\n") for name in names.split("\0") if name.strip("\n")]
            found.append(commit)
        return found

    def _reflog(self) -> list[tuple[str, str]]:
        """Where HEAD has been, and how it came there, the latest first."""
        if not self._commits:
            return []
        output = self._run("log", "--walk-reflogs", f"--max-count={_COMMITS_MAX}", "--format=%H%x02%gs", "HEAD")
        moves = [line.partition("\x02") for line in output.decode("utf-8", "replace").splitlines()]
        return [(id, subject) for id, _, subject in moves]

    def _find_reverted(self) -> set[str]:
        """Commits that a revert took back, where the revert itself stands."""
        reverts: dict[str, list[str]] = {}
        for commit in self._commits:
            if commit.is_reachable:
                for target in _REVERTS.findall(commit.message):
                    whole = next((one.id for one in self._commits if one.id.startswith(target)), "")
                    reverts.setdefault(whole, []).append(commit.id)
        taken: set[str] = set()

        def is_taken_back(id: str, depth: int = 0) -> bool:
            return depth < 50 and any(not is_taken_back(revert, depth + 1) for revert in reverts.get(id, ()))

        taken.update(id for id in reverts if id and is_taken_back(id))
        return taken

    def _load(self, names: Iterable[str]) -> None:
        """Fetch files of commits (`id:path`) with one call."""
        missing = [name for name in dict.fromkeys(names) if name not in self._texts and "\n" not in name]
        if not missing:
            return
        given = "".join(f"{name}\n" for name in missing).encode("utf-8", "surrogateescape")
        sizes = self._run("cat-file", "--batch-check=%(objecttype) %(objectsize)", given=given).split(b"\n")
        small = []
        for name, size in zip(missing, sizes, strict=False):
            self._texts[name] = None
            if size.startswith(b"blob ") and int(size.split()[-1]) <= _BLOB_MAX:
                small.append(name)
        output = self._run(
            "cat-file", "--batch", given="".join(f"{name}\n" for name in small).encode("utf-8", "surrogateescape")
        )
        position = 0
        for name in small:
            end = output.index(b"\n", position)
            length = int(output[position:end].rsplit(b" ", 1)[-1])
            self._texts[name] = output[end + 1 : end + 1 + length].decode("utf-8", "replace")
            position = end + 1 + length + 1

    def told(self) -> list[Commit]:
        """The commits that a branch or tag holds."""
        return [
            Commit(
                id=one.id,
                message=one.message.strip(),
                files=tuple(one.files),
                at_ms=one.authored_ms,
                is_kept=one.id not in self._reverted,
            )
            for one in self._commits
            if one.is_reachable
        ]

    # -- what became of an attempt ----------------------------------------------------------------------------

    def fate(self, attempt: Attempt, now_ms: int, settled_ms: int) -> Evidence | None:
        """The evidence git has for or against an attempt."""
        bringing = self._bringing(attempt)
        if not bringing:
            return None
        standing = [commit for commit in bringing if commit.is_reachable and commit.id not in self._reverted]
        if standing:
            first = min(standing, key=lambda commit: commit.authored_ms)
            if now_ms - first.authored_ms < settled_ms:
                return None
            return _piece(attempt, "commit", WORKED, f"commit {first.id[:7]} keeps it", first)
        reverted = next((commit for commit in bringing if commit.id in self._reverted), None)
        if reverted:
            return _piece(attempt, "revert", FAILED, f"commit {reverted.id[:7]} was reverted", reverted)
        # No branch holds it: a squash that was merged elsewhere looks the same, so only a reset of HEAD counts.
        reset = next((commit for commit in bringing if self._was_reset(commit)), None)
        if reset is None or self._is_at_work(attempt):
            return None
        return _piece(attempt, "revert", FAILED, f"commit {reset.id[:7]} was reset away", reset)

    def _bringing(self, attempt: Attempt) -> list[_Commit]:
        """The commits that brought an attempt's lines in, oldest first."""
        found: dict[str, _Commit] = {}
        for path, lines in _lines_of(attempt).items():
            touching = self._touching(path, attempt.started_at)
            self._load(
                name
                for commit, file in touching
                for name in (f"{commit.id}:{file}", f"{commit.parent}:{file}")
                if name[0] != ":"
            )
            for commit, file in touching:
                after = self._texts.get(f"{commit.id}:{file}")
                before = self._texts.get(f"{commit.parent}:{file}") or ""
                if after is not None and _share(lines, after) >= _SHARE and _share(lines, before) < _SHARE:
                    found[commit.id] = commit
        return sorted(found.values(), key=lambda commit: commit.authored_ms)

    def _touching(self, path: str, since_ms: int) -> list[tuple[_Commit, str]]:
        found = []
        for commit in reversed(self._commits):
            if commit.authored_ms + _SLACK_MS < since_ms:
                continue
            file = next((file for file in commit.files if _is_same(file, path)), "")
            if file:
                found.append((commit, file))
        return found[:_LOOKED_AT_MAX]

    def _was_reset(self, commit: _Commit) -> bool:
        """Whether HEAD was once moved, by a reset, from a place that held a commit to one that does not."""
        return any(
            subject.startswith("reset: moving to")
            and self._holds(left, commit.id)
            and not self._holds(reached, commit.id)
            for (reached, subject), (left, _) in pairwise(self._moves)
        )

    def _holds(self, tip: str, id: str) -> bool:
        for _ in range(_COMMITS_MAX):
            if tip == id:
                return True
            commit = self._by_id.get(tip)
            if commit is None:
                return False
            tip = commit.parent
        return False

    def _is_at_work(self, attempt: Attempt) -> bool:
        """Whether the lines stand in the working folder."""
        for path, lines in _lines_of(attempt).items():
            file = Path(path) if path.startswith("/") else Path(self._root) / path
            try:
                readable = file.is_file() and file.stat().st_size <= _BLOB_MAX
                if readable and _share(lines, file.read_text("utf-8", "replace")) >= _SHARE:
                    return True
            except (OSError, ValueError):
                continue
        return False


def _share(lines: set[str], text: str) -> float:
    there = {line.strip() for line in text.split("\n")}
    return len(lines & there) / len(lines)


def _is_same(file: str, path: str) -> bool:
    return file == path or path.endswith("/" + file) or file.endswith("/" + path)


def _piece(attempt: Attempt, kind: str, verdict: str, reason: str, commit: _Commit) -> Evidence:
    return Evidence(
        key=key_of("git", kind, attempt.key),
        kind=kind,
        verdict=verdict,
        reason=reason,
        files=attempt.files,
        at_ms=commit.authored_ms,
        done=len(attempt.actions),
    )
