"""Keeps what a project's files say among its memories: new facts come, and go with the line they stand in.

Each points to its file and line. Text of a repository is trusted as such: what in it reads like an order is kept aside.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.capture.facts import Fact, of_commits
from hardwon.capture.redact import redact
from hardwon.capture.scan import Scanner
from hardwon.engine.capturing import ignored_of
from hardwon.engine.journal import write_change
from hardwon.errors import InvalidInput
from hardwon.hosts.claude_code.projects import base_folder, slug
from hardwon.models import Memory, Origin
from hardwon.outcomes.trackers.git import commits
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

HOST = "scan"
_STAMP = "scan#stamp"
_COMMITS_SINCE_MS = 365 * 86_400_000
_COMMITS_MAX = 300
_GONE = "its source is gone"


@dataclass(frozen=True, kw_only=True)
class Scanned:
    """What a scan did, or would do.

    Attributes:
        facts: what the files say.
        new, unchanged, moved, retired, held: memories that came, stayed, stand in another line now, went with their
            source, or are kept aside.
        is_current: nothing changed since the last scan, so nothing was read.
        is_whole: every file was looked at.
    """

    facts: Sequence[Fact] = ()
    new: int = 0
    unchanged: int = 0
    moved: int = 0
    retired: int = 0
    held: int = 0
    is_current: bool = False
    is_whole: bool = True


def scan(
    engine: Engine, *, dry_run: bool = False, only_if_changed: bool = False, environ: Mapping[str, str] | None = None
) -> Scanned:
    """Bring the memories from a project's files up to date.

    Args:
        engine: the project's.
        dry_run: tell what the files say and write nothing.
        environ: says where the client's folder is, when it is not where it usually is.
        only_if_changed: read nothing while names, sizes and times of the files are those of the last scan.

    Raises:
        StoreError: the store cannot be read or written.
    """
    root = engine.root
    if not root or not os.path.isdir(root) or os.path.realpath(root) == os.path.realpath(engine.stores.paths.home):
        return Scanned()
    scanner = Scanner(root, ignored_of(engine), notes=_notes_folder(engine, environ or {}))
    stamp = f"{scanner.stamp()} {_head(root)}"
    if only_if_changed and engine.cursor(_STAMP).state == stamp:
        return Scanned(is_current=True)
    found = scanner.read()
    since = max(engine.clock() - _COMMITS_SINCE_MS, 0)
    history, _ = commits(root, since)
    facts = [*found.facts, *of_commits((one.id, one.message) for one in history[:_COMMITS_MAX] if one.is_kept)]
    if dry_run:
        return Scanned(facts=[_safe(fact) for fact in facts], is_whole=found.is_whole)
    done = _Storing(engine)
    with engine.batch():
        for fact in facts:
            done.store(fact)
        if found.is_whole:
            done.retire()
        engine.set_cursor(_STAMP, 0, 0, 0, stamp)
    return replace(done.result, facts=facts, is_whole=found.is_whole)


def _safe(fact: Fact) -> Fact:
    return replace(fact, content=redact(fact.content).text)


class _Storing:
    """Stores facts and remembers which memories still have a source."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._database = engine.stores.writing(engine.project)
        self._run = engine.ids()
        self._alive: set[str] = set()
        self.result = Scanned()

    def store(self, fact: Fact) -> None:
        """Store one, or bring its memory up to date."""
        try:
            done = self._engine.remember(
                fact.content,
                category=fact.category,
                files=(fact.file,) if fact.file and not fact.file.startswith("/") else (),
                tags=("scan",),
                confidence=0.6,
                origin=_origin(fact),
                trust=fact.trust,
                key=_key(fact),
            )
        except InvalidInput:  # nothing is left of it once it is redacted
            return
        memory = done.memory
        self._alive.add(memory.id)
        result = self.result
        if memory.status == "quarantined":
            self.result = replace(result, held=result.held + 1)
        elif done.created:
            self.result = replace(result, new=result.new + 1)
        elif memory.origin.host == HOST and memory.status == "retired" and memory.change == _GONE:
            write_change(
                self._engine,
                self._database,
                memory,
                kind="its source is back",
                reason=f"the scan finds it in {_place(fact)} again",
                run=self._run,
                status="active",
                origin=_origin(fact),
            )
            self.result = replace(result, new=result.new + 1)
        elif memory.origin.host == HOST and (memory.origin.note, memory.origin.line) != (_place(fact), fact.line):
            self._engine.change(memory, change="moved", origin=_origin(fact))
            self.result = replace(result, moved=result.moved + 1)
        else:
            self.result = replace(result, unchanged=result.unchanged + 1)

    def retire(self) -> None:
        """Retire what a scan stored and no source says any more."""
        for memory in self._from_scans():
            if memory.id not in self._alive and memory.change != "undone":  # the person wanted it back
                write_change(
                    self._engine,
                    self._database,
                    memory,
                    kind=_GONE,
                    reason=f"the scan no longer finds it in {_where(memory)}",
                    run=self._run,
                    status="retired",
                )
                self.result = replace(self.result, retired=self.result.retired + 1)

    def _from_scans(self) -> list[Memory]:
        found: list[Memory] = []
        for status in ("active", "quarantined"):
            page, _ = self._engine.list(tag="scan", status=status, limit=10_000)
            found += [memory for memory in page if memory.origin.host == HOST]
        return found


def _origin(fact: Fact) -> Origin:
    return Origin(who=fact.who, host=HOST, line=fact.line, note=_place(fact))


def _where(memory: Memory) -> str:
    return one_line(memory.origin.note or "its source", 120)


def _place(fact: Fact) -> str:
    return fact.note or fact.file


def _key(fact: Fact) -> str:
    """The same for the same words of the same file, wherever in it they stand."""
    told = f"{_place(fact)}\n{' '.join(fact.content.casefold().split())}"
    return "scan:" + hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:32]


def _notes_folder(engine: Engine, environ: Mapping[str, str]) -> str:
    """Where Claude Code keeps its own memory of this project."""
    return f"{base_folder(environ, engine.stores.paths.home)}/projects/{slug(engine.root)}/memory"


def _head(root: str) -> str:
    """What the repository's head says, without asking git."""
    for name in ("logs/HEAD", "HEAD"):
        try:
            state = os.stat(f"{root}/.git/{name}")
        except OSError:
            continue
        return json.dumps([state.st_size, state.st_mtime_ns])
    return ""
