"""The plugin's own start: it runs what is ready, prepares what is not, and fails silently."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import hardwon
from hardwon.hosts.claude_code import bundle

ROOT = Path(__file__).resolve().parents[2]
SHELLS = [shell for shell in ("/bin/sh", "/bin/dash", "/bin/bash", "/bin/ksh") if Path(shell).exists()]

# A distribution that needs nothing from anywhere: its build backend stands beside it.
PROJECT = """[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
BACKEND = """
import zipfile

def build_wheel(directory, config_settings=None, metadata_directory=None):
    info = "hardwon-0.dist-info/"
    files = {
        "hardwon/__init__.py": "",
        "hardwon/install/__init__.py": "",
        "hardwon/install/launchers.py": "import pathlib\\n"
            "def main(arguments):\\n"
            "    for name in ('mcp.sh', 'hook.sh'):\\n"
            "        pathlib.Path(arguments[0], name).write_text('echo prepared $1')\\n",
        info + "METADATA": "Metadata-Version: 2.1\\nName: hardwon\\nVersion: 0\\n",
        info + "WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        info + "RECORD": "",
    }
    with zipfile.ZipFile(directory + "/hardwon-0-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return "hardwon-0-py3-none-any.whl"
"""


@dataclass
class Plugin:
    """A plugin folder and the client's data folder for it."""

    home: Path
    root: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def data(self) -> Path:
        return self.home / "data 'of' plugins"

    @property
    def ready(self) -> Path:
        return self.data / f"env-{hardwon.__version__}"

    def run(self, event: str, shell: str = "/bin/sh", given: str = "{}") -> subprocess.CompletedProcess[str]:
        entry = bundle.plugin_mcp_entry() if event == "mcp" else bundle.plugin_hook_group(event)["hooks"][0]
        values = {"CLAUDE_PLUGIN_ROOT": str(self.root), "CLAUDE_PLUGIN_DATA": str(self.data)}
        environ = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", **values, **self.variables}
        arguments = [text.replace("${CLAUDE_PLUGIN_ROOT}", str(self.root)) for text in entry["args"]]
        return subprocess.run(
            [shell, *arguments], env=environ, cwd=self.home, input=given, capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip

    def wait_for_preparation(self) -> None:
        """Return when no process holds the lock of the preparation."""
        with open(self.data / "prepare.lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)


def _plugin_at(home: Path) -> Plugin:
    """The plugin as a stub distribution, under a path that needs quoting; a Python is on the PATH."""
    root = home / "plug in $x"
    shutil.copytree(ROOT / "hooks", root / "hooks", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "pyproject.toml").write_text(PROJECT)
    (root / "backend.py").write_text(BACKEND)
    programs = home / "bin"
    programs.mkdir()
    (programs / "python3.11").symlink_to(sys.executable)
    path = f"{programs}:/usr/bin:/bin"
    return Plugin(home, root, {"PATH": path, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull})


@pytest.fixture
def plugin(home: Path) -> Iterator[Plugin]:
    """A plugin that has never run."""
    made = _plugin_at(home)
    yield made
    if (made.data / "prepare.lock").exists():
        made.wait_for_preparation()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Plugin, str]:
    """A plugin after its first session in a difficult place, and what that session was told."""
    made = _plugin_at(tmp_path_factory.mktemp("prepared"))
    made.variables |= {"PIP_TARGET": str(made.home / "elsewhere"), "PIP_USER": "1"}
    _make_ready(made.ready, "return 1")  # what a removed interpreter leaves
    for name, age_s in (("env-0.0.1", 8 * 24 * 3600), ("env-0.0.2", 60)):
        _make_ready(made.data / name, "")
        then = (made.data / name).stat().st_mtime - age_s
        os.utime(made.data / name, (then, then))
    told = made.run("SessionStart").stdout
    made.wait_for_preparation()
    return made, told


def _assert_silent(done: subprocess.CompletedProcess[str]) -> None:
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def _make_ready(folder: Path, text: str) -> None:
    folder.mkdir(parents=True)
    for name in ("hook.sh", "mcp.sh"):
        (folder / name).write_text(text)


def test_the_first_session_is_told_in_one_line_that_the_environment_is_being_prepared(
    prepared: tuple[Plugin, str],
) -> None:
    message = json.loads(prepared[1])
    assert list(message) == ["systemMessage"]
    assert "\n" not in message["systemMessage"]


def test_once_prepared_it_is_run_and_nothing_more_is_told(prepared: tuple[Plugin, str]) -> None:
    plugin, _ = prepared
    assert plugin.run("SessionStart").stdout == "prepared SessionStart\n"
    assert plugin.run("mcp").stdout == "prepared mcp\n"


def test_variables_that_would_send_the_installation_elsewhere_do_not(prepared: tuple[Plugin, str]) -> None:
    assert not (prepared[0].home / "elsewhere").exists()


def test_older_environments_go_once_they_are_a_week_old(prepared: tuple[Plugin, str]) -> None:
    assert not (prepared[0].data / "env-0.0.1").exists()
    assert (prepared[0].data / "env-0.0.2").exists()


def test_while_it_is_being_prepared_a_second_session_hears_nothing(plugin: Plugin) -> None:
    plugin.data.mkdir()
    with open(plugin.data / "prepare.lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _assert_silent(plugin.run("SessionStart"))


def test_a_failed_preparation_is_logged_and_tried_again_after_a_day(plugin: Plugin) -> None:
    plugin.data.mkdir()
    plugin.ready.write_text("a file where the environment would go")
    assert plugin.run("SessionStart").stdout != ""
    plugin.wait_for_preparation()
    assert "venv" in (plugin.data / "prepare.log").read_text()
    _assert_silent(plugin.run("SessionStart"))
    failed = plugin.data / f"prepare-failed-{hardwon.__version__}"
    day_ago = failed.stat().st_mtime - 24 * 3600 - 60
    os.utime(failed, (day_ago, day_ago))
    assert plugin.run("SessionStart").stdout != ""


@pytest.mark.parametrize("event", [event for event in [*bundle.EVENTS, "mcp"] if event != "SessionStart"])
def test_where_nothing_is_ready_the_other_entries_are_silent_and_prepare_nothing(plugin: Plugin, event: str) -> None:
    _assert_silent(plugin.run(event))
    assert not plugin.data.exists()


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_ready_is_run_in_any_shell(plugin: Plugin, shell: str) -> None:
    _make_ready(plugin.ready, "echo environment $1")
    _make_ready(plugin.home / ".hardwon", "echo launcher $1")
    assert plugin.run("Stop", shell).stdout == "environment Stop\n"
    assert plugin.run("mcp", shell).stdout == "environment mcp\n"


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("dead", [True, False])
def test_else_the_launcher_of_the_user_is_run(plugin: Plugin, shell: str, dead: bool) -> None:
    if dead:
        _make_ready(plugin.ready, "return 1")
    _make_ready(plugin.home / ".hardwon", "echo launcher $1")
    assert plugin.run("SessionStart", shell).stdout == "launcher SessionStart\n"
    assert plugin.run("mcp", shell).stdout == "launcher mcp\n"


def test_until_it_is_ready_the_server_lists_its_tools_and_asks_for_patience(plugin: Plugin) -> None:
    (plugin.root / "src").symlink_to(ROOT / "src")
    messages = [
        {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {},
                                                     "clientInfo": {"name": "test", "version": "0"}}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": {"name": "memory_status", "arguments": {}}},
    ]  # fmt: skip
    given = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    done = plugin.run("mcp", given=given)
    answers = {answer["id"]: answer["result"] for answer in map(json.loads, done.stdout.splitlines())}
    assert "memory_recall" in [tool["name"] for tool in answers[2]["tools"]]
    assert answers[3]["isError"]
    assert "not ready yet" in answers[3]["content"][0]["text"]
    assert done.returncode == 0


def test_without_a_python_that_is_new_enough_nothing_is_said(plugin: Plugin) -> None:
    programs = plugin.home / "bin"
    (programs / "python3.11").unlink()
    for name in ("python3.14", "python3.13", "python3.12", "python3.11", "python3", "python"):
        (programs / name).write_text("#!/bin/sh\necho old\nexit 1\n")
        (programs / name).chmod(0o755)
    (plugin.root / "src").symlink_to(ROOT / "src")
    plugin.variables["PATH"] = str(programs)
    _assert_silent(plugin.run("SessionStart"))
    _assert_silent(plugin.run("mcp"))
    assert not plugin.data.exists()


@pytest.mark.parametrize("loss", ["script", "preparation", "folder", "broken", "data"])
@pytest.mark.parametrize("event", ["SessionStart", "PreToolUse", "mcp"])
def test_whatever_is_lost_an_entry_is_silent(plugin: Plugin, loss: str, event: str) -> None:
    if loss == "script":
        (plugin.root / "hooks" / "run.sh").unlink()
    elif loss == "preparation":
        (plugin.root / "hooks" / "prepare.py").unlink()
    elif loss == "folder":
        shutil.rmtree(plugin.root)
    elif loss == "broken":
        (plugin.root / "hooks" / "run.sh").write_text("case if (((")
    else:
        plugin.data.write_text("in the way")
    done = plugin.run(event)
    assert (done.returncode, done.stdout) == (0, "")
    assert event == "mcp" or done.stderr == ""
