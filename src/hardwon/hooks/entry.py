"""One hook, from the event's bytes to the answer. Light.

Whatever happens, the process leaves with exit code 0 and has written nothing or one whole answer. The
events a tool call fires, the most frequent ones, end here after a few milliseconds: they need no module
beyond these.
"""

from __future__ import annotations

import posix
import sys

from hardwon.config.paths import Paths, environ_text, trusted_environ
from hardwon.hooks.claims import claim, digest
from hardwon.hooks.event import Answer, Event
from hardwon.hooks.failures import describe, log_file, note
from hardwon.hooks.guard import Guard
from hardwon.hosts.claude_code.payload import EVENTS, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 20
_INPUT_MAX = 64 << 20
# Events that recall something, or carry out what a person asked: a warm service is quicker and knows more.
ASKED = frozenset(
    ("PostToolUseFailure", "PreToolUse", "SessionStart", "SubagentStart", "UserPromptExpansion", "UserPromptSubmit")
)
# Asked by a host's extension alone (hardwon.hooks.extension): what the turn that begins needs.
TURN = "HostTurn"
# Events that are only noted.
NOTED = frozenset(("PostToolUse", "TaskCompleted", "TaskCreated"))
STARTS = frozenset(("SessionStart", "UserPromptSubmit"))


def main(name: str) -> None:
    """Answer the event on standard input and end the process.

    Args:
        name: the event's name as the hook entry gives it, "" to take it from the input.
    """
    guard = Guard(name)
    try:
        environ = trusted_environ(environ_text())
        paths = Paths.from_environment(environ)
        guard.log = log_file(paths)
        roots = [path for path in sys.argv[1:] if "/" in path]
        data = read_input()
        event = read_event(name, data, environ, paths, roots, guard)
        if event is not None and claim(paths, event.name, event.key, environ.get("CLAUDE_PID", "")):
            _answer(event, data, guard)
    except BaseException as error:  # the hooks' fail-open edge
        note(guard.log, name, describe(error))
    guard.leave()


def _answer(event: Event, data: bytes, guard: Guard) -> None:
    """Answer, from the service where there is one and it is quick enough, else here."""
    if event.name in NOTED:
        if not event.is_paused:
            event.keep()
        return
    if event.name in ASKED:
        from hardwon.hooks.asking import ask, start_service

        asked = ask(event, data)
        if asked is not None:
            guard.write(asked.output)
            asked.acknowledge()
            return
    answer = respond(event, guard)
    guard.write(answer.text.encode("utf-8", "replace"))
    answer.after()
    if event.name in STARTS:
        start_service(event)


def read_event(
    name: str, data: bytes, environ: dict[str, str], paths: Paths, roots: list[str], guard: Guard
) -> Event | None:
    """The event that some bytes are, None for what is none of ours to answer.

    Args:
        name: the event's name as the hook entry gives it, "" to take it from the input.
        data: the hook's standard input.
        environ: the environment, already trusted.
        paths: where things live.
        roots: the folders the package and its dependencies are imported from.
        guard: the hook's deadline; it learns the event's name.
    """
    try:
        payload = read_payload(data)
    except ValueError as error:
        note(guard.log, name, describe(error))
        return None
    named = payload.event
    name = name or named
    # An entry under the wrong event must not answer in another event's form.
    if name not in (*EVENTS, TURN) or (named and named != name):
        return None
    guard.event = name
    if name in ("Stop", "SubagentStop") and payload.flag("stop_hook_active"):
        return None
    return Event(name, payload, environ, paths, digest(data), roots)


def respond(event: Event, guard: Guard) -> Answer:
    """What to say to an event; the one code for the hook's own process and for the service.

    Args:
        event: an event that was claimed; not one of NOTED, to which nothing is said.
        guard: the hook's deadline.
    """
    if event.name != "UserPromptExpansion" and event.is_paused:  # what a person asks for still works
        return Answer()
    return _handler(event.name)(event, guard)


def _handler(name: str) -> Callable[[Event, Guard], Answer]:
    if name == "UserPromptExpansion":
        from hardwon.hooks.commands import expansion

        return expansion
    if name in ("Stop", "SubagentStop", "SessionEnd"):
        from hardwon.hooks.endings import ending

        return ending
    if name in ("PreCompact", "PostCompact"):
        from hardwon.hooks import compaction

        return compaction.before if name == "PreCompact" else compaction.after
    if name == TURN:
        from hardwon.hooks.turns import turn

        return turn
    from hardwon.hooks import recalls

    return recalls.HANDLERS[name]


def read_input() -> bytes:
    """The whole of standard input."""
    parts: list[bytes] = []
    room = _INPUT_MAX
    while room > 0 and (part := posix.read(0, _CHUNK)):
        parts.append(part)
        room -= len(part)
    return b"".join(parts)
