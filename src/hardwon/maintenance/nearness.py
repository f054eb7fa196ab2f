"""Which vectors of very many are near each other: exact, by blocked products. Needs numpy.

In a basis of the directions in which the vectors differ most, the first few coordinates and the length of the rest
bound the cosine from above (Cauchy and Schwarz), so most pairs are ruled out with a sixth of the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FIRST = 63  # coordinates of the bound
_BLOCK = 2048
_DIRECT_MAX = 4096
_SAMPLE = 8192
_LOOSE = 0.02  # share of a block's pairs from which the whole product is cheaper


def near_places(
    vectors: Sequence[bytes], threshold: float, new: Sequence[int] | None = None
) -> Iterator[tuple[int, int, float]]:
    """Pairs of places with a cosine of at least the threshold, each once, the smaller place first.

    Args:
        vectors: as hardwon.store.vectors.eight_bit gives them, all of one length.
        threshold: the least cosine, above 0.
        new: places of which a pair has at least one; any where None.
    """
    units = _units(np.frombuffer(b"".join(vectors), np.int8).reshape(len(vectors), -1))
    if new is not None:
        yield from _of_new(units, threshold, new)
        return
    bounds = _bounds(units) if len(units) > _DIRECT_MAX and units.shape[1] > 2 * _FIRST else units
    for start in range(0, len(units), _BLOCK):
        for other in range(start, len(units), _BLOCK):
            yield from _of_block(units, bounds, start, other, threshold)


def rows_near(own: Sequence[bytes], chunks: Iterable[tuple[list[int], bytes]], threshold: float) -> Iterator[int]:
    """Rows whose vectors are near one of some vectors.

    Args:
        own: the vectors.
        chunks: rows with their vectors' values one after the other.
        threshold: the least cosine.
    """
    if not own:
        return
    mine = _units(np.frombuffer(b"".join(own), np.int8).reshape(len(own), -1))
    for rows, values in chunks:
        raw = np.frombuffer(values, np.int8).reshape(len(rows), -1).astype(np.float32)
        lengths = np.sqrt(np.einsum("ij,ij->i", raw, raw))
        best = (raw @ mine.T).max(axis=1)
        for place in np.flatnonzero(best >= threshold * lengths).tolist():
            yield rows[place]


def _units(raw: NDArray[np.int8]) -> NDArray[np.float32]:
    units = raw.astype(np.float32)
    return np.asarray(units / np.maximum(np.linalg.norm(units, axis=1, keepdims=True), 1e-6), np.float32)


def _of_new(units: NDArray[np.float32], threshold: float, new: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    for start in range(0, len(new), _BLOCK):
        chosen = np.array(new[start : start + _BLOCK], np.int64)
        cosines = units[chosen] @ units.T
        lefts, rights = np.nonzero(cosines >= threshold)
        news = set(new)
        for left, right in zip(lefts.tolist(), rights.tolist(), strict=True):
            one = int(chosen[left])
            if one != right and (right not in news or one < right):
                yield min(one, right), max(one, right), float(cosines[left, right])


def _bounds(units: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors whose products bound the cosines from above."""
    step = max(1, len(units) // _SAMPLE)
    sample = units[::step]
    _, directions = np.linalg.eigh(sample.T @ sample)
    first = units @ directions[:, : -_FIRST - 1 : -1]
    rest = np.sqrt(np.maximum(1.0 - (first * first).sum(axis=1, keepdims=True), 0.0))
    return np.ascontiguousarray(np.hstack([first, rest]).astype(np.float32))


def _of_block(
    units: NDArray[np.float32], bounds: NDArray[np.float32], start: int, other: int, threshold: float
) -> Iterator[tuple[int, int, float]]:
    left, right = slice(start, start + _BLOCK), slice(other, other + _BLOCK)
    product = bounds[left] @ bounds[right].T
    flat = np.flatnonzero(product >= threshold - 1e-5)
    if bounds is not units and len(flat) > _LOOSE * product.size:
        product = units[left] @ units[right].T
        flat = np.flatnonzero(product >= threshold)
    lefts, rights = np.divmod(flat, product.shape[1])
    lefts, rights = lefts + start, rights + other
    if start == other:
        upper = lefts < rights
        lefts, rights = lefts[upper], rights[upper]
    for at in range(0, len(lefts), 65536):
        some, others = lefts[at : at + 65536], rights[at : at + 65536]
        cosines = np.einsum("ij,ij->i", units[some], units[others])
        keep = cosines >= threshold
        yield from zip(some[keep].tolist(), others[keep].tolist(), cosines[keep].tolist(), strict=True)
