"""`mem maintain`, `mem review`, `mem log` and `mem undo`."""

from __future__ import annotations

import os
import subprocess
import sys

from .conftest import Mem


def test_maintain_reports_and_apply_asks(mem: Mem) -> None:
    mem("add", "I prefer dark themes.", "-c", "preference")
    told = mem("maintain", "--json").data
    assert (told["dry"], [one["kind"] for one in told["findings"]], told["asked"]) == (True, ["lift"], {})
    assert mem("review", "--json").data["questions"] == []
    assert "yours rather than the project's" in mem("maintain", "--apply").out
    [question] = mem("review", "--json").data["questions"]
    assert question["memories"][0]["content"] == "I prefer dark themes."
    assert "moves to your own memories" in mem("review", "--list").out
    assert mem("review", question["id"][:8], "approve").out == f"{question['id']}: approved.\n"
    assert "already decided: approved (person)" in mem("review", question["id"], "keep", status=1).err
    assert mem("log", "--json").data["changes"][0]["kind"] == "lifted"
    assert "(by a person)" in mem("log").out
    assert "no longer moved to your own memories" in mem("undo").out


def test_a_batch_decides_every_question_about_a_subject(mem: Mem) -> None:
    for text in ("Alice owns billing.", "Bob owns billing.", "Carol owns search.", "Dave owns search."):
        mem("add", text)
    decided = mem("review", "--subject", "billing / owner", "--all", "approve", "--json").data["decided"]
    assert [one["state"] for one in decided] == ["approved"]
    assert len(mem("review", "--json").data["questions"]) == 1


def test_a_question_whose_memory_changed_is_told_as_ended(mem: Mem) -> None:
    mem("add", "Alice owns billing.")
    bob = mem("add", "Bob owns billing.", "--json").data["id"]
    assert len(mem("review", "--json").data["questions"]) == 1
    mem("correct", bob, "Bob owns search.")
    told = "Ended undecided, too old or of a memory that changed: 1 question.\n"
    assert told in mem("maintain", "--apply").out
    assert told not in mem("maintain", "--apply").out


def test_edit_takes_a_text_and_auto_only_needs_apply(mem: Mem) -> None:
    mem("add", "Alice owns billing.")
    mem("add", "Bob owns billing.")
    [question] = mem("review", "--json").data["questions"]
    assert "takes a text" in mem("review", question["id"], "edit", status=1).err
    assert mem("review", question["id"], "edit", "Bob and Alice own billing.").out.endswith(": edited.\n")
    assert "--apply" in mem("maintain", "--auto-only", status=2).err
    assert "nothing to take back" in mem("undo", "--run", "zzz", status=1).err
    assert "'' is no change" in mem("undo", "", status=1).err
    assert "'' is no change" in mem("undo", "--run", "", status=1).err


def test_in_a_terminal_each_question_is_asked_in_turn(mem: Mem) -> None:
    for text in ("Alice owns billing.", "Bob owns billing.", "Carol owns search.", "Dave owns search."):
        mem("add", text)
    typing, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hardwon.cli", "review"], stdin=terminal, stderr=terminal, stdout=subprocess.PIPE
    )
    os.write(typing, b"a\nx\nk\n")
    out, _ = process.communicate(timeout=60)
    os.close(terminal)
    os.close(typing)
    assert process.returncode == 0
    assert b"1. " in out and b"If approved: the first is replaced by the second" in out
    assert mem("review", "--json").data["questions"] == []
    texts = {one["content"] for one in mem("list", "--json").data["memories"]}
    assert texts == {"Bob owns billing.", "Carol owns search.", "Dave owns search."}


def test_a_word_answers_too_and_where_it_is_broken_off_the_decided_is_told(mem: Mem) -> None:
    for text in ("Alice owns billing.", "Bob owns billing.", "I prefer tabs.", "I prefer spaces."):
        mem("add", text)
    typing, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hardwon.cli", "review"], stdin=terminal, stderr=terminal, stdout=subprocess.PIPE
    )
    os.write(typing, b"Approve\n\x04")
    process.communicate(timeout=60)
    said = os.read(typing, 1 << 16)
    os.close(terminal)
    os.close(typing)
    assert process.returncode == 130
    assert b"1 question decided." in said
    assert len(mem("review", "--json").data["questions"]) == 1


def test_a_question_about_a_preference_names_both(mem: Mem) -> None:
    mem("add", "I prefer tabs.")
    mem("add", "I prefer spaces.")
    assert "contradiction: tabs or spaces / prefer." in mem("review", "--list").out


def test_in_a_terminal_a_capital_answers_all_about_the_subject(mem: Mem) -> None:
    for text in ("I prefer dark themes.", "I prefer short functions.", "I like tea."):
        mem("add", text, "-c", "preference")
    mem("maintain", "--apply")
    typing, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hardwon.cli", "review"], stdin=terminal, stderr=terminal, stdout=subprocess.PIPE
    )
    os.write(typing, b"K\n")
    process.communicate(timeout=60)
    os.close(terminal)
    os.close(typing)
    assert process.returncode == 0
    assert mem("review", "--json").data["questions"] == []
    assert len(mem("list", "--json").data["memories"]) == 3
