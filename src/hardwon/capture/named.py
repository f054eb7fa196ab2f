"""Secrets that are known by the name beside them: assignments, options, sentences.

A name alone proves little ("password: required"), so the value is judged too.
"""

from __future__ import annotations

import re

from hardwon.capture.everyday import FUNCTION, is_common
from hardwon.capture.findings import MARK, Findings, mark
from hardwon.capture.plausible import (
    entropy,
    is_hex,
    is_placeholder,
    is_reference,
    is_uuid,
    looks_random,
)

# What a person chose by hand: any word can be one. Written in several languages.
PASSWORDS = (
    r"passwords?|passwd|pass[-_ ]?phrase|pass[-_ ]?code|(?<![A-Za-z])pass|pwd|(?<![A-Za-z])pw|passwort|kennwort|"
    r"contrase(?:ñ|n)a|mot de passe|senha|parola|wachtwoord|пароль|密码|密碼|パスワード"
)
# What a machine made: it looks random.
KEYS = (
    r"(?:api|access|private|priv|secret|signing|encryption|auth|account|service|client|db|database|master|shared|"
    r"session|ssh|deploy|license|webhook|storage|hmac|project|app|application|publishing|sas)[-_ ]?key(?:[-_ ]"
    r"?(?:id|base))?|"
    r"apikey|secret|token|credentials?|creds|(?<![A-Za-z0-9])_auth"
)

QUOTED = (
    r"\\\"(?P<escaped>(?:(?!\\\")[^\n]){1,400})\\\"|"
    r"\"(?P<double>(?:[^\"\\\n]|\\.){1,400})\"|'(?P<single>(?:[^'\\\n]|\\.){1,400})'|`(?P<tick>[^`\n]{1,400})`"
)
_ASSIGNED = re.compile(
    rf"(?P<word>(?P<password>{PASSWORDS})|{KEYS})(?P<close>(?:\\?[\"'`\])*]){{0,3}})"
    r"(?P<sep>[ \t]{0,4}(?::[ \t]{0,2}&?(?:'\w{1,12}[ \t])?[A-Za-z_][\w.|\[\]<>]{0,30}[ \t]{1,2}=(?!=)|"
    r":=|=>|=(?![=>])|[:：](?!:))[ \t]{0,4}(?:(?:\w{1,20}::\w{1,20}|SecretStr|new \w{1,20})\((?=[\"'])|[bBrRuUfF]"
    r"{1,2}(?=[\"']))?)"
    rf"(?:{QUOTED}|[\"'`]?(?P<bare>[^\s\"'`,;]{{1,400}}))",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(r"[\w.$-]{0,64}\Z")
# "token" in these names is a piece of text, not a key.
_TEXT_TOKEN = re.compile(
    r"(?:eos|bos|pad|unk|mask|sep|cls|next|first|last|special|stop|start|end|begin|max|min|num|image|"
    r"text|prev|previous|"
    r"current|peek|lookahead|new_line|newline|count|total|input|output|prompt|design|color|colour|theme)_?-?\Z",
    re.IGNORECASE,
)

# A name and its value as two texts: ("DB_PASSWORD", "…"), key="Password" value="…", name: X with value: … below it.
_PAIR = re.compile(
    rf"(?P<quote>[\"'])?(?<![A-Za-z0-9])(?P<name>[\w.-]{{0,40}}?(?:(?P<password>{PASSWORDS})|{KEYS}|key)[\w.-]"
    rf"{{0,10}})(?(quote)(?P=quote))"
    r"(?:[ \t]{0,3},[ \t]{0,3}[bru]?(?=[\"'])|[ \t]{1,3}value=(?=[\"'])|[ \t]{0,3},?\n[ \t]{0,40}[\"']"
    r"?value[\"']?[ \t]{0,3}[:=][ \t]{0,3})"
    r"[\"']?(?P<value>[^\s\"'`,;<>]{5,400})",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"(<(?P<tag>\w{0,40}(?:password|passwd|secret|token|apikey|api_key))>)([^<>\s][^<>\n]{0,200})(?=</(?P=tag)>)",
    re.IGNORECASE,
)
_OPTION = re.compile(
    rf"(?P<flag>(?<![\w-])--?(?:[a-z]+-)*(?P<word>(?P<password>{PASSWORDS})|{KEYS}))(?:[ \t]{{1,3}}|=)(?!-)"
    rf"(?:{QUOTED}|(?P<bare>[^\s\"'`,;]{{1,400}}))",
    re.IGNORECASE,
)


def value_of(match: re.Match[str]) -> tuple[str, bool]:
    """The value of a match and whether it stood in quotes."""
    for group in ("escaped", "double", "single", "tick"):
        if match[group] is not None:
            return match[group], True
    return match["bare"].rstrip(".:)]}>!?" if not match["bare"].startswith(MARK) else ""), False


def with_mark(match: re.Match[str], value: str, kind: str) -> str:
    at = match[0].rindex(value)
    return match[0][:at] + mark(kind) + match[0][at + len(value) :]


def redact_assigned(text: str, found: Findings) -> str:
    """Replace values given to secret-like names: KEY=value, key: "value", --password value, <password>…"""

    def assigned(match: re.Match[str]) -> str:
        value, quoted = value_of(match)
        if not _assignment_is_secret(match, value, quoted):
            return match[0]
        kind = "password" if match["password"] else kind_of(match["word"])
        found.add(kind, value)
        return with_mark(match, value, kind)

    def option(match: re.Match[str]) -> str:
        value, quoted = value_of(match)
        chosen = bool(match["password"]) and (quoted or is_chosen(value))
        if is_placeholder(value) or is_reference(value) or not (chosen or looks_random(value)):
            return match[0]
        kind = "password" if match["password"] else kind_of(match["word"])
        found.add(kind, value)
        return with_mark(match, value, kind)

    def pair(match: re.Match[str]) -> str:
        value = match["value"]
        likely = is_chosen(value) or looks_random(value) if match["password"] else looks_random(value, 12)
        if is_placeholder(value) or is_reference(value) or is_identifier(value, match["name"]) or not likely:
            return match[0]
        found.add("password" if match["password"] else "key", value)
        return with_mark(match, value, "password" if match["password"] else "key")

    def tagged(match: re.Match[str]) -> str:
        if is_placeholder(match[3]) or is_reference(match[3]):
            return match[0]
        found.add("password", match[3])
        return match[1] + mark("password")

    text = _ASSIGNED.sub(assigned, text)
    text = _OPTION.sub(option, text)
    text = _PAIR.sub(pair, text)
    return _TAG.sub(tagged, text) if "</" in text else text


def kind_of(word: str) -> str:
    word = word.lower()
    return "token" if "token" in word else "key" if "key" in word else "secret"


def _assignment_is_secret(match: re.Match[str], value: str, quoted: bool) -> bool:
    if not value or is_placeholder(value) or is_reference(value):
        return False
    start = match.start()
    before = _NAME_BEFORE.search(match.string, max(0, start - 64), start)
    name = before[0] if before else ""
    if "arn:" in match.string[max(0, start - 80) : start]:
        return False
    word = match["word"].lower()
    if word == "token" and _TEXT_TOKEN.search(name):
        return False
    shell = _is_shell_assignment(match, name)
    if match["password"]:
        return _password_value(match, value, quoted, shell)
    if "=" in match["sep"] and shell:
        return len(value) >= 4 and (not value.isdigit() or len(value) >= 12)
    return looks_random(value, 8) and not is_identifier(value, name)


def _is_shell_assignment(match: re.Match[str], name: str) -> bool:
    """NAME=value as in a shell or a .env file: capitals, nothing around the sign."""
    return match["sep"] == "=" and (name + match["word"]).isupper()


def _password_value(match: re.Match[str], value: str, quoted: bool, shell: bool) -> bool:
    if quoted and sum(word in FUNCTION for word in value.lower().split()) >= 2:
        return False  # a message about passwords
    if quoted or shell:
        return len(value) >= 3 and (quoted or not value.isdigit() or len(value) >= 4)
    if looks_random(value, 4) or (value.isdigit() and len(value) >= 4):
        return True
    # Bare and all letters: a word of a sentence, unless the line or the clause ends there.
    rest = match.string[match.end() : match.end() + 12].lstrip(" \t")
    ends = not rest or rest[0] in "\n,;)]}\"'" or rest.startswith(("and ", "or ", "#", "//"))
    return ends and len(value) >= 3 and not is_common(value) and not is_identifier(value, "")


def is_chosen(value: str) -> bool:
    """Letters and digits together, as in passwords that people make up; not a common word."""
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    return len(value) >= 5 and letters and digits and not is_common(value)


def is_identifier(value: str, name: str) -> bool:
    """A name of code given to a name of code: token = refreshToken1, apiKey: MAPS_KEY_V2."""
    return bool(re.fullmatch(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", value)) or (
        bool(name) and value.lower().replace("_", "") in name.lower().replace("_", "")
    )


# -- high entropy with context ------------------------------------------------------------------------------

_DENSE = re.compile(
    rf"(?P<before>(?<![\w-])(?<!public )(?<!Public )(?:{PASSWORDS}|{KEYS}|key|bearer|hmac|salt|seed)\b[\"'`\])]"
    rf"{{0,2}}"
    r"(?:[ \t]+(?:for|of|on)(?:[ \t]+[\w.@/-]{1,40}){1,4}?)?"
    r"(?:[ \t]*(?:is|was|are|=|:|->|=>|–|-|\(|to|the|value|now|here|this|one|new|old|,|\"|'|`)){0,4}[ \t]"
    r"*[\"'`(\[]?)"
    r"(?P<value>[A-Za-z0-9+/_=.~-]{20,512})",
    re.IGNORECASE,
)


def redact_dense(text: str, found: Findings) -> str:
    """Replace long random strings that follow a secret-like word directly. Without such a word they stay."""

    def dense(match: re.Match[str]) -> str:
        value = match["value"].rstrip(".-=") if not match["value"].endswith("==") else match["value"]
        if is_placeholder(value) or is_reference(value) or is_uuid(value) or not is_dense(value):
            return match[0]
        found.add("secret", value)
        return match["before"] + mark("secret") + match["value"][len(value) :]

    return _DENSE.sub(dense, text)


def is_dense(value: str) -> bool:
    if not any(char.isdigit() for char in value) or not any(char.isalpha() for char in value):
        return False
    if is_hex(value):
        return len(value) >= 16 and entropy(value) >= 2.8
    if re.fullmatch(r"[a-z]+(?:[-_./][a-z0-9]+)+", value):  # a path, a slug, a dotted name
        return False
    return len(value) >= 16 and entropy(value) >= 3.3
