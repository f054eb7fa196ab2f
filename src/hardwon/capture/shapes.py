"""The shapes of secrets that need no name beside them: provider tokens, private keys, addresses with a login.

Provider shapes are a table; what detect-secrets knows is asked on top of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Protocol

from hardwon.capture.findings import Findings, mark
from hardwon.capture.plausible import is_placeholder

_BEFORE = r"(?<![A-Za-z0-9])"
_AFTER = r"(?![A-Za-z0-9])"


def _shape(body: str) -> re.Pattern[str]:
    return re.compile(_BEFORE + r"(?:" + body + r")" + _AFTER)


# kind, literals one of which must be there, shape
SHAPES: tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...] = (
    ("aws key", ("AKIA", "ASIA", "ABIA", "ACCA", "A3T"), _shape(r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}")),
    ("github token", ("gh", "github_pat_"), _shape(r"gh[pousr]_[A-Za-z0-9_]{20,255}|github_pat_[A-Za-z0-9_]{20,255}")),
    (
        "gitlab token",
        ("gl", "GR1348941"),
        _shape(r"gl(?:pat|dt|ft|soat|rt|cbt|ptt|agent|oas|imt|ffct)-[\w-]{16,255}|GR1348941[\w-]{20,50}"),
    ),
    ("slack token", ("xox", "xapp-"), _shape(r"xox[a-z]-[A-Za-z0-9-]{10,255}|xapp-\d-[A-Za-z0-9-]{10,255}")),
    (
        "slack webhook",
        ("hooks.slack.com",),
        re.compile(r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{10,255}"),
    ),
    ("discord webhook", ("/api/webhooks/",), re.compile(r"discord(?:app)?\.com/api/webhooks/\d{5,30}/[\w-]{20,255}")),
    ("anthropic key", ("sk-ant-",), _shape(r"sk-ant-[A-Za-z0-9_-]{16,255}")),
    ("openai key", ("sk-",), _shape(r"sk-(?:proj|svcacct|admin|None)-(?=[A-Za-z_-]{0,120}\d)[A-Za-z0-9_-]{16,255}")),
    (
        "api key",
        ("sk-",),
        _shape(
            r"sk-(?:[a-z]{2,6}-){0,3}(?:v\d-)?(?=[A-Za-z]{0,120}\d)[A-Za-z0-9]{16,255}(?:[_-][A-Za-z0"
            r"-9]+)*"
        ),
    ),
    ("google key", ("AIza", "GOCSPX-", "ya29."), _shape(r"AIza[\w-]{30,60}|GOCSPX-[\w-]{20,60}|ya29\.[\w-]{20,255}")),
    ("json web token", ("eyJ",), _shape(r"eyJ[\w-]{8,2048}\.(?:[\w-]{6,4096})(?:\.[\w-]{0,2048}){0,3}")),
    ("npm token", ("npm_",), _shape(r"npm_[A-Za-z0-9]{30,64}")),
    ("pypi token", ("pypi-",), _shape(r"pypi-[A-Za-z0-9_-]{32,255}")),
    (
        "hugging face token",
        ("hf_", "api_org_"),
        _shape(r"(?:hf|api_org)_(?=[A-Za-z]{0,120}[A-Z0-9])(?=[A-Z0-9]{0,120}[a-z])[A-Za-z0-9]{20,64}"),
    ),
    (
        "stripe key",
        ("sk_", "rk_", "whsec_"),
        _shape(r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/]{20,255}={0,2}"),
    ),
    ("sendgrid key", ("SG.",), _shape(r"SG\.[\w-]{16,64}\.[\w-]{16,64}")),
    ("twilio key", ("SK", "AC"), _shape(r"(?:SK|AC)[0-9a-f]{32}")),
    ("mailgun key", ("key-",), _shape(r"key-[0-9a-f]{32}")),
    ("mailchimp key", ("-us",), _shape(r"[0-9a-f]{32}-us\d{1,2}")),
    ("telegram token", (":AA",), _shape(r"\d{8,10}:AA[\w-]{32,34}")),
    ("digitalocean token", ("do",), _shape(r"do[opr]_v1_[a-f0-9]{40,80}")),
    ("shopify token", ("shp",), _shape(r"shp(?:at|ca|pa|ss|tka)_[A-Fa-f0-9]{32,64}")),
    ("square token", ("sq0", "EAAA"), _shape(r"sq0[a-z]{3}-[\w-]{20,60}|EAAA[\w-]{56,70}")),
    (
        "azure key",
        ("AccountKey=", "SharedAccessKey="),
        re.compile(
            r"(?<=Account)Key=[A-Za-z0-9+/]{40,120}={0,2}|"
            r"(?<=SharedAccess)Key=[A-Za-z0-9+/]{30,120}={0,2}"
        ),
    ),
    ("vault token", ("hv",), _shape(r"hv[sbr]\.[\w-]{20,255}")),
    ("databricks token", ("dapi",), _shape(r"dapi[a-f0-9]{32}(?:-\d)?")),
    ("grafana token", ("gl",), _shape(r"gl(?:sa|c)_[A-Za-z0-9+/=_]{30,255}")),
    ("linear key", ("lin_",), _shape(r"lin_(?:api|oauth)_[A-Za-z0-9]{30,64}")),
    ("notion token", ("secret_", "ntn_"), _shape(r"(?:secret|ntn)_(?=[A-Za-z]{0,120}\d)[A-Za-z0-9]{40,60}")),
    ("postman key", ("PMAK-",), _shape(r"PMAK-[a-f0-9]{20,30}-[a-f0-9]{30,40}")),
    ("sentry token", ("sntry",), _shape(r"sntry[su]_[A-Za-z0-9+/=_-]{30,512}")),
    ("atlassian token", ("ATATT3", "ATCTT3"), _shape(r"AT[AC]TT3[\w=+/-]{50,255}")),
    ("docker token", ("dckr_pat_",), _shape(r"dckr_(?:pat|oat)_[\w-]{20,64}")),
    ("rubygems key", ("rubygems_",), _shape(r"rubygems_[a-f0-9]{40,64}")),
    ("doppler token", ("dp.",), _shape(r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{32,80}")),
    ("figma token", ("figd_",), _shape(r"figd_[\w-]{20,64}")),
    ("planetscale token", ("pscale_",), _shape(r"pscale_(?:tkn|pw|oauth)_[\w.-]{30,80}")),
    ("supabase key", ("sbp_", "sb_secret_"), _shape(r"sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,64}")),
    ("groq key", ("gsk_",), _shape(r"gsk_[A-Za-z0-9]{20,80}")),
    ("xai key", ("xai-",), _shape(r"xai-[A-Za-z0-9]{40,120}")),
    ("perplexity key", ("pplx-",), _shape(r"pplx-[A-Za-z0-9]{32,80}")),
    ("replicate token", ("r8_",), _shape(r"r8_[A-Za-z0-9]{30,60}")),
    ("fly token", ("FlyV1 ", "fo1_"), _shape(r"fo1_[\w-]{30,80}|FlyV1 fm\d_[A-Za-z0-9+/=,_-]{30,2048}")),
    ("netlify token", ("nfp_",), _shape(r"nfp_[A-Za-z0-9]{30,60}")),
    ("new relic key", ("NRAK-",), _shape(r"NRAK-[A-Z0-9]{20,40}")),
    ("age key", ("AGE-SECRET-KEY-",), _shape(r"AGE-SECRET-KEY-1[A-Z0-9]{40,80}")),
    ("facebook token", ("EAAC",), _shape(r"EAAC[A-Za-z0-9]{40,255}")),
    ("heroku key", ("HRKU-",), _shape(r"HRKU-[\w-]{30,80}")),
    ("private key", ("MII",), re.compile(r"(?<![A-Za-z0-9+/])MII[A-L][A-Za-z0-9+/]{40,8000}={0,2}")),
    ("artifactory key", ("AKC",), _shape(r"AKC(?=[A-Za-z]{0,120}\d)[A-Za-z0-9]{20,100}")),
)


def redact_shapes(text: str, found: Findings) -> str:
    """Replace provider tokens; the kinds found are added to `found`."""
    for kind, literals, shape in SHAPES:
        if any(literal in text for literal in literals):
            text = shape.sub(_replacer(kind, found), text)
    return text


def _replacer(kind: str, found: Findings) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        if is_placeholder(match[0]):
            return match[0]
        found.add(kind, match[0])
        return mark(kind)

    return replace


# -- private keys -------------------------------------------------------------------------------------------

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
    return after + len("\n".join(lines[:count])) + 1 if count else stop


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
        return _replacer(kind, found)

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
    return text


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
