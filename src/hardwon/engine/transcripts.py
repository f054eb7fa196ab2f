"""Keeps a redacted copy of a conversation before the client compacts it, where the person wants that.

Each compaction adds one compressed file below the project's folder: the turns since the last, one JSON object a line.
What was private or secret, what came from files that are left alone, and what was said in a pause is not in it.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.capture.ignored import Veil
from hardwon.capture.redact import Redactor
from hardwon.config import paused
from hardwon.config.paths import make_private_dir
from hardwon.config.sealed import load as load_sealed
from hardwon.engine.capturing import checked_cursor, ignored_of
from hardwon.errors import InvalidInput, NotFound
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.hosts.turns import Turn

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

FOLDER = "transcripts"
_TEXT_MAX = 8 << 20  # characters of one file
_TURN_MAX = 8_000
_KINDS = ("user", "assistant", "tool_use", "tool_result", "summary")
_NAME = re.compile(r"(?P<at>\d{13})-(?P<session>[\w.-]{1,80})\.jsonl\.gz")
_DAY_MS = 86_400_000


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A conversation that was kept.

    Attributes:
        name: its file's name, without the ending. session_id: whose. at: when, in milliseconds. size: in bytes.
    """

    name: str
    session_id: str
    at: int
    size: int


def keep(engine: Engine, path: str, session_id: str) -> str:
    """Keep what a transcript holds since it was last kept; the file's path, "" when there was nothing.

    Args:
        engine: the project's.
        path: the client's transcript.
        session_id: the session.

    Raises:
        OSError: it cannot be read, or the copy not be written.
        StoreError: the cursor cannot be noted.
    """
    name = f"{path}#kept"
    size = os.stat(path).st_size
    cursor = checked_cursor(engine.cursor(name), path, size)
    reader = read_turns(path, offset=cursor.offset, line=cursor.line)
    lines = list(_lines(engine, reader, session_id))
    if lines:
        target = _written(engine, lines, session_id)
        engine.set_cursor(name, reader.offset, reader.line, size)
        return target
    return ""


def _lines(engine: Engine, turns: Iterable[Turn], session_id: str) -> Iterator[str]:
    redactor, sealed = Redactor(), load_sealed(engine.stores.paths)
    veil = Veil(ignored_of(engine))
    pauses = paused.pauses(engine.stores.paths, engine.project, session_id)
    room = _TEXT_MAX
    for met in turns:
        for turn in veil.over(met):
            if turn.kind not in _KINDS or pauses.covers(turn.at_ms) or room <= 0:
                continue
            said = turn.text or (json.dumps(dict(turn.tool_input), ensure_ascii=False) if turn.tool_input else "")
            said = said[:_TURN_MAX]
            safe = redactor.hear(said) if turn.typed else redactor.redact(said)
            text = sealed.redact(safe.text)[0]
            if text.strip():
                room -= len(text)
                fields = {"kind": turn.kind, "tool": turn.tool, "at": turn.at_ms, "text": text}
                yield json.dumps({key: value for key, value in fields.items() if value}, ensure_ascii=False)


def _written(engine: Engine, lines: Sequence[str], session_id: str) -> str:
    folder = _folder(engine)
    make_private_dir(str(folder))
    safe = re.sub(r"[^\w.-]", "_", session_id)[:80] or "session"
    target = folder / f"{engine.clock():013d}-{safe}.jsonl.gz"
    aside = target.with_suffix(".new")
    data = gzip.compress(("\n".join(lines) + "\n").encode("utf-8", "replace"), mtime=0)
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "wb") as out:
        out.write(data)
    aside.replace(target)
    return str(target)


def kept(engine: Engine) -> list[Kept]:
    """What was kept of this project's conversations, the latest first."""
    found = []
    for path in _files(engine):
        match = _NAME.fullmatch(path.name)
        if match:
            name = path.name.removesuffix(".jsonl.gz")
            found.append(Kept(name=name, session_id=match["session"], at=int(match["at"]), size=path.stat().st_size))
    return sorted(found, key=lambda one: -one.at)


def read(engine: Engine, name: str) -> Iterator[dict[str, object]]:
    """The turns of one, in order: kind, tool, at and text of each.

    Raises:
        NotFound: there is none of that name, or it cannot be read.
    """
    path = _path_of(engine, name)
    try:
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as stream:
            for line in stream:
                yield json.loads(line)
    except (OSError, EOFError, ValueError) as error:
        raise NotFound(f"{path.name} cannot be read: {type(error).__name__}", "remove it") from None


def remove(engine: Engine, names: Sequence[str], *, everything: bool = False) -> list[str]:
    """Remove some, or all; tell which.

    Raises:
        NotFound: there is none of a name.
        InvalidInput: none was named.
    """
    if not names and not everything:
        raise InvalidInput("nothing is named", "give names, or --all")
    chosen = _files(engine) if everything else [_path_of(engine, name) for name in names]
    for path in chosen:
        with suppress(FileNotFoundError):
            path.unlink()
    return [path.name.removesuffix(".jsonl.gz") for path in chosen]


def drop_old(engine: Engine) -> int:
    """Remove those older than the setting `transcript_days`; how many."""
    oldest = engine.clock() - engine.settings.transcript_days * _DAY_MS
    old = [one.name for one in kept(engine) if one.at < oldest]
    return len(remove(engine, old)) if old else 0


def _folder(engine: Engine) -> Path:
    return Path(engine.stores.paths.project_dir(engine.project), FOLDER)


def _files(engine: Engine) -> list[Path]:
    folder = _folder(engine)
    return sorted(folder.glob("*.jsonl.gz")) if folder.is_dir() else []


def _path_of(engine: Engine, name: str) -> Path:
    found = [path for path in _files(engine) if path.name.startswith(name)] if name.strip() else []
    if len(found) != 1:
        raise NotFound(f"{len(found)} kept transcripts begin with {name[:60]!r}", "`mem transcripts` lists them")
    return found[0]
