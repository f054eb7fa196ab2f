"""What each host's list of servers gets, in whatever state it is, and that undoing gives the same bytes back."""

from __future__ import annotations

import itertools
import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hardwon.errors import InstallRefused
from hardwon.install.files import SIZE_MAX
from hardwon.install.hosts import HOSTS, Wanted
from hardwon.install.hosts.base import is_own_server
from hardwon.install.instructions import TEXT
from hardwon.install.jsonc import Document
from install.hosts import schemas
from install.hosts.conftest import Hosts

# Host -> where its documentation has the servers.
JSON_KEYS = {
    "omp": ("mcpServers",),
    "cursor": ("mcpServers",),
    "windsurf": ("mcpServers",),
    "opencode": ("mcp",),
    "vscode": ("servers",),
    "claude-desktop": ("mcpServers",),
    "gemini-cli": ("mcpServers",),
}
SCHEMAS: Mapping[str, dict[str, Any]] = {
    "omp": schemas.OMP,
    "cursor": schemas.CURSOR,
    "windsurf": schemas.WINDSURF,
    "opencode": schemas.OPENCODE,
    "vscode": schemas.VSCODE,
    "claude-desktop": schemas.CLAUDE_DESKTOP,
    "gemini-cli": schemas.GEMINI,
    "codex": schemas.CODEX,
}
PLACES = [(name, scope) for name, host in HOSTS.items() if name in SCHEMAS for scope in host.scopes]
JSON_PLACES = [(name, scope) for name, scope in PLACES if name in JSON_KEYS]

OTHER = '"theirs": {"command": "x", "args": ["2.50"], "v": 2.50, "w": "é ✓ \\u00e9"}'
JSON_FILES = {
    "empty": "",
    "blanks": "\n  \n",
    "a byte order mark alone": "\ufeff",
    "a null of our name": '{"KEY": {"hardwon": null, "z": 1}}\n',
    "mixed line ends": '{\r\n  "KEY": {\n    ' + OTHER + "\r\n  }\n}",
    "an empty object": "{}",
    "an open object": "{\n}\n",
    "other keys": '{\n\t"z": 1,\n\t"a": [1, 2]\n}\n',
    "another server": '{\n    "KEY": {\n        ' + OTHER + '\n    },\n    "z": null\n}',
    "one line": '{"KEY":{' + OTHER + '},"z":1}',
    "null": '{"KEY": null, "z": 1}\n',
    "a hollow list": '{\n  "KEY": {\n  }\n}\n',
    "comments and trailing commas": '// top\n{\n  "KEY": { // list\n    ' + OTHER + ", /* end */\n  },\n}\n// bottom\n",
    "doubled keys": '{"KEY": {"a": {"command": "1"}}, "KEY": {' + OTHER + "}}\n",
    "byte order mark and CRLF": '\ufeff{\r\n  "KEY": {\r\n    ' + OTHER + "\r\n  }\r\n}\r\n",
}
BROKEN = {
    "broken": (b'{"KEY": {', "cannot be edited"),
    "a list": (b"[]\n", "no object"),
    "another type": (b'{"KEY": []}\n', "no object"),
    "no UTF-8": (b'{"a": "\xff"}', "no UTF-8"),
    "too large": (b" " * (SIZE_MAX + 1), "larger"),
}


def prepared(hosts: Hosts, name: str, scope: str, data: bytes) -> Path:
    path = hosts.server(name, scope).path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(("name", "scope"), PLACES)
def test_an_entry_is_as_the_hosts_documentation_has_it(hosts: Hosts, name: str, scope: str) -> None:
    hosts.install(name, scope=scope)
    path = hosts.server(name, scope).path
    values = tomllib.loads(path.read_text()) if name == "codex" else Document(path.read_bytes()).root.value()
    for key in JSON_KEYS.get(name, ("mcp_servers",)):
        values = values[key]
    servers = values
    assert list(servers) == ["hardwon"]
    jsonschema.validate(servers["hardwon"], SCHEMAS[name])
    assert hosts.state(name, scope).state == "wired"


@pytest.mark.parametrize("kind", JSON_FILES)
@pytest.mark.parametrize(("name", "scope"), JSON_PLACES)
def test_whatever_a_json_file_held_stays_and_comes_back(hosts: Hosts, name: str, scope: str, kind: str) -> None:
    keys = JSON_KEYS[name]
    data = JSON_FILES[kind].replace("KEY", keys[0]).encode()
    path = prepared(hosts, name, scope, data)
    before = Document(data).root.value()
    hosts.install(name, scope=scope, wanted=None)
    once = path.read_bytes()
    after = Document(once).root.value()
    entry = after[keys[0]].pop("hardwon")
    jsonschema.validate(entry, SCHEMAS[name])
    former = before.get(keys[0]) or {}
    assert {**before, keys[0]: {key: value for key, value in former.items() if key != "hardwon"}} == after
    assert list(before) == [key for key in after if key in before]
    assert hosts.state(name, scope).state == "wired"
    assert (b"\r\n" in once) is (b"\r\n" in data)
    assert len(re.findall(rb"(?<!\r)\n", once)) == len(re.findall(rb"(?<!\r)\n", data)) or b"\r\n" not in data

    mark = path.stat().st_mtime_ns, path.stat().st_ino
    assert not hosts.install(name, scope=scope).changed
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == mark
    hosts.uninstall(name)
    assert path.read_bytes() == data


@pytest.mark.parametrize("kind", [kind for kind in JSON_FILES if kind != "a null of our name"])
def test_undoing_is_exact_without_the_record(hosts: Hosts, kind: str) -> None:
    """All but what our own containers replaced: without the record, what they held before is not known."""
    data = JSON_FILES[kind].replace("KEY", "mcpServers").encode()
    path = prepared(hosts, "cursor", "user", data)
    hosts.install("cursor")
    Path(hosts.site.paths.data, "installs.json").unlink()
    hosts.uninstall("cursor")
    if not path.exists():
        assert not any(Document(data).root.value().values())
        return
    left, original = (Document(one).root.value() for one in (path.read_bytes(), data))
    assert left == {key: value for key, value in original.items() if value or key != "mcpServers"}
    if original.get("mcpServers"):
        assert path.read_bytes() == data


@pytest.mark.parametrize("name", JSON_KEYS)
def test_what_others_add_meanwhile_stays(hosts: Hosts, name: str) -> None:
    data = JSON_FILES["another server"].replace("KEY", JSON_KEYS[name][0]).encode()
    path = prepared(hosts, name, "user", data)
    hosts.install(name)
    path.write_bytes(path.read_bytes().replace(b'"z": null', b'"z": "theirs"'))
    hosts.uninstall(name)
    assert path.read_bytes() == data.replace(b'"z": null', b'"z": "theirs"')


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("name", [*JSON_KEYS, "codex"])
def test_a_file_that_cannot_be_edited_is_refused_and_left_alone(hosts: Hosts, name: str, kind: str) -> None:
    data, reason = BROKEN[kind]
    if name == "codex":
        data = {"another type": b"mcp_servers = []\n", "a list": b"- a\n", "broken": b"a = [\n"}.get(kind, data)
        reason = {"another type": "no table", "a list": "cannot be edited"}.get(kind, reason)
    data = data.replace(b"KEY", JSON_KEYS.get(name, ("",))[0].encode())
    path = prepared(hosts, name, "user", data)
    with pytest.raises(InstallRefused, match=reason) as refused:
        hosts.install(name)
    assert path.read_bytes() == data
    assert "hardwon-mcp" in refused.value.snippet
    assert not (hosts.home / ".hardwon").exists()
    assert hosts.state(name).state == "missing"
    hosts.uninstall(name)
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", [*JSON_KEYS, "codex"])
def test_a_folder_in_the_place_of_the_file_is_refused(hosts: Hosts, name: str) -> None:
    path = hosts.server(name).path
    path.mkdir(parents=True)
    with pytest.raises(InstallRefused, match="no regular file"):
        hosts.install(name)
    assert path.is_dir()


@pytest.mark.parametrize("name", [*JSON_KEYS, "codex"])
def test_a_file_in_the_place_of_a_folder_is_refused(hosts: Hosts, name: str) -> None:
    folder = hosts.server(name).path.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("mine")
    with pytest.raises(InstallRefused, match=r"no folder|Not a directory"):
        hosts.install(name)
    assert folder.read_text() == "mine"


@pytest.mark.parametrize("name", [*JSON_KEYS, "codex"])
def test_a_read_only_file_is_refused(hosts: Hosts, name: str) -> None:
    path = prepared(hosts, name, "user", b"")
    path.chmod(0o400)
    with pytest.raises(InstallRefused, match="read-only"):
        hosts.install(name)
    assert path.read_bytes() == b""


@pytest.mark.parametrize("name", [*JSON_KEYS, "codex"])
def test_links_and_modes_stay(hosts: Hosts, name: str, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles"
    real.write_bytes(b"")
    real.chmod(0o640)
    path = hosts.server(name).path
    path.parent.mkdir(parents=True)
    path.symlink_to(real)
    hosts.install(name)
    assert path.is_symlink() and path.readlink() == real
    assert b"hardwon-mcp" in real.read_bytes()
    assert real.stat().st_mode & 0o777 == 0o640
    hosts.uninstall(name)
    assert path.is_symlink() and real.read_bytes() == b""


def test_a_link_that_leads_nowhere_leads_to_the_file_while_it_is_there(hosts: Hosts, tmp_path: Path) -> None:
    path = hosts.server("cursor").path
    path.parent.mkdir()
    path.symlink_to(tmp_path / "dotfiles")
    hosts.install("cursor")
    assert (tmp_path / "dotfiles").exists() and path.is_symlink()
    hosts.uninstall("cursor")
    assert path.is_symlink() and not path.exists()


def test_what_is_no_file_is_refused_without_being_opened(hosts: Hosts) -> None:
    path = hosts.server("cursor").path
    path.parent.mkdir()
    os.mkfifo(path)
    with pytest.raises(InstallRefused, match="no regular file"):
        hosts.install("cursor")
    path.unlink()
    path.symlink_to(path)
    with pytest.raises(InstallRefused, match="cannot be read"):
        hosts.install("cursor")


@pytest.mark.parametrize("name", [*JSON_KEYS, "codex"])
def test_another_server_of_our_name_is_left_alone(hosts: Hosts, name: str) -> None:
    if name == "codex":
        data = b'[mcp_servers.hardwon]\ncommand = "theirs"\n'
    else:
        data = json.dumps({JSON_KEYS[name][0]: {"hardwon": {"command": "theirs"}}}).encode()
    path = prepared(hosts, name, "user", data)
    report = hosts.install(name)
    assert path.read_bytes() == data
    assert [change.action for change in report.changes if change.part == "mcp"] == ["foreign"]
    assert hosts.state(name).state == ("stale" if name == "omp" else "foreign")  # its extension is ours
    hosts.uninstall(name)
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", [*JSON_KEYS, "codex"])
def test_an_older_entry_of_ours_is_renewed_and_keeps_what_a_person_added(hosts: Hosts, name: str) -> None:
    hosts.install(name)
    path = hosts.server(name).path
    key, added = (b"command", b'mine = { A = "1" }\n') if name == "codex" else (b'"command', b'"mine": {"A": "1"}, ')
    path.write_bytes(path.read_bytes().replace(key, added + key, 1).replace(b"exit 0", b"exit 1"))
    assert hosts.state(name).state == "stale"
    hosts.install(name)
    assert hosts.state(name).state == "wired"
    assert b"exit 0" in path.read_bytes()
    assert re.search(rb'mine"?[:=\s{]+"?A"?[:=\s]+"1"', path.read_bytes())
    assert not hosts.install(name).changed
    hosts.uninstall(name)
    assert not path.exists()


def test_a_file_that_changes_meanwhile_is_not_overwritten(hosts: Hosts) -> None:
    path = prepared(hosts, "cursor", "user", b"{}")
    part, count = hosts.server("cursor"), itertools.count()

    class Busy:
        """A share whose file another program writes to while it is worked out."""

        def __getattr__(self, name: str) -> Any:
            return getattr(part.share, name)

        def put_in(self, data: bytes) -> Any:
            path.write_bytes(b'{"theirs": %d}' % next(count))
            return part.share.put_in(data)

    cursor = HOSTS["cursor"]
    busy = type(cursor)(
        name="busy", title="Busy", found=cursor.found,
        parts=lambda machine, scope, wanted: [type(part)(path=path, share=Busy())],
    )  # fmt: skip
    with pytest.raises(InstallRefused, match="changed by another program"):
        hosts.install(busy)
    assert path.read_bytes() == b'{"theirs": 1}'
    assert not (hosts.home / ".hardwon").exists()


def test_a_dry_run_writes_nothing(hosts: Hosts, snapshot: Any) -> None:
    before = snapshot(hosts.home)
    for name in HOSTS:
        report = hosts.install(name, dry_run=True)
        assert report.changed and report.dry_run
    assert snapshot(hosts.home) == before


@pytest.mark.parametrize(("platform", "name", "path"), [
    ("darwin", "claude-desktop", "Library/Application Support/Claude/claude_desktop_config.json"),
    ("win32", "claude-desktop", "AppData/Roaming/Claude/claude_desktop_config.json"),
    ("linux", "claude-desktop", ".config/Claude/claude_desktop_config.json"),
    ("darwin", "vscode", "Library/Application Support/Code/User/mcp.json"),
    ("win32", "vscode", "AppData/Roaming/Code/User/mcp.json"),
    ("linux", "vscode", ".config/Code/User/mcp.json"),
    ("darwin", "opencode", ".config/opencode/opencode.json"),
    ("win32", "cursor", ".cursor/mcp.json"),
    ("darwin", "windsurf", ".codeium/windsurf/mcp_config.json"),
    ("win32", "codex", ".codex/config.toml"),
    ("linux", "gemini-cli", ".gemini/settings.json"),
])  # fmt: skip
def test_files_lie_where_the_platform_has_them(on_platform: Any, platform: str, name: str, path: str) -> None:
    hosts = on_platform(platform)
    assert hosts.server(name).path == hosts.home / path


def test_the_entry_needs_no_variable_and_starts_the_server_of_this_person(hosts: Hosts) -> None:
    for name in SCHEMAS:
        text = HOSTS[name].config
        assert text is not None
        assert "$" not in text()
        assert is_own_server({"command": "/bin/sh", "args": re.findall(r"hardwon-mcp", text())})
    launcher = hosts.home / ".hardwon" / "mcp.sh"
    hosts.install("cursor")
    assert os.access(launcher, os.R_OK)


def test_all_hosts_in_both_scopes_leave_every_byte_as_it_was(hosts: Hosts, snapshot: Any) -> None:
    for name, scope in PLACES:
        text = "a = 1" if name == "codex" else JSON_FILES["byte order mark and CRLF"].replace("KEY", JSON_KEYS[name][0])
        prepared(hosts, name, scope, text.encode()).chmod(0o600)
    (hosts.site.project / "AGENTS.md").write_bytes(b"# Shop\r\nmine")
    (hosts.home / ".gemini" / "GEMINI.md").write_bytes(b"mine")
    before = snapshot(hosts.home)
    for name, host in HOSTS.items():
        for scope in host.scopes:
            hosts.install(name, scope=scope, wanted=Wanted(rules=True))
            hosts.install(name, scope=scope)
    assert snapshot(hosts.home) != before
    for name in reversed(HOSTS):
        hosts.uninstall(name)
        hosts.uninstall(name, scope="user")
    after = {path: state for path, state in snapshot(hosts.home).items() if path.partition("/")[0] != "data"}
    assert after == before


def test_the_lines_for_agents_hold_no_mark_of_memories() -> None:
    assert "hardwon-memory" not in TEXT


def test_a_host_that_is_not_here_is_told(hosts: Hosts) -> None:
    assert "Cursor was not found" in " ".join(hosts.install("cursor").notes)
    assert "not found" not in " ".join(hosts.install("cursor").notes)
