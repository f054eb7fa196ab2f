"""Lines from anywhere: none breaks the reader, and what is written is one line that reads back."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.server import wire
from hardwon.server.arguments import problems
from hardwon.server.manifest import load

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
MESSAGES = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("jsonrpc", "id", "method", "params", "result"), VALUES)
) | st.fixed_dictionaries({"jsonrpc": st.just("2.0"), "method": st.text()}, optional={"id": VALUES, "params": VALUES})
LINES = st.binary(max_size=200) | MESSAGES.map(lambda value: json.dumps(value).encode())
SCHEMAS = {tool["name"]: tool["inputSchema"] for tool in load()["tools"]}


@settings(deadline=None)
@given(LINES)
def test_any_line_is_understood_as_something(line: bytes) -> None:
    message = wire.read_line(line)
    if isinstance(message, wire.Request):
        assert isinstance(message.id, int | str)
        assert not isinstance(message.id, bool)
        assert isinstance(message.params, dict)
    elif isinstance(message, wire.Fault):
        assert message.code in (wire.PARSE_ERROR, wire.INVALID_REQUEST, wire.INVALID_PARAMS)
    else:
        assert message is None or isinstance(message.params, dict)


@settings(deadline=None)
@given(st.integers() | st.text(), st.dictionaries(st.text(), VALUES, max_size=3))
def test_what_is_written_is_one_line_that_reads_back(call_id: Any, value: dict[str, Any]) -> None:
    line = wire.result(call_id, value)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert line.isascii()
    assert json.loads(line) == {"jsonrpc": "2.0", "id": call_id, "result": value}


@settings(deadline=None)
@given(st.sampled_from(sorted(SCHEMAS)), st.dictionaries(st.text() | st.just("query"), VALUES, max_size=4))
def test_any_arguments_are_judged_in_words(tool: str, given_arguments: dict[str, Any]) -> None:
    found = problems(SCHEMAS[tool], given_arguments)
    unknown = set(given_arguments) - set(SCHEMAS[tool]["properties"])
    assert found or not unknown


def test_lone_surrogates_are_replaced_everywhere() -> None:
    clean = wire.without_surrogates({"a\ud800": ["x\udfff", {"b": "\U0001f680", "n": 1}]})
    json.dumps(clean, ensure_ascii=False).encode()
    assert clean["a\ufffd\ufffd\ufffd"][1] == {"b": "\U0001f680", "n": 1}
