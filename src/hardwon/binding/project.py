"""From a working folder to the project its memories belong to. Light.

`repo:<host>/<path>` by the remote `upstream`, else `origin`; without a remote `path:<main work tree>`;
without git `path:<folder>`. All work trees of a repository are one project; a submodule and a repository
inside another are their own. A remote that is a folder of this machine is followed: a clone belongs to what
it was cloned from.
"""

from __future__ import annotations

import posix

from hardwon.binding import gitconfig, remote
from hardwon.binding.files import is_folder, is_regular, joined, nearest_folder, read_regular, real_path

_CONFIG_MAX = 4 << 20
_POINTER_MAX = 8 << 10
_URL_MAX = 2000
_CLONES_MAX = 5
_WANTED = frozenset(("core.bare", "core.worktree", "remote.upstream.url", "remote.origin.url"))


class Binding:
    """A project as a folder shows it.

    Attributes:
        value: the project's lasting name, `repo:<host>/<path>` or `path:<absolute path>`; printable text.
        root: the top-level folder the work is done in (of a work tree: its own), an absolute real path.
        name: a short name for people.
    """

    __slots__ = ("name", "root", "value")

    def __init__(self, value: str, root: str) -> None:
        self.value = value
        self.root = root
        last = value.rstrip("/").rpartition("/")[2] or value
        self.name = last[:-4] if last.endswith(".git") and len(last) > 4 else last

    def __repr__(self) -> str:
        return f"Binding({self.value!r}, {self.root!r})"


class _Repository:
    """Where git keeps things: the top-level folder, and the folder all work trees share."""

    __slots__ = ("common", "top")

    def __init__(self, top: str, common: str) -> None:
        self.top = top
        self.common = common


def resolve(cwd: str, home: str) -> Binding:
    """Name the project of a folder. Never raises: a folder that is gone, or a strange one, is a project too.

    Args:
        cwd: the working folder; relative paths count from the process's own.
        home: the person's home folder, taken where `cwd` is empty.
    """
    folder = cwd if cwd and "\0" not in cwd else home or "/"
    if not folder.startswith("/"):
        folder = joined(_process_folder(home), folder)
    return _resolve(real_path(folder), _CLONES_MAX)


def _process_folder(home: str) -> str:
    try:
        return posix.getcwd()
    except OSError:
        return home or "/"


def _resolve(folder: str, clones: int) -> Binding:
    repository = _enclosing(nearest_folder(folder))
    if repository is None:
        return Binding("path:" + printable(folder), folder)
    config = gitconfig.parse(read_regular(repository.common + "/config", _CONFIG_MAX), _WANTED)
    for name in ("upstream", "origin"):
        for url in filter(None, config.get(f"remote.{name}.url", [])):
            path = remote.local_path(url)
            if path and clones:
                return Binding(_value_of_source(joined(repository.top, path), clones - 1), repository.top)
            named = "" if path or len(url) > _URL_MAX else remote.normalise(url)
            if named:
                return Binding("repo:" + printable(named), repository.top)
    return Binding("path:" + printable(_main_folder(repository, config)), repository.top)


def _value_of_source(path: str, clones: int) -> str:
    """The project of a folder that something was cloned from."""
    if not is_folder(path) and is_folder(path + ".git"):
        path += ".git"
    path = real_path(path)
    return _resolve(path, clones).value if is_folder(path) else "path:" + printable(path)


def _enclosing(folder: str) -> _Repository | None:
    """The repository a folder lies in, as git finds it: its own, else the nearest above."""
    while True:
        repository = _repository_at(folder)
        if repository is not None or folder in ("", "/"):
            return repository
        folder = folder.rpartition("/")[0] or "/"


def _repository_at(folder: str) -> _Repository | None:
    dot_git = folder.rstrip("/") + "/.git"
    if _is_git_dir(dot_git):
        return _Repository(folder, _common(real_path(dot_git)))
    if is_regular(dot_git):
        return _from_pointer(folder, dot_git)
    if _is_git_dir(folder) and is_folder(folder + "/objects") and is_folder(folder + "/refs"):
        top = folder.removesuffix("/.git") or "/"
        return _Repository(top, folder)
    return None


def _from_pointer(folder: str, dot_git: str) -> _Repository | None:
    """A work tree or submodule, whose `.git` is a file that says where git's folder is."""
    text = read_regular(dot_git, _POINTER_MAX).decode("utf-8", "surrogateescape")
    mark, _, target = text.partition(":")
    if mark.strip() != "gitdir" or not target.strip() or "\0" in target:
        return None
    git_dir = real_path(joined(folder, target.strip("\r\n").strip(" ")))
    if _is_git_dir(git_dir):
        return _Repository(folder, _common(git_dir))
    # A work tree that was pruned: its entry is gone, the repository it came from may still be there.
    main, mark, _ = git_dir.rpartition("/worktrees/")
    return _Repository(folder, main if mark and _is_git_dir(main) else git_dir)


def _is_git_dir(path: str) -> bool:
    return is_regular(path + "/HEAD") or (is_folder(path) and _is_link(path + "/HEAD"))


def _is_link(path: str) -> bool:
    try:
        posix.readlink(path)
    except (OSError, ValueError):
        return False
    return True


def _common(git_dir: str) -> str:
    text = read_regular(git_dir + "/commondir", _POINTER_MAX).decode("utf-8", "surrogateescape").strip("\r\n")
    return real_path(joined(git_dir, text)) if text and "\0" not in text else git_dir


def _main_folder(repository: _Repository, config: dict[str, list[str]]) -> str:
    """The folder that stands for a repository without a remote, the same from each of its work trees."""
    common = repository.common
    if not is_folder(common):
        return repository.top
    if config.get("core.bare", [""])[-1].lower() in ("true", "yes", "on", "1"):
        return common
    worktree = config.get("core.worktree", [""])[-1]
    if worktree:
        return real_path(joined(common, worktree))
    if common.endswith("/.git"):
        return common[:-5] or "/"
    return common


def printable(text: str) -> str:
    """Text with what cannot be shown or stored percent-encoded, so that a name steers nothing."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _percent(char) for char in text)


def _percent(char: str) -> str:
    code = ord(char)
    # A byte that is no UTF-8 travels as U+DC80 and up; other lone surrogates only come out of JSON.
    data = bytes((code - 0xDC00,)) if 0xDC80 <= code <= 0xDCFF else char.encode("utf-8", "surrogatepass")
    return "".join(f"%{byte:02X}" for byte in data)
