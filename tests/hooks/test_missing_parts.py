"""The program goes away under a running session; the session does not notice."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hardwon

from .client import EVENTS, LIBRARY, Client

GUARDED = """trap 'exit 0' EXIT; f="$HOME/.hardwon/hook.sh"; [ -r "$f" ] && . "$f" 2>/dev/null; exit 0"""


@pytest.fixture
def installed(client: Client, tmp_path: Path) -> Path:
    """A copy of the package with its interpreter, and the per-user script that names both."""
    folder = tmp_path / "environment"
    shutil.copytree(Path(hardwon.__file__).parent, folder / "lib" / "hardwon")
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(sys.executable)
    (client.home / ".hardwon").mkdir()
    script = " ".join(
        shlex.quote(str(part))
        for part in (folder / "bin" / "python", "-I", "-S", folder / "lib/hardwon/hooks/launcher.py", LIBRARY)
    )
    (client.home / ".hardwon" / "hook.sh").write_text(f'{script} "$1" 2>/dev/null\n')
    return folder


def through_shell(client: Client, event: str, **fields: object) -> subprocess.CompletedProcess[bytes]:
    """The committed entry, as the client runs it."""
    argv = ["/bin/sh", "-c", GUARDED, "hardwon-hook", event]
    data = client.payload(event, **fields)
    return subprocess.run(argv, input=data, env=client.environ, capture_output=True, check=False, timeout=20)


def check_silence(client: Client) -> None:
    for event in EVENTS:
        done = through_shell(client, event, prompt="when does the billing job run?", source="startup")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), event


def test_the_committed_entry_runs_the_hook(client: Client, installed: Path) -> None:
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00.")
    assert b"02:00" in through_shell(client, "SessionStart", source="startup").stdout


def remove_launcher(folder: Path) -> None:
    (folder / "lib/hardwon/hooks/launcher.py").unlink()


def remove_package(folder: Path) -> None:
    shutil.rmtree(folder / "lib")


def remove_interpreter(folder: Path) -> None:
    (folder / "bin/python").unlink()


def remove_environment(folder: Path) -> None:
    shutil.rmtree(folder)


def break_a_module(folder: Path) -> None:
    (folder / "lib/hardwon/hooks/entry.py").write_text("this is no Python\n")


def remove_a_module(folder: Path) -> None:
    (folder / "lib/hardwon/config/paths.py").unlink()


def crash_the_interpreter(folder: Path) -> None:
    (folder / "bin/python").unlink()
    (folder / "bin/python").write_text("#!/bin/sh\necho noise; echo noise >&2; kill -SEGV $$\n")
    (folder / "bin/python").chmod(0o755)


def forbid_the_interpreter(folder: Path) -> None:
    (folder / "bin/python").unlink()
    (folder / "bin/python").write_bytes(b"\0\1\2")


@pytest.mark.parametrize(
    "damage",
    [
        remove_launcher,
        remove_package,
        remove_interpreter,
        remove_environment,
        break_a_module,
        remove_a_module,
        forbid_the_interpreter,
    ],
)
def test_a_hook_whose_program_is_gone_is_silent(client: Client, installed: Path, damage: object) -> None:
    assert callable(damage)
    damage(installed)
    check_silence(client)


def test_a_script_that_is_no_script_does_not_forbid_anything(client: Client) -> None:
    (client.home / ".hardwon").mkdir()
    script = client.home / ".hardwon" / "hook.sh"
    for text in ("if then (\n", "exit 2\n", "nosuchcommand\n", "'", "return 2\n", "kill -9 $PPID_NOT_SET\n"):
        script.write_text(text)
        check_silence(client)
    script.unlink()
    check_silence(client)
    script.mkdir()
    check_silence(client)


def test_a_library_that_is_gone_leaves_references_for_later(client: Client, installed: Path) -> None:
    script = client.home / ".hardwon" / "hook.sh"
    script.write_text(script.read_text().replace(str(LIBRARY), "/nowhere"))
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00.")
    assert through_shell(client, "UserPromptSubmit", prompt="billing job?").stdout == b""
    assert "ModuleNotFoundError" in client.log()
    assert through_shell(client, "PostToolUse", tool_use_id="t").returncode == 0
    assert len(client.waiting()) == 2


def test_a_home_with_awkward_letters_works_all_through(client: Client, tmp_path: Path) -> None:
    """A blank, quotes, a dollar sign and letters beyond ASCII, in the home, the data and the project."""
    home = tmp_path / "hömé dïr 'q' \"d\" $x `y` \\z"
    home.mkdir()
    client.home, client.data, client.project = home, home / "dätä $d", home / "pröject 'p'"
    client.project.mkdir()
    client.environ.update(HOME=str(home), HARDWON_HOME=str(client.data), HARDWON_CONFIG=str(home / "c.toml"))
    folder = home / "envïronment"
    shutil.copytree(Path(hardwon.__file__).parent, folder / "hardwon")
    (home / ".hardwon").mkdir()
    parts = (sys.executable, "-I", "-S", folder / "hardwon/hooks/launcher.py", LIBRARY)
    script = " ".join(shlex.quote(str(part)) for part in parts)
    (home / ".hardwon" / "hook.sh").write_text(f'{script} "$1" 2>/dev/null\n')
    done = through_shell(
        client, "UserPromptExpansion", command_name="remember", command_args="The billing job runs at 02:00."
    )
    assert b"Remembered as" in done.stdout
    assert b"02:00" in through_shell(client, "SessionStart", source="startup").stdout
    through_shell(client, "Stop")
    client.settle()
    assert {event for _, event, _ in client.events()} == {"UserPromptExpansion", "SessionStart", "Stop"}


def test_a_bare_environment_is_enough(client: Client) -> None:
    for name in list(client.environ):
        if name not in ("HOME", "HARDWON_HOME", "HARDWON_CONFIG"):
            del client.environ[name]
    assert client.hook("PostToolUse", tool_use_id="t").out == ""
    client.environ["LC_ALL"] = "C"
    assert client.hook("UserPromptSubmit", prompt="wo läuft der Job?").out == ""
    assert client.log() == ""


def test_the_interpreters_own_variables_change_nothing(client: Client, tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(2)")
    (tmp_path / "hardwon.py").write_text("raise SystemExit(2)")
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(2)")
    client.environ.update(PYTHONPATH=str(tmp_path), PYTHONHOME="/nowhere", PYTHONSTARTUP=str(tmp_path / "json.py"))
    assert client.hook("PostToolUse", tool_use_id="t").out == ""
    assert len(client.waiting()) == 1


def test_the_projects_folder_is_no_place_to_import_from(client: Client) -> None:
    for name in ("posix", "fcntl", "apsw", "hardwon", "time", "_json"):
        (client.project / f"{name}.py").write_text("raise SystemExit(2)")
    done = subprocess.run(
        client.argv("UserPromptSubmit"),
        input=client.payload("UserPromptSubmit", prompt="billing"),
        env=client.environ,
        cwd=client.project,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr, client.log()) == (0, b"", "")


@pytest.mark.skipif(os.geteuid() != 0, reason="needs namespaces of its own")
def test_without_any_network_everything_is_the_same(client: Client) -> None:
    """No device, not even the loopback; no proxy variable is followed, nothing is opened."""
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00.")
    client.environ.update(HTTPS_PROXY="http://127.0.0.1:9", HTTP_PROXY="http://127.0.0.1:9", HF_HOME="/nowhere")
    argv = ["unshare", "-n", *client.argv("UserPromptSubmit")]
    done = subprocess.run(
        argv,
        input=client.payload("UserPromptSubmit", prompt="when does the billing job run?"),
        env={**client.environ, "PATH": os.environ["PATH"]},
        capture_output=True,
        check=True,
    )
    assert b"02:00" in done.stdout
    assert done.stderr == b""
