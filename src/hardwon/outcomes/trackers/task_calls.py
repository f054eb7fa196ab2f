"""Tasks and todos as a session's own calls of task tools show them: with times, and where no file is kept at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardwon.hosts.turns import Turn
from hardwon.outcomes.evidence.pieces import key_of, text_of
from hardwon.outcomes.evidence.taskcalls import TOOLS, is_done, task_key, todo_key
from hardwon.outcomes.trackers.claude_tasks import SOURCE, TODO_SOURCE, is_active_status, is_open_status, list_name
from hardwon.text.clean import one_line

OPEN, ACTIVE, CLOSED, GONE = "open", "active", "closed", "gone"

_CREATED = re.compile(r"Task #?(\w{1,40}) created(?: successfully)?(?::\s*(.*))?", re.DOTALL)
_TITLE_MAX = 200
_PENDING_MAX = 200
_NEEDLES = tuple(f'"{tool}"'.encode() for tool in sorted(TOOLS))


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """A task as a call left it.

    Attributes:
        key, source, id, title: as of a closing; title "" where the call does not tell.
        status: as it was written. state: open, active, closed or gone.
        session_id: of the call. at_ms: its time, 0 when unknown.
        call: the same for the same call, also where a session's lines were copied; "" when that cannot be told.
    """

    key: str
    source: str
    id: str
    title: str
    status: str
    state: str
    session_id: str
    at_ms: int
    call: str = ""


class CallReader:
    """Takes turns, gives steps of tasks. A call counts once its result says that it was done.

    Args:
        list_id: the task list where it is not the session's own (CLAUDE_CODE_TASK_LIST_ID).

    Attributes:
        listed: of each session, the keys of the todos in its last list; what else was open in it is so no more.
    """

    def __init__(self, list_id: str = "") -> None:
        self._list = list_name(list_id) if list_id else ""
        self._calls: dict[str, Turn] = {}
        self.listed: dict[str, frozenset[str]] = {}

    @property
    def open_since(self) -> int | None:
        """Where the first call stands whose result is not seen yet, in bytes; a later pass begins there again."""
        return min((turn.offset for turn in self._calls.values()), default=None)

    def wants(self, raw: bytes) -> bool:
        """Whether a line of a transcript may tell of tasks; most need not be parsed."""
        return any(needle in raw for needle in _NEEDLES) or any(id.encode() in raw for id in self._calls)

    def feed(self, turn: Turn) -> Iterator[Step]:
        """Show the next turn, and take what it changed."""
        if turn.kind == "tool_use" and turn.tool in TOOLS and turn.tool_use_id:
            self._calls[turn.tool_use_id] = turn
            if len(self._calls) > _PENDING_MAX:
                del self._calls[next(iter(self._calls))]
        elif turn.kind == "tool_result":
            call = self._calls.pop(turn.tool_use_id, None)
            if call is not None and not turn.is_error:
                yield from self._done(call, turn.text)

    def give_up(self, before_ms: int) -> Iterator[Step]:
        """What calls changed whose results are missing, and will not come any more.

        Args:
            before_ms: calls from before then, in milliseconds.
        """
        for id, call in list(self._calls.items()):
            if call.at_ms < before_ms:
                del self._calls[id]
                yield from self._done(call, "")

    def _done(self, call: Turn, answer: str) -> Iterator[Step]:
        list_id = self._list or call.session_id
        if call.tool == "TaskCreate":
            created = _CREATED.search(answer)
            if created:
                title = text_of(call.tool_input, "subject") or created[2] or ""
                yield _step(call, task_key(list_id, created[1]), created[1], title, "pending")
        elif call.tool == "TaskUpdate":
            yield from _updated(call, list_id)
        else:
            yield from self._listed(call, list_id)

    def _listed(self, call: Turn, list_id: str) -> Iterator[Step]:
        seen: set[str] = set()
        for todo in _items(call.tool_input.get("todos")):
            content = text_of(todo, "content").strip()
            key = todo_key(list_id, content)
            if content and key not in seen:
                seen.add(key)
                yield _step(call, key, key[:8], content, text_of(todo, "status"), source=TODO_SOURCE)
        self.listed[call.session_id] = frozenset(seen)


def _updated(call: Turn, list_id: str) -> Iterator[Step]:
    arguments = call.tool_input
    id = str(arguments.get("taskId") or arguments.get("task_id") or "")
    status = text_of(arguments, "status")
    if id and status:
        yield _step(call, task_key(list_id, id), id, text_of(arguments, "subject"), status)


def _items(value: object) -> Iterator[Mapping[str, object]]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            yield item


def _step(call: Turn, key: str, id: str, title: str, status: str, *, source: str = SOURCE) -> Step:
    plain = one_line(status.strip().lower(), 40)
    return Step(
        key=key,
        source=source,
        id=one_line(id, 80),
        title=one_line(title, _TITLE_MAX),
        status=plain,
        state=state_of(plain),
        session_id=call.session_id,
        at_ms=call.at_ms,
        call=key_of("task call", call.tool_use_id, call.at_ms, source, title or id) if call.at_ms else "",
    )


def state_of(plain: str) -> str:
    """What a status in lower case says: open, active, closed or gone."""
    if is_done(plain):
        return CLOSED
    if is_active_status(plain):
        return ACTIVE
    return OPEN if is_open_status(plain) else GONE
