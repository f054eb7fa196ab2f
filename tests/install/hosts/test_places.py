"""Which of a host's files are taken, of several there can be; and what becomes of them when that changes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from install.hosts import schemas
from install.hosts.conftest import Hosts


def write(path: Path, text: str = "{}\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize(("there", "taken"), [
    ([], ".config/opencode/opencode.json"),
    ([".config/opencode/config.json"], ".config/opencode/config.json"),
    ([".config/opencode/config.json", ".config/opencode/opencode.json"], ".config/opencode/opencode.json"),
    ([".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"], ".config/opencode/opencode.jsonc"),
    ([".opencode.json"], ".opencode.json"),
    ([".opencode.json", ".config/opencode/opencode.json"], ".config/opencode/opencode.json"),
])  # fmt: skip
def test_opencode_has_current_and_older_files(hosts: Hosts, there: list[str], taken: str) -> None:
    for name in there:
        write(hosts.home / name)
    hosts.install("opencode")
    assert [name for name in {*there, taken} if "hardwon-mcp" in (hosts.home / name).read_text()] == [taken]
    hosts.uninstall("opencode")
    assert all((hosts.home / name).read_text() == "{}\n" for name in there)


def test_the_first_opencode_has_a_form_of_its_own(hosts: Hosts) -> None:
    path = write(hosts.home / ".opencode.json")
    hosts.install("opencode")
    jsonschema.validate(json.loads(path.read_text())["mcpServers"]["hardwon"], schemas.OPENCODE_ARCHIVED)


@pytest.mark.parametrize(("servers", "is_second"), [
    ('{"x": {"type": "local", "command": ["a"]}}', True),
    ("{}", True),
    ('{"type": "local", "command": ["a"]}', False),
    ("null", False),
])  # fmt: skip
def test_opencodes_second_form_is_taken_where_the_file_has_it(hosts: Hosts, servers: str, is_second: bool) -> None:
    path = write(hosts.site.project / "opencode.jsonc", f'{{ // mine\n  "mcp": {{"servers": {servers}}}\n}}\n')
    before = path.read_bytes()
    hosts.install("opencode", scope="project")
    found = json.loads(path.read_text().replace("// mine", ""))["mcp"]
    if is_second:
        jsonschema.validate(found["servers"]["hardwon"], schemas.OPENCODE_2)
    else:
        jsonschema.validate(found["hardwon"], schemas.OPENCODE)
    hosts.uninstall("opencode")
    assert path.read_bytes() == before


def test_a_projects_folder_of_opencode_goes_before_its_root(hosts: Hosts) -> None:
    write(hosts.site.project / "opencode.json")
    inner = write(hosts.site.project / ".opencode" / "opencode.json")
    hosts.install("opencode", scope="project")
    assert "hardwon" in inner.read_text()


def test_every_edition_of_windsurf_is_wired_in(hosts: Hosts) -> None:
    codeium = hosts.home / ".codeium"
    for folder in ("windsurf", "windsurf-next"):
        (codeium / folder).mkdir(parents=True)
    write(codeium / "mcp_config.json")
    hosts.install("windsurf")
    files = [
        codeium / name for name in ("windsurf/mcp_config.json", "windsurf-next/mcp_config.json", "mcp_config.json")
    ]
    assert all("hardwon-mcp" in path.read_text() for path in files)
    hosts.uninstall("windsurf")
    assert [path.exists() for path in files] == [False, False, True]


def test_every_edition_of_vs_code_is_wired_in(hosts: Hosts) -> None:
    for edition in ("Code - Insiders", "VSCodium"):
        (hosts.home / ".config" / edition).mkdir(parents=True)
    hosts.install("vscode")
    found = sorted(path.parent.parent.name for path in (hosts.home / ".config").rglob("mcp.json"))
    assert found == ["Code - Insiders", "VSCodium"]


def test_what_was_wired_in_moves_when_the_hosts_file_is_another(hosts: Hosts) -> None:
    old = write(hosts.home / ".config/opencode/opencode.json", '{"theme": "x"}\n')
    hosts.install("opencode")
    new = write(hosts.home / ".config/opencode/opencode.jsonc")
    hosts.install("opencode")
    assert old.read_text() == '{"theme": "x"}\n'
    assert "hardwon-mcp" in new.read_text()
    hosts.uninstall("opencode")
    assert new.read_text() == "{}\n"


@pytest.mark.parametrize("is_edited", [False, True])
def test_undoing_finds_files_that_are_the_hosts_no_more(hosts: Hosts, is_edited: bool) -> None:
    old = write(hosts.home / ".config/opencode/opencode.json", '{"theme": "x"}\n')
    hosts.install("opencode")
    if is_edited:
        old.write_text(old.read_text().replace('"x"', '"y"'))
    write(hosts.home / ".config/opencode/opencode.jsonc")
    hosts.uninstall("opencode")
    assert old.read_text() == ('{"theme": "y"}\n' if is_edited else '{"theme": "x"}\n')


def test_undoing_finds_lines_in_a_file_that_is_read_no_more(hosts: Hosts) -> None:
    agents = write(hosts.home / ".codex" / "AGENTS.md", "mine\n")
    hosts.install("codex")
    write(hosts.home / ".codex" / "AGENTS.override.md", "other\n")
    hosts.uninstall("codex")
    assert agents.read_text() == "mine\n"


def test_a_folder_that_was_moved_by_a_variable_is_taken(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEX_HOME", str(hosts.home / "elsewhere"))
    hosts.install("codex")
    assert (hosts.home / "elsewhere" / "config.toml").exists()
    monkeypatch.delenv("CODEX_HOME")
    hosts.uninstall("codex")
    assert not (hosts.home / "elsewhere").exists()
