"""A scripted host of models on a random loopback port: it answers, fails, hangs or hangs up as told, and counts."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Says:
    """One answer: a status and a body, or a way to fail.

    Attributes:
        hangs: nothing is answered until the test is over. cut: the connection ends without an answer.
        headers: besides the usual ones.
    """

    body: Json | str = field(default_factory=dict)
    status: int = 200
    hangs: bool = False
    cut: bool = False
    headers: dict[str, str] = field(default_factory=dict)


def message(answer: object, *, input_tokens: int = 1000, output_tokens: int = 100) -> Says:
    """An answer of the Messages API with one tool call."""
    block = {"type": "tool_use", "id": "toolu_1", "name": "write_down", "input": answer}
    usage = {"input_tokens": input_tokens, "output_tokens": output_tokens}
    usage |= {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use"}
    return Says(body={**head, "stop_sequence": None, "content": [block], "usage": usage})


def error(status: int, kind: str, **headers: str) -> Says:
    """An error of the Messages API."""
    body = {"type": "error", "error": {"type": kind, "message": "scripted"}}
    return Says(body=body, status=status, headers=headers)


class ScriptedModel:
    """The running server; a context manager. The last answer is repeated."""

    def __init__(self, *says: Says) -> None:
        self.says = list(says)
        self.requests: list[tuple[str, Json, dict[str, str]]] = []
        self.asked = threading.Event()
        self.over = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.script = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> ScriptedModel:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def next(self, path: str, body: Json, headers: dict[str, str]) -> Says:
        self.requests.append((path, body, headers))
        self.asked.set()
        return self.says.pop(0) if len(self.says) > 1 else self.says[0]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    script: ScriptedModel

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Requests are kept by the script."""

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        says = self.server.script.next(self.path, json.loads(raw), headers)
        if says.hangs:
            self.server.script.over.wait(60)
        if says.hangs or says.cut:
            self.close_connection = True
            self.connection.close()
            return
        data = says.body.encode() if isinstance(says.body, str) else json.dumps(says.body).encode()
        self.send_response(says.status)
        for name, value in {"content-type": "application/json", **says.headers}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
