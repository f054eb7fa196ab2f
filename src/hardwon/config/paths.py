"""Where things live: the data folder, the configuration file, the per-user launcher.

Light (docs/architecture.md, "The hook path"): imports nothing but `posix` and `sys`.
"""

from __future__ import annotations

import posix
import sys

from hardwon.config.dotenv import from_dotenv, is_read
from hardwon.errors import InvalidInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FALLBACK_PREFIXES = ("RUNTIME_MEMORY_", "MEMORY_LAYER_")
_PREFIX = "HARDWON_"
_SETTINGS_MAX = 1 << 20  # what stands behind so much might name anything
_PROJECT_SETTINGS = ("/.claude/settings.json", "/.claude/settings.local.json")
# How Claude Code's client reaches its model where that is not the maker's own API, or not without a proxy.
CLIENT_VARIABLES = frozenset((
    "ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS", "SSL_CERT_DIR", "SSL_CERT_FILE",
    "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_SMALL_FAST_MODEL", "CLOUD_ML_REGION",
    "GCLOUD_PROJECT", "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_PROJECT",
))  # fmt: skip
CLIENT_PREFIXES = (
    "ANTHROPIC_BEDROCK_", "ANTHROPIC_DEFAULT_", "ANTHROPIC_FOUNDRY_", "ANTHROPIC_SMALL_FAST_MODEL_",
    "ANTHROPIC_VERTEX_", "AWS_", "AZURE_", "CLAUDE_CODE_CLIENT_", "CLAUDE_CODE_SKIP_", "CLAUDE_CODE_USE_",
    "CLOUDSDK_", "VERTEX_REGION_",
)  # fmt: skip


def fnv1a_64(data: bytes) -> int:
    """The 64-bit FNV-1a hash: names folders, protects nothing.

    Source: Fowler, Noll, Vo; draft-eastlake-fnv.
    """
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def make_private_dir(path: str) -> None:
    """Create a folder and its missing parents, mode 0700; an existing one is left as it is."""
    try:
        posix.mkdir(path, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        parent = path.rsplit("/", 1)[0]
        if parent == path or not parent:
            raise
        make_private_dir(parent)
        try:
            # Not by calling itself: where nothing can be made, as in /proc, that would never end.
            posix.mkdir(path, 0o700)
        except FileExistsError:
            return


def environ_text() -> dict[str, str]:
    """The process's environment as text, without the `os` module."""
    return {
        key.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape")
        for key, value in posix.environ.items()
    }


def setting_from(environ: Mapping[str, str], name: str) -> str:
    """The value of HARDWON_<name>, else of the fall-back prefixes, else ""."""
    value = environ.get(_PREFIX + name, "")
    if value:
        return value
    for prefix in FALLBACK_PREFIXES:
        if environ.get(prefix + name):
            return environ[prefix + name]
    return ""


def is_fallback(environ: Mapping[str, str], name: str) -> bool:
    """Whether `setting_from` answers from a fall-back prefix."""
    return not environ.get(_PREFIX + name) and bool(setting_from(environ, name))


def is_clients(name: str) -> bool:
    """Whether a variable says how Claude Code's own client reaches its model: another host's, or past a proxy."""
    return name.upper() in CLIENT_VARIABLES or name.startswith(CLIENT_PREFIXES)


def _settings_text(path: str) -> bytes | None:
    """What a project's settings file says, nothing where there is none; None where it could say anything."""
    try:
        # A repository may hold a named pipe there; opening one must not wait for its other end.
        handle = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK)
    except OSError:
        return b""
    try:
        data = posix.read(handle, _SETTINGS_MAX)
        return None if len(data) == _SETTINGS_MAX else _unescaped(data)
    except OSError:
        return b""
    finally:
        posix.close(handle)


def _unescaped(data: bytes) -> bytes:
    """JSON's bytes with ASCII letters that were written as `\\u0048` as themselves."""
    first, *parts = data.split(b"\\u00")
    try:
        return first + b"".join(bytes((int(part[:2], 16),)) + part[2:] for part in parts)
    except ValueError:
        return data


def trusted_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without what a project's own settings put into it.

    A repository's `.claude/settings.json` can set variables for every hook and server of a session, as its `.env` can
    for OMP. Where the data lives and which servers are spoken to is the person's choice, so a variable of ours, or one
    of the client's way to its model, that such a file names is dropped.

    Args:
        environ: the process's environment; CLAUDE_PROJECT_DIR tells the project. An agent's shell has CLAUDECODE
            or OMPCODE alone: there the project is the working folder or one above it.
    """
    result = dict(environ)
    if is_read(environ):
        started_in = environ.get("PWD", "")
        folders = [*_folders_above(environ), *([started_in] if started_in != environ.get("HOME") else [])]
        for name in from_dotenv([name for name in environ if _is_ours(name)], folders):
            result.pop(name, None)
    project = environ.get("CLAUDE_PROJECT_DIR", "")
    projects = [project] if project else _folders_above(environ) if environ.get("CLAUDECODE") else []
    if not projects:
        return result
    ours = [name for name in result if _is_ours(name)]
    if not ours:
        return result
    texts = [_settings_text(project + suffix) for project in projects for suffix in _PROJECT_SETTINGS]
    for name in ours:
        needle = name.encode("utf-8", "surrogateescape")
        if any(text is None or needle in text for text in texts):
            del result[name]
    return result


def _is_ours(name: str) -> bool:
    return name.startswith((_PREFIX, *FALLBACK_PREFIXES, "ANTHROPIC_")) or is_clients(name)


def _folders_above(environ: Mapping[str, str]) -> list[str]:
    """The working folder and those above it, up to the home folder, whose settings are the person's own."""
    try:
        folder = posix.getcwd()
    except OSError:
        folder = environ.get("PWD", "")
    home = environ.get("HOME", "").rstrip("/")
    found: list[str] = []
    while folder.strip("/") and folder != home:
        found.append(folder)
        folder = folder.rpartition("/")[0]
    return found


def _slug(binding: str) -> str:
    tail = binding.rstrip("/").rsplit("/", 1)[-1].rsplit(":", 1)[-1]
    kept = "".join(char if char.isascii() and char.isalnum() else "-" for char in tail.lower())
    return "-".join(part for part in kept.split("-") if part)[:40] or "project"


class Paths:
    """Every place the program reads or writes, as absolute text paths.

    Attributes:
        home: the person's home folder.
        data: the data folder (HARDWON_HOME).
        config_file: the settings file (HARDWON_CONFIG).
        db: one file that holds every project and the person's own memories (HARDWON_DB), or "".
        spool, logs, backups: folders below `data`.
        user_db: the store of memories that follow the person.
        launcher_dir: the fixed place of the per-user launcher, whatever HARDWON_HOME says.
    """

    __slots__ = ("backups", "config_file", "data", "db", "home", "launcher_dir", "logs", "spool", "user_db")

    def __init__(self, *, home: str, data: str, config_file: str, db: str = "") -> None:
        self.home = home
        self.data = data
        self.config_file = config_file
        self.db = db
        self.spool = data + "/spool"
        self.logs = data + "/logs"
        self.backups = data + "/backups"
        self.user_db = db or data + "/user/memory.db"
        self.launcher_dir = home + "/.hardwon"

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> Paths:
        """Resolve every place from an environment; creates nothing.

        Args:
            environ: HOME, XDG_DATA_HOME, XDG_CONFIG_HOME and the HARDWON_* variables.

        Raises:
            InvalidInput: there is no home folder to be found.
        """
        home = _absolute(environ.get("HOME", "")) or _home_of_user()
        if sys.platform == "darwin":
            data_home = config_home = home + "/Library/Application Support"
        else:
            data_home = _absolute(environ.get("XDG_DATA_HOME", "")) or home + "/.local/share"
            config_home = _absolute(environ.get("XDG_CONFIG_HOME", "")) or home + "/.config"
        return cls(
            home=home,
            data=_expanded(setting_from(environ, "HOME"), home) or data_home + "/hardwon",
            config_file=_expanded(setting_from(environ, "CONFIG"), home) or config_home + "/hardwon/config.toml",
            db=_expanded(setting_from(environ, "DB"), home),
        )

    def project_dir(self, binding: str) -> str:
        """The folder of one project's store: a readable name and a hash of the binding."""
        digest = fnv1a_64(binding.encode("utf-8", "surrogateescape"))
        return f"{self.data}/projects/{_slug(binding)}-{digest:016x}"

    def project_db(self, binding: str) -> str:
        """The database file that holds one project's memories."""
        return self.db or self.project_dir(binding) + "/memory.db"


def _absolute(path: str) -> str:
    """XDG variables count only when absolute (XDG base directory specification)."""
    return path.rstrip("/") if path.startswith("/") else ""


def _expanded(path: str, home: str) -> str:
    if not path:
        return ""
    if path == "~" or path.startswith("~/"):
        path = home + path[1:]
    if not path.startswith("/"):
        path = _current_folder(home) + "/" + path
    return path.rstrip("/") or "/"


def _current_folder(home: str) -> str:
    try:
        return posix.getcwd()
    except OSError:  # it was deleted
        return home


def _home_of_user() -> str:
    import pwd

    try:
        home = _absolute(pwd.getpwuid(posix.getuid()).pw_dir)
    except KeyError:  # a container's user without an entry
        home = ""
    if not home:
        raise InvalidInput("there is no home folder", "set HOME to an absolute path")
    return home
