"""What a person marked as private is in no file, however it is split, and whoever repeats it through whichever door."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hosts.lines import Lines

from hardwon.capture.redact import strip_private
from hardwon.config.paths import Paths
from hardwon.config.sealed import PRIVATE, load, seal
from hardwon.engine import Engine, open_engine
from hardwon.engine.capturing import capture
from hardwon.errors import InvalidInput
from hardwon.text.private import private_parts

RULE = "Always run the linter before committing."
SAID = "the merger with Initech closes on Friday"


@pytest.fixture
def engine(home: Path) -> Iterator[Engine]:
    project = home / "app"
    project.mkdir()
    with open_engine(dict(os.environ), str(project), actor="person") as opened:
        yield opened


def read(engine: Engine, path: Path) -> None:
    capture(engine, transcript_path=str(path), session_id="sess-1")


def contents(engine: Engine) -> list[str]:
    return sorted(memory.content for memory in engine.list(limit=100)[0])


def everything_kept(home: Path) -> bytes:
    """Every byte below the data folder."""
    return b"\n".join(path.read_bytes() for path in sorted((home / "data").rglob("*")) if path.is_file())


@pytest.mark.parametrize(
    "messages",
    [
        [f"<private>{SAID}</private> {RULE}"],
        [f"{RULE}\n<PRIVATE>\nalways remember: {SAID}.\n</Private>"],
        [f"{RULE} <private>always <private>x</private> {SAID}."],
        [RULE, "<private>Always remember this:", f"Never tell anybody that {SAID}.", "That is all.</private>"],
        [RULE, f"Never say that {SAID}.</private>"],
        [RULE, "We use uv.<private", f"Never say that {SAID}."],
        [RULE, f"<private>{SAID}</private>", f"Remember: {SAID}."],
    ],
    ids=["one", "lines", "nested and unclosed", "messages", "begun before", "a cut tag", "said again"],
)
def test_private_words_are_in_no_file(engine: Engine, home: Path, tmp_path: Path, messages: list[str]) -> None:
    lines = Lines()
    for message in messages:
        lines.person(message).agent(f"Understood: {SAID}.")
    read(engine, lines.write(tmp_path / "t.jsonl"))
    assert RULE in contents(engine)
    assert b"Initech" not in everything_kept(home)


def test_a_private_part_that_goes_on_after_the_transcript_was_read_stays_private(
    engine: Engine, home: Path, tmp_path: Path
) -> None:
    lines = Lines().person(f"{RULE} <private>between us:")
    path = lines.write(tmp_path / "t.jsonl")
    read(engine, path)
    lines.person(f"Never say that {SAID}.").write(path)
    read(engine, path)
    lines.person("That was it.</private> Never force-push to main.").write(path)
    read(engine, path)
    assert contents(engine) == [RULE, "Never force-push to main."]
    assert b"Initech" not in everything_kept(home)


def test_a_tag_that_is_only_spoken_of_hides_nothing_later(engine: Engine, tmp_path: Path) -> None:
    path = Lines().person("Document the `<private>` tag in the readme").person(RULE).write(tmp_path / "t.jsonl")
    read(engine, path)
    assert contents(engine) == [RULE]


def test_an_agent_that_repeats_it_through_another_door_stores_it_not(
    engine: Engine, home: Path, tmp_path: Path
) -> None:
    read(engine, Lines().person(f"{RULE} <private>{SAID}</private>").write(tmp_path / "t.jsonl"))
    done = engine.remember(f"Plan the release, as {SAID.upper()}!", title=SAID, tags=[SAID], surroundings=f"So {SAID}.")
    assert done.redacted == ("private",)
    assert done.memory.content == "Plan the release, as !"
    engine.edit(done.memory.id, content=f"Release soon: {SAID}")
    with pytest.raises(InvalidInput, match="private"):
        engine.remember(SAID)
    assert b"initech" not in everything_kept(home).lower()


def test_a_password_said_once_is_not_stored_later_without_its_name(engine: Engine, home: Path, tmp_path: Path) -> None:
    read(engine, Lines().person("the admin password is blue-horse-42").write(tmp_path / "t.jsonl"))
    done = engine.remember("Log in on staging with blue-horse-42 first.")
    assert done.redacted == ("secret",)
    assert b"blue-horse" not in everything_kept(home)


def test_private_text_in_a_tools_output_is_known_where_the_agent_repeats_it(
    engine: Engine, home: Path, tmp_path: Path
) -> None:
    lines = Lines().person(RULE).call("Bash", {"command": "cat notes"}, f"<private>{SAID}</private>")
    read(engine, lines.agent(f"The notes say {SAID}.").write(tmp_path / "t.jsonl"))
    engine.remember(f"The notes say that {SAID}.")
    assert b"Initech" not in everything_kept(home)


def test_what_is_sealed_is_not_the_text(home: Path) -> None:
    paths = Paths.from_environment(dict(os.environ))
    seal(paths, [(PRIVATE, SAID), ("password", "blue-horse-42"), (PRIVATE, "合并将在星期五完成")])
    assert not any(word in (home / "data" / "sealed").read_text() for word in ("merger", "blue", "合并"))
    sealed = load(paths)
    assert sealed.redact(f"so {SAID}, ok") == ("so , ok", ("private",))
    assert sealed.redact("他说合并将在星期五完成了")[0] == "他说了"
    assert sealed.redact("the merger with Initech") == ("the merger with Initech", ())
    assert (home / "data" / "sealed").stat().st_mode & 0o777 == 0o600


def test_six_words_in_a_row_of_a_long_private_text_are_enough(home: Path) -> None:
    paths = Paths.from_environment(dict(os.environ))
    seal(paths, [(PRIVATE, "our runway ends in March and we will let two people of the platform team go by then")])
    assert "two people" not in load(paths).redact("He said: we will let two people of the team go")[0]


@given(
    st.lists(st.sampled_from(["<private>", "</private>", "<PRIVATE x=1>", "a", " ", "<", "</ private >"]), max_size=12)
)
def test_what_a_hook_takes_for_private_is_what_redaction_takes_out(pieces: list[str]) -> None:
    text = "".join(f"{piece}w{number} " if piece == "a" else piece for number, piece in enumerate(pieces))
    hidden = " ".join(private_parts(text))
    kept = strip_private(text)
    for number, piece in enumerate(pieces):
        if piece == "a" and f"w{number} " not in kept + " ":
            assert f"w{number}" in hidden
    json.dumps(hidden)


def test_a_key_in_a_command_of_several_lines_is_in_no_file(engine: Engine, home: Path, tmp_path: Path) -> None:
    body = "MIIEvQIBADANBgkqh" + "kiG9w0BAQEFAASCBKcQQQQ"
    key = f"-----BEGIN RSA PRIVATE{' '}KEY-----\n{body} cut here"
    lines = Lines().person("Deploy it.").bash(f"make deploy # {key}", "error: no", error=True)
    lines.edit("a.py").bash(f"make deploy # {key}", "deployed").agent("Done.")
    path = tmp_path / "one.jsonl"
    path.write_text(lines.text(), encoding="utf-8")
    read(engine, path)
    assert engine.sessions(5)
    assert body.encode() not in everything_kept(home)
