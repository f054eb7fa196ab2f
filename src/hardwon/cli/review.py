"""`mem review`: what upkeep proposes, one question at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.door import Door
from hardwon.cli.form import MEMORY_FIELDS, count_text, iso, memory_fields
from hardwon.cli.group import PROJECT, command
from hardwon.cli.maintain import plain
from hardwon.errors import HardwonError, InvalidInput
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.engine.deciding import Question

_DECISIONS = ("approve", "keep", "edit", "promote", "skip")
_KEYS = {"a": "approve", "k": "keep", "e": "edit", "p": "promote", "s": "skip"}
_LETTERS = {**{word: letter for letter, word in _KEYS.items()}, "quit": "q"}
_WHAT = {
    "retire duplicate": "the first gives way to the second",
    "supersede": "the first is replaced by the second",
    "archive": "it is forgotten (mem restore brings it back)",
    "lift": "it moves to your own memories, for every project",
    "fold": "one summary takes their place",
    "put away": "it is put away: found with --include-cold alone",
}
_QUESTION = {
    "id": "of the question",
    "kind": "what was found",
    "subject": "what it is about",
    "action": "object: what approving does",
    "evidence": "object: why",
    "memories": [MEMORY_FIELDS],
    "created_at": "ISO 8601, UTC",
    "expires_at": "when it ends undecided",
}


@command(
    "review",
    scope=PROJECT,
    takes_text="text",
    answer={"questions": [_QUESTION], "decided": [{"id": "of the question", "state": "what became of it"}]},
)
@click.argument("id", required=False, default="")
@click.argument("decision", required=False, default="", type=click.Choice(["", *_DECISIONS]), metavar="[DECISION]")
@click.argument("text", nargs=-1)
@click.option("--list", "only_list", is_flag=True, help="Show the questions and decide nothing.")
@click.option("--subject", default="", help="Only the questions about this; with --all they are decided at once.")
@click.option("--all", "batch", type=click.Choice(("approve", "keep")), help="One decision for every question shown.")
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, help="How many questions.")
@click.pass_obj
def review(
    door: Door,
    id: str,
    decision: str,
    text: tuple[str, ...],
    only_list: bool,
    subject: str,
    batch: str | None,
    limit: int,
) -> None:
    """Decide what upkeep proposes: approve, keep, edit then approve, promote, or skip.

    In a terminal each question is asked in turn; a capital letter answers all about its subject. `mem review ID
    approve` decides one; `mem review ID edit TEXT` approves with another text. `keep` changes nothing and is not
    asked again; `promote` keeps and pins.
    """
    from hardwon.engine import deciding

    with door.engine() as engine:
        if decision:
            done = deciding.decide(engine, id, decision, text=" ".join(text) or None)
            decided = [{"id": done.proposal.id, "state": done.state}]
            door.answer({"questions": [], "decided": decided}, [f"{done.proposal.id}: {done.state}."])
            return
        found = deciding.queue(engine, limit=limit, subject=subject)
        found = [one for one in found if one.proposal.id.startswith(id.lower())] if id else found
        decided = []
        if batch:
            decided = _batch(engine, door, found, batch)
        elif found and not only_list and not door.as_json and door.can_ask:
            _ask_each(engine, door, found)
            return
    shown = [] if batch else found
    lines = [line for one in shown for line in _lines(door, one)]
    lines += [f"{one['id']}: {one['state']}." for one in decided]
    door.answer({"questions": [_fields(one) for one in shown], "decided": decided}, lines)
    if not found and not door.as_json:
        door.note("Nothing to decide.")


def _batch(engine: Engine, door: Door, found: Sequence[Question], decision: str) -> list[dict[str, str]]:
    from hardwon.engine import deciding

    decided = []
    for one in found:
        try:
            done = deciding.decide(engine, one.proposal.id, decision)
        except InvalidInput as error:  # an earlier one of the batch changed its memories
            decided.append({"id": one.proposal.id, "state": str(error)})
        else:
            decided.append({"id": one.proposal.id, "state": done.state})
    return decided


def _ask_each(engine: Engine, door: Door, found: Sequence[Question]) -> None:
    decided: list[str] = []
    try:
        _ask_in_turn(engine, door, found, decided)
    finally:  # also where it is broken off: what was decided stays so
        door.note(f"{count_text(len(decided), 'question')} decided.")


def _ask_in_turn(engine: Engine, door: Door, found: Sequence[Question], decided: list[str]) -> None:
    from hardwon.engine import deciding

    for_all: dict[str, str] = {}
    for number, one in enumerate(found, 1):
        door.note(f"\n{number} of {len(found)}")
        for line in _lines(door, one):
            click.echo(line)
        subject = one.proposal.subject
        answer = for_all.get(subject) or _answer(sum(other.proposal.subject == subject for other in found[number:]))
        if answer == "q":
            break
        if answer.isupper():
            answer = for_all[subject] = answer.lower()
        try:
            text = _edited(one) if answer == "e" else None
            if answer == "e" and text is None:
                continue
            if deciding.decide(engine, one.proposal.id, _KEYS[answer], text=text).state != "open":
                decided.append(one.proposal.id)
        except HardwonError as error:
            door.note(one_line(str(error), 400))


def _answer(more: int) -> str:
    """What the person says to one question; in capitals for all that follow about its subject.

    Args:
        more: how many those are.
    """
    told = "approve, keep, edit, promote, skip, quit"
    if more:
        told += f"; A, K or S for the {more} more about this too"
    try:
        return str(click.prompt(told, type=_Answer([*_KEYS, *("AKS" if more else ""), "q"]), err=True))
    except click.Abort:
        click.echo(err=True)  # else what follows stands on the question's line
        raise


class _Answer(click.Choice[str]):
    """One of the letters, or the word that it stands for."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        word = str(value).strip()
        return super().convert(_LETTERS.get(word.lower(), word), param, ctx)


def _edited(one: Question) -> str | None:
    draft = one.proposal.action.get("summary")
    if not isinstance(draft, str):
        place = one.proposal.action.get("winner", 0)
        draft = one.memories[place if isinstance(place, int) else 0].content
    return click.edit(draft, extension=".md", require_save=True)


def _fields(one: Question) -> dict[str, object]:
    asked = one.proposal
    return {
        **{name: getattr(asked, name) for name in ("id", "kind", "subject")},
        "action": dict(asked.action),
        "evidence": dict(asked.evidence),
        "memories": [memory_fields(memory) for memory in one.memories],
        "created_at": iso(asked.created_at),
        "expires_at": iso(asked.expires_at),
    }


def _lines(door: Door, one: Question) -> Iterator[str]:
    asked = one.proposal
    head = f"{plain(asked.kind)}: {asked.subject}. {asked.evidence.get('reason', '')}"
    yield door.screen.paint(asked.id, "id") + "  " + one_line(head)
    for number, memory in enumerate(one.memories, 1):
        yield f"  {number}. {door.screen.paint(memory.id, 'id')} ({one_line(memory.category)})"
        yield from door.screen.block(memory.content, "     ")
    summary = asked.action.get("summary")
    if isinstance(summary, str):
        yield "  Summary:"
        yield from door.screen.block(summary, "     ")
    yield "  If approved: " + _WHAT.get(str(asked.action.get("do")), str(asked.action.get("do")))
