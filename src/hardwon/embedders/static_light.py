"""A query's vector in about a millisecond, without a model and without numpy. Light.

The table beside a prepared model holds, for every word piece, the model's own output for that piece alone, centred
and weighted by how rare the piece is; a query is the sum of its pieces. Such a vector lies in the model's space and is
compared with the vectors the model made of the memories: less exact than the model's own, and no second set of
vectors to store.
"""

from __future__ import annotations

import posix
import sys

from hardwon.embedders.wordpiece import WordPieces
from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAGIC = b"HWSTATIC"
HEADER_BYTES = 4096
PIECES_MAX = 256  # of a longer query only the beginning counts, as with the model
CHARACTERS_MAX = 4000


class StaticQuery:
    """An open table.

    Args:
        path: the table's file.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no table of this form.
    """

    __slots__ = ("_file", "_pieces", "_rows_at", "dimensions", "model", "weights")

    def __init__(self, path: str) -> None:
        self._file = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC)
        try:
            self._read_header()
        except (KeyError, TypeError, ValueError):
            self.close()
            raise ValueError(f"{path} is no table of this form") from None
        except BaseException:
            self.close()
            raise

    def _read_header(self) -> None:
        start = posix.pread(self._file, HEADER_BYTES, 0)
        header = jsonlight.loads(start[len(MAGIC) :].rstrip(b"\0"))
        if not start.startswith(MAGIC) or not isinstance(header, dict) or header["byte_order"] != sys.byteorder:
            raise ValueError
        if posix.fstat(self._file).st_size != header["size"]:
            raise ValueError
        self.model: str = header["model"]
        self.weights: str = header["weights"]
        self.dimensions: int = header["dimensions"]
        self._rows_at: int = header["rows_at"]
        table = posix.pread(self._file, header["pieces_size"], header["pieces_at"])
        folding_at, folding_size = header["folding_at"], header["folding_size"]
        self._pieces = WordPieces(table, header["slots"], lambda: posix.pread(self._file, folding_size, folding_at))

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        if self._file >= 0:
            posix.close(self._file)
            self._file = -1

    def __enter__(self) -> StaticQuery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def embed(self, text: str) -> list[float] | None:
        """The vector of a query, of unit length; None when it holds no known piece.

        Args:
            text: any text.
        """
        counts: dict[int, int] = {}
        for number in self._pieces.numbers(text[:CHARACTERS_MAX], PIECES_MAX):
            if number >= 0:
                counts[number] = counts.get(number, 0) + 1
        total = self._sum(counts) if counts else []
        length = sum([value * value for value in total]) ** 0.5
        return [value / length for value in total] if length > 1e-9 else None

    def _sum(self, counts: dict[int, int]) -> Sequence[float]:
        size = self.dimensions
        total = [0.0] * size
        for number, count in counts.items():
            row = posix.pread(self._file, size + 4, self._rows_at + number * (size + 4))
            if len(row) != size + 4:
                continue
            weight = memoryview(row)[size:].cast("f")[0] * count
            if weight:
                values = memoryview(row)[:size].cast("b")
                total = [a + weight * b for a, b in zip(total, values)]  # noqa: B905 - twice as slow with strict
        return total
