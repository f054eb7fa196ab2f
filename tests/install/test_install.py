"""Installing: everything of others stays to the byte, ours is there once, and a second time changes nothing."""

from __future__ import annotations

import codecs
import json
import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hardwon.errors import InstallRefused, InvalidInput
from hardwon.hosts.claude_code import bundle
from hardwon.install.entries import hook_states, is_own_hook
from hardwon.install.jsonc import Document

from .conftest import Site

# Four blanks, another tool's hooks, a number form, letters beyond ASCII, no final newline.
OTHERS = """{
    "$schema": "https://schema.example.invalid/settings.json",
    "env": {"FLAG": "1", "RATIO": 2.50},
    "permissions": {
        "allow": ["Bash(make:*)"],
        "deny": []
    },
    "hooks": {
        "SessionStart": [
            {
                "matcher": "compact",
                "hooks": [{"type": "command", "command": "other remind", "timeout": 5}]
            },
            {"hooks": [{"type": "command", "command": "printf 'é ✓'"}]}
        ],
        "PreToolUse": [
            {
                "matcher": "Bash",
                "hooks": [{"type": "command", "command": "/opt/hardwon-hooks-demo/gatekeeper"}]
            }
        ],
        "Notification": [{"hooks": [{"type": "command", "command": "bell"}]}]
    },
    "zFutureKey": {"keep": [1, 2.5, true, null]}
}""".encode()


def _own_hooks(settings: dict[str, Any]) -> dict[str, int]:
    return {
        event: sum(is_own_hook(hook) for group in groups for hook in group["hooks"])
        for event, groups in settings["hooks"].items()
    }


def test_a_fresh_project_gets_every_part(site: Site) -> None:
    site.install()
    written = {str(path.relative_to(site.project)) for path in site.project.rglob("*") if path.is_file()}
    commands = {f".claude/commands/{name}.md" for name in
                ("forget", "memories", "memory-context", "outcome", "recall", "remember", "review-memory")}  # fmt: skip
    taught = ("coding-patterns", "memory-purge", "memory-retrieval", "memory-service", "outcome-feedback")
    skills = {f".claude/skills/{name}/SKILL.md" for name in taught}
    rest = {".claude/settings.json", ".claude-plugin/plugin.json", ".mcp.json"}
    assert written == commands | skills | rest
    assert set(json.loads(site.settings.read_bytes())["hooks"]) == set(bundle.EVENTS)
    assert list(json.loads((site.project / ".mcp.json").read_bytes())["mcpServers"]) == ["hardwon"]


def test_the_report_names_each_file_that_was_written(site: Site) -> None:
    report = site.install()
    told = {Path(change.path) for change in report.changes if change.action == "created"}
    there = {path for folder in (site.project, site.home / ".hardwon") for path in folder.rglob("*") if path.is_file()}
    assert told == there
    assert report.as_dict()["changed"] is True


def test_shared_files_name_no_path_of_this_machine(site: Site) -> None:
    site.install()
    for path in site.project.rglob("*"):
        if path.is_file():
            assert str(site.home) not in path.read_text()
            assert str(Path(bundle.__file__).parents[3]) not in path.read_text()


def test_other_tools_and_the_form_of_the_file_survive(site: Site) -> None:
    site.write_settings(OTHERS)
    site.install()
    after = site.settings.read_bytes()
    settings, before = json.loads(after), json.loads(OTHERS)
    assert _own_hooks(settings) == {"Notification": 0} | dict.fromkeys(bundle.EVENTS, 1)
    assert list(settings) == list(before)
    for event, groups in before["hooks"].items():
        assert settings["hooks"][event][: len(groups)] == groups
    for line in OTHERS.splitlines():
        assert line.rstrip(b",") in after
    assert not after.endswith(b"\n")


def test_installing_again_changes_nothing(site: Site, snapshot: Callable[[Path], dict[str, str]]) -> None:
    site.write_settings(OTHERS)
    site.install()
    before = snapshot(site.home)
    for _ in range(2):
        assert not site.install().changed
    assert snapshot(site.home) == before


def test_a_dry_run_tells_everything_and_writes_nothing(site: Site, snapshot: Callable[[Path], dict[str, str]]) -> None:
    site.write_settings(OTHERS)
    before = snapshot(site.home)
    report = site.install(dry_run=True)
    assert snapshot(site.home) == before
    assert report.dry_run
    assert [(c.path, c.action) for c in report.changes] == [(c.path, c.action) for c in site.install().changes]


@pytest.mark.parametrize(
    "text",
    [
        b'{"hooks": {"PreCompact": null, "SessionStart": null}, "model": "sonnet"}',
        b'{"hooks": {"Notification": null}}',
        b'{"hooks": null}',
        b'{"hooks": {}}',
        b"{}",
        b"",
        b" \n",
        codecs.BOM_UTF8,
        b'{"hooks": {"Stop": [], "PreToolUse": [ ]}}',
    ],
)
def test_null_and_empty_count_as_nothing_there(site: Site, text: bytes) -> None:
    site.write_settings(text)
    site.install()
    hooks = json.loads(site.settings.read_bytes().removeprefix(codecs.BOM_UTF8))["hooks"]
    assert all(isinstance(groups, list) for groups in hooks.values())
    assert set(hook_states({"hooks": hooks}).values()) == {"wired"}


def test_byte_order_mark_and_line_ends_are_kept(site: Site) -> None:
    site.write_settings(codecs.BOM_UTF8 + b'{\r\n  "hooks": {},\r\n  "note": "x"\r\n}\r\n')
    site.install()
    after = site.settings.read_bytes()
    assert after.startswith(codecs.BOM_UTF8 + b'{\r\n  "hooks": {\r\n    "SessionStart": [\r\n')
    assert after.replace(b"\r\n", b"").find(b"\n") == -1


def test_comments_stay_and_the_person_is_told_that_the_client_ignores_such_a_file(site: Site) -> None:
    site.write_settings(b'{\n  // mine\n  "model": "x", // best\n}\n')
    report = site.install()
    after = site.settings.read_bytes()
    assert after.startswith(b'{\n  // mine\n  "model": "x", // best\n  "hooks": {')
    assert any("comments" in note for note in report.notes)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b'{"hooks": {"Stop": [ ', "line 1"),
        (b"[]", "no object"),
        (b'"text"', "no object"),
        (b'{"hooks": []}', '"hooks" is no object'),
        (b'{"hooks": "on"}', '"hooks" is no object'),
        (b'{"hooks": {"Stop": {"hooks": []}}}', '"hooks.Stop" is no list'),
        (b'{"hooks": "\xff"}', "UTF-8"),
        (b"\xff\xfe{\x00}\x00", "UTF-8"),
    ],
)
def test_what_cannot_be_edited_is_refused_with_the_snippet(
    site: Site, snapshot: Callable[[Path], dict[str, str]], text: bytes, reason: str
) -> None:
    site.write_settings(text)
    before = snapshot(site.home)
    with pytest.raises(InstallRefused, match=reason) as caught:
        site.install()
    assert snapshot(site.home) == before
    assert "\n" not in str(caught.value)
    assert str(site.settings) in str(caught.value)
    assert set(json.loads(caught.value.snippet)["hooks"]) == set(bundle.EVENTS)


def test_a_broken_mcp_file_is_refused_and_the_settings_stay_too(
    site: Site, snapshot: Callable[[Path], dict[str, str]]
) -> None:
    (site.project / ".mcp.json").write_bytes(b'{"mcpServers": []}')
    before = snapshot(site.home)
    with pytest.raises(InstallRefused, match='"mcpServers" is no object') as caught:
        site.install()
    assert snapshot(site.home) == before
    assert list(json.loads(caught.value.snippet)) == ["mcpServers"]


def test_a_read_only_file_is_refused(site: Site, snapshot: Callable[[Path], dict[str, str]]) -> None:
    site.write_settings(b"{}").chmod(0o400)
    before = snapshot(site.home)
    with pytest.raises(InstallRefused, match="is read-only"):
        site.install()
    assert snapshot(site.home) == before


def test_a_read_only_file_that_needs_no_change_is_no_obstacle(site: Site) -> None:
    site.install()
    site.settings.chmod(0o400)
    assert not site.install().changed


@pytest.mark.parametrize("kind", ["folder", "pipe", "loop"])
def test_what_is_no_file_is_refused(site: Site, kind: str) -> None:
    site.settings.parent.mkdir()
    if kind == "folder":
        site.settings.mkdir()
    elif kind == "pipe":
        os.mkfifo(site.settings)
    else:
        site.settings.symlink_to(site.settings)
    with pytest.raises(InstallRefused, match="nothing was changed"):
        site.install()


def test_a_file_where_a_folder_is_needed_is_refused(site: Site) -> None:
    (site.project / ".claude").write_text("mine")
    with pytest.raises(InstallRefused):
        site.install()
    assert (site.project / ".claude").read_text() == "mine"


def test_a_link_stays_a_link_and_its_file_is_edited(site: Site) -> None:
    kept = site.home / "dotfiles.json"
    kept.write_bytes(b'{"model": "x"}')
    site.settings.parent.mkdir()
    site.settings.symlink_to("../../dotfiles.json")
    site.install()
    assert site.settings.is_symlink()
    assert json.loads(kept.read_bytes())["hooks"]


def test_the_mode_is_kept(site: Site) -> None:
    site.write_settings(b"{}").chmod(0o604)
    site.install()
    assert stat.S_IMODE(site.settings.stat().st_mode) == 0o604


def test_the_former_bytes_are_kept_aside_before_writing(site: Site) -> None:
    site.write_settings(OTHERS)
    site.install()
    copies = [path for path in Path(site.paths.backups).rglob("*") if path.is_file()]
    assert [path.read_bytes() for path in copies] == [OTHERS]
    assert stat.S_IMODE(copies[0].stat().st_mode) == 0o600


def test_without_room_for_a_backup_nothing_is_changed(site: Site) -> None:
    site.write_settings(OTHERS)
    Path(site.paths.data).mkdir()
    Path(site.paths.backups).write_text("in the way")
    with pytest.raises(InstallRefused, match="backup"):
        site.install()
    assert site.settings.read_bytes() == OTHERS


def test_a_failure_half_way_takes_everything_back(site: Site, snapshot: Callable[[Path], dict[str, str]]) -> None:
    site.write_settings(OTHERS)
    # A folder where the last file's temporary file would go: no plan can foresee that.
    (site.project / f"..mcp.json.{os.getpid()}.tmp").mkdir()
    before = snapshot(site.project)
    with pytest.raises(InstallRefused, match=r"mcp\.json.* could not be written"):
        site.install()
    assert snapshot(site.project) == before
    assert not site.launcher.exists()
    assert not site.uninstall().changed


@pytest.mark.parametrize(
    "older",
    [
        {"type": "command", "command": 'sh "$HOME/.hardwon/hook.sh" Stop'},
        {"type": "command", "command": "/bin/sh", "args": ["-c", "true", "hardwon-hook", "Stop"]},
        {"type": "command", "command": "/bin/sh", "args": ["-c", '. "$HOME/.hardwon/hook.sh"', "x"], "timeout": 9},
    ],
)
def test_an_earlier_form_of_ours_gives_way_to_exactly_one(site: Site, older: dict[str, Any]) -> None:
    other = {"type": "command", "command": "bell"}
    groups = [{"hooks": [older, other]}, {"matcher": "x", "hooks": [older]}]
    site.write_settings(json.dumps({"hooks": {"Stop": groups, "Notification": groups}}).encode())
    site.install()
    settings = json.loads(site.settings.read_bytes())
    assert _own_hooks(settings) == {"Notification": 0} | dict.fromkeys(bundle.EVENTS, 1)
    assert settings["hooks"]["Notification"] == [{"hooks": [other]}]
    assert settings["hooks"]["Stop"][0] == {"hooks": [other]}


def test_our_entry_under_another_matcher_is_put_right(site: Site) -> None:
    site.install()
    settings = json.loads(site.settings.read_bytes())
    settings["hooks"]["PreToolUse"][0]["matcher"] = "*"
    site.write_settings(json.dumps(settings).encode())
    site.install()
    assert set(hook_states(json.loads(site.settings.read_bytes())).values()) == {"wired"}


def test_a_settings_file_rewritten_by_the_client_is_left_alone(site: Site) -> None:
    site.install()
    rewritten = json.dumps(json.loads(site.settings.read_bytes()), indent=4).encode()
    site.write_settings(rewritten)
    assert not site.install().changed
    assert site.settings.read_bytes() == rewritten


@pytest.mark.parametrize("name", ["commands/recall.md", "skills/memory-retrieval/SKILL.md"])
def test_anothers_file_of_the_same_name_is_left_alone_and_named(site: Site, name: str) -> None:
    path = site.project / ".claude" / name
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    report = site.install()
    assert path.read_text() == "mine"
    assert [c.path for c in report.changes if c.action == "foreign"] == [str(path)]


def test_an_existing_manifest_is_never_touched(site: Site) -> None:
    path = site.project / ".claude-plugin" / "plugin.json"
    path.parent.mkdir()
    path.write_bytes(b'{"name": "shop"}')
    report = site.install()
    site.uninstall()
    assert path.read_bytes() == b'{"name": "shop"}'
    assert [c.path for c in report.changes if c.action == "foreign"] == [str(path)]


def test_another_server_of_our_name_is_left_alone_and_named(site: Site) -> None:
    text = b'{"mcpServers": {"hardwon": {"command": "other"}}}'
    (site.project / ".mcp.json").write_bytes(text)
    report = site.install()
    assert (site.project / ".mcp.json").read_bytes() == text
    assert [c.part for c in report.changes if c.action == "foreign"] == ["mcp"]


def test_a_command_of_an_earlier_version_is_renewed_and_an_edited_one_kept(site: Site) -> None:
    commands = site.project / ".claude" / "commands"
    commands.mkdir(parents=True)
    older = bundle.stamped(b"---\ndescription: older\n---\nbody\n")
    (commands / "recall.md").write_bytes(older)
    (commands / "gone.md").write_bytes(older)
    (commands / "forget.md").write_bytes(older + b"and mine\n")
    report = site.install()
    assert (commands / "recall.md").read_bytes() == bundle.commands()["commands/recall.md"]
    assert not (commands / "gone.md").exists()
    assert (commands / "forget.md").read_bytes() == older + b"and mine\n"
    assert [c.path for c in report.changes if c.action == "kept"] == [str(commands / "forget.md")]


def test_installing_into_many_projects_at_once_loses_none(site: Site) -> None:
    projects = [site.home / f"project{number}" for number in range(8)]
    for project in projects:
        project.mkdir()
    with ThreadPoolExecutor() as pool:
        assert all(report.changed for report in pool.map(site.install, projects))
    for project in projects:
        assert site.launcher.exists()
        site.uninstall(project)
        assert list(project.iterdir()) == []
    assert not site.launcher.exists()


def test_the_local_scope_uses_the_local_settings(site: Site) -> None:
    site.install(scope="local")
    assert not site.settings.exists()
    local = json.loads((site.project / ".claude" / "settings.local.json").read_bytes())
    assert set(hook_states(local).values()) == {"wired"}


def test_the_user_scope_writes_into_the_clients_own_folder(
    site: Site, monkeypatch: pytest.MonkeyPatch, snapshot: Callable[[Path], dict[str, str]]
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(site.home / "moved"))
    before = snapshot(site.project)
    report = site.install(scope="user")
    assert snapshot(site.project) == before
    settings = json.loads((site.home / "moved" / "settings.json").read_bytes())
    assert set(hook_states(settings).values()) == {"wired"}
    assert (site.home / "moved" / "commands" / "recall.md").is_file()
    assert not (site.home / ".claude").exists()
    assert any("claude mcp add --scope user hardwon -- /bin/sh -c" in note for note in report.notes)


def test_a_folder_that_is_not_there_is_named(site: Site) -> None:
    with pytest.raises(InvalidInput, match="no folder"):
        site.install(site.home / "nowhere")


def test_a_data_folder_that_cannot_be_made_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    (site.home / "file").write_text("x")
    monkeypatch.setenv("HARDWON_HOME", str(site.home / "file" / "data"))
    with pytest.raises(InstallRefused, match="data folder"):
        site.install()
    assert not site.settings.exists()


def without_task_events(site: Site) -> bytes:
    """The settings as an install leaves them that knew no events of tasks."""
    document = Document(site.settings.read_bytes())
    for event in ("TaskCreated", "TaskCompleted"):
        place = document.find("hooks", event)
        assert place is not None
        document.remove(place)
    return document.bytes()


@pytest.mark.parametrize("original", [OTHERS, b"{}\n", b'{"hooks": {}}', None])
@pytest.mark.parametrize("is_renewed", [True, False])
def test_an_install_without_the_events_of_tasks_gains_them_and_goes_without_a_trace(
    site: Site, original: bytes | None, is_renewed: bool
) -> None:
    if original is not None:
        site.write_settings(original)
    site.install()
    site.write_settings(without_task_events(site))
    hooks = next(part for part in site.status().parts if part.part == "hooks")
    assert (hooks.state, hooks.note) == ("stale", "not as they should be: TaskCreated, TaskCompleted")
    if is_renewed:
        assert site.install().changed
        assert not site.install().changed
        assert set(hook_states(json.loads(site.settings.read_bytes())).values()) == {"wired"}
    site.uninstall()
    assert (site.settings.read_bytes() if site.settings.exists() else None) == original


def test_an_older_server_entry_keeps_the_variables_that_a_person_added(site: Site) -> None:
    site.install()
    path = site.project / ".mcp.json"
    old = json.loads(path.read_bytes())
    old["mcpServers"]["hardwon"] |= {"env": {"HARDWON_TOOLS": "all"}, "args": ["-c", "old", "hardwon-mcp"]}
    path.write_text(json.dumps(old))
    site.install()
    entry = json.loads(path.read_bytes())["mcpServers"]["hardwon"]
    assert entry == {**bundle.mcp_entry(), "env": {"HARDWON_TOOLS": "all"}}
