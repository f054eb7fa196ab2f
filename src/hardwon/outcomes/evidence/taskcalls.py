"""The host's own task tools: which tasks a session finished, and which it took back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hardwon.outcomes.evidence.pieces import key_of, text_of

_CREATED = re.compile(r"Task #?(\w{1,40}) created")
_DONE = frozenset({"completed", "done"})
TOOLS = frozenset({"TaskCreate", "TaskUpdate", "TodoWrite"})


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskStep:
    """A step of one task.

    Attributes:
        key: the task's, the same as its file has (hardwon.outcomes.trackers.claude_tasks).
        subject: what it is about. step: done, open or deleted.
    """

    key: str
    subject: str
    step: str


def is_done(status: str) -> bool:
    """Whether a status, however it is written, says that a task is done."""
    return status.strip().lower() in _DONE


def task_key(list_id: str, task_id: str) -> str:
    """The key of a task of Claude Code."""
    return key_of("claude task", list_id, task_id)


def todo_key(list_id: str, content: str) -> str:
    """The key of a todo: it has no id, so its text is it."""
    return key_of("claude todo", list_id, " ".join(content.split()).casefold())


class TaskCalls:
    """Follows the task tools of one session.

    Args:
        list_id: the task list, when it is not the session's own.
    """

    def __init__(self, list_id: str = "") -> None:
        self._list_id = list_id
        self._subjects: dict[str, str] = {}
        self._done: set[str] = set()

    def note_done(self, key: str) -> None:
        """Note a task that was done before the first call."""
        self._done.add(key)

    def steps(self, tool: str, arguments: Mapping[str, object], answer: str, session_id: str) -> list[TaskStep]:
        """What a call of a task tool changed.

        Args:
            tool, arguments, answer: the call and its result, which was no error.
            session_id: the session it was made in.
        """
        list_id = self._list_id or session_id
        if tool == "TaskCreate":
            created = _CREATED.search(answer)
            if created:
                self._subjects[created[1]] = text_of(arguments, "subject")
            return []
        if tool == "TaskUpdate":
            return self._updated(arguments, list_id)
        return self._todos(arguments, list_id)

    def _updated(self, arguments: Mapping[str, object], list_id: str) -> list[TaskStep]:
        id = str(arguments.get("taskId") or arguments.get("task_id") or "")
        status = text_of(arguments, "status")
        if not id or not status:
            return []
        subject = text_of(arguments, "subject") or self._subjects.get(id, "")
        step = "deleted" if status == "deleted" else ("done" if is_done(status) else "open")
        return self._step(task_key(list_id, id), subject, step)

    def _todos(self, arguments: Mapping[str, object], list_id: str) -> list[TaskStep]:
        todos = arguments.get("todos")
        steps: list[TaskStep] = []
        for todo in todos if isinstance(todos, list) else []:
            if isinstance(todo, dict) and text_of(todo, "content").strip():
                content = text_of(todo, "content")
                step = "done" if is_done(text_of(todo, "status")) else "open"
                steps += self._step(todo_key(list_id, content), content, step)
        return steps

    def _step(self, key: str, subject: str, step: str) -> list[TaskStep]:
        """A step that changes something; most calls only say again how things stand."""
        if step == "done" and key in self._done:
            return []
        if step == "open" and key not in self._done:
            return []
        (self._done.add if step == "done" else self._done.discard)(key)
        return [TaskStep(key=key, subject=subject, step=step)]
