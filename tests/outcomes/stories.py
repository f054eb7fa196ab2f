"""Small sessions told in a few words, written as transcripts and judged through and through."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hardwon.outcomes.attribution.cases import InPlay
from hardwon.outcomes.attribution.settle import attribute_session, settle
from hosts.lines import Lines
from outcomes.sessions import read

RECALL = "mcp__plugin_hardwon_hardwon__memory_recall"
ABORTED = "\n<error>Command was aborted before completion</error>"
STARTED = (
    "Command running in background with ID: {0}. Output is being written to: /tmp/claude-1000/x/tasks/{0}.output. You "
    "will be notified when it completes. To check interim output, use Read on that file path."
)
REFUSAL = "The user doesn't want to proceed with this tool use."


class Story(NamedTuple):
    """A session and what a careful reader may conclude.

    Attributes:
        memories: by id: the text, and the files it is filed under.
        steps: person, agent, run (command, output, status), edit (path, before, after), background (command, output,
            status; -1: nobody looked), refused (command, words), refused edit (path, text, words), stopped (command,
            output), started (command, id), told (id, status, code), read (path, text), summary, meta, given and
            recalled (a memory's id). What is neither given nor recalled in a step was there from the start.
        verdicts: by id: worked, failed, partial or none.
    """

    name: str
    memories: dict[str, tuple[str, tuple[str, ...]]]
    steps: tuple[tuple[object, ...], ...]
    verdicts: dict[str, str]


def transcript(story: Story) -> Lines:
    """The story as the client writes it."""
    lines = Lines()
    late = {step[1] for step in story.steps if step[0] in ("given", "recalled")}
    first = [id for id in story.memories if id not in late]
    if first:
        lines.injected(_block(story, *first))
    for number, step in enumerate(story.steps):
        _tell(lines, story, number, step[0], [*step[1:]])
    return lines


def _tell(lines: Lines, story: Story, number: int, kind: object, what: list[object]) -> None:
    if kind == "person":
        lines.person(what[0])
    elif kind == "agent":
        lines.agent(what[0])
    elif kind == "run":
        told = f"Exit code {what[2]}\n{what[1]}" if what[2] else str(what[1])
        lines.call("Bash", {"command": what[0]}, told, error=bool(what[2]))
    elif kind == "edit":
        lines.edit(str(what[0]), str(what[1]), str(what[2]))
    elif kind == "given":
        lines.injected(_block(story, str(what[0])))
    elif kind == "recalled":
        lines.call(RECALL, {"query": "x"}, _block(story, str(what[0])))
    elif kind == "background":
        _background(lines, number, what)
    else:
        _end(lines, number, kind, [str(part) for part in what])


def _end(lines: Lines, number: int, kind: object, what: list[str]) -> None:
    if kind in ("refused", "refused edit"):
        said = f" the user said: {what[-1]}" if what[-1] else ""
        edit = {"file_path": f"{lines.cwd}/{what[0]}", "old_string": "", "new_string": what[1]}
        if kind == "refused":
            _call(lines, f"r{number}", {"command": what[0]})
        else:
            _call(lines, f"r{number}", edit, tool="Edit")
        lines.result(f"r{number}", REFUSAL + said, error=True, toolDenialKind="user-rejected")
    elif kind == "stopped":
        _call(lines, f"i{number}", {"command": what[0]})
        lines.result(f"i{number}", what[1] + ABORTED, toolUseResult={"interrupted": True})
        lines.person([{"type": "text", "text": "[Request interrupted by user for tool use]"}])
    elif kind == "started":
        _call(lines, f"x{what[1]}", {"command": what[0], "run_in_background": True})
        lines.result(f"x{what[1]}", STARTED.format(what[1]))
    elif kind == "told":
        ids = f"<task-id>{what[0]}</task-id>\n<tool-use-id>x{what[0]}</tool-use-id>\n<status>{what[1]}</status>"
        lines.person(
            f"<task-notification>\n{ids}\n<summary>Ended (exit code {what[2]})</summary>\n</task-notification>"
        )
    elif kind == "read":
        lines.call("Read", {"file_path": what[0]}, what[1])
    else:
        mark = "isMeta" if kind == "meta" else "isCompactSummary"
        lines.person(what[0], **{mark: True})


def _background(lines: Lines, number: int, what: list[object]) -> None:
    _call(lines, f"g{number}", {"command": what[0], "run_in_background": True})
    lines.result(f"g{number}", f"Command running in background with ID: b{number}. Output is being written to: /tmp/x")
    if what[2] != -1:
        status = "failed" if what[2] else "completed"
        told = f"<task-id>b{number}</task-id><status>{status}</status><exit_code>{what[2]}</exit_code>"
        lines.call("BashOutput", {"bash_id": f"b{number}"}, f"{told}<stdout>{what[1]}</stdout>")


def _call(lines: Lines, id: str, arguments: dict[str, object], tool: str = "Bash") -> None:
    lines.agent([{"type": "tool_use", "id": id, "name": tool, "input": arguments}])


def _block(story: Story, *ids: str) -> str:
    entries = "".join(f"- [{id}] (fact; user's word) {story.memories[id][0]}\n" for id in ids)
    return f"<hardwon-memory>\nFrom earlier sessions.\n{entries}</hardwon-memory>"


def verdicts_of(story: Story, folder: Path) -> dict[str, str]:
    """What the rules conclude of each memory."""
    path = folder / "story.jsonl"
    path.write_text(transcript(story).text(), encoding="utf-8")
    known = {id: InPlay(id=id, content=text, files=files) for id, (text, files) in story.memories.items()}
    settled = {one.memory_id: one.verdict for one in settle(attribute_session(read(path), known))}
    return {id: settled.get(id, "none") for id in story.memories}
