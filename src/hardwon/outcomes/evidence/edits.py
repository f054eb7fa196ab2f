"""Edits of a session: what was written where, and whether it puts back what an earlier one had changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hardwon.hosts.turns import Turn
from hardwon.outcomes.evidence.pieces import Action, call_key, text_of

EDITORS = frozenset(
    {"Edit", "Write", "MultiEdit", "NotebookEdit", "Update", "ApplyPatch", "str_replace_based_edit_tool"}
)
_WRITTEN_MAX = 4000
_REWRITES = frozenset(
    {"--fix", "--write", "--autocorrect", "--autocorrect-all", "--auto-correct", "--in-place", "--unsafe-fixes"}
)
_REWRITERS = {"rubocop": ("-A", "-a"), "gofmt": ("-w",), "goimports": ("-w",), "prettier": ("-w",), "sed": ("-i",),
              "jscodeshift": (), "codemod": (), "2to3": ("-w",), "clang-format": ("-i",), "rector": (),
              "pyupgrade": (), "autoflake": ("-i",)}  # fmt: skip


_REWROTE = re.compile(
    r"files were modified by this hook|^reformatted \S|^Fixing \S+\.\w|^Rewriting \S|^Fixed [1-9]\d* |"
    r"\b[1-9]\d* files? (?:were )?reformatted|\([1-9]\d* fixed\b|\bFixed [1-9]\d* files?\b|\d offenses? corrected",
    re.MULTILINE,
)


def edit_of(turn: Turn) -> Action | None:
    """What a call of an editor changes; None when it names no file, or only looks."""
    arguments = turn.tool_input
    path = next(filter(None, (text_of(arguments, name) for name in ("file_path", "notebook_path", "path"))), "")
    if not path or arguments.get("command") == "view":
        return None
    edits = arguments.get("edits")
    parts = [part for part in edits if isinstance(part, Mapping)] if isinstance(edits, list) else [arguments]
    names = ("new_string", "content", "new_source", "file_text", "new_str", "insert_text", "patch")
    written = "\n".join(filter(None, (text_of(part, name) for part in parts for name in names)))
    root = turn.cwd.rstrip("/") + "/"
    return Action(
        kind="edit",
        path=path.removeprefix(root) if root != "/" else path,
        text=written[:_WRITTEN_MAX],
        was="\n".join(filter(None, (text_of(part, name) for part in parts for name in ("old_string", "old_str"))))[
            :_WRITTEN_MAX
        ],
        key=call_key(turn, path),
        line=turn.line,
        at_ms=turn.at_ms,
    )


def edits_files(words: Sequence[str]) -> bool:
    """Whether a command rewrites files of the project by itself: a linter that repairs, a codemod.

    Args:
        words: the program and its arguments.
    """
    if not words:
        return False
    flags = _REWRITERS.get(words[0])
    return bool(_REWRITES & set(words)) or (flags is not None and (not flags or bool(set(flags) & set(words))))


def rewrites(output: str) -> bool:
    """Whether a check says that it has changed files itself: hooks that format, a linter that repairs."""
    return bool(_REWROTE.search(output))


def restores(edit: Action, earlier: Action) -> bool:
    """Whether an edit puts back what stood there before an earlier one, in a wider or a narrower stretch of text."""
    was, now = edit.was.strip(), edit.text.strip()
    earlier_was, earlier_now = earlier.was.strip(), earlier.text.strip()
    if not was or not earlier_now or earlier_was == earlier_now or was == now:
        return False
    wider = earlier_now in was and was.replace(earlier_now, earlier_was, 1).strip() == now
    narrower = was in earlier_now and earlier_now.replace(was, now, 1).strip() == earlier_was
    return wider or narrower
