"""A model in the background: asked after a session, of the person's choice alone, and quiet where it fails."""

from __future__ import annotations

import json

import pytest
from tests.hosts.lines import Lines

from scripted_model import Says, ScriptedModel, error, message

from .client import Client

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
