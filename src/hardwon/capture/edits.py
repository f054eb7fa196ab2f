"""What a session changed in files, and what of it was taken back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hardwon.hosts.turns import Turn

EDITORS = frozenset(
    {"Edit", "Write", "MultiEdit", "NotebookEdit", "Update", "ApplyPatch", "str_replace_based_edit_tool"}
)
_CHANGE_MAX = 90
_REVERTS = re.compile(
    r"\bgit (?:-C \S+ )?(?:checkout(?: HEAD)?(?: --)? (?P<files>(?!-b\b|main\b|master\b|develop\b)[^&|;]+)|"
    r"restore (?P<restored>[^&|;]+)|"
    r"reset --hard|stash(?! (?:pop|apply|list|show))\b|revert\b)"
)
_CONFIGURED = re.compile(
    r"(?:\.(?:toml|ya?ml|json5?|ini|cfg|conf|env|properties|gradle|kts|lock|tf|tfvars|xml|csproj|props|plist|"
    r"service|nix|cmake|mk)|"
    r"(?:Dockerfile|Makefile|Gemfile|Procfile|Pipfile|Rakefile|Vagrantfile|CMakeLists\.txt|requirements\S*\.txt|"
    r"\.\w+rc|\.gitattributes|"
    r"\.gitignore|\.dockerignore|settings\.py|conftest\.py|config\.\w+|\w+\.config\.\w+|setup\.py|go\.mod|"
    r"build\.rs))\Z",
    re.IGNORECASE,
)


@dataclass(kw_only=True)
class Edit:
    """One change to a file.

    Attributes:
        failed: the command that failed after it, and what it said; None while none did.
        failed_before: that command had failed before the change too.
    """

    file: str
    before: str = ""
    after: str = ""
    created: bool = False
    at: int = 0
    failed: Any = None
    failed_before: bool = False
    said: list[str] = field(default_factory=list)


def edits_of(turn: Turn) -> list[Edit]:
    """The changes that a call of an editor makes."""
    names = ("file_path", "notebook_path", "path")
    path = next((turn.tool_input[name] for name in names if name in turn.tool_input), "")
    if not isinstance(path, str) or not path:
        return []
    changes = turn.tool_input.get("edits")
    parts = changes if isinstance(changes, list) and changes else [turn.tool_input]
    return [
        Edit(
            file=path,
            before=_text(part, "old_string"),
            after=_text(part, "new_string"),
            created=turn.tool == "Write",
        )
        for part in parts
        if isinstance(part, Mapping)
    ]


def undoes(later: Edit, earlier: Edit) -> bool:
    """Whether a change puts back what another changed."""
    return (
        later.file == earlier.file
        and bool(earlier.before or earlier.after)
        and later.before.strip() == earlier.after.strip()
        and later.after.strip() == earlier.before.strip()
    )


def taken_back(line: str, edits: Iterable[Edit]) -> list[Edit]:
    """The changes that a command of git takes back.

    Args:
        line: the command line.
        edits: what was changed before.
    """
    match = _REVERTS.search(line)
    if match is None:
        return []
    names = [
        word.strip("'\"") for word in (match["files"] or match["restored"] or "").split() if not word.startswith("-")
    ]
    everything = not names or "." in names
    return [edit for edit in edits if everything or any(edit.file.endswith(name.removeprefix("./")) for name in names)]


def described(edits: Sequence[Edit], files: Sequence[str]) -> str:
    """What was changed, in a few words; the change itself where it is small.

    Args:
        edits: at least one. files: their files as they are to be named.
    """
    if len(edits) == 1 and is_small(edits[0]):
        before, after = edits[0].before.strip(), edits[0].after.strip()
        return f"changing `{before}` to `{after}` in {files[0]}"
    names = files[0] if len(files) == 1 else ", ".join(files[:-1]) + " and " + files[-1]
    return f"a change to {names}"


def is_small(edit: Edit) -> bool:
    """Whether a change can be told in a sentence."""
    before, after = edit.before.strip(), edit.after.strip()
    if not before or not after or max(len(before), len(after)) > _CHANGE_MAX:
        return False
    return "\n" not in before + after and "`" not in before + after


def is_configuration(path: str) -> bool:
    """Whether a file says how the project is built or run: what is wrong there can be wrong again elsewhere."""
    return _CONFIGURED.search(path) is not None


def relative(path: str, cwd: str) -> str:
    """A path as seen from the session's folder."""
    root = cwd.rstrip("/") + "/"
    return path[len(root) :] if cwd and path.startswith(root) else path


def _text(part: Mapping[Any, Any], name: str) -> str:
    value = part.get(name)
    return value if isinstance(value, str) else ""
