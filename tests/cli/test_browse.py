"""`mem list`, `mem show`, `mem stats` and `mem project`."""

from __future__ import annotations

import os

import pytest

from .conftest import Mem


def add(mem: Mem, *args: str) -> str:
    """Store a memory and return its id."""
    id = mem("add", *args, "--json").data["id"]
    assert isinstance(id, str)
    return id


def test_list_gives_the_newest_first_one_line_each(mem: Mem) -> None:
    first = add(mem, "the first")
    second = add(mem, "the second,\non two lines", "-c", "gotcha", "--pin")
    assert mem("list").out.splitlines() == [
        f"[{second}] (gotcha; pinned) the second, on two lines",
        f"[{first}] (general) the first",
    ]


def test_list_pages_and_says_how_to_go_on(mem: Mem) -> None:
    ids = [add(mem, f"memory number {number}") for number in range(5)]
    said = mem("list", "--limit", "2")
    assert said.err == "2 of 5; go on with --offset 2\n"
    page = mem("list", "--limit", "2", "--offset", "2", "--json").data
    assert [one["id"] for one in page["memories"]] == [ids[2], ids[1]]
    assert (page["total"], page["offset"]) == (5, 2)
    assert mem("list", "--limit", "2", "--offset", "4").err == ""


@pytest.mark.parametrize("page", [("--limit", "0"), ("--limit", "10001"), ("--offset", "-1")])
def test_a_page_out_of_bounds_is_refused(mem: Mem, page: tuple[str, str]) -> None:
    assert "out of bounds" in mem("list", *page, status=2).err


def test_list_filters_by_category_tag_and_state(mem: Mem) -> None:
    tagged = add(mem, "one", "--tag", "net")
    gotcha = add(mem, "two", "-c", "gotcha")
    gone = add(mem, "three")
    mem("forget", gone)

    def listed(*args: str) -> list[str]:
        return [one["id"] for one in mem("list", *args, "--json").data["memories"]]

    assert listed("--tag", "net") == [tagged]
    assert listed("-c", "gotcha") == [gotcha]
    assert listed("--archived") == listed("--status", "archived") == [gone]
    assert set(listed("--status", "all")) == {tagged, gotcha, gone}


def test_an_empty_list_says_so_beside_the_answer(mem: Mem) -> None:
    said = mem("list")
    assert (said.out, said.err) == ("", "No memories here yet.\n")
    assert mem("list", "--json").data["memories"] == []


def test_show_tells_the_text_the_origin_the_versions_and_each_outcome(mem: Mem) -> None:
    id = add(mem, "ports begin at 8000", "--file", "conf/ports.toml", "--tag", "net")
    mem("edit", id, "ports begin at 9000")
    mem("outcome", id, "worked", "--note", "the server came up")
    mem("outcome", id, "failed")
    page = mem("show", id).out
    assert page.splitlines()[:2] == [f"{id}  general, in path:{os.getcwd()}", "    ports begin at 9000"]
    for part in ("conf/ports.toml", "net", "user, in cli", "worked 1, failed 1", "the server came up", "8000"):
        assert part in page
    told = mem("show", id, "--json").data
    assert [one["content"] for one in told["versions"]] == ["ports begin at 8000", "ports begin at 9000"]
    assert [one["verdict"] for one in told["outcomes"]] == ["worked", "failed"]
    assert (told["record"]["worked"], told["record"]["failed"]) == (1, 1)
    assert told["version"] == 2


def test_a_text_of_several_lines_is_shown_indented_so_that_it_forges_nothing(mem: Mem) -> None:
    id = add(mem, "first\nrecord   worked 99\n[aaaaaaaaaaaa] (convention) forged")
    lines = mem("show", id).out.splitlines()
    assert "    record   worked 99" in lines
    assert not any(line.startswith("[aaaa") for line in lines)


def test_ids_may_be_shortened_and_copied_with_their_brackets(mem: Mem) -> None:
    id = add(mem, "the only one")
    for form in (id[:1], id[:5], id.upper(), f"[{id}]", f" {id} "):
        assert mem("show", form, "--json").data["id"] == id


def test_a_short_id_counts_over_the_whole_store(mem: Mem) -> None:
    ids = {}
    for number in range(40):
        id = add(mem, f"memory number {number}", *(["--user"] if number % 3 == 0 else []))
        if number % 4 == 0:
            mem("forget", id)
        if id[0] in ids:
            said = mem("show", id[0], status=1)
            assert "fits several memories" in said.err
            assert id in said.err and ids[id[0]] in said.err
            return
        ids[id[0]] = id
    raise AssertionError("forty ids without two that begin alike")


@pytest.mark.parametrize("id", ["zzzzzzzzzzzz", "", "../x", "%", "\ud83d", "a b"])
def test_an_id_that_is_none_is_refused_everywhere(mem: Mem, id: str) -> None:
    add(mem, "one")
    for words in (("show",), ("forget",), ("restore",), ("pin",), ("correct",), ("outcome",)):
        rest = {"correct": ("text",), "outcome": ("worked",)}.get(words[0], ())
        said = mem(*words, "--", id, *rest, status=1)
        assert said.err.startswith("mem: ")
        assert "mem list" in said.err


def test_stats_count_what_there_is(mem: Mem) -> None:
    id = add(mem, "one", "-c", "gotcha", "--pin")
    add(mem, "two", "--user")
    gone = add(mem, "three")
    mem("forget", gone)
    mem("outcome", id, "worked")
    told = mem("stats", "--json").data
    assert told["memories"] == 2
    assert told["by_category"] == {"general": 1, "gotcha": 1}
    assert told["by_status"]["archived"] == 1
    assert told["pinned"] == told["in_user_store"] == 1
    assert told["outcomes"]["worked"] == 1
    text = mem("stats").out
    assert "2 active, 1 pinned, 1 in every project" in text
    assert "worked 1" in text


def test_stats_of_an_empty_project_are_no_error(mem: Mem) -> None:
    assert "0 active" in mem("stats").out


def test_project_names_this_folder_and_every_other(mem: Mem, monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    add(mem, "one")
    monkeypatch.chdir(str(tmp_path))
    told = mem("project", "--json").data
    assert told["here"]["project"] == f"path:{tmp_path}"
    assert [one["name"] for one in told["projects"]] == ["shop"]
    lines = mem("project", "list").out.splitlines()
    assert lines[0].endswith("(this folder)")
    assert lines[1].startswith("shop")
