"""A model in the background: asked after a session, of the person's choice alone, and quiet where it fails."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.hosts.lines import Lines

from hardwon.hooks.digester import start, take_lock
from scripted_model import Says, ScriptedModel, error, message

from .client import LIBRARY, Client

RULE = "Deploys go through the staging cluster first, production only takes images that staging ran for a day"
ANSWER = {
    "memories": [
        {"content": RULE, "category": "convention", "quote": "through the staging cluster", "n": 1, "confidence": 0.9}
    ],
    "summary": {"goal": "Learn how deploys go", "next_step": "Deploy"},
}


def chosen(client: Client, url: str, **more: object) -> None:
    settings = {"extraction": "anthropic", "extraction_url": url, **more}
    text = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    (client.home / "config.toml").write_text(text)


def session(client: Client, event: str = "SessionEnd", **environ: str) -> None:
    path = client.home / "s1.jsonl"
    if not path.exists():
        Lines(cwd=str(client.project)).person(f"{RULE}. <private>hush hush</private>").agent("Noted.").write(path)
    data = client.payload(event, session_id="s1", transcript_path=str(path))
    client.raw(event, data, environ={**client.environ, **environ})
    client.settle()


def test_after_a_session_the_model_is_asked_with_the_persons_key_and_what_it_says_is_kept(client: Client) -> None:
    with ScriptedModel(message(ANSWER)) as model:
        chosen(client, model.url)
        session(client, "Stop", ANTHROPIC_API_KEY="k1")
        assert model.requests == []
        session(client, ANTHROPIC_API_KEY="k1")
        ((_, body, headers),) = model.requests
        session(client, ANTHROPIC_API_KEY="k1")
        assert len(model.requests) == 1
    assert headers["authorization"] == "Bearer k1"
    assert "hush" not in json.dumps(body)
    origins = client.rows("SELECT content, trust, origin FROM versions WHERE retired_at IS NULL")
    assert [(content.rstrip("."), trust) for content, trust, _ in origins] == [(RULE, "user")]  # type: ignore[attr-defined]
    ((summary,),) = client.rows("SELECT summary FROM sessions")
    assert json.loads(str(summary))["next_step"] == "Deploy"
    assert client.log() == ""


@pytest.mark.parametrize("says", [error(529, "overloaded_error"), Says(cut=True)], ids=["busy", "cut"])
def test_a_model_that_fails_costs_the_session_nothing_and_leaves_a_line(client: Client, says: Says) -> None:
    with ScriptedModel(says if says.cut else error(401, "authentication_error")) as model:
        chosen(client, model.url, extraction_key="k")
        session(client)
        assert len(model.requests) == 1
    (line,) = client.log().splitlines()
    assert "extraction: " in line
    assert RULE not in line


def test_mode_local_sends_nothing(client: Client) -> None:
    with ScriptedModel(message(ANSWER)) as model:
        chosen(client, model.url, extraction_key="k", mode="local")
        session(client)
        assert model.requests == []
    assert "mode local forbids" in client.log()


def test_what_a_projects_settings_export_chooses_neither_key_nor_place(client: Client) -> None:
    folder = client.project / ".claude"
    folder.mkdir()
    (folder / "settings.json").write_text('{"env": {"ANTHROPIC_API_KEY": "theirs", "HARDWON_EXTRACTION": "ollama"}}')
    with ScriptedModel(message(ANSWER)) as model:
        chosen(client, model.url)
        session(client, ANTHROPIC_API_KEY="theirs", CLAUDE_PROJECT_DIR=str(client.project))
        assert model.requests == []
    assert "no key" in client.log()


def part(client: Client, session_id: str, said: str = RULE) -> str:
    """A session's transcript that nothing was read of."""
    path = client.home / f"{session_id}.jsonl"
    return str(Lines(session_id, cwd=str(client.project)).person(f"{said}.").agent("Noted.").write(path))


def test_a_session_that_was_killed_is_read_once_another_one_ends_a_turn(client: Client) -> None:
    with ScriptedModel(message(ANSWER)) as model:
        chosen(client, model.url, extraction_key="k")
        client.environ["CLAUDE_PID"] = str(_gone())
        client.hook("UserPromptSubmit", prompt="hello", session_id="s1", transcript_path=part(client, "s1"))
        for _ in range(2):
            client.hook("Stop", session_id="s2", transcript_path=str(client.home / "none.jsonl"))
            client.settle()
        assert len(model.requests) == 1
    ((content, trust),) = client.rows("SELECT content, trust FROM versions WHERE retired_at IS NULL")
    assert (str(content).rstrip("."), trust) == (RULE, "user")


def test_a_session_that_goes_on_is_not_taken_for_over(client: Client) -> None:
    with ScriptedModel(message(ANSWER)) as model:
        chosen(client, model.url, extraction_key="k")
        client.environ["CLAUDE_PID"] = str(os.getpid())
        client.hook("Stop", session_id="s1", transcript_path=part(client, "s1"))
        client.settle()
        client.hook("Stop", session_id="s2", transcript_path=part(client, "s2", "Releases are cut on Tuesdays"))
        client.settle()
        assert model.requests == []


def test_what_happened_before_a_model_was_chosen_is_not_sent_by_itself(client: Client) -> None:
    client.environ["CLAUDE_PID"] = str(_gone())
    client.hook("Stop", session_id="s1", transcript_path=part(client, "s1"))
    client.settle()
    with ScriptedModel(message(ANSWER)) as model:
        chosen(client, model.url, extraction_key="k")
        client.hook("Stop", session_id="s2")
        client.settle()
        assert model.requests == []


def test_what_a_process_without_the_sessions_keys_collected_goes_with_the_next_one_that_has_them(
    client: Client,
) -> None:
    with ScriptedModel(message(ANSWER)) as model:
        chosen(client, model.url, extraction_key="k")
        path = part(client, "s1")
        lock = take_lock(client.paths, client.binding)
        client.hook("SessionEnd", session_id="s1", transcript_path=path, reason="other")
        os.close(lock)
        start(client.paths, client.binding, client.environ, [str(LIBRARY)])
        client.settle()
        assert model.requests == []
        client.hook("Stop", session_id="s2")
        client.settle()
        assert len(model.requests) == 1


def test_subagents_are_read_too_and_only_what_they_showed_counts_as_theirs(client: Client) -> None:
    told = "The importer drops the last row when the file has no newline at its end, which the parser test shows. "
    quote = {"content": told.strip(), "category": "gotcha", "quote": "drops the last row", "n": 4, "confidence": 0.9}
    agents = {"memories": [quote], "summary": {"goal": "Theirs", "next_step": "Theirs"}}
    with ScriptedModel(message(ANSWER), message(agents)) as model:
        chosen(client, model.url, extraction_key="k")
        path = Path(part(client, "s1"))
        lines = Lines("s1", cwd=str(client.project), isSidechain=True, agentId="a1")
        lines.person("Find out why rows are lost. <private>hush hush</private>").bash(
            "pytest -q", "1 failed", error=True
        )
        lines.agent(told * 3).write(path.with_suffix("") / "subagents" / "agent-a1.jsonl")
        client.hook("SessionEnd", session_id="s1", transcript_path=str(path), reason="other")
        client.settle()
        bodies = [json.dumps(body) for _, body, _ in model.requests]
    assert ["drops the last row" in body for body in bodies] == [False, True]
    assert "hush" not in bodies[1] and '\\"who\\": \\"user\\"' not in bodies[1]
    kept = client.rows("SELECT content, trust FROM versions WHERE retired_at IS NULL ORDER BY trust")
    assert [(str(content)[:12], trust) for content, trust in kept] == [
        ("The importer", "agent"),
        ("Deploys go t", "user"),
    ]
    ((summary,),) = client.rows("SELECT summary FROM sessions")
    assert json.loads(str(summary))["next_step"] == "Deploy"


@pytest.mark.parametrize("named", [False, True], ids=["own", "the project's"])
def test_how_the_client_reaches_its_model_goes_to_that_client_alone_and_never_from_a_projects_settings(
    client: Client, named: bool
) -> None:
    program = client.home / "bin" / "claude"
    program.parent.mkdir()
    answer = json.dumps({"is_error": False, "result": json.dumps(ANSWER), "total_cost_usd": 0.01, "usage": {}})
    program.write_text(f"#!/bin/sh\ncat >/dev/null\nenv > {client.home}/seen\nprintf '%s' '{answer}'\n")
    program.chmod(0o755)
    given = {
        "CLAUDE_CODE_USE_BEDROCK": "1", "AWS_REGION": "eu-central-1", "https_proxy": "http://127.0.0.1:9",
        "ANTHROPIC_VERTEX_PROJECT_ID": "p1", "ANTHROPIC_AUTH_TOKEN": "gateway", "OTHER": "1",
    }  # fmt: skip
    if named:
        (client.project / ".claude").mkdir()
        (client.project / ".claude" / "settings.json").write_text(json.dumps({"env": given}))
    (client.home / "config.toml").write_text('extraction = "claude-code"\n')
    client.environ.update(given, PATH=f"{program.parent}:{os.defpath}", CLAUDE_PROJECT_DIR=str(client.project))
    client.hook("SessionEnd", session_id="s1", transcript_path=part(client, "s1"), reason="other")
    client.settle()
    seen = (client.home / "seen").read_text().splitlines()
    wanted = {"CLAUDE_CODE_USE_BEDROCK=1", "AWS_REGION=eu-central-1", "https_proxy=http://127.0.0.1:9"}
    assert (wanted | {"ANTHROPIC_VERTEX_PROJECT_ID=p1"} <= set(seen)) is not named
    assert not [line for line in seen if line.startswith(("ANTHROPIC_AUTH", "OTHER", "HARDWON"))]
    assert (set(seen) & wanted == set()) is named


def _gone() -> int:
    """The number of a process that was."""
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid
