"""The edge of the program: exit statuses, streams, what is said when things go wrong, and what is logged."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hardwon import __version__
from hardwon.cli import entry

from .conftest import Mem


def test_without_arguments_the_help_explains_how_to_begin(mem: Mem) -> None:
    said = mem()
    for word in ("mem add", "mem search", "mem outcome", "mem install-plugin", "Remember and judge:"):
        assert word in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert mem("--help").out == mem("help").out == said.out
    assert mem("help", "add").out == mem("add", "-h").out


def test_version(mem: Mem) -> None:
    assert mem("--version").out == f"mem {__version__}\n"


def test_a_command_that_is_none_is_answered_with_one_like_it(mem: Mem) -> None:
    said = mem("serch", status=2)
    assert said.err.splitlines()[0] == "mem: there is no command 'serch'"
    assert "did you mean `mem search`?" in said.err
    assert said.out == ""


@pytest.mark.parametrize("words", [("add",), ("show",), ("outcome", "abc"), ("list", "--limit", "x"), ("serve",)])
def test_a_wrong_call_is_2_with_the_usage(mem: Mem, words: tuple[str, ...]) -> None:
    said = mem(*words, status=2)
    assert said.err.startswith("mem: ")
    assert f"mem {words[0]} --help" in said.err


def test_a_failure_is_1_with_what_is_wrong_and_what_to_do(mem: Mem) -> None:
    lines = mem("show", "zzz", status=1).err.splitlines()
    assert lines == ["mem: no memory's id begins with 'zzz'", "     `mem list` shows the ids"]


def test_a_failure_with_json_is_one_object_too(mem: Mem) -> None:
    told = mem("show", "zzz", "--json", status=1).data["error"]
    assert (told["kind"], told["message"]) == ("NotFound", "no memory's id begins with 'zzz'")
    assert told["hint"] == "`mem list` shows the ids"
    for words in (("show",), ("list", "--nonsense"), ("serch",)):
        assert mem(*words, "--json", status=2).data["error"]["kind"] == "UsageError"


def test_the_real_program_answers_and_leaves_the_right_status(shell: Mem) -> None:
    assert shell("add", "ports begin at 8000").out.startswith("Remembered ")
    assert "ports begin" in shell("search", "ports").out
    shell("show", "zzz", status=1)
    shell("show", status=2)
    shell("--version")


def test_a_reader_that_has_enough_is_no_error(mem: Mem) -> None:
    for number in range(40):
        mem("add", f"memory number {number} " + "x" * 4000)
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "hardwon.cli", "list"], stdout=writing, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    os.close(writing)
    os.close(reading)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")


def test_a_closed_output_is_said_before_anything_is_done(shell: Mem) -> None:
    said = shell("add", "never stored", status=1, preexec_fn=lambda: os.close(1), stdout=None)
    assert said.err.splitlines()[0] == "mem: standard output is closed"
    assert shell("list").out == ""


def test_a_closed_input_and_a_closed_error_output_are_survived(shell: Mem) -> None:
    said = shell("add", "-", status=1, preexec_fn=lambda: os.close(0), stdin=None)
    assert "standard input is closed" in said.err
    assert shell("add", "text", preexec_fn=lambda: os.close(2), stderr=None).out.startswith("Remembered")
    shell("show", "zzz", status=1, preexec_fn=lambda: os.close(2), stderr=None)
    shell("list", preexec_fn=lambda: (os.close(0), os.close(2)), stdin=None, stderr=None)


def test_a_full_disk_behind_the_output_is_named(shell: Mem) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    shell("add", "text")
    with open("/dev/full", "wb") as full:
        said = shell("list", "--json", status=1, stdout=full)
    assert said.err == "mem: reading or writing failed: No space left on device\n"


def test_an_interrupt_is_130_and_quiet(project: Path) -> None:
    typing, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hardwon.cli", "add", "-"],
        stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # A test run that was started in the background may have inherited an ignored interrupt.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"Type the text")  # it waits for the person now
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    os.close(typing)
    os.close(terminal)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_texts_pass_in_a_plain_locale(shell: Mem) -> None:
    plain = {"LANG": "C", "LC_ALL": "C"}
    shell("add", "é ünï 用户", env=plain)
    assert shell("list", env=plain).out.endswith("é ünï 用户\n")
    strict = {**plain, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert "? ?n? ??" in shell("list", env=strict).out
    assert "\\u7528" in shell("list", "--json", env=strict).out
    assert "用户" in shell("export", env=strict).out


@pytest.mark.parametrize("home", ["/proc/nowhere", "/dev/null"])
def test_a_home_that_cannot_be_written_is_named(shell: Mem, home: str) -> None:
    env = {"HOME": home, "HARDWON_HOME": "", "XDG_DATA_HOME": ""}
    said = shell("add", "text", status=1, env=env)
    assert said.err.startswith(f"mem: {home}/")
    assert "cannot be written" in said.err
    assert "HARDWON_HOME" in said.err
    assert shell("list", env=env).err == "No memories here yet.\n"


def test_no_home_at_all_is_survived(shell: Mem) -> None:
    env = {key: value for key, value in os.environ.items() if key != "HOME"}
    done = subprocess.run([sys.executable, "-m", "hardwon.cli", "list"], env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"No memories here yet.\n")


def test_a_user_without_a_home_folder_is_told_to_set_one(mem: Mem, monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def nobody(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.delenv("HOME")
    assert mem("list", status=1).err.splitlines() == [
        "mem: there is no home folder",
        "     set HOME to an absolute path",
    ]


def test_a_deleted_working_folder_is_survived(shell: Mem, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f'cd "{gone}" && rmdir "{gone}" && exec "{sys.executable}" -m hardwon.cli list'
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def foreign(path: Path) -> None:
    """A database of some other program."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()


COMMANDS = (("add", "text"), ("search", "text"), ("list",), ("stats",), ("context",), ("export",), ("show", "abc"))


@pytest.mark.parametrize("words", COMMANDS)
def test_a_foreign_database_is_refused_and_not_touched(mem: Mem, tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "foreign.db"
    foreign(file)
    before = file.read_bytes()
    said = mem(*words, status=1, env={"HARDWON_DB": str(file)})
    assert "a database of another program" in said.err
    assert said.out == ""
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) != []
    assert not list(tmp_path.glob("foreign.db-*"))


@pytest.mark.parametrize("words", COMMANDS)
def test_a_damaged_store_is_said_to_be_damaged_never_empty(mem: Mem, home: Path, words: tuple[str, ...]) -> None:
    mem("add", "ports begin at 8000")
    file = next(home.glob("data/projects/*/memory.db"))
    file.write_bytes(b"not a database at all" * 400)
    said = mem(*words, status=1)
    assert "is damaged" in said.err
    assert "mem doctor --repair" in said.err
    assert said.out == ""


def test_a_newer_store_asks_for_an_upgrade(mem: Mem, home: Path) -> None:
    mem("add", "text")
    file = next(home.glob("data/projects/*/memory.db"))
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    for words in COMMANDS:
        assert "upgrade" in mem(*words, status=1).err


def test_a_locked_store_is_said_to_be_locked_and_can_still_be_read(
    mem: Mem, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hardwon.engine import stores

    mem("add", "ports begin at 8000")
    monkeypatch.setattr(stores.Stores.__init__, "__kwdefaults__", {"busy_ms": 30})
    # From another process: within one, POSIX locks keep nobody out.
    holding = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE');"
        "print('held', flush=True); sys.stdin.read()"
    )
    file = next(home.glob("data/projects/*/memory.db"))
    holder = subprocess.Popen([sys.executable, "-c", holding, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    try:
        said = mem("add", "another", status=1)
        assert "is locked by another process" in said.err
        assert "try again" in said.err
        assert "ports" in mem("search", "ports").out
    finally:
        holder.communicate(timeout=30)
    mem("add", "another")


def boom(*_: object, **__: object) -> None:
    """Fails with words that must not be logged."""
    raise KeyError("the stored secret words")


def test_what_nobody_expected_is_one_line_and_a_log_without_content(
    mem: Mem, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hardwon.engine import searching

    monkeypatch.setattr(searching, "recall", boom)
    said = mem("search", "some words", status=1)
    assert said.err.splitlines()[0] == "mem: something went wrong inside Hardwon (KeyError)"
    log = home / "data/logs/cli.log"
    assert str(log) in said.err
    text = log.read_text()
    assert "KeyError" in text and "test_entry.py" in text
    assert "secret words" not in text and "some words" not in text
    assert log.stat().st_mode & 0o777 == 0o600
    assert mem("search", "x", "--json", status=1).data["error"]["kind"] == "KeyError"


def test_in_development_the_whole_of_it_is_shown(home: Path, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from hardwon.engine import searching

    monkeypatch.setattr(searching, "recall", boom)
    said = CliRunner().invoke(entry.program, ["search", "x"], env={"HARDWON_ENV": "development"})
    assert "Traceback" in said.stderr and "the stored secret words" in said.stderr
    assert "secret words" not in (home / "data/logs/cli.log").read_text()


def test_a_missing_library_is_named(mem: Mem, monkeypatch: pytest.MonkeyPatch) -> None:
    from hardwon.engine import searching

    def missing(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'apsw'", name="apsw")

    monkeypatch.setattr(searching, "recall", missing)
    assert mem("search", "x", status=1).err.splitlines()[0] == "mem: the library apsw is missing"


def test_the_log_tells_how_calls_ended_when_asked_to(mem: Mem, home: Path) -> None:
    env = {"HARDWON_LOG_LEVEL": "INFO"}
    mem("add", "quite secret words", env=env)
    mem("show", "zzz", status=1, env=env)
    mem("config", "set", "env", "testing", status=1, env=env)
    lines = (home / "data/logs/cli.log").read_text().splitlines()
    assert [line.split(" after")[0].split("INFO ")[1] for line in lines] == [
        "add: status 0",
        "show: status 1",
        "config: status 1",
    ]
    assert "secret" not in "".join(lines)


def test_by_default_nothing_is_logged_of_a_call_that_went_well(mem: Mem, home: Path) -> None:
    mem("add", "text")
    mem("show", "zzz", status=1)
    assert not (home / "data/logs").exists()


def test_the_log_does_not_grow_without_end(home: Path, project: Path) -> None:
    from hardwon.cli import log
    from hardwon.cli.door import Door

    door = Door(dict(os.environ))
    for _ in range(30):
        log.note(door, "ERROR", "x" * 100_000)
    files = sorted((home / "data/logs").iterdir())
    assert [file.name for file in files] == ["cli.log", "cli.log.1"]
    assert all(file.stat().st_size < 800_000 and file.stat().st_mode & 0o777 == 0o600 for file in files)


def test_a_log_that_cannot_be_written_stops_nothing(mem: Mem, home: Path) -> None:
    mem("add", "text")
    (home / "data/logs").write_text("in the way")
    mem("list", env={"HARDWON_LOG_LEVEL": "DEBUG"})


def test_both_names_are_one_program() -> None:
    import tomllib

    root = Path(__file__).resolve().parents[2]
    scripts = tomllib.loads((root / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts["mem"] == scripts["hardwon"] == "hardwon.cli:main"


def test_json_of_an_error_is_never_mixed_with_an_answer(mem: Mem) -> None:
    out = mem("export", "--json", status=2).out
    assert json.loads(out)["error"]
