"""Events of tasks are noted, by the task's number alone, and nothing is said to them."""

from __future__ import annotations

import json

import pytest

from .client import Client

SUBJECT = "Rotate the signing keys"


@pytest.mark.parametrize("event", ["TaskCreated", "TaskCompleted"])
def test_an_event_of_a_task_is_noted_without_its_words(client: Client, event: str) -> None:
    assert client.hook(event, task_id="7", task_subject=SUBJECT, task_description=SUBJECT).out == ""
    (waiting,) = client.waiting()
    assert SUBJECT not in waiting.read_text()
    assert json.loads(waiting.read_text())["task"] == "7"


def test_a_task_that_is_done_twice_is_noted_twice_and_in_the_store_by_its_number(client: Client) -> None:
    for _ in range(2):
        client.hook("TaskCompleted", task_id="7", task_subject=SUBJECT)
    client.hook("Stop")
    client.settle()
    assert client.events() == [("session-1", "TaskCompleted", "7")] * 2 + [("session-1", "Stop", "")]
    assert client.waiting() == []
