"""What a host's extension asks: one JSON object on standard input, one on standard output. Light.

`op` says what is wanted; every question has `host`, `session`, `cwd`, and `bound`, the project that the session was
started in, "" while it is not known. Where the folder belongs to another project by now, nothing is given or noted.

    project    -> project, shown                 the folder's project, as it is and as a model may name it
    turn       prompt  -> text                   what to add to the requests of this turn
    done       calls, over  -> nothing           which tools were called, for the record; the session may be over
    command    text  -> said, text               a person's own words to the memory: an answer, and what to add
"""

from __future__ import annotations

import sys

from hardwon.config.actor import is_agent
from hardwon.config.paths import Paths, environ_text, trusted_environ
from hardwon.hooks.asking import ask, start_service
from hardwon.hooks.claims import digest
from hardwon.hooks.endings import ending
from hardwon.hooks.entry import TURN, read_input, respond
from hardwon.hooks.event import Event
from hardwon.hooks.failures import describe, log_file, note
from hardwon.hooks.guard import Guard
from hardwon.hosts.claude_code.payload import Payload, read_payload
from hardwon.text import jsonlight
from hardwon.text.clean import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_COMMAND = "UserPromptExpansion"
_ACTS = ("remember", "outcome", "forget")
_CALLS_MAX = 100
_NAME_MAX = 80
_USAGE = (
    "/hardwon TEXT looks TEXT up and gives what it finds to the next turn; /hardwon remember TEXT, "
    "/hardwon outcome ID worked|failed|partial and /hardwon forget ID are as they say."
)
_NO_PERSON = "Only a person can do this; this session was started by an agent."


class Request:
    """One question, and the events it is answered with."""

    __slots__ = ("environ", "given", "guard", "key", "paths", "roots")

    def __init__(self, given: Payload, data: bytes, environ: dict[str, str], paths: Paths, guard: Guard) -> None:
        self.given = given
        self.environ = environ
        self.paths = paths
        self.roots = _roots()
        self.guard = guard
        self.key = digest(data)

    def event(self, name: str, fields: Mapping[str, object] | None = None, mark: str = "") -> Event:
        """An event of the session.

        Args:
            name: the event's name.
            fields: its own fields.
            mark: what tells it from the question's other events.
        """
        shared = {"session_id": self.given.text("session"), "cwd": self.given.text("cwd")}
        payload = Payload({**shared, "host": self.given.text("host"), **(fields or {}), "hook_event_name": name})
        key = digest(f"{self.key} {mark}".encode()) if mark else self.key
        return Event(name, payload, self.environ, self.paths, key, self.roots)


def main() -> None:
    """Answer the question on standard input and end the process."""
    guard = Guard(TURN)
    try:
        environ = trusted_environ(environ_text())
        paths = Paths.from_environment(environ)
        guard.log = log_file(paths)
        data = read_input()
        request = Request(read_payload(data), data, environ, paths, guard)
        _answer(request)
    except BaseException as error:  # the extension's fail-open edge
        note(guard.log, TURN, describe(error))
    guard.leave()


def _answer(request: Request) -> None:
    project = request.event(TURN).binding.value
    shown = one_line(project)
    about: dict[str, object] = {"project": project, "shown": shown}
    wanted = request.given.text("bound")
    operation = request.given.text("op")
    if operation == "project" or (wanted and wanted != project):
        _write(request, about)
    elif operation in _OPERATIONS:
        _OPERATIONS[operation](request, about)


def _turn(request: Request, about: dict[str, object]) -> None:
    event = request.event(TURN, {"prompt": request.given.text("prompt")})
    if event.is_paused:
        _write(request, about)
        return
    _respond(request, event, about)
    start_service(event)


def _respond(request: Request, event: Event, about: dict[str, object]) -> None:
    """Answer from the service where there is one and it is quick enough, else here."""
    asked = ask(event, jsonlight.dumps(event.payload.fields).encode())
    if asked is not None:
        _write(request, {**about, **_said(asked.output)})
        asked.acknowledge()
        return
    answer = respond(event, request.guard)
    _write(request, {**about, **_said(answer.text.encode("utf-8", "replace"))})
    answer.after()


def _said(output: bytes) -> dict[str, object]:
    """A hook's output as the extension takes it."""
    if not output:
        return {}
    payload = read_payload(output)
    inner = payload.fields.get("hookSpecificOutput")
    added = Payload(inner).text("additionalContext") if isinstance(inner, dict) else ""
    found = {"said": payload.text("reason"), "text": added}
    return {name: value for name, value in found.items() if value}


def _done(request: Request, about: dict[str, object]) -> None:
    """Leave which tools were called and how each ended: names and ids, no argument and no result."""
    ending_event = request.event("SessionEnd" if request.given.flag("over") else "Stop")
    if ending_event.is_paused:
        return
    calls = request.given.fields.get("calls")
    for number, call in enumerate(calls[:_CALLS_MAX] if isinstance(calls, list) else ()):
        if isinstance(call, dict):
            one = Payload(call)
            fields = {"tool_name": _name(one.text("tool")), "tool_use_id": _name(one.text("id"))}
            request.event("PostToolUseFailure" if one.flag("failed") else "PostToolUse", fields, str(number)).keep()
    ending(ending_event, request.guard).after()


def _name(text: str) -> str:
    """A tool's name or a call's id; of anything else nothing is kept."""
    fits = 0 < len(text) <= _NAME_MAX and text.isascii() and all(char.isalnum() or char in "_-.:|" for char in text)
    return text if fits else ""


def _command(request: Request, about: dict[str, object]) -> None:
    words = request.given.text("text").strip()
    first, _, rest = words.partition(" ")
    is_act = first.lower() in _ACTS
    if not words:
        _write(request, {**about, "said": f"{_USAGE}\nThis session's project: {about['shown']}"})
    elif is_act and is_agent(request.environ):
        _write(request, {**about, "said": _NO_PERSON})
    else:
        fields = {
            "command_name": first.lower() if is_act else "recall",
            "command_args": rest if is_act else words,
            "expansion_type": "slash_command",
        }
        request.guard.event = _COMMAND
        _respond(request, request.event(_COMMAND, fields), about)


def _write(request: Request, answer: Mapping[str, object]) -> None:
    request.guard.write(jsonlight.dumps(answer).encode())


def _roots() -> list[str]:
    return [path for path in sys.argv[1:] if "/" in path]


_OPERATIONS: dict[str, Callable[[Request, dict[str, object]], None]] = {
    "turn": _turn,
    "done": _done,
    "command": _command,
}
