"""What a text reads like once its disguises are off: spaced letters, digits for letters, look-alikes, encodings."""

from __future__ import annotations

import binascii
import codecs
import re
import unicodedata
from base64 import b64decode

from hardwon.text.clean import clean_text

_LEET = str.maketrans("01345789@$!", "oieastbgasi")
_SPACED = re.compile(r"(?<!\w)\w(?:([ .\-_*|])\w){3,}(?:\1{2,}\w(?:\1\w)*)*(?!\w)")
_WIDE = re.compile(r"([ .\-_*|])\1+")
# Letters of other scripts that look like Latin ones.
_LOOKALIKES = str.maketrans("аеорсухіѕјԁһԛѡκοαιυνгкмтвнЅІЕАОРСНКМТВ", "aeopcyxisjdhqwkoaiuvrkmtbhSIEAOPCHKMTB")
_ENCODED = re.compile(r"(?<![\w+/=.-])[A-Za-z0-9+/]{20,4000}={0,2}(?![\w+/=])")
_HEX = re.compile(r"(?<![\w])(?:[0-9a-f]{2}[ :]?){16,2000}(?!\w)", re.IGNORECASE)
_ESCAPED = re.compile(r"(?:\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&#x?[0-9a-f]{2,5};|%[0-9a-f]{2}){4,}", re.IGNORECASE)
_ESCAPE = re.compile(
    r"\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&#x([0-9a-f]{2,5});|&#(\d{2,6});|%([0-9a-f]{2})", re.IGNORECASE
)
_DECODED_MIN = 12
_DECODED_MAX = 8


def plain(text: str) -> str:
    """The text without what is not seen, its letters in their usual form."""
    return clean_text(unicodedata.normalize("NFKC", text))


def undisguised(text: str) -> list[str]:
    """What a plain text reads like with one disguise or another off; only where that differs from the text."""
    words = " ".join(_undisguised(word) for word in text.split(" "))
    spaced = _SPACED.sub(lambda match: _joined(match[0], match[1]), text)
    return [form for form in dict.fromkeys((words, spaced, _unescaped(text))) if form != text]


def decoded(text: str) -> list[str]:
    """What stands in a plain text encoded: as base64 or in hexadecimal."""
    found = []
    for match in list(_ENCODED.finditer(text))[:_DECODED_MAX]:
        body = match[0].rstrip("=")
        found.append(_readable(_from_base64(body + "=" * (-len(body) % 4))))
    for match in list(_HEX.finditer(text))[:_DECODED_MAX]:
        digits = re.sub(r"[ :]", "", match[0])
        found.append(_readable(bytes.fromhex(digits)))
    return [one for one in found if one]


def turned(text: str) -> list[str]:
    """The text from its end to its beginning, and with its letters moved by thirteen."""
    return [text[::-1], codecs.encode(text, "rot13")]


def _joined(match: str, mark: str) -> str:
    return " ".join(part.replace(mark, "") for part in _WIDE.split(match) if part.strip(mark))


def _undisguised(word: str) -> str:
    letters = [char for char in word if char.isalpha()]
    latin = sum(char.isascii() for char in letters)
    if letters and latin < len(letters):
        mapped = word.translate(_LOOKALIKES)
        if all(char.isascii() for char in mapped if char.isalpha()):
            word = mapped
    inner = word.strip(".,;:?\"'()")
    digits = sum(map(str.isdigit, inner))
    if digits and sum(map(str.isalpha, inner)) >= max(1, digits // 2) and not inner.isupper() and inner[:1].isalnum():
        return word.translate(_LEET)
    return word


def _unescaped(text: str) -> str:
    def char(match: re.Match[str]) -> str:
        unicode, byte, hexadecimal, decimal, percent = match.groups()
        code = int(decimal) if decimal else int(unicode or byte or hexadecimal or percent, 16)
        return chr(code) if 32 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else " "

    return _ESCAPED.sub(lambda match: _ESCAPE.sub(char, match[0]), text)


def _from_base64(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _readable(data: bytes) -> str:
    """The text that some bytes are, "" where they are none."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ""
    return text if len(text) >= _DECODED_MIN and text.isprintable() and " " in text else ""
