"""Which files the model reads anyway: instruction files and the client's own memory index. Light.

A memory whose text stands there is not given again.
"""

from __future__ import annotations

import posix

from hardwon.binding.files import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAD_BYTES = 2048
_RULES_MAX = 40
_IN_PROJECT = ("/CLAUDE.md", "/.claude/CLAUDE.md", "/CLAUDE.local.md", "/AGENTS.md")


def standing_files(root: str, home: str, environ: Mapping[str, str], transcript: str) -> list[str]:
    """The files whose content a session has from its start; some may not exist.

    Args:
        root: the project's folder.
        home: the person's home folder.
        environ: the environment; CLAUDE_CONFIG_DIR moves the client's own folder.
        transcript: the session's transcript, "" when not known; the client's memory index lies beside it.
    """
    client = environ.get("CLAUDE_CONFIG_DIR", "") or home + "/.claude"
    files = [root + name for name in _IN_PROJECT] + [client + "/CLAUDE.md"]
    if transcript.startswith("/"):
        files.append(transcript.rpartition("/")[0] + "/memory/MEMORY.md")
    return files + _rules(root + "/.claude/rules")


def _rules(folder: str) -> list[str]:
    try:
        names = sorted(name for name in posix.listdir(folder) if name.endswith(".md"))
    except OSError:
        return []
    return [path for name in names[:_RULES_MAX] if not _is_for_some_files(path := f"{folder}/{name}")]


def _is_for_some_files(path: str) -> bool:
    """Whether a rule is read only together with the files it is for."""
    head = read_regular(path, _HEAD_BYTES)
    return head.startswith(b"---") and b"\npaths:" in head.partition(b"\n---")[0]
