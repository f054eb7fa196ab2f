"""Whatever stands between two lines of a transcript, both are read, and the store holds nothing that is no text."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.hosts.lines import Lines

from hardwon.engine import Engine, open_engine
from hardwon.engine.capturing import capture
from hardwon.hosts.claude_code.transcript import read_turns

RULE = "Always run make lint before you push."
FIRST = "please repair the import of the price list"
PICTURE = "iVBORw0KGgo" * 20
MUSING = "a thought that nobody should read later"


def said(content: object, **more: object) -> str:
    return json.dumps({"type": "user", "message": {"role": "user", "content": content}, **more})


# What stands between, what of it a person typed, and whether it is a bad line.
ODD: dict[str, tuple[str, list[str], bool]] = {
    "nothing": ("", [], False),
    "blanks": (" \t ", [], False),
    "words": ("not json at all", [], True),
    "list": ('[1, 2, {"type": "user"}]', [], True),
    "string": ('"just a string"', [], True),
    "null": ("null", [], True),
    "empty object": ("{}", [], False),
    "cut": ('{"type":"user","message":{"role":"user","content":"half a li', [], True),
    "comma at the end": ('{"type":"user","message":{"role":"user","content":"x"},}', [], True),
    "conflict mark": ("<<<<<<< HEAD", [], True),
    "cut, then a whole one": ('{"type":"user","message":{"role":"user","content":"half' + said("whole"), [], True),
    "nested deeply": ('{"a":' * 50_000 + "1" + "}" * 50_000, [], True),
    "number that is none": (said("nan is here")[:-1] + ', "n": NaN}', ["nan is here"], False),
    "lone surrogates": (said("cut \ud83d and \udc00 here"), ["cut  and  here"], False),
    "NUL": (said("nul \x00 inside"), ["nul  inside"], False),
    "raw NUL": ('{"type":"user","message":{"role":"user","content":"raw \x00 inside"}}', ["raw  inside"], False),
    "byte order mark": ("\ufeff" + said("behind a mark"), ["behind a mark"], False),
    "line separator": ('{"type":"user","message":{"role":"user","content":"one\u2028two"}}', ["one\ntwo"], False),
    "carriage return": (said("ends in one") + "\r", ["ends in one"], False),
    "two on a line": (said("left") + said("right"), ["left", "right"], False),
    "unknown type": ('{"type": "brand-new", "payload": {"a": 1}}', [], False),
    "summary": ('{"type": "summary", "summary": "Always push at night.", "leafUuid": "x"}', [], False),
    "meta": (said("<local-command-stdout>ok</local-command-stdout>", isMeta=True), [], False),
    "interruption": (said([{"type": "text", "text": "[Request interrupted by user]"}]), [], False),
    "no message": ('{"type": "assistant", "uuid": "x"}', [], False),
    "message of text": ('{"type": "user", "message": "bare words"}', [], False),
    "no content": ('{"type": "assistant", "message": {"role": "assistant", "content": null}}', [], False),
    "odd ids": (said("ids are numbers", uuid=5, sessionId=[7], timestamp={"at": 1}), ["ids are numbers"], False),
    "far future": (said("from afar", timestamp="99999-01-01T00:00:00Z"), ["from afar"], False),
    "path as session": (said("climbing up", sessionId="../../../etc/passwd"), ["climbing up"], False),
    "picture": (
        said([{"type": "image", "source": {"type": "base64", "data": PICTURE}}, {"type": "text", "text": "look here"}]),
        ["look here"],
        False,
    ),
    "document": (
        said([{"type": "document", "source": {"data": PICTURE}}, {"type": "text", "text": "read"}]), ["read"], False
    ),
    "thought": (
        json.dumps({"type": "assistant", "message": {"role": "assistant", "content": [
            {"type": "thinking", "thinking": MUSING, "signature": PICTURE},
            {"type": "redacted_thinking", "data": PICTURE},
        ]}}),
        [],
        False,
    ),
}  # fmt: skip


@pytest.fixture
def engine(home: Path) -> Iterator[Engine]:
    project = home / "app"
    project.mkdir()
    with open_engine(dict(os.environ), str(project), actor="person") as opened:
        yield opened


def written(path: Path, odd: str, *, end: str = "\n") -> Path:
    text = Lines().person(FIRST).text() + odd + "\n" + Lines().person(RULE).text()
    path.write_bytes(text.rstrip("\n").replace("\n", end).encode("utf-8", "surrogatepass") + end.encode())
    return path


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_stands_between_hides_no_line(tmp_path: Path, name: str, end: str) -> None:
    odd, typed, is_bad = ODD[name]
    reader = read_turns(str(written(tmp_path / "t.jsonl", odd, end=end)))
    turns = list(reader)
    assert [turn.text for turn in turns if turn.typed] == [FIRST, *typed, RULE]
    assert (reader.bad_lines, reader.line) == (int(is_bad), 3)
    for turn in turns:
        turn.text.encode("utf-8")


@pytest.mark.parametrize("raw", [b"caf\xe9 \xff\xfe byte", "utf sixteen".encode("utf-16"), b"\x80" * 300])
def test_bytes_that_are_no_text_hide_no_line(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(Lines().person(FIRST).text().encode() + raw + b"\n" + Lines().person(RULE).text().encode())
    reader = read_turns(str(path))
    assert [turn.text for turn in reader if turn.typed] == [FIRST, RULE]
    assert reader.bad_lines == 1


def test_all_at_once_teach_what_the_person_said_and_a_second_look_reads_nothing(
    engine: Engine, home: Path, tmp_path: Path
) -> None:
    path = written(tmp_path / "t.jsonl", "\n".join(odd for odd, _, _ in ODD.values()))
    report = capture(engine, transcript_path=str(path), session_id="s")
    assert [memory.content for memory in engine.list()[0]] == [RULE]
    assert report.bad_lines == sum(is_bad for _, _, is_bad in ODD.values())
    again = capture(engine, transcript_path=str(path), session_id="s")
    assert (again.new, again.bytes_read) == (0, 0)
    with path.open("a", encoding="utf-8") as out:
        out.write(more := Lines().person("Never push to main on a Friday.").text())
    added = capture(engine, transcript_path=str(path), session_id="s")
    assert (added.new, added.bytes_read) == (1, len(more))
    stored = b"\n".join(file.read_bytes() for file in (home / "data").rglob("*") if file.is_file())
    for absent in (MUSING, PICTURE, "push at night"):
        assert absent.encode() not in stored
    for memory in engine.list()[0]:
        memory.content.encode("utf-8")
    assert not (home / "etc").exists()
