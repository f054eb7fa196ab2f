"""A value of ours in a YAML file: all else stays, and taking it out gives the former bytes back."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hardwon.install.entries import FOREIGN, MISSING, WIRED, Uneditable
from hardwon.install.yaml import YamlShare

PROVIDER = YamlShare(
    name="provider",
    keys=("memory", "provider"),
    value="hardwon",
    is_own=lambda value: value == "hardwon",
    marks=("hardwon",),
    replaces=True,
)
SERVER = YamlShare(
    name="mcp",
    keys=("mcp_servers", "hardwon"),
    value={"command": "/bin/sh", "args": ["-c", "x: y # z"], "timeout": 60},
    is_own=lambda value: isinstance(value, dict) and value.get("command") == "/bin/sh",
    marks=("/bin/sh",),
)
FILES = {
    "empty": "",
    "a comment": "# mine\n",
    "other keys": "model: x # c\nlist:\n- a\n- b: 1\n",
    "no final newline": "model: x",
    "the key without value": "memory:\nmodel: x\n",
    "the key with null": "memory: ~ # none\nmodel: x\n",
    "the key hollow": "memory: {}\nmodel: x\n",
    "other values below it": "memory:\n    limit: 3\n    # note\n\nmodel: x\n",
    "another value": "memory:\n  provider: theirs # chosen\n  limit: 3\n",
    "another value, quoted": "memory:\n  limit: 3\n  provider: 'the irs'\n",
    "an empty value": "memory:\n  provider:\n  limit: 3\n",
    "long texts": "a: |\n  memory:\n    provider: x\nb: >-\n  text\nmemory:\n  note: |\n    provider: no\n  limit: 1\n",
    "a flow value elsewhere": "a: {b: [1, 2]}\nc: [\n  1,\n]\nmemory:\n  limit: 1\n",
    "the key last, without newline": "a: 1\nmemory:\n  limit: 1",
    "CRLF": "a: 1\r\nmemory:\r\n  limit: 1\r\n",
    "byte order mark": "\ufeffa: 1\n",
    "a start mark": "---\na: 1\n",
    "quoted keys": '"memory":\n  "provider": "theirs"\n',
    "an anchor elsewhere": "base: &b\n  x: 1\nother:\n  <<: *b\n",
}


def value_of(data: bytes) -> dict[str, object]:
    return yaml.safe_load(data.decode("utf-8-sig")) or {}


@pytest.mark.parametrize("kind", FILES)
def test_a_value_goes_in_and_comes_out(kind: str) -> None:
    data = FILES[kind].encode()
    once, kept = PROVIDER.put_in(data)
    before, after = value_of(data), value_of(once)
    memory = before.get("memory") or {}
    assert isinstance(memory, dict)
    assert after == {**before, "memory": {**memory, "provider": "hardwon"}}
    assert (b"\r\n" in data) is (b"\r\n" in once)
    assert PROVIDER.state(data) == MISSING
    assert PROVIDER.state(once) == WIRED
    assert PROVIDER.take_out(once, kept).data == data


@pytest.mark.parametrize("kind", FILES)
def test_a_mapping_goes_in_and_comes_out(kind: str) -> None:
    data = FILES[kind].replace("memory", "mcp_servers").replace("provider", "other").encode()
    once, kept = SERVER.put_in(data)
    assert value_of(once)["mcp_servers"]["hardwon"] == SERVER.value  # type: ignore[index]
    assert SERVER.state(once) == WIRED
    assert SERVER.take_out(once, kept).data == data


@pytest.mark.parametrize(("text", "says"), [
    ("memory: {limit: 3}\n", "form"),
    ("memory: &m\n  limit: 3\n", "form"),
    ("memory:\n  provider: |\n    x\n", "form"),
    ("memory: text\n", "no mapping"),
    ("memory:\n  - a\n", "no mapping"),
    ("a: 1\n---\nb: 2\n", "no YAML"),
    ("- a\n", "no mapping"),
    ("a: [1\n", "no YAML"),
    ("memory:\n\tprovider: x\n", "no YAML"),
    ("a: !!python/object:os.system x\n", "no YAML"),
    ('{"memory": {"provider": "x"}}\n', "form|YAML"),
])  # fmt: skip
def test_what_is_written_otherwise_is_refused(text: str, says: str) -> None:
    with pytest.raises(Uneditable, match=says):
        PROVIDER.put_in(text.encode())
        PROVIDER.state(text.encode())


def test_another_mapping_of_our_name_is_told() -> None:
    data = b"mcp_servers:\n  hardwon:\n    command: theirs\n"
    assert SERVER.state(data) == FOREIGN
    assert SERVER.take_out(data, {}).data == data


def test_without_the_record_ours_is_taken_out_all_the_same() -> None:
    once, _ = PROVIDER.put_in(b"a: 1\n")
    assert PROVIDER.take_out(once, {}).data == b"a: 1\n"
    once, _ = SERVER.put_in(b"mcp_servers:\n  x: 1\n")
    assert SERVER.take_out(once, {}).data == b"mcp_servers:\n  x: 1\n"


def test_what_others_change_meanwhile_stays() -> None:
    once, kept = PROVIDER.put_in(b"memory:\n  provider: theirs\nz: 1\n")
    later = once.replace(b"z: 1", b"z: 2 # mine\nnew: {a: 1}")
    assert PROVIDER.take_out(later, kept).data == b"memory:\n  provider: theirs\nz: 2 # mine\nnew: {a: 1}\n"


KEY = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
VALUE = st.sampled_from(["1", "x # c", "'a: b'", '"#"', "", "[1, 2]", "{a: 1}", "|\n    memory: x\n    provider: y"])


@given(
    pairs=st.dictionaries(
        KEY | st.just("memory"), st.dictionaries(KEY | st.just("provider"), VALUE, max_size=3), max_size=4
    ),
    gap=st.sampled_from(["", "\n", "# provider: x\n"]),
    newline=st.sampled_from(["\n", "\r\n"]),
    is_ended=st.booleans(),
)
def test_any_file_comes_back_or_is_refused(
    pairs: dict[str, dict[str, str]], gap: str, newline: str, is_ended: bool
) -> None:
    text = "".join(
        f"{gap}{name}:\n" + "".join(f"  {key}: {value}\n" for key, value in inner.items())
        for name, inner in pairs.items()
    )
    data = (text if is_ended else text.rstrip("\n")).replace("\n", newline).encode()
    try:
        once, kept = PROVIDER.put_in(data)
    except Uneditable:
        # A flow value in our place; or a text that ends with the file, which a line behind it would make longer.
        assert pairs.get("memory", {}).get("provider", "")[:1] in ("[", "{", "|") or not is_ended
        return
    memory = value_of(data).get("memory") or {}
    assert value_of(once) == {**value_of(data), "memory": {**memory, "provider": "hardwon"}}  # type: ignore[dict-item]
    assert PROVIDER.take_out(once, kept).data == data
