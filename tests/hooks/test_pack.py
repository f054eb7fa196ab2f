"""The pack makes hooks quicker and changes nothing else: stale, damaged or missing, hooks do without it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import hardwon
from hardwon.hooks.pack import pack_file

from .client import LIBRARY, Client


class Copy:
    """A copy of the package in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        shutil.copytree(
            Path(hardwon.__file__).parent, folder / "hardwon", ignore=shutil.ignore_patterns("*.pack", "_bundle")
        )
        self.launcher = folder / "hardwon" / "hooks" / "launcher.py"
        self.pack = Path(pack_file(str(folder)))

    def run(
        self, event: str, data: bytes, environ: dict[str, str], *options: str
    ) -> subprocess.CompletedProcess[bytes]:
        argv = [sys.executable, *options, "-I", "-S", str(self.launcher), str(LIBRARY), event]
        return subprocess.run(argv, input=data, env=environ, capture_output=True, check=True)

    def write(self, environ: dict[str, str]) -> None:
        self.run("pack", b"", environ)
        assert self.pack.exists()


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path / "copy")


@pytest.fixture
def asked(client: Client) -> bytes:
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00.")
    return client.payload("UserPromptSubmit", prompt="when does the billing job run?")


def answer(client: Client, copy: Copy, data: bytes) -> bytes:
    out = copy.run("UserPromptSubmit", data, client.environ).stdout
    shutil.rmtree(client.data / "spool")  # as if never asked
    return out


def test_hooks_import_from_the_pack(client: Client, copy: Copy, asked: bytes) -> None:
    without = answer(client, copy, asked)
    copy.write(client.environ)
    for place in (copy.root / "hardwon").rglob("*.pyc"):
        place.write_bytes(b"not read")
    assert answer(client, copy, asked) == without != b""
    verbose = copy.run("PostToolUse", client.payload("PostToolUse"), client.environ, "-v").stderr.decode()
    packed = [line for line in verbose.splitlines() if line.startswith("import 'hardwon.") and "PackFinder" in line]
    assert len(packed) > 8


def test_a_changed_module_is_read_from_its_source(client: Client, copy: Copy, asked: bytes) -> None:
    copy.write(client.environ)
    source = copy.root / "hardwon" / "hooks" / "prompts.py"
    source.write_text(source.read_text() + "\n\ndef is_trivial(prompt: str) -> bool:\n    return True\n")
    assert answer(client, copy, asked) == b""
    copy.write(client.environ)
    assert answer(client, copy, asked) == b""


def test_a_module_that_is_gone_is_not_brought_back(client: Client, copy: Copy, asked: bytes) -> None:
    copy.write(client.environ)
    (copy.root / "hardwon" / "hooks" / "prompts.py").unlink()
    assert answer(client, copy, asked) == b""


def test_the_digester_writes_the_pack_and_renews_a_stale_one(client: Client, copy: Copy) -> None:
    assert not copy.pack.exists()
    copy.run("Stop", client.payload("Stop"), client.environ)
    client.settle()
    first = copy.pack.read_bytes()
    copy.run("Stop", client.payload("Stop"), client.environ)
    client.settle()
    assert copy.pack.read_bytes() == first
    source = copy.root / "hardwon" / "hooks" / "entry.py"
    source.write_text(source.read_text() + "\n# changed\n")
    copy.run("Stop", client.payload("Stop"), client.environ)
    client.settle()
    assert copy.pack.read_bytes() != first


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:-1],
    "cut in the index": lambda data: data[:400],
    "longer": lambda data: data + b"x",
    "of another interpreter": lambda data: b"\0\0\0\0" + data[4:],
    "no length": lambda data: data[:4] + b"-1234567" + data[12:],
    "no index": lambda data: data[:12] + b"\xff" * (len(data) - 12),
    "something else": lambda data: data[:4] + b"00000001" + b"N",
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_pack_is_not_used(client: Client, copy: Copy, asked: bytes, kind: str) -> None:
    copy.write(client.environ)
    copy.pack.write_bytes(DAMAGE[kind](copy.pack.read_bytes()))
    assert b"02:00" in answer(client, copy, asked)


def test_where_no_pack_can_be_written_hooks_do_without(client: Client, copy: Copy, asked: bytes) -> None:
    shutil.rmtree(copy.pack.parent, ignore_errors=True)
    copy.pack.parent.write_text("no folder")
    copy.run("Stop", client.payload("Stop"), client.environ)
    client.settle()
    assert b"02:00" in answer(client, copy, asked)
