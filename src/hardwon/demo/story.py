"""The story: what a person says, what the hooks do, what is remembered, and how a record changes the order."""

from __future__ import annotations

import json
import textwrap

import click

from hardwon.demo.stage import Replayed, Stage

_SYMPTOM = "labels do not come out of the printer"
_SLIP = "restart the print server"
_TRUTH = "over 2 MB"


def tell(stage: Stage) -> int:
    """Play every step; 0 when each showed what it should."""
    click.echo("Two recorded Claude Code sessions, replayed through the real hooks in a temporary project.")
    click.echo("No model, no network: what you see is read from and written to one SQLite file.")
    _chapter("1. Install into the project", "mem install-plugin")
    stage.mem("install-plugin", ".")
    _show(_installed(stage))
    _first_session(stage)
    brief = _second_session(stage)
    order = _judge(stage)
    _chapter("6. Take it out again", "mem uninstall-plugin")
    stage.mem("uninstall-plugin", ".")
    _show("Every file is as it was before, byte for byte. What was learnt stays until you purge it.")
    good = "make test-fast" in brief and _SLIP in order[0] and _TRUTH in order[1]
    click.echo("\nThat is the loop: work teaches, recall reminds, outcomes rank." if good else "\nThe demo failed.")
    return 0 if good else 1


def _installed(stage: Stage) -> str:
    bundle = stage.project / ".claude"
    hooks = json.loads((bundle / "settings.json").read_text(encoding="utf-8"))["hooks"]
    commands, skills = len(list(bundle.glob("commands/*.md"))), len(list(bundle.glob("skills/*/SKILL.md")))
    return f"{len(hooks)} hooks in .claude/settings.json, {commands} slash commands, {skills} skills, one MCP server."


def _first_session(stage: Stage) -> None:
    _chapter("2. First session: the work teaches", "")
    _say("Check that the label tests pass. Always run the tests with `make test-fast`, never by hand …")
    _play(stage, "1a")
    _say("Let's go with 203 dpi because the thermal printers cannot do more. Change labels/render.py.")
    _play(stage, "1b")
    for run, words in (
        ("1c", "/remember category:gotcha The label printer drops PDF files over 2 MB …"),
        ("1d", "/remember category:troubleshooting When labels do not come out … restart the print server."),
    ):
        _say(words)
        for answer in _play(stage, run):
            if answer.reason:
                _show(answer.reason)
    stage.wait_until_quiet()
    _chapter("3. What was learnt, each with its origin", "mem list")
    _show(stage.mem("list"))


def _second_session(stage: Stage) -> str:
    _chapter("4. Second session: recall reminds", "")
    context = ""
    said = False
    for answer in _play(stage, "2a"):
        if answer.event == "UserPromptSubmit" and not said:
            _say("Labels of big parcels never come out of the printer. Can you fix that?")
            said = True
        if answer.context:
            _show(f"{answer.event} adds, in {answer.took_ms:.0f} ms:")
            _show(answer.context)
            context += answer.context
    _show("The prompt itself adds nothing: all that fits it stands in the brief, and nothing is given twice.")
    return context


def _judge(stage: Stage) -> tuple[str, str]:
    _chapter("5. Outcomes rank: the restart did not help, splitting did", "mem search, mem outcome")
    before = stage.found(_SYMPTOM)
    _show("Before:")
    _ranking(before)
    for verdict, words in (("failed", _SLIP), ("failed", _SLIP), ("worked", _TRUTH)):
        memory_id = next(hit["id"] for hit in before if words in hit["content"])
        _show(f"$ mem outcome {memory_id} {verdict}")
        stage.mem("outcome", memory_id, verdict)
    after = stage.found(_SYMPTOM)
    _show("After:")
    _ranking(after)
    return before[0]["content"], after[0]["content"]


def _ranking(hits: list[dict[str, object]]) -> None:
    for place, hit in enumerate(hits, 1):
        record = hit.get("record") or "no record"
        held = "  (held back: no longer added to prompts)" if hit.get("held_back") else ""
        _show(f"{place}. {hit['score']:.2f}  {hit['content']}\n   {record}{held}")


def _play(stage: Stage, run: str) -> list[Replayed]:
    return list(stage.replay(run))


def _chapter(title: str, command: str) -> None:
    click.echo()
    click.secho(title + (f"   $ {command}" if command else ""), bold=True)


def _say(words: str) -> None:
    click.secho(f"  person › {words}", fg="cyan")


def _show(text: str) -> None:
    click.echo(textwrap.indent(text, "  "))
