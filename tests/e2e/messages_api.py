"""A scripted Messages API on a random loopback port: it answers as told and remembers what it was asked.

The requests it kept are what the tests look at: text that no request holds never reached the model, whatever
a hook printed.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]
# Of answers, from 1: over all servers of a run, since a session that is resumed must not meet an id again.
_numbers = itertools.count(1)


@dataclass(frozen=True, kw_only=True)
class Call:
    """A tool call of the scripted model."""

    tool: str
    arguments: Json


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One scripted answer: text, tool calls, or both; `first` runs before any of it is sent.

    With a `status` other than 200 it is an error instead, and with `is_cut` the connection ends without an answer.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    input_tokens: int = 100
    first: Callable[[], object] | None = None
    status: int = 200
    is_cut: bool = False


def says(text: str) -> Reply:
    """An answer of text alone, which ends the turn."""
    return Reply(text=text)


def calls(tool: str, *, first: Callable[[], None] | None = None, **arguments: Any) -> Reply:
    """An answer that calls one tool."""
    return Reply(calls=(Call(tool=tool, arguments=arguments),), first=first)


class Request:
    """One request for an answer, as the client sent it."""

    def __init__(self, body: Json) -> None:
        self.body = body

    @property
    def text(self) -> str:
        """All the model is given to read: the system prompt and every message, whatever its role."""
        messages = [_text(message["content"]) for message in self.body["messages"]]
        return "\n".join([_text(self.body.get("system")), *messages])

    @property
    def user_text(self) -> str:
        """The text of the messages whose role is user, tool results included."""
        return "\n".join(_text(m["content"]) for m in self.body["messages"] if m["role"] == "user")

    @property
    def tools(self) -> set[str]:
        """The names of the tools the request offers."""
        return {tool["name"] for tool in self.body.get("tools") or []}

    @property
    def results(self) -> list[tuple[str, bool]]:
        """Text and error mark of each tool result in the conversation, oldest first."""
        blocks = [
            block
            for message in self.body["messages"]
            if isinstance(message["content"], list)
            for block in message["content"]
            if block.get("type") == "tool_result"
        ]
        return [(_text(block.get("content")), bool(block.get("is_error"))) for block in blocks]


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_text(block) for block in content)
    if isinstance(content, dict):
        return "\n".join(_text(content[key]) for key in ("text", "content", "thinking") if key in content)
    return ""


@dataclass(kw_only=True)
class Script:
    """What the model says: `replies` in order in the main conversation, `rules` wherever their test fits.

    A rule goes first, and as often as it fits: subagents and compaction are matched by their own words. A
    conversation that asks on after the last reply gets `rest`. With `choose` that function alone decides.
    """

    replies: Sequence[Reply] = ()
    rules: Sequence[tuple[Callable[[Request], bool], Reply]] = ()
    rest: Reply = field(default_factory=lambda: says("ok"))
    choose: Callable[[Request], Reply] | None = None

    def chooser(self) -> Callable[[Request], Reply]:
        """A function that picks the reply for each request in turn; safe to call from several threads."""
        if self.choose:
            return self.choose
        queue = iter(self.replies)
        lock = threading.Lock()

        def choose(request: Request) -> Reply:
            for fits, reply in self.rules:
                if fits(request):
                    return reply
            with lock:
                return next(queue, self.rest) if request.tools else self.rest

        return choose


class MessagesApi:
    """The running API; a context manager. `requests` has the requests for an answer, `strays` all others.

    `asked` is set with each request.
    """

    def __init__(self, script: Script) -> None:
        self.requests: list[Request] = []
        self.strays: list[str] = []
        self.asked = threading.Event()
        self._choose = script.chooser()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.api = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        """The address to give the client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> MessagesApi:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def take(self, body: Json) -> tuple[Reply, int]:
        """Record a request; its reply, and its number."""
        request = Request(body)
        self.requests.append(request)
        number = next(_numbers)
        self.asked.set()
        reply = self._choose(request)
        if reply.first:
            reply.first()
        return reply, number


def _whole(reply: Reply, number: int, model: str) -> Json:
    """The answer to a request that wants no stream."""
    content: list[Json] = [{"type": "text", "text": reply.text}] if reply.text else []
    for index, call in enumerate(reply.calls):
        content.append(
            {"type": "tool_use", "id": f"toolu_{number:04d}_{index}", "name": call.tool, "input": call.arguments}
        )
    return _head(reply, number, model) | {"content": content, "stop_reason": _stop(reply)}


def _head(reply: Reply, number: int, model: str) -> Json:
    message: Json = {"id": f"msg_{number:04d}", "type": "message", "role": "assistant", "model": model}
    return message | {"content": [], "stop_reason": None, "stop_sequence": None, "usage": _usage(reply)}


def _usage(reply: Reply) -> Json:
    usage = {"input_tokens": reply.input_tokens, "output_tokens": 20}
    return usage | {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}


def _stop(reply: Reply) -> str:
    return "tool_use" if reply.calls else "end_turn"


def _events(reply: Reply, number: int, model: str) -> Iterator[Json]:
    blocks = _blocks(reply, number)
    yield {"type": "message_start", "message": _head(reply, number, model)}
    for index, (block, delta) in enumerate(blocks):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": _stop(reply), "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": _usage(reply)}
    yield {"type": "message_stop"}


def _blocks(reply: Reply, number: int) -> list[tuple[Json, Json]]:
    """Each content block as it starts, empty, with the one delta that fills it."""
    blocks: list[tuple[Json, Json]] = []
    if reply.text:
        blocks.append(({"type": "text", "text": ""}, {"type": "text_delta", "text": reply.text}))
    for index, call in enumerate(reply.calls):
        start = {"type": "tool_use", "id": f"toolu_{number:04d}_{index}", "name": call.tool, "input": {}}
        blocks.append((start, {"type": "input_json_delta", "partial_json": json.dumps(call.arguments)}))
    return blocks


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    api: MessagesApi

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up in the middle of an answer is no fault of the test's."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Requests are kept by MessagesApi; nothing goes to the test's output."""

    def do_HEAD(self) -> None:
        self._empty()

    def do_GET(self) -> None:
        self._empty()

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path.partition("?")[0] != "/v1/messages":
            self._empty()
            return
        body = json.loads(raw)
        reply, number = self.server.api.take(body)
        model = str(body.get("model", "scripted"))
        self.close_connection = True
        if reply.is_cut:
            self.connection.close()
        elif reply.status != 200:
            self._json(reply.status, {"type": "error", "error": {"type": "api_error", "message": "scripted"}})
        elif body.get("stream"):
            self._stream(_events(reply, number, model))
        else:
            self._json(200, _whole(reply, number, model))

    def _stream(self, events: Iterator[Json]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events:
            self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())

    def _json(self, status: int, body: Json) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _empty(self) -> None:
        self.server.api.strays.append(f"{self.command} {self.path}")
        self.send_response(404)
        self.send_header("content-length", "0")
        self.end_headers()
