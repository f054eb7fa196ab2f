"""What Hardwon adds to Claude Code: hook entries, the MCP entry, commands, skills, the manifest.

One file for all that is known about the client's formats. It says what the parts are; hardwon.install
writes them. The entries name no path of this machine: they call the launchers below the home folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from hardwon import __version__
from hardwon.errors import HardwonError

HOOK_MARKER = "hardwon-hook"
MCP_MARKER = "hardwon-mcp"
HOOK_LAUNCHER = "/.hardwon/hook.sh"
MCP_LAUNCHER = "/.hardwon/mcp.sh"
SERVER_KEY = "hardwon"
HOOK_TIMEOUT_S = 5

# Event -> matcher. The client starts a process per matching call, so a matcher names the tools whose hook has
# something to do: Read comes before every edit, Agent (formerly Task) carries a subagent's task, and only
# edits and commands are noted. A failure is rare and may be of any tool.
EVENTS: dict[str, str | None] = {
    "SessionStart": None,
    "UserPromptSubmit": None,
    "UserPromptExpansion": None,
    "PreToolUse": "Read|Agent|Task",
    "PostToolUse": "Edit|Write|MultiEdit|NotebookEdit|Bash",
    "PostToolUseFailure": None,
    "PreCompact": None,
    "PostCompact": None,
    "Stop": None,
    "SubagentStart": None,
    "SubagentStop": None,
    "TaskCreated": None,
    "TaskCompleted": None,
    "SessionEnd": None,
}

# The trap matters: dash leaves with 2 on a syntax error in a sourced file, and exit 2 blocks the tool or the
# prompt. Hooks never exec: the interpreter's own status would get through.
_SETTINGS_SCRIPT = 'trap \'exit 0\' EXIT; f="$HOME/.hardwon/hook.sh"; [ -r "$f" ] && . "$f" 2>/dev/null; exit 0'
_PLUGIN_SCRIPT = 'trap \'exit 0\' EXIT; f=$1; shift; [ -r "$f" ] && . "$f" 2>/dev/null; exit 0'
_MCP_SCRIPT = 'trap "exit 0" EXIT; f="$HOME/.hardwon/mcp.sh"; [ -r "$f" ] && . "$f"; exit 0'
_PLUGIN_MCP_SCRIPT = 'trap "exit 0" EXIT; f=$1; shift; [ -r "$f" ] && . "$f"; exit 0'
_RUN = "${CLAUDE_PLUGIN_ROOT}/hooks/run.sh"

_STAMP = "metadata:\n  hardwon: "


def hook_group(event: str) -> dict[str, Any]:
    """The matcher group of one event as it stands in a settings file."""
    return _group(event, [_SETTINGS_SCRIPT, HOOK_MARKER, event])


def plugin_hook_group(event: str) -> dict[str, Any]:
    """The matcher group of one event as it stands in the plugin's hooks.json."""
    return _group(event, [_PLUGIN_SCRIPT, HOOK_MARKER, _RUN, event])


def _group(event: str, arguments: list[str]) -> dict[str, Any]:
    hook = {"type": "command", "command": "/bin/sh", "args": ["-c", *arguments], "timeout": HOOK_TIMEOUT_S}
    matcher = EVENTS[event]
    return {"matcher": matcher, "hooks": [hook]} if matcher else {"hooks": [hook]}


def mcp_entry() -> dict[str, Any]:
    """The server's entry in a project's .mcp.json."""
    return {"command": "/bin/sh", "args": ["-c", _MCP_SCRIPT, MCP_MARKER]}


def plugin_mcp_entry() -> dict[str, Any]:
    """The server's entry in the plugin's manifest.

    It names no variables: the client sets the plugin's own, and one named here would reach the server unexpanded.
    """
    return {"command": "/bin/sh", "args": ["-c", _PLUGIN_MCP_SCRIPT, MCP_MARKER, _RUN, "mcp"]}


def project_manifest() -> bytes:
    """The plugin.json of a project: the plugin's own without the server, which .mcp.json has there."""
    manifest = json.loads((bundle_root() / ".claude-plugin" / "plugin.json").read_text(encoding="utf-8"))
    del manifest["mcpServers"]
    return (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()


def is_own_manifest(data: bytes) -> bool:
    """Whether a plugin.json is one that `project_manifest` of some version wrote."""
    try:
        found, own = json.loads(data), json.loads(project_manifest())
        return bool({**found, "version": ""} == {**own, "version": ""})
    except (ValueError, TypeError):
        return False


def bundle_root() -> Traversable:
    """The folder with commands/, skills/ and hooks/: in the wheel, or the checkout of an editable install.

    Raises:
        HardwonError: the installation lacks it.
    """
    packed = resources.files("hardwon") / "_bundle"
    if packed.is_dir():
        return packed
    checkout = Path(__file__).resolve().parents[4]
    if (checkout / ".claude-plugin" / "plugin.json").is_file():
        return checkout
    raise HardwonError("this installation lacks the Claude Code bundle", "install Hardwon again")


def commands() -> dict[str, bytes]:
    """The command files: path below the `.claude` folder -> stamped text."""
    return {
        f"commands/{entry.name}": stamped(entry.read_bytes())
        for entry in _sorted(bundle_root() / "commands")
        if entry.name.endswith(".md")
    }


def skills() -> dict[str, bytes]:
    """The skill files: path below the `.claude` folder -> stamped text."""
    return {
        f"skills/{entry.name}/SKILL.md": stamped((entry / "SKILL.md").read_bytes())
        for entry in _sorted(bundle_root() / "skills")
        if (entry / "SKILL.md").is_file()
    }


def _sorted(folder: Traversable) -> Iterator[Traversable]:
    yield from sorted(folder.iterdir(), key=lambda entry: entry.name)


def stamped(text: bytes) -> bytes:
    """A command or skill with the version and a digest of its text in the frontmatter.

    By the stamp any version recognises, on any machine, a file that nobody has edited since.
    """
    head, _, body = text.partition(b"\n---\n")
    stamp = f'{_STAMP}"{__version__} {_digest(text)}"'.encode()
    return head + b"\n" + stamp + b"\n---\n" + body


def is_unedited(data: bytes) -> bool:
    """Whether a file carries our stamp and its text is still the one the stamp was made from."""
    text = data.replace(b"\r\n", b"\n")
    before, found, rest = text.partition(b"\n" + _STAMP.encode())
    stamp, _, body = rest.partition(b"\n")
    return bool(found) and stamp.endswith(_digest(before + b"\n" + body).encode() + b'"')


def has_stamp(data: bytes) -> bool:
    """Whether a file carries our stamp, edited or not."""
    return _STAMP.encode() in data.replace(b"\r\n", b"\n")


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]
