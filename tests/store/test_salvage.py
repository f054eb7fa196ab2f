"""Whatever page is destroyed: every row that does not stand on it is in the store that is made of the rest."""

from __future__ import annotations

import errno
import os
import random
from collections import defaultdict
from pathlib import Path

import apsw
import pytest

from hardwon.store.image import Image, make_image
from hardwon.store.integrity import examine
from hardwon.store.pages import Pages
from hardwon.store.salvage import Salvaged, salvage
from stores import Rows, fill, overwrite, pages_of, rows_of
from workbench import Bench

PAGE = 4096
# What a memory's rows need to be put back: without any version there is no memory, and without one no verdict on it.
HANGS_ON = {"outcomes": 1, "restatements": 1}


@pytest.fixture
def filled(bench: Bench) -> Bench:
    fill(bench)
    return bench


def image_of(path: Path) -> Image:
    with path.open("rb") as file:
        return make_image(file.fileno(), f"{path}-wal", f"{path}.image")


def made_of(path: Path) -> tuple[Salvaged, Rows]:
    """The store made of what can be read at a path."""
    fresh = Path(f"{path}.fresh")
    fresh.unlink(missing_ok=True)
    found = salvage(image_of(path), str(fresh))
    assert examine(str(fresh)).is_sound
    return found, rows_of(fresh)


def standing_on(data: bytes, page: int) -> set[tuple[int, tuple[object, ...]]]:
    """The rows that need a page: those on it, and those that go on there."""
    holed = bytearray(data)
    holed[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    return set(Pages(data, PAGE).rows()) - set(Pages(bytes(holed), PAGE).rows())


def expected(whole: Rows, gone: set[tuple[int, tuple[object, ...]]]) -> Rows:
    """The rows that are not gone; those of memories without any version are."""
    numbers = {(number, len(values)) for number, values in gone}
    left: Rows = defaultdict(dict)
    for table, rows in whole.items():
        for number, values in rows.items():
            if (number, len(values)) not in numbers:
                left[table][number] = values
    alive = {values[1] for values in left["versions"].values()}
    left["memories"] = {n: v for n, v in left["memories"].items() if v[0] in alive}
    for table, column in HANGS_ON.items():
        left[table] = {n: v for n, v in left[table].items() if v[column] in alive}
    versions = set(left["versions"])
    left["vectors"] = {n: v for n, v in left["vectors"].items() if v[2] in versions}
    return left


def test_a_sound_store_comes_out_as_it_went_in(filled: Bench) -> None:
    whole = rows_of(filled.file)
    found, rows = made_of(filled.file)
    assert rows == whole
    assert (found.from_pages, found.garbled, found.older, found.lost) == ([], [], [], 0)
    assert found.memories == 120


def test_without_its_first_page_a_store_is_read_from_the_others(filled: Bench) -> None:
    whole = rows_of(filled.file)
    overwrite(filled.file, 0, random.Random(1).randbytes(PAGE))
    found, rows = made_of(filled.file)
    assert set(found.from_pages) >= {"versions", "memories", "outcomes"}
    assert rows == whole


@pytest.mark.parametrize(("kind", "first"), [("noise", 1), ("zeros", 3), ("another page", 5)])
def test_rows_that_are_not_on_the_destroyed_page_are_kept(filled: Bench, kind: str, first: int) -> None:
    destroy_each(filled, kind, first, 6)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["noise", "zeros", "another page"])
def test_every_row_that_is_not_on_the_destroyed_page_is_kept(filled: Bench, kind: str) -> None:
    assert destroy_each(filled, kind, 1, 1)


def destroy_each(filled: Bench, kind: str, first: int, step: int) -> int:
    """Destroy page after page and look for the rows of the others; how often a memory was lost."""
    whole, data = rows_of(filled.file), filled.file.read_bytes()
    chance = random.Random(2)
    pages = len(data) // PAGE
    lost_any = 0
    for page in range(first, pages, step):
        other = chance.randrange(pages) * PAGE
        overwrite(
            filled.file,
            page * PAGE,
            {"noise": chance.randbytes(PAGE), "zeros": bytes(PAGE), "another page": data[other : other + PAGE]}[kind],
        )
        left = expected(whole, standing_on(data, page))
        found, rows = made_of(filled.file)
        overwrite(filled.file, page * PAGE, data[page * PAGE : (page + 1) * PAGE])
        lost_any += found.lost > 0
        if "spaces" in found.from_pages and "spaces" not in found.counts:
            left["vectors"] = {}  # nobody knows any more whose they were
        for table, kept in left.items():
            missing = {n: v for n, v in kept.items() if n not in rows[table]}
            assert not missing, (page, table, found)
            if table not in ("versions", "projects", "vectors"):  # these may have been mended
                assert all(rows[table][n] == v for n, v in kept.items()), (page, table)
    return lost_any


def test_rows_below_a_broken_interior_page_are_kept(bench: Bench) -> None:
    fill(bench, 400)
    whole = rows_of(bench.file)
    root = pages_of(bench.file, "versions")[0]
    data = bench.file.read_bytes()
    assert data[root * PAGE] == 5, "the root has to be an interior page"
    overwrite(bench.file, root * PAGE, random.Random(3).randbytes(PAGE))
    found, rows = made_of(bench.file)
    assert "versions" in found.from_pages
    assert rows == whole


def test_a_file_that_was_cut_gives_the_rows_of_what_is_left(filled: Bench) -> None:
    whole, data = rows_of(filled.file), filled.file.read_bytes()
    left = len(data) * 3 // 4 // PAGE * PAGE + 100  # the first half holds little but the tables' first pages
    filled.file.write_bytes(data[:left])
    kept = {number for number, values in Pages(data[: left // PAGE * PAGE], PAGE).rows() if len(values) == 27}
    assert kept
    _, rows = made_of(filled.file)
    assert {n: v[1] for n, v in rows["versions"].items()} == {n: whole["versions"][n][1] for n in kept}


def test_what_the_disk_does_not_give_is_left_out(filled: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, data = rows_of(filled.file), filled.file.read_bytes()
    page = pages_of(filled.file, "versions")[-1]
    real = os.pread

    def pread(handle: int, length: int, at: int) -> bytes:
        if at <= page * PAGE < at + length and os.fstat(handle).st_size == len(data):
            raise OSError(errno.EIO, "input/output error")
        return real(handle, length, at)

    monkeypatch.setattr(os, "pread", pread)
    image = image_of(filled.file)
    assert image.unread_bytes == PAGE
    found, rows = made_of(filled.file)
    assert found.memories >= 100
    left = expected(whole, standing_on(data, page))
    assert left["versions"].keys() <= rows["versions"].keys()


def test_a_text_that_was_written_over_is_kept_and_quarantined(filled: Bench) -> None:
    data = filled.file.read_bytes()
    at = data.index(b"Memory 78 tells how")
    for noise in (b"\xff\xfe" * 9, bytes(18), b"XXXXXXXXXXXXXXXXXX"):
        overwrite(filled.file, at, noise)
        found, rows = made_of(filled.file)
        (row,) = [values for values in rows["versions"].values() if values[7] == "Title 78"]
        assert found.garbled == [row[1]]
        assert row[15] == "quarantined"
        assert "service78 listens" in str(row[6]) and "\0" not in str(row[6])


def test_a_memory_that_lost_its_newest_version_has_an_older_one_archived(filled: Bench) -> None:
    connection = apsw.Connection(str(filled.file))
    connection.execute("DROP TRIGGER versions_removed")
    connection.execute("DROP TRIGGER vectors_retire")
    ((id, _),) = connection.execute(
        """SELECT memory_id, count(*) FROM versions GROUP BY memory_id
        HAVING count(*) = 2 AND max(status) = 'active' LIMIT 1"""
    )
    connection.execute("DELETE FROM versions WHERE memory_id = ? AND retired_at IS NULL", (id,))
    connection.close()
    found, rows = made_of(filled.file)
    assert found.older == [id]
    (row,) = [values for values in rows["versions"].values() if values[1] == id]
    assert (row[15], row[25]) == ("archived", None)


def test_versions_bring_back_the_memory_and_the_project_they_are_of(filled: Bench) -> None:
    whole = rows_of(filled.file)
    connection = apsw.Connection(str(filled.file))
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("DELETE FROM memories WHERE rowid = 9")
    connection.execute("DELETE FROM projects")
    connection.close()
    _, rows = made_of(filled.file)
    assert {v[0] for v in rows["memories"].values()} == {v[0] for v in whole["memories"].values()}
    ((binding, name, root, _),) = rows["projects"].values()
    assert (binding, name, root) == (filled.binding, "app", str(filled.project))


def test_a_change_of_how_texts_are_hashed_quarantines_nothing(filled: Bench) -> None:
    connection = apsw.Connection(str(filled.file))
    connection.execute("UPDATE versions SET text_hash = text_hash + 1")
    connection.close()
    found, rows = made_of(filled.file)
    assert found.garbled == []
    assert not [values for values in rows["versions"].values() if values[15] == "quarantined"]


def test_what_no_command_could_read_is_put_right(filled: Bench) -> None:
    connection = apsw.Connection(str(filled.file))
    connection.execute("UPDATE versions SET tags = '[broken', origin = '[1]', extra = '7' WHERE row = 3")
    connection.execute("UPDATE outcomes SET evidence = 'broken' WHERE rowid = 1")
    connection.execute("UPDATE sessions SET summary = '{\"unknown\": 1}'")
    connection.close()
    assert not examine(str(filled.file)).is_sound
    _, rows = made_of(filled.file)
    filled.file.write_bytes(Path(f"{filled.file}.fresh").read_bytes())
    with filled.engine() as engine:
        assert len(engine.list(limit=1000)[0]) > 100
        assert engine.sessions() == []
        assert all(engine.outcomes(str(values[0])) is not None for values in rows["memories"].values())


def test_no_two_tables_have_rows_of_one_shape(filled: Bench) -> None:
    """Rows of a page whose table is not known are told apart by their values alone."""
    overwrite(filled.file, 0, bytes(PAGE))
    whole = made_of(filled.file)[1]
    assert all(rows for rows in whole.values())
