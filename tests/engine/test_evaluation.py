"""The evaluation trace: private, bounded, without secrets, counted, and taken out by a purge."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hardwon.engine import evaluation, moving, purging
from hardwon.engine.evaluation import FILE_MAX, Trace, forget_session, summary
from hardwon.engine.verdicts import Judged
from hardwon.models import Origin
from workbench import Bench


def trace_of(bench: Bench) -> Trace:
    return Trace(bench.paths, bench.binding, "hermes")


def judged(memory_id: str, verdict: str, reason: str = "it ran") -> Judged:
    return Judged(key=f"k{memory_id}", attempt="a", memory_id=memory_id, verdict=verdict, weight=0.5, reason=reason)


def test_turns_memories_and_the_last_outcome_of_each_are_counted(bench: Bench) -> None:
    trace = trace_of(bench)
    trace.offered("s1", "", ["m1"], at=1, took_ms=3)
    trace.offered("s1", "how?", ["m1", "m2"], at=1, took_ms=3)
    trace.offered("s1", "why?", [], at=2, took_ms=6000, late=True)
    trace.effects("s1", {"m1": "command"}, [judged("m1", "failed")], at=3)
    trace.effects("s1", {}, [judged("m1", "worked")], at=4)
    trace.effects("s2", {}, [judged("m1", "partial")], at=5)
    trace.effects("s2", {}, [], at=6)
    expected = {"turns": 2, "given": 1, "late": 1, "offered": 2, "used": 1, "worked": 1, "failed": 0, "partial": 1}
    assert summary(bench.paths, bench.binding) == expected
    Trace(bench.paths, "path:/other", "hermes").offered("s3", "x", ["m9"], at=1, took_ms=1)
    assert summary(bench.paths)["offered"] == 3
    assert summary(bench.paths, bench.binding) == expected


def test_without_a_trace_everything_is_nought(bench: Bench) -> None:
    assert set(summary(bench.paths, bench.binding).values()) == set(summary(bench.paths).values()) == {0}
    assert not forget_session(bench.paths, bench.binding, "s1")


def test_secrets_and_private_words_are_left_out_and_the_file_is_private(bench: Bench) -> None:
    secret = "ghp_" + "a1B2" * 9
    trace = trace_of(bench)
    trace.offered("s1", f"deploy with {secret} <private>to Atlantis</private> " + "x" * 500, [], at=1, took_ms=1)
    trace.effects("s1", {}, [judged("m1", "worked", f"`curl -H {secret}` passed")], at=1)
    text = trace.path.read_text()
    assert secret not in text and "Atlantis" not in text and len(text) < 900
    assert trace.path.stat().st_mode & 0o777 == 0o600
    assert trace.path.parent.stat().st_mode & 0o777 == 0o700


def test_the_older_half_goes_when_it_grows_too_large_and_whole_lines_stay(bench: Bench) -> None:
    trace = trace_of(bench)
    trace.offered("first", "x", [], at=1, took_ms=1)
    line = json.dumps({"what": "offered", "moment": "turn", "session": "s", "memories": ["m"], "pad": "y" * 300})
    with trace.path.open("a") as file:
        file.write((line + "\n") * (FILE_MAX // len(line)))
    trace.offered("last", "x", [], at=1, took_ms=1)
    lines = [json.loads(one)["session"] for one in trace.path.read_text().splitlines()]
    assert trace.path.stat().st_size <= FILE_MAX // 2 + 200
    assert lines[-1] == "last" and "first" not in lines and set(lines) == {"s", "last"}


def test_broken_lines_are_passed_over(bench: Bench) -> None:
    trace = trace_of(bench)
    trace.offered("s1", "x", ["m1"], at=1, took_ms=1)
    with trace.path.open("ab") as file:
        file.write(b'{"what": "off\n[]\n\xff\n{"what": "used", "memories": null}\n')
    assert summary(bench.paths, bench.binding)["offered"] == 1


def test_a_link_in_its_place_is_not_followed(bench: Bench, tmp_path: Path) -> None:
    trace = trace_of(bench)
    trace.path.parent.mkdir(parents=True)
    trace.path.symlink_to(tmp_path / "theirs")
    with pytest.raises(OSError):
        trace.offered("s1", "x", [], at=1, took_ms=1)
    assert not (tmp_path / "theirs").exists()


def test_a_purge_takes_out_its_session_and_its_words(bench: Bench) -> None:
    trace = trace_of(bench)
    with bench.engine() as engine:
        id = engine.remember("The zeppelin needs ballast.").memory.id
        trace.offered("s1", "what does the zeppelin need?", [id], at=1, took_ms=1)
        trace.offered("s1", "something else", [], at=1, took_ms=1)
        found = purging.prepare(engine, purging.Selection(ids=(id,)))
        purging.confirm(engine, found.token)
        assert [json.loads(line)["query"] for line in trace.path.read_text().splitlines()] == ["something else"]
        trace.offered("s2", "of another session", [], at=1, took_ms=1)
        assert forget_session(bench.paths, bench.binding, "s1")
    assert [json.loads(line)["session"] for line in trace.path.read_text().splitlines()] == ["s2"]


def test_purging_a_session_takes_its_lines_out(bench: Bench) -> None:
    trace = trace_of(bench)
    with bench.engine() as engine:
        engine.remember("A fact of that session.", origin=Origin(host="hermes", session_id="s1"))
        trace.offered("s1", "unrelated words", [], at=1, took_ms=1)
        found = purging.prepare(engine, purging.Selection(session="s1"))
        purging.confirm(engine, found.token)
    assert trace.path.read_bytes() == b""
    assert evaluation.summary(bench.paths)["turns"] == 0


def test_the_trace_comes_along_with_a_project_that_moves(bench: Bench) -> None:
    with bench.engine() as engine:
        engine.remember("A fact.")
    target = "repo:git.example/us/app"
    trace_of(bench).offered("s1", "here", ["m1"], at=1, took_ms=1)
    Trace(bench.paths, target, "hermes").offered("s2", "there", ["m2"], at=1, took_ms=1)
    moving.begin(bench.paths, bench.binding, target, at=bench.now)
    evaluation.bring(bench.paths, bench.binding, target)
    assert not trace_of(bench).path.exists()
    assert (summary(bench.paths, target)["turns"], summary(bench.paths)["turns"]) == (2, 2)
