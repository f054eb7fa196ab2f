"""Kept conversations: redacted, listed, removable, and none unless asked for."""

from __future__ import annotations

import gzip
from pathlib import Path

from tests.hosts.lines import Lines

from hardwon.engine import Engine
from hardwon.engine.transcripts import drop_old, keep

from .conftest import Mem

DAY_MS = 86_400_000


def kept(engine: Engine, tmp_path: Path, lines: Lines) -> str:
    return keep(engine, str(lines.write(tmp_path / "t.jsonl")), "s-1")


def test_a_kept_conversation_is_redacted_listed_shown_and_removed(mem: Mem, engine: Engine, tmp_path: Path) -> None:
    assert "keep_transcripts" in mem("transcripts").out
    lines = Lines().person("The admin password is blue-horse-42. <private>Initech</private> Fix the parser.")
    lines.bash("cat .env", "DEBUG=1").agent("I fixed the parser.")
    with engine:
        path = Path(kept(engine, tmp_path, lines))
    text = gzip.decompress(path.read_bytes()).decode()
    assert "fixed the parser" in text
    assert not any(word in text for word in ("blue-horse", "Initech", "DEBUG"))
    assert path.stat().st_mode & 0o777 == 0o600
    (one,) = mem("transcripts", "--json").data["transcripts"]
    assert one["session_id"] == "s-1"
    assert "assistant: I fixed the parser." in mem("transcripts", "show", one["name"]).out
    assert "only a person" in mem("transcripts", "remove", one["name"], "--yes", status=1, env={"CLAUDECODE": "1"}).err
    assert mem("transcripts", "remove", one["name"], "--yes").out == "1 transcript removed.\n"
    assert mem("transcripts", "--json").data["transcripts"] == []
    assert "0 kept transcripts" in mem("transcripts", "show", "x", status=1).err


def test_the_next_compaction_keeps_only_what_is_new_and_old_ones_go(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().person("Fix the parser.")
    with engine:
        first = Path(kept(engine, tmp_path, lines))
        assert kept(engine, tmp_path, lines) == ""
        old = first.with_name(f"{engine.clock() - 31 * DAY_MS:013d}-s-1.jsonl.gz")
        first.rename(old)
        second = Path(kept(engine, tmp_path, lines.person("Now the lexer.")))
        assert b"parser" not in gzip.decompress(second.read_bytes())
        assert drop_old(engine) == 1
        assert not old.exists() and second.exists()
