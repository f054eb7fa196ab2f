"""Memories as Markdown, one file a category, to be read and kept under version control; and back.

Each memory is a heading, its text, and a comment that has the rest as one line of JSON. A text that was edited by hand
comes back as a newer version.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.config.paths import make_private_dir
from hardwon.errors import InvalidInput
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

_MARK = re.compile(r"<!-- hardwon (\{.*\}) -->")
_HEADING = "## "
_BYTES_MAX = 64 << 20


def export_markdown(engine: Engine, folder: str, *, all_projects: bool = False) -> dict[str, int]:
    """Write a folder of Markdown files; tell how many memories are in each.

    Args:
        engine: an open engine.
        folder: where to; its files of categories are replaced, those of categories without a memory removed.
        all_projects: also those of other projects.

    Raises:
        OSError: it cannot be written.
    """
    files: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in engine.export_lines(all_projects=all_projects):
        fields = json.loads(line)
        content = fields.pop("content")
        head = one_line(fields.get("title") or content, 70)
        rest = json.dumps(fields, ensure_ascii=False, sort_keys=True).replace("-->", "--\\u003e")
        text = f"{_HEADING}{head}\n\n{_escaped(content)}\n\n<!-- hardwon {rest} -->\n"
        files[str(fields["category"])].append((str(fields["id"]), text))
    make_private_dir(folder)
    for old in Path(folder).glob("*.md"):
        if old.stem not in files and _MARK.search(old.read_text("utf-8", "replace")):
            old.unlink()
    for category, entries in files.items():
        parts = [f"# {category}\n", *(text for _, text in sorted(entries))]
        Path(folder, f"{category}.md").write_text("\n".join(parts), "utf-8")
    return {category: len(entries) for category, entries in sorted(files.items())}


def markdown_lines(engine: Engine, folder: str) -> Iterator[str]:
    """What a folder of Markdown files holds, as lines for Engine.import_lines.

    Args:
        engine: whose clock dates what was edited by hand.
        folder: as `export_markdown` wrote it.

    Raises:
        InvalidInput: there are no such files.
    """
    paths = sorted(Path(folder).glob("*.md"))
    if not paths:
        raise InvalidInput(f"{one_line(folder)} holds no Markdown files", "name a folder that --markdown wrote")
    for path in paths:
        if path.stat().st_size > _BYTES_MAX:
            raise InvalidInput(f"{path} is too large", "export it anew")
        yield from _of_file(engine, path.read_text("utf-8", "replace"), path.stem)


def _of_file(engine: Engine, text: str, category: str) -> Iterator[str]:
    here = _stored(engine)
    lines: list[str] = []
    for line in text.split("\n"):
        marked = _MARK.fullmatch(line.rstrip("\r"))
        if marked is None:
            lines.append(line.rstrip("\r"))
            continue
        content, lines = _content(lines), []
        try:
            fields = json.loads(marked[1])
        except ValueError:
            yield marked[1]  # refused, and named, where it is merged
            continue
        fields["content"] = content
        known = here.get(str(fields.get("id")))
        if known is not None and known[1] == fields.get("version") and known[0] != content:
            fields |= {"version": known[1] + 1, "recorded_at": engine.clock(), "change": "edited"}
        yield json.dumps(fields, ensure_ascii=False)
    rest = _content(lines)
    if rest and not rest.startswith("# "):
        # Written by hand at the end of a file: a memory of its own.
        yield json.dumps({"content": rest, "category": category}, ensure_ascii=False)


def _stored(engine: Engine) -> dict[str, tuple[str, int]]:
    return {
        str(fields["id"]): (str(fields["content"]), int(fields["version"]))
        for fields in map(json.loads, engine.export_lines())
    }


def _content(lines: list[str]) -> str:
    start = 0
    for number, line in enumerate(lines):
        if line.startswith(_HEADING):
            start = number + 1
            break
    return "\n".join(_unescaped(line) for line in lines[start:]).strip("\n")


def _escaped(content: str) -> str:
    """A text none of whose lines is taken for a heading or a comment of ours."""
    return "\n".join(
        "\\" + line if re.match(r"\\*(?:## |<!-- hardwon )", line) else line for line in content.split("\n")
    )


def _unescaped(line: str) -> str:
    return line[1:] if re.match(r"\\+(?:## |<!-- hardwon )", line) else line
