"""Hermes' messages as turns.

They have the form of OpenAI's chat messages. Hermes' own tools are given the names and arguments under which the rest
of the program knows a shell and an editor; any other tool keeps its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hardwon.hosts.turns import Turn
from hardwon.text.clean import clean_text

TURN_MESSAGES_MAX = 600
"""The most messages of one turn; of a longer one the last."""

_TEXT_MAX = 64_000
_RESULT_MAX = 16_000
_INPUT_MAX = 4_000
_OMITTED = "\n[…]\n"
_RECALLED = re.compile(r"<\s*memory-context\s*>.*?(?:</\s*memory-context\s*>|\Z)", re.S | re.I)
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add) File: *(\S.*)$", re.M)
_NOT_RUN = -1
_DECODER = json.JSONDecoder(strict=False)


def turns_of(
    user: str,
    assistant: str,
    messages: Sequence[object] = (),
    *,
    session_id: str,
    place: str,
    line: int,
    began_ms: int,
    ended_ms: int,
    cwd: str = "",
) -> list[Turn]:
    """The turns of one exchange, beginning with what the person said.

    Args:
        user: what the person said.
        assistant: what the agent answered.
        messages: the conversation so far; what follows the person's words in it is what was done.
        session_id: Hermes' session.
        place: what tells the exchange from every other one.
        line: the number of the first turn.
        began_ms, ended_ms: when the person spoke and when the agent had answered, in milliseconds.
        cwd: the folder Hermes works in.
    """
    parts = [{"kind": "user", "text": _bounded(own_text(user), _TEXT_MAX), "typed": True}]
    done = [part for message in _since(user, messages) for part in _parts(message)]
    said = any(part["kind"] == "assistant" and part["text"] for part in done)
    if not said and assistant:
        done.append({"kind": "assistant", "text": _bounded(clean_text(assistant), _TEXT_MAX)})
    return [
        Turn(
            session_id=session_id,
            uuid=f"{place}:{number}",
            line=line + number,
            offset=line + number,
            at_ms=ended_ms if number else began_ms,
            cwd=cwd,
            **part,
        )
        for number, part in enumerate([*parts, *done])
    ]


def own_text(content: object) -> str:
    """A message's text, without what memory added to it."""
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "\n".join(text for text in texts if isinstance(text, str))
    return clean_text(_RECALLED.sub("", content)).strip() if isinstance(content, str) else ""


def _since(user: str, messages: Sequence[object]) -> list[Mapping[str, Any]]:
    """What follows the person's words: the last message of theirs with this text, else their last, if it is there."""
    found = [message for message in messages[-TURN_MESSAGES_MAX:] if isinstance(message, Mapping)]
    theirs = [number for number, message in enumerate(found) if message.get("role") == "user"]
    wanted = own_text(user)
    same = [number for number in theirs if own_text(found[number].get("content")).endswith(wanted)]
    return found[(same or theirs or [-1])[-1] + 1 :]


def _parts(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    role, text = message.get("role"), own_text(message.get("content"))
    if role == "assistant":
        if text:
            yield {"kind": "assistant", "text": _bounded(text, _TEXT_MAX)}
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, Mapping) and isinstance(call.get("function"), Mapping):
                yield _called(str(call.get("id") or ""), call["function"])
    elif role == "tool":
        yield from _answered(str(message.get("tool_call_id") or ""), text)
    elif role == "user" and text:
        yield {"kind": "meta", "text": _bounded(text, _TEXT_MAX)}  # Hermes speaks in the person's name here


def _called(call_id: str, function: Mapping[str, Any]) -> dict[str, Any]:
    given = function.get("arguments")
    try:
        given = json.loads(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        given = {}
    tool, arguments = _known(str(function.get("name") or ""), given if isinstance(given, dict) else {})
    kept = {
        name: _bounded(clean_text(value), _INPUT_MAX) if isinstance(value, str) else value
        for name, value in arguments.items()
        if isinstance(value, str | int | float | bool)
    }
    return {"kind": "tool_use", "tool": tool, "tool_input": kept, "tool_use_id": call_id}


def _known(tool: str, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    path = given.get("path", "")
    if tool == "terminal":
        return "Bash", {"command": given.get("command", ""), "run_in_background": given.get("background") is True}
    if tool == "read_file":
        return "Read", {"file_path": path}
    if tool == "write_file":
        return "Write", {"file_path": path, "content": given.get("content", "")}
    if tool == "patch":
        patch = given.get("patch")
        if isinstance(patch, str) and not path:
            named = _PATCHED.search(patch)
            return "Edit", {"file_path": named[1].strip() if named else "", "patch": patch}
        return "Edit", {"file_path": path, **{name: given.get(name, "") for name in ("old_string", "new_string")}}
    return tool, given


def _answered(call_id: str, text: str) -> Iterator[dict[str, Any]]:
    part = {"kind": "tool_result", "tool_use_id": call_id}
    try:
        found, _ = _DECODER.raw_decode(text)  # Hermes adds remarks of its own behind a result
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        yield {**part, "text": _bounded(text, _RESULT_MAX)}
        return
    error = found.get("error")
    error = error if isinstance(error, str) else ""
    code = found.get("exit_code")
    if isinstance(code, int):
        if code == _NOT_RUN:
            return  # refused, or there was no shell: nothing is known of what it would have done
        output = "\n".join(filter(None, (str(found.get("output") or ""), error)))
        text = f"Exit code {code}\n{output}" if code else output
        yield {**part, "text": _bounded(clean_text(text), _RESULT_MAX), "is_error": code != 0}
        return
    yield {**part, "text": _bounded(text, _RESULT_MAX), "is_error": bool(error)}


def _bounded(text: str, most: int) -> str:
    half = most // 2
    return text if len(text) <= most else text[:half] + _OMITTED + text[-half:]
