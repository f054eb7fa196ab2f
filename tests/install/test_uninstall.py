"""Uninstalling: the original bytes where nobody edited since, else exactly ours; then no trace."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.config.paths import Paths, make_private_dir
from hardwon.errors import InstallRefused, PersonOnly
from hardwon.hosts.claude_code import bundle
from hardwon.install import install_plugin, uninstall_plugin

from .conftest import Site
from .test_install import OTHERS

Snapshot = Callable[[Path], dict[str, str]]

ORIGINALS = [
    OTHERS,
    b'{"hooks": {"PreCompact": null, "SessionStart": null}, "model": "sonnet"}',
    b'{"hooks": {"Notification": null, "Stop": [ ]}}',
    b'\xef\xbb\xbf{\r\n  "hooks": {},\r\n  "note": "x"\r\n}',
    b'{\n\t"hooks": { // none yet\n\t},\n\t/* last */ "x": 1.0,\n}\n',
    b'{"hooks": {"Stop": []}, "a": 1, "hooks": { }, "a": 2}',
    b"{ }",
    b"",
    b"\n\n",
]


@pytest.mark.parametrize("original", ORIGINALS)
def test_the_original_bytes_come_back(site: Site, snapshot: Snapshot, original: bytes) -> None:
    site.write_settings(original)
    (site.project / ".mcp.json").write_bytes(b'{ "mcpServers": { "other": {"command": "x"} } }')
    before = snapshot(site.project)
    site.install()
    site.install()
    site.uninstall()
    assert snapshot(site.project) == before


@pytest.mark.parametrize("original", ORIGINALS[:-3])
def test_without_the_record_ours_go_all_the_same(site: Site, original: bytes) -> None:
    site.write_settings(original)
    site.install()
    shutil.rmtree(site.paths.data)
    site.uninstall()
    left = _read(site.settings.read_bytes())
    assert not re.search(r"hardwon-hook\b|\.hardwon", json.dumps(left))
    hooks = {event: groups for event, groups in (_read(original).get("hooks") or {}).items() if groups}
    assert {event: groups for event, groups in left.get("hooks", {}).items() if groups} == hooks
    assert [path.name for path in site.project.iterdir()] == [".claude"]
    assert [path.name for path in site.settings.parent.iterdir()] == ["settings.json"]
    assert not site.launcher.exists()


def _read(data: bytes) -> Any:
    from hardwon.install.jsonc import Document

    return Document(data).root.value()


def test_a_damaged_record_counts_as_a_lost_one(site: Site) -> None:
    site.write_settings(OTHERS)
    site.install()
    Path(site.paths.data, "installs.json").write_text("{broken")
    site.uninstall()
    assert site.settings.read_bytes() == OTHERS


@pytest.mark.parametrize("original", ORIGINALS[:-3])
def test_an_edit_made_since_stays_and_exactly_ours_go(site: Site, original: bytes) -> None:
    site.write_settings(original)
    site.install()
    installed = site.settings.read_bytes()
    opening = installed.index(b"{") + 1
    site.write_settings(installed[:opening] + b'"mine": [1],' + installed[opening:])
    site.uninstall()
    opening = original.index(b"{") + 1
    assert site.settings.read_bytes() == original[:opening] + b'"mine": [1],' + original[opening:]


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=30))
def test_whatever_was_there_is_there_again(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as home:
        project = Path(home, "p")
        project.mkdir()
        (project / ".mcp.json").write_bytes(b'{"a": "' + data + b'"}')
        before = (project / ".mcp.json").read_bytes()
        environ = {"HOME": home, "PATH": ""}
        places = {"paths": Paths.from_environment(environ), "environ": environ}
        try:
            install_plugin(project, **places)
            uninstall_plugin(project, **places)
        except InstallRefused:
            pass
        assert (project / ".mcp.json").read_bytes() == before


def test_a_hook_that_joined_our_group_stays(site: Site) -> None:
    site.install()
    value = json.loads(site.settings.read_bytes())
    other = {"type": "command", "command": "bell"}
    value["hooks"]["Stop"][0]["hooks"].append(other)
    site.write_settings(json.dumps(value).encode())
    site.uninstall()
    assert json.loads(site.settings.read_bytes()) == {"hooks": {"Stop": [{"hooks": [other]}]}}


def test_what_was_made_for_us_goes_and_what_was_there_stays(site: Site) -> None:
    (site.project / ".claude" / "commands").mkdir(parents=True)
    site.install()
    site.uninstall()
    assert [str(path.relative_to(site.project)) for path in sorted(site.project.rglob("*"))] == [
        ".claude",
        ".claude/commands",
    ]


def test_an_edited_command_is_kept_and_named(site: Site) -> None:
    site.install()
    path = site.project / ".claude" / "commands" / "recall.md"
    path.write_bytes(path.read_bytes() + b"and mine\n")
    report = site.uninstall()
    assert [change.path for change in report.changes if change.action == "kept"] == [str(path)]
    assert [found for found in site.project.rglob("*") if found.is_file()] == [path]


def test_what_was_edited_since_is_kept_aside(site: Site) -> None:
    site.install()
    edited = site.settings.read_bytes().replace(b"{", b'{"mine": 1,', 1)
    site.write_settings(edited)
    site.uninstall()
    copies = [path.read_bytes() for path in Path(site.paths.backups).rglob("*") if path.is_file()]
    assert edited in copies


def test_no_copy_stays_of_a_file_that_is_as_it_was(site: Site) -> None:
    original = b'{"env": {"KEY": "only in this file"}}\n'
    site.write_settings(original)
    site.install()
    assert any(path.is_file() for path in Path(site.paths.backups).rglob("*"))
    site.uninstall(dry_run=True)
    assert any(path.is_file() for path in Path(site.paths.backups).rglob("*"))
    site.uninstall()
    assert site.settings.read_bytes() == original
    assert not Path(site.paths.backups, "install").exists()


def test_settings_broken_since_are_refused_and_nothing_is_removed(site: Site, snapshot: Snapshot) -> None:
    site.install()
    site.write_settings(site.settings.read_bytes()[:-5])
    before = snapshot(site.home)
    with pytest.raises(InstallRefused, match="by hand"):
        site.uninstall()
    assert snapshot(site.home) == before


def test_a_broken_file_without_ours_is_no_obstacle(site: Site) -> None:
    site.install()
    site.write_settings(b"{broken")
    site.uninstall()
    assert site.settings.read_bytes() == b"{broken"
    assert not site.launcher.exists()


def test_a_link_stays_a_link(site: Site) -> None:
    target = site.home / "dotfiles.json"
    target.write_bytes(OTHERS)
    site.settings.parent.mkdir()
    site.settings.symlink_to(target)
    site.install()
    site.uninstall()
    assert site.settings.is_symlink()
    assert target.read_bytes() == OTHERS


def test_an_upgrade_between_does_not_spoil_the_way_back(site: Site) -> None:
    site.write_settings(OTHERS)
    site.install()
    older = site.settings.read_bytes().replace(b'"timeout": 5\n', b'"timeout": 9\n')
    assert older != site.settings.read_bytes()
    site.write_settings(older)
    assert site.install().changed
    site.uninstall()
    assert site.settings.read_bytes() == OTHERS


def test_both_scopes_of_a_folder_go_together(site: Site) -> None:
    site.install()
    site.install(scope="local")
    site.uninstall()
    assert list(site.project.iterdir()) == []


def test_one_scope_leaves_what_the_other_uses(site: Site) -> None:
    site.install()
    site.install(scope="local")
    site.uninstall(scope="local")
    assert {part.state for part in site.status().parts} == {"wired"}
    site.uninstall(scope="project")
    assert list(site.project.iterdir()) == []


def test_the_launcher_stays_until_the_last_installation_is_gone(site: Site) -> None:
    other = site.home / "other"
    other.mkdir()
    site.install()
    site.install(other)
    site.uninstall()
    assert site.launcher.exists()
    site.uninstall(other)
    assert not site.launcher.parent.exists()


def test_a_project_that_was_deleted_does_not_hold_the_launcher(site: Site, snapshot: Snapshot) -> None:
    before = snapshot(site.home)
    other = site.home / "other"
    other.mkdir()
    site.install(other)
    site.install()
    shutil.rmtree(other)
    site.uninstall(purge_data=True)
    assert snapshot(site.home) == before


def test_an_installation_that_was_cut_short_can_be_undone(site: Site, snapshot: Snapshot) -> None:
    site.write_settings(OTHERS)
    before = snapshot(site.project)
    site.install()
    # As if the process had been killed before these: the record is written before the files.
    site.write_settings(OTHERS)
    (site.project / ".mcp.json").unlink()
    (site.project / ".claude" / "commands" / "recall.md").unlink()
    site.launcher.unlink()
    site.uninstall()
    assert snapshot(site.project) == before
    assert not site.launcher.parent.exists()


def test_uninstalling_where_nothing_is_installed_leaves_no_trace(site: Site, snapshot: Snapshot) -> None:
    site.write_settings(OTHERS)
    before = snapshot(site.home)
    report = site.uninstall()
    assert snapshot(site.home) == before
    assert not report.changed
    assert report.notes == ("Nothing of Hardwon was installed here.",)


def test_a_dry_run_removes_nothing(site: Site, snapshot: Snapshot) -> None:
    site.install()
    before = snapshot(site.home)
    report = site.uninstall(dry_run=True, purge_data=True)
    assert snapshot(site.home) == before
    told = [(change.path, change.action) for change in report.changes if change.part != "data"]
    assert told == [(change.path, change.action) for change in site.uninstall().changes]


def test_the_user_scope_goes_when_it_is_all_there_is(site: Site) -> None:
    site.install(scope="user")
    assert site.uninstall().scope == "user"
    assert not (site.home / ".claude").exists()
    assert not site.launcher.exists()


def test_the_user_scope_stays_while_a_project_is_meant(site: Site) -> None:
    site.install(scope="user")
    site.install()
    site.uninstall()
    assert (site.home / ".claude" / "settings.json").exists()
    assert site.launcher.exists()


# -- data -------------------------------------------------------------------


def _use(site: Site, binding: str) -> Path:
    """Leave what work in a project leaves: a store, a log, a copy of the settings."""
    store = Path(site.paths.project_db(binding))
    make_private_dir(str(store.parent))
    store.write_bytes(b"SQLite format 3\0")
    for name in ("logs/hooks.log", "spool/claims/x", "user/memory.db", "settings.json"):
        path = Path(site.paths.data, name)
        make_private_dir(str(path.parent))
        path.write_bytes(b"x")
    Path(site.paths.config_file).write_bytes(b"recall_limit = 3\n")
    Path(site.paths.data, "advised-words").touch()
    return store


def test_data_stay_unless_purged(site: Site, snapshot: Snapshot) -> None:
    before = snapshot(site.home)
    site.install()
    store = _use(site, f"path:{site.project}")
    site.uninstall()
    assert store.exists()
    left = set(snapshot(site.home)) - set(before)
    assert all(name == "config.toml" or name.split("/")[0] == "data" for name in left)


@pytest.mark.parametrize("scope", ["project", "local", "user"])
def test_a_purge_leaves_no_trace(site: Site, snapshot: Snapshot, scope: str) -> None:
    site.write_settings(OTHERS)
    before = snapshot(site.home)
    site.install(scope=scope)
    _use(site, f"path:{site.project}")
    site.uninstall(scope=scope, purge_data=True)
    assert snapshot(site.home) == before


def test_folders_made_on_the_way_to_the_data_go_too(
    site: Site, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HARDWON_HOME")
    monkeypatch.delenv("XDG_DATA_HOME")
    before = snapshot(site.home)
    site.install()
    site.uninstall(purge_data=True)
    assert snapshot(site.home) == before


def test_a_purge_after_uninstalling_works_too(site: Site, snapshot: Snapshot) -> None:
    before = snapshot(site.home)
    site.install()
    _use(site, f"path:{site.project}")
    site.uninstall()
    site.uninstall(purge_data=True)
    assert snapshot(site.home) == before


def test_a_purge_spares_other_projects(site: Site) -> None:
    site.install()
    own, other = _use(site, f"path:{site.project}"), _use(site, "repo:example.invalid/other")
    copies = Path(site.paths.backups)
    copies.mkdir(parents=True, exist_ok=True)
    for name in (own.parent.name, other.parent.name, "all"):
        (copies / f"20260101T000000Z-{name}.zip").write_bytes(b"")
    told = site.uninstall(purge_data=True)
    assert not own.parent.exists()
    kept = {Path(change.path).name for change in told.changes if "backup delete" in change.note}
    assert kept == {f"20260101T000000Z-{name}.zip" for name in (own.parent.name, "all")}
    assert other.exists()
    assert Path(site.paths.user_db).exists()


def test_a_purge_deletes_nothing_of_others_in_the_data_folder(site: Site) -> None:
    site.install()
    mine = Path(site.paths.data, "thesis.txt")
    mine.write_text("years")
    report = site.uninstall(purge_data=True)
    assert mine.read_text() == "years"
    assert [change.path for change in report.changes if change.action == "foreign"] == [str(mine)]


def test_a_store_named_by_the_person_is_kept_and_named(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    database = site.home / "all.db"
    database.write_bytes(b"x")
    monkeypatch.setenv("HARDWON_DB", str(database))
    site.install()
    report = site.uninstall(purge_data=True)
    assert database.exists()
    assert [change.path for change in report.changes if change.action == "kept"] == [str(database)]


def test_an_agent_may_not_purge(site: Site, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    site.install()
    before = snapshot(site.home)
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(PersonOnly):
        site.uninstall(purge_data=True)
    assert snapshot(site.home) == before


# -- the user scope's server --------------------------------------------------

CLIENT = """#!/bin/sh
# A client that keeps its servers as the real one does.
file="${CLAUDE_CONFIG_DIR:-$HOME}/.claude.json"
echo "$*" >> "$HOME/client.log"
exec "$PYTHON" - "$file" "$@" <<'PY'
import json, pathlib, sys
file, verb, rest = pathlib.Path(sys.argv[1]), sys.argv[3], sys.argv[4:]
config = json.loads(file.read_text()) if file.exists() else {"numStartups": 1}
servers = config.setdefault("mcpServers", {})
assert rest[:2] == ["--scope", "user"], rest
if verb == "add":
    assert rest[3] == "--", rest
    assert rest[2] not in servers
    servers[rest[2]] = {"type": "stdio", "command": rest[4], "args": rest[5:], "env": {}}
else:
    del servers[rest[2]]
file.write_text(json.dumps(config))
PY
"""


@pytest.fixture
def client(site: Site, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client on the PATH; its own file of servers."""
    import sys

    program = site.home / "bin" / "claude"
    program.parent.mkdir()
    program.write_text(CLIENT)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setenv("PYTHON", sys.executable)
    return site.home / ".claude.json"


def test_the_client_itself_adds_and_removes_the_users_server(site: Site, client: Path) -> None:
    site.install(scope="user")
    server = json.loads(client.read_text())["mcpServers"]["hardwon"]
    assert {key: server[key] for key in bundle.mcp_entry()} == bundle.mcp_entry()
    assert not site.install(scope="user").changed
    site.uninstall(scope="user")
    assert json.loads(client.read_text()) == {"numStartups": 1, "mcpServers": {}}
    assert len((site.home / "client.log").read_text().splitlines()) == 2


def test_an_older_server_of_the_user_is_renewed(site: Site, client: Path) -> None:
    older = {"command": "sh", "args": ["/x/.hardwon/mcp.sh"]}
    client.write_text(json.dumps({"mcpServers": {"hardwon": older}}))
    site.install(scope="user")
    assert json.loads(client.read_text())["mcpServers"]["hardwon"]["command"] == "/bin/sh"


def test_another_server_of_our_name_is_left_to_the_user(site: Site, client: Path) -> None:
    client.write_text('{"mcpServers": {"hardwon": {"command": "other"}}}')
    site.install(scope="user")
    site.uninstall(scope="user")
    assert client.read_text() == '{"mcpServers": {"hardwon": {"command": "other"}}}'
