"""`mem service`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.door import Door
from hardwon.cli.form import count_text
from hardwon.cli.group import HERE, Nouns, command
from hardwon.errors import HardwonError
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.install.startup import Startup

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
    "dreaming": "object: phase (off, idle, waiting or running) and due, how many stores were written to since upkeep",
    "startup": "object: path, installed, interpreter, alive, enabled, active, problem, hint: starting at login",
}
_STARTUP = ("path", "installed", "interpreter", "alive", "enabled", "active", "problem", "hint")
_LOG_LINES = 40
_LOG_BYTES = 1 << 18


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
    from hardwon.install import startup
    from hardwon.wire import control
    from hardwon.wire.starting import package_folders

    found = control.status(door.paths, door.environ)
    if found is None and startup.begin(door.paths, door.environ):
        found = _from_unit(door)
    _say(door, found or control.start(door.paths, door.environ, package_folders()))


def _from_unit(door: Door) -> dict[str, Any]:
    """What the service says that the system has just been told to start; what is wrong with its unit otherwise."""
    from hardwon.install import startup
    from hardwon.wire import control

    try:
        return control.wait(door.paths, door.environ)
    except HardwonError as error:
        unit = startup.state(door.paths, door.environ)
        raise HardwonError(unit.problem or str(error), unit.hint or error.hint) from None


@command("stop", scope=HERE, answer={"stopped": "whether one ran"})
@click.pass_obj
def stop(door: Door) -> None:
    """Have the service finish what is in hand and leave. The next session starts it again."""
    from hardwon.install import startup
    from hardwon.wire import control

    ran = control.is_there(door.paths, door.environ)
    startup.end(door.paths, door.environ)  # its unit would start it again
    stopped = control.stop(door.paths, door.environ) or ran
    door.answer({"stopped": stopped}, ["The service has left." if stopped else "No service runs."])


@command("install", scope=HERE, answer={"startup": _ANSWER["startup"], "reason": "why the system did not take it up"})
@click.pass_obj
def install(door: Door) -> None:
    """Have the system start the service at login and keep it running: a systemd user unit, or a launchd agent."""
    from hardwon.install import startup
    from hardwon.wire.starting import package_folders

    found, reason = startup.install(door.paths, door.environ, package_folders())
    said = "and started." if not reason else f"but not started: {one_line(reason, 200)}"
    door.answer({"startup": _startup_data(found), "reason": reason}, [f"Written: {one_line(found.path)}", said])
    if reason:
        door.note("After a login: systemctl --user enable --now hardwon.service")


@command("uninstall", scope=HERE, answer={"removed": "whether a unit of ours was there"})
@click.pass_obj
def uninstall(door: Door) -> None:
    """Take the unit out again. Sessions go on starting the service by themselves where it helps."""
    from hardwon.install import startup

    removed = startup.uninstall(door.paths, door.environ)
    door.answer({"removed": removed}, ["The unit is removed." if removed else "There is no unit of ours."])


@command("logs", scope=HERE, answer={"file": "the log", "lines": "list of its newest lines, the oldest first"})
@click.option("-n", "--lines", type=click.IntRange(1, 10_000), default=_LOG_LINES, help="How many lines.")
@click.pass_obj
def logs(door: Door, lines: int) -> None:
    """Show the newest lines of the service's log. It holds no text of memories and no key."""
    path = door.paths.logs + "/service.log"
    found = _tail(path, lines)
    door.answer({"file": path, "lines": found}, [one_line(line, 2000) for line in found] or ["The log is empty."])


@command("run", scope=HERE)
@click.option("--replace", is_flag=True, help="Take over from a service that runs.")
@click.pass_obj
def run(door: Door, replace: bool) -> None:
    """Serve in the foreground until told to leave, as the unit does. Says what is wrong with the configuration."""
    from hardwon.install.units import program_for
    from hardwon.wire.detached import allowed_environ
    from hardwon.wire.starting import package_folders

    argv = [word for word in program_for(door.paths, package_folders()).argv if replace or word != "--replace"]
    sys.stdout.flush()
    os.execve(argv[0], argv, allowed_environ(door.environ, door.paths))


for each in (status, start, stop, install, uninstall, logs, run):
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
    from hardwon.install import startup

    unit = startup.state(door.paths, door.environ)
    data = {"running": found is not None, **(found or {}), "startup": _startup_data(unit)}
    lines = door.screen.pairs(_pairs(data)) if found else ["No service runs."]
    lines = [*lines, *_startup_lines(door, unit)]
    door.answer({name: data.get(name) for name in _ANSWER}, lines)


def _startup_data(found: Startup) -> dict[str, object]:
    return {name: getattr(found, name) for name in _STARTUP}


def _startup_lines(door: Door, found: Startup) -> list[str]:
    if not found.installed:
        return []
    said = {True: "started at login", False: "not started at login", None: "installed"}[found.enabled]
    lines = door.screen.pairs([("unit", f"{one_line(found.path)}, {said}")])
    return [*lines, *([one_line(found.problem, 400), "  " + one_line(found.hint, 400)] if found.problem else [])]


def _tail(path: str, count: int) -> list[str]:
    try:
        with open(path, "rb") as log:
            log.seek(max(os.fstat(log.fileno()).st_size - _LOG_BYTES, 0))
            return log.read().decode("utf-8", "replace").splitlines()[-count:]
    except OSError:
        return []


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
        ("upkeep", data["dreaming"]["phase"]),
    ]
