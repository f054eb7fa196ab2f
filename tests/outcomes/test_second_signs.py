"""Words taken back, mockery, work given up or rewritten, and what needs a second sign before it counts"""

from __future__ import annotations

from pathlib import Path

import pytest

from hardwon.outcomes.evidence.reactions import reaction
from hardwon.outcomes.evidence.runs import FAILED, PASSED, result_of, runs_of
from outcomes.stories import Story, verdicts_of

GREEN = ("run", "pytest -q", "5 passed in 0.1s", 0)
RED = ("run", "pytest -q", "FAILED tests/a.py::test_a\n1 failed, 4 passed in 0.1s", 1)


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("ugh, terrible, awful... my mouse I mean. the table looks right now", "worked"),
        ("No no no! sorry, wrong window. all good here", "worked"),
        ("that's wrong. oh wait, I was looking at the old build. works fine", "worked"),
        ("this is broken again. never mind, forgot to rebuild", ""),
        ("Das ist ja furchtbar! Sorry, falsches Fenster. Passt alles.", "worked"),
        ("it crashes. the login page I mean", "failed"),
        ("wrong window, sorry. but the export is still broken", "failed"),
    ],
)
def test_a_complaint_that_is_taken_back_is_none(words: str, verdict: str) -> None:
    assert reaction(words).verdict == verdict


@pytest.mark.parametrize(
    "words",
    [
        "XML. For a config file. Wonderful.",
        "alert(). in 2026. great, next you'll add a marquee",
        "Stones. Brilliant idea, the customers will be thrilled.",
    ],
)
def test_praise_that_may_be_mockery_is_a_doubt(words: str) -> None:
    found = reaction(words)
    assert not found.verdict
    assert found.unclear


@pytest.mark.parametrize(("total", "status"), [(3, PASSED), (4, FAILED)])
def test_a_runner_of_many_tasks_is_read_by_its_sum(total: int, status: str) -> None:
    output = f"@shop/ui:test: checked\n\n Tasks:    3 successful, {total} total\n"
    (found,) = [
        run for run in runs_of("yarn turbo run test | tail -5", result_of(output, is_error=False)) if run.command.checks
    ]
    assert found.status == status


STORIES = (
    Story(
        "a setting that is given up after red upon red",
        {"aa": ("Out of memory: set `workers=9`.", ())},
        (
            ("person", "the tests die"),
            RED,
            ("edit", "setup.cfg", "workers=4", "workers=9"),
            RED,
            RED,
            ("edit", "setup.cfg", "workers=9", "workers=1"),
            GREEN,
        ),
        {"aa": "failed"},
    ),
    Story(
        "one file rewritten, the other praised",
        {"aa": ("Dates use `style='short'`.", ())},
        (
            ("person", "show dates"),
            ("edit", "list.py", "d", "fmt(d, style='short')"),
            ("edit", "pdf.py", "d", "fmt(d, style='short')"),
            GREEN,
            ("agent", "ok"),
            ("person", "in the list it's perfect. in the PDF short dates are not allowed"),
            ("edit", "pdf.py", "style='short'", "style='long'"),
        ),
        {"aa": "partial"},
    ),
    Story(
        "mocked and taken out",
        {"aa": ("Weights are shown in stones.", ())},
        (
            ("person", "show the weight"),
            ("edit", "tile.py", "name", "name + weight.to_stones()"),
            GREEN,
            ("agent", "ok"),
            ("person", "Stones. For our users in Bern. Brilliant idea, they will be thrilled."),
            ("edit", "tile.py", "weight.to_stones()", "weight.kg"),
            GREEN,
        ),
        {"aa": "failed"},
    ),
    Story(
        "good but for one",
        {"aa": ("Mail goes out through the relay's v1 API.", ()), "bb": ("Queues are named `mail.<kind>`.", ())},
        (
            ("person", "send reminders"),
            ("edit", "send.py", "x", "enqueue('mail.reminder', relay.v1.send)"),
            GREEN,
            ("agent", "ok"),
            ("person", "looks good apart from the API: the relay switched v1 off, use v2"),
            ("edit", "send.py", "relay.v1.send", "relay.v2.send"),
            GREEN,
        ),
        {"aa": "failed", "bb": "worked"},
    ),
    Story(
        "a check that repairs",
        {"aa": ("Run `pre-commit run --all-files` before a push.", ())},
        (
            ("person", "format"),
            ("run", "pre-commit run --all-files", "fmt....Failed\n- files were modified by this hook", 1),
            ("run", "pre-commit run --all-files", "fmt....Passed", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "only the file is the same",
        {"aa": ("Prices are in cents.", ("shop/products.py",))},
        (("person", "sort by name"), ("edit", "shop/products.py", "all()", "order_by('name')"), GREEN),
        {"aa": "none"},
    ),
    Story(
        "a command that fails and then works",
        {"aa": ("Flash with `esptool.py write_flash 0x0 fw.bin`.", ())},
        (
            ("person", "flash it"),
            ("run", "esptool.py write_flash 0x0 fw.bin", "Could not open /dev/ttyUSB0", 2),
            ("person", "ah, it wasn't plugged in"),
            ("run", "esptool.py write_flash 0x0 fw.bin", "Hash of data verified.", 0),
        ),
        {"aa": "worked"},
    ),
)


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_a_story_needs_its_second_sign(story: Story, tmp_path: Path) -> None:
    assert verdicts_of(story, tmp_path) == story.verdicts
