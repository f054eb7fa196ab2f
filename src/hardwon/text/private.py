"""Finds what a person marked as private, without a regular expression. Light.

The whole redaction (hardwon.capture.redact) is beyond what a hook can afford; a hook only needs to know the words.
"""

from __future__ import annotations

_NAME = "private"
_TAG_MAX = 96
_SIGNS = (("＜", "<"), ("＞", ">"), ("／", "/"), ("&lt;", "<"), ("&gt;", ">"))


def private_parts(text: str) -> list[str]:
    """What stands between `<private>` and `</private>`, in any case, nested or unclosed.

    Args:
        text: a person's message.
    """
    for sign, plain in _SIGNS:
        if sign in text:
            text = text.replace(sign, plain)
    lowered = text.lower()
    if len(lowered) != len(text) or "<" not in text or _NAME not in lowered:
        return [text] if len(lowered) != len(text) and _NAME in lowered else []
    parts: list[str] = []
    depth = start = position = 0
    while (opening := lowered.find("<", position)) >= 0:
        ending = lowered.find(">", opening, opening + _TAG_MAX)
        tag = lowered[opening + 1 : ending if ending >= 0 else opening + _TAG_MAX].strip()
        closes = tag.startswith("/")
        name = tag.lstrip("/ \t\n")
        if not name.startswith(_NAME) or name[len(_NAME) : len(_NAME) + 1].isalnum():
            position = opening + 1
            continue
        if not closes:
            start = start if depth else opening
            depth += 1
        else:
            if depth <= 1:  # an end without its beginning makes all before it private
                parts.append(text[start if depth else 0 : opening])
            depth = max(depth - 1, 0)
        position = opening + 1 if ending < 0 else ending + 1
        if not depth or start == opening:
            start = position
    if depth:
        parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]
