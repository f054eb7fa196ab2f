"""The provider of Hermes: what a turn is given and when, what is learnt, and that no turn waits or fails for it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from hardwon.config import paused
from hardwon.engine import Engine
from hardwon.engine.evaluation import FILE_NAME
from hardwon.install import copying
from hardwon.providers import hermes
from hardwon.providers.hermes import HardwonProvider, provider_class, register
from hardwon.providers.hermes.provider import RECALL_S
from workbench import Bench

from .conftest import FLUSH_S, Talk, run

Start = Callable[..., HardwonProvider]
TRAP = "The staging deploy needs VPN profile blue-9 first."
ASK = "how do I run the staging deploy?"
RULE = "From now on, always run the linter with `make lint-all` before a commit."


def added(bench: Bench, text: str, **options: Any) -> str:
    with bench.engine() as engine:
        return engine.remember(text, **options).memory.id


def contents(bench: Bench) -> list[str]:
    with bench.engine() as engine:
        return [memory.content for memory in engine.list()[0]]


def trace(bench: Bench) -> list[dict[str, Any]]:
    path = Path(bench.paths.project_dir(bench.binding), FILE_NAME)
    return [json.loads(line) for line in path.read_text().splitlines()]


# -- loading --------------------------------------------------------------------------------------------------


def test_hermes_gets_one_provider_and_a_context_for_other_plugins_nothing() -> None:
    class Context:
        provider: HardwonProvider | None = None

        def register_memory_provider(self, provider: HardwonProvider) -> None:
            self.provider = provider

    context = Context()
    register(context)
    assert context.provider is not None and context.provider.name == "hardwon"
    assert context.provider.is_available()
    register(object())


def test_with_hermes_at_hand_the_provider_is_of_its_base_class(monkeypatch: pytest.MonkeyPatch) -> None:
    class Base:
        def added_later(self) -> str:
            return "theirs"

    class Module:
        MemoryProvider = Base

    monkeypatch.setattr(hermes, "import_module", lambda name: Module)
    made = provider_class()()
    assert isinstance(made, Base) and isinstance(made, HardwonProvider)
    assert made.added_later() == "theirs" and made.name == "hardwon"


def test_what_hermes_asks_before_a_session_needs_none(bench: Bench) -> None:
    provider = HardwonProvider(bench.environ)
    names = [schema["name"] for schema in provider.get_tool_schemas()]
    assert names == ["memory_recall", "memory_remember", "memory_outcome", "memory_correct", "memory_forget"]
    assert provider.backup_paths() == [bench.paths.data, bench.paths.config_file]
    assert provider.get_config_schema() == []
    assert provider.get_status_config({})["data"] == bench.paths.data
    assert not Path(bench.paths.data).exists()
    provider.shutdown()


@pytest.mark.parametrize(("value", "seconds"), [("", RECALL_S), ("250", 0.25), ("99999", RECALL_S), ("x", RECALL_S)])
def test_a_person_may_shorten_the_wait_and_never_lengthen_it(bench: Bench, value: str, seconds: float) -> None:
    assert HardwonProvider({**bench.environ, "HARDWON_TURN_MS": value})._recall_s == seconds < 8


def test_the_package_declares_the_provider_for_hermes() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    declared = project["entry-points"]["hermes_agent.memory_providers"]
    assert f"[hermes_agent.memory_providers]\nhardwon = {declared['hardwon']}\n" == copying.ENTRY_POINTS
    assert EntryPoint("hardwon", declared["hardwon"], "hermes_agent.memory_providers").load() is register


def test_private_words_are_not_looked_up(bench: Bench, start: Start) -> None:
    talk = Talk(start(), bench)
    added(bench, "The zeppelin needs ballast before it starts.")
    assert talk.say("<private>what does the zeppelin need before it starts?</private> hello") == ""
    assert "ballast" in talk.say("what does the zeppelin need before it starts?")


# -- recall ---------------------------------------------------------------------------------------------------


def test_a_turn_is_given_what_fits_it_once_until_the_context_is_made_anew(bench: Bench, start: Start) -> None:
    talk = Talk(start(), bench)
    id = added(bench, TRAP, category="gotcha")
    given = talk.say(ASK)
    assert given.startswith("<hardwon-memory>") and TRAP in given and id in given
    assert talk.say(ASK) == ""
    assert talk.provider.on_pre_compress(talk.messages) == ""
    assert TRAP in talk.say(ASK)
    assert talk.say("what is the weather like?") == "" == talk.provider.prefetch("  ")


def test_the_brief_is_in_the_system_prompt_and_not_given_again(bench: Bench, start: Start) -> None:
    added(bench, TRAP, category="convention", pin=True)
    provider = start()
    block = provider.system_prompt_block()
    assert "memory_recall" in block and TRAP in block
    assert Talk(provider, bench).say(ASK) == ""


def test_an_empty_memory_has_only_the_lines_on_its_use(provider: HardwonProvider) -> None:
    assert "<hardwon-memory>" not in provider.system_prompt_block()


def test_nothing_is_given_where_that_is_paused_or_switched_off(bench: Bench, start: Start) -> None:
    added(bench, TRAP)
    bench.more["HARDWON_INJECT"] = "false"
    assert Talk(start(), bench).say(ASK) == ""
    del bench.more["HARDWON_INJECT"]
    assert paused.pause(bench.paths, paused.PROJECT, bench.binding, now_ms=1)
    talk = Talk(start("s2"), bench)
    assert talk.say(ASK) == "" and talk.say(RULE) == ""
    assert contents(bench) == [TRAP]
    assert {line["session"] for line in trace(bench)} == {"s1"}


class Hanging:
    """Opens engines, and hangs while it is told to."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.go = threading.Event()
        self.go.set()

    def __call__(self, actor: str) -> Engine:
        assert self.go.wait(FLUSH_S)
        return self.bench.engine(actor=actor)


def test_what_comes_late_is_nothing_and_the_next_turn_has_its_own(bench: Bench, start: Start) -> None:
    opener = Hanging(bench)
    provider = start(opener=opener, recall_s=0.05)
    added(bench, TRAP)
    opener.go.clear()
    assert provider.prefetch(ASK) == ""
    provider._recall_s = 3600.0
    assert provider.prefetch(ASK) == ""  # the one before still hangs, so this one does not wait at all
    opener.go.set()
    assert provider._reads.flush(FLUSH_S) and provider._writes.flush(FLUSH_S)
    assert TRAP in provider.prefetch(ASK)
    provider._writes.flush(FLUSH_S)
    assert [(line["late"], len(line["memories"])) for line in trace(bench)] == [(True, 0), (True, 0), (False, 1)]


def test_a_memory_that_cannot_be_opened_costs_a_turn_nothing(bench: Bench, start: Start) -> None:
    def broken(actor: str) -> Engine:
        raise OSError("no memory here")

    provider = start(opener=broken)
    assert provider.prefetch(ASK) == ""
    provider.sync_turn("a", "b", session_id="s1", messages=[])
    provider.on_session_end([])
    assert "error" in json.loads(provider.handle_tool_call("memory_recall", {"query": "x"}))
    assert "memory_recall" in provider.system_prompt_block()


# -- learning -------------------------------------------------------------------------------------------------


def test_a_rule_is_learnt_and_given_in_a_later_session(bench: Bench, start: Start, talk: Talk) -> None:
    talk.say(RULE)
    with bench.engine() as engine:
        [memory] = engine.list()[0]
        [summary] = engine.sessions()
    assert "make lint-all" in memory.content
    assert (memory.trust, memory.origin.host, memory.origin.session_id) == ("user", "hermes", "s1")
    assert (summary.session_id, summary.host) == ("s1", "hermes")
    talk.provider.shutdown()
    later = start("s2")
    assert "make lint-all" in later.system_prompt_block() + later.prefetch("how do I run the linter?")


def test_an_exchange_that_is_shown_twice_teaches_once(bench: Bench, provider: HardwonProvider) -> None:
    for _ in range(2):
        provider.on_turn_start(1, RULE)
        provider.sync_turn(RULE, "Noted.", session_id="s1")
    provider.on_session_end([])
    assert len(contents(bench)) == 1


def test_secrets_and_private_words_reach_no_file(bench: Bench, talk: Talk) -> None:
    secret = "sk-ant-" + "api03-" + "Zk9" * 12
    talk.say(f"From now on, always call the API with the key {secret} in staging.")
    talk.say("<private>My salary is 4711 doubloons.</private> From now on, always use spaces in YAML files.")
    talk.say(f"is {secret} still valid?", f"Yes, {secret} is.", run(f"curl -H 'x-api-key: {secret}' api.test", "ok"))
    assert any("spaces" in text for text in contents(bench))
    data = b"".join(path.read_bytes() for path in bench.home.rglob("*") if path.is_file())
    assert secret.encode() not in data and b"doubloons" not in data
    assert {line["what"] for line in trace(bench)} == {"offered"}


@pytest.mark.parametrize(
    ("kwargs", "trust"),
    [
        ({"platform": "cli"}, "user"),
        ({"platform": "telegram", "chat_type": "dm"}, "user"),
        ({"platform": "telegram", "chat_type": "group"}, "agent"),
        ({"platform": "discord"}, "agent"),
        ({"agent_context": "cron"}, ""),
        ({"agent_context": "subagent"}, ""),
    ],
)
def test_only_the_persons_own_words_are_theirs(bench: Bench, start: Start, kwargs: dict[str, str], trust: str) -> None:
    Talk(start(**kwargs), bench).say(RULE)
    with bench.engine() as engine:
        found = [(memory.trust, memory.tier) for memory in engine.list(status="all")[0]]
    assert found == ([(trust, "pinned" if trust == "user" else "hot")] if trust else [])


def test_what_was_used_and_worked_is_an_outcome_and_stands_in_the_trace(bench: Bench, talk: Talk) -> None:
    id = added(bench, "Run the tests with `pytest -q tests/unit`", category="command")
    talk.say(
        "how do I run the tests in tests/unit?",
        "Fixed.",
        run("pytest -q tests/unit", "1 failed", 1),
        ("patch", {"path": "app.py", "old_string": "1", "new_string": "2"}, {"success": True}),
        run("pytest -q tests/unit", "3 passed in 0.1s"),
        ("memory_recall", {"query": "tests"}, {"memories": f"- [{id}] (command) again"}),
    )
    talk.say("perfect, thanks!")
    with bench.engine() as engine:
        assert engine.record(id).worked == 1
        counts = engine.stats()["evaluation"]
    lines = trace(bench)
    assert next(line["memories"] for line in lines if line["what"] == "offered") == [id]
    assert [line["memories"] for line in lines if line["what"] == "used"] == [{id: "command"}]
    told = [line for line in lines if line["what"] == "outcome"]
    assert told and {(line["memory"], line["verdict"]) for line in told} == {(id, "worked")}
    assert isinstance(counts, dict)
    assert {name: counts[name] for name in ("turns", "given", "offered", "used", "worked", "failed")} == {
        "turns": 2, "given": 1, "offered": 1, "used": 1, "worked": 1, "failed": 0,
    }  # fmt: skip


def test_the_trace_is_private_and_names_no_memory_by_its_words(bench: Bench, talk: Talk) -> None:
    added(bench, TRAP)
    talk.say(ASK)
    path = Path(bench.paths.project_dir(bench.binding), FILE_NAME)
    assert path.stat().st_mode & 0o777 == 0o600
    assert b"blue-9" not in path.read_bytes()


def test_hermes_own_notes_are_stored_as_the_agents_word(bench: Bench, provider: HardwonProvider) -> None:
    provider.on_memory_write("add", "memory", "The CI image has no git-lfs.", {"session_id": "s1"})
    provider.on_memory_write("add", "user", "Prefers short answers.")
    provider.on_memory_write("remove", "memory", "The CI image has no git-lfs.")
    provider.on_delegation("look", "found", child_session_id="child")
    provider.on_session_end([])
    with bench.engine() as engine:
        found = {(one.content, one.trust, one.category, one.project == "user") for one in engine.list()[0]}
    assert found == {
        ("The CI image has no git-lfs.", "agent", "general", False),
        ("Prefers short answers.", "agent", "preference", True),
    }


def test_a_session_goes_on_under_another_id(bench: Bench, talk: Talk) -> None:
    id = added(bench, TRAP)
    assert id in talk.say(ASK)
    talk.provider.on_session_switch("s2", parent_session_id="s1", reset=True)
    talk.provider._reads.flush(FLUSH_S)
    assert TRAP in talk.provider.system_prompt_block()
    talk.provider.on_session_switch("s2", rewound=True)
    assert id in talk.say(ASK)
    talk.say(RULE)
    with bench.engine() as engine:
        assert {one.origin.session_id for one in engine.list()[0] if "lint" in one.content} == {"s2"}
        assert {(given, event) for given, event, _ in engine.injections("s2")} == {(id, "HostTurn")}


# -- tools ----------------------------------------------------------------------------------------------------


def test_the_model_stores_finds_judges_corrects_and_forgets(bench: Bench, provider: HardwonProvider) -> None:
    def call(tool: str, **arguments: Any) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(provider.handle_tool_call(tool, arguments))
        return told

    made = call("memory_remember", content=TRAP, category="gotcha", tags=["deploy"])
    assert made["created"] and not call("memory_remember", content=TRAP)["created"]
    found = call("memory_recall", query="staging deploy")
    assert found["ids"] == [made["id"]] and TRAP in found["memories"]
    assert call("memory_outcome", id=made["id"], verdict="worked", note="it ran")["counted"] is False
    assert call("memory_correct", id=made["id"], content="The staging deploy needs VPN blue-10.")["version"] == 2
    assert call("memory_forget", id=made["id"])["archived"]
    assert call("memory_recall", query="staging deploy")["ids"] == []
    assert "error" in call("memory_outcome", id="zzzz", verdict="worked")
    assert "error" in call("memory_remember", content="x", category="nonsense")
    assert "error" in call("memory_remember")
    with bench.engine() as engine:
        first = engine.history(made["id"])[0]
    assert (first.trust, first.origin.who, first.origin.host) == ("agent", "agent", "hermes")
    with pytest.raises(NotImplementedError):
        provider.handle_tool_call("terminal", {})


# -- search by meaning ----------------------------------------------------------------------------------------


def test_missing_search_by_meaning_is_told_with_the_interpreter(bench: Bench, start: Start) -> None:
    said: list[str] = []
    bench.more["HARDWON_EMBEDDER"] = "onnx"
    start(warning_callback=said.append)
    [warning] = said
    assert sys.executable in warning and "semantic search" in warning and "mem setup" in warning
    bench.more["HARDWON_EMBEDDER"] = "none"
    start(warning_callback=said.append)
    assert len(said) == 1


def test_the_provider_is_loaded_where_hermes_is_not() -> None:
    code = "from hardwon.providers.hermes import *; print(provider_class() is HardwonProvider)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
