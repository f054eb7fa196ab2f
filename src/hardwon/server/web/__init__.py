"""Doors that listen on a port, only where somebody asks for one: who may come in, and MCP over HTTP."""

from __future__ import annotations

HOST, PORT = "127.0.0.1", 18766
