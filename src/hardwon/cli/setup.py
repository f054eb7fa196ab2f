"""`mem setup`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.door import Door
from hardwon.cli.form import count_text
from hardwon.cli.group import HERE, command
from hardwon.cli.hosts import stored_notes
from hardwon.config.embedding import is_hosted
from hardwon.errors import HardwonError
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.embedders import Prepared
    from hardwon.install.everything import WiredHost
    from hardwon.install.hosts import Wanted

_STEPS = {
    "weights": "getting the weights",
    "quantising": "making the 8-bit copy",
    "optimising": "fitting it to this machine",
    "table": "making the table for hooks",
    "reranker": "getting the reranker",
}
_SAMPLE = 200  # memories whose language decides which model fits
_BAR = 30
_RESULTS = {"done": "wired in", "there": "was wired in already", "refused": "left alone"}


@command(
    "setup",
    scope=HERE,
    answer={
        "hosts": [
            {
                "host": "as `mem install` takes it",
                "title": "as a person calls it",
                "scope": "user, project or local",
                "result": "done, there (it was wired in already) or refused",
                "files": "list of those that were made or changed",
                "notes": "list of sentences",
                "undo": "the command that takes it back, may be empty",
            }
        ],
        "scanned": "count of facts in the project's files, null where they were not looked at",
        "learnt": "count of memories that came from them",
        "embedder": "what turns text into vectors",
        "model": "the embedding model, empty where none was prepared",
        "dimensions": "length of a vector",
        "done": "list of the steps that were done now; empty when all was there",
        "table": "whether hooks have a table for searches without the service",
        "seconds": "how long it took",
        "suggested": "a model that fits the language of your memories better, may be empty",
        "problems": "list of sentences",
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
@click.option("--scope", type=click.Choice(("user", "project")), default="user", show_default=True, help="Where to.")
@click.option("--no-mcp", is_flag=True, help="Leave hosts alone that are reached over MCP only.")
@click.option("--no-plugin", is_flag=True, help="Leave hosts alone that have hooks: Claude Code, OMP, Hermes.")
@click.option("--no-agent", is_flag=True, help="Add no lines to the files that tell agents what to do.")
@click.option("--move-notes", is_flag=True, help="Store the notes Claude Code keeps of the project, and move them.")
@click.option("--no-scan", is_flag=True, help="Do not learn from the project's files.")
@click.option("--no-model", is_flag=True, help="Prepare no embedding model.")
@click.pass_obj
def setup(
    door: Door, models: bool, scope: str, no_mcp: bool, no_plugin: bool, no_agent: bool, move_notes: bool,
    no_scan: bool, no_model: bool,
) -> int:  # fmt: skip
    """Set all of it up: wire Hardwon into the agents on this machine, learn from this project's files, and prepare
    the embedding model, so that searches find what was said in other words.

    The model's weights are fetched once, unless a package brings them. It can be interrupted and goes on where it was;
    run again it changes nothing. It ends with what it did and how each step is undone.
    """
    if models:
        _list_models(door)
        return 0
    from hardwon.install.hosts import Wanted

    problems: list[str] = []
    moved = stored_notes(door, door.folder()) if move_notes and not no_plugin else ()
    hosts = _wire(
        door, scope, Wanted(rules=False if no_agent else None, moved=moved), mcp=not no_mcp, plugin=not no_plugin
    )
    scanned, learnt, texts = (None, 0, []) if no_scan else _scan(door, problems)
    prepared = None if no_model else _prepare(door, texts, problems)
    suggested = _suggested(door, texts) if prepared and door.settings.embedder in ("fastembed", "onnx") else ""
    data = {
        "hosts": [one.as_dict() for one in hosts],
        "scanned": scanned,
        "learnt": learnt,
        "embedder": door.settings.embedder,
        "model": prepared.model if prepared else "",
        "dimensions": prepared.dimensions if prepared else 0,
        "done": list(prepared.done) if prepared else [],
        "table": bool(prepared and prepared.static),
        "seconds": round(prepared.seconds, 1) if prepared else 0.0,
        "suggested": "" if prepared is None or suggested == prepared.model else suggested,
        "problems": problems,
        "models": [],
    }
    door.answer(data, _lines(door, hosts, scanned, learnt, prepared, looked=not (no_mcp or no_plugin)))
    for problem in problems:
        door.note(f"Not done: {problem}")
    if data["suggested"]:
        door.advise(f"For the language of your memories, this fits better: mem config set embedding_model {suggested}")
    return 1 if problems or any(one.result == "refused" for one in hosts) else 0


def _wire(door: Door, scope: str, wanted: Wanted, *, mcp: bool, plugin: bool) -> list[WiredHost]:
    from hardwon.install.everything import found_hosts, wire_hosts
    from hardwon.install.hosts import machine_of

    machine = machine_of(door.folder(), door.paths, door.environ)
    found = found_hosts(machine, mcp=mcp, plugin=plugin)
    return wire_hosts(found, machine, scope=scope, wanted=wanted, paths=door.paths)


def _scan(door: Door, problems: list[str]) -> tuple[int | None, int, list[str]]:
    """Learn from the project's files: what they say, and how much of it is new."""
    from hardwon.engine import scanning

    try:
        with door.engine() as engine:
            done = scanning.scan(engine, environ=door.environ)
    except HardwonError as error:
        problems.append(_told(error))
        return None, 0, []
    return len(done.facts), done.new, [fact.content for fact in done.facts]


def _prepare(door: Door, texts: list[str], problems: list[str]) -> Prepared | None:
    from hardwon.embedders import prepare, prepare_reranker

    try:
        _choose_model(door, texts)
        settings = door.settings
        if settings.embedder == "none":
            raise HardwonError("no embedder is chosen", "`mem config set embedder fastembed`")
        bar = _bar(door)
        done = prepare(door.paths, settings, bar)
        if settings.rerank != "off":
            second = prepare_reranker(door.paths, settings, bar)
            done = replace(done, done=done.done + second.done, seconds=done.seconds + second.seconds)
        return done
    except HardwonError as error:
        problems.append(_told(error))
        return None


def _choose_model(door: Door, texts: list[str]) -> None:
    """Take the model that fits the language of what is known, where the person has chosen none and none is in use."""
    from hardwon.config.paths import setting_from
    from hardwon.config.settings import read_file, set_in_file
    from hardwon.embedders.preparation import is_prepared

    names = ("embedder", "embedding_model")
    settings = door.settings
    chosen = any(setting_from(door.environ, name.upper()) for name in names)
    if chosen or door.is_agent or set(names) & set(read_file(door.paths.config_file)[0]):
        return
    if is_prepared(door.paths, settings.embedder, settings.embedding_model):
        return
    fitting = _suggested(door, texts)
    if fitting and fitting != settings.embedding_model:
        set_in_file(door.paths, "embedding_model", fitting)
        door.forget_settings()


def _told(error: HardwonError) -> str:
    return f"{error} ({error.hint})" if error.hint else str(error)


def _lines(
    door: Door, hosts: list[WiredHost], scanned: int | None, learnt: int, prepared: Prepared | None, *, looked: bool
) -> list[str]:
    rows = [(one.title, f"{_RESULTS[one.result]} ({one.scope})", _files(door, one)) for one in hosts]
    lines = door.screen.table([tuple(map(one_line, row)) for row in rows], ("id", "", "dim"))
    if not hosts and looked:
        lines.append("No agent was found on this machine; `mem hosts` lists those that are known.")
    notes = [(one.title, note) for one in hosts for note in one.notes if note]
    lines += [f"{title}: {one_line(note, 400)}" for title, note in notes]
    if scanned is not None:
        lines.append(f"This project's files say {count_text(scanned, 'fact')} ({learnt:,} new).")
    if prepared:
        what = f"prepared in {prepared.seconds:.0f} s" if prepared.done else "was prepared already"
        hosted = is_hosted(door.settings.embedder, door.settings.embedding_url)
        then = "memories get their vectors while a session runs"
        then = "`mem index inspect` shows what it would be sent" if hosted else then
        lines.append(f"{one_line(prepared.model)} {what}; {then}.")
    undo = [one.undo for one in hosts if one.undo]
    if undo:
        every = ["  mem uninstall --all"] if len(undo) > 1 else []
        lines += ["", "To undo it:", *(f"  {line}" for line in undo), *every]
        lines.append(f"What is remembered stays in {_short(door, door.paths.data)}.")
    return lines


def _files(door: Door, host: WiredHost) -> str:
    if not host.files:
        return ""
    first, more = _short(door, host.files[0]), len(host.files) - 1
    return f"{first} and {count_text(more, 'more file')}" if more else first


def _short(door: Door, path: str) -> str:
    home = door.paths.home
    return one_line("~" + path[len(home) :] if path.startswith(home + os.sep) else path)


def _list_models(door: Door) -> None:
    from hardwon.embedders.fastembed import known_models

    known = known_models()
    names = ("name", "dimensions", "megabytes", "licence", "about")
    rows = [(one.name, f"{one.dimensions} numbers", f"{one.megabytes} MB", one.licence, one.about) for one in known]
    data: dict[str, Any] = {"models": [{name: getattr(one, name) for name in names} for one in known]}
    door.answer(data, door.screen.table(rows, ("id", "", "", "dim", "dim")))


def _suggested(door: Door, texts: list[str]) -> str:
    from hardwon.embedders import suggest_model

    with door.engine() as engine:
        memories, _ = engine.list(limit=_SAMPLE, all_projects=True)
    known = [*(memory.content for memory in memories), *texts]
    return suggest_model(known) if known else ""


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
