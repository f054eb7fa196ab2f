"""`mem export` and `mem import`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from .conftest import Mem


@pytest.fixture
def stocked(mem: Mem) -> Mem:
    """The program, with a few memories and outcomes stored."""
    id = mem("add", "ports begin at 8000", "--tag", "net", "--key", "k", "--json").data["id"]
    mem("edit", id, "ports begin at 9000 — 端口")
    mem("outcome", id, "worked", "--note", "came up")
    mem("add", "I like short names", "--user", "-c", "preference")
    mem("forget", mem("add", "an old thing", "--json").data["id"])
    return mem


def test_what_is_exported_comes_back_byte_for_byte_in_an_empty_store(stocked: Mem, tmp_path: Path) -> None:
    first = stocked("export").out
    (tmp_path / "lines.jsonl").write_text(first, encoding="utf-8")
    elsewhere = {"HARDWON_HOME": str(tmp_path / "other")}
    said = stocked("import", str(tmp_path / "lines.jsonl"), "--json", env=elsewhere).data
    assert (said["added"], said["refused"]) == (3, 0)
    assert stocked("export", env=elsewhere).out == first
    assert len(first.splitlines()) == 3


def test_export_to_a_file_writes_it_whole_and_private(stocked: Mem, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    assert stocked("export", str(file)).out == f"Wrote 3 memories to {file}.\n"
    assert file.read_text(encoding="utf-8") == stocked("export").out
    assert file.stat().st_mode & 0o777 == 0o600
    assert stocked("export", str(file), "--json").data == {"file": str(file), "memories": 3}
    assert os.listdir(tmp_path) == ["shop", "out.jsonl"] or set(os.listdir(tmp_path)) == {"shop", "out.jsonl"}


def test_export_where_nothing_can_be_written_names_the_place(stocked: Mem) -> None:
    said = stocked("export", "/nowhere/at/all.jsonl", status=1)
    assert said.err.startswith("mem: /nowhere/at/all.jsonl: ")
    assert "No such file or directory" in said.err


def test_import_reads_standard_input(stocked: Mem) -> None:
    line = json.dumps({"content": "from elsewhere"})
    assert stocked("import", input=line + "\n").out.startswith("1 added, ")
    assert stocked("import", "-", input="\ufeff" + line + "\r\n\r\n").out.startswith("0 added, 0 updated, 1 unchanged")


def test_a_line_that_is_no_memory_is_named_and_the_others_are_stored(mem: Mem) -> None:
    lines = b'{"content": "good"}\nnot json\n\xff\xfe\n{"content": ""}\n{"content": "good too"}\n[1]\n'
    said = mem("import", input=lines, status=1)
    assert said.out == "2 added, 0 updated, 0 unchanged, 0 kept, 4 refused.\n"
    assert [line.split(":")[0] for line in said.err.splitlines()] == ["line 2", "line 3", "line 4", "line 6"]


def test_a_line_without_end_is_refused_and_the_next_one_read(mem: Mem) -> None:
    lines = b'{"content": "' + b"x" * 11_000_000 + b'"}\n{"content": "good"}\n'
    said = mem("import", "--json", input=lines, status=1).data
    assert (said["added"], said["refused"]) == (1, 1)


def test_an_import_is_trusted_as_one_unless_a_person_says_otherwise(mem: Mem) -> None:
    line = json.dumps({"content": "use tabs", "trust": "user"})
    mem("import", input=line)
    assert mem("list", "--json").data["memories"][0]["trust"] == "import"
    other = json.dumps({"content": "use spaces", "trust": "user"})
    said = mem("import", "--trust", input=other, status=1)
    assert "--yes" in said.err
    said = mem("import", "--trust", "--yes", input=other, status=1, env={"CLAUDECODE": "1"})
    assert "only a person" in said.err
    mem("import", "--trust", "--yes", input=other)
    assert mem("list", "--json").data["memories"][0]["trust"] == "user"


def test_an_agent_cannot_import_a_record(mem: Mem) -> None:
    outcome = {"id": "o1", "key": "k1", "verdict": "worked", "at": 1_700_000_000_000, "source": "person"}
    line = json.dumps({"content": "restart it twice", "outcomes": [outcome]})
    mem("import", input=line, env={"CLAUDECODE": "1"})
    id = mem("list", "--json").data["memories"][0]["id"]
    assert mem("show", id, "--json").data["record"]["worked"] == 0


def test_what_was_forgotten_here_stays_forgotten(mem: Mem) -> None:
    mem("add", "an old thing")
    lines = mem("export").out
    id = mem("list", "--json").data["memories"][0]["id"]
    mem("forget", id)
    assert mem("import", "--json", input=lines).data["kept"] == 1
    assert mem("show", id, "--json").data["status"] == "archived"


@pytest.mark.parametrize("file", ["/nowhere/at/all.jsonl", "."])
def test_a_file_that_cannot_be_read_is_named(mem: Mem, file: str) -> None:
    assert mem("import", file, status=1).err.startswith(f"mem: {file}")


def test_export_with_json_wants_a_file(mem: Mem) -> None:
    said = mem("export", "--json", status=2)
    assert json.loads(said.out)["error"]["kind"] == "UsageError"


def test_memories_of_all_projects_go_back_where_they_came_from(
    stocked: Mem, tmp_path: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    stocked("add", "The other project deploys on Mondays")
    lines = stocked("export", "--all-projects").out
    elsewhere = {"HARDWON_HOME": str(tmp_path / "elsewhere")}
    monkeypatch.chdir(project)
    stocked("import", "--all-projects", "--yes", input=lines, env=elsewhere)
    assert sorted(stocked("export", "--all-projects", env=elsewhere).out.split("\n")) == sorted(lines.split("\n"))
    assert "Mondays" not in stocked("list", env=elsewhere).out
    monkeypatch.chdir(other)
    assert "Mondays" in stocked("list", env=elsewhere).out


def test_what_an_import_leaves_out_is_told_with_its_kinds_and_how_often(mem: Mem) -> None:
    tokens = ["ghp_" + "aB3xY9kLm2" * 3 + end for end in ("abcdef", "Zt81Qw", "p0Lk2M")]
    lines = [
        {"id": "aaaa1111", "content": f"The token is {tokens[0]}"},
        {"id": "aaaa2222", "content": "Deploys need a token", "note_of_ours": f"token {tokens[1]}"},
        {
            "id": "aaaa3333",
            "content": "Deploys run at noon <private>my flat is on Elm Road</private>",
            "outcomes": [{"id": "o1", "verdict": "worked", "reason": f"with {tokens[2]}", "key": "k", "at": 1}],
        },
        {"id": "aaaa4444", "content": "nothing secret"},
    ]
    text = "".join(json.dumps({**line, "recorded_at": 1}) + "\n" for line in lines)
    said = mem("import", "--json", input=text).data
    assert said["added"] == 4
    assert said["redacted"] == {"github token": 3, "private": 1}
    assert not any(token in mem("export").out for token in tokens)
    assert mem("import", "--json", input=text).data["redacted"] == {}
    again = mem("import", input=json.dumps({"content": f"Another token is {tokens[0]}"}))
    assert again.err == "Taken out before storing: github token (1).\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_an_import_that_is_not_utf_8_is_refused_with_a_way_out(mem: Mem, tmp_path: Path, encoding: str) -> None:
    data = '\ufeff{"content": "Ports begin at 8000"}\r\n'.encode(encoding)
    (tmp_path / "lines.jsonl").write_bytes(data)
    for said in (mem("import", str(tmp_path / "lines.jsonl"), status=1), mem("import", input=data, status=1)):
        assert "is UTF-16 text, not UTF-8" in said.err
        assert "iconv -f UTF-16 -t UTF-8" in said.err
    assert mem("list", "--json").data["total"] == 0
