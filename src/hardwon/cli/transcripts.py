"""`mem transcripts`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.form import clock_text, count_text, iso
from hardwon.cli.group import PROJECT, Nouns, command
from hardwon.text.clean import for_terminal

_KEPT = {
    "name": "what it is called",
    "session_id": "whose conversation",
    "at": "when it was kept, ISO 8601, UTC",
    "size": "bytes",
}
_ANSWER = {"transcripts": [_KEPT]}


@click.group("transcripts", cls=Nouns, answer=_ANSWER, scope=PROJECT)
@click.pass_context
def transcripts(ctx: click.Context) -> None:
    """List the redacted conversations that were kept before compactions (setting `keep_transcripts`)."""
    if ctx.invoked_subcommand is None:
        _list(ctx.obj)


@command(
    "show",
    scope=PROJECT,
    answer={
        "turns": [
            {"kind": "user, assistant, tool_use, tool_result or summary", "tool": "name", "at": "ms", "text": "text"}
        ]
    },
)
@click.argument("name")
@click.pass_obj
def show(door: Door, name: str) -> None:
    """Print one, turn by turn."""
    from hardwon.engine import transcripts as kept

    with door.engine() as engine:
        turns = [{"kind": "", "tool": "", "at": 0, "text": "", **turn} for turn in kept.read(engine, name)]
    lines = [for_terminal(f"{turn['kind']} {turn['tool']}".strip() + f": {turn['text']}") for turn in turns]
    door.answer({"turns": turns}, lines)


@command("remove", scope=PROJECT, answer={"removed": "list of names"})
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every one of this project.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def remove(door: Door, names: tuple[str, ...], everything: bool, yes: bool) -> None:
    """Delete kept conversations for good."""
    from hardwon.engine import transcripts as kept

    door.require_person("deletes kept conversations", yes=yes)
    with door.engine() as engine:
        removed = kept.remove(engine, names, everything=everything)
    door.answer({"removed": removed}, [f"{count_text(len(removed), 'transcript', 'transcripts')} removed."])


for each in (show, remove):
    transcripts.add_command(each)


def _list(door: Door) -> None:
    from hardwon.engine import transcripts as kept

    with door.engine() as engine:
        found = kept.kept(engine)
        wanted = engine.settings.keep_transcripts
    data = [{"name": one.name, "session_id": one.session_id, "at": iso(one.at), "size": one.size} for one in found]
    lines = [f"{one.name}  {clock_text(one.at)}  {one.size / 1024:,.0f} KB" for one in found]
    if not lines:
        lines = ["None is kept." + ("" if wanted else " To keep them: mem config set keep_transcripts true")]
    door.answer({"transcripts": data}, lines)
