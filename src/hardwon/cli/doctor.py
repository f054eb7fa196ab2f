"""`mem doctor`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import metadata
from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.config.settings import load_settings
from hardwon.errors import HardwonError
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.install import StatusReport

_LIBRARIES = ("apsw", "click", "detect-secrets", "gitpython", "mcp", "pydantic")
_LOG_LINES = 5
_HEAD = 15  # columns before what was found
_FINDING = {
    "name": "what was looked at",
    "ok": "whether it is as it should be",
    "detail": "what was found",
    "hint": "what to do",
}


@command(
    "doctor",
    scope=PROJECT,
    answer={
        "healthy": "whether everything is as it should be",
        "findings": [_FINDING],
        "repaired": "list of sentences: what --repair did",
        "hook_log": "list of the newest lines of the hooks' log",
    },
)
@click.option("--repair", is_flag=True, help="Rebuild a damaged store from what is readable; the damaged file is kept.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal; for --repair.")
@click.pass_obj
def doctor(door: Door, repair: bool, yes: bool) -> int:
    """Check libraries, settings, the store, and the wiring into Claude Code; show the hooks' latest failures.

    The exit status is 1 when something is not as it should be.
    """
    from hardwon.hooks import condition
    from hardwon.maintenance import health

    if repair:
        door.require_person("repairs a store", yes=yes)
    with door.searching() as engine:
        binding, root = engine.project, engine.root
    repaired = (health.repair(door.paths, binding) or ["Nothing needed repair."]) if repair else []
    findings = [
        *_libraries(),
        _settings(door),
        *({name: getattr(one, name) for name in _FINDING} for one in health.check(door.paths, binding)),
        *({name: getattr(one, name) for name in _FINDING} for one in condition.check(door.paths, binding)),
        *_project(door),
        _wiring(door, root),
        _service(door),
    ]
    log = _hook_log(door)
    healthy = all(finding["ok"] for finding in findings)
    data = {"healthy": healthy, "findings": findings, "repaired": repaired, "hook_log": log}
    door.answer(data, _lines(door, findings, repaired, log))
    return 0 if healthy else 1


def _finding(name: str, ok: bool, detail: str, hint: str = "") -> dict[str, object]:
    return {"name": name, "ok": ok, "detail": detail, "hint": "" if ok else hint}


def _libraries() -> Iterator[dict[str, object]]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield _finding("python", sys.version_info >= (3, 11), f"{version} at {sys.executable}", "use Python 3.11 or newer")
    missing, found = [], []
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    detail = ", ".join(found) + (f"; missing: {', '.join(missing)}" if missing else "")
    yield _finding("libraries", not missing, detail, "install Hardwon again")


def _settings(door: Door) -> dict[str, object]:
    problems = load_settings(door.paths, door.environ).problems
    return _finding(
        "settings",
        not problems,
        "; ".join(problems) or door.paths.config_file,
        "mem config list shows what is in force",
    )


def _project(door: Door) -> Iterator[dict[str, object]]:
    """Which project this folder has, where that is in question; and moves that were cut short."""
    from hardwon.engine.moving import unfinished
    from hardwon.engine.projects import here

    for move in unfinished(door.paths):
        told = f"{move.source} is on its way to {move.target} and was cut short"
        yield _finding("project", False, told, "it goes on when a session starts, or with the next `mem project link`")
    found = here(door.paths, door.folder())
    if found.told and not door.project:
        yield _finding(
            "project", True, f"{found.told}; `mem project link` gives it that, `mem project unlink` declines"
        )


def _wiring(door: Door, root: str) -> dict[str, object]:
    from hardwon.install import status

    try:
        report = status(root, paths=door.paths, environ=door.environ)
    except HardwonError as error:
        return _finding("wiring", True, str(error))
    off = [f"{part.part} {part.state}" for part in (*report.parts, report.launcher) if part.state != "wired"]
    if report.healthy:
        return _finding("wiring", True, f"wired into Claude Code for {report.directory}")
    if not _is_begun(report):
        return _finding("wiring", True, f"not wired into Claude Code for {report.directory} (mem install-plugin)")
    if report.launcher.state == "wired" and not report.interpreter_alive:
        off.append("the launcher's interpreter is gone")
    return _finding("wiring", False, ", ".join(off), f"mem install-plugin {report.directory}")


def _service(door: Door) -> dict[str, object]:
    """The unit that starts the service, and the files with keys beside it."""
    from hardwon.config.private import fix, openness
    from hardwon.config.providers import provider_file
    from hardwon.install import startup
    from hardwon.wire.token import CONSOLE_FILE, token_file

    found = startup.state(door.paths, door.environ)
    if found.problem:
        return _finding("service", False, found.problem, found.hint)
    for path in (provider_file(door.paths), token_file(door.paths), token_file(door.paths, CONSOLE_FILE)):
        wrong = openness(path)
        if wrong:
            return _finding("service", False, f"{path} has to be yours alone, and {wrong}", fix(path))
    return _finding("service", True, f"unit {found.path}" if found.installed else "started by sessions, no unit")


def _is_begun(report: StatusReport) -> bool:
    return any(part.state in ("wired", "stale") for part in report.parts)


def _hook_log(door: Door) -> list[str]:
    from hardwon.hooks import failures

    return failures.recent(door.paths, limit=_LOG_LINES)


def _lines(door: Door, findings: list[dict[str, object]], repaired: list[str], log: list[str]) -> Iterator[str]:
    screen = door.screen
    yield from (one_line(line) for line in repaired)
    for finding in findings:
        mark = screen.paint("ok ", "good") if finding["ok"] else screen.paint("BAD", "bad")
        head = f"{mark}  {one_line(str(finding['name'])):<10}"
        yield from screen.hanging(head, one_line(str(finding["detail"])), _HEAD)
        if not finding["ok"] and finding["hint"]:
            yield from screen.hanging(" " * _HEAD, one_line(str(finding["hint"])), _HEAD)
    if log:
        yield f"The latest of the hooks' log ({one_line(door.paths.logs)}/hooks.log):"
        yield from ("    " + one_line(line) for line in log)
