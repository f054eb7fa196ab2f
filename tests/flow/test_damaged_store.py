"""A store that cannot be used, seen through every door: hooks are silent and lose nothing, the command line and MCP say
what is wrong and how to go on, and after the repair everything is as if nothing had happened."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import apsw
import pytest
from click.testing import CliRunner, Result

from hardwon.cli.entry import program
from hooks.client import Client
from processes import Child
from server.raw import RawClient, text_of
from stores import fill, overwrite, pages_of
from workbench import Bench

PAGE = 4096
MEMORIES = 60
HOOK_MS = 2000  # one alone takes some 30 ms; on a busy machine more


def noise(length: int) -> bytes:
    return random.Random(length).randbytes(length)


def sql(path: Path, *statements: str) -> None:
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(statement).fetchall()
    connection.close()


def page_of(name: str) -> Callable[[Path], None]:
    return lambda path: overwrite(path, pages_of(path, name)[-1] * PAGE, noise(PAGE))


def root_of_versions(path: Path) -> None:
    root = pages_of(path, "versions")[0]
    assert path.read_bytes()[root * PAGE] == 5  # an interior page
    overwrite(path, root * PAGE, noise(PAGE))


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def log_of_noise(path: Path) -> None:
    Path(f"{path}-wal").write_bytes(noise(20_000))


def gone_but_its_log(path: Path) -> None:
    """As when somebody removes the file while it is in use."""

    def work(send: Callable[[str], None]) -> None:
        connection = apsw.Connection(str(path))
        connection.execute("VACUUM")
        connection.execute("UPDATE cursors SET line = 3")
        os.kill(os.getpid(), 9)

    Child(work).wait()
    path.unlink()


@dataclass(frozen=True)
class Damage:
    """One kind of damage.

    Attributes:
        do: what does it, given the database file.
        left: how many memories can be read after the repair, at least.
        opens: whether some of it can be read before too; then hooks may have something to say, and events be stored.
        says: words of what is said of it.
    """

    do: Callable[[Path], object]
    left: int
    opens: bool = False
    says: str = "damaged"


DAMAGE = {
    "zero length": Damage(lambda path: path.write_bytes(b""), 0),
    "a header of noise": Damage(lambda path: overwrite(path, 0, noise(100)), MEMORIES),
    "a first page of noise": Damage(lambda path: overwrite(path, 0, noise(PAGE)), MEMORIES),
    "cut": Damage(lambda path: os.truncate(path, path.stat().st_size * 4 // 5 + 50), 10),
    "a leaf of noise": Damage(page_of("versions"), 30, opens=True),
    "an interior page of noise": Damage(root_of_versions, MEMORIES, opens=True),
    "an index page of noise": Damage(page_of("memory_fts_data"), MEMORIES, opens=True),
    "a word index without its words": Damage(
        lambda path: sql(path, "DELETE FROM memory_fts_data WHERE id > 10"), MEMORIES, opens=True
    ),
    "missing tables": Damage(
        lambda path: sql(path, "DROP TABLE outcomes", "DROP TABLE counters"), MEMORIES, opens=True
    ),
    "a folder in its place": Damage(folder, 0),
    "a log of noise": Damage(log_of_noise, MEMORIES),
    "only its log is left": Damage(gone_but_its_log, MEMORIES),
}  # fmt: skip


@dataclass
class Doors:
    """Every way to a store: the person's shell, the client's hooks, MCP."""

    bench: Bench
    client: Client

    @property
    def file(self) -> Path:
        return self.bench.file

    def mem(self, *args: str) -> Result:
        """A command in the person's shell."""
        begun = time.monotonic()
        result = CliRunner().invoke(program, list(args))
        assert time.monotonic() - begun < 20
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    def hooks(self, *, silent: bool = True) -> int:
        """Run hooks of a session; how many events they have to tell."""
        events: list[tuple[str, dict[str, object]]] = [
            ("SessionStart", {"source": "startup"}),
            ("UserPromptSubmit", {"prompt": "on which port does service7 listen?"}),
            ("PostToolUse", {"tool_name": "Bash", "tool_use_id": "one"}),
            ("PostToolUseFailure", {"tool_name": "Bash", "tool_use_id": "two", "error": "Exit code 1"}),
            ("Stop", {}),
        ]
        for event, fields in events:
            ran = self.client.hook(event, **fields)
            assert ran.out == "" or not silent
            assert ran.ms < HOOK_MS
        self.client.settle()
        return len(events)

    def told(self) -> list[tuple[str, str, str]]:
        """The events in the store that these hooks told."""
        return sorted(event for event in self.client.events() if event[0] == "session-1")

    def next_session(self) -> None:
        """A later session begins, whose hooks take in what was left."""
        for path in self.client.waiting():
            path.rename(path.with_name(f"{int(path.name[:16]) - 120_000_000:016d}{path.name[16:]}"))
        self.client.hook("SessionStart", source="startup", session_id="session-2")
        self.client.settle()
        self.client.hook("SessionEnd", session_id="session-2")
        self.client.settle()


@pytest.fixture
def doors(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Doors]:
    """A project with memories; its folder is the working folder."""
    bench = Bench.at(home)
    fill(bench, MEMORIES)
    monkeypatch.chdir(bench.project)
    client = Client(home, bench.project)
    yield Doors(bench, client)
    client.settle()


EVERY_EVENT = ["PostToolUse", "PostToolUseFailure", "SessionStart", "Stop", "UserPromptSubmit"]


def check_commands(doors: Doors, says: str) -> None:
    for args in (
        ("search", "service7 port"),
        ("list",),
        ("context", "service7 port"),
        ("add", "something new"),
        ("stats",),
    ):
        result = doors.mem(*args)
        assert result.exit_code == 1, args
        assert result.stdout == ""
        assert says in result.stderr and str(doors.file) in result.stderr, (args, result.stderr)
        assert result.stderr.count("\n") == 2, "what is wrong, and what to do"
    result = doors.mem("search", "service7 port", "--json")
    assert result.exit_code == 1 and '"error"' in result.stdout


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_store_is_told_at_every_door_and_repaired(doors: Doors, kind: str) -> None:
    damage = DAMAGE[kind]
    damage.do(doors.file)
    before = doors.file.read_bytes() if doors.file.is_file() else None

    count = doors.hooks(silent=not damage.opens)
    if damage.opens:
        searched = doors.mem("search", "service7 port")
        assert searched.exit_code == 1 and searched.stdout == ""
        assert "damaged" in searched.stderr and "mem doctor --repair" in searched.stderr
    else:
        assert len(doors.client.waiting()) == count
        check_commands(doors, damage.says)
    doctor = doors.mem("doctor")
    assert doctor.exit_code == 1
    assert "BAD  store" in doctor.stdout and "mem doctor --repair" in doctor.stdout

    repaired = doors.mem("doctor", "--repair", "--yes")
    assert repaired.exit_code == 0, repaired.stdout
    assert "the damaged file is kept as" in repaired.stdout
    kept = [path for path in doors.file.parent.iterdir() if ".damaged-" in path.name]
    assert kept
    if before is not None and not damage.opens:
        assert before in [path.read_bytes() for path in kept]
    assert doors.mem("doctor").exit_code == 0
    with doors.bench.engine() as engine:
        assert engine.list(status="all", limit=1)[1] >= damage.left

    doors.next_session()
    assert [event for _, event, _ in doors.told()] == EVERY_EVENT, doors.told()
    assert doors.client.waiting() == []
    assert doors.mem("add", "and it goes on").exit_code == 0
    assert doors.mem("search", "and it goes on").exit_code == 0


def test_a_row_that_cannot_be_read_is_damage_too(doors: Doors) -> None:
    sql(doors.file, "UPDATE versions SET tags = 'no json', files = '[' WHERE content LIKE '%service7 %'")
    doors.hooks()
    for args in (("list", "--limit", "100"), ("search", "service7 port")):
        result = doors.mem(*args)
        assert result.exit_code == 1
        assert "damaged" in result.stderr and "mem doctor --repair" in result.stderr
    assert doors.mem("doctor").exit_code == 1
    assert doors.mem("doctor", "--repair", "--yes").exit_code == 0
    assert "service7" in doors.mem("search", "service7 port").stdout
    doors.next_session()
    assert [event for _, event, _ in doors.told()] == EVERY_EVENT, doors.told()


UNTOUCHED = {
    "another program's": Damage(lambda path: sql(path, "PRAGMA application_id = 7"), 0, says="another program"),
    "a newer version's": Damage(lambda path: sql(path, "PRAGMA user_version = 99"), 0, says="newer version"),
}


@pytest.mark.parametrize("kind", UNTOUCHED)
def test_a_store_that_is_not_ours_to_change_is_told_and_left_alone(doors: Doors, kind: str) -> None:
    whole = doors.file.read_bytes()
    UNTOUCHED[kind].do(doors.file)
    before = doors.file.read_bytes()
    doors.hooks()
    check_commands(doors, UNTOUCHED[kind].says)
    assert doors.mem("doctor").exit_code == 1
    repaired = doors.mem("doctor", "--repair", "--yes")
    assert repaired.exit_code == 1
    assert "left as it is" in repaired.stdout
    assert doors.file.read_bytes() == before

    doors.file.write_bytes(whole)
    doors.next_session()
    assert [event for _, event, _ in doors.told()] == EVERY_EVENT, doors.told()


def test_a_locked_store_is_told_and_nothing_of_it_lost(doors: Doors) -> None:
    begin, end = os.pipe()

    def work(send: Callable[[str], None]) -> None:
        os.close(end)
        connection = apsw.Connection(str(doors.file))
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE counters SET value = value")
        send("held")
        os.read(begin, 1)

    holder = Child(work)
    os.close(begin)
    assert os.read(holder.out, 100) == b"held\n"
    for event in ("UserPromptSubmit", "PostToolUse"):
        ran = doors.client.hook(event, prompt="on which port does service7 listen?", tool_use_id="one")
        assert ran.out == "" and ran.ms < HOOK_MS
    for args in (("search", "service7"), ("add", "something new")):
        result = doors.mem(*args)
        assert result.exit_code == 1
        assert "locked by another process" in result.stderr and "again" in result.stderr
    doctor = doors.mem("doctor")
    assert doctor.exit_code == 1 and "locked" in doctor.stdout
    repaired = doors.mem("doctor", "--repair", "--yes")
    assert repaired.exit_code == 1
    os.close(end)
    holder.wait()

    doors.next_session()
    assert [event for _, event, _ in doors.told()] == ["PostToolUse", "UserPromptSubmit"]
    assert [path.name for path in doors.file.parent.iterdir() if ".damaged-" in path.name] == []
    assert doors.mem("doctor").exit_code == 0


# Linux: PR_CAPBSET_DROP of CAP_DAC_OVERRIDE, which holds from the next program on.
WITHOUT_RIGHTS = "import ctypes, os, sys; ctypes.CDLL(None).prctl(24, 1, 0, 0, 0); os.execv(sys.argv[1], sys.argv[1:])"


def test_a_store_that_may_only_be_read_is_told(doors: Doors) -> None:
    """Run without the rights that let root write anywhere."""
    argv = [sys.executable, "-c", WITHOUT_RIGHTS, sys.executable, "-m", "hardwon.cli"]

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*argv, *args], capture_output=True, text=True, timeout=60, check=False)

    doors.file.chmod(0o400)
    doors.file.parent.chmod(0o500)
    try:
        found = run("search", "service7 port")
        assert found.returncode == 0 and "service7" in found.stdout
        added = run("add", "something new")
        assert added.returncode == 1 and "cannot be written" in added.stderr and "write access" in added.stderr
        doctor = run("doctor")
        assert doctor.returncode == 1 and "cannot be written" in doctor.stdout
    finally:
        doors.file.parent.chmod(0o700)
        doors.file.chmod(0o600)


@pytest.mark.parametrize("kind", ["zero length", "a leaf of noise"])
def test_an_mcp_server_tells_of_damage_and_goes_on_after_the_repair(doors: Doors, kind: str) -> None:
    server = RawClient(doors.bench.project, {"CLAUDECODE": "1"})
    try:
        server.initialize()
        assert "service7" in text_of(server.call("memory_recall", query="on which port does service7 listen"))
        DAMAGE[kind].do(doors.file)
        for result in (server.call("memory_recall", query="service7 port"), server.call("memory_list")):
            assert result["isError"] is True
            assert "damaged" in text_of(result) and "mem doctor --repair" in text_of(result)
        assert doors.mem("doctor", "--repair", "--yes").exit_code == 0
        kept = server.call("memory_remember", content="The quokka lever sticks")
        assert not kept.get("isError"), text_of(kept)
        assert "quokka" in text_of(server.call("memory_recall", query="quokka lever"))
        assert server.leave() == 0
    finally:
        server.end()
        doors.mem("service", "stop")
    assert doors.mem("doctor").exit_code == 0
