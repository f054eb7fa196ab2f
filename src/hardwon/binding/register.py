"""What was decided on this machine about folders and projects: small files below the data folder. Light.

    bindings/places/HASH     one for a folder: what it claimed, which project it has, and why
    bindings/projects/HASH   one for a project: folders that have it, commits seen there, its newer name

A folder's file is all that a hook reads besides git's own. HASH names a file and protects nothing: each file says whose
it is, and one of another's is no file.
"""

from __future__ import annotations

import posix

from hardwon.binding.files import read_regular
from hardwon.binding.project import Binding, printable, resolve
from hardwon.config.paths import Paths, fnv1a_64, make_private_dir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Why a folder has its project.
OWN = "own"  # it claims no other
FIRST = "first"  # nobody had the project before
CLONE = "clone"  # its history shares commits with it
LINKED = "linked"  # the person said so
WAITS = "waits"  # it claims `other`, which is not proved: it has its own until the person says
MOVING = "moving"  # it may have `other` now: its memories are about to be brought there
MOVED = "moved"  # its remote names `other` now; it keeps what it had until the person says
APART = "apart"  # the person wants it to be on its own, whatever it claims

_PLACE_MARK, _PROJECT_MARK = "hardwon place 1", "hardwon project 1"
_PLACE_MAX = 64 << 10
_RECORD_MAX = 256 << 10
_ALIASES_MAX = 8
COMMITS_MAX = 60


class Decision:
    """What was decided for a folder.

    Attributes:
        claim: the project it claimed then.
        value: the project it has.
        how: why, one of the words above.
        other: another project that is in question, "" for none.
    """

    __slots__ = ("claim", "how", "other", "value")

    def __init__(self, claim: str, value: str, how: str, other: str = "") -> None:
        self.claim = claim
        self.value = value
        self.how = how
        self.other = other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self.words() == other.words()

    __hash__ = None  # type: ignore[assignment]

    def words(self) -> tuple[str, str, str, str]:
        """Everything it says."""
        return self.claim, self.value, self.how, self.other


class Record:
    """What is known of a project.

    Attributes:
        value: the project.
        alias: the project it became part of, "" while it is one itself.
        places: folders that have it, the first first.
        commits: commits seen there, the latest last.
        rooted: folders whose first commits are among them.
    """

    __slots__ = ("alias", "commits", "places", "rooted", "value")

    def __init__(self, value: str) -> None:
        self.value = value
        self.alias = ""
        self.places: list[str] = []
        self.commits: list[str] = []
        self.rooted: list[str] = []


def bind(cwd: str, paths: Paths, *, keep: bool = False) -> Binding:
    """The project of a folder, as it was decided on this machine. Never raises.

    Args:
        cwd: the working folder.
        paths: where the decisions are.
        keep: write down what is decided now, so that it is the same from now on.
    """
    claim = resolve(cwd, paths.home)
    known = read_place(paths, claim.place)
    if known is None or known.claim != claim.value:
        from hardwon.binding.deciding import decide

        known = decide(paths, claim, known, keep=keep)
    return claim.decided(known.value, known.how, known.other)


def folder(paths: Paths) -> str:
    """Where the files are."""
    return paths.data + "/bindings"


def place_file(paths: Paths, place: str) -> str:
    """The file of one folder."""
    return f"{folder(paths)}/places/{_hash(printable(place))}"


def project_file(paths: Paths, value: str) -> str:
    """The file of one project."""
    return f"{folder(paths)}/projects/{_hash(value)}"


def _hash(text: str) -> str:
    return f"{fnv1a_64(text.encode('utf-8', 'surrogatepass')):016x}"


def read_place(paths: Paths, place: str) -> Decision | None:
    """What was decided for a folder, None while nothing was."""
    lines = _lines(place_file(paths, place), _PLACE_MAX)
    if len(lines) < 6 or lines[0] != _PLACE_MARK or lines[1] != printable(place):
        return None
    return Decision(lines[2], lines[3], lines[4], lines[5])


def places(paths: Paths) -> list[tuple[str, Decision]]:
    """Every folder that something was decided for, as printable text, with what it was."""
    found = []
    for path in _files(folder(paths) + "/places"):
        lines = _lines(path, _PLACE_MAX)
        if len(lines) >= 6 and lines[0] == _PLACE_MARK:
            found.append((lines[1], Decision(lines[2], lines[3], lines[4], lines[5])))
    return sorted(found, key=lambda one: one[0])


def write_place(paths: Paths, place: str, decision: Decision) -> None:
    """Write down what was decided for a folder.

    Raises:
        OSError: it cannot be written.
    """
    lines = (_PLACE_MARK, printable(place), *decision.words(), "")
    _replace(place_file(paths, place), "\n".join(lines))


def forget_place(paths: Paths, place: str) -> None:
    """Decide anew when the folder is met again."""
    try:
        posix.unlink(place_file(paths, place))
    except OSError:
        pass


def read_record(paths: Paths, value: str) -> Record | None:
    """What is known of a project, None while it was never met."""
    return _record(_lines(project_file(paths, value), _RECORD_MAX), value)


def _record(lines: list[str], value: str) -> Record | None:
    if len(lines) < 2 or lines[0] != _PROJECT_MARK or (value and lines[1] != value):
        return None
    record = Record(lines[1])
    for line in lines[2:]:
        word, _, rest = line.partition(" ")
        if word == "alias":
            record.alias = rest
        elif word in ("place", "commit", "rooted") and rest:
            kept = record.places if word == "place" else record.commits if word == "commit" else record.rooted
            if rest not in kept:
                kept.append(rest)
        elif word == "leaves" and rest in record.places:
            record.places.remove(rest)
    return record


def records(paths: Paths) -> list[Record]:
    """Every project that was met, by name."""
    found = [_record(_lines(path, _RECORD_MAX), "") for path in _files(folder(paths) + "/projects")]
    return sorted(filter(None, found), key=lambda one: one.value)


def begin_record(paths: Paths, value: str) -> bool:
    """Note a project that is met for the first time; False where it is known, or somebody else was first.

    Raises:
        OSError: it cannot be written.
    """
    path = project_file(paths, value)
    make_private_dir(path.rpartition("/")[0])
    aside = f"{path}.{posix.getpid()}"
    _write(aside, f"{_PROJECT_MARK}\n{value}\n", posix.O_TRUNC)
    try:
        posix.link(aside, path)
        return True
    except FileExistsError:
        return False
    except OSError:  # no hard links there: whoever comes second loses what the first has noted so far
        if read_record(paths, value) is not None:
            return False
        posix.rename(aside, path)
        return True
    finally:
        try:
            posix.unlink(aside)
        except OSError:
            pass


def add_to_record(paths: Paths, value: str, said: Iterable[tuple[str, str]]) -> None:
    """Note more about a project: (place | commit | rooted | alias | leaves, what) of each.

    Raises:
        OSError: it cannot be written.
    """
    text = "".join(f"{word} {rest}\n" for word, rest in said)
    if not text:
        return
    begin_record(paths, value)
    path = project_file(paths, value)
    # Written at once, so that what two processes add at the same time stands in whole lines.
    _write(path, text, posix.O_APPEND)
    if len(_lines(path, _RECORD_MAX)) > 2000:
        _compact(paths, value)


def _compact(paths: Paths, value: str) -> None:
    record = read_record(paths, value)
    if record is None:
        return
    lines = [_PROJECT_MARK, value, *(["alias " + record.alias] if record.alias else [])]
    lines += [f"place {one}" for one in record.places] + [f"rooted {one}" for one in record.rooted[-COMMITS_MAX:]]
    lines += [f"commit {one}" for one in (*record.commits[:COMMITS_MAX], *record.commits[COMMITS_MAX:][-COMMITS_MAX:])]
    _replace(project_file(paths, value), "\n".join(lines) + "\n")


def names_of(paths: Paths, value: str) -> list[str]:
    """A project's binding, and those that became part of it."""
    every = records(paths)
    found = [value]
    for name in found:
        found += [one.value for one in every if one.alias == name and one.value not in found]
    return found


def revive(paths: Paths, value: str) -> None:
    """Let a project that became part of another be one itself again, with the folders that had it.

    Raises:
        OSError: it cannot be written.
    """
    record = read_record(paths, value)
    if record is None or not record.alias:
        return
    for place in record.places:
        add_to_record(paths, record.alias, [("leaves", place)])
        forget_place(paths, place)
    add_to_record(paths, value, [("alias", "")])


def newest_name(paths: Paths, value: str) -> str:
    """The project that another became, or itself."""
    for _ in range(_ALIASES_MAX):
        record = read_record(paths, value)
        if record is None or not record.alias:
            return value
        value = record.alias
    return value


def _files(path: str) -> list[str]:
    try:
        return [f"{path}/{name}" for name in posix.listdir(path) if "." not in name]
    except OSError:
        return []


def _lines(path: str, limit: int) -> list[str]:
    data = read_regular(path, limit)
    return data.decode("utf-8", "replace").split("\n") if data else []


def _replace(path: str, text: str) -> None:
    make_private_dir(path.rpartition("/")[0])
    aside = f"{path}.{posix.getpid()}"
    _write(aside, text, posix.O_TRUNC)
    posix.rename(aside, path)


def _write(path: str, text: str, how: int) -> None:
    handle = posix.open(path, posix.O_WRONLY | posix.O_CREAT | how | posix.O_CLOEXEC | posix.O_NOFOLLOW, 0o600)
    try:
        posix.write(handle, text.encode("utf-8", "replace"))
    finally:
        posix.close(handle)
