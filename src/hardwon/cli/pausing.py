"""`mem pause` and `mem resume`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.config import paused
from hardwon.errors import StoreReadOnly
from hardwon.text.clean import one_line

_ANSWER = {
    "kind": "project or session",
    "name": "the project's binding, or the session's id",
    "changed": "false when it was so already",
}
_session = click.option("--session", metavar="ID", help="This session alone, not the whole project.")


@command("pause", scope=PROJECT, answer=_ANSWER)
@_session
@click.pass_obj
def pause(door: Door, session: str | None) -> None:
    """Have hooks capture nothing and add nothing, in this project or in one session, until `mem resume`.

    What is said meanwhile is not learnt later either. What you ask for yourself still works: mem add, /remember.
    """
    kind, name = _target(door, session)
    try:
        changed = paused.pause(door.paths, kind, name)
    except OSError as error:
        raise StoreReadOnly(f"the pause cannot be noted: {error.strerror}", "give yourself write access") from None
    told = "Paused" if changed else "Paused already:"
    door.answer({"kind": kind, "name": name, "changed": changed}, [f"{told} {kind} {one_line(name, 200)}."])
    door.advise("To go on: mem resume" + (f" --session {name}" if session else ""))


@command("resume", scope=PROJECT, answer=_ANSWER)
@_session
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def resume(door: Door, session: str | None, yes: bool) -> None:
    """End a pause."""
    door.require_person("ends a pause", yes=yes)
    kind, name = _target(door, session)
    try:
        changed = paused.resume(door.paths, kind, name)
    except OSError as error:
        raise StoreReadOnly(f"the pause cannot be ended: {error.strerror}", "give yourself write access") from None
    told = "Resumed" if changed else "Not paused:"
    door.answer({"kind": kind, "name": name, "changed": changed}, [f"{told} {kind} {one_line(name, 200)}."])


def _target(door: Door, session: str | None) -> tuple[str, str]:
    if session:
        return paused.SESSION, one_line(session, 400)
    with door.engine() as engine:
        return paused.PROJECT, engine.project
