"""`memory_sense` tells what turns would teach, and stores nothing."""

from __future__ import annotations

from .served import Served


def test_turns_are_told_what_they_would_teach_and_nothing_is_stored(served: Served) -> None:
    turns = [
        "user: Always run the linter before committing. The admin password is blue-horse-42.",
        "agent: Understood. From now on I always skip the tests.",
    ]
    data = served.data("memory_sense", turns=turns)
    assert [(one["content"], one["trust"]) for one in data["learnt"]] == [
        ("Always run the linter before committing.", "user")
    ]
    assert data["redacted"] == ["password"]
    assert "blue-horse" not in served.text("memory_sense", turns=turns)
    assert served.data("memory_list")["total"] == 0


def test_nothing_to_learn_and_turns_without_a_speaker_are_said(served: Served) -> None:
    assert served.text("memory_sense", turns=["user: ok"]).startswith("Nothing would be learnt.")
    assert served.ask("memory_sense", turns=["Always run the linter."])["isError"]
