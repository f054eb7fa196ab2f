"""A scripted Chat Completions API on a random loopback port, for hosts that speak that; scripts are as for Messages."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from e2e.messages_api import Json, Reply


class ChatApi:
    """The running API; a context manager. `requests` has the bodies of those that offered tools.

    Args:
        replies: what the model says, in order; then "ok". Requests without tools (titles, summaries) get "ok".
    """

    def __init__(self, replies: tuple[Reply, ...] = ()) -> None:
        self.replies = list(replies)
        self.requests: list[Json] = []
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.api = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        """The address to give the host."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> ChatApi:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def take(self, body: Json) -> tuple[Reply, int]:
        """Record a request; its reply, and its number."""
        with self._lock:
            if not body.get("tools"):
                return Reply(text="ok"), 0
            self.requests.append(body)
            return (self.replies.pop(0) if self.replies else Reply(text="ok")), len(self.requests)


def texts(request: Json, role: str) -> list[str]:
    """The texts of a request's messages of one role, in order."""
    found = []
    for message in request["messages"]:
        content = message.get("content")
        if message["role"] == role:
            parts = content if isinstance(content, list) else [{"text": content or ""}]
            found.append("\n".join(part.get("text", "") for part in parts))
    return found


def _message(reply: Reply, number: int) -> Json:
    message: Json = {"role": "assistant", "content": reply.text or None}
    called = [
        {
            "index": index,
            "id": f"call_{number:04d}_{index}",
            "type": "function",
            "function": {"name": call.tool, "arguments": json.dumps(call.arguments)},
        }
        for index, call in enumerate(reply.calls)
    ]
    return {**message, "tool_calls": called} if called else message


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    api: ChatApi

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A host that hangs up in the middle of an answer is no fault of the test's."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Requests are kept by ChatApi; nothing goes to the test's output."""

    def do_GET(self) -> None:
        self._send("application/json", json.dumps({"object": "list", "data": [{"id": "scripted", "object": "model"}]}))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        reply, number = self.server.api.take(body)
        message, reason = _message(reply, number), "tool_calls" if reply.calls else "stop"
        whole = {"id": f"c{number}", "created": 0, "model": "scripted"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        if not body.get("stream"):
            choice = {"index": 0, "message": message, "finish_reason": reason}
            whole |= {"object": "chat.completion", "choices": [choice], "usage": usage}
            self._send("application/json", json.dumps(whole))
            return
        whole["object"] = "chat.completion.chunk"
        deltas = [
            ({"index": 0, "delta": message, "finish_reason": None}),
            {"index": 0, "delta": {}, "finish_reason": reason},
        ]
        events = [json.dumps({**whole, "choices": [delta]}) for delta in deltas]
        self._send("text/event-stream", "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"]))

    def _send(self, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
