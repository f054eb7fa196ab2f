"""Hermes' messages are read as turns: whose words they are, what was run, and how it ended."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hardwon.hosts.hermes.messages import turns_of
from hardwon.hosts.turns import Turn


def read(user: str, assistant: str, messages: list[Any]) -> list[Turn]:
    return turns_of(
        user, assistant, messages, session_id="s", place="p", line=1, began_ms=1, ended_ms=2, cwd="/work"
    )  # fmt: skip


def called(name: str, arguments: object, call_id: str = "c1") -> dict[str, Any]:
    function = {"name": name, "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": call_id, "function": function}]}


def test_only_the_latest_exchange_is_read_and_only_the_persons_words_are_typed() -> None:
    messages = [
        {"role": "user", "content": "yes"},
        {"role": "assistant", "content": "old"},
        {"role": "user", "content": [{"type": "text", "text": "yes"}, {"type": "image_url"}]},
        {"role": "user", "content": "[System: go on]"},
        {"role": "assistant", "content": "new"},
    ]
    turns = read("yes", "new", messages)
    assert [(turn.kind, turn.text, turn.typed) for turn in turns] == [
        ("user", "yes", True), ("meta", "[System: go on]", False), ("assistant", "new", False),
    ]  # fmt: skip
    assert [turn.at_ms for turn in turns] == [1, 2, 2]
    assert len({turn.uuid for turn in turns}) == 3


def test_without_messages_the_two_texts_are_the_exchange() -> None:
    assert [(turn.kind, turn.text) for turn in read("a", "b", [])] == [("user", "a"), ("assistant", "b")]


def test_recalled_text_in_a_message_is_not_the_persons() -> None:
    [user, _] = read("run it <memory-context>\n[System note: x]\n\nold memory\n</memory-context> now", "ok", [])
    assert user.text == "run it  now"


@pytest.mark.parametrize(
    ("name", "arguments", "tool", "expected"),
    [
        ("terminal", {"command": "make"}, "Bash", {"command": "make", "run_in_background": False}),
        ("terminal", {"command": "x", "background": True}, "Bash", {"command": "x", "run_in_background": True}),
        ("read_file", {"path": "a.py"}, "Read", {"file_path": "a.py"}),
        ("write_file", {"path": "a.py", "content": "x"}, "Write", {"file_path": "a.py", "content": "x"}),
        ("patch", {"path": "a.py", "old_string": "x", "new_string": "y"}, "Edit",
         {"file_path": "a.py", "old_string": "x", "new_string": "y"}),
        ("patch", {"mode": "patch", "patch": "*** Begin Patch\n*** Update File: b.py\n@@\n"}, "Edit",
         {"file_path": "b.py", "patch": "*** Begin Patch\n*** Update File: b.py\n@@"}),
        ("patch", {"mode": "patch", "patch": "nothing"}, "Edit", {"file_path": "", "patch": "nothing"}),
        ("memory_recall", {"query": "x"}, "memory_recall", {"query": "x"}),
        ("terminal", "{broken", "Bash", {"command": "", "run_in_background": False}),
        ("todo", [1], "todo", {}),
    ],
)  # fmt: skip
def test_hermes_tools_are_known_by_what_they_do(name: str, arguments: object, tool: str, expected: object) -> None:
    turns = read("u", "a", [{"role": "user", "content": "u"}, called(name, arguments)])
    assert (turns[1].kind, turns[1].tool, turns[1].tool_input) == ("tool_use", tool, expected)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"output": "3 passed", "exit_code": 0, "error": None}, ("3 passed", False)),
        ({"output": "1 failed", "exit_code": 2, "error": None}, ("Exit code 2\n1 failed", True)),
        ('{"output": "no", "exit_code": 127}\n\n[Tool loop warning: it failed twice]', ("Exit code 127\nno", True)),
        ({"output": "", "exit_code": -1, "error": "blocked"}, None),
        ({"error": "no such file"}, ('{"error": "no such file"}', True)),
        ({"success": True}, ('{"success": true}', False)),
        ("plain", ("plain", False)),
        ("[1]", ("[1]", False)),
    ],
)
def test_how_a_call_ended_is_read_from_its_result(content: object, expected: tuple[str, bool] | None) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    turns = read("u", "a", [{"role": "user", "content": "u"}, {"role": "tool", "tool_call_id": "c", "content": text}])
    found = [(turn.text, turn.is_error) for turn in turns if turn.kind == "tool_result"]
    assert found == ([expected] if expected else [])


@pytest.mark.parametrize(
    "junk",
    [
        None, 1, "x", {}, {"role": "user"}, {"role": "tool"}, {"role": "assistant", "tool_calls": "x"},
        {"role": "assistant", "tool_calls": [None, {"function": 1}]},
    ],
)  # fmt: skip
def test_messages_of_another_form_are_passed_over(junk: object) -> None:
    turns = read("u", "a", [{"role": "user", "content": "u"}, junk])
    assert turns[0].text == "u" and turns[-1].kind in ("assistant", "tool_result")


def test_long_texts_keep_their_ends_and_long_exchanges_their_last_messages() -> None:
    output = "begin" + "x" * 50_000 + "end"
    many = [{"role": "user", "content": "u"}, *({"role": "tool", "tool_call_id": "c", "content": output},) * 700]
    turns = read("u", "a", many)
    assert len(turns) <= 602
    assert all(len(turn.text) < 17_000 for turn in turns)
    assert turns[1].text.startswith("begin") and turns[1].text.endswith("end")
