"""`python -m tests.e2e.record FOLDER`: has the real client record the sessions of `stories` as transcripts.

What is the client's own text, its prompts and lists, is left out: it is not free. What names this machine is replaced.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

from . import client, offline, product
from .machine import Machine
from .messages_api import Call, Reply, Request, Script, says
from .stories import COMPACTION, STORIES, SUBTASK, Story

TOOLS = "Bash,Read,Write,Edit,Agent"
_HELD_BACK = ("api-request", "api-request-blob", "api-request-shape", "cost-state")
_KEPT_ATTACHMENTS = ("hook_", "file", "queued_command", "async_hook_response")
_FOUND = "int() cuts instead of rounding. From now on always use tabs in this repository."


def record(machine: Machine, story: Story) -> Path:
    """Play a story; the transcript that the client wrote."""
    session = str(uuid.uuid4())
    for name, text in story.files.items():
        (machine.project / name).write_text(text, encoding="utf-8")
    for text in story.known:
        machine.mem("add", text, "-c", "gotcha")
    for number, (prompt, replies) in enumerate(story.turns):
        how = ("--resume", session) if number else ("--session-id", session)
        machine.claude(_script(machine, prompt, replies), "-p", prompt, *how, "--allowedTools", TOOLS)
        machine.at_rest()
    (found,) = (machine.home / ".claude" / "projects").glob(f"*/{session}.jsonl")
    return found


def _script(machine: Machine, prompt: str, replies: Any) -> Script:
    if prompt == COMPACTION:
        return Script(rules=[(lambda request: "<summary> block" in request.user_text, replies[0])])
    return Script(replies=[_placed(machine, one) for one in replies], rules=[(_is_subtask, says(_FOUND))])


def _is_subtask(request: Request) -> bool:
    first = request.body["messages"][0]
    return SUBTASK in json.dumps(first)


def _placed(machine: Machine, reply: Reply) -> Reply:
    """The reply with this project's folder in its paths."""
    made = tuple(
        Call(
            tool=call.tool,
            arguments={
                name: value.replace("@@", str(machine.project)) if name == "file_path" else value
                for name, value in call.arguments.items()
            },
        )
        for call in reply.calls
    )
    return Reply(text=reply.text, calls=made)


def cleaned(line: str, places: dict[str, str]) -> str:
    """A line as it may be kept, "" for none."""
    entry = json.loads(line)
    kind = (entry.get("attachment") or {}).get("type", "")
    if entry.get("type") in _HELD_BACK or kind == "prompt_snapshot":
        return ""
    if kind and not kind.startswith(_KEPT_ATTACHMENTS):
        entry["attachment"] = {"type": kind}
        entry.pop("rendered", None)
    text = json.dumps(entry, ensure_ascii=False)
    for there, here in places.items():
        text = text.replace(there, here)
    return re.sub(r"/tmp/hwt\w+", "/tmp/client", text) + "\n"


def keep(transcript: Path, target: Path, machine: Machine) -> None:
    """Copy a transcript, and its subagents', cleaned."""
    slug = re.sub(r"[^A-Za-z0-9]", "-", str(machine.project))
    places = {str(machine.project): "/home/dev/shop", str(machine.home): "/home/dev", slug: "-home-dev-shop"}
    sources = {transcript: target}
    folder = transcript.with_suffix("") / "subagents"
    sources |= {path: target.with_suffix("") / "subagents" / path.name for path in folder.glob("agent-*.jsonl")}
    for source, copy in sources.items():
        copy.parent.mkdir(parents=True, exist_ok=True)
        lines = [cleaned(line, places) for line in source.read_text(encoding="utf-8").splitlines()]
        copy.write_text("".join(lines), encoding="utf-8")


def _record_all(folder: Path, wheelhouse: Path, only: list[str]) -> None:
    environment = product.make_environment(wheelhouse / "venv", wheelhouse)
    for story in STORIES:
        if only and story.id not in only:
            continue
        with tempfile.TemporaryDirectory(prefix="hwr", ignore_cleanup_errors=True) as root:
            machine = Machine(root=Path(root), client=client.install(), environment=environment)
            machine.mem("install-plugin")
            keep(record(machine, story), folder / f"{story.id}.jsonl", machine)
        print(story.id, flush=True)


def main() -> int:
    """Record all, or those named, cut off from the network."""
    folder, *only = sys.argv[1:]
    if offline.inside():
        _record_all(Path(folder), Path(only[0]), only[1:])
        return 0
    with tempfile.TemporaryDirectory() as wheelhouse:
        product.build_wheelhouse(Path(wheelhouse))
        client.install()
        command = [sys.executable, "-m", "tests.e2e.record", str(Path(folder).resolve()), wheelhouse, *only]
        return subprocess.run(offline.wrapped(command), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
