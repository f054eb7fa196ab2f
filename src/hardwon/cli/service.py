"""`mem service`."""

from __future__ import annotations

from typing import Any

import click

from hardwon.cli.door import Door
from hardwon.cli.form import count_text
from hardwon.cli.group import HERE, Nouns, command
from hardwon.errors import HardwonError

_ANSWER = {
    "running": "whether it runs",
    "pid": "its process, null when it does not run",
    "version": "of the program it runs",
    "up_s": "seconds since it started",
    "clients": "list of the processes of the clients that use it",
    "answered": "object: how many hooks, queries and MCP sessions it served",
    "in_hand": "how many requests it is at now",
    "embedder": "what turns text into vectors",
    "model": "the embedding model",
    "state": "preparing, loading, ready, filling (vectors are being made), none (no model) or failed",
    "reason": "why searches go by words, may be empty",
    "rerank": "off, ready, or why hits are left in their order",
    "stores": "object: held (stores whose vectors are in memory), incomplete (of which some are missing), bytes",
}


@click.group("service", cls=Nouns, answer=_ANSWER)
@click.pass_context
def service(ctx: click.Context) -> None:
    """Look after the background service, which keeps the embedding model warm and shares it between sessions."""
    if ctx.invoked_subcommand is None:
        _show(ctx.obj)


@command("status", scope=HERE, answer=_ANSWER)
@click.pass_obj
def status(door: Door) -> None:
    """Say whether the service runs, for whom, and what it is at."""
    _show(door)


@command("start", scope=HERE, answer=_ANSWER)
@click.pass_obj
def start(door: Door) -> None:
    """Start the service now. Clients do it by themselves where it helps; it leaves when nobody needs it."""
    from hardwon.wire import control
    from hardwon.wire.starting import package_folders

    _say(door, control.start(door.paths, door.environ, package_folders()))


@command("stop", scope=HERE, answer={"stopped": "whether one ran"})
@click.pass_obj
def stop(door: Door) -> None:
    """Have the service finish what is in hand and leave. The next session starts it again."""
    from hardwon.wire import control

    stopped = control.stop(door.paths, door.environ)
    door.answer({"stopped": stopped}, ["The service has left." if stopped else "No service runs."])


for each in (status, start, stop):
    service.add_command(each)


def _show(door: Door) -> None:
    from hardwon.wire import control

    found = control.status(door.paths, door.environ)
    if found is None and control.is_there(door.paths, door.environ):
        raise HardwonError(
            "a service runs that does not answer, or is of another version", "`mem service stop` ends it"
        )
    _say(door, found)


def _say(door: Door, found: dict[str, Any] | None) -> None:
    if found is None:
        door.answer({**dict.fromkeys(_ANSWER), "running": False}, ["No service runs."])
        return
    data = {"running": True, **found}
    door.answer({name: data.get(name) for name in _ANSWER}, door.screen.pairs(_pairs(data)))


def _pairs(data: dict[str, Any]) -> list[tuple[str, str]]:
    held = data["stores"]
    reason = f": {data['reason']}" if data["reason"] else ""
    return [
        ("service", f"process {data['pid']}, version {data['version']}, up {data['up_s']:.0f} s"),
        ("clients", ", ".join(map(str, data["clients"])) or "none now"),
        ("model", f"{data['model']} ({data['embedder']})"),
        ("state", data["state"] + reason),
        *([("rerank", data["rerank"])] if data["rerank"] != "off" else []),
        ("vectors", f"of {count_text(held['held'], 'store', 'stores')}, {held['bytes'] / 1024:,.0f} KB"),
    ]
