"""OMP's part of an installation: the extension beside the server, in the folder OMP reads."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardwon.install.hosts import Wanted
from hardwon.install.hosts.omp import FILES, OMP, TIMEOUT_MS
from hardwon.server import manifest
from install.hosts.conftest import Hosts

SOURCE = Path(__file__).resolve().parents[3] / "plugin" / "omp"


def agent(hosts: Hosts) -> Path:
    return hosts.home / ".omp" / "agent"


def test_the_extension_lies_where_omp_looks_and_goes_again(hosts: Hosts) -> None:
    hosts.install("omp")
    for name in FILES:
        assert (agent(hosts) / "extensions" / name).read_bytes() == (SOURCE / name).read_bytes()
    # OMP finds .ts and .js; what it finds has to lead to the other file, in the same folder.
    [found] = [name for name in FILES if name.endswith((".ts", ".js"))]
    [led_to] = re.findall(r'from "\./(.+)"', (SOURCE / found).read_text())
    assert led_to in FILES
    hosts.uninstall("omp")
    assert not list(hosts.home.rglob("*.mjs")) and not (agent(hosts) / "extensions").exists()


def test_the_server_waits_long_is_strict_and_has_no_folder_and_no_token(hosts: Hosts) -> None:
    hosts.install("omp")
    server = json.loads((agent(hosts) / "mcp.json").read_bytes())["mcpServers"]["hardwon"]
    assert server["timeout"] == TIMEOUT_MS == 660_000
    assert server["env"] == {"HARDWON_HOST": "omp", "HARDWON_STRICT": "1"}
    assert set(server) == {"type", "command", "args", "env", "timeout"}


@pytest.mark.parametrize(
    ("variable", "value", "folder"),
    [
        ("PI_CODING_AGENT_DIR", "{home}/elsewhere", "elsewhere"),
        ("PI_CONFIG_DIR", ".pi", ".pi/agent"),
    ],
)
def test_a_moved_folder_of_the_agent_is_found(hosts: Hosts, variable: str, value: str, folder: str) -> None:
    environ = {**hosts.site.environ, variable: value.format(home=hosts.home)}
    machine = dataclasses.replace(hosts.machine, environ=environ)
    paths = {part.path.relative_to(hosts.home).as_posix() for part in OMP.parts(machine, "user", Wanted())}
    assert paths == {f"{folder}/mcp.json", *(f"{folder}/extensions/{name}" for name in FILES)}


def test_a_project_gets_the_server_alone(hosts: Hosts) -> None:
    hosts.install("omp", scope="project")
    assert [path.name for path in hosts.site.project.rglob("*") if path.is_file()] == ["mcp.json"]


def test_an_extension_of_an_earlier_version_is_renewed_and_an_edited_one_kept(hosts: Hosts) -> None:
    place = agent(hosts) / "extensions" / "hardwon.mjs"
    place.parent.mkdir(parents=True)
    place.write_bytes((SOURCE / "hardwon.mjs").read_bytes() + b"// older\n")
    hosts.install("omp")
    assert place.read_bytes() == (SOURCE / "hardwon.mjs").read_bytes()
    place.write_bytes(b"export default () => {};\n")
    hosts.uninstall("omp")
    assert place.read_bytes() == b"export default () => {};\n"


def test_every_write_of_the_server_gets_a_key() -> None:
    text = (SOURCE / "hardwon.mjs").read_text()
    listed = re.findall(r'"(memory_\w+)"', text.partition("export const KEYED = [")[2].partition("]")[0])
    keyed = [tool["name"] for tool in manifest.load()["tools"] if "key" in tool["inputSchema"]["properties"]]
    assert sorted(listed) == sorted(keyed)


def test_the_extension_registers_no_tool_and_names_no_path_of_this_machine() -> None:
    text = (SOURCE / "hardwon.mjs").read_text()
    assert "registerTool" not in text
    assert str(Path.home()) not in text


@pytest.mark.skipif(shutil.which("node") is None, reason="node checks the syntax")
def test_the_extension_is_valid_javascript() -> None:
    subprocess.run(["node", "--check", str(SOURCE / "hardwon.mjs")], check=True, timeout=60)
