"""The service in the foreground: what keeps it from serving is said by name, and it takes over from one that runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hardwon.wire import control
from hooks.client import LIBRARY

from .running import PROGRAM, Machine, is_alive, until

KEY = "sk-" + "fake-" * 4 + "0000"


@pytest.fixture
def foreground(machine: Machine) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts the service as a unit does; each is ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str, **environ: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-I", PROGRAM, "--foreground", *words, str(LIBRARY)],
            env={**machine.environ, **environ},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


def config(machine: Machine, text: str, mode: int = 0o600) -> None:
    """Write the settings file."""
    path = machine.home / "config.toml"
    path.write_text(text)
    path.chmod(mode)


def keys(machine: Machine, text: str, mode: int = 0o600) -> None:
    """Write the file of keys."""
    path = machine.home / "providers.env"
    path.write_text(text)
    path.chmod(mode)


def token(machine: Machine) -> None:
    """A token that others may read."""
    machine.data.mkdir(mode=0o700)
    path = machine.data / "token"
    path.write_text("t" * 43)
    path.chmod(0o640)


ANTHROPIC = 'extraction = "anthropic"\n'
OPENAI = 'embedder = "http"\nembedding_url = "https://api.openai.com/v1"\n'
WRONG: dict[str, tuple[Callable[[Machine], Any], dict[str, str], str]] = {
    "settings that others read": (lambda m: config(m, "", 0o644), {}, "private configuration required: .*config.toml"),
    "a token that others read": (token, {}, "private configuration required: .*token"),
    "keys that others read": (lambda m: keys(m, f"A={KEY}", 0o604), {}, "private configuration required: .*providers"),
    "a socket too deep": (lambda m: None, {"HARDWON_SOCKET": "/tmp/" + "x" * 96}, "socket path bound: .* has 101"),
    "a relative socket": (lambda m: None, {"HARDWON_SOCKET": "here.sock"}, "socket path bound"),
    "no key to read sessions with": (lambda m: config(m, ANTHROPIC), {}, "provider key required: .*ANTHROPIC_API_KEY"),
    "no key to embed with": (
        lambda m: config(m, OPENAI), {"HARDWON_EMBEDDER": ""}, "provider key required: .*OPENAI_API_KEY"
    ),
    "a limit that is no string": (
        lambda m: config(m, "[runtime_env]\nHARDWON_IDLE_MS = 5000\n"), {}, "runtime_env.HARDWON_IDLE_MS .* string"
    ),
    "a limit out of bounds": (
        lambda m: config(m, '[runtime_env]\nHARDWON_IDLE_MS = "5"\n'), {}, "runtime_env.HARDWON_IDLE_MS"
    ),
    "an unknown limit": (lambda m: config(m, '[runtime_env]\nLD_PRELOAD = "x"\n'), {}, "LD_PRELOAD: there is no such"),
    "a key among the limits": (
        lambda m: config(m, f'[runtime_env]\nOPENAI_API_KEY = "{KEY}"\n'), {}, "keys do not stand in the settings"
    ),
    "limits that are no table": (lambda m: config(m, "runtime_env = 3\n"), {}, "runtime_env is a map of strings"),
    "a place among the limits": (
        lambda m: config(m, '[runtime_env]\nHARDWON_EXTRACTION_URL = "http://x"\n'), {}, "a setting of the file"
    ),
    "a line that is no key": (lambda m: keys(m, f"# keys\n{KEY}\n"), {}, "line 2 is no NAME=KEY"),
    "a setting that cannot be used": (lambda m: config(m, 'mode = "elsewhere"\n'), {}, "settings: mode takes one of"),
    "settings that are no TOML": (lambda m: config(m, "mode = \n"), {}, "cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_the_configuration_is_said_by_name_and_without_a_key(
    machine: Machine, foreground: Callable[..., subprocess.Popen[str]], case: str
) -> None:
    import re

    spoil, environ, said = WRONG[case]
    spoil(machine)
    process = foreground(**environ)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 78
    assert re.search("hardwon: .*" + said, errors), errors
    assert "Traceback" not in errors
    assert KEY not in errors
    assert not machine.socket.exists()


def test_the_same_settings_serve_a_person_who_lets_no_text_leave(
    machine: Machine, foreground: Callable[..., subprocess.Popen[str]]
) -> None:
    config(machine, 'mode = "local"\n' + ANTHROPIC)
    process = foreground()
    assert (until(machine.status) or {})["pid"] == process.pid


def test_keys_come_from_their_file_and_limits_from_the_settings(
    machine: Machine, foreground: Callable[..., subprocess.Popen[str]]
) -> None:
    config(machine, ANTHROPIC + '[runtime_env]\nHARDWON_MAINTAIN = "off"\nOMP_NUM_THREADS = "2"\n')
    keys(machine, f"# mine\nexport ANTHROPIC_API_KEY='{KEY}'\n")
    process = foreground()
    status = until(machine.status)
    assert status["dreaming"]["phase"] == "off"
    assert status["pid"] == process.pid
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, f"hardwon: serving {machine.data}\n")
    log = machine.data / "logs" / "service.log"
    assert not log.exists() or KEY not in log.read_text()


@pytest.mark.parametrize("idle_s", [0.2])
def test_it_stays_although_nobody_needs_it(machine: Machine, foreground: Callable[..., subprocess.Popen[str]]) -> None:
    machine.environ["CLAUDE_PID"] = ""
    process = foreground()
    until(machine.status)
    assert until(lambda: (machine.status() or {}).get("up_s", 0) > 1.0)
    assert process.poll() is None


def test_where_another_one_serves_it_is_named_and_nothing_else_happens(
    machine: Machine, foreground: Callable[..., subprocess.Popen[str]]
) -> None:
    first = machine.start_service()["pid"]
    process = foreground()
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 75
    assert f"another process serves already (process {first})" in errors
    assert is_alive(first)


def test_told_to_replace_it_takes_over_within_two_seconds(
    machine: Machine, foreground: Callable[..., subprocess.Popen[str]]
) -> None:
    import time

    first = machine.start_service()["pid"]
    began = time.monotonic()
    process = foreground("--replace")
    until(lambda: (machine.status() or {"pid": first})["pid"] == process.pid)
    assert time.monotonic() - began < 2.0
    until(lambda: not is_alive(first))


def test_a_socket_that_was_chosen_is_served_and_found(
    machine: Machine, foreground: Callable[..., subprocess.Popen[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = f"/tmp/hwt-{os.getpid()}"
    machine.environ["HARDWON_SOCKET"] = place + "/s.sock"
    process = foreground()
    assert until(machine.status)["pid"] == process.pid
    assert Path(place, "s.sock").stat().st_mode & 0o777 == 0o600
    control.stop(machine.paths, machine.environ)
    assert not Path(place).exists()


def test_a_table_that_cannot_be_used_is_logged_by_a_service_that_sessions_start(machine: Machine) -> None:
    config(machine, "[runtime_env]\nHARDWON_IDLE_MS = 5\n")
    assert machine.start_service()["pid"]
    assert "runtime_env" in (machine.data / "logs" / "service.log").read_text()
