"""Judges whether a value could be a real secret: not an example, not a reference to where the secret lies."""

from __future__ import annotations

import math
import re

from hardwon.capture.findings import MARK
from hardwon.text.listed import listed

_EXAMPLE_WORDS = re.compile(
    r"example|placeholder|redacted|change[-_ ]?me|\byour[-_ ]|[-_]your[-_]|insert[-_ ]|replace[-_ ]?(?:me|with)|"
    r"dummy|\btodo\b|\bfixme\b|goes[-_ ]?here|[-_]here\b",
    re.IGNORECASE,
)
_EXAMPLE_STEMS = re.compile(
    r"(?:your|my|some|the|a)?[-_ ]?(?:own|secret|super[-_]?secret|real|new|old|test|fake|sample|demo)?[-_ ]?"
    r"(?:pass(?:word|wd|phrase)?|pwd|secret|token|(?:api|access|secret|private)?[-_ ]?key|credentials?|value|string)"
    r"[-_ ]?(?:here|value|string)?",
    re.IGNORECASE,
)
_REPEATED = re.compile(r"(.)\1{5,}")
_MASKED = re.compile(r"[*•x.…#_-]{3,}", re.IGNORECASE)

_NOTHING = listed(
    """true false null none nil undefined yes no on off empty unset optional required string str number int
    integer bool boolean bytes any unknown never object array list dict char text varchar void auto
    default foo bar baz foobar xxx abc test admin user username sample fake secret password token key
    value type name id env n/a na tbd"""
)

_REFERENCE = re.compile(
    r"[$%@&*!<({\[]|"  # ${VAR}, $VAR, %VAR%, {{ x }}, <x>, (call), YAML anchors
    r"\\?\$|"
    r"(?:process\.env|import\.meta|os\.(?:environ|getenv)|environ|getenv|env|ENV|System\.getenv|Deno\.env|"
    r"config|settings|secrets?|vault|ssm|keyring|self|this|args?|opts?|options|props|params|req|request|ctx|"
    r"context|data|module|var|local|state|user|form|body|payload|res|response|event)[.\[(:]",
)
_CODE = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+(?:[(\[].*)?|[A-Za-z_][\w.]*\(.*|new\s.*|await\s.*")
_PATH = re.compile(
    r"(?:~|\.{1,2})?/[\w.~/ -]*|[A-Za-z]:\\.*|"
    r"[\w./-]+\.(?:pem|key|crt|cer|p12|pfx|json|ya?ml|toml|ini|env|txt|py|[jt]sx?|go|rs|rb|java|kt|cfg|"
    r"conf|md|sh|lock)",
)
_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"(?:0x)?[0-9a-f]+", re.IGNORECASE)
_VERSION = re.compile(r"v?\d+(?:\.\d+)+[\w.+-]*|\d+(?:\.\d+)?-?[A-Za-z]+|[A-Za-z]+-?\d{1,3}")
_INTEGRITY = re.compile(r"(?:sha\d{1,3}|md5|blake\w*)[-:=]", re.IGNORECASE)
_WORDS = re.compile(r"[A-Za-z]+(?:[-_ ][A-Za-z]+)*")
_CAMEL = re.compile(r"[A-Za-z][a-z]+(?:[A-Z][a-z]+)+")
_SYMBOL = re.compile(r"[!@#$%^&*+=?~]")


def is_placeholder(value: str) -> bool:
    """Whether a value stands for a secret in an example: xxxx, <token>, your-key-here, AKIA…EXAMPLE."""
    bare = value.strip("\"'`<>{}[]() ")
    return (
        not bare
        or MARK in value
        or bare.lower() in _NOTHING
        or "..." in value
        or "…" in value
        or bool(_EXAMPLE_WORDS.search(bare))
        or bool(_EXAMPLE_STEMS.fullmatch(bare))
        or bool(_MASKED.fullmatch(bare))
        or bool(_REPEATED.search(bare))
    )


def is_reference(value: str) -> bool:
    """Whether a value only says where the secret is: a variable, a call, a path, an address."""
    return bool(
        _REFERENCE.match(value)
        or _CODE.fullmatch(value)
        or _PATH.fullmatch(value)
        or _URL.match(value)
        or _INTEGRITY.match(value)
    )


def is_uuid(value: str) -> bool:
    """Whether a value has the form of a UUID."""
    return bool(_UUID.fullmatch(value))


def is_hex(value: str) -> bool:
    """Whether a value has hexadecimal digits only, as hashes have."""
    return bool(_HEX.fullmatch(value))


def looks_random(value: str, least: int = 6) -> bool:
    """Whether a value reads like a made-up secret and not like a word, a name or a version.

    Args:
        value: without its quotes.
        least: the fewest characters.
    """
    if len(value) < least or (_WORDS.fullmatch(value) and not _mixed(value)):
        return False
    if _VERSION.fullmatch(value) and len(value) < 12:
        return False
    digit = any(char.isdigit() for char in value)
    letter = any(char.isalpha() for char in value)
    return (digit and letter) or _mixed(value) or bool(_SYMBOL.search(value)) or (value.isdigit() and len(value) >= 16)


def _mixed(value: str) -> bool:
    """Capitals among small letters that are not those of CamelCase or of a title."""
    inner = value[1:]
    return (
        any(char.isupper() for char in inner)
        and any(char.islower() for char in value)
        and not _CAMEL.fullmatch(value)
        and not value.istitle()
        and not all(part.istitle() or part.islower() or part.isupper() for part in re.split(r"[-_ ]", value))
    )


def entropy(value: str) -> float:
    """Shannon entropy in bits a character (C. E. Shannon, 1948)."""
    length = len(value)
    counts = [value.count(char) for char in set(value)]
    return -sum(count / length * math.log2(count / length) for count in counts) if length else 0.0
