"""Makes text safe to keep and safe to show.

Kept text is valid UTF-8 without characters that hide or steer: controls, bidirectional overrides, zero-width
and tag characters, lone surrogates. Shown text can neither move a cursor nor colour a line.
"""

from __future__ import annotations

# Unicode "Cf" characters and their like that change how text looks or reads without being seen.
_HIDDEN_RANGES = (
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x061C, 0x061C),  # Arabic letter mark
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),  # Mongolian selectors
    (0x200B, 0x200C),  # zero width space, non-joiner
    (0x200E, 0x200F),  # direction marks
    (0x202A, 0x202E),  # embeddings and overrides
    (0x2060, 0x206F),  # word joiner, isolates, invisible operators
    (0x3164, 0x3164),  # Hangul filler
    (0xFE00, 0xFE0E),  # variation selectors (FE0F, emoji form, stays)
    (0xFEFF, 0xFEFF),  # zero width no-break space
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),  # tags and further variation selectors
)
_ZERO_WIDTH_JOINER = 0x200D  # stays between emoji, goes elsewhere
_EMOJI_FORM = 0xFE0F
_LINE_ENDS = (0x0B, 0x0C, 0x85)  # dropped, they would join the words around them


class _Drop(dict[int, int | None]):
    """A translation table computed once a character: None drops it, itself keeps it."""

    def __missing__(self, code: int) -> int | None:
        result: int | None = code
        if (code < 0x20 and code not in (0x09, 0x0A)) or 0x7F <= code <= 0x9F or 0xD800 <= code <= 0xDFFF:
            result = 0x0A if code in _LINE_ENDS else None
        elif code in (0x2028, 0x2029):
            result = 0x0A
        elif code > 0x9F:
            for low, high in _HIDDEN_RANGES:
                if low <= code <= high:
                    result = None
                    break
        self[code] = result
        return result


_STORED = _Drop()


def is_hidden(char: str) -> bool:
    """Whether a character is never kept: it cannot be seen, or steers what can."""
    return _STORED[ord(char)] is None


def _without_escapes(text: str) -> str:
    """Drop whole terminal escape sequences, not just their first byte."""
    if "\x1b" not in text and "\x9b" not in text:
        return text
    parts = text.replace("\x9b", "\x1b[").split("\x1b")
    kept = [parts[0]]
    for index, part in enumerate(parts[1:], 1):
        if part[:1] == "[":
            end = 1
            while end < len(part) and "\x20" <= part[end] <= "\x3f":
                end += 1
            kept.append(part[end + 1 :])
        elif part[:1] == "]":
            bell = part.find("\x07")
            if bell >= 0:
                kept.append(part[bell + 1 :])
            elif not (index + 1 < len(parts) and parts[index + 1].startswith("\\")):
                # Without an end it would swallow the rest of the text; then only its beginning goes.
                kept.append(part[1:])
        else:
            kept.append(part[1:])
    return "".join(kept)


def _join_emoji_only(text: str) -> str:
    joiner = chr(_ZERO_WIDTH_JOINER)
    if joiner not in text:
        return text
    kept = []
    for index, char in enumerate(text):
        if char == joiner:
            before, after = text[index - 1 : index], text[index + 1 : index + 2]
            if not (before and after and _is_emoji(before) and _is_emoji(after)):
                continue
        kept.append(char)
    return "".join(kept)


def _is_emoji(char: str) -> bool:
    code = ord(char)
    return 0x2190 <= code <= 0x2BFF or 0x1F000 <= code <= 0x1FAFF or code == _EMOJI_FORM


def clean_text(text: str) -> str:
    """Text as it is kept: line ends as newline, nothing hidden, valid UTF-8, trimmed.

    Args:
        text: anything, lone surrogates and NUL included.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _join_emoji_only(_without_escapes(text).translate(_STORED)).strip()


def for_terminal(text: str) -> str:
    """Text as it is shown on a terminal; also harmless when the store was written by something else."""
    return clean_text(text)


def one_line(text: str, limit: int = 0) -> str:
    """Fold to one line, cut at a character limit (0: none) with an ellipsis.

    Args:
        text: any text.
        limit: the most characters of the result, the ellipsis included.
    """
    line = " ".join(clean_text(text).split())
    if limit and len(line) > limit:
        return line[: max(limit - 1, 0)].rstrip() + "…"
    return line
