"""`mem search --as-of`, `mem history` and `mem diff`."""

from __future__ import annotations

from .conftest import Mem


def test_search_answers_for_a_past_moment_and_refuses_what_is_none(mem: Mem) -> None:
    id = mem("add", "ports begin at 8000", "--json").data["id"]
    assert mem("search", "ports", "--as-of", "yesterday", "--json").data["hits"] == []
    mem("correct", id, "ports begin at 9000")
    told = mem("search", "ports", "--as-of", "now", "--json").data
    assert [hit["content"] for hit in told["hits"]] == ["ports begin at 9000"]
    assert "go by words" in told["note"]
    assert "no moment" in mem("search", "ports", "--as-of", "soon", status=2).err


def test_history_and_diff_show_every_version_and_what_changed(mem: Mem) -> None:
    id = mem("add", "ports begin at 8000", "--json").data["id"]
    mem("correct", id, "ports begin at 9000")
    mem("edit", id, "-c", "convention")
    versions = mem("history", id, "--json").data["versions"]
    assert [(one["version"], one["change"]) for one in versions] == [(1, "created"), (2, "corrected"), (3, "edited")]
    assert "ports begin at 8000" in mem("history", id).out
    assert mem("diff", id, "--json").data["fields"] == [
        {"name": "category", "before": "general", "after": "convention"}
    ]
    assert {"-ports begin at 8000", "+ports begin at 9000"} <= set(mem("diff", id, "1", "2").out.splitlines())
    assert "no version 7" in mem("diff", id, "7", status=1).err
