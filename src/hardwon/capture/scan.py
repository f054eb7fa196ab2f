"""Reads the files of a project for facts about it: bounded, in a fixed order, and nothing that is left alone."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hardwon.capture import facts
from hardwon.capture.facts import Fact
from hardwon.capture.ignored import Ignored
from hardwon.hosts.block import without_block
from hardwon.text.listed import listed

INSTRUCTIONS = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md")
READMES = ("README.md", "README.rst", "README.txt", "README", "CONTRIBUTING.md", "docs/CONTRIBUTING.md")
MANIFESTS = ("package.json", "pyproject.toml", "Cargo.toml", "go.mod", "Makefile")
_RULES_FOLDER = ".claude/rules"
_SOURCES = listed(
    """.py .pyi .js .jsx .ts .tsx .mjs .cjs .go .rs .java .kt .kts .scala .rb .php .c .h .cc .cpp .hpp .cs .swift .m .ex
    .exs .erl .hs .ml .lua .r .sh .bash .zsh .sql .tf .vue .svelte .yml .yaml .toml"""
)
_SKIPPED = listed(
    """.git .hg .svn node_modules vendor third_party .venv venv env __pycache__ dist build target out .next .nuxt
    coverage .mypy_cache .pytest_cache .ruff_cache .tox .idea .vscode .cache site-packages Pods .terraform"""
)
_FILE_BYTES = 512 * 1024
_FILES_MAX = 6_000
_SECONDS = 10.0
_COMMENTS_MAX, _RECORDS_MAX, _RULES_MAX, _NOTES_MAX = 40, 30, 20, 30


@dataclass(kw_only=True)
class Found:
    """What a scan read.

    Attributes:
        facts: in the order of their sources.
        read: paths of the files that were read.
        is_whole: False when a bound ended it: then nothing can be said about what was not found.
    """

    facts: list[Fact] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    is_whole: bool = True


class Scanner:
    """One look at a project's files.

    Args:
        root: the project's folder.
        ignored: files that are left alone.
        notes: the folder of the client's own memory of this project, "" for none.
        clock: monotonic seconds.
    """

    def __init__(
        self, root: str, ignored: Ignored, *, notes: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._root = root
        self._ignored = ignored
        self._notes = notes
        self._clock = clock
        self._end = clock() + _SECONDS
        self._paths = list(self._walk())
        self.is_whole = len(self._paths) < _FILES_MAX

    def stamp(self) -> str:
        """What changes when any of the files does, by name, size or time."""
        digest = hashlib.blake2b(digest_size=16)
        for path in (*self._paths, *self._note_files()):
            try:
                state = Path(self._full(path)).stat()
            except OSError:
                continue
            digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\n".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def read(self) -> Found:
        """Read the files and take the facts out."""
        found = Found(is_whole=self.is_whole)
        for path, read in self._plan():
            if self._clock() > self._end:
                found.is_whole = False
                break
            text = self._text(path)
            if text:
                found.read.append(path)
                found.facts += read(text, path)
        found.facts = _bounded(found.facts)
        return found

    def _plan(self) -> Iterator[tuple[str, Callable[[str, str], Sequence[Fact]]]]:
        known = set(self._paths)
        rules = [path for path in self._paths if path.startswith(_RULES_FOLDER + "/") and path.endswith(".md")]
        for path in (*INSTRUCTIONS, *rules[:_RULES_MAX]):
            if path in known:
                yield path, facts.of_instructions
        for path in self._note_files():
            yield path, lambda text, file: facts.of_instructions(text, file, trust="agent", most=_NOTES_MAX)
        readmes = [path for path in READMES if path in known]
        for path in readmes[:2]:
            yield path, facts.of_readme
        for path in MANIFESTS:
            if path in known:
                yield path, facts.of_manifest
        for path in [path for path in self._paths if facts.is_decision_record(path)][:_RECORDS_MAX]:
            yield path, facts.of_decision_record
        for path in self._paths:
            if Path(path).suffix in _SOURCES:
                yield path, facts.of_comments

    def _walk(self) -> Iterator[str]:
        """Paths below the root, relative, in order; without links, other repositories and what is left alone."""
        count = 0
        for folder, folders, files in os.walk(self._root):
            inside = os.path.relpath(folder, self._root)
            prefix = "" if inside == "." else inside.replace(os.sep, "/") + "/"
            folders[:] = sorted(
                name for name in folders if name not in _SKIPPED and not os.path.lexists(f"{folder}/{name}/.git")
            )
            if prefix and self._clock() > self._end:
                return
            for name in sorted(files):
                if count >= _FILES_MAX:
                    return
                path = prefix + name
                if not self._ignored.covers(path):
                    count += 1
                    yield path

    def _note_files(self) -> list[str]:
        if not self._notes:
            return []
        try:
            names = sorted(path.name for path in Path(self._notes).iterdir() if path.suffix == ".md")
        except OSError:
            return []
        return [f"{self._notes}/{name}" for name in names[:_NOTES_MAX]]

    def _full(self, path: str) -> str:
        return path if path.startswith("/") else f"{self._root}/{path}"

    def _text(self, path: str) -> str:
        try:
            handle = os.open(self._full(path), os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            return ""
        with open(handle, "rb") as stream:
            state = os.fstat(handle)
            if not stat.S_ISREG(state.st_mode) or state.st_size > _FILE_BYTES:
                return ""
            data = stream.read(_FILE_BYTES)
        return "" if b"\0" in data[:4096] else without_block(data.decode("utf-8", "replace"))


def _bounded(found: Sequence[Fact]) -> list[Fact]:
    """The facts, each text once, and of comments no more than a person would read."""
    kept: dict[str, Fact] = {}
    comments = 0
    for fact in found:
        is_comment = Path(fact.file).suffix in _SOURCES and fact.file not in MANIFESTS
        comments += is_comment
        if not is_comment or comments <= _COMMENTS_MAX:
            kept.setdefault(" ".join(fact.content.casefold().split()), fact)
    return list(kept.values())
