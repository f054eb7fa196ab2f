"""Whether a memory names a file. Pure and light."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.hits import Row

_WORD_MARKS = "_-."
_PATH_MARKS = "_-./@+~"


def tail_of(path: str) -> str:
    """The last two parts of a path: what a memory is likely to call the file."""
    return "/".join([part for part in path.split("/") if part][-2:])


def names_file(row: Row, paths: Sequence[str]) -> bool:
    """Whether a memory is about one of some files.

    A memory that gives the file's name alone is about every file of that name, unless it lists files of that name
    and none of these is among them.

    Args:
        row: the memory.
        paths: the files, as the host names them or as seen from the project's folder.
    """
    return any(_names(row, path) for path in paths)


def _names(row: Row, path: str) -> bool:
    name = path.rpartition("/")[2]
    if not name:
        return False
    listed = [file for file in row.files if file.rpartition("/")[2] == name]
    if listed:
        return any(_is_same(file, path) for file in listed)
    return any(_is_same(mention, path) for mention in _mentions(row.content, name))


def _is_same(mention: str, path: str) -> bool:
    """Whether two ways to name a file can mean the same one: either is the end of the other."""
    mention, path = "/" + mention.lstrip("./~"), "/" + path.lstrip("./")
    return path.endswith(mention) or mention.endswith(path)


def _mentions(text: str, name: str) -> list[str]:
    """Every path in a text that ends in a file's name."""
    found = []
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        after, beyond = text[end : end + 1], text[end + 1 : end + 2]
        goes_on = after.isalnum() or (after != "" and after in _WORD_MARKS and (beyond.isalnum() or after != "."))
        begin = at
        while begin and (text[begin - 1].isalnum() or text[begin - 1] in _PATH_MARKS):
            begin -= 1
        mention = text[begin:end]
        if not goes_on and (begin == at or text[at - 1] == "/"):
            found.append(mention)
        at = text.find(name, end)
    return found
