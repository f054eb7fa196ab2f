"""Secrets in the arguments of commands, where their place says what they are: `sshpass -p …`, `curl -u name:…`."""

from __future__ import annotations

import re

from hardwon.capture.everyday import is_common
from hardwon.capture.findings import MARK, Findings, mark
from hardwon.capture.named import KEYS, PASSWORDS, is_chosen, is_dense
from hardwon.capture.plausible import is_placeholder, is_reference, looks_random

_WORD = r"[\"']?(?P<value>[^\s\"'|;<>-][^\s\"'|;<>]{2,400})"
_REST = r"[^\n|;&]{0,200}?"
_LOWERED_HINTS = (
    "curl", "wget", "mysql", "mariadb", "sshpass", "redis-cli", "docker", "podman", "machine", "net user", "htpasswd",
    "ldap", "smbclient", "keytool", "storepass", "keypass", "zip", "7z", "az ", "sqlplus", "thin:", "@tcp(", "echo",
    "printf", "convertto-securestring", "setenv", "setx", "set ", "env ", "config", "secret", "mongo", "chpasswd",
    "passwd", "useradd", "--auth", "--body", "login", "arg ", "auth",
)  # fmt: skip


def _command(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


# (what must stand in the line, the place); the place is certain, so any word there is a secret.
_PLACES = tuple(
    (hint, _command(f"(?P<before>{before}){_WORD}"))
    for hint, before in (
        ("curl", rf"\bcurl\b{_REST}[ \t](?:-u|--user)[ \t=]{{0,2}}[\"']?[^\s:\"']{{1,80}}:"),
        ("http", rf"\bhttps?\b{_REST}[ \t](?:-a|--auth)[ \t=]{{1,2}}[\"']?[^\s:\"']{{1,80}}:"),
        ("mysql", rf"\bmysql(?:dump|admin|import)?\b{_REST}[ \t]-p(?=[^\s])"),
        ("mariadb", rf"\bmariadb(?:-dump)?\b{_REST}[ \t]-p(?=[^\s])"),
        ("sshpass", r"\bsshpass[ \t]+-p[ \t]{0,2}"),
        ("redis-cli", rf"\bredis-cli\b{_REST}[ \t]-a[ \t]{{1,2}}"),
        ("login", rf"\b(?:docker|podman|helm registry|oras|nerdctl)[ \t]+login\b{_REST}[ \t]-p[ \t]{{1,2}}"),
        ("machine", r"\bmachine[ \t]+\S{1,80}\s+login[ \t]+\S{1,80}\s+password[ \t]+"),
        ("net", r"\bnet[ \t]+user[ \t]+[\w.-]{1,40}[ \t]+(?=[^\s/])"),
        ("htpasswd", r"\bhtpasswd[ \t]+-[a-z]*b[a-z]*[ \t]+\S{1,120}[ \t]+[\w.@-]{1,60}[ \t]+"),
        ("ldap", rf"\bldap(?:search|modify|add|delete|whoami|passwd)\b{_REST}[ \t]-w[ \t]{{0,2}}"),
        (
            "smb",
            r"\b(?:smbclient|rpcclient|net rpc)\b[^\n|;]{0,200}?[ \t](?:-U|--user)[ \t=]{1,2}[\"']?[\w.\\/-]"
            r"{1,60}%",
        ),
        ("pass", r"[ \t]-(?:src|dest)?(?:store|key)pass[ \t]{1,2}"),
        ("zip", rf"\b(?:zip|unzip)\b{_REST}[ \t]-P[ \t]{{0,2}}"),
        ("7z", rf"\b7za?\b{_REST}[ \t]-p(?=[^\s])"),
        ("az", rf"\baz[ \t]+login\b{_REST}[ \t](?:-p|--password)[ \t=]{{1,2}}"),
        ("sqlplus", r"\bsqlplus[ \t]+(?:-\w+[ \t]+)*[\"']?[\w.$#]{1,40}/(?!@)"),
        ("thin", r"\bthin:[\w.$#]{1,40}/"),
        ("@tcp(", r"(?<![\w/:])[\w.-]{1,40}:(?=[^\s@:/]{3,100}@tcp\()"),
        ("mongo", rf"\bmongo(?:sh|dump|restore|export|import)?\b{_REST}[ \t](?:-p|--password)[ \t=]{{1,2}}"),
        ("securestring", r"\bConvertTo-SecureString[ \t]+(?:-String[ \t]+)?(?=[\"'])"),
        ("pass", r"\bpass(?:in|out)?[ \t=]{1,2}pass:"),
        ("auth", r"[ \t]--auth[ \t=]{1,2}(?=[^\s:]{16,400}(?:\s|\Z))"),
    )
)
_PIPED = _command(
    r"(?P<before>\b(?:echo|printf)[ \t]+(?:-[en]+[ \t]+)?(?:[\"']%s(?:\\n)?[\"'][ \t]+)?[\"']?(?:[\w.-]{1,40}:)?)"
    r"(?P<value>[^\s\"'|;<>-][^\s\"'|;<>]{2,400})(?=[\"']?[ \t]*\|[ \t]*(?:sudo\b[^\n|]{0,60}[ \t]-S\b|sudo[ \t]"
    r"+chpasswd|chpasswd|"
    r"[^\n|]{0,200}--(?:password|passphrase|token|secret)-?(?:stdin|fd)|passwd\b|gh[ \t]+auth[ \t]+login|"
    r"(?:gh|glab|fly|vercel|wrangler|heroku|netlify)\b[^\n|]{0,60}\b(?:secrets?|env)\b|openssl\b))"
)
_LOGIN = _command(
    r"(?P<before>\b[\w.-]{2,20}[ \t]+(?:(?:config|auth)[ \t]+)?(?:login|auth|authtoken|add-authtoken|set-token|"
    r"token)[ \t]+"
    r"(?:--(?:token|key)[ \t=])?)(?P<value>(?=[^\s]{0,200}\d)(?=[^\s]{0,200}[A-Za-z])[A-Za-z0-9_+/=-]{20,400})"
    r"(?=\s|\Z)"
)
_NAMED = rf"(?P<password>[\w.:/-]{{0,60}}(?:{PASSWORDS})\w{{0,20}})|[\w.:/-]{{0,60}}(?:{KEYS}|key)\w{{0,20}}"
_SET = _command(
    r"(?P<before>(?<![\w-])(?:setenv|setx|env|arg|export|set[ \t]+-\w+|(?:config(?:ure)?|secrets?|env|variable)"
    r"[ \t]+(?:set|add|put|create))"
    rf"[ \t]+[\"']?(?:{_NAMED})[\"']?[ \t]+(?:--?(?:body|value|b|v)[ \t=]{{1,2}})?[\"']?)(?P<value>[^\s\"'=|"
    rf";<>-][^\s\"'|;<>]{{2,400}})"
)


def redact_commands(text: str, found: Findings) -> str:
    """Replace what a command is given as a password or key."""
    lowered = text.lower()
    if not any(hint in lowered for hint in _LOWERED_HINTS):
        return text

    def certain(match: re.Match[str]) -> str:
        value = match["value"]
        if is_placeholder(value) or is_reference(value):
            return match[0]
        found.add("password", value)
        return (
            match["before"] + match[0][len(match["before"]) : match.start("value") - match.start()] + mark("password")
        )

    def named(match: re.Match[str]) -> str:
        value = match["value"]
        likely = is_chosen(value) or looks_random(value, 6) if match["password"] else looks_random(value, 10)
        if not likely or is_placeholder(value) or is_reference(value) or is_common(value) or MARK in value:
            return match[0]
        kind = "password" if match["password"] else "key"
        found.add(kind, value)
        return match[0][: match.start("value") - match.start()] + mark(kind)

    def logged_in(match: re.Match[str]) -> str:
        value = match["value"]
        if is_placeholder(value) or is_reference(value) or not is_dense(value) or "sha" in match["before"].lower():
            return match[0]
        found.add("token", value)
        return match["before"] + mark("token")

    for hint, place in _PLACES:
        if hint in lowered:
            text = place.sub(certain, text)
    if "|" in text:
        text = _PIPED.sub(certain, text)
    if "login" in lowered or "auth" in lowered or "token" in lowered:
        text = _LOGIN.sub(logged_in, text)
    return _SET.sub(named, text)
