"""Reads what a binding needs from a repository's config file, the way git's own parser reads it. Light.

Running git in a folder nobody vouched for runs what that folder's config names (hooks parse it themselves).
Includes of a repository's config are not followed: what they name lies outside the repository.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ESCAPES = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}


def parse(data: bytes, wanted: frozenset[str]) -> dict[str, list[str]]:
    """The values of the wanted keys, in file order. Never raises; what git would refuse is passed over.

    Args:
        data: the config file's bytes; byte order mark, CRLF and bytes that are no UTF-8 are fine.
        wanted: full keys such as `core.bare` or `remote.origin.url`: section and name in lower case, the
            subsection as it is.
    """
    sections = {key.rsplit(".", 1)[0] for key in wanted}
    found: dict[str, list[str]] = {}
    for section, name, value in entries(data, sections.__contains__):
        key = f"{section}.{name}"
        if key in wanted:
            found.setdefault(key, []).append(value)
    return found


def entries(data: bytes, wants: Callable[[str], bool]) -> Iterator[tuple[str, str, str]]:
    """(section with subsection, name, value) of each setting of the wanted sections, in file order. Never raises.

    Args:
        data: the config file's bytes.
        wants: whether a section counts; it is given `section` or `section.subsection`.
    """
    section = ""
    lines = iter(data.decode("utf-8", "surrogateescape").removeprefix("\ufeff").split("\n"))
    for line in lines:
        line = line.rstrip("\r").strip(" \t")
        if line[:1] == "[":
            section, line = _header(line)
        # A setting of a section nobody asked for costs nothing more, unless it goes on in the next line.
        if line[:1] in ("", "#", ";"):
            continue
        while line.endswith("\\") and (len(line) - len(line.rstrip("\\"))) % 2:
            line = line[:-1] + next(lines, "").rstrip("\r")
        if not wants(section):
            continue
        name, equals, rest = line.partition("=")
        yield section, name.strip().lower(), _value(rest) if equals else "true"


def _header(line: str) -> tuple[str, str]:
    """A section header's full name, and what follows it on the line."""
    end = 1
    quoted = False
    name = ""
    while end < len(line):
        char = line[end]
        if quoted and char == "\\" and end + 1 < len(line):
            end += 1
            char = line[end]
        elif char == '"':
            quoted = not quoted
            char = ""
        elif char == "]" and not quoted:
            break
        elif not quoted:
            char = char.lower()
        name += char
        end += 1
    else:
        return "", ""
    section, space, subsection = name.partition(" ")
    full = f"{section}.{subsection.strip()}" if space else section
    return full, line[end + 1 :].strip(" \t")


def _value(text: str) -> str:
    """A value without its quotes, escapes and trailing comment."""
    kept = ""
    solid = 0  # how much of `kept` a trailing blank may not be trimmed from
    quoted = False
    index = 0
    text = text.lstrip(" \t")
    while index < len(text):
        char = text[index]
        index += 1
        if char == '"':
            quoted = not quoted
            solid = len(kept)
            continue
        if char in "#;" and not quoted:
            break
        if char == "\\":
            kept += _ESCAPES.get(text[index : index + 1], "")
            index += 1
        else:
            kept += char
        if quoted or char not in " \t":
            solid = len(kept)
    return kept[:solid]
