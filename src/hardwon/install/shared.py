"""What of a file that others use too is ours: told, put in and taken out, whatever the file's language.

Knows bytes, not files: `plan` reads and writes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from hardwon.install import entries
from hardwon.install.jsonc import Document, JsoncError

Kept = entries.Kept


@dataclass(frozen=True, kw_only=True)
class Rest:
    """A file's bytes without what is ours; `is_hollow` where nothing but blanks is left in it."""

    data: bytes
    is_hollow: bool


class Share(Protocol):
    """What is ours in a file, in one language.

    Every method raises `entries.Uneditable` where the file cannot be read or has something else in our place.
    """

    @property
    def name(self) -> str:
        """The part, as reports call it: hooks, mcp, rules, ..."""

    def state(self, data: bytes) -> str:
        """WIRED, STALE (another version's), MISSING, or FOREIGN (another's of our name)."""

    def put_in(self, data: bytes) -> tuple[bytes, Kept]:
        """The bytes with ours, and the text that gave way; `data` holds none of ours."""

    def take_out(self, data: bytes, kept: Kept) -> Rest:
        """The bytes without ours; unchanged where there is none."""

    def snippet(self) -> str:
        """What to paste by hand."""

    def is_mentioned(self, data: bytes) -> bool:
        """Whether a file that cannot be read may hold something of ours."""

    def renewing(self, data: bytes) -> Share:
        """The same for a file with an older form of ours: it keeps what a person or the host added to that."""

    def remark(self, data: bytes) -> str:
        """What the person should know of the file as it stands, "" for nothing; never raises."""


@dataclass(frozen=True, kw_only=True)
class JsonShare:
    """Entries of ours in a JSON or JSONC file.

    Attributes:
        name: the part.
        add, remove, tell: put in, take out and tell the state in a document (hardwon.install.entries).
        wanted: a value with nothing but ours, for pasting.
        marks: texts of which one is in every file with ours.
        plain_only: what is wrong with comments and trailing commas in this file, "" where the host takes them.
        renew: makes the share for a value with an older form of ours; None where nothing is added to that.
    """

    name: str
    add: Callable[[Document], Kept]
    remove: Callable[[Document, Kept], bool]
    tell: Callable[[Any], str]
    wanted: Callable[[], object]
    marks: tuple[str, ...]
    plain_only: str = ""
    renew: Callable[[Any], JsonShare] | None = None

    def state(self, data: bytes) -> str:
        """See Share."""
        return self.tell(_document(data).root.value())

    def put_in(self, data: bytes) -> tuple[bytes, Kept]:
        """See Share."""
        document = _document(data)
        kept = self.add(document)
        return document.bytes(), kept

    def take_out(self, data: bytes, kept: Kept) -> Rest:
        """See Share."""
        document = _document(data)
        removed = self.remove(document, kept)
        return Rest(data=document.bytes() if removed else data, is_hollow=removed and document.is_hollow(()))

    def snippet(self) -> str:
        """See Share."""
        return json.dumps(self.wanted(), indent=2)

    def is_mentioned(self, data: bytes) -> bool:
        """See Share."""
        return any(mark.encode() in data for mark in self.marks)

    def renewing(self, data: bytes) -> JsonShare:
        """See Share."""
        return self.renew(_document(data).root.value()) if self.renew else self

    def remark(self, data: bytes) -> str:
        """See Share."""
        try:
            return "" if not self.plain_only or _document(data).is_plain else self.plain_only
        except entries.Uneditable:
            return ""


def _document(data: bytes) -> Document:
    try:
        return Document(data)
    except JsoncError as error:
        raise entries.Uneditable(str(error)) from None
