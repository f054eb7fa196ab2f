"""Knows private and secret text again without keeping it. Light.

A file of keyed hashes below the data folder: of a short text the hash of its words, of a longer one those of every
six words of it. Whoever stores a text has it compared, so that what a person said in private in one message does not
come back through an agent's own words in a later one, through whichever door.
"""

from __future__ import annotations

import posix
import sys

from hardwon.config.paths import Paths, make_private_dir
from hardwon.text.tokens import is_cjk, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PRIVATE, SECRET = "private", "secret"
_WINDOW = 6
_WHOLE_MAX = 9
_ENTRIES_MAX = 600  # of one text
_FILE_MAX = 256 << 10
_KEPT = 128 << 10
_CHARACTERS_MIN = 5
_KEY_BYTES = 16
_HASH_LENGTH = 16


class Sealed:
    """The texts that must not come back.

    Args:
        key: what the hashes are keyed with.
        kinds: by the count of words and their hash.
    """

    __slots__ = ("_by_count", "_key")

    def __init__(self, key: bytes, kinds: dict[tuple[int, str], str]) -> None:
        self._key = key
        self._by_count: dict[int, dict[str, str]] = {}
        for (count, digest), kind in kinds.items():
            self._by_count.setdefault(count, {})[digest] = kind

    def redact(self, text: str) -> tuple[str, tuple[str, ...]]:
        """The text without what is sealed, and the kinds of what was found."""
        if not self._by_count:
            return text, ()
        spans = _word_spans(text)
        found: list[tuple[int, int, str]] = []
        for count, known in self._by_count.items():
            for index in range(len(spans) - count + 1):
                here = spans[index : index + count]
                kind = known.get(_digest(self._key, [word for word, _, _ in here]))
                if kind:
                    found.append((here[0][1], here[-1][2], kind))
        if not found:
            return text, ()
        kept: list[str] = []
        position = 0
        for start, end, _ in sorted(found):
            if start > position:
                kept.append(text[position:start])
            position = max(position, end)
        kept.append(text[position:])
        return "".join(kept), tuple(dict.fromkeys(kind for _, _, kind in found))


def load(paths: Paths) -> Sealed:
    """What is sealed so far; nothing where the file cannot be read."""
    key, lines = _read(paths)
    kinds: dict[tuple[int, str], str] = {}
    for line in lines:
        kind, _, rest = line.partition(" ")
        count, _, digest = rest.partition(" ")
        if kind in ("p", "s") and count.isdigit() and len(digest) == _HASH_LENGTH:
            kinds[int(count), digest] = PRIVATE if kind == "p" else SECRET
    return Sealed(key, kinds)


def seal(paths: Paths, texts: Iterable[tuple[str, str]]) -> None:
    """Have some texts known again.

    Args:
        paths: where the file is.
        texts: (PRIVATE or anything else, the text) of each.

    Raises:
        OSError: the file cannot be written.
    """
    fresh = [(kind, tuple(words_of(text))) for kind, text in texts if len(text.strip()) >= _CHARACTERS_MIN]
    if not any(said for _, said in fresh):
        return
    key, lines = _read(paths)
    known = dict.fromkeys(lines)
    for kind, said in fresh:
        letter = "p" if kind == PRIVATE else "s"
        for part in _parts(said):
            known[f"{letter} {len(part)} {_digest(key, part)}"] = None
    if len(known) == len(lines):
        return
    body = "\n".join(known) + "\n"
    if len(body) > _FILE_MAX:
        body = body[-_KEPT:].partition("\n")[2]
    _write(paths, key.hex() + "\n" + body)


def words_of(text: str) -> list[str]:
    """The words that count: without case and marks; of scripts without spaces each character."""
    return [word for word, _, _ in _word_spans(text)]


def _word_spans(text: str) -> list[tuple[str, int, int]]:
    spans: list[tuple[str, int, int]] = []
    position = 0
    for word in words(text):
        start = text.find(word, position)
        if start < 0:
            continue
        position = start + len(word)
        first = start
        for index, char in enumerate(word):
            if is_cjk(char):
                if first < start + index:
                    spans.append((text[first : start + index].casefold(), first, start + index))
                spans.append((char, start + index, start + index + 1))
                first = start + index + 1
        if first < position:
            spans.append((text[first:position].casefold(), first, position))
    return spans


def _parts(said: tuple[str, ...]) -> list[tuple[str, ...]]:
    if len(said) <= _WHOLE_MAX:
        whole = [said] if sum(map(len, said)) >= _CHARACTERS_MIN else []
        return whole + [said[at : at + _WINDOW] for at in range(1, len(said) - _WINDOW + 1)]
    return [said[at : at + _WINDOW] for at in range(min(len(said) - _WINDOW + 1, _ENTRIES_MAX))]


def _digest(key: bytes, said: Iterable[str]) -> str:
    try:
        if sys.version_info >= (3, 12):
            from _sha2 import sha256
        else:
            from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256
    return str(sha256(key + " ".join(said).encode("utf-8", "surrogatepass")).hexdigest())[:_HASH_LENGTH]


def _path(paths: Paths) -> str:
    return paths.data + "/sealed"


def _read(paths: Paths) -> tuple[bytes, list[str]]:
    try:
        handle = posix.open(_path(paths), posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return posix.urandom(_KEY_BYTES), []
    try:
        text = posix.read(handle, 2 * _FILE_MAX).decode("ascii", "replace")
    except OSError:
        return posix.urandom(_KEY_BYTES), []
    finally:
        posix.close(handle)
    first, _, rest = text.partition("\n")
    try:
        key = bytes.fromhex(first)
    except ValueError:
        return posix.urandom(_KEY_BYTES), []
    return (key, rest.split("\n")[:-1]) if len(key) == _KEY_BYTES else (posix.urandom(_KEY_BYTES), [])


def _write(paths: Paths, text: str) -> None:
    make_private_dir(paths.data)
    temporary = f"{_path(paths)}.{posix.getpid()}"
    handle = posix.open(temporary, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_CLOEXEC, 0o600)
    try:
        data = text.encode("ascii")
        while data:
            data = data[posix.write(handle, data) :]
    finally:
        posix.close(handle)
    posix.rename(temporary, _path(paths))
