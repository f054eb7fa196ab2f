"""`mem index`: how far vectors are, a plan to read, and consent by a person alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hosted_embedder import EmbeddingHost, choose
from scripted_model import Says

from .conftest import Mem

RULE = "The billing job runs at 02:00 in region north"
AGENT = {"CLAUDECODE": "1"}


def consented(mem: Mem, file: Path, **consent: bool) -> str:
    """The plan as it is printed, with consent, in a file."""
    plan = json.loads(mem("index", "inspect").out)
    file.write_text(json.dumps(plan | consent))
    return str(file)


def test_the_plan_is_printed_without_consent_and_carried_out_with_it(mem: Mem, home: Path, tmp_path: Path) -> None:
    mem("add", RULE)
    with EmbeddingHost() as host:
        choose(home, "cohere", host.url + "/v2")
        assert "hosted: by your consent" in mem("index").out
        printed = json.loads(mem("index", "inspect").out)
        assert printed == mem("index", "inspect", "--json", env=AGENT).data
        assert (printed["accept_charges"], printed["accept_duplicate_charge"], printed["waiting"]) == (False, False, 1)
        assert "there is no plan" in mem("index", "prepare", "--yes", status=1).err
        assert "does not accept" in mem("index", "prepare", "-", "--yes", input=json.dumps(printed), status=1).err
        plan = consented(mem, tmp_path / "plan.json", accept_charges=True)
        assert "only a person" in mem("index", "prepare", plan, "--yes", env=AGENT, status=1).err
        assert "no terminal" in mem("index", "prepare", plan, status=1).err
        assert host.requests == []
        done = mem("index", "prepare", plan, "--yes", "--json").data
    assert (done["sent"], done["stored"], done["tokens"], done["waiting"]) == (1, 1, 7, 0)
    (space,) = mem("index", "status", "--json").data["spaces"]
    assert (space["provider"], space["state"], space["ready"], space["wanted"], space["in_use"]) == (
        "cohere", "ready", 1, 1, True,
    )  # fmt: skip
    assert "1 call (0 for searches), 7 tokens" in mem("stats").out


def test_an_interrupted_call_is_sent_again_by_consent_alone(mem: Mem, home: Path, tmp_path: Path) -> None:
    mem("add", RULE)
    with EmbeddingHost(Says(cut=True)) as host:
        choose(home, "openai", host.url + "/v1")
        plan = consented(mem, tmp_path / "plan.json", accept_charges=True)
        assert "cut" in mem("index", "prepare", plan, "--yes", status=1).err
        assert "may have been paid" in mem("index", "prepare", plan, "--yes", status=1).err
        assert mem("stats", "--json").data["embedding"]["blocked"] == 1
        assert "1 call may have been paid" in mem("index").out
        plan = consented(mem, tmp_path / "plan.json", accept_duplicate_charge=True)
        assert "only a person" in mem("index", "recover", plan, "--yes", env=AGENT, status=1).err
        assert len(host.requests) == 1
        assert mem("index", "recover", plan, "--yes").out.startswith("1 vector stored")
        assert "no longer" in mem("index", "recover", plan, "--yes", status=1).err
        assert len(host.requests) == 2


def test_vectors_that_wait_for_a_model_say_so(mem: Mem) -> None:
    mem("add", RULE)
    told = mem("index").out
    assert told.endswith("1 memory waits.\nIt cannot be used: the model is not prepared (`mem setup` prepares it)\n")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"plan": 1}', '{"plan": "1", "accept_charges": true}', "\x00"])
@pytest.mark.parametrize("act", ["prepare", "recover"])
def test_what_is_no_plan_is_refused(mem: Mem, home: Path, act: str, text: str) -> None:
    choose(home, "voyage", "http://127.0.0.1:9/v1")
    assert mem("index", act, "-", "--yes", input=text, status=1).err.startswith("mem: ")


def test_vectors_of_a_local_embedder_are_made_at_once_and_ask_for_no_plan(mem: Mem, home: Path) -> None:
    mem("add", RULE)
    mem("add", "A second fact about region south")
    (home / "config.toml").write_text('embedder = "hashing"\n')
    assert mem("index", "prepare", env=AGENT).out == "2 vectors stored, $0.000000; 0 left.\n"
    assert mem("index", "prepare", "--json").data["stored"] == 0
    assert mem("index", "inspect", "--json").data["hosted"] is False
    assert (
        "costs nothing"
        in mem("index", "prepare", "-", "--yes", input='{"plan": 1, "accept_charges": true}', status=1).err
    )
