"""Move the notes that Claude Code keeps of a project into memory: one fact a file, and an index in MEMORY.md.

Storing comes first; a file is moved only when all that it says is stored, and its copy is kept, so that uninstalling
puts it back.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from hardwon.errors import InvalidInput
from hardwon.hosts.claude_code.projects import base_folder, slug
from hardwon.hosts.hermes.notes import Entry
from hardwon.models import Origin

if TYPE_CHECKING:
    from hardwon.engine import Engine

INDEX = "MEMORY.md"
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.S)
_POINTER = re.compile(r"^\s*[-*+]\s*\[[^\]]*\]\([^)\s]+\.md\).*$", re.M)
_CATEGORIES = {"user": "preference", "feedback": "convention"}
_PIECE_MAX = 1_500  # characters of one memory; a longer note becomes several
_FILE_MAX = 256 << 10
_FILES_MAX = 500


@dataclass(frozen=True, kw_only=True)
class Note:
    """One file of notes, as the memories that it becomes."""

    path: Path
    title: str
    category: str
    pieces: tuple[str, ...]


def notes_of(root: str, environ: Mapping[str, str], home: str) -> list[Note]:
    """The notes of a project that can be moved, by name.

    Args:
        root: the project's folder.
        environ: CLAUDE_CONFIG_DIR moves the client's folder.
        home: the person's home folder.
    """
    folder = Path(base_folder(environ, home)) / "projects" / slug(root) / "memory"
    paths = sorted(path for path in folder.glob("*.md") if path.is_file() and not path.is_symlink())
    return [note for path in paths[:_FILES_MAX] if (note := _note(path)) is not None]


def _note(path: Path) -> Note | None:
    try:
        if path.stat().st_size > _FILE_MAX:
            return None
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
    front = _FRONT.match(text)
    about = _about(front[1]) if front else {}
    body = text[front.end() :] if front else text
    if path.name == INDEX:
        # What only points to the other files, and the heading above it, is no note.
        body = re.sub(r"\A\s*#[^\n]*\n?", "", _POINTER.sub("", body))
    kind = about.get("metadata")
    kind = kind.get("type") if isinstance(kind, dict) else about.get("type")
    title = about.get("name") if isinstance(about.get("name"), str) else ""
    return Note(
        path=path,
        title=str(title)[:120],
        category=_CATEGORIES.get(str(kind), "general"),
        pieces=tuple(_pieces(body)),
    )


def _about(text: str) -> dict[str, object]:
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _pieces(text: str) -> Iterator[str]:
    """A text cut at empty lines into pieces that a brief can hold."""
    piece = ""
    for part in re.split(r"\n\s*\n", text.strip()):
        if piece and len(piece) + len(part) > _PIECE_MAX:
            yield piece
            piece = ""
        piece = f"{piece}\n\n{part}" if piece else part
    if piece:
        yield piece


def store_notes(engine: Engine, notes: list[Note]) -> list[Path]:
    """Store what notes say, as the agent's word.

    Args:
        engine: the project's.
        notes: what `notes_of` found.

    Returns:
        the files of which every word is stored and given; storing them again changes nothing.

    Raises:
        StoreError: the store cannot be written.
    """
    return [note.path for note in notes if all(_store(engine, note, piece) for piece in note.pieces)]


def _store(engine: Engine, note: Note, piece: str) -> bool:
    key = hashlib.sha256(f"{note.path.name}\0{piece}".encode()).hexdigest()[:32]
    origin = Origin(who="agent", host="claude-code", note=note.path.name)
    try:
        done = engine.remember(
            piece, category=note.category, title=note.title or None, tags=("notes",), origin=origin, trust="agent",
            key=f"notes:{key}",
        )  # fmt: skip
    except InvalidInput:
        return False
    # What reads like an order is kept aside until a person lets it in; the client goes on reading it in its file.
    return not done.redacted and done.memory.status == "active"


def store_entries(engine: Engine, entries: list[Entry]) -> int:
    """Store the notes that Hermes keeps, as the agent's word; what is about the person with their own memories.

    Args:
        engine: the project's.
        entries: what `hardwon.hosts.hermes.notes` found.

    Returns:
        how many are stored and given; storing them again changes nothing.

    Raises:
        StoreError: the store cannot be written.
    """
    return sum(_store_entry(engine, entry) for entry in entries)


def _store_entry(engine: Engine, entry: Entry) -> bool:
    key = hashlib.sha256(f"{entry.path.name}\0{entry.text}".encode()).hexdigest()[:32]
    try:
        done = engine.remember(
            entry.text, category="preference" if entry.about_person else "general", tags=("notes",),
            to_user=entry.about_person, origin=Origin(who="agent", host="hermes", note=entry.path.name), trust="agent",
            key=f"notes:{key}",
        )  # fmt: skip
    except InvalidInput:
        return False
    return done.memory.status == "active"
