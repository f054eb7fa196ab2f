"""Slash commands are a person's own acts: done at once, before any request to the model."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from hardwon.hooks.digest import Digester

from .client import Client
from .test_unusable_store import write_lock

PASSWORD = "hunter2" + "Secret" + "Value9"


def id_in(text: str) -> str:
    found = re.search(r"\[([0-9a-z]{12})\]", text)
    assert found, text
    return found[1]


@pytest.mark.parametrize("name", ["remember", "hardwon:remember"])
def test_remember_stores_at_once_as_the_persons_word(client: Client, name: str) -> None:
    id = id_in(client.command(name, "Ship on Fridays only.").reason)
    with client.engine() as engine:
        memory = engine.get(id)
    assert (memory.content, memory.category, memory.trust) == ("Ship on Fridays only.", "general", "user")
    assert memory.origin.who == "user"


@pytest.mark.parametrize(
    ("arguments", "category", "content"),
    [
        ("category:gotcha The cache is per process.", "gotcha", "The cache is per process."),
        ("Category:GOTCHA The cache is per process.", "gotcha", "The cache is per process."),
        ("category: gotcha The cache is per process.", "gotcha", "The cache is per process."),
        ("category:command\nmake ship\nmake land", "command", "make ship\nmake land"),
        ("  category:decision   We use SQLite.  ", "decision", "We use SQLite."),
        ("The form is category:gotcha text.", "general", "The form is category:gotcha text."),
        ("$(touch /tmp/x) `id` \"quoted\" 'single' \\n", "general", "$(touch /tmp/x) `id` \"quoted\" 'single' \\n"),
    ],
)
def test_remember_takes_a_category_in_front(client: Client, arguments: str, category: str, content: str) -> None:
    id = id_in(client.command("remember", arguments).reason)
    with client.engine() as engine:
        memory = engine.get(id)
    assert (memory.category, memory.content) == (category, content)


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("remember", "", "Usage: /remember"),
        ("remember", "category:gotcha", "nothing to remember"),
        ("remember", "category:nope text", "is no category"),
        ("remember", "\u200b\u202e", "nothing to remember"),
        ("remember", "x" * 70_000, "at most 65,536"),
        ("outcome", "", "Usage: /outcome"),
        ("outcome", "abc", "Usage: /outcome"),
        ("outcome", "abc great", "Usage: /outcome"),
        ("outcome", "zzzzzzzzzzzz worked", "No memory's id"),
        ("outcome", "../../x worked", "is no id"),
        ("forget", "", "Usage: /forget"),
        ("forget", "zzzzzzzzzzzz", "No memory's id"),
    ],
)
def test_what_cannot_be_done_is_said_with_what_to_do(
    client: Client, remember: Callable[..., str], name: str, arguments: str, said: str
) -> None:
    remember("There is a store.")
    assert said in client.command(name, arguments).reason
    assert client.rows("SELECT count(*) FROM memories") == [(1,)]


def test_a_secret_does_not_reach_the_disk_and_the_person_is_told(client: Client) -> None:
    reason = client.command("remember", f"The staging password={PASSWORD} is shared.").reason
    assert "must not be kept: password" in reason
    client.settle()
    for path in client.data.rglob("*"):
        if path.is_file():
            assert PASSWORD.encode() not in path.read_bytes()


def test_saying_it_again_makes_it_stronger_not_double(client: Client) -> None:
    first = id_in(client.command("remember", "Ship on Fridays only.").reason)
    again = client.command("remember", "ship on fridays only").reason
    assert id_in(again) == first and "Known already" in again


def test_an_outcome_counts_as_the_persons_verdict_inside_the_agents_shell(
    client: Client, remember: Callable[..., str]
) -> None:
    id = remember("Ship on Fridays only.")
    assert "worked 1" in client.command("outcome", f"{id[:6]} worked it did").reason
    assert "failed 1" in client.command("outcome", f"failed [{id}]").reason
    with client.engine() as engine:
        assert [(one.source, one.counted) for one in engine.outcomes(id)] == [("person", True)] * 2
        assert engine.outcomes(id)[0].reason == "it did"


def test_two_failures_and_a_memory_is_given_no_more(client: Client, remember: Callable[..., str]) -> None:
    id = remember("The billing job runs at 02:00 in region north.")
    for _ in range(2):
        client.command("outcome", f"{id} failed")
    assert client.hook("UserPromptSubmit", prompt="when does the billing job run?").out == ""
    assert client.hook("SessionStart", source="startup").out == ""
    assert "held back" in client.command("recall", "billing job").context


def test_forget_archives_and_says_how_to_undo_it(client: Client, remember: Callable[..., str]) -> None:
    id = remember("Ship on Fridays only.")
    assert f"mem restore {id}" in client.command("forget", id).reason
    with client.engine() as engine:
        assert engine.get(id).status == "archived"


def test_forgetting_by_words_asks_which_one(client: Client, remember: Callable[..., str]) -> None:
    id = remember("Ship on Fridays only.")
    assert id in client.command("forget", "the fridays rule").reason
    with client.engine() as engine:
        assert engine.get(id).status == "active"


@pytest.mark.parametrize("name", ["recall", "hardwon:recall", "memories", "memory-context"])
def test_asking_brings_the_answer_into_the_context(client: Client, remember: Callable[..., str], name: str) -> None:
    id = remember("The billing job runs at 02:00 in region north.", category="gotcha")
    arguments = "gotcha" if name == "memories" else "billing job"
    for _ in range(2):  # asked for twice, shown twice
        assert id in client.command(name, arguments).context


def test_asking_for_what_is_not_there_says_so(client: Client) -> None:
    assert "holds nothing" in client.command("recall", "billing").context
    assert "holds nothing" in client.command("memories", "").context


def test_memories_are_listed_by_category(client: Client, remember: Callable[..., str]) -> None:
    gotcha = remember("The cache is per process.", category="gotcha")
    command = remember("make ship", category="command")
    assert gotcha in (listed := client.command("memories", "gotcha").context) and command not in listed
    assert gotcha in (listed := client.command("memories", "").context) and command in listed


@pytest.mark.parametrize("name", ["compact", "deploy", "forget-me-not", "other:remember", "", "remembered"])
def test_other_commands_pass(client: Client, name: str) -> None:
    assert client.command(name, "Ship on Fridays.").out == ""
    assert not client.data.exists() or client.waiting() == []


def test_a_prompt_of_a_server_with_our_commands_name_passes(client: Client) -> None:
    ran = client.hook("UserPromptExpansion", expansion_type="mcp_prompt", command_name="remember", command_args="Ship.")
    assert ran.out == ""


def test_a_memory_for_a_locked_store_is_kept_redacted_and_stored_later(
    client: Client, remember: Callable[..., str]
) -> None:
    known = remember("There is a store.")
    with write_lock(client.paths.project_db(client.binding)):
        ran = client.command("remember", f"category:gotcha The staging password={PASSWORD} is shared.")
        assert "Kept aside" in ran.reason and "locked" in ran.reason
        assert ran.ms < 5000
        (waiting,) = client.waiting("pending")
        assert PASSWORD not in waiting.read_text()
        assert waiting.stat().st_mode & 0o077 == 0
        assert "could not do it" in client.command("outcome", f"{known} worked").reason
    client.settle()
    Digester(client.paths, client.environ).run()
    assert client.waiting("pending") == []
    stored = client.rows("SELECT content, category FROM versions WHERE category = 'gotcha'")
    assert stored == [("The staging password=[redacted: password] is shared.", "gotcha")]


def test_a_damaged_store_is_named_never_passed_off_as_empty(client: Client, remember: Callable[..., str]) -> None:
    remember("There is a store.")
    path = client.paths.project_db(client.binding)
    with open(path, "wb") as file:
        file.write(b"no database" * 100)
    assert "doctor" in client.command("recall", "billing").context
    assert "doctor" in client.command("outcome", "abc worked").reason
    assert "Kept aside" in client.command("remember", "Ship on Fridays.").reason


def test_commands_do_not_load_the_engine_unless_they_are_ours(client: Client) -> None:
    argv = client.argv("UserPromptExpansion")
    data = client.payload("UserPromptExpansion", command_name="compact", command_args="")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *argv[1:]], input=data, env=client.environ, capture_output=True, check=True
    )
    assert b"hardwon.engine" not in done.stderr
