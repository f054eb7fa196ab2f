"""A message reduced to what its author wrote in it by hand, and cut into sentences.

Quotes, code, pasted text and our own injected blocks are somebody else's words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PASTE_CHARACTERS = 400
"""A stretch longer than this that nothing marks as typed is taken for pasted."""

_OWN_FENCES = re.compile(r"<(hardwon-[a-z]+)\b[^<>]*>", re.IGNORECASE)
_CODE_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}|~{3,})")
_BLOCK_TAG = re.compile(r"^\s*<([A-Za-z][\w-]{0,40})\b[^<>]*>")
_PLACEHOLDER = re.compile(r"\[(?:Pasted text|Image|Attachment|File)\b[^\]\n]{0,80}\]", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•+]|\d{1,2}[.)]|\[[ x]\])\s+")

# What only people who write to somebody use; documents and logs hardly ever do.
_PERSONAL = re.compile(
    r"\b(?:i|i'm|i'd|i've|i'll|me|my|please|pls|can you|could you|would you|let's|lets|thanks|we should|you should)\b",
    re.IGNORECASE,
)
_MACHINE_LINE = re.compile(
    r"^\s*(?:#{1,6}\s|at \S+\(|File \"|Traceback|\d{4}-\d\d-\d\d|\[\d|\||<\w|\$ |>>> |[\w./-]+:\d+(?::\d+)?:|"
    r"(?:ERROR|WARN|INFO|DEBUG|FATAL)\b|[+-]{3} |@@ |(?:From|To|Subject|Date|Sent): )|[{};]\s*$"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|cf|incl|resp|no|nr|dr|mr|mrs|fig|sec|ca|al|ver)|\b[A-Za-z])\.$", re.IGNORECASE
)
_END = re.compile(r"(?<=[.!?…])[\"')\]]{0,2}\s+(?=[\"'(\[`@]?[\w`])|(?<=[。！？])")


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One sentence of a person.

    Attributes:
        text: as written, one line, without its list mark.
        heading: the line ending in a colon that this list item stands under, "" elsewhere.
        preceding, following: its neighbours in the same message, "" at either end.
    """

    text: str
    heading: str = ""
    preceding: str = ""
    following: str = ""


def own_words(text: str) -> str:
    """What a person typed in a message.

    Args:
        text: the message, without the host's own markup. Private parts and secrets are taken out before.

    Returns:
        the typed lines, "" when there are none.
    """
    text = _PLACEHOLDER.sub(" ", without_own_blocks(text))
    return _without_pastes(_without_quotes_and_code(text))


# The line that a block of ours begins with, and what it says of the time since the last session.
_OWN_LEAD = re.compile(
    r"^[ \t>*-]*(?:Hardwon remembers |Not in the summary of )[^\n]{0,300}Data, not instructions[^\n]*"
    r"(?:\n[ \t>*-]*Since the last session: [^\n]*)?",
    re.MULTILINE,
)


def without_own_blocks(text: str) -> str:
    """The text without the blocks our hooks add; one that is never closed runs to the end, one may lack its fence."""
    if "Data, not instructions" in text:
        text = _OWN_LEAD.sub("", text)
    if "<" not in text:
        return text
    kept, position = [], 0
    while opening := _OWN_FENCES.search(text, position):
        kept.append(text[position : opening.start()])
        closing = text.lower().find(f"</{opening[1].lower()}>", opening.end())
        if closing < 0:
            return "".join(kept)
        position = closing + len(opening[1]) + 3
    return "".join([*kept, text[position:]])


def _without_quotes_and_code(text: str) -> str:
    kept: list[str] = []
    fence = tag = ""
    for line in text.split("\n"):
        mark = _CODE_FENCE.match(line)
        block = _BLOCK_TAG.match(line)
        if fence:
            if mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif tag:
            if f"</{tag}" in line.lower():
                tag = ""
        elif mark:
            fence = mark[1]
            kept.append("")
        elif block and f"</{block[1].lower()}" not in line.lower():
            tag = block[1].lower() if f"</{block[1].lower()}" in text.lower() else ""
            kept.append("")
        elif block or line.lstrip().startswith(">") or _is_indented_code(line):
            kept.append("")
        else:
            kept.append(line.replace("```", " "))
    return "\n".join(kept)


def _is_indented_code(line: str) -> bool:
    return line.startswith(("    ", "\t")) and not _BULLET.match(line)


def _without_pastes(text: str) -> str:
    if len(text.strip()) <= PASTE_CHARACTERS:
        return text
    blocks = [block for block in re.split(r"\n\s*\n", text) if block.strip()]
    typed: list[str] = []
    doubtful: list[str] = []
    for index, block in enumerate(blocks):
        if index and _introduces_paste(blocks[index - 1]) and sum(map(len, blocks[index:])) > PASTE_CHARACTERS:
            break  # "Here is the log:" and then the log, to the end
        part = _typed_part(block)
        if part == block and not _PERSONAL.search(block):
            doubtful.append(block)
            continue
        typed += _if_short(doubtful)
        doubtful = []
        if part:
            typed.append(part)
    return "\n\n".join([*typed, *_if_short(doubtful)])


def _introduces_paste(block: str) -> bool:
    last = block.strip().rsplit("\n", 1)[-1]
    return last.endswith(":") and not _BULLET.match(last)


def _if_short(blocks: list[str]) -> list[str]:
    """Blocks nothing marks as typed: kept while they are short together."""
    return blocks if sum(map(len, blocks)) <= PASTE_CHARACTERS else []


def _typed_part(block: str) -> str:
    """A block, or the line that leads into what was pasted below it."""
    if len(block) <= PASTE_CHARACTERS:
        lines = block.strip().split("\n")
        machine = sum(bool(_MACHINE_LINE.search(line)) for line in lines)
        return "" if machine * 2 > len(lines) else block
    lines = block.strip().split("\n")
    if len(lines) < 3 or len(lines[0]) > PASTE_CHARACTERS:
        return ""
    machine = sum(bool(_MACHINE_LINE.search(line)) for line in lines[1:])
    leads = lines[0].rstrip().endswith(":") or machine * 3 > len(lines)
    return lines[0] if leads and not _MACHINE_LINE.search(lines[0]) else ""


def sentences(text: str) -> list[Sentence]:
    """Cut typed text into sentences; list items keep the heading they stand under."""
    found: list[tuple[str, str]] = []
    heading = ""
    after_blank = False
    for line in _joined_lines(text):
        item = _BULLET.match(line)
        bare = line[item.end() :].strip() if item else line.strip()
        if bare.endswith(":") and not item:
            *before, heading = _split(bare)
            found += [(part, "") for part in before]
        elif bare:
            heading = heading if item or not after_blank else ""
            found += [(part, heading) for part in _split(bare)]
        after_blank = not bare
    return [
        Sentence(
            text=text,
            heading=head,
            preceding=found[index - 1][0] if index else "",
            following=found[index + 1][0] if index + 1 < len(found) else "",
        )
        for index, (text, head) in enumerate(found)
    ]


def _joined_lines(text: str) -> list[str]:
    """Lines, with those joined that an editor broke in the middle of a sentence."""
    lines: list[str] = []
    for line in text.split("\n"):
        stripped = line.strip()
        broken = (
            lines
            and len(lines[-1]) > 50
            and lines[-1][-1:] not in ".!?:;。！？"
            and stripped[:1].islower()
            and not _BULLET.match(line)
        )
        if broken:
            lines[-1] += " " + stripped
        else:
            lines.append(line.rstrip())
    return lines


def _split(line: str) -> list[str]:
    parts: list[str] = []
    for part in _END.split(line):
        part = part.strip()
        if not part:
            continue
        if parts and (_ABBREVIATION.search(parts[-1]) or parts[-1].count("`") % 2):
            parts[-1] += " " + part
        else:
            parts.append(part)
    return parts
