"""Makes the table that `static_light` reads: every word piece through the prepared model, once.

Row of a piece = its unit output minus the mean of all, times a / (a + p) with p the piece's frequency by Zipf's law
over the vocabulary's order (smooth inverse frequency: Arora, Liang and Ma, 2017). On LoCoMo such queries against the
model's vectors, fused with words, find what 256 principal components on both sides find, or more, and need no
vectors of their own.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.embedders.static_light import HEADER_BYTES, MAGIC
from hardwon.embedders.wordpiece import is_ideograph, pack_pieces

if TYPE_CHECKING:
    from hardwon.embedders.base import Matrix

SMOOTHING = 1e-4
PIECES_MAX = 65_536  # vocabularies of many languages are larger; their pieces are no WordPiece either
BATCH = 256


def token_vectors(
    count: int, dimensions: int, embed: Callable[[range], Matrix], partial: str, progress: Callable[[int, int], None]
) -> Matrix:
    """The model's output for each piece; what an interrupted run has done is read back from a partial file.

    Args:
        count: pieces of the vocabulary.
        dimensions: length of the model's vectors.
        embed: the outputs for some pieces, float32, one a row.
        partial: where finished rows are kept until the table stands.
        progress: told (done, count).
    """
    import numpy as np

    stride = 4 * dimensions
    with open(partial, "ab") as out:
        done = out.tell() // stride
        out.truncate(done * stride)
        while done < count:
            batch = range(done, min(done + BATCH, count))
            out.write(np.ascontiguousarray(embed(batch), np.float32).tobytes())
            done = batch.stop
            out.flush()
            progress(done, count)
    rows: Matrix = np.fromfile(partial, np.float32).reshape(-1, dimensions)[:count]
    return rows


def weighted(vectors: Matrix, pieces: Sequence[str]) -> Matrix:
    """Centred unit rows times their smooth inverse frequency; pieces that stand for nothing become zero.

    Args:
        vectors: the model's output for each piece.
        pieces: the vocabulary, frequent pieces before rare ones.
    """
    import numpy as np

    real = np.array([not (piece.startswith("[") and piece.endswith("]")) for piece in pieces])
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    rank = np.maximum(np.cumsum(real), 1)
    frequency = 1.0 / (rank * np.log(max(len(pieces), 3)))
    rows: Matrix = (unit - unit[real].mean(axis=0)) * (SMOOTHING / (SMOOTHING + frequency))[:, None]
    rows[~real] = 0.0
    return rows.astype(np.float32)


def write_table(path: str, rows: Matrix, pieces: Sequence[str], *, model: str, weights: str) -> None:
    """Write a table, whole or not at all.

    Args:
        path: where it goes.
        rows: one row a piece.
        pieces: the vocabulary in the order of its numbers.
        model: the model's name.
        weights: the revision of the model's weights.
    """
    import numpy as np

    slots = _prime_from(len(pieces))
    table = pack_pieces(pieces, slots)
    folding = json.dumps(dict(_folded_characters()), separators=(",", ":")).encode()
    dimensions = rows.shape[1]
    scale = np.maximum(np.abs(rows).max(axis=1, keepdims=True), 0) / 127.0
    values = np.rint(rows / np.where(scale > 0, scale, 1.0)).astype(np.int8)
    packed = np.hstack([values.view(np.uint8), np.ascontiguousarray(scale.astype(np.float32)).view(np.uint8)])
    rows_at = HEADER_BYTES + len(table) + len(folding)
    header = {
        "model": model, "weights": weights, "dimensions": dimensions, "byte_order": sys.byteorder, "slots": slots,
        "pieces_at": HEADER_BYTES, "pieces_size": len(table), "folding_at": HEADER_BYTES + len(table),
        "folding_size": len(folding), "rows_at": rows_at, "size": rows_at + packed.size,
    }  # fmt: skip
    temporary = path + ".part"
    with open(temporary, "wb") as out:
        out.write((MAGIC + json.dumps(header).encode()).ljust(HEADER_BYTES, b"\0"))
        out.write(table)
        out.write(folding)
        out.write(packed.tobytes())
        out.flush()
        os.fsync(out.fileno())
    Path(temporary).replace(path)


def _folded_characters() -> Iterator[tuple[str, str]]:
    """The characters that BERT's normaliser turns into something else, Hangul and ideographs apart."""
    for code in range(0x80, 0x20000):
        if 0xAC00 <= code <= 0xD7A3 or 0xD800 <= code <= 0xDFFF or 0xE000 <= code <= 0xF8FF or is_ideograph(code):
            continue
        char = chr(code)
        category = unicodedata.category(char)
        if category == "Cn":
            continue
        if category in ("Cc", "Cf", "Co") or char == "\ufffd":
            folded = ""
        elif char.isspace():
            folded = " "
        else:
            kept = [c for c in unicodedata.normalize("NFD", char) if unicodedata.category(c) != "Mn"]
            folded = "".join(f" {c} " if unicodedata.category(c).startswith("P") else c for c in kept).lower()
        if folded != char:
            yield char, folded


def _prime_from(number: int) -> int:
    while any(number % divisor == 0 for divisor in range(2, int(number**0.5) + 1)):
        number += 1
    return max(number, 2)
