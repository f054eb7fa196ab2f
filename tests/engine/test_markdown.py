"""Memories as Markdown and back: the same again, and what was edited by hand is newer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardwon.engine.markdown import _content, _escaped, export_markdown, markdown_lines
from hardwon.errors import InvalidInput
from workbench import Bench

TEXT = "Ports begin at 8000\n\n<<<<<<< HEAD\n## not a heading\n<!-- hardwon {} -->\n\\## neither -->\n\tindented"


def test_what_is_written_comes_back_the_same(bench: Bench, tmp_path: Path) -> None:
    bench.remember(TEXT, category="gotcha", tags=["net"], files=["a.py"])
    bench.remember("Run make check", category="command", title="Checks -->")
    folder = tmp_path / "notes"
    with bench.engine() as engine:
        before = list(engine.export_lines())
        assert export_markdown(engine, str(folder)) == {"command": 1, "gotcha": 1}
        assert engine.import_lines(markdown_lines(engine, str(folder)))["unchanged"] == 2
    assert "## Checks --" in (folder / "command.md").read_text()
    fresh = Bench(home=tmp_path / "fresh", project=bench.project)
    with fresh.engine() as engine:
        assert engine.import_lines(markdown_lines(engine, str(folder)), trust=True)["added"] == 2
        assert list(engine.export_lines()) == before


def test_an_edit_by_hand_is_a_newer_version_and_a_new_text_a_new_memory(bench: Bench, tmp_path: Path) -> None:
    [id] = bench.remember("Ports begin at 8000", category="gotcha")
    with bench.engine() as engine:
        export_markdown(engine, str(tmp_path))
        file = tmp_path / "gotcha.md"
        file.write_text(
            file.read_text().replace("\nPorts begin at 8000", "\nPorts begin at 9000") + "\n## New\n\nBy hand\n"
        )
        bench.tick(1000)
        told = engine.import_lines(markdown_lines(engine, str(tmp_path)), trust=True)
        assert (told["updated"], told["added"]) == (1, 1)
        assert engine.get(id).content == "Ports begin at 9000"
        assert {one.content: one.category for one in engine.list()[0]}["By hand"] == "gotcha"


def test_a_category_without_memories_loses_its_file_and_foreign_files_stay(bench: Bench, tmp_path: Path) -> None:
    [id] = bench.remember("Ports begin at 8000", category="gotcha")
    (tmp_path / "README.md").write_text("mine")
    with bench.engine() as engine:
        export_markdown(engine, str(tmp_path))
        engine.edit(id, category="decision")
        export_markdown(engine, str(tmp_path))
    assert sorted(path.name for path in tmp_path.glob("*.md")) == ["README.md", "decision.md"]


def test_a_folder_without_any_is_refused(bench: Bench, tmp_path: Path) -> None:
    with bench.engine() as engine, pytest.raises(InvalidInput, match="no Markdown"):
        list(markdown_lines(engine, str(tmp_path)))


def _edited(bench: Bench, folder: Path, edit: Callable[[str], str]) -> dict[str, object]:
    bench.remember("Ports begin at 8000", category="gotcha")
    bench.remember("The cache must be cold", category="gotcha")
    with bench.engine() as engine:
        export_markdown(engine, str(folder))
        file = folder / "gotcha.md"
        file.write_bytes(edit(file.read_text("utf-8")).encode())
        bench.tick(1000)
        return engine.import_lines(markdown_lines(engine, str(folder)), trust=True)


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n\n<!--", "  \n\n\n\n<!--"),
        lambda text: text.replace("-->\n", "-->  \n\n"),
    ],
    ids=["crlf", "bom", "blank ends", "blank lines"],
)
def test_what_an_editor_does_to_blank_space_is_no_change(
    bench: Bench, tmp_path: Path, edit: Callable[[str], str]
) -> None:
    told = _edited(bench, tmp_path, edit)
    assert (told["unchanged"], told["updated"], told["added"], told["refused"]) == (2, 0, 0, 0)


@pytest.mark.parametrize("place", ["# gotcha\n\n", "-->\n\n"], ids=["first", "between"])
def test_an_entry_written_by_hand_is_a_memory_of_its_own_wherever_it_stands(
    bench: Bench, tmp_path: Path, place: str
) -> None:
    told = _edited(bench, tmp_path, lambda text: text.replace(place, place + "## New\n\nBy hand\n\n", 1))
    assert (told["unchanged"], told["updated"], told["added"]) == (2, 0, 1)
    with bench.engine() as engine:
        assert {one.content for one in engine.list()[0]} == {"Ports begin at 8000", "The cache must be cold", "By hand"}


def test_a_changed_heading_is_a_title(bench: Bench, tmp_path: Path) -> None:
    told = _edited(bench, tmp_path, lambda text: text.replace("## Ports begin at 8000", "## Where ports begin"))
    assert (told["unchanged"], told["updated"]) == (1, 1)
    with bench.engine() as engine:
        titles = {one.content: one.title for one in engine.list()[0]}
    assert titles == {"Ports begin at 8000": "Where ports begin", "The cache must be cold": ""}


def test_a_text_edited_under_its_old_heading_gets_no_title(bench: Bench, tmp_path: Path) -> None:
    _edited(bench, tmp_path, lambda text: text.replace("\nPorts begin at 8000", "\nPorts begin at 9000"))
    with bench.engine() as engine:
        assert ("Ports begin at 9000", "") in {(one.content, one.title) for one in engine.list()[0]}


def test_an_entry_with_a_damaged_comment_is_refused_and_joins_no_other(bench: Bench, tmp_path: Path) -> None:
    told = _edited(bench, tmp_path, lambda text: text.replace(', "change"', ',\n "change"', 1))
    assert (told["unchanged"], told["updated"], told["added"], told["refused"]) == (1, 0, 0, 1)


def test_a_merge_that_was_not_ended_changes_nothing(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="a merge that was not ended"):
        _edited(
            bench,
            tmp_path,
            lambda text: text.replace("\nPorts begin at 8000", "\n<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> other"),
        )
    with bench.engine() as engine:
        assert {one.version for one in engine.list()[0]} == {1}


@settings(suppress_health_check=list(HealthCheck))
@given(st.text(alphabet=st.sampled_from("\\#<!- hardwon{}>\nab "), max_size=60))
def test_any_text_survives_its_escaping(text: str) -> None:
    content = text.strip("\n")
    assert _content(["", *_escaped(content).split("\n"), ""]) == content


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "picture.md is no UTF-8 text"),
        (b"plain words, then\0a NUL", "picture.md is no UTF-8 text"),
        (b"caf\xe9", "picture.md is no UTF-8 text"),
        ("\ufeff## A\n\ntext".encode("utf-16-le"), "picture.md is UTF-16 text, not UTF-8"),
        ("## A\n\ntext".encode("utf-16-be"), "picture.md is UTF-16BE text, not UTF-8"),
    ],
)
def test_a_file_that_is_no_text_is_named_and_nothing_of_the_folder_stored(
    bench: Bench, tmp_path: Path, data: bytes, said: str
) -> None:
    (tmp_path / "gotcha.md").write_text("## A\n\nPorts begin at 8000\n")
    (tmp_path / "picture.md").write_bytes(data)
    with bench.engine() as engine:
        with pytest.raises(InvalidInput, match=said):
            engine.import_lines(markdown_lines(engine, str(tmp_path)))
        assert engine.list()[1] == 0


def test_line_ends_of_other_systems_and_a_mark_of_utf_8_change_nothing(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "gotcha.md").write_bytes(b"\xef\xbb\xbf## A\r\n\r\nPorts begin\r\nat 8000\r\n")
    with bench.engine() as engine:
        assert engine.import_lines(markdown_lines(engine, str(tmp_path)))["added"] == 1
        assert engine.list()[0][0].content == "Ports begin\nat 8000"
