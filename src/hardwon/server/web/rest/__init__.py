"""The memory over REST: JSON over HTTP for programs of the person's own, and what the console's pages stand on."""

from __future__ import annotations

HOST, PORT = "127.0.0.1", 8080
