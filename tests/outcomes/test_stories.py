"""Whole small sessions, read as a careful person would: a wrong verdict is worse than none."""

from __future__ import annotations

from pathlib import Path

import pytest

from outcomes import further_sentences, story_days, story_ends, story_runs, story_uses, story_words
from outcomes.stories import Story, verdicts_of
from outcomes.story_checks import CHECKS

STORIES = (*story_runs.STORIES, *story_words.STORIES, *story_uses.STORIES, *story_ends.STORIES, *story_days.STORIES)
GREEN = ("run", "pytest -q", "12 passed in 0.4s", 0)


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_a_story_is_judged_as_a_careful_reader_would(story: Story, tmp_path: Path) -> None:
    found = verdicts_of(story, tmp_path)
    assert {id: found[id] for id in story.verdicts} == story.verdicts


@pytest.mark.parametrize(
    ("memory", "command", "red", "status", "green"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS]
)
def test_a_check_that_fails_and_passes_after_an_edit_speaks_for_both(
    memory: str, command: str, red: str, status: int, green: str, tmp_path: Path
) -> None:
    story = Story(
        "check",
        {"aa": (memory, ()), "bb": ("Numbers are rounded with `roundHalfEven`.", ("src/a.x",))},
        (
            ("person", "totals are off"),
            ("run", command, red, status),
            ("edit", "src/a.x", "x", "roundHalfEven(x)"),
            ("run", command, green, 0),
            ("agent", "Done."),
        ),
        {},
    )
    assert verdicts_of(story, tmp_path) == {"aa": "worked", "bb": "worked"}


def after(words: str, *, run: bool, folder: Path) -> str:
    """The verdict on a memory that was used, when these words follow."""
    edit = ("edit", "look.py", "old", "@functools.lru_cache(maxsize=None)\ndef find(k): ...")
    steps = [("person", "speed up the lookup"), edit, *([GREEN] if run else []), ("agent", "Cached now.")]
    memories = {"aa": ("Cache results with `functools.lru_cache`.", ("look.py",))}
    return verdicts_of(Story("words", memories, (*steps, ("person", words)), {}), folder)["aa"]


@pytest.mark.parametrize("words", further_sentences.BAD)
def test_bad_words_in_any_form_are_never_taken_for_good(words: str, tmp_path: Path) -> None:
    assert after(words, run=True, folder=tmp_path) != "worked"


@pytest.mark.parametrize("words", further_sentences.GOOD)
def test_good_words_in_any_form_are_never_taken_for_bad(words: str, tmp_path: Path) -> None:
    assert after(words, run=True, folder=tmp_path) in ("worked", "none")


@pytest.mark.parametrize("words", further_sentences.NEITHER)
def test_words_of_other_things_are_no_verdict(words: str, tmp_path: Path) -> None:
    assert after(words, run=False, folder=tmp_path) == "none"


def test_most_good_and_bad_words_are_read(tmp_path: Path) -> None:
    bad = [after(words, run=True, folder=tmp_path) in ("failed", "partial") for words in further_sentences.BAD]
    good = [after(words, run=False, folder=tmp_path) == "worked" for words in further_sentences.GOOD]
    assert sum(bad) >= 0.55 * len(bad)
    assert sum(good) >= 0.75 * len(good)
