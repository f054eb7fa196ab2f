"""What hooks leave for the digester: one small file an event. Light.

A reference says which event happened where (session, transcript, tool call), never what was said: that is
read from the client's own transcript and redacted then. The one exception is a memory a person asked for
while the store was locked; it waits here already redacted. A file appears whole (written aside, then
renamed) and is removed only once the store has what it says.
"""

from __future__ import annotations

import posix
import time

from hardwon.config.paths import Paths, make_private_dir
from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

EVENTS = "new"
WRITES = "pending"
BAD = "bad"
_ENTRY_MAX = 256 << 10
_HALF_S = 3600.0
_LEFT_MS = 60_000
_FIELD_MAX = 4096


class Entry:
    """One spooled file.

    Attributes:
        name: the file's name: unique, and sorting by time.
        fields: what it says.
    """

    __slots__ = ("fields", "name")

    def __init__(self, name: str, fields: Mapping[str, object]) -> None:
        self.name = name
        self.fields = fields

    def text(self, name: str) -> str:
        """A text field, "" when missing or something else."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int:
        """A whole number, 0 when missing or something else."""
        value = self.fields.get(name)
        return value if isinstance(value, int) else 0

    def texts(self, name: str) -> list[str]:
        """A list of texts, without what is something else."""
        value = self.fields.get(name)
        return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def put(paths: Paths, fields: Mapping[str, object], *, box: str = EVENTS, mark: str = "") -> str:
    """Leave one file.

    Args:
        paths: where the spool is.
        fields: what to say; long texts are cut (a box for events holds references, not content).
        box: EVENTS or WRITES.
        mark: what tells this event from others, such as its digest.

    Returns:
        the file's name.

    Raises:
        OSError: the spool cannot be written.
    """
    kept = dict(fields) if box == WRITES else {key: _cut(value) for key, value in fields.items()}
    data = jsonlight.dumps(kept).encode("ascii")
    name = f"{time.time_ns() // 1000:016d}-{posix.getpid()}-{mark[:12]}"
    folder = f"{paths.spool}/{box}"
    aside = f"{folder}/.{name}"
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_CLOEXEC
    try:
        handle = posix.open(aside, flags, 0o600)
    except FileNotFoundError:
        make_private_dir(folder)
        handle = posix.open(aside, flags, 0o600)
    try:
        while data:
            data = data[posix.write(handle, data) :]
        if box == WRITES:
            posix.fsync(handle)
    finally:
        posix.close(handle)
    posix.rename(aside, f"{folder}/{name}")
    return name


def _cut(value: object) -> object:
    return value[:_FIELD_MAX] if isinstance(value, str) else value


def names(paths: Paths, box: str = EVENTS) -> list[str]:
    """What waits in a box, oldest first."""
    try:
        return sorted(name for name in posix.listdir(f"{paths.spool}/{box}") if name[:1] != ".")
    except OSError:
        return []


def is_left_behind(paths: Paths, now_ms: int) -> bool:
    """Whether something waits that no digester came for: its session was killed, or the store was locked.

    Args:
        paths: where the spool is.
        now_ms: the time.
    """
    if names(paths, WRITES):
        return True
    oldest = names(paths)[:1]
    return bool(oldest) and oldest[0] < f"{(now_ms - _LEFT_MS) * 1000:016d}"


def entries(paths: Paths, box: str = EVENTS) -> Iterator[Entry]:
    """Read what waits in a box, oldest first; a damaged file is set aside on the way.

    Args:
        paths: where the spool is.
        box: EVENTS or WRITES.
    """
    for name in names(paths, box):
        path = f"{paths.spool}/{box}/{name}"
        try:
            handle = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
        except OSError:
            continue
        try:
            fields = jsonlight.loads(posix.read(handle, _ENTRY_MAX))
        except (OSError, ValueError):
            fields = None
        finally:
            posix.close(handle)
        if isinstance(fields, dict):
            yield Entry(name, fields)
        else:
            set_aside(paths, name, box)


def remove(paths: Paths, name: str, box: str = EVENTS) -> None:
    """Remove a file the store now has."""
    try:
        posix.unlink(f"{paths.spool}/{box}/{name}")
    except FileNotFoundError:
        pass


def set_aside(paths: Paths, name: str, box: str = EVENTS) -> None:
    """Move a file that cannot be read or used to where `mem doctor` finds it."""
    try:
        make_private_dir(f"{paths.spool}/{BAD}")
        posix.rename(f"{paths.spool}/{box}/{name}", f"{paths.spool}/{BAD}/{name}")
    except OSError:
        pass


def sweep(paths: Paths) -> None:
    """Remove what a killed hook left half-written."""
    for box in (EVENTS, WRITES):
        folder = f"{paths.spool}/{box}"
        try:
            half = [name for name in posix.listdir(folder) if name[:1] == "."]
        except OSError:
            continue
        for name in half:
            try:
                if time.time() - posix.stat(f"{folder}/{name}").st_mtime > _HALF_S:
                    posix.unlink(f"{folder}/{name}")
            except OSError:
                continue


def counts(paths: Paths) -> dict[str, int]:
    """How many files wait as events and as memories, and how many were set aside as unusable.

    Args:
        paths: where the spool is.
    """
    return {"events": len(names(paths)), "memories": len(names(paths, WRITES)), "unusable": len(names(paths, BAD))}
