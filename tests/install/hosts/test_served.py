"""The entries as they are written start this person's server, with nothing but what hosts pass on."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from install.hosts.conftest import Hosts

_INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "host", "version": "1"},
}


def entry_of(hosts: Hosts, name: str, scope: str) -> tuple[list[str], dict[str, str]]:
    """The command line and the variables that a host takes from its file."""
    path = hosts.server(name, scope).path
    found: Any = tomllib.loads(path.read_text()) if path.suffix == ".toml" else json.loads(path.read_text())
    for key in ("mcpServers", "servers", "mcp", "mcp_servers"):
        found = found.get(key, found)
    entry = found["hardwon"]
    command = entry["command"] if isinstance(entry["command"], list) else [entry["command"], *entry["args"]]
    return command, {**entry.get("env", {}), **entry.get("environment", {})}


def asked(command: list[str], environ: dict[str, str], folder: Path) -> list[dict[str, Any]]:
    """What a server answers to a client that asks for its tools and leaves."""
    sent = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _INITIALIZE},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}},
    ]
    done = subprocess.run(
        command, input="".join(json.dumps(one) + "\n" for one in sent), env=environ, cwd=folder,
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("name", "scope"), [
    ("cursor", "user"), ("codex", "project"), ("opencode", "user"), ("vscode", "user"), ("omp", "user"),
])  # fmt: skip
def test_the_entry_serves_the_project_it_is_started_in(
    hosts: Hosts, monkeypatch: pytest.MonkeyPatch, name: str, scope: str
) -> None:
    awkward = hosts.home / "a 'b' $c"
    awkward.mkdir()
    monkeypatch.setenv("HARDWON_HOME", str(awkward))
    Path(hosts.site.paths.config_file).write_text('service = "off"\nembedder = "none"\n')
    hosts.install(name, scope=scope)
    command, variables = entry_of(hosts, name, scope)
    environ = {"HOME": str(hosts.home), "PATH": "/usr/bin:/bin", **variables}
    first, second = asked(command, environ, hosts.site.project)
    assert f"path:{hosts.site.project}" in first["result"]["instructions"]
    tools = {tool["name"]: tool for tool in second["result"]["tools"]}
    assert "memory_recall" in tools
    strict = "project" in tools["memory_remember"]["inputSchema"]["required"]
    assert strict is (name == "omp")
    hosts.uninstall(name)
    assert subprocess.run(command, env=environ, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout == b""
