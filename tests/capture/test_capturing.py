"""Transcripts become memories once, whole, and without what must not be kept."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.capture.secrets import TOKENS, private_key
from tests.hosts.lines import Lines

from hardwon.engine import Engine, open_engine
from hardwon.engine.capturing import WINDOW_BYTES, CaptureReport, capture
from hardwon.errors import StoreLocked
from hardwon.models import Memory

RULE = "Always run the linter before committing."
ERROR = "Traceback (most recent call last):\nTimeoutError: nothing listens on port 8080"
RULES = [f"Never rename column c{number} in the table t{number} by hand." for number in range(40)]


@pytest.fixture
def engine(home: Path) -> Iterator[Engine]:
    project = home / "app"
    project.mkdir()
    with open_engine(dict(os.environ), str(project), actor="person") as opened:
        yield opened


def read(engine: Engine, path: Path, session: str = "sess-1", **more: bool) -> CaptureReport:
    return capture(engine, transcript_path=str(path), session_id=session, **more)


def kept(engine: Engine) -> list[Memory]:
    found, _ = engine.list(limit=1000)
    return sorted(found, key=lambda memory: memory.content)


def contents(engine: Engine) -> list[str]:
    return [memory.content for memory in kept(engine)]


def data_bytes(home: Path) -> bytes:
    """Every byte below the data folder."""
    return b"\n".join(path.read_bytes() for path in sorted((home / "data").rglob("*")) if path.is_file())


def test_a_rule_is_kept_with_its_origin(engine: Engine, tmp_path: Path) -> None:
    path = Lines().person("fix the parser").agent("Done.").person(RULE).write(tmp_path / "t.jsonl")
    report = read(engine, path)
    (memory,) = kept(engine)
    assert (memory.content, memory.category, memory.tier, memory.trust) == (RULE, "convention", "pinned", "user")
    assert (memory.origin.session_id, memory.origin.line, memory.origin.host) == ("sess-1", 3, "claude-code")
    assert (report.new, report.memory_ids) == (1, (memory.id,))


def test_reading_again_stores_nothing_and_reads_nothing(engine: Engine, tmp_path: Path) -> None:
    path = Lines().person(RULE).write(tmp_path / "t.jsonl")
    read(engine, path)
    again = read(engine, path)
    assert again == CaptureReport()
    assert len(kept(engine)) == 1


def test_only_what_was_added_is_read(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().person(RULE).agent("x" * 5_000)
    path = lines.write(tmp_path / "t.jsonl")
    read(engine, path)
    before = path.stat().st_size
    lines.person("We use uv, not pip.").write(path)
    report = read(engine, path)
    assert report.bytes_read == path.stat().st_size - before
    assert contents(engine) == [RULE, "We use uv, not pip."]


def test_a_session_that_is_resumed_or_forked_into_another_file_is_kept_once(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().person(RULE).person("We use uv, not pip.")
    read(engine, lines.write(tmp_path / "a.jsonl"))
    fork = Lines(session="sess-2").raw(*(line.replace("sess-1", "sess-2") for line in lines.entries)).person("go on")
    read(engine, fork.write(tmp_path / "b.jsonl"), "sess-2")
    found = kept(engine)
    assert len(found) == 2
    assert all(memory.restated_count == 0 for memory in found)


def test_a_rule_said_again_in_another_session_is_stronger_and_one(engine: Engine, tmp_path: Path) -> None:
    read(engine, Lines().person(RULE).write(tmp_path / "a.jsonl"))
    report = read(engine, Lines(session="s2").person("please, " + RULE.lower()).write(tmp_path / "b.jsonl"), "s2")
    (memory,) = kept(engine)
    assert (report.new, report.restated) == (0, 1)
    assert memory.restated_count == 1


def test_a_file_that_was_replaced_is_read_from_its_start(engine: Engine, tmp_path: Path) -> None:
    path = Lines().person("x" * 300).person(RULE).write(tmp_path / "t.jsonl")
    read(engine, path)
    Lines().person("We use uv, not pip.").write(path)
    read(engine, path)
    longer = Lines().person("We never mock the clock.").person("y" * 5_000)
    longer.write(path)
    read(engine, path)
    assert contents(engine) == [RULE, "We never mock the clock.", "We use uv, not pip."]


def test_a_line_that_is_still_being_written_is_read_when_it_is_whole(engine: Engine, tmp_path: Path) -> None:
    text = Lines().person("hello there").person(RULE).text()
    path = tmp_path / "t.jsonl"
    path.write_text(text[:-20])
    assert read(engine, path).new == 0
    path.write_text(text)
    assert read(engine, path).new == 1


def test_a_last_line_without_newline_is_read_once(engine: Engine, tmp_path: Path) -> None:
    text = Lines().person(RULE).text()
    path = tmp_path / "t.jsonl"
    path.write_text(text.rstrip("\n"))
    assert read(engine, path).new == 1
    path.write_text(text + Lines().person("We use uv, not pip.").text())
    report = read(engine, path)
    assert (report.new, report.restated, report.bad_lines) == (1, 0, 0)


@pytest.mark.parametrize("breaks", range(1, 8))
def test_a_fix_is_found_wherever_the_passes_are_cut(engine: Engine, tmp_path: Path, breaks: int) -> None:
    lines = Lines().person("make it work").bash("make check", ERROR, error=True)
    lines.edit("a.py", "port = 8080", "port = 0").bash("make check").agent("Done.")
    path = tmp_path / "t.jsonl"
    parts = [lines.entries[:breaks], lines.entries]
    reports = []
    for part in parts:
        path.write_text("".join(line + "\n" for line in part))
        reports.append(read(engine, path))
    (memory,) = kept(engine)
    assert memory.category == "troubleshooting"
    assert "changing `port = 8080` to `port = 0` in a.py" in memory.content
    assert memory.files == ("a.py",)
    assert memory.trust == "tool"
    assert sum(report.new for report in reports) == 1
    assert sum(report.restated for report in reports) == 0


def test_a_failure_that_is_never_answered_does_not_keep_old_lines_in_hand(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().bash("make check", ERROR, error=True)
    path = lines.write(tmp_path / "t.jsonl")
    read(engine, path)
    big = Lines().agent("y" * 60_000).text() * (WINDOW_BYTES // 60_000 + 2)
    with path.open("a") as stream:
        stream.write(big)
    read(engine, path)
    last = Lines().person("go on").text()
    with path.open("a") as stream:
        stream.write(last)
    assert read(engine, path).bytes_read == len(last)


def test_a_statement_in_the_window_is_not_counted_again(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().bash("make check", ERROR, error=True).person(RULE)
    path = lines.write(tmp_path / "t.jsonl")
    read(engine, path)
    lines.person("go on please").write(path)
    report = read(engine, path)
    assert (report.new, report.restated) == (0, 0)
    assert kept(engine)[0].restated_count == 0


def test_a_kill_before_the_cursor_moved_repeats_nothing(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = (
        Lines()
        .person(RULE)
        .bash("make check", ERROR, error=True)
        .edit("a.py")
        .bash("make check")
        .write(tmp_path / "t.jsonl")
    )

    def killed(*_: object, **__: object) -> None:
        raise StoreLocked("gone")

    with monkeypatch.context() as patched:
        patched.setattr(Engine, "set_cursor", killed)
        with pytest.raises(StoreLocked):
            read(engine, path)
    assert len(kept(engine)) == 2
    read(engine, path)
    assert len(kept(engine)) == 2
    assert all(memory.restated_count == 0 for memory in kept(engine))


def test_an_agents_sentence_is_nobodys_preference(engine: Engine, tmp_path: Path) -> None:
    main = Lines().person("Review the parser.").call("Task", {"prompt": "Read parser.py"}, "Two defects found: " + RULE)
    path = main.write(tmp_path / "sess-1.jsonl")
    sub = Lines(isSidechain=True, agentId="01").person("Read parser.py. Always use tabs.").agent(f"From now on {RULE}")
    sub.write(tmp_path / "sess-1" / "subagents" / "agent-01.jsonl")
    forgotten = Lines().person("Never use tabs in this repo.").agent("ok")
    forgotten.write(tmp_path / "sess-1" / "subagents" / "agent-02.jsonl")
    read(engine, path)
    read(engine, tmp_path / "sess-1" / "subagents" / "agent-02.jsonl", subagent=True)
    assert kept(engine) == []


def test_what_a_subagent_fixed_is_learnt_once(engine: Engine, tmp_path: Path) -> None:
    path = Lines().person("fix the importer please").write(tmp_path / "sess-1.jsonl")
    sub = Lines(isSidechain=True, agentId="01").bash("make check", ERROR, error=True).edit("a.py").bash("make check")
    agent = sub.write(tmp_path / "sess-1" / "subagents" / "agent-01.jsonl")
    read(engine, agent, subagent=True)
    read(engine, path)
    read(engine, path)
    (memory,) = kept(engine)
    assert memory.category == "troubleshooting"
    (session,) = engine.sessions()
    assert session.goal == "fix the importer please"


def test_what_was_injected_does_not_come_back_in_five_rounds(engine: Engine, tmp_path: Path) -> None:
    engine.remember("Deploys go through the lighthouse script.", category="convention", pin=True)
    before = contents(engine)
    for number in range(5):
        block = engine.context("how do deploys work?").text
        assert "lighthouse" in block
        lines = Lines(session=f"s{number}").person("Where do I start?").person(block, isMeta=True).injected(block)
        lines.injected(json.dumps({"hookSpecificOutput": {"additionalContext": block}}), "hook_success")
        lines.agent("As your notes say, deploys go through the lighthouse script.")
        lines.person(f"you said: {block}").person("as your notes say, always deploy through the lighthouse script")
        read(engine, lines.write(tmp_path / f"{number}.jsonl"), f"s{number}")
        assert contents(engine) == before
    assert kept(engine)[0].restated_count == 0


def test_no_secret_and_no_private_word_reaches_the_disk(engine: Engine, home: Path, tmp_path: Path) -> None:
    secrets = [token for _, token in TOKENS] + ["blue-horse-42", "Initech", private_key().split("\n")[2]]
    lines = Lines().person("Rotate the keys, please")
    for number, token in enumerate(secrets[: len(TOKENS)]):
        lines.bash(f"export TOKEN={token} && ./deploy{number}")
        lines.person(f"Always deploy stage {number} with the token {token} set, never without.")
    lines.bash(
        "./start", f"DB_PASSWORD=blue-horse-42\n{private_key()}\nValueError: the password is blue-horse-42", error=True
    )
    lines.edit("conf.py", "pw = 'blue-horse-42'", "pw = env('PW')").bash("./start")
    lines.person("We decided to leave <private>Initech</private> out because of the budget. <PRIVATE>Initech is late")
    lines.agent("Removed the Initech module and blue-horse-42.")
    lines.bash("git commit -m 'Drop Initech with blue-horse-42'")
    report = read(engine, lines.write(tmp_path / "t.jsonl"))
    assert report.new > 5
    assert {"github token", "password", "private"} <= set(report.redacted)
    stored = data_bytes(home)
    assert b"because of the budget" in stored
    for secret in secrets:
        assert secret.encode() not in stored


def test_honest_lines_are_stored_as_they_are(engine: Engine) -> None:
    for text in (
        "The reset flow for a password lives in accounts/reset.py.",
        "apiKey: process.env.TILES_KEY is read at start-up.",
        "Commit b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0 repaired how tokens are refreshed.",
        "PASSWORD_MIN_LENGTH=16 goes into the settings.",
        "Never echo the bearer token in build logs.",
    ):
        done = engine.remember(text)
        assert (done.memory.content, done.redacted) == (text, ())


def test_a_session_adds_no_more_than_its_limit_and_the_surest_first(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().bash("make check", ERROR, error=True).edit("a.py").bash("make check")
    for rule in RULES:
        lines.person(rule)
    path = lines.write(tmp_path / "t.jsonl")
    limit = engine.settings.capture_max
    report = read(engine, path)
    assert (report.new, report.skipped) == (limit, len(RULES) + 1 - limit)
    assert all(memory.trust == "user" for memory in kept(engine))
    lines.person("We use uv, not pip.").write(path)
    assert read(engine, path).new == 0
    assert len(kept(engine)) == limit


def test_a_preference_follows_the_person(engine: Engine, tmp_path: Path) -> None:
    read(engine, Lines().person("I prefer small commits over big ones.").write(tmp_path / "t.jsonl"))
    (memory,) = kept(engine)
    assert (memory.project, memory.category) == ("user", "preference")


@pytest.mark.parametrize("name", ["absent.jsonl", "folder", "\x00", ""])
def test_a_transcript_that_is_no_file_teaches_nothing(engine: Engine, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    assert read(engine, tmp_path / name) == CaptureReport()


def test_odd_lines_are_counted_and_the_rest_is_read(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().raw("", "not json", "[1]", "null", '{"type":"user","message":{"con').person("cut \ud83d here")
    lines.person("nul \x00 in").person(RULE)
    report = read(engine, lines.write(tmp_path / "t.jsonl"))
    assert (report.new, report.bad_lines) == (1, 4)


def test_a_damaged_state_beside_the_cursor_does_no_harm(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().person("hello there")
    path = lines.write(tmp_path / "t.jsonl")
    for number, state in enumerate(
        ("nonsense", "[]", '{"offset": -5, "line": 0}', '{"offset": 1e9, "line": 0}', '{"offset": "x"}')
    ):
        read(engine, path)
        cursor = engine.cursor(str(path))
        engine.set_cursor(str(path), cursor.offset, cursor.line, cursor.size, state)
        lines.person(RULES[number]).write(path)
        assert read(engine, path).new == 1


def test_the_summary_covers_all_passes_of_a_session(engine: Engine, tmp_path: Path) -> None:
    lines = Lines().person("Make the importer accept empty files.").edit("imp.py").bash("make check", ERROR, error=True)
    path = lines.write(tmp_path / "t.jsonl")
    read(engine, path)
    (session,) = engine.sessions()
    assert session.open == ("`make check` still fails",)
    lines.edit("lex.py").bash("make check").agent("Done.").write(path)
    read(engine, path)
    (session,) = engine.sessions()
    assert (session.goal, session.files, session.open) == (
        "Make the importer accept empty files.",
        ("imp.py", "lex.py"),
        (),
    )
    assert session.commands == ("make check (passed)",)
    assert session.ended_at > session.started_at > 0


def test_a_large_transcript_is_captured_to_its_last_line(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    block = "".join(
        Lines().person("please look at this " + "blah " * 300).agent("well " * 300).text() for _ in range(30)
    )
    with path.open("w") as out:
        out.write(Lines().result("t", "z" * 8_000_000).text())
        for _ in range(50):
            out.write(block)
        out.write(Lines().person("Remember: the release branch is called harbor.").text())
    report = read(engine, path)
    assert (report.new, report.bad_lines, report.bytes_read) == (1, 0, path.stat().st_size)
    assert contents(engine) == ["The release branch is called harbor."]
