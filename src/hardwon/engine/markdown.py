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
from typing import TYPE_CHECKING, NamedTuple

from hardwon.config.paths import make_private_dir
from hardwon.errors import InvalidInput
from hardwon.text.clean import one_line
from hardwon.text.encodings import how_to_convert, wide_encoding

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

_MARK = re.compile(r"<!-- hardwon (\{.*\}) -->")
_HEADING = "## "
_MARKED = "<!-- hardwon "
_OURS = re.compile(r"\\*(?:## |<!-- hardwon |[<>]{7}(?: |$))")
_CONFLICT = re.compile(r"^[<>]{7}(?: |$)", re.MULTILINE)
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
        head = _head(fields.get("title") or "", content)
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

    An entry without its comment was written by hand: a memory of its own. A comment that was damaged is refused with
    its entry. Blank space at the ends of lines is no change, and a heading that was changed is a title.

    Args:
        engine: whose clock dates what was edited by hand.
        folder: as `export_markdown` wrote it.

    Raises:
        InvalidInput: there are no such files, or one is no text, or holds a merge that was not ended.
    """
    paths = sorted(Path(folder).glob("*.md"))
    if not paths:
        raise InvalidInput(f"{one_line(folder)} holds no Markdown files", "name a folder that --markdown wrote")
    for path in paths:
        if path.stat().st_size > _BYTES_MAX:
            raise InvalidInput(f"{path} is too large", "export it anew")
        if _CONFLICT.search(_text_of(path)):
            raise InvalidInput(f"{path} holds a merge that was not ended", "resolve it, then import again")
    here = _stored(engine)
    for path in paths:
        for entry in _entries(_text_of(path)):
            if entry.mark.startswith("{"):
                yield _fields_of(entry, here, engine.clock())
            elif entry.mark:
                yield entry.mark  # refused, and named, where it is merged
            elif entry.content:
                yield json.dumps({"content": entry.content, "category": path.stem}, ensure_ascii=False)


def _text_of(path: Path) -> str:
    data = path.read_bytes()
    encoding = wide_encoding(data[:4])
    if encoding:
        raise InvalidInput(f"{one_line(str(path))} is {encoding} text, not UTF-8", how_to_convert(encoding))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise InvalidInput(f"{one_line(str(path))} is no UTF-8 text", "take it out of the folder, or convert it")
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _Entry(NamedTuple):
    """A heading, the text below it, and what its comment holds: "" without one, all of it where it was damaged."""

    heading: str
    content: str
    mark: str


def _entries(text: str) -> Iterator[_Entry]:
    heading = ""
    lines: list[str] = []
    begun = False  # what stands above the first entry introduces the file
    for line in (line.rstrip("\r") for line in text.split("\n")):
        if line.startswith(_HEADING):
            if begun:
                yield _Entry(heading, _content(lines), "")
            heading, lines, begun = line[len(_HEADING) :], [], True
        elif line.startswith(_MARKED):
            marked = _MARK.fullmatch(line.rstrip())
            yield _Entry(heading, _content(lines), marked[1] if marked else line)
            heading, lines, begun = "", [], marked is not None
        else:
            lines.append(line)
    if begun or not _content(lines).startswith("# "):
        yield _Entry(heading, _content(lines), "")


def _fields_of(entry: _Entry, here: dict[str, _Known], now: int) -> str:
    try:
        fields = json.loads(entry.mark)
    except ValueError:
        return entry.mark
    fields["content"] = entry.content
    known = here.get(str(fields.get("id")))
    if known is None or known.version != fields.get("version"):
        return json.dumps(fields, ensure_ascii=False)
    if _without_ends(entry.content) == _without_ends(known.content):
        fields["content"] = known.content
    heading = entry.heading.strip()
    if heading and heading not in (_head(known.title, known.content), _head(known.title, entry.content)):
        fields["title"] = heading
    if fields["content"] != known.content or (fields.get("title") or "") != known.title:
        fields |= {"version": known.version + 1, "recorded_at": now, "change": "edited"}
    return json.dumps(fields, ensure_ascii=False)


class _Known(NamedTuple):
    """What is stored of a memory."""

    content: str
    title: str
    version: int


def _stored(engine: Engine) -> dict[str, _Known]:
    return {
        str(fields["id"]): _Known(str(fields["content"]), str(fields.get("title") or ""), int(fields["version"]))
        for fields in map(json.loads, engine.export_lines())
    }


def _head(title: str, content: str) -> str:
    return one_line(title or content, 70).strip()


def _without_ends(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().split("\n"))


def _content(lines: list[str]) -> str:
    return "\n".join(map(_unescaped, lines)).strip("\n")


def _escaped(content: str) -> str:
    """A text none of whose lines is taken for a heading, a comment of ours, or a merge."""
    return "\n".join("\\" + line if _OURS.match(line) else line for line in content.split("\n"))


def _unescaped(line: str) -> str:
    return line[1:] if line.startswith("\\") and _OURS.match(line) else line
