"""`status` says of each part whether it is wired in, stale, missing or another's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hardwon.install import install_plugin

from .conftest import Site


def _states(site: Site) -> dict[str, str]:
    return {part.part: part.state for part in site.status().parts}


def test_a_bare_project_misses_everything(site: Site, snapshot: Callable[[Path], dict[str, str]]) -> None:
    before = snapshot(site.home)
    found = site.status()
    assert set(_states(site).values()) == {"missing"}
    assert found.launcher.state == "missing"
    assert not found.healthy
    assert snapshot(site.home) == before


def test_an_installed_project_is_wired(site: Site) -> None:
    site.install()
    found = site.status()
    assert _states(site) == dict.fromkeys(("hooks", "commands", "skills", "manifest", "mcp"), "wired")
    assert found.launcher.state == "wired"
    assert found.interpreter_alive
    assert found.healthy
    assert found.as_dict()["healthy"] is True


@pytest.mark.parametrize("scope", ["local", "user"])
def test_the_other_scopes_are_told_where_they_serve(site: Site, scope: str) -> None:
    site.install(scope=scope)
    parts = site.status().parts
    assert [(part.scope, part.state) for part in parts if part.part == "hooks"] == [(scope, "wired")]
    assert all(part.state == "wired" for part in parts if part.part in ("commands", "skills"))


@pytest.mark.parametrize(
    ("scope", "missed", "mended_by"),
    [
        ("project", [], "mem install-plugin"),
        ("local", [], "mem install-plugin --scope local"),
        ("user", [("mcp", "user")], "mem install-plugin --scope user"),
    ],
)
def test_what_is_missing_is_told_of_the_scope_in_use(
    site: Site, scope: str, missed: list[tuple[str, str]], mended_by: str
) -> None:
    site.install(scope=scope)
    found = site.status()
    assert [(part.part, part.scope) for part in found.parts if part.state == "missing"] == missed
    assert found.mended_by == mended_by


def test_an_older_hook_entry_is_stale_and_named(site: Site) -> None:
    site.install()
    settings = json.loads(site.settings.read_bytes())
    settings["hooks"]["Stop"][0]["hooks"][0]["timeout"] = 60
    del settings["hooks"]["PreCompact"]
    site.write_settings(json.dumps(settings).encode())
    hooks = next(part for part in site.status().parts if part.part == "hooks")
    assert hooks.state == "stale"
    assert hooks.note == "not as they should be: PreCompact, Stop"


def test_a_lost_command_is_named(site: Site) -> None:
    site.install()
    (site.project / ".claude" / "commands" / "recall.md").unlink()
    commands = next(part for part in site.status().parts if part.part == "commands")
    assert (commands.state, commands.note) == ("stale", "commands/recall.md missing")


def test_a_command_edited_by_hand_is_the_persons_own(site: Site) -> None:
    site.install()
    path = site.project / ".claude" / "commands" / "recall.md"
    path.write_bytes(path.read_bytes() + b"and mine\n")
    assert _states(site)["commands"] == "wired"


def test_anothers_server_and_manifest_are_foreign(site: Site) -> None:
    (site.project / ".mcp.json").write_text('{"mcpServers": {"hardwon": {"command": "other"}}}')
    (site.project / ".claude-plugin").mkdir()
    (site.project / ".claude-plugin" / "plugin.json").write_text("{}")
    site.install()
    states = _states(site)
    assert (states["mcp"], states["manifest"]) == ("foreign", "foreign")


def test_a_dead_interpreter_is_named(site: Site) -> None:
    python = site.home / "python"
    python.symlink_to("/bin/sh")
    install_plugin(site.project, paths=site.paths, environ=site.environ, python=str(python))
    python.unlink()
    found = site.status()
    assert not found.interpreter_alive
    assert not found.healthy
    assert str(python) in found.launcher.note
    assert "gone" in found.launcher.note


def test_the_plugin_form_alone_is_enough(site: Site) -> None:
    (site.home / ".claude").mkdir()
    (site.home / ".claude" / "settings.json").write_text('{"enabledPlugins": {"hardwon@hardwon": true}}')
    found = site.status()
    assert [(part.part, part.state) for part in found.parts] == [("plugin", "wired")]
    assert found.healthy


def test_settings_that_cannot_be_read_are_explained(site: Site) -> None:
    site.write_settings(b"{broken")
    hooks = next(part for part in site.status().parts if part.part == "hooks")
    assert hooks.state == "missing"
    assert "line 1" in hooks.note


def test_what_keeps_the_client_from_using_the_hooks_is_told(site: Site) -> None:
    site.write_settings(b'{"disableAllHooks": true, /* quiet */ "a": 1}')
    site.install()
    notes = " ".join(site.status().notes)
    assert "disableAllHooks" in notes
    assert "comments" in notes
