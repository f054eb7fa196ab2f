"""How common ordinary words are in developers' text: measures src/hardwon/retrieval/background.py again.

    python bench/background.py [FOLDER ...]

Reads the documentation below some folders (the manual pages, the package documentation and the Python packages of this
machine by default) and prints, for each step of the table, the stems that stand in running prose of that share of
programs and packages. The shares move a little from machine to machine; the table needs no second digit.
"""

from __future__ import annotations

import ast
import collections
import gzip
import re
import sys
import sysconfig
import textwrap
from collections.abc import Iterator
from pathlib import Path

import apsw

from hardwon.retrieval.words import STOP_WORDS

STEPS = ((0.30, 30), (0.15, 20), (0.06, 12), (0.02, 8))
LEAST, LEAST_COUNT = 20, 5
READ_MAX = 200_000
WORD = re.compile(r"(?<![\w./\\$<@&'-])[a-z]{3,18}(?![\w/\\('=-])")
PLAIN = re.compile(r"[A-Za-z][a-z']*[.,;:!?)]*")


def prose(text: str) -> Iterator[str]:
    """Paragraphs that read as sentences: long enough, and nearly all words."""
    for paragraph in re.split(r"\n\s*\n", text):
        words = paragraph.split()
        if len(words) >= 8 and sum(1 for word in words if PLAIN.fullmatch(word)) / len(words) > 0.75:
            yield " ".join(words)


def read(path: Path) -> str:
    """The beginning of a file, unpacked; a module's documentation strings."""
    try:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        text = data[:READ_MAX].decode("utf-8", "ignore")
        if path.suffix == ".py":
            kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
            nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
            return "\n\n".join(ast.get_docstring(node) or "" for node in nodes)
    except (OSError, EOFError, SyntaxError, ValueError):
        return ""
    return re.sub(r"\\f.|\\[-&|]|^\.(\w+)? ?", "", text, flags=re.MULTILINE)


def units(folders: list[Path]) -> dict[str, set[str]]:
    """The words of each program or package: the first folder below, or the file itself, gives it its name."""
    found: dict[str, set[str]] = collections.defaultdict(set)
    for folder in folders:
        for path in folder.rglob("*"):
            if re.search(r"licen|copyright", path.name.lower()) or not path.is_file():
                continue
            if path.suffix in (".gz", ".md", ".rst", ".txt", ".py") or re.search(r"\.\d\w*$", path.name):
                name = re.split(r"[-_.\d]", path.relative_to(folder).parts[0])[0]
                for paragraph in prose(read(path)):
                    found[f"{folder}:{name}"].update(WORD.findall(paragraph))
    return found


def main() -> None:
    """Print the table."""
    folders = [Path(name) for name in sys.argv[1:]] or [
        *(Path("/usr/share/man").glob("man*")),
        Path("/usr/share/doc"),
        Path(sysconfig.get_path("stdlib")),
    ]
    documents = units(folders)
    tokenize = apsw.Connection(":memory:").fts5_tokenizer("porter", ["unicode61", "remove_diacritics", "2"])
    counts: collections.Counter[str] = collections.Counter()
    for words in documents.values():
        stems = {
            stem
            for word in words - STOP_WORDS
            for _, _, stem in tokenize(word.encode(), apsw.FTS5_TOKENIZE_QUERY, None)  # type: ignore[misc,str-unpack]
        }
        counts.update(stems)
    table: dict[int, list[str]] = collections.defaultdict(list)
    for stem, count in counts.items():
        if count >= LEAST:
            share = count / len(documents)
            table[next((step for least, step in STEPS if share >= least), LEAST_COUNT)].append(stem)
    print(f"{len(documents)} programs and packages")
    for step in sorted(table, reverse=True):
        print(f"{step}:", *textwrap.wrap(" ".join(sorted(table[step])), 108), sep="\n    ")


if __name__ == "__main__":
    main()
