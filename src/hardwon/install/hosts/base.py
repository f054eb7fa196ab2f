"""What a host is to the installer: how to see that it is here, and the parts that wire Hardwon into it.

A host's module says where its files lie and what is to stand in them; `running` reads, writes and undoes. A part is

- `Shared`: something of ours in a file that others use too (a server in a list of servers, a block in AGENTS.md),
- `Own`: a file that is wholly ours (an extension, a plugin's module),
- `Step`: something that only another program can do (a client's own command, an interpreter's package).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from hardwon.config.paths import Paths
from hardwon.hosts.claude_code import bundle
from hardwon.install import entries
from hardwon.install.layout import PROJECT, USER
from hardwon.install.report import InstallReport
from hardwon.install.shared import JsonShare, Share

# No "$": some hosts put the values of variables into their arguments before they start a server.
_SCRIPT = 'trap "exit 0" EXIT; [ -r ~/.hardwon/mcp.sh ] && . ~/.hardwon/mcp.sh; exit 0'
SERVER: dict[str, Any] = {"command": "/bin/sh", "args": ["-c", _SCRIPT, bundle.MCP_MARKER]}
PLAIN_ONLY = "has comments or trailing commas; {} reads plain JSON alone and ignores such a file"
MARKS = (bundle.MCP_MARKER, "/.hardwon/")


@dataclass(frozen=True, kw_only=True)
class Machine:
    """The person's machine as a host's module sees it.

    Attributes:
        home: the home folder.
        project: the folder to install into, for the project scope.
        environ: the environment; hosts have variables that move their folders.
        platform: as `sys.platform` has it.
    """

    home: Path
    project: Path
    environ: Mapping[str, str]
    platform: str

    @property
    def config(self) -> Path:
        """Where programs keep their settings by the rules of XDG: `~/.config`, wherever it was moved to."""
        return Path(self.environ.get("XDG_CONFIG_HOME") or self.home / ".config")

    @property
    def app_data(self) -> Path:
        """Where desktop programs keep their settings on this platform."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return Path(self.environ.get("APPDATA") or self.home / "AppData" / "Roaming")
        return self.config

    def program(self, *names: str) -> str:
        """The path of the first of these programs that is on the search path, "" for none."""
        found = (shutil.which(name, path=self.environ.get("PATH", "")) for name in names)
        return next((path for path in found if path), "")

    def first(self, *paths: Path) -> str:
        """The first of these paths that exists, "" for none."""
        return next((str(path) for path in paths if path.exists()), "")


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a person can choose at an installation.

    Attributes:
        rules: add the lines that tell the agent to use its memory; None leaves it to the host's default.
        activate: where a host uses one memory at a time, make it this one.
        moved: files of the host's own memory that are stored, to be moved away; Claude Code's alone.
    """

    rules: bool | None = None
    activate: bool = False
    moved: tuple[Path, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Shared:
    """Something of ours in a file that others use too; `mode` is for a file made anew."""

    path: Path
    share: Share
    mode: int = 0o666

    @property
    def name(self) -> str:
        """The part's name in reports."""
        return self.share.name


@dataclass(frozen=True, kw_only=True)
class Own:
    """A file that is wholly ours.

    Attributes:
        name: the part's name in reports.
        path: the file.
        text: its content.
        is_own: whether bytes are as some version of ours wrote them; None goes by the record alone.
    """

    name: str
    path: Path
    text: bytes
    is_own: Callable[[bytes], bool] | None = None


class Step(Protocol):
    """Something that only another program can do, after all files are written and before they are taken out."""

    @property
    def name(self) -> str:
        """The part's name in reports."""

    @property
    def path(self) -> Path:
        """The file or folder it changes."""

    def state(self) -> str:
        """WIRED, STALE, MISSING or FOREIGN; looks only."""

    def put_in(self) -> str:
        """Do it; returns "" when it is done, else the line that the person should run."""

    def take_out(self) -> str:
        """Undo it; the answer is as in `put_in`."""


Part = Shared | Own | Step


@dataclass(frozen=True, kw_only=True)
class HostState:
    """How Hardwon stands in one host and scope.

    Attributes:
        found: what shows that the host is here, "" where nothing does.
        state: wired, stale, missing or foreign; stale where the parts differ.
        path: the file, the first of several.
        note: which parts are not as they should be.
    """

    host: str
    title: str
    scope: str
    found: str
    state: str
    path: str
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The state as plain values."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class Wiring:
    """How a host is wired that is more than its parts: what is done in place of `running`'s own."""

    install: Callable[[Machine, str, Wanted, bool, Paths], InstallReport]
    uninstall: Callable[[Machine, str | None, bool, Paths], InstallReport]
    state: Callable[[Machine, str, Paths], HostState]


@dataclass(frozen=True, kw_only=True)
class Host:
    """One host.

    Attributes:
        name: as `mem install` takes it.
        title: as a person calls it.
        found: what shows that the host is on this machine (a path), "" where nothing does.
        parts: the parts of a scope; with every wish granted they are all that there can be.
        scopes: the scopes it has, the usual one first.
        config: the entry for pasting by hand; None where there is nothing to paste.
        has_hooks: whether the host gives memories unasked.
        after: what the person has to do then, a sentence.
        wiring: what is done in place of reading, writing and undoing `parts`.
        shares: forms of ours that `parts` may not name any more, for files that were wired in before the host's files
            were others.
    """

    name: str
    title: str
    found: Callable[[Machine], str]
    parts: Callable[[Machine, str, Wanted], Sequence[Part]]
    scopes: tuple[str, ...] = (USER, PROJECT)
    config: Callable[[], str] | None = None
    has_hooks: bool = False
    after: str = ""
    wiring: Wiring | None = None
    shares: tuple[Share, ...] = ()


def json_server(
    keys: tuple[str, ...], value: Mapping[str, Any] | None = None, *, plain_only: str = "", name: str = "mcp"
) -> JsonShare:
    """Our server in a JSON file.

    Args:
        keys: the way to the entry.
        value: the entry; None takes SERVER.
        plain_only: what is wrong with comments in this file, "" where the host takes them.
        name: the part.
    """
    entry = dict(SERVER if value is None else value)

    def wanted() -> dict[str, Any]:
        whole: Any = entry
        for key in reversed(keys):
            whole = {key: whole}
        return dict(whole)

    return JsonShare(
        name=name,
        add=lambda document: entries.add_at(document, keys, entry),
        remove=lambda document, kept: entries.remove_at(document, keys, kept, is_own_server),
        tell=lambda whole: _state(_at(whole, keys), entry),
        wanted=wanted,
        marks=MARKS,
        plain_only=plain_only,
        renew=lambda whole: json_server(
            keys, entries.merged(_at(whole, keys), entry), plain_only=plain_only, name=name
        ),
    )


def _at(whole: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        whole = whole.get(key) if isinstance(whole, dict) else None
    return whole


def _state(found: Any, entry: Mapping[str, Any]) -> str:
    if found is None:
        return entries.MISSING
    if not is_own_server(found):
        return entries.FOREIGN
    return entries.WIRED if entries.holds(found, entry) else entries.STALE


def is_own_server(value: Any) -> bool:
    """Whether a server's entry is ours, of this version or an earlier one, also where the command is one list."""
    if isinstance(value, dict) and isinstance(value.get("command"), list):
        value = {"args": value["command"]}
    return entries.is_own_server(value)


def as_json(value: object) -> str:
    """A value as text for pasting."""
    return json.dumps(value, indent=2)
