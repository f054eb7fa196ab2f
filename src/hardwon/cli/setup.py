"""`mem setup`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import click

from hardwon.cli.door import Door
from hardwon.cli.group import HERE, command
from hardwon.errors import HardwonError
from hardwon.text.clean import one_line

_STEPS = {
    "weights": "getting the weights",
    "quantising": "making the 8-bit copy",
    "optimising": "fitting it to this machine",
    "table": "making the table for hooks",
    "reranker": "getting the reranker",
}
_SAMPLE = 200  # memories whose language decides which model is suggested
_BAR = 30


@command(
    "setup",
    scope=HERE,
    answer={
        "embedder": "what turns text into vectors",
        "model": "the embedding model",
        "dimensions": "length of a vector",
        "done": "list of the steps that were done now; empty when all was there",
        "table": "whether hooks have a table for searches without the service",
        "seconds": "how long it took",
        "suggested": "a model that fits the language of your memories better, may be empty",
        "models": [
            {
                "name": "as `mem config set embedding_model` takes it",
                "dimensions": "length of a vector",
                "megabytes": "size of the download",
                "licence": "of the weights",
                "about": "one sentence",
            }
        ],
    },
)
@click.option("--models", is_flag=True, help="Only list the models there are.")
@click.pass_obj
def setup(door: Door, models: bool) -> None:
    """Prepare the embedding model, so that searches find what was said in other words.

    Fetches the weights once, unless a package brings them, and makes what the hooks need. It can be interrupted and
    goes on where it was; until it is done, searches go by words.
    """
    if models:
        _list_models(door)
        return
    from hardwon.embedders import prepare, prepare_reranker

    settings = door.settings
    if settings.embedder == "none":
        raise HardwonError("no embedder is chosen", "`mem config set embedder fastembed`")
    bar = _bar(door)
    done = prepare(door.paths, settings, bar)
    if settings.rerank != "off":
        second = prepare_reranker(door.paths, settings, bar)
        done = replace(done, done=done.done + second.done, seconds=done.seconds + second.seconds)
    suggested = _suggested(door) if settings.embedder in ("fastembed", "onnx") else ""
    suggested = "" if suggested == done.model else suggested
    data = {
        "embedder": done.embedder,
        "model": done.model,
        "dimensions": done.dimensions,
        "done": list(done.done),
        "table": done.static,
        "seconds": round(done.seconds, 1),
        "suggested": suggested,
        "models": [],
    }
    what = f"prepared in {done.seconds:.0f} s" if done.done else "was prepared already"
    door.answer(data, [f"{one_line(done.model)} {what}; memories get their vectors while a session runs."])
    if suggested:
        door.advise(f"For the language of your memories, this fits better: mem config set embedding_model {suggested}")


def _list_models(door: Door) -> None:
    from hardwon.embedders.fastembed import known_models

    known = known_models()
    names = ("name", "dimensions", "megabytes", "licence", "about")
    rows = [(one.name, f"{one.dimensions} numbers", f"{one.megabytes} MB", one.licence, one.about) for one in known]
    data = {"models": [{name: getattr(one, name) for name in names} for one in known]}
    door.answer(data, door.screen.table(rows, ("id", "", "", "dim", "dim")))


def _suggested(door: Door) -> str:
    from hardwon.embedders import suggest_model

    with door.engine() as engine:
        memories, _ = engine.list(limit=_SAMPLE, all_projects=True)
    return suggest_model(memory.content for memory in memories) if memories else ""


def _bar(door: Door) -> Callable[[str, int, int], None]:
    """Shows how far a step is: a bar on a terminal, one line a step elsewhere."""
    on_terminal = not door.as_json and sys.stderr is not None and sys.stderr.isatty()
    seen: set[str] = set()

    def show(step: str, done: int, total: int) -> None:
        name = _STEPS.get(step, step)
        if on_terminal:
            share = done / total if total else 0.0
            full = "#" * int(share * _BAR)
            end = "\n" if total and done >= total else ""
            sys.stderr.write(f"\r{name:<28} [{full:<{_BAR}}] {share:4.0%}{end}")
            sys.stderr.flush()
        elif step not in seen:
            seen.add(step)
            door.note(f"{name}...")

    return show
