"""A remote's address as git itself would use it: `url.<base>.insteadOf`, the person's own and the repository's. Light.

Reads `/etc/gitconfig`, `~/.config/git/config` and `~/.gitconfig` with what they include. The repository's own config
can name no other remote this way than it could name at once.
"""

from __future__ import annotations

from hardwon.binding import gitconfig
from hardwon.binding.files import read_regular

_FILE_MAX = 1 << 20
_DEPTH_MAX = 10  # as git has it
_FILES_MAX = 50
# Most files hold neither; then nothing is parsed. Both words are written in any case.
_RULE, _INCLUDE = b"insteadof", b"include"


def effective(url: str, home: str, git_dir: str, own: bytes) -> str:
    """The address after rewriting: of all rules that fit, the one with the longest beginning counts.

    Args:
        url: as it stands in the repository's config.
        home: the person's home folder.
        git_dir: git's folder of the repository, for includes that depend on it.
        own: the repository's config file.
    """
    best = base = ""
    for prefix, instead in _rules(home, git_dir, own):
        if url.startswith(prefix) and len(prefix) > len(best):
            best, base = prefix, instead
    return base + url[len(best) :] if best else url


def _rules(home: str, git_dir: str, own: bytes) -> list[tuple[str, str]]:
    reading = _Reading(home, git_dir)
    reading.take(own)
    for path in ("/etc/gitconfig", f"{home}/.config/git/config", f"{home}/.gitconfig"):
        reading.file(path, 0)
    return reading.rules


class _Reading:
    """The rules of config files, gathered."""

    __slots__ = ("_files", "_git_dir", "_home", "rules")

    def __init__(self, home: str, git_dir: str) -> None:
        self._home = home
        self._git_dir = git_dir
        self._files = 0
        self.rules: list[tuple[str, str]] = []

    def take(self, data: bytes) -> list[str]:
        """Take a file's rules; the files that it includes, as it names them."""
        lowered = data.lower()
        if _RULE not in lowered and _INCLUDE not in lowered:
            return []
        included: list[str] = []
        for section, name, value in gitconfig.entries(data, _is_wanted):
            if section.startswith("url.") and name == "insteadof" and value:
                self.rules.append((value, section[4:]))
            elif name == "path" and (section == "include" or self._fits(section)):
                included.append(value)
        return included

    def file(self, path: str, depth: int) -> None:
        """Take a file's rules, and those of what it includes."""
        self._files += 1
        if depth > _DEPTH_MAX or self._files > _FILES_MAX:
            return
        folder = path.rpartition("/")[0]
        for name in self.take(read_regular(path, _FILE_MAX)):
            if name.startswith("~/"):
                name = self._home + name[1:]
            self.file(name if name.startswith("/") else f"{folder}/{name}", depth + 1)

    def _fits(self, section: str) -> bool:
        """Whether the condition of an `includeIf` holds; those about branches and remotes never do."""
        kind, _, pattern = section.removeprefix("includeif.").partition(":")
        if kind not in ("gitdir", "gitdir/i") or not pattern:
            return False
        from hardwon.binding.globs import matches

        place = self._git_dir + "/"
        if pattern.startswith("~/"):
            pattern = self._home + pattern[1:]
        elif not pattern.startswith(("/", "./")):
            pattern = "**/" + pattern
        if pattern.endswith("/"):
            pattern += "**"
        if kind == "gitdir/i":
            place, pattern = place.lower(), pattern.lower()
        return matches(pattern, place) or matches(pattern, place.rstrip("/"))


def _is_wanted(section: str) -> bool:
    return section == "include" or section.startswith(("url.", "includeif."))
