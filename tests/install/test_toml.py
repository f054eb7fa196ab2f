"""A table of ours in a TOML file: all else stays, and taking it out gives the former bytes back."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.install.entries import FOREIGN, MISSING, STALE, WIRED, Uneditable
from hardwon.install.toml import TomlShare

VALUE = {"command": "/bin/sh", "args": ["-c", 'say "x" \\ é'], "n": 3, "on": True}
SHARE = TomlShare(
    name="mcp",
    keys=("mcp_servers", "hardwon"),
    value=VALUE,
    is_own=lambda value: isinstance(value, dict) and value.get("command") == "/bin/sh",
    marks=("/bin/sh",),
)
FILES = {
    "empty": "",
    "blanks": "\n\n",
    "a comment alone": "# mine",
    "no final newline": 'a = 1\nb = "x"',
    "an empty line at the end": "a = 1\n\n",
    "another server": '[mcp_servers.a]\ncommand = "x" # c\nargs = [\n  "1", # one\n  "]",\n]\n',
    "a server's own tables": '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nK = "v"\n',
    "dotted keys": 'mcp_servers.a.command = "x"\n',
    "a dotted key in its table": '[mcp_servers]\na.command = "x"\n',
    "long texts": "a = \"\"\"\n[mcp_servers.hardwon]\n# no comment\n\"\"\"\nb = '''\nx = [\n'''\n",
    "lists of tables": '[[x]]\na = 1\n[[x]]\na = { b = [1, { c = "}" }] }\n',
    "quoted keys": '["mcp_servers"."a b"]\ncommand = "x"\n',
    "dates and numbers": "a = 1979-05-27T07:32:00Z\nb = 0xff\nc = inf\nd = 1_000\n",
    "CRLF": 'a = 1\r\n\r\n[t]\r\nb = "é"\r\n',
    "byte order mark": "\ufeffa = 1\n",
}


@pytest.mark.parametrize("kind", FILES)
def test_a_table_goes_in_and_comes_out(kind: str) -> None:
    data = FILES[kind].encode()
    before = tomllib.loads(FILES[kind].removeprefix("\ufeff"))
    once, kept = SHARE.put_in(data)
    after = tomllib.loads(once.decode().removeprefix("\ufeff"))
    assert after["mcp_servers"].pop("hardwon") == VALUE
    assert after == {**before, "mcp_servers": before.get("mcp_servers", {})}
    assert once.startswith(data)
    assert (b"\r\n" in data) is (b"\r\n" in once)
    assert SHARE.state(data) == MISSING
    assert SHARE.state(once) == WIRED
    assert SHARE.take_out(once, kept).data == data


@pytest.mark.parametrize("kind", FILES)
def test_what_others_add_behind_it_stays(kind: str) -> None:
    data = FILES[kind].encode()
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    once, kept = SHARE.put_in(data)
    left = SHARE.take_out(once + b"# theirs" + newline + b"[later]" + newline + b"x = 1" + newline, kept).data
    assert tomllib.loads(left.decode().removeprefix("\ufeff"))["later"] == {"x": 1}
    assert left.startswith(data.rstrip(b"\r\n"))
    assert b"# theirs" in left
    assert SHARE.state(left) == MISSING


@pytest.mark.parametrize("text", [
    '[mcp_servers.hardwon]\ncommand = "/bin/sh"\n\n[mcp_servers.hardwon.env]\nA = "b"\n',
    '[mcp_servers . "hardwon"]\ncommand = "/bin/sh"\n',
    'mcp_servers.hardwon.command = "/bin/sh"\nmcp_servers.hardwon.args = [\n]\n',
    '[mcp_servers]\nhardwon = { command = "/bin/sh" }\n',
    '[mcp_servers.hardwon.tools.x]\napproval_mode = "approve"\n[mcp_servers.hardwon]\ncommand = "/bin/sh"\n',
])  # fmt: skip
def test_it_is_found_in_every_spelling(text: str) -> None:
    data = f'top = 1\n{text}[after]\nz = "kept"\n'.replace("top = 1\n[mcp", "top = 1\n\n[mcp").encode()
    assert SHARE.state(data) == STALE
    left = tomllib.loads(SHARE.take_out(data, {}).data.decode())
    assert left.pop("mcp_servers", {}) == {}
    assert left == {"top": 1, "after": {"z": "kept"}}


@pytest.mark.parametrize(("text", "says"), [
    ("a = [\n", "end of document"),
    ("a = 1\na = 2\n", "line"),
    ("mcp_servers = 3\n", "no table"),
    ("mcp_servers = { a = { command = 'x' } }\n", "takes no table"),
    ("[[mcp_servers]]\na = 1\n", "no table"),
])  # fmt: skip
def test_what_takes_no_table_is_refused(text: str, says: str) -> None:
    with pytest.raises(Uneditable, match=says):
        SHARE.put_in(text.encode())


def test_another_table_of_our_name_is_told() -> None:
    data = b'[mcp_servers.hardwon]\ncommand = "theirs"\n'
    assert SHARE.state(data) == FOREIGN
    assert SHARE.take_out(data, {}).data == data


def test_keys_that_the_host_adds_do_not_make_it_stale() -> None:
    once, _ = SHARE.put_in(b"")
    assert SHARE.state(once + b"enabled = false\n") == WIRED


KEY = st.from_regex(r"[a-z][a-z0-9_-]{0,5}", fullmatch=True)
SCALAR = st.one_of(
    st.integers(-9, 9).map(str),
    st.booleans().map(lambda value: str(value).lower()),
    st.sampled_from(
        ['"x # ["', "'y ] '", '"""\na\n[t]\n"""', "'''\n= {\n'''", '"\\"\\\\"', "[\n 1, # c\n 2 ]", "{ k = '}' }"]
    ),
)
TABLE = st.dictionaries(KEY, SCALAR, max_size=3)


@given(
    tables=st.dictionaries(KEY, TABLE, max_size=4),
    gap=st.sampled_from(["", "\n", "# c\n", "\n\n  # x = [\n"]),
    newline=st.sampled_from(["\n", "\r\n"]),
    is_ended=st.booleans(),
)
def test_any_file_comes_back(tables: dict[str, dict[str, str]], gap: str, newline: str, is_ended: bool) -> None:
    text = "".join(
        f"{gap}[{name}] # t\n" + "".join(f"{key} = {value}{gap and ' # v'}\n" for key, value in pairs.items())
        for name, pairs in tables.items()
    )
    data = (text if is_ended else text.rstrip("\n")).replace("\n", newline).encode()
    once, kept = SHARE.put_in(data)
    assert SHARE.state(once) == WIRED
    assert SHARE.take_out(once, kept).data == data
