"""Secrets known by the form around them: private keys, addresses with a login, headers, cookies.

What detect-secrets knows of token shapes is asked on top of our own table (hardwon.capture.providers).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Protocol

from hardwon.capture.findings import Findings, mark
from hardwon.capture.plausible import entropy, is_placeholder, looks_random
from hardwon.capture.providers import replacer

# -- private keys -------------------------------------------------------------------------------------------

_KEY_BEGUN = re.compile(r"[ \t]{0,40}[A-Za-z0-9+/]{24,}={0,2}")
_KEY_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END = re.compile(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINE = re.compile(r"[ \t>|+#\"'-]{0,12}([A-Za-z0-9+/=\\]{4,})[ \t\"',\\]{0,6}\Z")
_KEY_HEADER = re.compile(r"[ \t>|+#\"'-]{0,12}(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): ")
_KEY_REST = re.compile(r"(?:\\n|[A-Za-z0-9+/=]){0,20000}")
_KEY_SPAN_MAX = 20_000
_KEY_LINES_MAX = 400
_KEY_LINE_LONG = 16


def redact_private_keys(text: str, found: Findings) -> str:
    """Replace private keys: whole blocks, and what is left of a block that was cut at its begin or end."""
    if "PRIVATE KEY" not in text:
        return text
    kept, position = [], 0
    while begin := _KEY_BEGIN.search(text, position):
        end = _KEY_END.search(text, begin.end(), begin.end() + _KEY_SPAN_MAX)
        stop = end.end() if end else _end_of_cut_key(text, begin.end())
        if stop == begin.end():  # the words alone, as in a sentence about keys
            kept.append(text[position:stop])
        else:
            kept += [text[position : begin.start()], mark("private key")]
            found.add("private key", "")
        position = stop
    kept.append(text[position:])
    return _redact_key_tails("".join(kept), found)


def _key_lines(lines: list[str]) -> int:
    """How many of the lines, from the first on, are the body of a key."""
    count, last_length = 0, 0
    for index, line in enumerate(lines[:_KEY_LINES_MAX]):
        body = _KEY_LINE.match(line)
        length = len(body[1]) if body else 0
        if length >= _KEY_LINE_LONG or (length and last_length >= _KEY_LINE_LONG) or _KEY_HEADER.match(line):
            count = index + 1
        elif line.strip():
            break
        last_length = length
    return count


def _end_of_cut_key(text: str, start: int) -> int:
    rest = _KEY_REST.match(text, start)
    stop = rest.end() if rest and rest.end() - start >= _KEY_LINE_LONG else start
    after = text.find("\n", stop, stop + 200)
    if after < 0 or text[stop:after].strip(" \t\"',\\"):
        return stop
    lines = text[after + 1 : after + 1 + _KEY_SPAN_MAX].split("\n")
    count = _key_lines(lines)
    if count:
        return after + len("\n".join(lines[:count])) + 1
    begun = _KEY_BEGUN.match(text, after + 1)  # cut within its first line, and something else written on
    return begun.end() if begun else stop


def _redact_key_tails(text: str, found: Findings) -> str:
    kept, position = [], 0
    for end in _KEY_END.finditer(text):
        before = max(position, end.start() - _KEY_SPAN_MAX)
        kept.append(text[position:before])
        lines = text[before : end.start()].split("\n")
        tail = lines[-2::-1]
        count = next((i for i, line in enumerate(tail) if not _is_key_body(line)), len(tail))
        kept += ["\n".join(lines[: len(lines) - 1 - count]), "\n" if len(lines) - 1 > count else ""]
        kept.append(mark("private key"))
        found.add("private key", "")
        position = end.end()
    kept.append(text[position:])
    return "".join(kept)


def _is_key_body(line: str) -> bool:
    return bool(_KEY_LINE.match(line))


# -- addresses and headers ----------------------------------------------------------------------------------

_URL_LOGIN = re.compile(r"(?<=://)([^\s/@:\"'<>`|]{0,100}):([^\s/\"'<>`|]{1,200})@(?=[\w\[$])")
_URL_TOKEN = re.compile(r"(?<=://)(?=[\w-]{0,120}\d)[A-Za-z0-9_-]{20,255}(?=@[\w.])")
_URL_QUERY = re.compile(
    r"(?<=[?&])((?:x-amz-|x-goog-)?(?:sig|signature|key|code|auth|access_token|"
    r"credential)=)([A-Za-z0-9%_.~+/-]{16,1024})",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"((?:proxy-)?authorization[\"'`]?\s{0,3}[:=]\s{0,3}[\"'`]?\s{0,3}(?:(?:bearer|basic|token|digest|"
    r"apikey|bot|negotiate)\s{1,3})?)"
    r"([A-Za-z0-9._~+/=:-]{8,4096})",
    re.IGNORECASE,
)
_BEARER = re.compile(r"(\bbearer\s{1,3}[\"'`]?)([A-Za-z0-9._~+/=-]{16,4096})", re.IGNORECASE)


def redact_addresses(text: str, found: Findings) -> str:
    """Replace logins inside addresses, signatures in their queries, and what authorises a request."""

    def login(match: re.Match[str]) -> str:
        if is_placeholder(match[2]) or match[2][:1] in "$%{(":
            return match[0]
        found.add("url credentials", match[2])
        return mark("url credentials") + "@"

    def whole(kind: str) -> Callable[[re.Match[str]], str]:
        return replacer(kind, found)

    def second(kind: str) -> Callable[[re.Match[str]], str]:
        def replace(match: re.Match[str]) -> str:
            value = match[2]
            if is_placeholder(value) or (value.isalpha() and (value.islower() or len(value) < 20)):
                return match[0]
            found.add(kind, value)
            return match[1] + mark(kind)

        return replace

    if "://" in text:
        text = _URL_LOGIN.sub(login, text)
        text = _URL_TOKEN.sub(whole("url credentials"), text)
    if "?" in text or "&" in text:
        text = _URL_QUERY.sub(second("url signature"), text)
    lowered = text.lower()
    if "authorization" in lowered:
        text = _HEADER.sub(second("authorization"), text)
    if "bearer" in lowered:
        text = _BEARER.sub(second("bearer token"), text)
    return _redact_cookies(text, found) if "cookie" in lowered or "-b " in text else text


_COOKIE = re.compile(
    r"(?P<before>\b(?:set-)?cookies?[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?|(?<![\w-])(?:-b|--cookie)[ \t=]"
    r"{1,3}[\"']?)"
    r"(?P<pairs>[\w!#$%&*+.^|~-]{1,80}=[^\n\"']{4,4000})",
    re.IGNORECASE,
)
_COOKIE_PAIR = re.compile(r"(?P<name>[\w!#$%&*+.^|~-]{1,80})=(?P<value>[^;\s\"']{6,4000})")
_COOKIE_WORDS = re.compile(
    r"sess|sid\b|auth|token|jwt|login|remember|secret|csrf|xsrf|\bid\b|user|ticket|access", re.IGNORECASE
)
_COOKIE_FLAGS = frozenset(("path", "domain", "expires", "max-age", "samesite", "version", "priority"))


def _redact_cookies(text: str, found: Findings) -> str:
    """Replace what a cookie proves: values of session-like names, and values that look random."""

    def pair(match: re.Match[str]) -> str:
        name, value = match["name"], match["value"]
        if name.lower() in _COOKIE_FLAGS or is_placeholder(value) or value[0] in "$%{<":
            return match[0]
        named = bool(_COOKIE_WORDS.search(name)) and looks_random(value)
        if not named and not (len(value) >= 16 and looks_random(value) and entropy(value) >= 3):
            return match[0]
        found.add("cookie", value)
        return f"{name}={mark('cookie')}"

    return _COOKIE.sub(lambda match: match["before"] + _COOKIE_PAIR.sub(pair, match["pairs"]), text)


# -- detect-secrets -----------------------------------------------------------------------------------------

_OWN_RULES = frozenset(
    {"KeywordDetector", "IPPublicDetector", "BasicAuthDetector", "PrivateKeyDetector", "JwtTokenDetector"}
)
_LINE_MAX = 1_000
_LINE_OVERLAP = 200
_WORTH_A_LOOK = re.compile(r"[A-Za-z0-9_+/=.:-]{12}")


class _Detector(Protocol):
    secret_type: str

    def analyze_string(self, string: str) -> Iterable[str]: ...


@cache
def _detectors() -> tuple[tuple[str, _Detector], ...]:
    """detect-secrets' detectors of token shapes. Its rules for names, logins, keys and entropy are left out:
    ours judge the value too, and theirs call `PASSWORD_FIELD = "password"` a secret."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins.base import RegexBasedDetector

    classes: list[Any] = list(get_mapping_from_secret_type_to_class().values())
    shapes = (kind for kind in classes if issubclass(kind, RegexBasedDetector) and kind.__name__ not in _OWN_RULES)
    return tuple((str(kind.secret_type).lower(), kind()) for kind in sorted(shapes, key=lambda kind: kind.__name__))


def redact_detected(text: str, found: Findings) -> str:
    """Replace what detect-secrets' detectors of token shapes find."""
    return "\n".join(_redact_detected_line(line, found) for line in text.split("\n"))


def _redact_detected_line(line: str, found: Findings) -> str:
    if not _WORTH_A_LOOK.search(line):
        return line
    spans: list[tuple[int, int, str]] = []
    for start in range(0, max(len(line) - _LINE_OVERLAP, 1), _LINE_MAX - _LINE_OVERLAP):
        part = line[start : start + _LINE_MAX]
        for kind, secret in _detected(part):
            at = part.find(secret)
            while at >= 0:
                spans.append((start + at, start + at + len(secret), kind))
                at = part.find(secret, at + len(secret))
    kept, position = [], 0
    for begin, end, kind in sorted(spans):
        if begin >= position:
            kept += [line[position:begin], mark(kind)]
            found.add(kind, line[begin:end])
        position = max(position, end)
    return "".join([*kept, line[position:]])


def _detected(line: str) -> list[tuple[str, str]]:
    hits = []
    for kind, detector in _detectors():
        for match in detector.analyze_string(line):
            secret = str(match).strip("\"'=: \t,;()")
            if len(secret) >= 8 and any(char.isdigit() for char in secret) and not is_placeholder(secret):
                hits.append((kind, secret))
    return hits
