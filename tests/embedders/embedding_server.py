"""An embedding server on the loopback address: answers as OpenAI's does, or as a test wants."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from hardwon.embedders import HashingEmbedder

Answer = tuple[int, bytes]
Reply = Callable[[dict[str, Any]], Answer]


def honest(dimensions: int) -> Reply:
    """Vectors of hashed words, in reverse order, as the index field allows."""
    embedder = HashingEmbedder(dimensions)

    def reply(request: dict[str, Any]) -> Answer:
        rows = embedder.embed_documents(request["input"]).tolist()
        items = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
        return 200, json.dumps({"object": "list", "data": items[::-1], "model": request["model"]}).encode()

    return reply


class Served:
    """What a server was asked.

    Attributes:
        url: its address, as a person would configure it.
        requests: (path, headers, body) of each request.
        reply: what it answers; may be changed.
    """

    def __init__(self, url: str, reply: Reply) -> None:
        self.url = url
        self.reply = reply
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []


@contextmanager
def serving(reply: Reply) -> Iterator[Served]:
    """A server for the length of a block, on a port the system chooses."""
    served = Served("", reply)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            served.requests.append((self.path, dict(self.headers), body))
            status, answer = served.reply(body)
            self.send_response(status)
            if status in (301, 302, 307, 308):
                self.send_header("Location", answer.decode())
                answer = b""
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
