"""The hooks' log: bounded, private, and without a word of the session."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hardwon.config.paths import Paths
from hardwon.errors import StoreLocked
from hardwon.hooks import failures, spool


@pytest.fixture
def paths(home: Path) -> Paths:
    return Paths(home=str(home), data=str(home / "data"), config_file=str(home / "config.toml"))


def test_a_line_says_when_where_and_what(paths: Paths) -> None:
    failures.note(failures.log_file(paths), "Stop", "StoreLocked")
    (line,) = failures.recent(paths)
    assert line[4] == "-" and line[10] == "T" and line.endswith("Z Stop StoreLocked")


def test_an_error_of_ours_is_told_in_its_words_others_by_kind_and_place() -> None:
    def fail(error: Exception) -> str:
        try:
            raise error
        except Exception as caught:
            return failures.describe(caught)

    assert "the store is locked" in fail(StoreLocked("the store is locked"))
    told = fail(ValueError("the user's secret words"))
    assert told.startswith("ValueError (hooks/test_failures.py:") and "secret" not in told


def test_the_log_stays_small_and_keeps_the_newest_lines(paths: Paths) -> None:
    log = failures.log_file(paths)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: failures.note(log, "Stop", f"{number} " + "x" * 450), range(3000)))
    failures.note(log, "Stop", "the last")
    files = sorted(Path(paths.logs).iterdir())
    assert [file.name for file in files] == ["hooks.log", "hooks.log.1"]
    assert all(file.stat().st_size < 300_000 and file.stat().st_mode & 0o077 == 0 for file in files)
    assert failures.recent(paths, limit=3)[-1].endswith("the last")
    assert len(failures.recent(paths, limit=3)) == 3


@pytest.mark.parametrize("what", ["a\nb", "\udcff", "x" * 10_000, ""])
def test_nothing_makes_logging_raise_or_breaks_a_line(paths: Paths, what: str) -> None:
    failures.note(failures.log_file(paths), "", what)
    (line,) = failures.recent(paths)
    assert len(line) <= 500


def test_a_log_that_cannot_be_written_is_done_without(home: Path) -> None:
    paths = Paths(home=str(home), data="/dev/null", config_file="")
    failures.note(failures.log_file(paths), "Stop", "anything")
    assert failures.recent(paths) == []


def test_names_in_the_spool_sort_by_time_and_never_clash(paths: Paths) -> None:
    with ThreadPoolExecutor(8) as pool:
        put = list(pool.map(lambda number: spool.put(paths, {"at": number}, mark=f"{number:012d}"), range(200)))
    assert len(set(put)) == 200
    assert sorted(put) == spool.names(paths)
    assert [entry.number("at") for entry in spool.entries(paths)] == [int(name[-12:]) for name in spool.names(paths)]
    assert spool.counts(paths) == {"events": 200, "memories": 0, "unusable": 0}


def test_what_an_entry_lacks_reads_as_empty() -> None:
    entry = spool.Entry("n", {"a": 1, "b": "x", "c": ["y", 2, None]})
    assert (entry.text("a"), entry.text("z"), entry.text("b")) == ("", "", "x")
    assert (entry.number("a"), entry.number("b"), entry.texts("c"), entry.texts("b")) == (1, 0, ["y"], [])
