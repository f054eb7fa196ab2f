"""Secrets that are known by the name beside them: assignments, options, sentences.

A name alone proves little ("password: required"), so the value is judged too.
"""

from __future__ import annotations

import re

from hardwon.capture.findings import MARK, Findings, mark
from hardwon.capture.plausible import (
    entropy,
    is_hex,
    is_placeholder,
    is_reference,
    is_uuid,
    looks_random,
)
from hardwon.text.listed import listed

# What a person chose by hand: any word can be one. Written in several languages.
_PASSWORDS = (
    r"passwords?|passwd|pass[-_ ]?phrase|pass[-_ ]?code|(?<![A-Za-z])pass|pwd|(?<![A-Za-z])pw|passwort|kennwort|"
    r"contrase(?:ñ|n)a|mot de passe|senha|parola|wachtwoord|пароль|密码|密碼|パスワード"
)
# What a machine made: it looks random.
_KEYS = (
    r"(?:api|access|private|priv|secret|signing|encryption|auth|account|service|client|db|database|master|shared|"
    r"session|ssh|deploy|license|webhook)[-_ ]?key(?:[-_ ]?id)?|apikey|secret|token|credentials?|creds"
)

_QUOTED = (
    r"\\\"(?P<escaped>(?:(?!\\\")[^\n]){1,400})\\\"|"
    r"\"(?P<double>(?:[^\"\\\n]|\\.){1,400})\"|'(?P<single>(?:[^'\\\n]|\\.){1,400})'|`(?P<tick>[^`\n]{1,400})`"
)
_ASSIGNED = re.compile(
    rf"(?P<word>(?P<password>{_PASSWORDS})|{_KEYS})(?P<close>(?:\\?[\"'`\])*]){{0,3}})"
    r"(?P<sep>[ \t]{0,4}(?::=|=>|=(?![=>])|[:：](?!:))[ \t]{0,4})"
    rf"(?:{_QUOTED}|[\"'`]?(?P<bare>[^\s\"'`,;]{{1,400}}))",
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

_TAG = re.compile(
    r"(<(?P<tag>\w{0,40}(?:password|passwd|secret|token|apikey|api_key))>)([^<>\s][^<>\n]{0,200})(?=</(?P=tag)>)",
    re.IGNORECASE,
)
_OPTION = re.compile(
    rf"(?P<flag>(?<![\w-])--?(?:[a-z]+-)*(?P<word>(?P<password>{_PASSWORDS})|{_KEYS}))[ \t]{{1,3}}(?!-)"
    rf"(?:{_QUOTED}|(?P<bare>[^\s\"'`,;]{{1,400}}))",
    re.IGNORECASE,
)
_LOGIN_OPTION = re.compile(
    r"(?P<before>\bcurl\b[^\n|;&]{0,300}?[ \t](?:-u|--user)[ \t=]{0,2}[\"']?[^\s:\"']{1,80}:)(?P<value>[^\s\"']{3,200})"
    r"|(?P<before2>\b(?:mysql|mariadb|mysqldump|mysqladmin)\b[^\n|;&]{0,200}?[ "
    r"\t]-p[\"']?)(?P<value2>[^\s\"'-][^\s\"']{2,100})"
    r"|(?P<before3>\b(?:sshpass[ \t]+-p|redis-cli\b[^\n|;&]{0,100}?[ \t]-a)[ "
    r"\t]{0,2}[\"']?)(?P<value3>[^\s\"'-][^\s\"']{2,100})"
    r"|(?P<before5>\bdocker[ \t]+login\b[^\n|;&]{0,200}?[ \t]-p[ \t]{1,2}[\"']?)(?P<value5>[^\s\"'-][^\s\"']{2,100})"
    r"|(?P<before4>\bmachine[ \t]+\S{1,80}\s+login[ \t]+\S{1,80}\s+password[ \t]+)(?P<value4>\S{3,200})"
)


def _value(match: re.Match[str]) -> tuple[str, bool]:
    """The value of a match and whether it stood in quotes."""
    for group in ("escaped", "double", "single", "tick"):
        if match[group] is not None:
            return match[group], True
    return match["bare"].rstrip(".:)]}>!?" if not match["bare"].startswith(MARK) else ""), False


def _replace_value(match: re.Match[str], value: str, kind: str) -> str:
    at = match[0].rindex(value)
    return match[0][:at] + mark(kind) + match[0][at + len(value) :]


def redact_assigned(text: str, found: Findings) -> str:
    """Replace values given to secret-like names: KEY=value, key: "value", --password value, <password>…"""

    def assigned(match: re.Match[str]) -> str:
        value, quoted = _value(match)
        if not _assignment_is_secret(match, value, quoted):
            return match[0]
        kind = "password" if match["password"] else _kind_of(match["word"])
        found.add(kind, value)
        return _replace_value(match, value, kind)

    def option(match: re.Match[str]) -> str:
        value, quoted = _value(match)
        chosen = bool(match["password"]) and (quoted or _is_chosen(value))
        if is_placeholder(value) or is_reference(value) or not (chosen or looks_random(value)):
            return match[0]
        kind = "password" if match["password"] else _kind_of(match["word"])
        found.add(kind, value)
        return _replace_value(match, value, kind)

    def login(match: re.Match[str]) -> str:
        value = next(match[name] for name in ("value", "value2", "value3", "value4", "value5") if match[name])
        if is_placeholder(value) or is_reference(value):
            return match[0]
        found.add("password", value)
        return _replace_value(match, value, "password")

    def tagged(match: re.Match[str]) -> str:
        if is_placeholder(match[3]) or is_reference(match[3]):
            return match[0]
        found.add("password", match[3])
        return match[1] + mark("password")

    text = _ASSIGNED.sub(assigned, text)
    text = _OPTION.sub(option, text)
    text = _LOGIN_OPTION.sub(login, text)
    return _TAG.sub(tagged, text) if "</" in text else text


def _kind_of(word: str) -> str:
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
    return looks_random(value, 8) and not _is_identifier(value, name)


def _is_shell_assignment(match: re.Match[str], name: str) -> bool:
    """NAME=value as in a shell or a .env file: capitals, nothing around the sign."""
    return match["sep"] == "=" and (name + match["word"]).isupper()


def _password_value(match: re.Match[str], value: str, quoted: bool, shell: bool) -> bool:
    if quoted and sum(word in _FUNCTION for word in value.lower().split()) >= 2:
        return False  # a message about passwords
    if quoted or shell:
        return len(value) >= 3 and (quoted or not value.isdigit() or len(value) >= 4)
    if looks_random(value, 4) or (value.isdigit() and len(value) >= 4):
        return True
    # Bare and all letters: a word of a sentence, unless the line or the clause ends there.
    rest = match.string[match.end() : match.end() + 12].lstrip(" \t")
    ends = not rest or rest[0] in "\n,;)]}\"'" or rest.startswith(("and ", "or ", "#", "//"))
    return ends and len(value) >= 3 and not is_common(value) and not _is_identifier(value, "")


def _is_chosen(value: str) -> bool:
    """Letters and digits together, as in passwords that people make up; not a common word."""
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    return len(value) >= 5 and letters and digits and not is_common(value)


def _is_identifier(value: str, name: str) -> bool:
    """A name of code given to a name of code: token = refreshToken1, apiKey: MAPS_KEY_V2."""
    return bool(re.fullmatch(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", value)) or (
        bool(name) and value.lower().replace("_", "") in name.lower().replace("_", "")
    )


# -- sentences ----------------------------------------------------------------------------------------------

_IS = (
    r"(?:(?:is now|is|was|will be|should be|must be|ist|lautet|es|est|to be|being)(?![^\W_])[ "
    r"\t]*[:=]?|=|:|：|->|=>|→|–|-(?=[ \t])|è|é|是|は)"
)
_SPOKEN = re.compile(
    rf"(?<![\w-])(?P<word>(?P<password>{_PASSWORDS})|(?P<pin>pin(?: code| number)?|otp|one[- ]time (?:code|password)|"
    rf"(?:2fa|mfa|totp|verification|security|login|sms|authenticator) code|code from (?:the|my) "
    rf"(?:authenticator|phone|sms|text|app)(?: app)?)|{_KEYS})"
    r"(?P<scope>(?:[ \t]+(?:for|of|on|to|in|at|für|pour|para)(?:[ \t]+[\w.@/-]{1,40}){1,5}?)?)"
    rf"(?:[ \t]{{1,3}}|(?=[:：=是は])){_IS}[ \t]{{0,3}}(?:(?:now|just|simply|still|set to|changed to)[ \t]+)?"
    rf"(?:{_QUOTED}|(?P<bare>[^\s\"'`,;]{{1,200}}))",
    re.IGNORECASE,
)
_SET_TO = re.compile(
    rf"\b(?:set|change[ds]?|reset|update[ds]?|rotate[ds]?)\b[^\n.!?]{{0,40}}?\b(?P<word>(?P<password>"
    rf"{_PASSWORDS})|{_KEYS})"
    r"(?:[ \t]+(?:for|of|on)(?:[ \t]+[\w.@/-]{1,40}){1,4}?)?[ \t]+(?:to|as|=)[ \t]+"
    rf"(?:{_QUOTED}|(?P<bare>[^\s\"'`,;]{{1,200}}))",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    rf"(?<![\w-])(?P<word>(?P<password>{_PASSWORDS})|{_KEYS})[ \t]+(?:{_QUOTED}|(?P<bare>[^\s\"'`,;]{{4,200}}))",
    re.IGNORECASE,
)
_USED_AS = re.compile(
    rf"(?<![^\s\"'`,;])(?P<value>[^\s\"'`,;]{{4,200}})[\"'`]?[ \t]+(?:is|as)[ \t]+(?:the|my|our|your|a|an)[ \t]+"
    rf"(?:[\w-]{{1,30}}[ \t]+){{0,3}}?(?P<word>(?P<password>{_PASSWORDS})|{_KEYS})\b",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?P<before>(?<![\w-])(?:otp|pin|(?:one[- ]time|2fa|mfa|totp|verification|security|login|sms|authenticator) code)"
    r"[ \t]{1,2})(?P<value>\d{4,8})(?!\w)",
    re.IGNORECASE,
)
_LOGIN_USERS = listed("admin administrator root user test guest postgres mysql sa app dev demo")
_LOGIN_PAIR = re.compile(
    r"(?P<before>\b(?:log(?:ged)? ?in|login|credentials|creds|sign(?:ed)? in|basic auth)\b(?:[ \t]+(?:is|are|with|"
    r"as|using))?[ \t:]{1,3}"
    r"(?P<user>[\w.@+-]{1,60})[ \t]{0,2}[/:][ \t]{0,2})(?P<value>[^\s\"'`,;/]{3,100})",
    re.IGNORECASE,
)
_FUNCTION = listed(
    """the a an in on at by to from for with without of and or but not no only also always never now still
    just too very it its this that there here what which who where when how why if then than as so such
    be been being is are was were has have had can could should would will must may might per via until
    after before during inside outside under over through between about your my our their his her"""
)
_COMMON = _FUNCTION | listed(
    """same different stored kept hashed saved set read used sent passed hidden required optional mandatory
    missing empty wrong right correct incorrect invalid valid expired weak strong safe unsafe secure
    insecure long short enough public private secret unknown known unset null none default generated
    rotated plain plaintext text bcrypt argon2 scrypt md5 sha1 sha256 sha512 base64 utf8 oauth2 env
    environment vault keychain flag option argument parameter field form input column page prompt policy
    manager reset hash length strength rules rule check validation based protected string int number
    true false up down out off back part like more less better fine ok okay done good bad easy hard
    important critical sensitive confidential likely probably actually really apparently going gone lost
    case leaked random unique identical managed injected masked redacted refresh login auth minimum
    maximum min max"""
)
_INFLECTED = re.compile(r"[a-z]{2,}(?:ed|ing|able|ible|ly|less|ful)", re.IGNORECASE)


def is_common(word: str) -> bool:
    """Whether a word is more likely the sentence's own than a password."""
    lowered = word.lower().strip(".:!?)")
    return lowered in _COMMON or bool(_INFLECTED.fullmatch(lowered))


def redact_spoken(text: str, found: Findings) -> str:
    """Replace secrets told in a sentence: "the password is …", "use … as the api key", "login: admin / …"."""

    def replace(match: re.Match[str], value: str, quoted: bool, *, beside: bool = False) -> str:
        password = bool(match["password"])
        if not _spoken_is_secret(match, value, quoted, password=password, beside=beside):
            return match[0]
        kind = "password" if password else "code" if match.groupdict().get("pin") else _kind_of(match["word"])
        found.add(kind, value)
        return _replace_value(match, value, kind)

    def said(match: re.Match[str]) -> str:
        return replace(match, *_value(match))

    def beside(match: re.Match[str]) -> str:
        return replace(match, *_value(match), beside=True)

    def used_as(match: re.Match[str]) -> str:
        value = match["value"].strip("([{<")
        return replace(match, value, False, beside=True) if value else match[0]

    def pair(match: re.Match[str]) -> str:
        value = match["value"].rstrip(".:)!?")
        plain = not (_is_chosen(value) or looks_random(value)) and match["user"].lower() not in _LOGIN_USERS
        if plain or is_placeholder(value) or is_reference(value) or is_common(value) or "." in value:
            return match[0]
        found.add("password", value)
        return match["before"] + mark("password") + match["value"][len(value) :]

    def code(match: re.Match[str]) -> str:
        found.add("code", match["value"])
        return match["before"] + mark("code")

    text = _redact_phrases(text, found)
    for pattern, function in (
        (_SPOKEN, said),
        (_SET_TO, said),
        (_BESIDE, beside),
        (_USED_AS, used_as),
        (_LOGIN_PAIR, pair),
        (_CODE, code),
    ):
        text = pattern.sub(function, text)
    return text


def _spoken_is_secret(match: re.Match[str], value: str, quoted: bool, *, password: bool, beside: bool) -> bool:
    if (
        not value
        or is_placeholder(value)
        or is_reference(value)
        or (is_hex(value) and len(value) < 6 and not value.isdigit())
    ):
        return False
    if match.start() and match.string[match.start() - 1] == ":":  # a part of a URN
        return False
    if match.groupdict().get("pin"):
        return value.isdigit() and 4 <= len(value) <= 8
    if not password:
        # Ids and hashes stand near the word "token" in many an honest sentence.
        return looks_random(value, 12) and not _is_identifier(value, "") and (not beside or _is_dense(value))
    if beside:
        return _is_chosen(value) and not is_uuid(value)
    if quoted:
        return len(value) >= 3 and not is_common(value)
    return (
        looks_random(value, 4)
        or (value.isdigit() and len(value) >= 4)
        or (len(value) >= 3 and not is_common(value) and _ends_clause(match))
    )


def _ends_clause(match: re.Match[str]) -> bool:
    rest = match.string[match.end() : match.end() + 20]
    return (
        bool(re.match(r"[.!?,;)\"']|\s*\Z|\s*\n|\s+(?:and|but|for|on|so|please|now|btw|by the way)\b", rest))
        or rest[:1] == ""
    )


_PHRASE = re.compile(
    r"(?<![\w-])pass[-_ ]?(?:word|phrase|code)(?:[ \t]+(?:for|of|on|to)(?:[ \t]+[\w.@/-]{1,40}){1,5}?)?"
    r"(?:[ \t]+(?:is|was)|[ \t]*[:=])[ \t]+(?P<phrase>[a-z]{3,20}(?:[ \t]+[a-z]{3,20}){1,7})(?=[ \t]*(?:[.!?,;\n]|\Z))",
    re.IGNORECASE,
)


def _redact_phrases(text: str, found: Findings) -> str:
    """Pass phrases of several plain words: hardly a word of them would hold a sentence together."""

    def phrase(match: re.Match[str]) -> str:
        words = match["phrase"].lower().split()
        common = sum(is_common(word) for word in words)
        if common > (words[0] == "correct") or is_placeholder(match["phrase"]):
            return match[0]
        found.add("password", match["phrase"])
        return _replace_value(match, match["phrase"], "password")

    return _PHRASE.sub(phrase, text)


# -- high entropy with context ------------------------------------------------------------------------------

_DENSE = re.compile(
    rf"(?P<before>(?<![\w-])(?:{_PASSWORDS}|{_KEYS}|key|bearer|hmac|salt|seed)\b[\"'`\])]{{0,2}}"
    r"(?:[ \t]+(?:for|of|on)(?:[ \t]+[\w.@/-]{1,40}){1,4}?)?"
    r"(?:[ \t]*(?:is|was|are|=|:|->|=>|–|-|\(|to|the|value|now|here|this|one|new|old|,|\"|'|`)){0,4}[ \t]*[\"'`(\[]?)"
    r"(?P<value>[A-Za-z0-9+/_=.~-]{20,512})",
    re.IGNORECASE,
)


def redact_dense(text: str, found: Findings) -> str:
    """Replace long random strings that follow a secret-like word directly. Without such a word they stay."""

    def dense(match: re.Match[str]) -> str:
        value = match["value"].rstrip(".-=") if not match["value"].endswith("==") else match["value"]
        if is_placeholder(value) or is_reference(value) or is_uuid(value) or not _is_dense(value):
            return match[0]
        found.add("secret", value)
        return match["before"] + mark("secret") + match["value"][len(value) :]

    return _DENSE.sub(dense, text)


def _is_dense(value: str) -> bool:
    if not any(char.isdigit() for char in value) or not any(char.isalpha() for char in value):
        return False
    if is_hex(value):
        return len(value) >= 16 and entropy(value) >= 2.8
    if re.fullmatch(r"[a-z]+(?:[-_./][a-z0-9]+)+", value):  # a path, a slug, a dotted name
        return False
    return len(value) >= 16 and entropy(value) >= 3.3
