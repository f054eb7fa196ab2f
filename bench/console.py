"""What the console's pages take, and how large they are, in a project with many memories.

    python bench/console.py [--size 5000] [--loads 20] [--keep FOLDER] [--json FILE]

The issue's size is --size 100000, which takes some minutes to fill; --keep leaves what was filled for the next run. The
server is a process of its own, as a person starts it, and a page's time is what a client on this machine waits for it.
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from figures import arguments, quantile, table, write_json
from rest import Place, Server, running

LIST_GOAL_MS = 300.0
SIZE_GOAL_KB = 100.0
PAGES = {
    "list": "/console/memories",
    "list, a tag": "/console/memories?tag=none",
    "list, a category": "/console/memories?category=gotcha",
    "list, oldest first": "/console/memories?sort=recorded_at",
    "search": "/console/memories?q=cache+retry+timeout",
    "dashboard": "/console/",
    "review": "/console/review",
    "activity": "/console/activity",
    "projects": "/console/projects",
}
COLUMNS = ("page", "first ms", "p50 ms", "p95 ms", "kB", "goal ms")


def session(server: Server, connection: http.client.HTTPConnection) -> str:
    """The cookie of a new session."""
    connection.request("POST", "/console/link", headers={"Authorization": f"Bearer {server.token}"})
    link = json.loads(connection.getresponse().read())["link"]
    connection.request("GET", link)
    answer = connection.getresponse()
    answer.read()
    return str(answer.getheader("set-cookie")).partition(";")[0]


def measure(server: Server, loads: int) -> list[dict[str, Any]]:
    """Each page's times and size."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=120)
    cookie = session(server, connection)
    rows = []
    for name, path in PAGES.items():
        took, size = [], 0
        for _ in range(loads + 1):
            begun = time.perf_counter()
            connection.request("GET", path, headers={"Cookie": cookie})
            answer = connection.getresponse()
            size = len(answer.read())
            took.append((time.perf_counter() - begun) * 1000)
            if answer.status != 200:
                raise SystemExit(f"{path} was answered {answer.status}")
        row = {
            "page": name,
            "first ms": round(took[0], 1),
            "p50 ms": round(statistics.median(took[1:]), 1),
            "p95 ms": round(quantile(took[1:], 0.95), 1),
            "kB": round(size / 1000, 1),
        }
        rows.append(row | ({"goal ms": LIST_GOAL_MS} if name == "list" else {}))
    connection.close()
    return rows


def options_of(parser: argparse.ArgumentParser) -> None:
    """What can be chosen."""
    parser.add_argument("--size", type=int, default=5000, help="memories")
    parser.add_argument("--loads", type=int, default=20, help="of each page")
    parser.add_argument("--keep", help="a folder to fill, and to find filled the next time")


def main() -> None:
    """Fill, serve, load each page, print."""
    options = arguments(__doc__, options_of)
    with ExitStack() as stack:
        kept = options.keep or stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(running(Place(Path(kept), options.size)))
        rows = measure(server, options.loads)
    print(table(rows, COLUMNS))
    write_json(options.json, {"size": options.size, "pages": rows})


if __name__ == "__main__":
    main()
