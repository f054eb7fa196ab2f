"""`mem edit`, `correct`, `forget`, `restore` and `pin`."""

from __future__ import annotations

import sys

import click

from hardwon.cli.door import Door
from hardwon.cli.form import MEMORY_FIELDS, memory_fields
from hardwon.cli.group import PROJECT, command
from hardwon.cli.values import category_option, id_argument, text_of
from hardwon.errors import InvalidInput
from hardwon.models import Memory


@command("edit", scope=PROJECT, takes_text="text", answer=MEMORY_FIELDS)
@id_argument
@click.argument("text", nargs=-1)
@category_option("A new category.")
@click.option("--title", help="A new title.")
@click.option("--tag", "tags", multiple=True, help="New tags in place of the old; may be repeated.")
@click.option("--file", "files", multiple=True, help="New paths in place of the old; may be repeated.")
@click.pass_obj
def edit(
    door: Door,
    id: str,
    text: tuple[str, ...],
    category: str | None,
    title: str | None,
    tags: tuple[str, ...],
    files: tuple[str, ...],
) -> None:
    """Change a memory; the old version is kept.

    TEXT replaces its text; - reads it from standard input. Without anything to change, your editor opens
    (VISUAL or EDITOR) where there is a terminal.
    """
    with door.engine() as engine:
        memory = engine.get(id)
        content = text_of(door, text) if text else None
        if content is None and category is None and title is None and not tags and not files:
            content = _from_editor(door, memory.content)
        fresh = engine.edit(
            memory.id, content=content, title=title, category=category, tags=tags or None, files=files or None
        )
        withheld = engine.withheld(content or "", title or "", *tags, *files)
    _changed(door, fresh, "Changed" if fresh.version != memory.version else "Nothing to change in")
    door.note_withheld(withheld)


@command("correct", scope=PROJECT, takes_text="text", answer=MEMORY_FIELDS)
@id_argument
@click.argument("text", nargs=-1, required=True)
@click.pass_obj
def correct(door: Door, id: str, text: tuple[str, ...]) -> None:
    """Replace the text of a memory that is wrong or out of date; the old version is kept as corrected.

    TEXT is the whole new text; - reads it from standard input.
    """
    with door.engine() as engine:
        content = text_of(door, text)
        memory = engine.edit(id, content=content, change="corrected")
        withheld = engine.withheld(content)
    _changed(door, memory, "Corrected")
    door.note_withheld(withheld)


@command("forget", scope=PROJECT, answer=MEMORY_FIELDS)
@id_argument
@click.pass_obj
def forget(door: Door, id: str) -> None:
    """Take a memory out of recall. Nothing is lost: `mem restore` brings it back."""
    with door.engine() as engine:
        memory = engine.archive(id)
    _changed(door, memory, "Forgotten:")
    door.advise(f"To bring it back: mem restore {memory.id}")


@command("restore", scope=PROJECT, answer=MEMORY_FIELDS)
@id_argument
@click.pass_obj
def restore(door: Door, id: str) -> None:
    """Bring a forgotten memory back into recall."""
    with door.engine() as engine:
        memory = engine.restore(id)
    _changed(door, memory, "Restored")


@command("pin", scope=PROJECT, answer=MEMORY_FIELDS)
@id_argument
@click.option("--off", is_flag=True, help="Pin it no longer.")
@click.pass_obj
def pin(door: Door, id: str, off: bool) -> None:
    """Keep a memory in the brief of every session; --off ends that."""
    with door.engine() as engine:
        memory = engine.set_pinned(id, not off)
    _changed(door, memory, "No longer pinned:" if off else "Pinned")


def _changed(door: Door, memory: Memory, what: str) -> None:
    door.answer(
        memory_fields(memory),
        [f"{what} {door.screen.paint(memory.id, 'id')} ({door.screen.paint(memory.category, 'category')})."],
    )


def _from_editor(door: Door, content: str) -> str | None:
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("give the new text, or - to read it from standard input", click.get_current_context())
    try:
        edited = click.edit(content, extension=".md", require_save=True)
    except click.ClickException as error:
        raise InvalidInput(f"the editor failed: {error.format_message()}", "set EDITOR, or give the text") from None
    if edited is None:
        door.note("The editor saved nothing.")
    return edited
