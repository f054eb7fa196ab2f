"""Claude Code's tasks (`~/.claude/tasks/LIST/N.json`) and the todos of older versions (`~/.claude/todos/*.json`).

The files have no times and no failed state. A file may be cut, a task may go back to being open, and one that is
deleted says nothing. `.lock` and `.highwatermark` are not ours to touch.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hardwon.outcomes.evidence.taskcalls import is_done, task_key, todo_key
from hardwon.outcomes.trackers.base import Closing, Memory, Open, Sync, read_bytes, string
from hardwon.text.clean import one_line

SOURCE, TODO_SOURCE = "claude", "todo"
_ACTIVE = frozenset({"in_progress", "in-progress", "inprogress", "active", "doing", "started"})
_OPEN = frozenset({"pending", "open", "todo"})
_TITLE_MAX = 200
_FILES_MAX = 20_000
_FILE_MAX = 4 << 20
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_TODO_NAME = re.compile(r"\A(?P<session>.+?)-agent-(?P<agent>.+)\.json\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class Places:
    """Where the client keeps its task files.

    Attributes:
        tasks, todos: the folders. list_name: the one list to read, "" for all of them.
        others: sessions of other projects, whose lists are passed over.
    """

    tasks: str
    todos: str
    list_name: str = ""
    others: frozenset[str] = frozenset()


def places(environ: Mapping[str, str], home: str) -> Places:
    """Where this person's client keeps tasks and todos.

    Args:
        environ: CLAUDE_CONFIG_DIR, CLAUDE_CODE_TODOS_DIR and CLAUDE_CODE_TASK_LIST_ID are looked at.
        home: the home folder.
    """
    base = environ.get("CLAUDE_CONFIG_DIR") or f"{home}/.claude"
    chosen = environ.get("CLAUDE_CODE_TASK_LIST_ID", "")
    return Places(
        tasks=f"{base}/tasks",
        todos=environ.get("CLAUDE_CODE_TODOS_DIR") or f"{base}/todos",
        list_name=list_name(chosen) if chosen else "",
    )


def list_name(list_id: str) -> str:
    """The folder of a task list: `my list/1` is `my-list-1`."""
    return _UNSAFE.sub("-", list_id)


def is_there(folder: str) -> bool:
    """Whether a folder holds any file or list."""
    return next(_entries(folder), None) is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Item:
    """A task or todo as a file has it; of two files that hold the same todo the younger counts."""

    key: str
    source: str
    id: str
    title: str
    status: str
    list_id: str
    at_ms: int


@dataclass(slots=True)
class _Look:
    memory: Memory
    items: dict[str, _Item] = field(default_factory=dict)
    closings: list[Closing] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    tasks: list[Open] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def sync(where: Places, state: str = "", *, anew: bool = False) -> Sync:
    """Look for tasks that were closed, or taken back, since the last look.

    Args:
        where: the folders.
        state: what the last look returned, "" for the first.
        anew: read the files even where nothing has changed, for the tasks that are open.
    """
    memory = Memory.read(state)
    tasks, todos = dict(_task_files(where)), dict(_todo_files(where))
    marks = tasks | todos
    if marks == memory.marks and not anew:
        return Sync(state=state, changed=False)
    look = _Look(memory)
    for path, mark in tasks.items():
        _read_task(path, _written_at(mark), look)
    for path, mark in todos.items():
        _read_todos(path, _written_at(mark), look)
    for item in look.items.values():
        _note(look, item)
    memory.marks = marks
    return Sync(
        closings=tuple(look.closings),
        withdrawn=tuple(look.withdrawn),
        tasks=tuple(look.tasks),
        present=frozenset(look.items),
        notes=tuple(look.notes),
        state=memory.text(),
    )


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            yield from list(found)
    except (OSError, ValueError):
        return


def _marked(entry: os.DirEntry[str]) -> tuple[str, str] | None:
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    if found.st_mode & 0o170000 != 0o100000:
        return None
    return entry.path, f"{found.st_size}:{found.st_mtime_ns}:{found.st_ino}"


def _written_at(mark: str) -> int:
    return int(mark.split(":")[1]) // 1_000_000


def _task_files(where: Places) -> Iterator[tuple[str, str]]:
    count = 0
    for folder in _entries(where.tasks):
        if folder.name in where.others or (where.list_name and folder.name != where.list_name):
            continue
        for entry in _entries(folder.path):
            if entry.name.endswith(".json") and not entry.name.startswith(".") and count < _FILES_MAX:
                marked = _marked(entry)
                if marked:
                    count += 1
                    yield marked


def _todo_files(where: Places) -> Iterator[tuple[str, str]]:
    for count, entry in enumerate(_entries(where.todos)):
        if entry.name.endswith(".json") and count < _FILES_MAX and _session_of(entry.name) not in where.others:
            marked = _marked(entry)
            if marked:
                yield marked


def _session_of(name: str) -> str:
    """The session a file of todos is named by."""
    named = _TODO_NAME.match(name)
    return named["session"] if named else name.removesuffix(".json")


def _loaded(path: str, look: _Look) -> object:
    """What a file holds; None, and a note, when it is cut or no JSON: it is read again once it has changed."""
    raw = read_bytes(path)
    if raw is None or len(raw) > _FILE_MAX:
        look.notes.append(f"{one_line(path, 200)} cannot be read; skipped")
        return None
    try:
        return json.loads(raw.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        look.notes.append(f"{one_line(path, 200)} is cut or no JSON; skipped")
        return None


def _read_task(path: str, at_ms: int, look: _Look) -> None:
    value = _loaded(path, look)
    if value is None:
        return
    if not isinstance(value, dict):
        look.notes.append(f"{one_line(path, 200)} holds no task; skipped")
        return
    file = Path(path)
    list_id = file.parent.name
    id = one_line(string(value, "id") or file.stem, 80)
    title = one_line(string(value, "subject") or string(value, "content"), _TITLE_MAX)
    key = task_key(list_id, id)
    look.items[key] = _Item(
        key=key, source=SOURCE, id=id, title=title, status=string(value, "status"), list_id=list_id, at_ms=at_ms
    )


def _read_todos(path: str, at_ms: int, look: _Look) -> None:
    value = _loaded(path, look)
    if value is None:
        return
    todos = value.get("todos") if isinstance(value, dict) else value
    if not isinstance(todos, list):
        look.notes.append(f"{one_line(path, 200)} holds no list of todos; skipped")
        return
    list_id = _session_of(Path(path).name)
    seen: set[str] = set()
    for todo in todos:
        if not isinstance(todo, dict):
            continue
        content = string(todo, "content").strip()
        key = todo_key(list_id, content)
        known = look.items.get(key)
        if content and key not in seen and (known is None or known.at_ms < at_ms):
            seen.add(key)
            look.items[key] = _Item(
                key=key,
                source=TODO_SOURCE,
                id=key[:8],
                title=one_line(content, _TITLE_MAX),
                status=string(todo, "status"),
                list_id=list_id,
                at_ms=at_ms,
            )


def _note(look: _Look, item: _Item) -> None:
    if is_done(item.status):
        fresh, _ = look.memory.close(item.key)
        if fresh:
            look.closings.append(
                Closing(
                    key=fresh,
                    task=item.key,
                    source=item.source,
                    id=item.id,
                    title=item.title,
                    verdict="worked",
                    status=item.status.strip().lower(),
                    session_id=item.list_id,
                    at_ms=item.at_ms,
                )
            )
        return
    plain = item.status.strip().lower()
    is_open = is_open_status(plain)
    # Only a task that is to be done again takes its success back: a cancelled one was cleared away.
    if is_open:
        gone = look.memory.reopen(item.key)
        if gone:
            look.withdrawn.append(gone)
    look.tasks.append(
        Open(
            key=item.key,
            source=item.source,
            id=item.id,
            title=item.title,
            status=plain,
            is_active=plain in _ACTIVE,
            is_gone=not is_open,
            at_ms=item.at_ms,
            session_id=item.list_id,
        )
    )


def is_open_status(plain: str) -> bool:
    """Whether a status in lower case says that a task is to be done, or that somebody is at it."""
    return plain in _OPEN or plain in _ACTIVE


def is_active_status(plain: str) -> bool:
    """Whether a status in lower case says that somebody is at a task."""
    return plain in _ACTIVE
