"""What the store gave comes back in many forms, session after session, and adds no memory and no proof."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.hosts.lines import Lines

from hardwon.engine import Engine, open_engine
from hardwon.engine.capturing import capture

ROUNDS = 5
PINNED = "Deploys go through the lighthouse script."
GOTCHA = "Never rename the harbor branch, the release job has its name built in."


@pytest.fixture
def engine(home: Path) -> Iterator[Engine]:
    project = home / "app"
    project.mkdir()
    with open_engine(dict(os.environ), str(project), actor="person") as opened:
        opened.remember(PINNED, category="convention", pin=True)
        opened.remember(GOTCHA, category="gotcha")
        yield opened


def cut(block: str) -> str:
    """The block without its end, as a preview has it."""
    return block[: block.index("</hardwon-memory>") - 5]


def inner(block: str) -> str:
    return "\n".join(block.split("\n")[1:-1])


def as_json(block: str) -> str:
    return json.dumps({"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": block}})


ECHOES: dict[str, Callable[[Lines, str], Lines]] = {
    "hook": lambda lines, block: lines.injected(as_json(block), "hook_success"),
    "hook, one text": lambda lines, block: lines.add(
        {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": block}}
    ),
    "meta line": lambda lines, block: lines.person(block, isMeta=True),
    "reminder": lambda lines, block: lines.person(f"<system-reminder>\n{block}\n</system-reminder>\ngo on"),
    "pasted": lambda lines, block: lines.person(block),
    "pasted, cut": lambda lines, block: lines.person(f"it says {cut(block)}"),
    "pasted without the fence": lambda lines, block: lines.person(inner(block)),
    "pasted line by line": lambda lines, block: lines.person(
        "\n".join(f"> {line}" for line in inner(block).split("\n"))
    ),
    "preview": lambda lines, block: lines.person(
        f"<persisted-output>\nOutput too large. Preview:\n{cut(block)}\n</persisted-output>"
    ),
    "tool's answer": lambda lines, block: lines.call("mcp__hardwon__memory_recall", {"query": "x"}, block),
    "shell": lambda lines, block: lines.bash("mem context", block),
    "agent, whole": lambda lines, block: lines.agent(f"My notes:\n{block}"),
    "agent, cut": lambda lines, block: lines.agent(cut(block)),
    "agent, as a list": lambda lines, _: lines.agent(f"I know:\n- {GOTCHA}\n- {PINNED}"),
    "agent, in other words": lambda lines, _: lines.agent(
        "As your notes say, deploys go through the lighthouse script, and the harbor branch must not be renamed."
    ),
    "commit": lambda lines, _: lines.bash(f'git commit -m "{GOTCHA}"', f"[main 1a2b3c4] {GOTCHA}"),
    "compacted": lambda lines, _: lines.person(f"Continued. The user said: {GOTCHA}", isCompactSummary=True),
    "quoted": lambda lines, _: lines.person(f'your memory says "{GOTCHA}", is that still so?'),
    "quoted by line": lambda lines, _: lines.person(f"> {GOTCHA}\n\nok, go on"),
    "said in bold": lambda lines, _: lines.person(f"**{GOTCHA}**"),
    "said in small letters": lambda lines, _: lines.person(GOTCHA.lower().rstrip(".")),
    "subagent's task": lambda lines, block: lines.call("Task", {"prompt": f"{block}\nLook."}, f"Seen: {GOTCHA}"),
}


@pytest.mark.parametrize("echo", ECHOES)
def test_an_echo_adds_nothing_in_five_rounds(engine: Engine, tmp_path: Path, echo: str) -> None:
    for number in range(ROUNDS):
        block = engine.context().text
        assert PINNED in block
        assert GOTCHA in block
        lines = Lines(session=f"s{number}").person("Where do I start?").injected(block)
        path = ECHOES[echo](lines, block).write(tmp_path / f"s{number}.jsonl")
        report = capture(engine, transcript_path=str(path), session_id=f"s{number}")
        assert report.new == 0
    memories, total = engine.list(status="all")
    assert (sorted(memory.content for memory in memories), total) == (sorted([PINNED, GOTCHA]), 2)
    assert all(engine.record(memory.id).worked == 0 for memory in memories)
    for session in engine.sessions():
        assert GOTCHA not in " ".join(session.decisions)


def test_what_is_new_in_a_session_full_of_echoes_is_kept(engine: Engine, tmp_path: Path) -> None:
    block = engine.context().text
    lines = Lines().injected(block)
    for echo in ECHOES.values():
        echo(lines, block)
    lines.person("Always tell the harbor master before a release.")
    capture(engine, transcript_path=str(lines.write(tmp_path / "t.jsonl")), session_id="sess-1")
    assert {memory.content for memory in engine.list()[0]} == {
        PINNED, GOTCHA, "Always tell the harbor master before a release.",
    }  # fmt: skip
