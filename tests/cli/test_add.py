"""`mem add`: what is stored, what is said about it, what is refused."""

from __future__ import annotations

import pytest

from .conftest import Mem

TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


def test_add_says_what_was_stored_and_under_which_id(mem: Mem) -> None:
    said = mem("add", "Run the tests with make check", "-c", "command")
    id = mem("list", "--json").data["memories"][0]["id"]
    assert said.out == f"Remembered {id} (command).\n"
    assert len(id) == 12


def test_add_joins_words_that_were_not_quoted(mem: Mem) -> None:
    assert mem("add", "never", "use", "npm", "--json").data["content"] == "never use npm"


def test_add_keeps_everything_it_is_told(mem: Mem, project: object) -> None:
    told = mem(
        "add", "Ship from harbor", "-c", "decision", "--tag", "release", "--tag", "ship", "--file", "scripts/ship.sh",
        "--title", "Releases", "--pin", "--confidence", "0.8", "--json",
    ).data  # fmt: skip
    assert told["category"] == "decision"
    assert told["tags"] == ["release", "ship"]
    assert told["files"] == ["scripts/ship.sh"]
    assert told["title"] == "Releases"
    assert told["tier"] == "pinned"
    assert told["confidence"] == 0.8
    assert told["created"] is True
    assert told["origin"]["who"] == "user"
    assert told["origin"]["host"] == "cli"


def test_add_reads_standard_input_for_a_dash(mem: Mem) -> None:
    assert mem("add", "-", "--json", input="first line\nsecond line\n").data["content"] == "first line\nsecond line"


def test_add_takes_text_that_begins_with_a_dash(mem: Mem) -> None:
    assert mem("add", "- one thing\n- another", "--json").data["content"] == "- one thing\n- another"
    assert mem("add", "--json", "--", "-O2 is safe").data["content"] == "-O2 is safe"


def test_an_unknown_option_is_not_taken_for_text(mem: Mem) -> None:
    said = mem("add", "some text", "--pinned", status=2)
    assert "--pinned" in said.err
    assert mem("list", "--json").data["total"] == 0


def test_add_for_every_project_is_found_in_another(mem: Mem, monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    mem("add", "I prefer short commit messages", "-c", "preference", "--user")
    monkeypatch.chdir(str(tmp_path))
    assert mem("search", "commit messages", "--json").data["hits"][0]["project"] == "user"


def test_the_same_text_again_strengthens_what_is_there(mem: Mem) -> None:
    first = mem("add", "Run the tests with make check", "--json").data
    again = mem("add", "run the tests with make check.")
    assert again.out == f"Known already as {first['id']} (general); it counts as said again.\n"
    assert mem("list", "--json").data["total"] == 1


def test_a_key_makes_repeated_calls_one(mem: Mem) -> None:
    first = mem("add", "one text", "--key", "k1", "--json").data
    again = mem("add", "quite another text", "--key", "k1", "--json").data
    assert (again["id"], again["created"]) == (first["id"], False)


def test_a_secret_is_taken_out_and_its_kind_told(mem: Mem) -> None:
    said = mem("add", f"the deploy token is {TOKEN}")
    assert "Taken out before storing: " in said.out
    assert TOKEN not in said.out + mem("list").out + mem("export").out


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b\u202e", "<private>all of it</private>"])
def test_a_text_without_anything_is_refused_with_one_line_and_what_to_do(mem: Mem, text: str) -> None:
    said = mem("add", text, status=1)
    if "private" not in text:
        assert said.err.splitlines()[0].startswith("mem: there is nothing to remember")
        assert said.err.splitlines()[1].startswith("     ")
    assert said.out == ""


def test_a_megabyte_is_refused_with_the_size(mem: Mem) -> None:
    said = mem("add", "-", input="x" * 1_000_000, status=1)
    assert "1,000,000 bytes" in said.err


def test_a_category_that_is_none_is_refused_with_those_there_are(mem: Mem) -> None:
    said = mem("add", "text", "-c", "nonsense", status=2)
    assert "gotcha" in said.err


def test_help_names_every_category(mem: Mem) -> None:
    from hardwon.models import CATEGORIES

    said = " ".join(mem("add", "--help").out.split())
    assert ", ".join(CATEGORIES) in said


def test_what_an_agent_adds_is_the_agents_word(mem: Mem) -> None:
    told = mem("add", "the cache is warm", "--json", env={"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "s-1"}).data
    assert told["trust"] == "agent"
    assert told["origin"]["who"] == "agent"
    assert told["origin"]["session_id"] == "s-1"


def test_adding_what_was_forgotten_brings_it_back_for_a_person(mem: Mem) -> None:
    id = mem("add", "ports begin at 8000", "--json").data["id"]
    mem("forget", id)
    mem("add", "ports begin at 8000")
    assert mem("show", id, "--json").data["status"] == "active"
