"""Writes the table of words that people use for one another, from a list in plain words.

    python bench/kindred.py [--check]

Reads bench/data/kindred.txt, cuts each word as the index does, and writes src/hardwon/text/kindred_table.py. Words that
are in many texts anyway are left out, but where a family joins two scripts: they would mark most memories and tell
little. With --check nothing is written; the exit status tells whether the table is that of the list.
"""

from __future__ import annotations

import sys
from pathlib import Path

import apsw

from hardwon.retrieval.words import BACKGROUND_DOCUMENTS, STOP_WORDS, documents_with
from hardwon.store.database import TOKENIZER
from hardwon.text.tokens import cjk_bigrams, is_cjk

LIST = Path(__file__).parent / "data" / "kindred.txt"
TABLE = Path(__file__).parent.parent / "src" / "hardwon" / "text" / "kindred_table.py"
MARKS_MAX = 0xFFF
COMMON = 20  # of 200 typical texts
OTHERS = "*"
WIDTH = 106
HEAD = '''"""Words that people use for one another: the families each word stands in. Light.

Written by bench/kindred.py from bench/data/kindred.txt; change that. Stems are as SQLite's porter tokenizer gives
them, pairs of characters as hardwon.text.tokens cuts them; by their first letter, so that little is read for a word.
" sign+in=004 " says that "sign in" stands in family 0x004.
"""

from __future__ import annotations

BY_LETTER: dict[str, str] = {
'''


def cut(word: str) -> tuple[str, ...]:
    """The stems of a word or phrase, as the index has them."""
    tokenizer = apsw.Connection(":memory:").fts5_tokenizer(TOKENIZER[0], list(TOKENIZER[1:]))
    stems: list[str] = []
    for part in word.split("_"):
        if is_cjk(part[0]):
            stems += cjk_bigrams(part)
        else:
            stems += [found[2] for found in tokenizer(part.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None)]
    return tuple(stems)


def families() -> list[list[tuple[str, ...]]]:
    """Each line's words, as stems; none where fewer than two are left."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if line.strip() and not line.startswith("#"):
            stems = dict.fromkeys(cut(word) for word in line.split() if word not in STOP_WORDS)
            most = COMMON if line.isascii() else BACKGROUND_DOCUMENTS
            telling = [stem for stem in stems if len(stem) > 1 or documents_with(stem[0]) < most]
            found.append(telling if len(telling) > 1 else [])
    return found


def written() -> str:
    """The table's module."""
    found: dict[str, dict[str, str]] = {}
    for number, family in enumerate(families()):
        assert number < MARKS_MAX
        for stems in family:
            letter = stems[0][0] if stems[0][0].isascii() and stems[0][0].isalpha() else OTHERS
            entries = found.setdefault(letter, {})
            word = "+".join(stems)
            entries[word] = entries.get(word, "") + f"{number:03x}"
    parts = [HEAD]
    for letter, entries in sorted(found.items()):
        lines = _wrapped([f"{word}={at}" for word, at in sorted(entries.items())])
        if len(lines) == 1:
            parts.append(f'    "{letter}": " {lines[0]} ",\n')
            continue
        lines[-1] += " "
        parts.append(f'    "{letter}": (\n' + "".join(f'        " {line}"\n' for line in lines) + "    ),\n")
    return "".join(parts) + "}\n"


def _wrapped(entries: list[str]) -> list[str]:
    lines = [""]
    for entry in entries:
        if _width(lines[-1]) + _width(entry) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + entry
    return lines


def _width(text: str) -> int:
    return sum(2 if is_cjk(char) else 1 for char in text)


def main() -> int:
    """Write the table, or check it."""
    text = written()
    if "--check" in sys.argv[1:]:
        return int(not TABLE.exists() or TABLE.read_text(encoding="utf-8") != text)
    TABLE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
