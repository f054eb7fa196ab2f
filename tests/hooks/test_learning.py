"""The loop through the hooks alone: what one session says, the next one knows."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardwon.hooks.digest import Digester

from .client import Client

RULE = "Always run the linter before a commit."


class Transcript:
    """A session's file as the client writes it."""

    def __init__(self, path: Path, session_id: str) -> None:
        self.path = path
        self.session_id = session_id
        path.parent.mkdir(parents=True, exist_ok=True)

    def _write(self, line: dict[str, object]) -> None:
        common = {
            "sessionId": self.session_id,
            "uuid": f"{self.session_id}-{time.monotonic_ns()}",
            "timestamp": "2026-11-30T02:00:00.000Z",
            "cwd": "/",
            "isSidechain": False,
        }
        with self.path.open("a") as file:
            file.write(json.dumps({**common, **line}) + "\n")

    def says(self, text: str) -> None:
        """The person types a prompt."""
        self._write({"type": "user", "message": {"role": "user", "content": text}, "promptId": "p"})

    def answers(self, text: str) -> None:
        """The model answers."""
        content = [{"type": "text", "text": text}]
        self._write({"type": "assistant", "message": {"role": "assistant", "content": content, "id": "m"}})


@pytest.fixture
def first(client: Client) -> Iterator[Transcript]:
    yield Transcript(client.home / ".claude/projects/app/one.jsonl", "one")


def end(client: Client, transcript: Transcript, event: str = "Stop", **fields: object) -> None:
    client.hook(event, session_id=transcript.session_id, transcript_path=str(transcript.path), **fields)


def memories(client: Client) -> list[tuple[object, ...]]:
    return client.rows("SELECT content, trust FROM versions WHERE retired_at IS NULL AND project <> 'user'")


def test_a_rule_of_one_session_is_known_to_the_next_that_starts_at_once(client: Client, first: Transcript) -> None:
    first.says(RULE)
    first.answers("Understood.")
    end(client, first)
    end(client, first, "SessionEnd", reason="other")
    said = client.hook("SessionStart", session_id="two", source="startup").out
    if RULE.rstrip(".") not in said:  # the digester was still at work
        client.settle()
        said = client.hook("UserPromptSubmit", session_id="two", prompt="hello").out
    assert RULE.rstrip(".") in said


def test_a_rule_is_kept_once_however_often_its_session_stops(client: Client, first: Transcript) -> None:
    first.says(RULE)
    for _ in range(3):
        first.answers("Understood.")
        end(client, first)
        client.settle()
    end(client, first, "PreCompact", trigger="auto")
    end(client, first, "SessionEnd", reason="clear")
    client.settle()
    assert [RULE.rstrip(".") in str(content) for content, _ in memories(client)] == [True]


def test_what_a_session_said_is_not_told_to_it_before_a_compaction(client: Client, first: Transcript) -> None:
    client.hook("SessionStart", session_id="one", source="startup")
    first.says(RULE)
    end(client, first)
    client.settle()
    prompt = "How should the linter run before a commit?"
    assert client.hook("UserPromptSubmit", session_id="one", prompt=prompt).out == ""
    assert client.hook("UserPromptSubmit", session_id="two", prompt=prompt).out != ""
    client.hook("SessionStart", session_id="one", source="compact")
    assert RULE.rstrip(".") in client.hook("SessionStart", session_id="three", source="startup").out


def test_what_the_hooks_gave_does_not_come_back_as_a_memory(client: Client, first: Transcript) -> None:
    with client.engine() as engine:
        engine.remember("Never push to the release branch directly.", category="convention")
    for _ in range(3):
        ran = client.hook("SessionStart", session_id="one", source="clear")
        first.says(f"SessionStart hook additional context: {ran.context}")
        first.answers(ran.context)
        end(client, first)
        client.settle()
    assert len(memories(client)) == 1


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\0", b"null\n[]\n" * 50, b'{"type":"user"}\n', b"\0" * 9000])
def test_a_transcript_nobody_can_read_keeps_nothing_else_waiting(
    client: Client, first: Transcript, content: bytes
) -> None:
    first.path.write_bytes(content)
    end(client, first)
    good = Transcript(client.home / ".claude/projects/app/good.jsonl", "good")
    good.says(RULE)
    end(client, good)
    client.settle()
    Digester(client.paths, client.environ).run()
    assert len(memories(client)) == 1
    assert client.waiting() == client.waiting("bad") == []


def test_lines_that_hold_no_object_are_counted_in_the_log(client: Client, first: Transcript) -> None:
    first.path.write_bytes(b"broken {\n" * 3)
    first.says(RULE)
    end(client, first)
    client.settle()
    assert "digest 3 lines of a transcript hold no JSON object" in client.log()


def test_a_person_who_wants_no_capture_gets_none(client: Client, first: Transcript) -> None:
    (client.home / "config.toml").write_text("capture = false\n")
    first.says(RULE)
    end(client, first)
    client.settle()
    assert memories(client) == []
    assert [event for _, event, _ in client.events()] == ["Stop"]


def test_a_session_leaves_a_summary_for_the_next_brief(client: Client, first: Transcript) -> None:
    first.says("Please add a retry to the billing gateway client. " + RULE)
    first.answers("I added the retry.")
    end(client, first)
    end(client, first, "SessionEnd", reason="other")
    client.settle()
    assert "billing gateway" in client.hook("SessionStart", session_id="two", source="startup").context
