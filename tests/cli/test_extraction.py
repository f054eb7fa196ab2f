"""`mem extract`, `mem sources`, `mem recover`: what would be sent, what waits, and consent by a person alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.hosts.lines import Lines

from hardwon.engine import Engine
from hardwon.engine.collecting import collect
from scripted_model import Says, ScriptedModel, message

from .conftest import Mem

RULE = "Deploys go through the staging cluster first, production only takes images that staging ran for a day"
AGENT = {"CLAUDECODE": "1"}
ANSWER = {
    "memories": [
        {"content": RULE, "category": "convention", "quote": "through the staging cluster", "n": 1, "confidence": 0.9}
    ]
}


@pytest.fixture
def waiting(home: Path, project: Path, engine: Engine) -> Path:
    """A session of the project that waits to be sent."""
    folder = home / ".claude" / "projects" / str(project).replace("/", "-").replace("_", "-")
    folder.mkdir(parents=True)
    path = Lines(cwd=str(project)).person(f"{RULE}. <private>My salary is low.</private>").write(folder / "s1.jsonl")
    with engine:
        collect(engine, str(path), "s1")
    return path


def chosen(home: Path, url: str, **more: object) -> None:
    settings = {"extraction": "anthropic", "extraction_key": "k", "extraction_url": url, **more}
    text = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    (home / "config.toml").write_text(text)


def test_the_dry_run_shows_the_redacted_text_and_the_cost_before_any_model_was_chosen(mem: Mem, waiting: Path) -> None:
    shown = mem("extract", "--dry-run").out
    assert RULE in shown
    assert "at most $0.0" in shown
    assert "salary" not in shown
    (call,) = mem("extract", "--dry-run", "--json", env=AGENT).data["calls"]
    assert (call["session"], call["from_byte"], call["to_byte"]) == ("s1", 0, waiting.stat().st_size)


def test_without_a_model_nothing_is_sent(mem: Mem, waiting: Path) -> None:
    assert "no model was chosen" in mem("extract", "--yes", status=1).err
    assert mem("sources").out.startswith("1 pending, 0 of them blocked; 0 done.\n")


def test_what_is_sent_costs_and_the_cost_is_told_by_day(mem: Mem, waiting: Path, home: Path) -> None:
    with ScriptedModel(message(ANSWER, input_tokens=10_000)) as model:
        chosen(home, model.url)
        assert mem("extract", "--yes").out == "1 call, 1 new memory, $0.0105; 0 left.\n"
    told = mem("stats", "--json").data["extraction"]
    assert (told["today_usd"], told["limit_usd"], told["pending"]) == (0.0105, 0.5, 0)
    assert [(day["calls"], day["input_tokens"], day["cost_usd"]) for day in told["days"]] == [(1, 10_000, 0.0105)]
    assert "1 call, 10,000 tokens in, 100 out, $0.0105" in mem("stats").out


def test_what_may_have_been_paid_is_listed_and_sent_again_by_consent_alone(
    mem: Mem, waiting: Path, home: Path, tmp_path: Path
) -> None:
    with ScriptedModel(Says(cut=True), message(ANSWER)) as model:
        chosen(home, model.url)
        assert mem("extract", "--yes", "--json").data["blocked"] == 1
        listed = mem("sources", "--json").data
        assert (listed["pending"], listed["blocked"], listed["sources"][0]["state"]) == (1, 1, "blocked")
        plan = json.loads(mem("recover", "inspect").out)
        assert plan == mem("recover", "--json").data
        assert "twice" in mem("recover", "run", "-", "--yes", input=json.dumps(plan), status=1).err
        mem("extract", "--yes")
        assert len(model.requests) == 1
        plan["accept_duplicate_charge"] = True
        (tmp_path / "plan.json").write_text(json.dumps(plan))
        assert "only a person" in mem("recover", "run", str(tmp_path / "plan.json"), status=1).err
        assert "only a person" in mem("recover", "run", "-", "--yes", input="{}", env=AGENT, status=1).err
        assert mem("recover", "run", str(tmp_path / "plan.json"), "--yes").out == "1 source will be sent again.\n"
        assert mem("extract", "--yes", "--json").data["new"] == 1


def test_neither_restore_nor_import_nor_purge_touches_what_is_blocked(mem: Mem, waiting: Path, home: Path) -> None:
    mem("add", "A memory to keep")
    lines = mem("export").out
    mem("backup", "create", "--all")
    with ScriptedModel(Says(cut=True)) as model:
        chosen(home, model.url)
        mem("extract", "--yes")
        before = mem("recover", "--json").data
        (backup,) = mem("backup", "list", "--json").data["backups"]
        mem("backup", "restore", backup["name"], "--all", "--yes")
        mem("import", "-", "--yes", input=lines)
        id = mem("list", "--json").data["memories"][0]["id"]
        token = mem("purge", "prepare", id, "--yes", "--json").data["token"]
        mem("purge", "confirm", token, "--yes")
        mem("extract", "--yes")
        assert mem("recover", "--json").data == before
        assert (len(before["sources"]), len(model.requests)) == (1, 1)


def test_an_agent_sends_nothing(mem: Mem, waiting: Path) -> None:
    assert "only a person" in mem("extract", "--yes", env=AGENT, status=1).err


def test_a_project_cannot_choose_a_model_its_address_or_its_key(mem: Mem, waiting: Path) -> None:
    env = {"HARDWON_EXTRACTION": "anthropic", "HARDWON_EXTRACTION_URL": "http://127.0.0.1:9", "HARDWON_MODE": "hosted"}
    assert "no model was chosen" in mem("extract", "--yes", env=env, status=1).err
    assert os.environ.get("HARDWON_EXTRACTION") is None


@pytest.mark.parametrize("file", ["nowhere.json", ".", ""])
def test_a_plan_that_cannot_be_read_is_refused(mem: Mem, file: str) -> None:
    assert "cannot be read" in mem("recover", "run", file, "--yes", status=1).err
