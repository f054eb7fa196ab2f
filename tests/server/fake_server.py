"""Stands in for the SDK server: answers as the name of the called tool says.

echo answers with its arguments, slow waits for a line on a named pipe first, dies ends the process, dies_once
ends it unless a marker file exists.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any


def answer(call_id: Any, value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": call_id, "result": value}) + "\n")
    sys.stdout.flush()


def serve(message: dict[str, Any]) -> None:
    params = message.get("params", {})
    if message["method"] == "initialize":
        answer(message["id"], {"seen": params})
        return
    name, given = params["name"], params["arguments"]
    if name == "dies" or (name == "dies_once" and not Path(given["marker"]).exists()):
        Path(given["marker"]).touch()
        os._exit(3)
    if name == "slow":
        with open(given["gate"]) as gate:
            gate.read()
    answer(message["id"], {"given": given, "pid": os.getpid()})


if __name__ == "__main__":
    for line in sys.stdin:
        received = json.loads(line)
        if received["method"] == "notifications/cancelled":
            Path(sys.argv[1]).write_text(json.dumps(received["params"]))
        elif "id" in received:
            threading.Thread(target=serve, args=(received,), daemon=True).start()
