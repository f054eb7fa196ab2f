"""Those who ask a model tell apart what certainly was not charged from what may have been."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hardwon.capture.callers.base import Refused, Unknown
from hardwon.capture.callers.claude_api import ClaudeApi
from hardwon.capture.callers.claude_code import ClaudeCode
from hardwon.capture.callers.ollama import Ollama
from scripted_model import Says, ScriptedModel


class Fake:
    """A `claude` on PATH that notes how it was called and does as told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.noted = folder / "noted"

    def does(self, script: str) -> ClaudeCode:
        program = self.folder / "claude"
        program.write_text(f'#!/bin/sh\n{{ pwd; printf "%s\\n" "$@"; cat; echo; env; }} > {self.noted}\n{script}\n')
        program.chmod(0o755)
        environ = {"PATH": f"{self.folder}:{os.defpath}", "HOME": str(self.folder), "CLAUDECODE": "1", "SECRET": "x"}
        place = str(self.folder / "run")
        return ClaudeCode(environ, url="http://127.0.0.1:9", folder=place, timeout_s=5.0)

    def says(self, **told: object) -> ClaudeCode:
        return self.does(f"echo '{json.dumps(told)}'")


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    return Fake(tmp_path)


def test_the_client_runs_without_hooks_tools_history_or_the_callers_environment(fake: Fake) -> None:
    usage = {"input_tokens": 5, "output_tokens": 6}
    reply = fake.says(is_error=False, result="{}", total_cost_usd=0.25, usage=usage).ask("be brief", "the record")
    assert (reply.answer, reply.cost_usd, reply.usage.output_tokens) == ("{}", 0.25, 6)
    noted = fake.noted.read_text().splitlines()
    assert noted[0] == str(fake.folder / "run")
    for words in ("--no-session-persistence", "--strict-mcp-config", "--disable-slash-commands", "the record"):
        assert words in noted
    assert json.loads(noted[noted.index("--settings") + 1])["disableAllHooks"] is True
    assert (noted[noted.index("--tools") + 1], noted[noted.index("--setting-sources") + 1]) == ("", "")
    assert {"CLAUDE_CODE_MAX_RETRIES=0", "ANTHROPIC_BASE_URL=http://127.0.0.1:9"} <= set(noted)
    assert not {"CLAUDECODE=1", "SECRET=x"} & set(noted)


@pytest.mark.parametrize("status", [401, 429, 529])
def test_a_refusal_that_the_client_reports_was_not_charged(fake: Fake, status: int) -> None:
    with pytest.raises(Refused):
        fake.says(is_error=True, result="no", api_error_status=status, total_cost_usd=0).ask("s", "m")


@pytest.mark.parametrize(
    "script",
    ["exit 1", "echo nonsense", "kill -9 $$", "sleep 60", "echo '[]'",
     'echo \'{"is_error": true, "result": "x", "api_error_status": 500, "total_cost_usd": 0}\'',
     'echo \'{"is_error": true, "result": "x", "api_error_status": 429, "total_cost_usd": 0.1}\'',
     'echo \'{"is_error": true, "result": "x", "total_cost_usd": 0}\''],
)  # fmt: skip
def test_any_other_end_of_the_client_may_have_been_charged(fake: Fake, script: str) -> None:
    with pytest.raises(Unknown):
        fake.does(script).ask("s", "m")


@pytest.mark.parametrize(
    "said",
    [
        "Not logged in · Please run /login",
        "API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)",
        "API Error: Can't reach the API server — check your internet or DNS (EAI_AGAIN)",
        "API Error: No internet route — check your connection or VPN (ENETUNREACH)",
    ],
)
def test_a_client_that_asked_nobody_was_not_charged(fake: Fake, said: str) -> None:
    told = {"is_error": True, "result": said, "api_error_status": None, "total_cost_usd": 0}
    (fake.folder / "told.json").write_text(json.dumps(told))
    with pytest.raises(Refused) as refused:
        fake.does(f"cat {fake.folder}/told.json").ask("s", "m")
    assert (refused.value.passing, refused.value.whole) == (True, True)


def test_words_of_a_failure_do_not_help_where_something_was_charged(fake: Fake) -> None:
    with pytest.raises(Unknown) as unknown:
        fake.says(is_error=True, result="(ECONNREFUSED)", api_error_status=None, total_cost_usd=0.5).ask("s", "m")
    assert unknown.value.cost_usd == 0.5


def test_a_call_of_a_tool_in_place_of_an_answer_was_paid_and_says_nothing(fake: Fake) -> None:
    reply = fake.says(is_error=True, subtype="error_max_turns", total_cost_usd=0.25).ask("s", "m")
    assert (reply.answer, reply.cost_usd) == ("", 0.25)
    noted = fake.noted.read_text().splitlines()
    assert noted[noted.index("--max-turns") + 1] == "1"


def test_a_client_that_was_killed_is_told_by_its_status(fake: Fake) -> None:
    with pytest.raises(Unknown, match="left with -9"):
        fake.does("kill -9 $$").ask("s", "m")


def test_a_client_that_is_not_there_was_not_charged(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="PATH"):
        ClaudeCode({"PATH": str(tmp_path)}, folder=str(tmp_path / "run")).ask("s", "m")


def test_a_host_nobody_listens_at_was_not_charged() -> None:
    with ScriptedModel(Says()) as model:
        url = model.url
    with pytest.raises(Refused, match="cannot be reached"):
        ClaudeApi(key="k", url=url).ask("s", "m")


@pytest.mark.parametrize("says", [Says(cut=True), Says(status=500), Says(body="no JSON"), Says(body={"message": 3})])
def test_ollama_costs_nothing_so_it_may_always_be_asked_again(says: Says) -> None:
    with ScriptedModel(says) as model, pytest.raises(Refused) as refused:
        Ollama(url=model.url).ask("s", "m")
    assert refused.value.passing
