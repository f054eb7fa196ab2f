"""Whether a repository has a commit, by reading git's own files: no git is run. Light.

What counts is the object itself, whose bytes hash to its name: a name alone may be known to anybody. Nothing that leads
out of the repository is followed (links, alternates), for then it would show what another one has.
"""

from __future__ import annotations

import posix

from hardwon.binding.files import file_size, is_regular, read_regular, real_path

_OBJECT_MAX = 1 << 20  # of a commit, unpacked
_PACKS_MAX = 100  # git puts them together at 50
_DELTAS_MAX = 60
_REFS_MAX = 4 << 20
_TEXT_MAX = 8 << 10
_LOG_LINES = 20
_HEX = frozenset("0123456789abcdef")
_COMMIT, _OFFSET_DELTA, _NAMED_DELTA = 1, 6, 7


def is_name(text: str) -> bool:
    """Whether a text is a whole object name."""
    return len(text) in (40, 64) and _HEX.issuperset(text)


def tips(git_dir: str) -> list[str]:
    """Commits that a repository's branches stand at or stood at, as its files tell; the current one first.

    Args:
        git_dir: git's folder of the repository.
    """
    found = [_head(git_dir)]
    log = read_regular(git_dir + "/logs/HEAD", _REFS_MAX).decode("utf-8", "replace").split("\n")
    found += [line[41:81] for line in (*log[: _LOG_LINES // 2], *log[-_LOG_LINES:])]
    for folder in ("heads", "remotes/origin"):
        found += [_text(f"{git_dir}/refs/{folder}/{name}") for name in _names(f"{git_dir}/refs/{folder}")[:_LOG_LINES]]
    packed = read_regular(git_dir + "/packed-refs", _REFS_MAX).decode("utf-8", "replace").split("\n")
    branches = [line for line in packed if " refs/heads/" in line or " refs/remotes/" in line]
    found += [line.partition(" ")[0] for line in branches[:_LOG_LINES]]
    return [name for name in dict.fromkeys(found) if is_name(name) and name.strip("0")]


def _head(git_dir: str) -> str:
    text = _text(git_dir + "/HEAD")
    if not text.startswith("ref:"):
        return text
    name = text[4:].strip()
    if not name.startswith("refs/") or ".." in name or "\0" in name:
        return ""
    loose = _text(f"{git_dir}/{name}")
    if loose:
        return loose
    packed = read_regular(git_dir + "/packed-refs", _REFS_MAX).decode("utf-8", "replace")
    return next((line.partition(" ")[0] for line in packed.split("\n") if line.endswith(" " + name)), "")


def _text(path: str) -> str:
    return read_regular(path, _TEXT_MAX).decode("utf-8", "replace").strip()


def _names(folder: str) -> list[str]:
    try:
        return posix.listdir(folder)
    except OSError:
        return []


class Objects:
    """The objects of one repository.

    Args:
        git_dir: git's folder of it, an absolute real path.
    """

    __slots__ = ("_folder", "_packs")

    def __init__(self, git_dir: str) -> None:
        folder = git_dir + "/objects"
        self._folder = folder if real_path(folder + "/pack") == folder + "/pack" else ""
        self._packs: list[str] | None = None

    def has_commit(self, name: str) -> bool:
        """Whether it has the commit of a name, whole."""
        if not self._folder or not is_name(name):
            return False
        try:
            data = self._loose(name) or self._packed(name)
            return data[:7] == b"commit " and _digest(name, data) == name
        except (OSError, ValueError, IndexError, ArithmeticError, _zlib_error()):
            return False

    def _loose(self, name: str) -> bytes:
        path = f"{self._folder}/{name[:2]}/{name[2:]}"
        return _inflated(read_regular(path, _OBJECT_MAX)) if is_regular(path) and real_path(path) == path else b""

    def _packed(self, name: str) -> bytes:
        for pack in self._all_packs():
            offset = _offset_in(f"{pack}.idx", bytes.fromhex(name))
            if offset:
                kind, body = _object_at(pack, offset, len(name) // 2, _DELTAS_MAX)
                return b"commit %d\0" % len(body) + body if kind == _COMMIT else b""
        return b""

    def _all_packs(self) -> list[str]:
        if self._packs is None:
            folder = self._folder + "/pack"
            packs = [f"{folder}/{name[:-4]}" for name in _names(folder) if name.endswith(".idx")]
            self._packs = [one for one in packs if real_path(one + ".pack") == one + ".pack"][:_PACKS_MAX]
        return self._packs


def _digest(name: str, data: bytes) -> str:
    if len(name) == 64:
        from hashlib import sha256

        return sha256(data).hexdigest()
    try:
        from _sha1 import sha1  # type: ignore[import-not-found]  # a fraction of what hashlib costs
    except ImportError:
        from hashlib import sha1
    return str(sha1(data, usedforsecurity=False).hexdigest())


def _zlib_error() -> type[Exception]:
    import zlib

    return zlib.error


def _inflated(data: bytes) -> bytes:
    import zlib

    return zlib.decompressobj().decompress(data, _OBJECT_MAX)


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _offset_in(index: str, name: bytes) -> int:
    """Where an object begins in the pack of an index of the second version; 0 when it is not in there."""
    head = read_regular(index, 8 + 1024)
    if head[:8] != b"\xfftOc\0\0\0\2" or len(head) < 8 + 1024:
        return 0
    width = len(name)
    total = _number(head[-4:])
    low = _number(head[8 + 4 * (name[0] - 1) :][:4]) if name[0] else 0
    high = _number(head[8 + 4 * name[0] :][:4])
    names = 8 + 1024
    while low < high:
        middle = (low + high) // 2
        found = read_regular(index, width, skip=names + middle * width)
        if found == name:
            offsets = names + total * (width + 4)
            offset = _number(read_regular(index, 4, skip=offsets + middle * 4))
            if offset & 0x80000000:
                offset = _number(read_regular(index, 8, skip=offsets + total * 4 + (offset & 0x7FFFFFFF) * 8))
            return offset
        low, high = (middle + 1, high) if found < name else (low, middle)
    return 0


def _object_at(pack: str, offset: int, width: int, deltas: int) -> tuple[int, bytes]:
    """The kind and the bytes of a packed object; kind 0 for one that is too large or too deep.

    Args:
        pack: the pack's path without its ending.
        offset: where it begins.
        width: the length of a name in bytes.
        deltas: how many differences may still be followed.
    """
    size = file_size(pack + ".pack")
    if not 0 < offset < size or deltas < 0:
        return 0, b""
    data = read_regular(pack + ".pack", min(size - offset, 4096), skip=offset)
    kind, length, at = (data[0] >> 4) & 7, data[0] & 15, 1
    shift = 4
    while data[at - 1] & 0x80:
        length |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
    if length > _OBJECT_MAX:
        return 0, b""
    base = 0
    if kind == _OFFSET_DELTA:
        back = data[at] & 0x7F
        while data[at] & 0x80:
            at += 1
            back = ((back + 1) << 7) | (data[at] & 0x7F)
        at += 1
        base = offset - back
    elif kind == _NAMED_DELTA:
        base = _offset_in(pack + ".idx", data[at : at + width])
        at += width
    # Deflated data is at most a little longer than what it holds.
    body = _inflated(read_regular(pack + ".pack", length + 1024 + length // 1000, skip=offset + at))
    if not base:
        return (kind, body) if kind not in (_OFFSET_DELTA, _NAMED_DELTA) else (0, b"")
    kind, source = _object_at(pack, base, width, deltas - 1)
    return kind, _patched(source, body)


def _patched(source: bytes, delta: bytes) -> bytes:
    """What a difference makes of an object (git's pack format: sizes, then copies and insertions)."""
    at = 0
    for _ in range(2):
        while delta[at] & 0x80:
            at += 1
        at += 1
    parts: list[bytes] = []
    while at < len(delta):
        order = delta[at]
        at += 1
        if not order & 0x80:
            parts.append(delta[at : at + order])
            at += order
            continue
        start = length = 0
        for bit in range(4):
            if order >> bit & 1:
                start |= delta[at] << 8 * bit
                at += 1
        for bit in range(3):
            if order >> 4 + bit & 1:
                length |= delta[at] << 8 * bit
                at += 1
        parts.append(source[start : start + (length or 0x10000)])
    return b"".join(parts)
