"""What we told the session does not come back as something new."""

from __future__ import annotations

import pytest

from hardwon.capture.echo import EchoFilter
from hardwon.capture.rules import Extractor, Listener, extract
from hardwon.hosts.turns import Turn

RULE = "Always deploy through the lighthouse script."
BLOCK = f"<hardwon-memory>\nRules:\n- [0123456789ab] (convention; user's word; worked 2) {RULE}\n</hardwon-memory>"


def after_injection(text: str, *, injected: str = BLOCK, kind: str = "injected", tool: str = "") -> list[str]:
    turns = [
        Turn(kind=kind, text=injected, tool=tool, line=1),
        Turn(kind="user", text=text, typed=True, uuid="u", line=2),
    ]
    return [one.content for one in extract(turns)]


@pytest.mark.parametrize(
    "text",
    [
        BLOCK,
        f"why this?\n{BLOCK}",
        BLOCK.replace("</hardwon-memory>", ""),
        f"- [0123456789ab] (convention; user) {RULE}",
        f"I see [0123456789ab]: {RULE}",
        RULE,
        RULE.lower().rstrip("."),
        f"so your notes have: {RULE}",
        f"as your notes say, {RULE.lower()}",
        f'you remembered "{RULE}"',
    ],
)
def test_quoting_a_memory_is_no_new_memory(text: str) -> None:
    assert after_injection(text) == []


def test_a_statement_of_its_own_is_kept_beside_an_injection() -> None:
    assert after_injection("Always tag releases before the deploy.") == ["Always tag releases before the deploy."]


def test_a_rule_that_stands_in_an_instruction_file_is_known_already() -> None:
    claude_md = f"# Notes\n- {RULE}\n"
    assert after_injection(RULE, injected=claude_md, tool="instructions") == []


def test_what_a_tool_of_ours_answered_is_known() -> None:
    echo = EchoFilter()
    echo.observe(Turn(kind="tool_use", tool="mcp__hardwon__memory_recall", tool_use_id="t1"))
    echo.observe(Turn(kind="tool_result", text=f"- [0123456789ab] (convention) {RULE}", tool_use_id="t1"))
    assert echo.is_echo(RULE)
    assert not echo.is_echo("Always tag releases before the deploy.")


def test_an_agents_reason_that_repeats_a_memory_is_left_out() -> None:
    extractor = Extractor(Listener(echo=EchoFilter([RULE + " It is needed because of the lock."])))
    turns = [
        Turn(kind="tool_use", tool="Bash", tool_input={"command": "make deploy"}, tool_use_id="1"),
        Turn(kind="tool_result", text="ValueError: stage is locked by somebody", tool_use_id="1", is_error=True),
        Turn(kind="assistant", text=RULE + " It is needed because of the lock."),
        Turn(kind="tool_use", tool="Edit", tool_input={"file_path": "deploy.cfg"}, tool_use_id="2"),
        Turn(kind="tool_result", text="ok", tool_use_id="2"),
        Turn(kind="tool_use", tool="Bash", tool_input={"command": "make deploy"}, tool_use_id="3"),
        Turn(kind="tool_result", text="done", tool_use_id="3"),
    ]
    (found,) = [candidate for turn in turns for candidate in extractor.feed(turn)]
    assert "lighthouse" not in found.content
