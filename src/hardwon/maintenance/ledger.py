"""The log beside a store of what left it for good: ids, reason, time and a salted hash; never a text.

Written and on the disk before anything goes; where it cannot be written, nothing goes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass

from hardwon.errors import StoreReadOnly

ENDING = ".deletions.jsonl"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What becomes of one memory.

    Attributes:
        id: the memory's. act: purged, folded, restored, corrected.
        reason: why, without its text.
        text: only its hash is written.
    """

    id: str
    act: str
    reason: str
    text: str = ""


def path_of(store: str) -> str:
    """Where the log of a store lies."""
    return store + ENDING


def write(store: str, entries: Iterable[Entry], at: int) -> None:
    """Append entries, and see them on the disk.

    Args:
        store: the database file.
        entries: what is about to happen.
        at: the time, in milliseconds.

    Raises:
        StoreReadOnly: the log cannot be written; do not go on.
    """
    path = path_of(store)
    salt = os.urandom(16)  # one for a purge, so that looking a text up costs one hash for each purge
    lines = "".join(json.dumps(_line(entry, at, salt)) + "\n" for entry in entries)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            data = lines.encode()
            while data:
                data = data[os.write(handle, data) :]
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise StoreReadOnly(
            f"{path} cannot be written ({error.strerror}), so nothing was removed", "give yourself write access to it"
        ) from None


def _line(entry: Entry, at: int, salt: bytes) -> dict[str, object]:
    digest = _digest(salt, entry.text)
    told = {"at": at, "id": entry.id, "act": entry.act, "reason": entry.reason}
    return {**told, "salt": salt.hex(), "sha256": digest} if entry.text else told


def _digest(salt: bytes, text: str) -> str:
    return hashlib.sha256(salt + text.encode("utf-8", "surrogatepass")).hexdigest()


class Purged:
    """What was purged from a store, by id and by text.

    Args:
        store: the database file.
    """

    def __init__(self, store: str) -> None:
        self._ids: set[str] = set()
        self._digests: dict[bytes, set[str]] = {}
        for line in read(store):
            if line.get("act") != "purged":
                continue
            self._ids.add(str(line.get("id")))
            try:
                salt = bytes.fromhex(str(line["salt"]))
            except (KeyError, ValueError):
                continue
            self._digests.setdefault(salt, set()).add(str(line.get("sha256")))

    def holds(self, id: str, text: str) -> bool:
        """Whether a memory of this id, or with this very text, was purged."""
        return id in self._ids or self.holds_text(text)

    def holds_text(self, text: str) -> bool:
        """Whether this very text was purged."""
        return any(_digest(salt, text) in held for salt, held in self._digests.items())


def read(store: str) -> list[dict[str, object]]:
    """Every whole line of a store's log, the oldest first; none where there is no log."""
    try:
        with open(path_of(store), encoding="utf-8") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return []
    found = []
    for line in lines:
        try:
            value = json.loads(line)
        except ValueError:  # cut by a crash, before what it announced
            continue
        if isinstance(value, dict):
            found.append(value)
    return found
