"""`mem install`, `mem uninstall`, `mem hosts`, `mem mcp --print-config` and `mem setup`, as a person uses them."""

from __future__ import annotations

import fcntl
import json
import os
import tomllib
from pathlib import Path

import pytest

from cli.conftest import Mem
from hardwon.config.paths import Paths
from hardwon.embedders.folder import ModelFolder
from hardwon.embedders.languages import MULTILINGUAL
from hardwon.hosts.claude_code.projects import slug


@pytest.fixture(autouse=True)
def no_programs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No host's own program is found, and settings lie where they do by default."""
    monkeypatch.setenv("PATH", str(home / "bin"))
    monkeypatch.delenv("XDG_CONFIG_HOME")


def servers(path: Path) -> list[str]:
    return list(json.loads(path.read_text())["mcpServers"])


def test_a_host_is_wired_in_and_taken_out_again(mem: Mem, home: Path) -> None:
    (home / ".cursor").mkdir()
    path = home / ".cursor" / "mcp.json"
    path.write_text('{"mcpServers": {"theirs": {"command": "x"}}}')
    before = path.read_bytes()
    told = mem("install", "cursor")
    assert f"changed      {path}" in told.out
    assert servers(path) == ["theirs", "hardwon"]
    assert "in place already" in mem("install", "cursor").err
    assert "cursor" in mem("hosts").out and "wired" in mem("hosts").out
    assert f"changed      {path}" in mem("uninstall", "cursor").out
    assert path.read_bytes() == before
    assert "Nothing of Hardwon was installed in Cursor." in mem("uninstall", "cursor").out


def test_status_tells_of_other_agents_too(mem: Mem, home: Path) -> None:
    assert mem("status", "--json").data["hosts"] == []
    mem("install", "cursor")
    assert f"wired    cursor         {home}/.cursor/mcp.json" in mem("status").out.splitlines()


def test_a_project_has_entries_of_its_own(mem: Mem, project: Path) -> None:
    mem("install", "codex", "--scope", "project", "--rules")
    assert "hardwon" in tomllib.loads((project / ".codex" / "config.toml").read_text())["mcp_servers"]
    assert "memory_recall" in (project / "AGENTS.md").read_text()
    mem("uninstall", "codex")
    assert list(project.iterdir()) == []


def test_a_scope_that_a_host_has_not_is_refused(mem: Mem) -> None:
    told = mem("install", "claude-desktop", "--scope", "project", status=1)
    assert "Claude Desktop has no project scope" in told.err
    assert "--scope user" in told.err


def test_an_unknown_host_is_answered_with_those_there_are(mem: Mem) -> None:
    assert "claude-code, " in mem("install", "emacs", status=1).err
    assert "mem hosts" in mem("install", status=2).err


def test_a_refusal_gives_the_lines_to_paste(mem: Mem, home: Path) -> None:
    (home / ".codex").mkdir()
    (home / ".codex" / "config.toml").write_text("a = [")
    told = mem("install", "codex", status=1)
    assert "nothing was changed" in told.err
    assert "[mcp_servers.hardwon]" in told.err
    assert "cannot be read" in mem("hosts").out
    assert (home / ".codex" / "config.toml").read_text() == "a = ["


def test_claude_code_is_a_host_like_the_others(mem: Mem, project: Path) -> None:
    (project / "CLAUDE.md").write_text("# Shop\n")
    mem("install", "claude-code", "--rules")
    assert (project / ".claude" / "settings.json").exists()
    assert (project / "CLAUDE.md").read_text().startswith("# Shop\n\n<!-- hardwon:begin")
    mem("install", "claude-code")
    assert "hardwon:begin" in (project / "CLAUDE.md").read_text()
    mem("uninstall", "claude-code")
    assert [path.name for path in project.iterdir()] == ["CLAUDE.md"]
    assert (project / "CLAUDE.md").read_text() == "# Shop\n"


def test_a_project_without_claude_md_keeps_its_agents_md_read(mem: Mem, project: Path) -> None:
    (project / "AGENTS.md").write_text("# Shop\n")
    mem("install-plugin")
    assert (project / "AGENTS.md").read_text() == "# Shop\n"
    mem("install", "claude-code", "--rules")
    assert "hardwon:begin" in (project / "AGENTS.md").read_text()
    assert not (project / "CLAUDE.md").exists()
    mem("install", "claude-code", "--no-rules")
    assert (project / "AGENTS.md").read_text() == "# Shop\n"


def test_hosts_that_share_a_file_take_turns(mem: Mem, project: Path) -> None:
    (project / "AGENTS.md").write_text("# Shop")
    for host in ("cursor", "opencode", "vscode"):
        mem("install", host, "--scope", "project", "--rules")
    assert (project / "AGENTS.md").read_text().count("hardwon:begin") == 1
    mem("uninstall", "cursor")
    assert "another host uses it" in mem("uninstall", "opencode").out
    assert (project / "AGENTS.md").read_text().count("hardwon:begin") == 1
    mem("uninstall", "vscode")
    assert [path.name for path in project.iterdir()] == ["AGENTS.md"]
    assert (project / "AGENTS.md").read_text() == "# Shop"


@pytest.mark.parametrize(("host", "path"), [
    ("windsurf", ".codeium/windsurf/memories/global_rules.md"),
    ("codex", ".codex/AGENTS.md"),
    ("opencode", ".config/opencode/AGENTS.md"),
    ("gemini-cli", ".gemini/GEMINI.md"),
    ("vscode", ".config/Code/User/prompts/hardwon.instructions.md"),
])  # fmt: skip
def test_hosts_without_hooks_are_told_to_use_their_memory(mem: Mem, home: Path, host: str, path: str) -> None:
    mem("install", host)
    assert "memory_recall" in (home / path).read_text()
    mem("install", host, "--no-rules")
    assert not (home / path).exists()
    assert mem("hosts", "--json").data["hosts"]
    mem("install", host)
    mem("uninstall", host)
    assert not (home / path).exists()


def test_taking_it_out_of_all_hosts_leaves_no_trace_but_memories(mem: Mem, home: Path) -> None:
    before = sorted(path for path in home.iterdir())
    names = [one["host"] for one in mem("hosts", "--json").data["hosts"]]
    for name in dict.fromkeys(names):
        mem("install", name, "--scope", "user")
    told = mem("uninstall", "--all", "--json").data
    assert told["hosts"] == list(dict.fromkeys(names))
    assert sorted(path for path in home.iterdir()) == sorted({*before, home / "data"})
    assert "no host" in mem("uninstall", "--all").out


def test_the_printed_entry_is_the_one_that_is_written(mem: Mem, home: Path) -> None:
    printed = mem("mcp", "--print-config", "cursor")
    assert str(home / ".cursor" / "mcp.json") in printed.err
    mem("install", "cursor")
    assert json.loads(printed.out) == json.loads((home / ".cursor" / "mcp.json").read_text())
    assert json.loads(mem("mcp", "--print-config").out)["mcpServers"]["hardwon"]
    assert tomllib.loads(mem("mcp", "--print-config", "codex").out)["mcp_servers"]["hardwon"]
    assert "--print-config cursor" in mem("mcp", "cursor", status=2).err.replace("HOST", "cursor")


def test_setup_wires_what_is_here_learns_and_says_how_to_undo(
    mem: Mem, home: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HARDWON_EMBEDDER", "hashing")
    (project / "CLAUDE.md").write_text("- Always run `make test` before a commit.\n")
    for folder in (".cursor", ".codex", ".claude/projects"):
        (home / folder).mkdir(parents=True)
    told = mem("setup")
    assert "Claude Code" in told.out and "Cursor" in told.out and "Codex" in told.out
    assert "1 fact (1 new)" in told.out
    for line in ("mem uninstall claude-code --scope user", "mem uninstall cursor", "mem uninstall --all"):
        assert line in told.out
    assert (home / ".claude" / "settings.json").exists()
    again = mem("setup")
    assert "wired in already" in again.out and "undo" not in again.out
    mem("uninstall", "--all")
    assert sorted(path.name for path in (home / ".cursor").iterdir()) == []
    assert [path.name for path in (home / ".claude").iterdir()] == ["projects"]


@pytest.mark.parametrize(("flag", "left"), [("--no-plugin", {"codex"}), ("--no-mcp", {"claude-code", "omp"})])
def test_setup_leaves_alone_what_it_is_told_to(mem: Mem, home: Path, flag: str, left: set[str]) -> None:
    for folder in (".codex", ".claude/projects", ".omp/agent"):
        (home / folder).mkdir(parents=True)
    told = mem("setup", flag, "--no-scan", "--no-model", "--json").data
    assert {one["host"] for one in told["hosts"]} == left


def test_setup_looks_for_no_agent_where_none_is_wanted(mem: Mem, home: Path) -> None:
    for folder in (".codex", ".claude/projects", ".omp/agent"):
        (home / folder).mkdir(parents=True)
    assert mem("setup", "--no-mcp", "--no-plugin", "--no-scan", "--no-model").out == ""
    assert not (home / ".hardwon").exists()


def test_setup_adds_no_lines_for_agents_where_they_are_not_wanted(mem: Mem, home: Path) -> None:
    (home / ".codex").mkdir()
    mem("setup", "--no-agent", "--no-scan", "--no-model")
    assert sorted(path.name for path in (home / ".codex").iterdir()) == ["config.toml"]


def test_one_host_that_refuses_stops_no_other(mem: Mem, home: Path) -> None:
    for folder in (".cursor", ".codex"):
        (home / folder).mkdir()
    (home / ".cursor" / "mcp.json").write_text("{")
    told = mem("setup", "--no-scan", "--no-model", status=1)
    assert "left alone" in told.out and "mem install cursor" in told.out
    assert (home / ".codex" / "config.toml").exists()
    assert (home / ".cursor" / "mcp.json").read_text() == "{"


def test_a_model_that_cannot_be_prepared_leaves_the_rest_done(mem: Mem, home: Path) -> None:
    (home / ".codex").mkdir()
    told = mem("setup", "--no-scan", status=1, env={"HARDWON_EMBEDDER": "none"})
    assert "Not done: no embedder is chosen" in told.err
    assert (home / ".codex" / "config.toml").exists()


def test_setup_chooses_a_model_by_the_language_of_what_is_known(mem: Mem, home: Path) -> None:
    mem("add", "Für die Prüfung ist das Werkzeug immer von Hand zu starten.")
    mem("add", "Die Tests sind mit dem Netz nicht zu starten.")
    folder = ModelFolder(Paths.from_environment(os.environ), MULTILINGUAL).path
    folder.mkdir(parents=True)
    with (folder / ".lock").open("w") as lock:  # as a process that is preparing that model holds it
        fcntl.flock(lock, fcntl.LOCK_EX)
        told = mem("setup", "--no-scan", status=1)
    assert f"another process is preparing {MULTILINGUAL}" in told.err
    assert "multilingual" in (home / "config.toml").read_text()


def test_setup_keeps_a_model_that_the_person_chose(mem: Mem, home: Path) -> None:
    mem("add", "Die Tests sind mit dem Netz nicht zu starten.")
    (home / "config.toml").write_text('embedder = "hashing"\n')
    assert mem("setup", "--no-scan", "--json").data["embedder"] == "hashing"
    assert (home / "config.toml").read_text() == 'embedder = "hashing"\n'


def test_claude_codes_notes_move_and_come_back(mem: Mem, home: Path, project: Path) -> None:
    folder = home / ".claude" / "projects" / slug(str(project)) / "memory"
    folder.mkdir(parents=True)
    (folder / "ports.md").write_text("---\nname: ports\n---\nRedis is at 6380.\n")
    assert "would remove" in mem("install", "claude-code", "--move-notes", "--dry-run").out
    assert mem("list", "--json").data["memories"] == []
    assert f"removed      {folder / 'ports.md'}" in mem("install", "claude-code", "--move-notes").out
    assert "6380" in mem("search", "where is Redis?").out
    mem("uninstall", "claude-code")
    assert (folder / "ports.md").exists()
    assert "6380" in mem("search", "where is Redis?").out
    assert "only Claude Code" in mem("install", "cursor", "--move-notes", status=2).err


def test_the_lines_for_agents_are_no_facts_of_the_project(mem: Mem, project: Path) -> None:
    (project / "AGENTS.md").write_text("# Shop\n")
    mem("install", "cursor", "--scope", "project", "--rules")
    with (project / "AGENTS.md").open("a") as file:
        file.write("\n- Always run `make test` before a commit.\n")
    (fact,) = mem("scan", "--dry-run", "--json").data["facts"]
    lines = (project / "AGENTS.md").read_text().split("\n")
    assert "make test" in fact["content"] and "make test" in lines[fact["line"] - 1]


def test_hermes_is_wired_in_and_its_notes_are_stored_when_asked(mem: Mem, home: Path) -> None:
    notes = home / ".hermes" / "memories"
    notes.mkdir(parents=True)
    (notes / "MEMORY.md").write_text("The CI image has no git-lfs.\n§\nTests need `make db` first.\n")
    (home / ".hermes" / "config.yaml").write_text("memory:\n  provider: theirs # chosen\n")
    told = mem("install", "hermes", "--activate", "--import-notes")
    assert f"created      {home / '.hermes/plugins/hardwon/__init__.py'}" in told.out
    assert "Stored 2 of 2 notes" in told.err
    assert "provider: hardwon # chosen" in (home / ".hermes" / "config.yaml").read_text()
    assert {one["content"] for one in mem("list", "--json").data["memories"]} == {
        "The CI image has no git-lfs.",
        "Tests need `make db` first.",
    }
    assert "only Hermes' notes" in mem("install", "cursor", "--import-notes", status=2).err
    mem("uninstall", "hermes")
    assert (home / ".hermes" / "config.yaml").read_text() == "memory:\n  provider: theirs # chosen\n"
    assert (notes / "MEMORY.md").exists()
