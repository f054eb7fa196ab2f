"""`mem export` and `mem import`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO

import click

from hardwon.cli.door import Door
from hardwon.cli.group import EVERYWHERE, PROJECT, command
from hardwon.errors import InvalidInput
from hardwon.text.clean import for_terminal, one_line
from hardwon.text.encodings import how_to_convert, wide_encoding

if TYPE_CHECKING:
    from hardwon.engine import Engine

_LINE_BYTES = 5 << 20


@command(
    "export",
    scope=EVERYWHERE,
    answer={"file": "the file that was written", "memories": "how many"},
)
@click.argument("file", default="-")
@click.option("--markdown", is_flag=True, help="Write a folder FILE of Markdown, one file a category, to be read.")
@click.pass_obj
def export(door: Door, file: str, markdown: bool) -> None:
    """Write every memory as one line of JSON, with its record; to FILE, or to standard output.

    The lines come back with `mem import`, byte for byte. An existing FILE is replaced when all is written.
    """
    if markdown:
        _export_markdown(door, file)
        return
    if file == "-" and door.as_json:
        raise click.UsageError("--json tells about a file: name one", click.get_current_context())
    with door.engine() as engine:
        lines = engine.export_lines(all_projects=door.everywhere)
        if file == "-":
            _print(lines)
            return
        count = _write(file, lines)
    door.answer({"file": file, "memories": count}, [f"Wrote {count:,} memories to {one_line(file)}."])


def _export_markdown(door: Door, folder: str) -> None:
    from hardwon.engine.markdown import export_markdown

    if folder == "-":
        raise click.UsageError("name the folder to write", click.get_current_context())
    with door.engine() as engine:
        counts = export_markdown(engine, folder, all_projects=door.everywhere)
    total = sum(counts.values())
    door.answer({"file": folder, "memories": total}, [f"Wrote {total:,} memories to {one_line(folder)}."])


def _print(lines: Iterable[str]) -> None:
    if sys.stdout.isatty():
        for line in lines:
            sys.stdout.write(for_terminal(line) + "\n")
        return
    sys.stdout.flush()
    for line in lines:
        sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")


def _write(file: str, lines: Iterable[str]) -> int:
    """Write lines beside a file and put them in its place whole; tell how many."""
    target = os.path.realpath(file)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as out:
            return _write_lines(out, lines)
    temporary = f"{target}.{os.getpid()}.new"
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise OSError(error.errno, error.strerror, file) from error
    try:
        with open(handle, "wb") as out:
            count = _write_lines(out, lines)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
    return count


def _write_lines(out: BinaryIO, lines: Iterable[str]) -> int:
    count = 0
    for line in lines:
        out.write(line.encode("utf-8", "replace") + b"\n")
        count += 1
    return count


@command(
    "import",
    scope=PROJECT,
    answer={
        "added": "new here",
        "updated": "newer than what was here",
        "unchanged": "the same as here",
        "kept": "older than what is here, or forgotten here",
        "purged": "purged here, so not brought back; --purged-too does",
        "refused": "lines that are no memory",
        "waiting": "outcomes that do not count here; they do with --trust",
        "redacted": "object: memories that were stored without a secret, by its kind",
        "problems": "list of sentences, one for each of the first refused lines",
    },
)
@click.argument("file", default="-")
@click.option("--markdown", is_flag=True, help="FILE is a folder that `mem export --markdown` wrote.")
@click.option("--trust", is_flag=True, help="Believe each line's trust, pin and outcomes: for an export of your own.")
@click.option("--purged-too", is_flag=True, help="Bring back what was purged here.")
@click.option("--all-projects", is_flag=True, help="Put each memory into the project that its line names.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal; for the three above.")
@click.pass_obj
def import_(door: Door, file: str, markdown: bool, trust: bool, purged_too: bool, all_projects: bool, yes: bool) -> int:
    """Merge memories from lines of JSON, from FILE or standard input, into this project.

    The newest version wins; what was forgotten here stays forgotten, what was purged here stays away; unknown fields
    are kept. Without --trust nothing comes in pinned, and no outcome counts. A line that cannot be used is refused
    and named, the others are stored; the exit status is 1 then. What `mem export --all-projects` wrote goes back
    where it came from with --all-projects.
    """
    if trust:
        door.require_person("trusts what is imported", yes=yes)
    if all_projects:
        door.require_person("imports into other projects", yes=yes)
    if purged_too:
        door.require_person("brings back what was purged", yes=yes)
    with door.engine() as engine:
        lines = _markdown(engine, file) if markdown else _lines(door, file)
        report = engine.import_lines(lines, trust=trust, all_projects=all_projects, purged_too=purged_too)
    words = ("added", "updated", "unchanged", "kept", "refused")
    door.answer(report, [", ".join(f"{report[word]} {word}" for word in words) + "."])
    if not door.as_json:
        if report["purged"]:
            door.note(f"{report['purged']} were purged here and stay away; --purged-too brings them back.")
        if report["waiting"]:
            door.note(f"{report['waiting']} outcomes do not count here; --trust counts those of an export of yours.")
        redacted, problems = report["redacted"], report["problems"]
        assert isinstance(redacted, dict)
        assert isinstance(problems, list)
        door.note_withheld([f"{kind} ({count})" for kind, count in redacted.items()])
        for problem in problems:
            door.note(one_line(str(problem), 300))
    return 1 if report["refused"] else 0


def _markdown(engine: Engine, folder: str) -> Iterator[str]:
    from hardwon.engine.markdown import markdown_lines

    return markdown_lines(engine, folder)


def _lines(door: Door, file: str) -> Iterator[str]:
    if file == "-":
        yield from _decoded(door.input_stream(), "standard input")
        return
    if os.path.isdir(file):
        raise InvalidInput(
            f"{one_line(file)} is a folder", "name a file that `mem export` wrote, or give --markdown too"
        )
    with open(file, "rb") as source:
        yield from _decoded(source, one_line(file))


def _decoded(source: BinaryIO, name: str) -> Iterator[str]:
    is_first = True
    while line := source.readline(_LINE_BYTES):
        encoding = wide_encoding(line) if is_first else ""
        if encoding:
            raise InvalidInput(f"{name} is {encoding} text, not UTF-8", how_to_convert(encoding))
        is_first = False
        rest = line
        while len(rest) == _LINE_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(_LINE_BYTES)  # too long to be a memory: refused by its beginning
        yield line.decode("utf-8", "replace").rstrip("\r\n")
