"""`mem install-plugin`, `uninstall-plugin`, `status` and `serve` as a person calls them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from .conftest import Mem


def test_install_lists_what_it_wrote_and_a_second_time_changes_nothing(mem: Mem, project: Path) -> None:
    said = mem("install-plugin")
    assert f"created      {project}/.claude/settings.json" in said.out.splitlines()
    before = (project / ".claude/settings.json").read_bytes()
    again = mem("install-plugin", ".")
    assert "All of it is in place already." in again.err
    assert (project / ".claude/settings.json").read_bytes() == before
    assert mem("install-plugin", "--json").data["changed"] is False


def test_a_dry_run_writes_nothing(mem: Mem, project: Path) -> None:
    said = mem("install-plugin", "--dry-run")
    assert "would create" in said.out
    assert os.listdir(project) == []


def test_status_tells_what_is_wired_and_what_is_missing(mem: Mem, project: Path) -> None:
    assert mem("status", "--json").data["healthy"] is False
    assert "missing" in mem("status").out
    mem("install-plugin")
    assert mem("status", "--json").data["healthy"] is True
    (project / ".mcp.json").unlink()
    assert f"missing  mcp            {project}/.mcp.json" in mem("status").out.splitlines()


def test_uninstall_takes_all_of_it_out_and_keeps_the_memories(mem: Mem, project: Path) -> None:
    mem("add", "ports begin at 8000")
    mem("install-plugin")
    mem("uninstall-plugin")
    assert os.listdir(project) == []
    assert mem("list", "--json").data["total"] == 1


def test_purge_deletes_the_memories_but_only_for_a_person_who_says_so(mem: Mem) -> None:
    mem("add", "ports begin at 8000")
    mem("install-plugin")
    assert "--yes" in mem("uninstall-plugin", "--purge", status=1).err
    refused = mem("uninstall-plugin", "--purge", "--yes", status=1, env={"CLAUDECODE": "1"})
    assert "only a person" in refused.err
    assert "mem uninstall-plugin --purge" in refused.err
    assert mem("list", "--json").data["total"] == 1
    mem("uninstall-plugin", "--purge", "--dry-run")
    assert mem("list", "--json").data["total"] == 1
    mem("uninstall-plugin", "--purge", "--yes")
    assert mem("list", "--json").data["total"] == 0


def test_what_cannot_be_edited_is_refused_with_the_snippet_to_paste(mem: Mem, project: Path) -> None:
    (project / ".claude").mkdir()
    (project / ".claude/settings.json").write_text("[1, 2]")
    said = mem("install-plugin", status=1)
    assert said.err.startswith("mem: ")
    assert '"hooks"' in said.err
    assert (project / ".claude/settings.json").read_text() == "[1, 2]"
    assert mem("install-plugin", "--json", status=1).data["error"]["kind"] == "InstallRefused"


def test_a_folder_that_is_none_is_refused(mem: Mem) -> None:
    assert "there is no folder" in mem("install-plugin", "/nowhere/at/all", status=1).err


def test_serve_speaks_mcp_and_leaves_with_its_client(project: Path, mem: Mem) -> None:
    mem("add", "ports begin at 8000")
    first = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
    }  # fmt: skip
    second = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    done = subprocess.run(
        [sys.executable, "-m", "hardwon.cli", "serve", "--mcp", "--project", "shop"],
        input="".join(json.dumps(one) + "\n" for one in (first, second)),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    answers = {one["id"]: one["result"] for one in map(json.loads, done.stdout.splitlines())}
    assert answers[1]["serverInfo"]["name"]
    assert "memory_recall" in [tool["name"] for tool in answers[2]["tools"]]
    assert f"path:{project}" in answers[1]["instructions"]
