"""`mem purge` and `mem hold`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.form import MEMORY_FIELDS, count_text, iso, memory_fields
from hardwon.cli.group import PROJECT, Nouns, command
from hardwon.cli.values import text_of
from hardwon.errors import InvalidInput
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.purging import Prepared, Purged

_SHOWN = 50


@click.group("purge", cls=Nouns, answer={"unfinished": "list of purges that were begun and are to be confirmed again"})
@click.pass_context
def purge(ctx: click.Context) -> None:
    """Delete memories for good, in two steps: `prepare` shows what would go, `confirm` does it.

    Alone it names the purges that were cut short; each is ended by confirming it again.
    """
    if ctx.invoked_subcommand is None:
        from hardwon.engine.purging import unfinished

        found = unfinished(ctx.obj.paths.data)
        ctx.obj.answer({"unfinished": found}, found or ["No purge is unfinished; begin with: mem purge prepare"])


@command(
    "prepare",
    scope=PROJECT,
    answer={
        "token": "for `mem purge confirm`, valid for ten minutes",
        "act": "hard or soft",
        "expires_at": "ISO 8601, UTC",
        "memories": [MEMORY_FIELDS],
        "backups": "list of names of backups that may hold it too",
    },
)
@click.argument("ids", nargs=-1)
@click.option("--query", default="", metavar="TEXT", help="Memories in which this text stands; - reads it from input.")
@click.option("--all-from-session", "session", default="", metavar="ID", help="All that came from a session.")
@click.option("--before", metavar="WHEN", help="Of this project, older than a day (its beginning) or a time.")
@click.option("--whole-project", is_flag=True, help="Everything of this project.")
@click.option("--soft", is_flag=True, help="Take the texts, and keep ids, times and outcomes.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def prepare(
    door: Door,
    ids: tuple[str, ...],
    query: str,
    session: str,
    before: str | None,
    whole_project: bool,
    soft: bool,
    yes: bool,
) -> None:
    """Show exactly what a purge would delete, and give a token for `mem purge confirm`."""
    from hardwon.engine import purging
    from hardwon.engine.moments import moment_of

    door.require_person("purges", yes=yes)
    with door.engine() as engine:
        wanted = purging.Selection(
            ids=ids,
            query=text_of(door, (query,)).strip() if query else "",
            session=session,
            before=moment_of(before, engine.clock(), ends=False) if before else None,
            whole_project=whole_project,
        )
        found = purging.prepare(engine, wanted, act=purging.SOFT if soft else purging.HARD)
    data = {
        "token": found.token,
        "act": found.act,
        "expires_at": iso(found.expires_at),
        "memories": [memory_fields(one) for one in found.memories],
        "backups": list(found.backups),
    }
    door.answer(data, _prepared(door, found))


@command(
    "confirm",
    scope=PROJECT,
    answer={
        "act": "hard or soft",
        "ids": "list of ids of what is gone",
        "files": "list of other files that were cleaned or removed",
        "standing": "list of files that still hold one of the words",
        "backups": "list of names of backups that may hold it too",
    },
)
@click.argument("token")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def confirm(door: Door, token: str, yes: bool) -> None:
    """Delete what `prepare` showed. The service leaves first, and starts again with the next session."""
    from hardwon.engine import purging
    from hardwon.install.purge import kept_quiet

    door.require_person("purges", yes=yes)
    with ExitStack() as held:
        held.enter_context(kept_quiet(door.paths, door.environ))
        engine = held.enter_context(door.engine())
        done = purging.confirm(engine, token)
    door.answer({name: getattr(done, name) for name in ("act", "ids", "files", "standing", "backups")}, _purged(done))


for each in (prepare, confirm):
    purge.add_command(each)


def _prepared(door: Door, found: Prepared) -> Iterator[str]:
    what = "lose their texts" if found.act == "soft" else "be deleted for good, with every version"
    yield f"{count_text(len(found.memories), 'memory', 'memories')} would {what}:"
    for one in list(found.memories)[:_SHOWN]:
        yield from door.screen.entry(one.id, [one.category, one.status], one.content, lines_max=1)
    if len(found.memories) > _SHOWN:
        yield f"and {len(found.memories) - _SHOWN} more; --json lists them all."
    if found.backups:
        yield about_backups(found.backups)
    yield f"Within ten minutes: mem purge confirm {found.token}"


def _purged(done: Purged) -> Iterator[str]:
    yield f"{count_text(len(done.ids), 'memory', 'memories')} purged."
    yield from (f"Cleaned: {one_line(path)}" for path in done.files)
    yield from (f"Some of the words still stand in {line}" for line in done.standing)
    if done.backups:
        yield about_backups(done.backups)


def about_backups(names: object) -> str:
    """The line that tells of backups what they may hold and what deletes them."""
    listed = ", ".join(map(str, names)) if isinstance(names, list | tuple) else str(names)
    return f"Backups may hold them too: {one_line(listed, 300)}. `mem backup delete NAME` deletes one, --all every one."


@command("hold", scope=PROJECT, answer={"held": [MEMORY_FIELDS]})
@click.argument("words", nargs=-1, metavar="ID | release ID | list")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def hold(door: Door, words: tuple[str, ...], yes: bool) -> None:
    """Hold a memory, so that no purge or upkeep takes it; `release ID` lets it go, `list` shows all."""
    from hardwon.engine import purging

    with door.engine() as engine:
        if words in ((), ("list",)):
            found = purging.held_memories(engine)
        elif len(words) == 1 or (len(words) == 2 and words[0] == "release"):
            door.require_person("holds a memory or lets it go", yes=yes)
            found = [purging.hold(engine, words[-1], held=len(words) == 1)]
        else:
            raise InvalidInput("that cannot be read", "write: mem hold ID, mem hold release ID, or mem hold list")
    data = {"held": [memory_fields(one) for one in found]}
    lines = [line for one in found for line in door.screen.entry(one.id, [one.change], one.content, lines_max=1)]
    door.answer(data, lines)
    if not found and not door.as_json:
        door.note("Nothing is held.")
