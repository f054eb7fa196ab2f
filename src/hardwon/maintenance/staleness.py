"""Memories about what is gone or was rewritten: files, commands and symbols, each with the evidence.

Reads the project's folder, changes nothing, runs nothing that the project configures.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence

from hardwon.maintenance.findings import ASK, STALE, Finding
from hardwon.outcomes.trackers.git_changes import changes_since
from hardwon.store.upkeep import Known

_REWRITTEN = 0.6  # of the lines a file had
_FILES_EACH = 3
_BYTES_MAX = 1 << 20
_FILES_MAX = 20_000
_CODE = re.compile(r"`([^`\n]{2,80})`")
_MAKE = re.compile(r"\bmake ([a-z][\w.-]+)\b")
_SCRIPT = re.compile(r"\b(?:npm run|pnpm run|pnpm|yarn run|yarn|bun run) ([a-z][\w:.-]+)\b")
_SYMBOL = re.compile(r"[A-Za-z_][\w]*(?:[.:]{1,2}[A-Za-z_]\w*)*(?:\(\))?")
_OWN_COMMANDS = frozenset(
    ("install", "add", "remove", "exec", "dlx", "init", "update", "publish", "link", "why", "run", "create", "up", "ci")
)
_PASSED_OVER = frozenset((".git", "node_modules", ".venv", "venv", "__pycache__", "dist", "build", ".tox", "target"))


class Folder:
    """A project's folder, looked at once.

    Args:
        root: its path.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self._targets: set[str] | None = None
        self._scripts: set[str] | None = None
        self._texts: dict[str, str] = {}
        self._words: set[str] | None = None

    def has(self, path: str) -> bool:
        """Whether a path of the project, or an absolute one, is there."""
        return os.path.lexists(path if path.startswith("/") else os.path.join(self.root, path))

    def text(self, path: str) -> str:
        """A file's text, "" where it cannot be read or is large."""
        if path not in self._texts:
            self._texts[path] = _read(os.path.join(self.root, path))
        return self._texts[path]

    def make_targets(self) -> set[str]:
        """The targets of the makefile, none where there is none."""
        if self._targets is None:
            names = ("Makefile", "makefile", "GNUmakefile")
            text = "\n".join(self.text(name) for name in names if self.has(name))
            self._targets = set(re.findall(r"(?m)^([\w.-]+)(?:\s+[\w.-]+)*\s*:(?!=)", text))
            self._targets |= {word for line in re.findall(r"(?m)^\.PHONY:(.*)$", text) for word in line.split()}
            if re.search(r"(?m)^\s*-?include\b|%", text):
                self._targets = set()  # targets may come from elsewhere
        return self._targets

    def scripts(self) -> set[str]:
        """The scripts of package.json, none where there is none."""
        if self._scripts is None:
            try:
                found = json.loads(self.text("package.json") or "{}").get("scripts", {})
                self._scripts = set(found) if isinstance(found, dict) else set()
            except (ValueError, AttributeError, RecursionError):
                self._scripts = set()
        return self._scripts

    def knows_word(self, word: str) -> bool:
        """Whether an identifier stands in any text file of the project."""
        if self._words is None:
            self._words = set()
            for path in self._paths():
                self._words.update(re.findall(r"[A-Za-z_]\w+", _read(path)))
        return word in self._words

    def _paths(self) -> Iterator[str]:
        count = 0
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name not in _PASSED_OVER and not name.startswith(".")]
            for name in names:
                count += 1
                if count > _FILES_MAX:
                    return
                yield os.path.join(folder, name)


def _read(path: str) -> str:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        if os.fstat(handle).st_size > _BYTES_MAX:
            return ""
        data = os.read(handle, _BYTES_MAX)
        return "" if b"\0" in data[:1024] else data.decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(handle)


def stale(memories: Iterable[Known], root: str) -> Iterator[Finding]:
    """Questions about memories whose files, commands or symbols are gone, or whose files were mostly rewritten since.

    Args:
        memories: live and active ones of the project.
        root: the project's folder; where it is not there nothing is found.
    """
    if not root or not os.path.isdir(root):
        return
    folder = Folder(root)
    free = [one for one in memories if not one.held]
    standing = []
    for one in free:
        gone = evidence_of(one, folder)
        if not gone:
            standing.append(one)
        else:
            yield Finding(
                kind=STALE,
                band=ASK,
                subject=one.files[0] if one.files else "commands",
                targets=(one,),
                action={"do": "archive"},
                reason="what it is about is gone: " + ", ".join(gone[:3]),
                evidence={"gone": gone},
            )

    yield from rewritten(standing, root)


def rewritten(memories: Sequence[Known], root: str) -> Iterator[Finding]:
    """Questions about memories of whose files most lines went since they were last said.

    Args:
        memories: whose files are there.
        root: the project's folder.
    """
    newest = sorted((one for one in memories if one.files), key=lambda one: -one.last_said_at)
    wanted = [(path, one.last_said_at) for one in newest for path in one.files[:_FILES_EACH] if _is_below(path)]
    changes = changes_since(root, wanted) if wanted else {}
    for one in newest:
        told = [(path, changes.get((path, one.last_said_at))) for path in one.files[:_FILES_EACH]]
        much = [(path, change) for path, change in told if change is not None and change.share >= _REWRITTEN]
        if much and len(much) == len(told):
            evidence = [
                f"{change.share:.0%} of the lines of {path} in {change.commits} commits" for path, change in much
            ]
            yield Finding(
                kind=STALE,
                band=ASK,
                subject=one.files[0],
                targets=(one,),
                action={"do": "archive"},
                reason="what it is about was rewritten since: " + ", ".join(evidence),
                evidence={"changed": evidence},
            )


def _is_below(path: str) -> bool:
    return _is_path(path) and not path.startswith("/") and ".." not in path.split("/")


def evidence_of(one: Known, folder: Folder) -> list[str]:
    """What a memory names and the project no longer has."""
    gone = [f"file {path}" for path in one.files if _is_path(path) and not folder.has(path)]
    if gone and len(gone) < len(one.files):
        gone = []  # some of it is still there
    gone += [f"make target {name}" for name in _MAKE.findall(_code(one.content)) if _lacks(folder.make_targets(), name)]
    for name in _SCRIPT.findall(_code(one.content)):
        if name not in _OWN_COMMANDS and _lacks(folder.scripts(), name):
            gone.append(f"script {name}")
    gone += [f"symbol {name}" for name in _symbols(one) if not _stands(name, one, folder)]
    return list(dict.fromkeys(gone))


def _lacks(names: set[str], name: str) -> bool:
    return bool(names) and name not in names


def _is_path(path: str) -> bool:
    return bool(path) and "*" not in path and not path.startswith(("~", "http", "$"))


def _code(text: str) -> str:
    parts = _CODE.findall(text)
    return "\n".join(parts) if parts else text


def _symbols(one: Known) -> list[str]:
    """Identifiers in code marks, of memories that say in which files."""
    if not any(_is_path(path) for path in one.files):
        return []
    found = []
    for part in _CODE.findall(one.content):
        name = part.strip().removesuffix("()")
        if _SYMBOL.fullmatch(part.strip()) and ("_" in name or re.search(r"[a-z][A-Z]|\(\)", part)):
            found.append(re.split(r"[.:]+", name)[-1])
    return found


def _stands(name: str, one: Known, folder: Folder) -> bool:
    here = [path for path in one.files if folder.has(path)]
    if not here:
        return True  # told of as a file already
    return any(re.search(rf"\b{re.escape(name)}\b", folder.text(path)) for path in here) or folder.knows_word(name)
