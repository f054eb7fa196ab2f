"""`mem search` and `mem why`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.group import EVERYWHERE, command
from hardwon.cli.values import as_of_option, category_option, known_at_option, moment_in, text_of
from hardwon.hits import Hit, Recall

if TYPE_CHECKING:
    from hardwon.engine import Searching

_NOTHING = "Nothing fits this query."
_LEFT_OUT_SHOWN = 5
_OUTCOMES_SHOWN = 3
_TIED = "\u00a0"  # a term and its value stay on one line
_MODES = ("hybrid", "semantic", "keyword")
_mode = click.option(
    "--mode",
    type=click.Choice(_MODES),
    default="hybrid",
    show_default=True,
    help="hybrid: by words, and by meaning where that is prepared; semantic: by meaning; keyword: by words.",
)


@command(
    "search",
    scope=EVERYWHERE,
    takes_text="words",
    answer={
        "query": "as it was searched for",
        "project": "the binding that was searched",
        "hits": [form.HIT_FIELDS],
        "note": "about the search itself; may be empty",
    },
)
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", type=int, metavar="N", help="The most hits, 1 to 100; 5 unless the settings say otherwise.")
@category_option("Only memories of this category; may be repeated.", multiple=True)
@click.option("--tag", "tags", multiple=True, help="Only memories with this tag; may be repeated.")
@click.option("--archived", is_flag=True, help="Search forgotten memories too.")
@click.option("--include-cold", "cold", is_flag=True, help="Search memories that were put away as cold too.")
@as_of_option
@known_at_option
@_mode
@click.pass_obj
def search(
    door: Door,
    query: tuple[str, ...],
    limit: int | None,
    category: tuple[str, ...],
    tags: tuple[str, ...],
    archived: bool,
    cold: bool,
    as_of: str | None,
    known_at: str | None,
    mode: str,
) -> None:
    """Find memories of this project and your own, the best first.

    QUERY is anything: a question, a path, an identifier, an error message; - reads it from standard input. What
    failed too often comes last, marked. --as-of and --known-at ask what held and was known at a past moment.
    """
    text = text_of(door, query)
    with door.searching() as engine:
        found = engine.recall(
            text,
            limit=limit,
            categories=category,
            tags=tags,
            all_projects=door.everywhere,
            include_archived=archived,
            include_cold=cold,
            mode=mode,
            as_of=moment_in(engine, as_of),
            known_at=moment_in(engine, known_at),
        )
        here = engine.project
        by_words = engine.by_words
    hits = [form.hit_fields(hit) for hit in found.hits]
    data = {"query": text, "project": here, "hits": hits, "note": found.note}
    door.answer(data, (line for hit in found.hits for line in _hit_lines(door, hit, here)))
    if not door.as_json:
        _notes(door, found)
        if mode == "hybrid" and by_words:
            door.advise_once("words", f"Searches go by words: {by_words}.")


@command(
    "why",
    scope=EVERYWHERE,
    takes_text="words",
    answer={
        "query": "as it was searched for",
        "project": "the binding that was searched",
        "hits": [
            {
                **form.HIT_FIELDS,
                "terms": "object: each term of the score by name; their sum is the score",
                "outcomes": "list of sentences, one for each outcome, oldest first",
            }
        ],
        "left_out": [
            {
                "id": "12 letters and digits",
                "content": "its text",
                "reason": "why it was left out",
                "relevance": "0 to 1",
            }
        ],
        "note": "about the search itself; may be empty",
    },
)
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", type=int, metavar="N", help="The most hits, 1 to 100.")
@_mode
@click.pass_obj
def why(door: Door, query: tuple[str, ...], limit: int | None, mode: str) -> None:
    """Show why a search ranks as it does: each score as the sum of its terms, and what was left out and why.

    Below each memory stands what its record consists of, the latest outcomes in a sentence each.
    """
    text = text_of(door, query)
    with door.searching() as engine:
        found = engine.why(text, limit=limit, all_projects=door.everywhere, mode=mode)
        here = engine.project
        told = _told(door, engine, [hit.id for hit in found.hits if hit.record_text])
    hits = [{**form.hit_fields(hit), "terms": _terms(hit), "outcomes": told.get(hit.id, [])} for hit in found.hits]
    left = [form.left_out_fields(one) for one in found.left_out]
    data = {"query": text, "project": here, "hits": hits, "left_out": left, "note": found.note}
    door.answer(data, _why_lines(door, found, here, told))
    if not door.as_json:
        _notes(door, found)


def _told(door: Door, engine: Searching, ids: list[str]) -> dict[str, list[str]]:
    """The outcomes of some memories in sentences."""
    if not ids:
        return {}
    from hardwon.engine.sentences import sentences_of

    return sentences_of(engine, ids, all_projects=door.everywhere)


def _terms(hit: Hit) -> dict[str, float]:
    return {name: round(value, 6) for name, value in hit.terms}


def _hit_lines(door: Door, hit: Hit, here: str) -> list[str]:
    return door.screen.entry(hit.id, form.hit_facts(hit, here), hit.content)


def _why_lines(door: Door, found: Recall, here: str, told: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for hit in found.hits:
        yield from _hit_lines(door, hit, here)
        terms = " + ".join(f"{name}{_TIED}{value:.4f}" for name, value in hit.terms)
        for line in door.screen.block(f"{hit.score:.4f} = {terms}"):
            yield door.screen.paint(line.replace(_TIED, " "), "strong")
        for sentence in told.get(hit.id, ())[-_OUTCOMES_SHOWN:]:
            yield from door.screen.block(sentence)
    if found.left_out:
        yield door.screen.paint(f"Left out: {form.count_text(len(found.left_out), 'memory', 'memories')}", "dim")
    shown = found.left_out if not door.screen.is_terminal else found.left_out[:_LEFT_OUT_SHOWN]
    for left in shown:
        facts = [left.reason, f"relevance {left.relevance:.2f}"]
        yield from door.screen.entry(left.id, facts, left.content, lines_max=1)
    if len(found.left_out) > len(shown):
        yield door.screen.paint(
            f"and {len(found.left_out) - len(shown)} more; piped or with --json all are told", "dim"
        )


def _notes(door: Door, found: Recall) -> None:
    if not found.hits:
        door.note(_NOTHING)
        door.advise("Other words may find it; `mem list` shows everything, `mem why` what was left out.")
    if found.note:
        door.note(found.note)
