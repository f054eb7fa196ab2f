"""`mem edit`, `correct`, `forget`, `restore`, `pin` and `outcome`."""

from __future__ import annotations

import pytest

from .conftest import Mem

AGENTS = ({"CLAUDECODE": "1"}, {"CURSOR_AGENT": "1"}, {"GEMINI_CLI": "1"}, {"CODEX_SANDBOX": "seatbelt"})


@pytest.fixture
def id(mem: Mem) -> str:
    """A stored memory."""
    found = mem("add", "ports begin at 8000", "--tag", "net", "--json").data["id"]
    assert isinstance(found, str)
    return found


def test_edit_writes_a_new_version_and_keeps_the_rest(mem: Mem, id: str) -> None:
    assert mem("edit", id, "ports", "begin", "at", "9000").out == f"Changed {id} (general).\n"
    told = mem("edit", id, "-c", "convention", "--title", "Ports", "--json").data
    assert told["content"] == "ports begin at 9000"
    assert (told["category"], told["title"], told["tags"], told["version"]) == ("convention", "Ports", ["net"], 3)


def test_edit_reads_standard_input_for_a_dash(mem: Mem, id: str) -> None:
    assert mem("edit", id, "-", "--json", input="from a pipe\n").data["content"] == "from a pipe"


def test_edit_that_changes_nothing_says_so(mem: Mem, id: str) -> None:
    assert mem("edit", id, "ports begin at 8000").out == f"Nothing to change in {id} (general).\n"
    assert mem("show", id, "--json").data["version"] == 1


def test_edit_without_a_text_wants_one_where_there_is_no_terminal(mem: Mem, id: str) -> None:
    assert "give the new text" in mem("edit", id, status=2).err


def test_correct_keeps_the_wrong_version_in_the_history(mem: Mem, id: str) -> None:
    mem("correct", id, "ports begin at 9000")
    versions = mem("show", id, "--json").data["versions"]
    assert [(one["change"], one["content"][-4:]) for one in versions] == [("created", "8000"), ("corrected", "9000")]
    assert mem("search", "ports 8000", "--json").data["hits"][0]["content"] == "ports begin at 9000"


def test_an_empty_correction_is_refused_and_changes_nothing(mem: Mem, id: str) -> None:
    mem("correct", id, "  ", status=1)
    assert mem("show", id, "--json").data["version"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("edit", "{id}", "{text}"),
        ("edit", "{id}", "--title", "{text}"),
        ("correct", "{id}", "{text}"),
        ("outcome", "{id}", "worked", "--note", "{text}"),
    ],
    ids=["edit", "title", "correct", "note"],
)
def test_what_is_taken_out_of_a_change_is_told(mem: Mem, id: str, arguments: tuple[str, ...]) -> None:
    given = [part.format(id=id, text="the salary <private>is high</private> here") for part in arguments]
    assert "Taken out before storing: private." in mem(*given, "--json").err
    assert "Taken out" not in mem("edit", id, "nothing to hide").err


def test_forget_takes_out_of_recall_and_restore_brings_back(mem: Mem, id: str) -> None:
    assert mem("forget", id[:6]).out == f"Forgotten: {id} (general).\n"
    assert mem("search", "ports", "--json").data["hits"] == []
    assert mem("restore", id[:6]).out == f"Restored {id} (general).\n"
    assert len(mem("search", "ports", "--json").data["hits"]) == 1


def test_forgetting_twice_is_no_error(mem: Mem, id: str) -> None:
    mem("forget", id)
    assert mem("forget", id, "--json").data["version"] == 2


def test_pin_puts_a_memory_into_the_brief_and_off_ends_that(mem: Mem, id: str) -> None:
    assert mem("pin", id).out == f"Pinned {id} (general).\n"
    assert mem("show", id, "--json").data["tier"] == "pinned"
    assert mem("pin", id, "--off").out == f"No longer pinned: {id} (general).\n"
    assert mem("show", id, "--json").data["tier"] == "hot"


def test_a_persons_verdict_counts_at_once(mem: Mem, id: str) -> None:
    said = mem("outcome", id, "worked", "--note", "came up")
    assert said.out.splitlines()[0] == f"Noted: {id} worked."
    assert "worked 1" in said.out
    told = mem("outcome", id, "failed", "--json").data
    assert (told["verdict"], told["source"], told["counted"], told["weight"]) == ("failed", "person", True, 1.0)
    assert (told["record"]["worked"], told["record"]["failed"]) == (1, 1)


@pytest.mark.parametrize("agent", AGENTS)
def test_in_an_agents_shell_a_verdict_is_a_report_that_does_not_count(mem: Mem, id: str, agent: dict[str, str]) -> None:
    said = mem("outcome", id, "worked", env=agent)
    assert "the agent's report" in said.out
    assert "does not count" in said.out
    told = mem("show", id, "--json").data
    assert (told["record"]["worked"], told["record"]["reported"]) == (0, 1)
    assert "1 report waiting" in mem("show", id).out


def test_a_report_counts_once_a_person_agrees(mem: Mem, id: str) -> None:
    mem("outcome", id, "worked", env={"CLAUDECODE": "1"})
    mem("outcome", id, "worked")
    assert mem("show", id, "--json").data["record"]["worked"] == 2


def test_a_key_counts_an_outcome_once(mem: Mem, id: str) -> None:
    for _ in range(3):
        mem("outcome", id, "worked", "--key", "k")
    assert mem("show", id, "--json").data["record"]["worked"] == 1


def test_a_verdict_may_be_written_in_any_case_but_not_invented(mem: Mem, id: str) -> None:
    assert mem("outcome", id, "WORKED", "--json").data["verdict"] == "worked"
    assert "partial" in mem("outcome", id, "great", status=2).err


def test_what_an_agent_edits_is_the_agents_word_from_then_on(mem: Mem, id: str) -> None:
    assert mem("edit", id, "ports begin at 1", "--json", env={"CLAUDECODE": "1"}).data["trust"] == "agent"


def test_outcomes_change_the_order_of_a_search(mem: Mem) -> None:
    first = mem("add", "clear the queue with drain.sh", "--json").data["id"]
    second = mem("add", "clear the queue with flush.sh", "--json").data["id"]
    for _ in range(3):
        mem("outcome", first, "worked")
    mem("outcome", second, "failed")
    hits = mem("search", "clear the queue", "--json").data["hits"]
    assert [hit["id"] for hit in hits] == [first, second]


def test_an_outcome_is_taken_back_and_counts_again(mem: Mem, id: str) -> None:
    outcome = mem("outcome", id, "worked", "--note", "came up", "--json").data["id"]
    assert outcome in mem("show", id).out
    said = mem("outcome", "undo", outcome)
    assert said.out.startswith(f"Taken back: {outcome} of {id}, worked on ")
    assert "no outcomes that count yet" in said.out
    assert "(counts no longer: taken back)" in mem("show", id).out
    assert mem("outcome", "redo", id, "--json").data["record"]["worked"] == 1


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("turn", ["undo", "redo"])
def test_an_agent_takes_no_outcome_back(mem: Mem, id: str, agent: dict[str, str], turn: str) -> None:
    mem("outcome", id, "failed")
    assert "only a person" in mem("outcome", turn, id, status=1, env=agent).err
    assert mem("show", id, "--json").data["record"]["failed"] == 1


def test_a_list_shows_each_record(mem: Mem, id: str) -> None:
    other = mem("add", "clear the queue with drain.sh", "--json").data["id"]
    mem("outcome", id, "worked")
    records = {one["id"]: one["record"] for one in mem("list", "--json").data["memories"]}
    assert records[id].startswith("worked 1, last ")
    assert records[other] == ""
    assert records[id] in mem("list").out
