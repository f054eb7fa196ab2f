"""The bundle's parts agree with each other and with the code that writes them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import hardwon
from hardwon.hosts.claude_code import bundle

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = sorted((ROOT / "commands").glob("*.md"))
SKILLS = sorted((ROOT / "skills").glob("*/SKILL.md"))


def _json(name: str) -> Any:
    return json.loads((ROOT / name).read_bytes())


def _frontmatter(text: str) -> dict[str, Any]:
    opening, head, _ = text.split("---\n", 2)
    assert opening == ""
    value = yaml.safe_load(head)
    assert isinstance(value, dict)
    return value


def test_every_part_has_the_version_of_the_package() -> None:
    script = (ROOT / "hooks" / "run.sh").read_text()
    assert _json(".claude-plugin/plugin.json")["version"] == hardwon.__version__
    assert re.findall(r"^version=(.*)$", script, re.MULTILINE) == [hardwon.__version__]


def test_the_plugins_hooks_are_the_ones_the_code_knows() -> None:
    hooks = _json("hooks/hooks.json")["hooks"]
    assert hooks == {event: [bundle.plugin_hook_group(event)] for event in bundle.EVENTS}


def test_the_server_is_declared_in_the_manifest_and_nowhere_else() -> None:
    assert _json(".claude-plugin/plugin.json")["mcpServers"] == {"hardwon": bundle.plugin_mcp_entry()}
    # With a file of its own, whoever opens this repository would have a broken project server.
    assert not (ROOT / ".mcp.json").exists()


def test_the_server_entry_names_no_variables() -> None:
    # The client sets the plugin's variables itself; one named in the manifest reaches the server unexpanded.
    assert set(bundle.plugin_mcp_entry()) == {"command", "args"}


def test_the_marketplace_offers_the_root_as_the_plugin() -> None:
    market, manifest = _json(".claude-plugin/marketplace.json"), _json(".claude-plugin/plugin.json")
    [plugin] = market["plugins"]
    assert (plugin["name"], plugin["source"]) == (manifest["name"], "./")
    assert plugin["description"] == manifest["description"]


@pytest.mark.parametrize("event", bundle.EVENTS)
def test_both_forms_hook_the_same_calls_and_never_run_in_the_background(event: str) -> None:
    settings, plugin = bundle.hook_group(event), bundle.plugin_hook_group(event)
    assert settings.get("matcher") == plugin.get("matcher")
    for group in (settings, plugin):
        [hook] = group["hooks"]
        assert set(hook) == {"type", "command", "args", "timeout"}
        assert hook["args"][-1] == event


@pytest.mark.parametrize("path", [*COMMANDS, *SKILLS], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_command_or_skill_runs_no_shell_and_attaches_no_file(path: Path) -> None:
    text = path.read_text()
    assert "!`" not in text
    assert not re.search(r"(^|\s)@\S", text)


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_a_command_works_with_hooks_and_without_and_in_both_forms(path: Path) -> None:
    text = path.read_text()
    head = _frontmatter(text)
    assert head["disable-model-invocation"] is True  # a person's act; the model has the tools
    assert "$ARGUMENTS" in text
    tools = re.findall(r"`(mcp__\w+)`", text)
    assert {tool.rpartition("__")[0] for tool in tools} == {"mcp__hardwon", "mcp__plugin_hardwon_hardwon"}
    assert set(tools) == set(head["allowed-tools"].split(", "))


def test_remember_shows_how_to_name_a_category() -> None:
    assert "category:gotcha" in _frontmatter((ROOT / "commands" / "remember.md").read_text())["argument-hint"]


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_a_skill_has_the_name_of_its_folder_and_a_description_the_client_shows_whole(path: Path) -> None:
    head = _frontmatter(path.read_text())
    assert head["name"] == path.parent.name
    assert 100 < len(head["description"]) <= 1024
    assert "allowed-tools" not in head  # such a skill would need leave each time the model uses it


@pytest.mark.parametrize(
    ("skill", "said", "tool"),
    [
        ("memory-retrieval", "what's our convention", "memory_recall"),
        ("outcome-feedback", "thanks, that worked!", "memory_outcome"),
        ("coding-patterns", "follow our patterns", "memory_recall"),
    ],
)
def test_what_a_person_says_leads_to_the_tool(skill: str, said: str, tool: str) -> None:
    text = (ROOT / "skills" / skill / "SKILL.md").read_text()
    assert said in _frontmatter(text)["description"]
    assert f"mcp__hardwon__{tool}" in text


def test_tools_named_anywhere_are_tools_the_server_has() -> None:
    manifest = json.loads((ROOT / "src" / "hardwon" / "server" / "manifest.json").read_bytes())
    known = {tool["name"] for tool in manifest["tools"]}
    for path in (*COMMANDS, *SKILLS):
        named = set(re.findall(r"\bmemory_[a-z]+\b", path.read_text()))
        assert named <= known


def test_the_wheel_carries_every_part() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    parts = (".claude-plugin", "commands", "hooks", "skills")
    assert {part: included[part] for part in parts} == {part: f"hardwon/_bundle/{part}" for part in parts}


def test_the_bundle_is_found_in_a_checkout() -> None:
    assert len(bundle.commands()) == len(COMMANDS) > 0
    assert len(bundle.skills()) == len(SKILLS) > 0


@pytest.mark.parametrize("path", [*COMMANDS, *SKILLS], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_installed_file_shows_whether_it_was_edited(path: Path) -> None:
    installed = bundle.stamped(path.read_bytes())
    assert _frontmatter(installed.decode()).pop("metadata")["hardwon"].startswith(hardwon.__version__)
    assert bundle.is_unedited(installed)
    assert bundle.is_unedited(installed.replace(b"\n", b"\r\n"))
    for edited in (installed + b"x", installed.replace(b"description: ", b"description: x", 1)):
        assert bundle.has_stamp(edited)
        assert not bundle.is_unedited(edited)
    assert not bundle.has_stamp(path.read_bytes())


def test_a_projects_manifest_has_no_second_server() -> None:
    manifest = json.loads(bundle.project_manifest())
    assert manifest["name"] == "hardwon"
    assert "mcpServers" not in manifest
    older = json.dumps({**manifest, "version": "0.0.1"}).encode()
    assert bundle.is_own_manifest(older)
    assert not bundle.is_own_manifest(b'{"name": "hardwon"}')
    assert not bundle.is_own_manifest(b"[]")
