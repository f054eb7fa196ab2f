"""Vectors as a hook reads them: nearest memories by sign bits, then by the stored 8-bit values. Light.

The truth is the table `vectors`: 8-bit values of unit vectors, so a cosine needs no scale. Beside it stands, for
searches without the service, sqlite-vec's index over the sign bits, which can always be made again. Where the
extension is missing, nothing is nearest, and search goes on by words.
"""

from __future__ import annotations

import sys
from _operator import mul

import apsw

from hardwon.store.database import Database, guard
from hardwon.store.fitness import exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NEAREST_MAX = 50  # the index slows down with k, and the 8-bit values then put these right
TAIL_MAX = 500  # vectors newer than the index that are compared one by one
_SUFFIXES = {"darwin": "dylib", "win32": "dll"}


def extension_path() -> str:
    """Where sqlite-vec's library lies, "" when it is not installed.

    The package itself is never imported: it brings numpy along. A hook's path has no site-packages, so the
    folder that apsw came from counts too.
    """
    name = "/sqlite_vec/vec0." + _SUFFIXES.get(sys.platform, "so")
    beside_apsw = (apsw.__file__ or "").rsplit("/", 2)[0]
    for folder in (*sys.path, beside_apsw):
        if folder and exists(folder + name):
            return folder + name
    return ""


def can_search(database: Database) -> bool:
    """Whether sqlite-vec's functions are there on this connection; loads them when they can be.

    Args:
        database: an open store.
    """
    connection = database.connection
    if connection.execute("SELECT 1 FROM pragma_module_list WHERE name = 'vec0'").fetchall():
        return True
    path = extension_path()
    if not path:
        return False
    try:
        connection.enable_load_extension(True)
        connection.load_extension(path)
    except (apsw.Error, AttributeError):
        return False
    finally:
        connection.enable_load_extension(False)
    return True


def eight_bit(vector: Sequence[float]) -> bytes:
    """A vector as signed bytes, its largest value at 127.

    Args:
        vector: finite numbers, not all zero.

    Raises:
        ValueError: the numbers are not finite or all zero.
    """
    peak = max(max(vector), -min(vector))
    if not peak > 0.0 or sum(vector) * 0.0 != 0.0:  # times zero: infinity and "not a number" stay what they are
        raise ValueError("a vector needs a finite length above zero")
    scale = 127.0 / peak
    return bytes([round(value * scale) & 255 for value in vector])


def sign_bits(values: bytes) -> bytes:
    """One bit for each signed byte, set where it is above zero; padded to whole bytes.

    Args:
        values: a vector as `eight_bit` gives it.
    """
    digits = values[::-1].translate(_SIGN_DIGITS)
    return int(digits, 2).to_bytes((len(values) + 7) // 8, "little")


def cosine(one: bytes, other: bytes) -> float:
    """The cosine of two vectors as `eight_bit` gives them."""
    left, right = memoryview(one).cast("b"), memoryview(other).cast("b")
    lengths = sum(map(mul, left, left)) * sum(map(mul, right, right))
    return float(sum(map(mul, left, right)) / lengths**0.5) if lengths else 0.0


_SIGN_DIGITS = bytes(0x31 if 0 < value < 128 else 0x30 for value in range(256))


def index_name(space: int) -> str:
    """The bit index of a space."""
    return f"bits_{int(space)}"


class VectorReader:
    """Reads the vectors of one space.

    Args:
        database: an open store.
        space: the space's number.
        projects: the bindings whose memories count; none for every project of the file.
    """

    __slots__ = ("_database", "_projects", "_searches", "_space")

    def __init__(self, database: Database, space: int, projects: Sequence[str] = ()) -> None:
        self._database = database
        self._space = space
        self._projects = tuple(projects)
        with guard(database.path):
            self._searches = can_search(database)

    def nearest(self, query: Sequence[float], k: int = NEAREST_MAX) -> list[tuple[int, float]]:
        """The version rows nearest to a query with their cosines, the nearest first; none without sqlite-vec.

        Args:
            query: a vector of the same space.
            k: the most rows, at most 50.
        """
        if not self._searches:
            return []
        values = eight_bit(query)
        seqs = self._by_bits(sign_bits(values), min(k, NEAREST_MAX))
        if not seqs:
            return []
        marks = ",".join("?" * len(seqs))
        # The query as bytes loses nothing that counts: the memories' vectors are bytes too.
        found = self._database.rows(
            f"""SELECT row, 1.0 - vec_distance_cosine(vec_int8(vec), vec_int8(?)) FROM vectors
            WHERE seq IN ({marks}) AND live = 1 ORDER BY 2 DESC""",
            (values, *seqs),
        )
        return [(int(row), float(cosine)) for row, cosine in found][:k]  # type: ignore[call-overload,arg-type]

    def cosines(self, query: Sequence[float], rows: Sequence[int]) -> dict[int, float]:
        """The cosine of each version row that has a vector. Needs no extension.

        Args:
            query: a vector of the same space.
            rows: version rows.
        """
        values = eight_bit(query)
        marks = ",".join("?" * len(rows))
        where = f"FROM vectors WHERE space = ? AND row IN ({marks}) AND live = 1"
        if self._searches:
            found = self._database.rows(
                f"SELECT row, 1.0 - vec_distance_cosine(vec_int8(vec), vec_int8(?)) {where}",
                (values, self._space, *rows),
            )
            return {int(row): float(cosine) for row, cosine in found}  # type: ignore[call-overload,arg-type]
        return {
            int(row): cosine(values, stored)  # type: ignore[call-overload,arg-type]
            for row, stored in self._database.rows(f"SELECT row, vec {where}", (self._space, *rows))
        }

    def against(self, query: Sequence[float]) -> VectorsAgainst:
        """The vectors as one query sees them.

        Args:
            query: a vector of the same space.
        """
        return VectorsAgainst(self, query)

    def _by_bits(self, bits: bytes, k: int) -> list[int]:
        index = index_name(self._space)
        state = self._database.row("SELECT indexed_seq FROM spaces WHERE id = ?", (self._space,))
        made = self._database.row("SELECT 1 FROM sqlite_schema WHERE name = ?", (index,))
        if state is None:
            return []
        seqs: list[int] = []
        if made is not None:
            for scope, values in self._scopes():
                seqs += self._numbers(
                    f"SELECT rowid FROM {index} WHERE bits MATCH vec_bit(?) AND k = ? {scope}", (bits, k, *values)
                )
        tail = self._numbers(
            "SELECT seq FROM vectors WHERE seq > ? AND space = ? AND live = 1 ORDER BY seq DESC LIMIT ?",
            (state[0], self._space, TAIL_MAX),
        )
        return seqs + self._in_scope(tail)

    def _scopes(self) -> list[tuple[str, tuple[str, ...]]]:
        # One search a project: the index is partitioned by it, so another project's memories cost nothing.
        return [("AND project = ?", (project,)) for project in self._projects] or [("", ())]

    def _in_scope(self, seqs: list[int]) -> list[int]:
        if not seqs or not self._projects:
            return seqs
        marks, names = ",".join("?" * len(seqs)), ",".join("?" * len(self._projects))
        return self._numbers(
            f"""SELECT seq FROM vectors d JOIN versions v ON v.row = d.row
            WHERE d.seq IN ({marks}) AND v.project IN ({names})""",
            (*seqs, *self._projects),
        )

    def _numbers(self, sql: str, values: tuple[object, ...]) -> list[int]:
        return [int(row[0]) for row in self._database.rows(sql, values)]  # type: ignore[call-overload]


class VectorsAgainst:
    """The vectors of one space against one query (hardwon.retrieval.meaning.Source)."""

    __slots__ = ("_query", "_reader")

    def __init__(self, reader: VectorReader, query: Sequence[float]) -> None:
        self._reader = reader
        self._query = query

    def nearest(self, k: int) -> list[tuple[int, float]]:
        """Version rows with their cosines, the nearest first."""
        return self._reader.nearest(self._query, k)

    def cosines(self, rows: Sequence[int]) -> dict[int, float]:
        """The cosines of those rows that have a vector."""
        return self._reader.cosines(self._query, rows)


def space_for_queries(database: Database, model: str, weights: str) -> tuple[int, int] | None:
    """The space that a model's vectors are in, whichever embedder ran it: its number and dimensions.

    Args:
        database: an open store, of any schema version.
        model: the model's name.
        weights: the revision of its weights, with which the space's revision begins.
    """
    if database.row("SELECT 1 FROM sqlite_schema WHERE name = 'spaces'") is None:
        return None
    found = database.row(
        """SELECT id, dimensions FROM spaces WHERE model = ? AND substr(revision, 1, length(?)) = ?
        ORDER BY state = 'ready' DESC, id DESC LIMIT 1""",
        (model, weights, weights),
    )
    return (int(found[0]), int(found[1])) if found else None  # type: ignore[call-overload]


def space_of(database: Database, provider: str, model: str, revision: str, dimensions: int) -> int:
    """The number of an embedder's space, 0 while the store has none.

    Args:
        database: an open store, of any schema version.
        provider, model, revision, dimensions: whose vectors they are.
    """
    if database.row("SELECT 1 FROM sqlite_schema WHERE name = 'spaces'") is None:
        return 0
    found = database.row(
        "SELECT id FROM spaces WHERE provider = ? AND model = ? AND revision = ? AND dimensions = ?",
        (provider, model, revision, dimensions),
    )
    return int(found[0]) if found else 0  # type: ignore[call-overload]


def is_filled(database: Database, space: int) -> bool:
    """Whether every live memory had a vector when the space was last filled, and the newest one has.

    Args:
        database: an open store.
        space: the space's number, 0 for none: then whether there is nothing to fill it with.
    """
    newest = database.row("SELECT max(row) FROM versions WHERE retired_at IS NULL")
    if newest is None or newest[0] is None:
        return True
    return (
        database.row(
            "SELECT 1 FROM spaces JOIN vectors ON space = id WHERE id = ? AND state = 'ready' AND row = ?",
            (space, newest[0]),
        )
        is not None
    )
