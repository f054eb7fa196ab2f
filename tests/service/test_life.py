"""One service for each person: started on demand, private, gone when nobody needs it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import hardwon
from hardwon.errors import HardwonError
from hardwon.install import install_plugin, uninstall_plugin
from hardwon.install.purge import service_kept_out
from hardwon.wire import control
from hardwon.wire.client import PROTOCOL, connect, header
from hardwon.wire.detached import allowed_environ
from hardwon.wire.place import socket_path
from hardwon.wire.starting import package_folders, start_service

from .running import Impostor, Machine, is_alive, until


def test_of_many_starts_at_once_one_serves(machine: Machine) -> None:
    with ThreadPoolExecutor(8) as pool:
        started = list(pool.map(lambda _: start_service(machine.paths, machine.environ, package_folders()), range(8)))
    assert sum(pid > 0 for pid in started) == 1
    until(machine.status)
    assert len(machine.processes()) == 1


def test_of_two_that_race_for_the_lock_one_serves_and_the_other_leaves_quietly(machine: Machine) -> None:
    several = [machine.run_service() for _ in range(3)]
    status = until(machine.status)
    losers = [process for process in several if process.pid != status["pid"]]
    assert [process.communicate(timeout=30)[0] for process in losers] == [b"", b""]
    assert [process.returncode for process in losers] == [0, 0]
    assert machine.status() is not None
    control.stop(machine.paths, machine.environ)
    for process in several:
        process.communicate(timeout=30)


def test_a_socket_that_a_killed_service_left_is_no_hindrance(machine: Machine) -> None:
    first = machine.start_service()["pid"]
    os.kill(first, signal.SIGKILL)
    until(lambda: not is_alive(first))
    assert machine.socket.exists()
    assert machine.status() is None
    assert machine.start_service()["pid"] != first


def test_a_file_of_another_kind_in_the_sockets_place_is_left_alone(machine: Machine) -> None:
    machine.socket.parent.mkdir(parents=True, mode=0o700)
    machine.socket.write_text("somebody's notes")
    process = machine.run_service()
    assert (process.communicate(timeout=30)[0], process.returncode) == (b"", 0)
    assert machine.socket.read_text() == "somebody's notes"


@pytest.mark.parametrize("spoil", [lambda run: run.chmod(0o755), lambda run: run.chmod(0o777)])
def test_a_folder_that_others_may_enter_is_not_served_in(machine: Machine, spoil: Callable[[Path], None]) -> None:
    machine.socket.parent.mkdir(parents=True)
    spoil(machine.socket.parent)
    assert not start_service(machine.paths, machine.environ, package_folders())
    assert machine.run_service().communicate(timeout=30)[0] == b""
    assert not machine.socket.exists()


def test_a_link_in_the_folders_place_is_not_followed(machine: Machine, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    machine.data.mkdir(parents=True)
    machine.socket.parent.symlink_to(elsewhere)
    assert not start_service(machine.paths, machine.environ, package_folders())
    assert machine.run_service().communicate(timeout=30)[0] == b""
    assert list(elsewhere.iterdir()) == []


def test_a_client_does_not_speak_to_a_socket_in_a_folder_that_others_may_enter(machine: Machine) -> None:
    other = Impostor(machine.socket, b"")
    machine.socket.parent.chmod(0o755)
    assert connect(machine.paths, machine.environ) is None
    machine.socket.parent.chmod(0o700)
    connection = connect(machine.paths, machine.environ)
    assert connection is not None
    connection.close()
    other.close()


def test_the_socket_is_the_persons_alone(machine: Machine) -> None:
    machine.start_service()
    assert machine.socket.stat().st_mode & 0o777 == 0o600
    assert machine.socket.parent.stat().st_mode & 0o777 == 0o700
    assert len(bytes(machine.socket)) <= 100


def test_where_the_data_folder_lies_too_deep_a_short_private_place_is_found(home: Path, project: Path) -> None:
    machine = Machine(home, project)
    machine.data = home / "/".join(["deep" * 8] * 4)
    machine.environ["HARDWON_HOME"] = str(machine.data)
    try:
        assert len(os.fsencode(socket_path(machine.paths, machine.environ))) <= 100
        machine.start_service()
        assert machine.socket.parent.parent == Path("/tmp")
        assert machine.socket.parent.stat().st_mode & 0o777 == 0o700
    finally:
        machine.end()
        shutil.rmtree(machine.socket.parent, ignore_errors=True)


def test_it_opens_no_port(machine: Machine, remember: Callable[..., str]) -> None:
    remember("The billing job runs at 02:00.")
    pid = machine.warm_service()["pid"]
    targets = [os.readlink(handle) for handle in Path(f"/proc/{pid}/fd").iterdir()]
    own = {target[8:-1] for target in targets if target.startswith("socket:")}
    for table in ("tcp", "tcp6", "udp", "udp6"):
        lines = Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]
        assert not own & {line.split()[9] for line in lines}


def test_it_gets_of_the_environment_what_it_needs(machine: Machine) -> None:
    machine.environ.update(ANTHROPIC_API_KEY="x", PYTHONPATH="/evil", LD_PRELOAD="", AWS_PROFILE="x", LANG="C.UTF-8")
    pid = machine.start_service()["pid"]
    given = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
    names = {entry.split("=")[0] for entry in given if entry}
    assert names == set(allowed_environ(machine.environ, machine.paths))
    assert not names & {"ANTHROPIC_API_KEY", "PYTHONPATH", "LD_PRELOAD", "AWS_PROFILE", "CLAUDE_PID", "CLAUDECODE"}
    assert "LANG" in names


def test_it_holds_nothing_of_whoever_started_it(machine: Machine) -> None:
    code = "import sys; from hardwon.wire.starting import *; from hardwon.config.paths import *; "
    code += "e = environ_text(); start_service(Paths.from_environment(e), e, package_folders())"
    # Reading to the end of the pipe ends only when nobody holds its other end.
    subprocess.run(
        [sys.executable, "-c", code],
        env=machine.environ,
        check=True,
        stdout=subprocess.PIPE,
        timeout=30,
        close_fds=True,
    )
    status = until(machine.status)
    assert os.readlink(f"/proc/{status['pid']}/cwd") == "/"
    for number in (0, 1, 2):
        assert os.readlink(f"/proc/{status['pid']}/fd/{number}") == "/dev/null"


@pytest.mark.parametrize("idle_s", [0.2])
def test_it_leaves_when_nobody_needs_it(machine: Machine) -> None:
    del machine.environ["CLAUDE_PID"]
    pid = machine.start_service()["pid"]
    until(lambda: not is_alive(pid))
    assert not machine.socket.exists()
    assert not control.is_there(machine.paths, machine.environ)


@pytest.mark.parametrize("idle_s", [0.2])
def test_it_stays_while_a_client_that_it_heard_of_runs(machine: Machine) -> None:
    client = subprocess.Popen(["sleep", "60"])
    try:
        machine.environ["CLAUDE_PID"] = str(client.pid)
        pid = machine.start_service()["pid"]
        machine.hook("UserPromptSubmit", prompt="hello there")
        quiet_until = time.monotonic() + 1.0
        until(lambda: time.monotonic() > quiet_until)
        assert is_alive(pid)
    finally:
        client.kill()
        client.wait()
    until(lambda: not is_alive(pid))


@pytest.mark.parametrize("idle_s", [0.2])
def test_it_stays_while_a_connection_is_open(machine: Machine) -> None:
    machine.environ["CLAUDE_PID"] = ""
    pid = machine.start_service()["pid"]
    connection = machine.connect()
    quiet_until = time.monotonic() + 1.0
    until(lambda: time.monotonic() > quiet_until)
    assert is_alive(pid)
    connection.close()
    until(lambda: not is_alive(pid))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_asked_to_leave_it_leaves_at_once_although_a_connection_is_open(machine: Machine, number: int) -> None:
    pid = machine.start_service()["pid"]
    connection = machine.connect()
    begin = time.monotonic()
    os.kill(pid, number)
    until(lambda: not control.is_there(machine.paths, machine.environ))
    assert machine.start_service()["pid"] != pid
    assert time.monotonic() - begin < 2.0
    until(lambda: not is_alive(pid))
    connection.close()


def test_a_newer_client_makes_it_leave_and_an_older_one_does_not(machine: Machine) -> None:
    first = machine.start_service()["pid"]
    for version, protocol in (("0.0.1", PROTOCOL), (hardwon.__version__, PROTOCOL - 1)):
        connection = machine.connect()
        old = {**header("status", machine.paths, machine.environ), "version": version, "protocol": protocol}
        assert connection.ask(old, b"", 5.0) is None
        connection.close()
    assert is_alive(first)
    connection = machine.connect()
    new = {**header("status", machine.paths, machine.environ), "version": "999.0"}
    assert connection.ask(new, b"", 5.0) is None
    connection.close()
    until(lambda: not is_alive(first))


def test_when_the_installation_is_replaced_it_leaves(machine: Machine, tmp_path: Path) -> None:
    package = Path(hardwon.__file__).parent
    shutil.copytree(package, tmp_path / "site" / "hardwon", ignore=shutil.ignore_patterns("__pycache__"))
    process = machine.run_service(program=str(tmp_path / "site" / "hardwon" / "service" / "__main__.py"))
    until(machine.status)
    os.utime(tmp_path / "site" / "hardwon" / "__init__.py")
    assert process.wait(30) == 0
    assert process.stdout is not None
    process.stdout.close()


def test_a_client_of_other_data_is_refused(machine: Machine, tmp_path: Path) -> None:
    machine.start_service()
    connection = machine.connect()
    other = {**header("status", machine.paths, machine.environ), "data": str(tmp_path)}
    assert connection.ask(other, b"", 5.0) is None
    connection.close()
    assert machine.status() is not None


@pytest.mark.parametrize("data", [b"", b"\xff" * 64, b"GET / HTTP/1.1\r\n\r\n", b"\0\0\0\2\0\0\0\0[]", b"\0\0\0\1"])
def test_what_is_no_message_ends_the_connection_and_nothing_else(machine: Machine, data: bytes) -> None:
    machine.start_service()
    connection = machine.connect()
    connection.socket.sendall(data)
    connection.socket.shutdown(socket.SHUT_WR)
    connection.socket.settimeout(30)
    with contextlib.suppress(ConnectionResetError):
        assert connection.socket.recv(1) == b""
    connection.close()
    assert machine.status() is not None


def test_a_service_that_hangs_is_named_by_its_process(machine: Machine) -> None:
    pid = machine.start_service()["pid"]
    machine.stop_process(pid)
    assert machine.status() is None
    assert control.is_there(machine.paths, machine.environ)
    with pytest.raises(HardwonError, match=str(pid)):
        control.start(machine.paths, machine.environ, package_folders(), within_s=0.1)


def test_it_leaves_nothing_in_its_place(machine: Machine) -> None:
    machine.start_service()
    assert control.stop(machine.paths, machine.environ)
    assert not machine.socket.parent.exists()
    assert not control.stop(machine.paths, machine.environ)


def test_starts_and_stops_at_once_end_with_one_service_or_none(machine: Machine) -> None:
    def start(_: int) -> None:
        start_service(machine.paths, machine.environ, package_folders())

    def stop(_: int) -> None:
        control.stop(machine.paths, machine.environ)

    with ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(work, 0) for work in [start, stop, start] * 4]:
            done.result()
    machine.start_service()
    until(lambda: len(machine.processes()) == 1)


def test_a_purge_ends_the_service_and_what_it_was_doing(machine: Machine) -> None:
    install_plugin(machine.project, paths=machine.paths, environ=machine.environ)
    pid = machine.start_service()["pid"]
    person = {name: value for name, value in machine.environ.items() if not name.startswith("CLAUDE")}
    uninstall_plugin(machine.project, purge_data=True, paths=machine.paths, environ=person)
    assert not is_alive(pid)
    assert not machine.data.exists()
    assert not machine.socket.parent.exists()


def test_no_service_starts_while_its_data_are_deleted(machine: Machine) -> None:
    machine.data.mkdir(parents=True, exist_ok=True)
    with service_kept_out(machine.paths, machine.environ):
        assert start_service(machine.paths, machine.environ, package_folders()) == 0
    assert machine.start_service()["pid"] > 0


def test_looking_at_what_a_purge_would_delete_leaves_the_service_running(machine: Machine) -> None:
    install_plugin(machine.project, paths=machine.paths, environ=machine.environ)
    pid = machine.start_service()["pid"]
    person = {name: value for name, value in machine.environ.items() if not name.startswith("CLAUDE")}
    uninstall_plugin(machine.project, purge_data=True, dry_run=True, paths=machine.paths, environ=person)
    assert is_alive(pid)
