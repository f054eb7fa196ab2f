"""The user scope's MCP server, which only the client itself may write.

A running client rewrites its own file from memory, so an edit by another program is lost or, worse, breaks
it; this module reads that file and has the client change it.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from hardwon.hosts.claude_code import bundle
from hardwon.install import entries

_TIMEOUT_S = 60
_REMOVE = ["mcp", "remove", "--scope", "user", bundle.SERVER_KEY]


def user_server_state(client_config: Path) -> str:
    """How our server stands in the client's own file (hardwon.install.entries)."""
    try:
        return entries.server_state(json.loads(client_config.read_bytes()))
    except (OSError, ValueError, RecursionError):
        return entries.MISSING


def add_user_server(client_config: Path, environ: Mapping[str, str]) -> str:
    """Have the client add our server.

    Returns:
        "" when it is there, else the line that the person should run.
    """
    entry = bundle.mcp_entry()
    add = ["mcp", "add", "--scope", "user", bundle.SERVER_KEY, "--", entry["command"], *entry["args"]]
    if user_server_state(client_config) == entries.STALE:
        _run(_REMOVE, environ)
    _run(add, environ)
    return "" if user_server_state(client_config) == entries.WIRED else _line(add)


def remove_user_server(client_config: Path, environ: Mapping[str, str]) -> str:
    """Have the client remove our server; the answer is as in `add_user_server`."""
    _run(_REMOVE, environ)
    gone = user_server_state(client_config) in (entries.MISSING, entries.FOREIGN)
    return "" if gone else _line(_REMOVE)


def _line(arguments: list[str]) -> str:
    return shlex.join(["claude", *arguments])


def _run(arguments: list[str], environ: Mapping[str, str]) -> None:
    program = shutil.which("claude", path=environ.get("PATH", ""))
    if not program:
        return
    try:
        subprocess.run(
            [program, *arguments],
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return  # the file's state afterwards tells the caller
