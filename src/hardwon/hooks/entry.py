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


def main(name: str) -> None:
    """Answer the event on standard input and end the process.

    Args:
        name: the event's name as the hook entry gives it, "" to take it from the input.
    """
    guard = Guard(name)
    answer = Answer()
    try:
        environ = trusted_environ(environ_text())
        paths = Paths.from_environment(environ)
        guard.log = log_file(paths)
        roots = [path for path in sys.argv[1:] if "/" in path]
        answer = respond(name, _read_input(), environ, paths, roots, guard)
        guard.write(answer.text.encode("utf-8", "replace"))
        answer.after()
    except BaseException as error:  # the hooks' fail-open edge
        note(guard.log, name, describe(error))
    guard.leave()


def respond(name: str, data: bytes, environ: dict[str, str], paths: Paths, roots: list[str], guard: Guard) -> Answer:
    """What to say to one event.

    Args:
        name: the event's name as the hook entry gives it, "" to take it from the input.
        data: the hook's standard input.
        environ: the environment, already trusted.
        paths: where things live.
        roots: the folders the package and its dependencies are imported from.
        guard: the hook's deadline.
    """
    try:
        payload = read_payload(data)
    except ValueError as error:
        note(guard.log, name, describe(error))
        return Answer()
    named = payload.event
    name = name or named
    # An entry under the wrong event must not answer in another event's form.
    if name not in EVENTS or (named and named != name):
        return Answer()
    guard.event = name
    if name in ("Stop", "SubagentStop") and payload.flag("stop_hook_active"):
        return Answer()
    key = digest(data)
    if not claim(paths, name, key, environ.get("CLAUDE_PID", "")):
        return Answer()
    event = Event(name, payload, environ, paths, key, roots)
    if name == "PostToolUse":
        event.keep()
        return Answer()
    return _handler(name)(event, guard)


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
    from hardwon.hooks import recalls

    return recalls.HANDLERS[name]


def _read_input() -> bytes:
    parts: list[bytes] = []
    room = _INPUT_MAX
    while room > 0 and (part := posix.read(0, _CHUNK)):
        parts.append(part)
        room -= len(part)
    return b"".join(parts)
