"""The editor changes only the characters that have to change, and undoing gives the former bytes back."""

from __future__ import annotations

import codecs
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.install.entries import Uneditable, add_hooks, add_server, hook_states, remove_hooks, remove_server
from hardwon.install.jsonc import DEPTH_MAX, Document, JsoncError

# Each example parses a document a few dozen times.
_SLOW = settings(deadline=None)
_BLANKS = st.text(" \t\n", max_size=3)
_COMMENT = st.one_of(
    st.text("abc ,:{}[]\"'*\\é", max_size=6).map(lambda text: f"//{text}\n"),
    st.text('abc ,:{}[]"/\n\\é', max_size=6).map(lambda text: f"/*{text.replace('*/', '')} */"),
)
_TRIVIA = st.lists(st.one_of(_BLANKS, _COMMENT), max_size=2).map("".join)
_STRING = st.one_of(
    st.text("abc/{}[],:é✓\U0001f600", max_size=5).map(lambda text: json.dumps(text, ensure_ascii=False)),
    st.text(max_size=4).map(json.dumps),
    st.sampled_from(['"\\u00e9\\/"', '"\\ud800"', '"hardwon-hooks-demo"', '"/"']),
)
_SCALAR = st.one_of(
    _STRING, st.sampled_from(["null", "true", "false", "2.50", "-0", "1E+5", "0.10", "12345678901234567890"])
)


@st.composite
def _container(draw: st.DrawFn, inner: st.SearchStrategy[str], kind: str) -> str:
    parts = []
    items = draw(st.lists(inner, max_size=3))
    for index, item in enumerate(items):
        before, after = draw(_TRIVIA), draw(_TRIVIA)
        key = f"{draw(_KEY)}{draw(_TRIVIA)}:{draw(_TRIVIA)}" if kind == "{" else ""
        comma = "," if index + 1 < len(items) or draw(st.booleans()) else ""
        parts.append(f"{before}{key}{item}{after}{comma}")
    close = "}" if kind == "{" else "]"
    return f"{kind}{''.join(parts)}{draw(_TRIVIA)}{close}"


_KEY = st.one_of(_STRING, st.sampled_from(['"hooks"', '"mcpServers"', '"Stop"', '"hooks"']))
_VALUE = st.recursive(_SCALAR, lambda inner: st.one_of(_container(inner, "{"), _container(inner, "[")), max_leaves=8)


@st.composite
def _settings(draw: st.DrawFn) -> bytes:
    """A settings file: any object, with hooks of any shape an editor must cope with."""
    event = st.one_of(st.just("null"), _container(_VALUE, "["))
    names = draw(st.lists(st.sampled_from(["Stop", "SessionStart", "PreToolUse", "Other"]), max_size=3))
    events = [f'{draw(_TRIVIA)}"{name}"{draw(_TRIVIA)}:{draw(event)}{draw(_TRIVIA)}' for name in names]
    comma = draw(st.sampled_from(["", ","])) if events else ""
    hooks = draw(st.sampled_from(["null", f"{{{','.join(events)}{comma}{draw(_TRIVIA)}}}"]))
    members = draw(st.lists(st.tuples(_STRING, _VALUE), max_size=3))
    texts = [f"{draw(_TRIVIA)}{key}: {value}{draw(_TRIVIA)}" for key, value in members]
    if draw(st.booleans()):
        texts.insert(draw(st.integers(0, len(texts))), f'{draw(_TRIVIA)}"hooks":{draw(_TRIVIA)}{hooks}')
    tail = "," if texts and draw(st.booleans()) else ""
    text = f"{draw(_TRIVIA)}{{{','.join(texts)}{tail}{draw(_TRIVIA)}}}{draw(_TRIVIA)}"
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return draw(st.sampled_from([b"", codecs.BOM_UTF8])) + text.encode("utf-8", "surrogatepass")


@_SLOW
@given(_settings())
def test_adding_and_removing_our_hooks_gives_the_same_bytes(data: bytes) -> None:
    document = Document(data)
    try:
        kept = add_hooks(document)
    except Uneditable:
        return
    installed = Document(document.bytes())
    assert set(hook_states(installed.root.value()).values()) == {"wired"}
    assert remove_hooks(installed, kept)
    assert installed.bytes() == data


@_SLOW
@given(_settings())
def test_adding_and_removing_our_server_gives_the_same_bytes(data: bytes) -> None:
    document = Document(data)
    try:
        kept = add_server(document)
    except Uneditable:
        return
    installed = Document(document.bytes())
    assert "hardwon" in installed.root.value()["mcpServers"]
    assert remove_server(installed, kept)
    assert installed.bytes() == data


@_SLOW
@given(_settings())
def test_other_values_are_the_same_before_and_after_adding_ours(data: bytes) -> None:
    document = Document(data)
    before = document.root.value()
    try:
        add_hooks(document)
    except Uneditable:
        return
    after = Document(document.bytes()).root.value()
    hooks_before, hooks_after = before.pop("hooks", None) or {}, after.pop("hooks")
    assert after == before
    for event, groups in hooks_before.items():
        assert hooks_after[event][: len(groups or [])] == (groups or [])
        assert groups is not None or hooks_after[event] is not None


@_SLOW
@given(_VALUE)
def test_any_value_is_read_as_the_standard_library_reads_it(text: str) -> None:
    plain = _without_comments(text)
    assert json.dumps(Document(text.encode()).root.value()) == json.dumps(json.loads(plain))


def _without_comments(text: str) -> str:
    """A slow second reader: drop comments, then commas before a closing bracket."""
    out, at = "", 0
    while at < len(text):
        if text[at] == '"':
            end = at + 1
            while text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            out += text[at : end + 1]
            at = end + 1
        elif text.startswith("//", at):
            at = text.index("\n", at)
        elif text.startswith("/*", at):
            at = text.index("*/", at + 2) + 2
        else:
            bracket = text[at] in "}]" and out.rstrip().endswith(",")
            out = (out.rstrip()[:-1] if bracket else out) + text[at]
            at += 1
    return out


@_SLOW
@given(st.text('{}[]",:/*tnu1.-e \n\\x', max_size=20))
def test_what_is_no_json_is_refused_and_never_crashes(text: str) -> None:
    try:
        json.loads(text)
        is_json = True
    except ValueError:
        is_json = False
    try:
        Document(text.encode())
        accepted = True
    except JsoncError:
        accepted = False
    assert accepted or not is_json


@pytest.mark.parametrize(
    "text",
    ['{"a": 1', "{'a': 1}", "{a: 1}", "[,]", "{,}", "[1,,2]", "01", "1.", "+1", "NaN", "{} {}", "/* open", "tru",
     '{"a"}', '{"a":}', '"\\x"', '"a\nb"', "[1 2]", "// only a comment"],
)  # fmt: skip
def test_broken_text_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(JsoncError, match="line 2"):
        Document(f"\n{text}".encode())


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(JsoncError, match="UTF-8 at byte 6"):
        Document(b'{"a":"\xff"}')


def test_nesting_beyond_any_use_is_refused() -> None:
    with pytest.raises(JsoncError, match="levels"):
        Document(b"[" * (DEPTH_MAX + 1))


def test_a_new_entry_takes_the_indentation_of_its_neighbours() -> None:
    document = Document(b'{\n\t"a": [\n\t\t1\n\t]\n}')
    document.append((0,), {"b": 2})
    assert document.bytes() == b'{\n\t"a": [\n\t\t1,\n\t\t{\n\t\t\t"b": 2\n\t\t}\n\t]\n}'


def test_a_comment_at_the_end_of_a_line_stays_with_its_element() -> None:
    document = Document(b"[\n  1 // one\n]\n")
    document.append((), 2)
    assert document.bytes() == b"[\n  1, // one\n  2\n]\n"


def test_a_trailing_comma_stays_the_habit_of_the_file() -> None:
    document = Document(b'{\n  "a": 1, // one\n}\n')
    document.append((), 2, "b")
    assert document.bytes() == b'{\n  "a": 1, // one\n  "b": 2,\n}\n'


def test_one_line_stays_one_line() -> None:
    document = Document(b'{"a": {}}')
    document.append((0,), [1, 2], "b")
    assert document.bytes() == b'{"a": {"b": [1, 2]}}'


def test_of_doubled_keys_the_one_that_counts_is_edited() -> None:
    document = Document(b'{"hooks": {"Stop": []}, "hooks": {}}')
    add_hooks(document)
    assert document.bytes().startswith(b'{"hooks": {"Stop": []}, "hooks": {"SessionStart"')
    assert set(hook_states(json.loads(document.bytes())).values()) == {"wired"}


def test_removing_never_lets_a_comment_swallow_what_follows() -> None:
    document = Document(b"[1, // one\n 2]")
    document.remove((1,))
    assert Document(document.bytes()).root.value() == [1]
