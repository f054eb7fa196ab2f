"""From a working folder to the project its memories belong to. Light.

`repo:<host>/<path>` by the remote `upstream`, else `origin`; without a remote `path:<main work tree>`;
without git `path:<folder>`. All work trees of a repository are one project; a submodule and a repository
inside another are their own. A remote that is a folder of this machine is followed: a clone belongs to what
it was cloned from.

What a folder shows is a claim: any archive can hold a `.git` that names somebody else's remote or leads into another
repository. Whether it is believed is decided in `hardwon.binding.deciding`; here it is only told what is certain.
"""

from __future__ import annotations

import posix

from hardwon.binding import gitconfig, remote, rewriting
from hardwon.binding.files import is_folder, is_regular, joined, nearest_folder, read_regular, real_path

_CONFIG_MAX = 4 << 20
_POINTER_MAX = 8 << 10
_URL_MAX = 2000
_CLONES_MAX = 5
_OF_WORK_TREE = ("core.bare", "core.worktree")
_WANTED = frozenset((*_OF_WORK_TREE, "extensions.worktreeconfig", "remote.upstream.url", "remote.origin.url"))


class Binding:
    """A project as a folder shows it.

    Attributes:
        value: the project's lasting name, `repo:<host>/<path>` or `path:<absolute path>`; printable text.
        root: the top-level folder the work is done in (of a work tree: its own), an absolute real path.
        name: a short name for people.
        place: the folder that stands for all work trees of the repository; what is decided is decided for it.
        own: the project that the place is by itself, whatever remotes it names.
        git_dir: the folder of git's that certainly belongs to the place, "" where there is none.
        how: how the project was decided (hardwon.binding.register), "" for a claim that nobody looked at.
        other: another project that is in question here, "" for none.
    """

    __slots__ = ("git_dir", "how", "name", "other", "own", "place", "root", "value")

    def __init__(self, value: str, root: str, *, place: str = "", own: str = "", git_dir: str = "") -> None:
        self.value = value
        self.root = root
        self.place = place or root
        self.own = own or value
        self.git_dir = git_dir
        self.how = ""
        self.other = ""
        self.name = short_name(value)

    def __repr__(self) -> str:
        return f"Binding({self.value!r}, {self.root!r})"

    def decided(self, value: str, how: str, other: str) -> Binding:
        """The same folder with the project that was decided for it."""
        found = Binding(value, self.root, place=self.place, own=self.own, git_dir=self.git_dir)
        found.how, found.other = how, other
        return found


def short_name(value: str) -> str:
    """What people call a project: the last part of its lasting name."""
    last = value.rstrip("/").rpartition("/")[2] or value
    return last[:-4] if last.endswith(".git") and len(last) > 4 else last


class Repository:
    """Where git keeps things.

    Attributes:
        top: the top-level folder of the work tree.
        common: the folder that all work trees share.
        main: the folder that stands for all of them.
        is_certain: whether `common` belongs to this folder beyond doubt, and not just because a file here says so.
    """

    __slots__ = ("common", "config", "data", "is_certain", "main", "top")

    def __init__(self, top: str, common: str, *, is_certain: bool = False) -> None:
        self.top = top
        self.common = common
        self.data = read_regular(common + "/config", _CONFIG_MAX)
        self.config = _config_of(common, self.data)
        self.main = _main_folder(self)
        self.is_certain = is_certain or _holds(self.main, top)


def _holds(folder: str, path: str) -> bool:
    """Whether a path lies in a folder: what is below a project is of it anyway."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def resolve(cwd: str, home: str) -> Binding:
    """Name the project a folder claims. Never raises: a folder that is gone, or a strange one, is a project too.

    Args:
        cwd: the working folder; relative paths count from the process's own.
        home: the person's home folder, taken where `cwd` is empty.
    """
    folder = cwd if cwd and "\0" not in cwd else home or "/"
    if not folder.startswith("/"):
        folder = joined(_process_folder(home), folder)
    return _resolve(real_path(folder), home, _CLONES_MAX)


def _process_folder(home: str) -> str:
    try:
        return posix.getcwd()
    except OSError:
        return home or "/"


def _resolve(folder: str, home: str, clones: int) -> Binding:
    repository = enclosing(nearest_folder(folder))
    if repository is None:
        return Binding("path:" + printable(folder), folder)
    main = "path:" + printable(repository.main)
    value = _claim(repository, home, clones) or main
    if repository.is_certain:
        return Binding(value, repository.top, place=repository.main, own=main, git_dir=repository.common)
    return Binding(value, repository.top, own="path:" + printable(repository.top))


def _claim(repository: Repository, home: str, clones: int) -> str:
    """What the remotes of a repository name; "" where they name nothing."""
    for name in ("upstream", "origin"):
        for raw in filter(None, repository.config.get(f"remote.{name}.url", [])):
            if len(raw) > _URL_MAX:
                continue
            url = rewriting.effective(raw, home, repository.common, repository.data)
            path = remote.local_path(url)
            if path and url != raw and not remote.local_path(raw):
                path, url = "", raw  # a mirror on this machine is a copy of what is named
            if path and clones:
                return _value_of_source(joined(repository.top, path), home, clones - 1)
            named = "" if path else remote.normalise(url)
            if named:
                return "repo:" + printable(named)
    return ""


def _config_of(common: str, data: bytes) -> dict[str, list[str]]:
    config = gitconfig.parse(data, _WANTED)
    if config.get("extensions.worktreeconfig", [""])[-1].lower() in _TRUE:
        # Where sparse checkouts are set up, git moves these two out of the shared file.
        own = gitconfig.parse(read_regular(common + "/config.worktree", _CONFIG_MAX), frozenset(_OF_WORK_TREE))
        for name, values in own.items():
            config[name] = config.get(name, []) + values
    return config


_TRUE = ("true", "yes", "on", "1")


def _value_of_source(path: str, home: str, clones: int) -> str:
    """The project of a folder that something was cloned from."""
    if not is_folder(path) and is_folder(path + ".git"):
        path += ".git"
    path = real_path(path)
    return _resolve(path, home, clones).value if is_folder(path) else "path:" + printable(path)


def enclosing(folder: str) -> Repository | None:
    """The repository a folder lies in, as git finds it: its own, else the nearest above.

    Args:
        folder: an absolute real path of a folder that exists.
    """
    while True:
        repository = repository_at(folder)
        if repository is not None or folder in ("", "/"):
            return repository
        folder = folder.rpartition("/")[0] or "/"


def repository_at(folder: str) -> Repository | None:
    """The repository whose top-level folder this is, None where it is none's."""
    dot_git = folder.rstrip("/") + "/.git"
    if _is_git_dir(dot_git):
        common = _common(real_path(dot_git))
        return Repository(folder, common, is_certain=common == dot_git)
    if is_regular(dot_git):
        return _from_pointer(folder, dot_git)
    if _is_git_dir(folder) and is_folder(folder + "/objects") and is_folder(folder + "/refs"):
        return Repository(folder.removesuffix("/.git") or "/", folder, is_certain=True)
    return None


def _from_pointer(folder: str, dot_git: str) -> Repository | None:
    """A work tree or submodule, whose `.git` is a file that says where git's folder is."""
    git_dir = _pointed_at(folder, dot_git)
    if not git_dir:
        return None
    if _is_git_dir(git_dir):
        common = _common(git_dir)
        return Repository(folder, common, is_certain=_leads_back(git_dir, common, dot_git))
    # A work tree that was pruned: its entry is gone, the repository it came from may still be there.
    main, mark, _ = git_dir.rpartition("/worktrees/")
    return Repository(folder, main if mark and _is_git_dir(main) else git_dir)


def _pointed_at(folder: str, dot_git: str) -> str:
    text = read_regular(dot_git, _POINTER_MAX).decode("utf-8", "surrogateescape")
    mark, _, target = text.partition(":")
    if mark.strip() != "gitdir" or not target.strip() or "\0" in target:
        return ""
    return real_path(joined(folder, target.strip("\r\n").strip(" ")))


def _leads_back(git_dir: str, common: str, dot_git: str) -> bool:
    """Whether a work tree's entry in the repository names the folder that names the entry."""
    if not git_dir.startswith(common + "/worktrees/"):
        return False
    text = read_regular(git_dir + "/gitdir", _POINTER_MAX).decode("utf-8", "surrogateescape").strip("\r\n ")
    return bool(text) and "\0" not in text and real_path(joined(git_dir, text)) == dot_git


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


def _main_folder(repository: Repository) -> str:
    """The folder that stands for a repository, the same from each of its work trees."""
    common, config = repository.common, repository.config
    if not is_folder(common):
        return repository.top
    if config.get("core.bare", [""])[-1].lower() in _TRUE:
        return common
    named = config.get("core.worktree", [""])[-1]
    if named and "\0" not in named:
        tree = real_path(joined(common, named))
        # The setting alone could name anybody's folder; a submodule's leads back here.
        if _pointed_at(tree, tree + "/.git") == common:
            return tree
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
