"""BERT's uncased word pieces without a tokenizer library, from a table that one read brings in. Light.

What `tokenizers` does for such a model: fold case and accents, cut at spaces and punctuation, then take the
longest known piece again and again. Pieces are found through a hash table in the file, so that a hook pays for
reading half a megabyte and nothing for building a dictionary.
"""

from __future__ import annotations

import sys

from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

WORD_CHARACTERS_MAX = 100  # of a longer word BERT makes one unknown piece
UNKNOWN = -1


def _ascii_folded(char: str) -> str:
    if char in "\t\n\r ":
        return " "
    if char < " " or char == "\x7f":
        return ""
    return char if char.isalnum() else f" {char} "


_ASCII = {code: _ascii_folded(chr(code)) for code in range(128)}


class _Folding(dict[int, str]):
    """A translation table for all characters, computed once each: what stands in the file, CJK apart, else itself."""

    def __init__(self, special: Mapping[str, object]) -> None:
        super().__init__(_ASCII)
        for char, folded in special.items():
            self[ord(char)] = str(folded)

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = result = f" {char} " if is_ideograph(code) else char
        return result


def is_ideograph(code: int) -> bool:
    """Whether BERT makes a word of its own of a character."""
    return (
        0x4E00 <= code <= 0x9FFF
        or 0x3400 <= code <= 0x4DBF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x2CEAF
        or 0x2F800 <= code <= 0x2FA1F
    )


class WordPieces:
    """Cuts text into the numbers of its pieces.

    Args:
        table: the hash table as `pack_pieces` makes it.
        slots: how many slots it has.
        folding: gives the JSON of the non-ASCII characters that fold to something; asked once, when needed.
    """

    __slots__ = ("_bytes", "_folded", "_folding", "_known", "_slots", "_starts")

    def __init__(self, table: bytes, slots: int, folding: Callable[[], bytes]) -> None:
        self._starts = memoryview(table)[: 4 * (slots + 1)].cast("I")
        self._bytes = table
        self._slots = slots
        self._folding = folding
        self._folded: _Folding | None = None
        self._known: dict[bytes, int] = {}

    def numbers(self, text: str, limit: int) -> list[int]:
        """The pieces of a text, UNKNOWN for a word that cannot be cut into known ones.

        Args:
            text: any text.
            limit: the most pieces.
        """
        if text.isascii():
            words = text.lower().translate(_ASCII).split()
        else:
            if self._folded is None:
                special = jsonlight.loads(self._folding())
                self._folded = _Folding(special if isinstance(special, dict) else {})
            words = text.lower().translate(self._folded).lower().split()
        found: list[int] = []
        for word in words:
            found += self._pieces(word)
            if len(found) >= limit:
                break
        return found[:limit]

    def _pieces(self, word: str) -> list[int]:
        whole = self._number(word.encode("utf-8", "surrogatepass"))
        if whole >= 0:
            return [whole]
        if len(word) > WORD_CHARACTERS_MAX:
            return [UNKNOWN]
        found = []
        start = 0
        while start < len(word):
            end = len(word)
            prefix = "##" if start else ""
            while end > start:
                number = self._number((prefix + word[start:end]).encode("utf-8", "surrogatepass"))
                if number >= 0:
                    break
                end -= 1
            else:
                return [UNKNOWN]
            found.append(number)
            start = end
        return found

    def _number(self, piece: bytes) -> int:
        known = self._known.get(piece)
        if known is None:
            slot = int.from_bytes(piece, "little") % self._slots
            at, end = self._starts[slot], self._starts[slot + 1]
            table = self._bytes
            known = UNKNOWN
            length = len(piece)
            while at < end:
                size = table[at]
                if size == length and table[at + 1 : at + 1 + size] == piece:
                    known = int.from_bytes(table[at + 1 + size : at + 4 + size], "little")
                    break
                at += size + 4
            self._known[piece] = known
        return known


def pack_pieces(pieces: Sequence[str], slots: int) -> bytes:
    """The hash table of a vocabulary: where each slot begins (uint32), then size, piece, number (3 bytes) each.

    Args:
        pieces: the vocabulary in the order of its numbers.
        slots: how many slots, best a prime about as large as the vocabulary.
    """
    filled: list[list[bytes]] = [[] for _ in range(slots)]
    for number, piece in enumerate(pieces):
        encoded = piece.encode("utf-8", "surrogatepass")
        if 0 < len(encoded) < 256:
            entry = bytes([len(encoded)]) + encoded + number.to_bytes(3, "little")
            filled[int.from_bytes(encoded, "little") % slots].append(entry)
    at = 4 * (slots + 1)
    starts = bytearray()
    for entries in filled:
        starts += at.to_bytes(4, sys.byteorder)
        at += sum(map(len, entries))
    starts += at.to_bytes(4, sys.byteorder)
    return bytes(starts) + b"".join(entry for entries in filled for entry in entries)
