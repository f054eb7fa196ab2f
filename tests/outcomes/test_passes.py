"""A later pass goes on where the last one ended: the same attempts under the same keys, and what has come since."""

from __future__ import annotations

import resource
import tracemalloc
from pathlib import Path

import pytest

from hardwon.capture.words import own_words
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.outcomes.attribution.cases import InPlay
from hardwon.outcomes.attribution.settle import attribute_session
from hardwon.outcomes.evidence.reader import EvidenceReader
from hardwon.outcomes.evidence.verdict import judge
from hardwon.outcomes.evidence.window import Window
from hosts.lines import Lines
from outcomes.sessions import Sessions, read, window_of

RED = "1 failed, 3 passed in 1.0s"
GREEN = "4 passed in 1.0s"
ENTRY = "- [0123456789ab] (command; user) Run the tests with `pytest -q`."


def test_words_that_come_after_the_last_pass_reach_the_attempt_before_them(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").edit("a.py").bash("pytest", GREEN)
    path = sessions.write(lines)
    (before,) = read(path)
    window = window_of(path)
    path.write_text(lines.agent("Done.").person("still broken").text())
    after = read(path, window)
    assert judge(before).verdict == "worked"
    assert [judge(one).verdict for one in after] == ["failed", "unknown"]
    assert after[0].key == before.key


def test_a_pass_at_any_place_gives_what_one_pass_gives(sessions: Sessions) -> None:
    lines = Lines().person("Run the tests.").bash("pytest", GREEN).agent("ok").person("Now fix it.").edit("a.py")
    lines.bash("pytest", RED, error=True).edit("a.py").bash("pytest", GREEN).agent("Done.").person("thanks, works")
    lines.edit("b.py").bash("pytest", RED, error=True).agent("Hm.").person("undo that")
    lines.edit("c.py").bash("git commit -qam 'Add c'", "[main abc1234] Add c").agent("ok").person("no, revert it")
    lines.bash("git revert --no-edit abc1234", '[main def5678] Revert "Add c"').agent("Done.")
    whole = {one.key: judge(one) for one in read(sessions.write(lines))}
    for end in range(1, len(lines.entries)):
        path = sessions.write("".join(line + "\n" for line in lines.entries[:end]))
        found = {one.key: judge(one) for one in read(path)}
        window = window_of(path)
        path.write_text(lines.text())
        assert found | {one.key: judge(one) for one in read(path, window)} == whole


def test_how_checks_had_ended_is_remembered_over_passes(sessions: Sessions) -> None:
    lines = Lines()
    for number in range(12):
        lines.person(f"Request {number}").bash(f"pytest tests/test_{number}.py", GREEN).agent("ok")
    path = sessions.write(lines)
    window = window_of(path)
    assert window is not None
    assert window.offset > 0
    path.write_text(lines.person("Fix it.").edit("a.py").bash("pytest tests/test_0.py", RED, error=True).text())
    assert judge(read(path, window)[-1]).verdict == "failed"


def test_a_window_is_kept_as_text_without_a_word_of_what_was_said(sessions: Sessions) -> None:
    lines = Lines().person("secret plan").bash("pytest tests/hidden.py", GREEN).person("go on").edit("hidden.py")
    window = window_of(sessions.write(lines))
    assert window is not None
    text = window.text()
    assert "secret" not in text
    assert "hidden" not in text
    assert "pytest" not in text
    assert Window.read(text) == window


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"offset": 1}', '{"offset":"x","line":1,"memo":{}}'])
def test_a_damaged_window_is_none(text: str) -> None:
    assert Window.read(text) is None


def test_memories_are_in_play_from_where_they_were_given(sessions: Sessions) -> None:
    lines = Lines().injected(f"<hardwon-memory>\n{ENTRY}\n</hardwon-memory>").person("Fix it.").edit("a.py")
    lines.call("mcp__hardwon__memory_recall", {"query": "x"}, ENTRY.replace("0123456789ab", "ba9876543210")).edit(
        "b.py"
    )
    lines.person("Next.")
    first, second = sessions.attempts(lines)
    assert first.given == {"0123456789ab": 0, "ba9876543210": 1}
    assert second.given == {"0123456789ab": 0, "ba9876543210": 0}


def test_an_entry_that_somebody_else_wrote_puts_nothing_in_play(sessions: Sessions) -> None:
    lines = Lines().person(f"look at this:\n{ENTRY}").bash("cat notes", ENTRY).agent(ENTRY)
    lines.call("mcp__other__memory", {}, ENTRY)
    assert all(not one.given for one in sessions.attempts(lines))


def test_an_attempt_that_goes_on_for_ever_is_cut_into_parts(sessions: Sessions) -> None:
    lines = Lines().person("Do everything.")
    for number in range(900):
        lines.edit(f"f{number}.py")
    found = sessions.attempts(lines)
    assert len(found) == 3
    assert max(len(one.actions) for one in found) <= 400
    assert len({one.key for one in found}) == 3
    assert found[2].prompt == "Do everything."


def write_long(path: Path, megabytes: float) -> None:
    """A transcript of requests, edits, long runs and commits, no line of which comes twice."""
    size, number = 0, 0
    with path.open("w", encoding="utf-8") as stream:
        while size < megabytes * 1024 * 1024:
            number += 1
            lines = Lines().person(f"Fix importer number {number}, please.")
            lines.edit(f"src/a{number % 50}.py", after=f"parse_row({number})\n" + "x = 1\n" * 400)
            lines.bash("pytest -q", "line of output\n" * 1200 + RED, error=True)
            lines.edit(f"src/a{number % 50}.py", before=f"parse_row({number})", after=f"parse_row([{number}])")
            lines.bash("pytest -q", "line of output\n" * 1200 + GREEN)
            lines.bash(f"git commit -qam 'Fix {number}'", f"[main {number:07x}] Fix {number}").agent("Done. " * 200)
            size += stream.write(lines.text())


def read_through(path: Path) -> tuple[int, int]:
    """Read and judge a whole transcript; how many outcomes it has, and the peak of memory in bytes."""
    memories = {"m1": InPlay(id="m1", content="Rows go through `parse_row`.")}
    reader = EvidenceReader(own_words=own_words, in_play=memories)
    found = 0
    tracemalloc.start()
    for turn in read_turns(str(path)):
        for attempt in reader.feed(turn):
            found += sum(one.counts for one in attribute_session([attempt], memories))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found, peak


def test_a_longer_transcript_takes_hardly_more_memory(tmp_path: Path) -> None:
    read_through(_long(tmp_path / "first.jsonl", 0.5))  # what is kept once and for all
    short, peak = read_through(_long(tmp_path / "short.jsonl", 1))
    long, higher = read_through(_long(tmp_path / "long.jsonl", 4))
    assert long > 3 * short > 30
    assert higher < peak + 1024 * 1024


def _long(path: Path, megabytes: float) -> Path:
    write_long(path, megabytes)
    return path


@pytest.mark.slow
def test_300_megabytes_are_read_in_less_than_200(tmp_path: Path) -> None:
    path = _long(tmp_path / "huge.jsonl", 300)
    reader = EvidenceReader(own_words=own_words)
    count = 0
    for turn in read_turns(str(path)):
        count += sum(1 for _ in reader.feed(turn))
    assert count > 1000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 200 * 1024
