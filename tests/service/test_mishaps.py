"""What can go wrong around the service with real processes: nothing is lost, nothing doubled, nothing left behind."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import hardwon
from hardwon.store.integrity import examine
from hooks.client import LIBRARY
from processes import as_nobody
from server.raw import RawClient, text_of

from .running import Machine, is_alive, until
from .test_mcp import RULE, in_hand, locked, recalled, servers_of

BRIDGE = "import sys; sys.path[:0] = {folders!r}; from hardwon.server.bridge import main; sys.exit(main())"


@pytest.fixture
def bridge(machine: Machine) -> Iterator[Callable[..., RawClient]]:
    """Starts bridges, of the installation in a folder or of the tests' own; each is ended with the test."""
    started: list[RawClient] = []

    def start(site: Path | None = None) -> RawClient:
        code = BRIDGE.format(folders=[str(site), str(LIBRARY)])
        argv = [sys.executable, "-I", "-c", code] if site else None
        foreign = {name: "" for name in os.environ if name.startswith("CLAUDE")}
        client = RawClient(machine.project, {**foreign, **machine.environ}, argv)
        started.append(client)
        client.initialize()
        return client

    yield start
    for client in started:
        client.end()


def contents(machine: Machine) -> list[str]:
    """The texts of all versions there are."""
    return sorted(str(row[0]) for row in machine.rows("SELECT content FROM versions"))


def zombies_of(pid: int) -> list[int]:
    """Processes that a process started, that ended, and that it did not take leave of."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state == "Z" and int(parent) == pid:
            found.append(int(stat.parent.name))
    return found


def test_a_client_that_is_killed_with_a_write_in_hand_has_it_done_once_and_disturbs_nobody(
    machine: Machine, remember: Callable[..., str], bridge: Callable[..., RawClient]
) -> None:
    remember("Something that makes the store exist.")
    client, other = bridge(), bridge()
    recalled(client)
    holder = locked(machine.paths.project_db(machine.binding))
    try:
        client.request("tools/call", {"name": "memory_remember", "arguments": {"content": RULE}})
        until(lambda: in_hand(machine))
        client.process.kill()
        assert "Something" in recalled(other, "store exist")
        holder.execute("ROLLBACK")
    finally:
        holder.close()
    until(lambda: not in_hand(machine))
    assert contents(machine) == ["Something that makes the store exist.", RULE]
    assert RULE in recalled(other)
    until(lambda: (machine.status() or {})["clients"] == [os.getpid()])


def test_a_service_that_was_killed_is_there_again_within_two_seconds_and_leaves_no_zombie(
    machine: Machine, bridge: Callable[..., RawClient]
) -> None:
    client = bridge()
    client.call("memory_remember", content=RULE)
    took = []
    for _ in range(3):
        pid = (machine.status() or {})["pid"]
        began = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        until(lambda old=pid: not is_alive(old))
        assert machine.start_service()["pid"] != pid
        took.append(time.monotonic() - began)
        assert RULE in recalled(client)
    assert min(took) < 2.0, took
    until(lambda: not zombies_of(client.process.pid))


def test_a_full_disk_is_said_and_what_was_acknowledged_is_there(
    machine: Machine, bridge: Callable[..., RawClient]
) -> None:
    client = bridge()
    said = [
        text_of(client.call("memory_remember", content=f"Fact number {number} of module m{number}."))
        for number in range(5)
    ]
    assert all("Remembered" in text for text in said)
    pid = (machine.status() or {})["pid"]
    for room in (0, 4096, 60_000):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        result = client.call("memory_remember", content=f"{RULE} {room}")
        if not result.get("isError"):
            said.append(text_of(result))
        # With no room at all SQLite cannot even make the file that readers share: said, and never an empty answer.
        found = recalled(client, "fact of module m3")
        assert "Fact number 3" in found or "disk I/O error" in found
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert (machine.status() or {})["pid"] == pid
    assert len(said) < 8  # something had no room
    assert "Remembered" in text_of(client.call("memory_remember", content=RULE))
    assert len(contents(machine)) == len(said) + 1
    assert examine(machine.paths.project_db(machine.binding)).is_sound


def test_a_bridge_that_outlives_an_upgrade_goes_on_and_the_new_one_has_the_service(
    machine: Machine, tmp_path: Path, bridge: Callable[..., RawClient]
) -> None:
    site = tmp_path / "site"
    shutil.copytree(Path(hardwon.__file__).parent, site / "hardwon", ignore=shutil.ignore_patterns("__pycache__"))
    old = bridge(site)
    old.call("memory_remember", content="Before the upgrade ports began at 8000.")
    first = (machine.status() or {})["pid"]
    init = site / "hardwon" / "__init__.py"
    init.write_text(init.read_text().replace(hardwon.__version__, "99.0.0"))
    until(lambda: not is_alive(first))
    with ThreadPoolExecutor(2) as pool:
        late = pool.submit(old.call, "memory_remember", content="After the upgrade deploys go out on Mondays.")
        new = pool.submit(bridge, site).result(60)
        assert "Remembered" in text_of(late.result(60))
    assert new.initialize()["serverInfo"]["version"] == "99.0.0"
    assert "2 memories found" in recalled(new, "upgrade")
    assert "2 memories found" in recalled(old, "upgrade")
    assert len(contents(machine)) == 2
    assert (len(servers_of(old)), servers_of(new)) == (1, [])


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be somebody else")
def test_another_user_who_reaches_the_socket_is_not_answered(machine: Machine) -> None:
    place = Path(f"/tmp/hwt-other-{os.getpid()}")
    machine.environ["HARDWON_SOCKET"] = str(place / "s.sock")
    machine.start_service()
    place.chmod(0o755)
    (place / "s.sock").chmod(0o666)

    def knock() -> str:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10)
            connection.connect(str(place / "s.sock"))
            try:
                connection.sendall(b"\0\0\0\x10\0\0\0\0" + b'{"op": "status"}')
                return repr(connection.recv(1))
            except OSError:
                return "b''"

    try:
        assert as_nobody(knock) == "b''"
        place.chmod(0o700)
        assert machine.status() is not None
    finally:
        place.chmod(0o700)
