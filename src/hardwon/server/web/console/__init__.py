"""The console: pages over a person's memory, drawn on the server, on the same port as REST."""

from __future__ import annotations

PREFIX = "/console"
