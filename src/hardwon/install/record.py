"""What was installed where, so that uninstalling gives back exactly what was there.

One small JSON file in the data folder, changed under a lock. It makes undoing exact; losing it loses no more
than that, for our entries and files are recognised by their own marks too.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from hardwon.config.paths import Paths, fnv1a_64, make_private_dir
from hardwon.errors import InstallRefused
from hardwon.install.files import write_atomically

CLAUDE_CODE = "claude-code"

FILE_NAME = "installs.json"
LOCK_NAME = "installs.lock"


@dataclass(kw_only=True)
class FileRecord:
    """One edited or made file.

    Attributes:
        installed: digest of the bytes as we left them; for a file that was moved away a word instead.
        original: digest of the bytes before us, None if there was no file.
        backup: name of their copy in the install's backup folder, None without one.
        kept: text that gave way to our entries, by place (hardwon.install.entries).
        mode: of a file that was moved away, 0 for others.
    """

    installed: str
    original: str | None = None
    backup: str | None = None
    kept: dict[str, str] = field(default_factory=dict)
    mode: int = 0


@dataclass(kw_only=True)
class Install:
    """One installation: a host, a folder and a scope; the files by path, the folders made for them."""

    directory: str
    scope: str
    host: str = CLAUDE_CODE
    version: str = ""
    files: dict[str, FileRecord] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)


class Records:
    """All installations of this person, as the file has them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.installs: list[Install] = []
        self.made_folders: list[str] = []
        try:
            self._read(json.loads(path.read_bytes()))
        except (OSError, ValueError, TypeError, AttributeError, KeyError):
            self.installs, self.made_folders = [], []

    def _read(self, content: Any) -> None:
        for row in content["installs"]:
            known = {key: value for key, value in row.items() if key in {f.name for f in fields(Install)}}
            known["files"] = {path: FileRecord(**file) for path, file in known["files"].items()}
            self.installs.append(Install(**known))
        self.made_folders = [str(folder) for folder in content["made_folders"]]

    def get(self, directory: str, scope: str, host: str = CLAUDE_CODE) -> Install | None:
        """The installation of one host, folder and scope."""
        return next((i for i in self.installs if (i.directory, i.scope, i.host) == (directory, scope, host)), None)

    def living(self) -> list[Install]:
        """The installations whose folder still exists; a deleted project needs no launcher."""
        return [install for install in self.installs if Path(install.directory).is_dir()]

    def put(self, install: Install) -> None:
        """Add or replace an installation."""
        self.drop(install.directory, install.scope, install.host)
        self.installs.append(install)

    def drop(self, directory: str, scope: str, host: str = CLAUDE_CODE) -> None:
        """Forget an installation."""
        self.installs = [i for i in self.installs if (i.directory, i.scope, i.host) != (directory, scope, host)]

    def sharing(self, path: str, *, but: Install) -> list[Install]:
        """The installations of other hosts that use a file."""
        return [i for i in self.living() if i.host != but.host and path in i.files]

    def save(self) -> None:
        """Write the file if it would change."""
        content = {"installs": [asdict(i) for i in self.installs], "made_folders": self.made_folders}
        data = (json.dumps(content, indent=1) + "\n").encode()
        if not self._path.exists() or self._path.read_bytes() != data:
            write_atomically(self._path, data)


def read_records(paths: Paths) -> Records:
    """The records as they stand, for looking only."""
    return Records(Path(paths.data) / FILE_NAME)


@contextmanager
def locked_records(paths: Paths) -> Iterator[Records]:
    """The records for changing; makes the data folder, and holds every other installer off meanwhile.

    Raises:
        InstallRefused: the data folder cannot be written.
    """
    data = Path(paths.data)
    new = [str(folder) for folder in (data, *data.parents) if not folder.exists()]
    try:
        make_private_dir(paths.data)
        handle = os.open(data / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise InstallRefused(
            f"the data folder {data} cannot be written: {error.strerror}; nothing was changed",
            "Set HARDWON_HOME to a folder of yours, or mend its permissions.",
        ) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        records = Records(data / FILE_NAME)
        records.made_folders.extend(new)
        yield records
    finally:
        os.close(handle)


def digest(data: bytes) -> str:
    """The digest by which a file's bytes are recognised."""
    return hashlib.sha256(data).hexdigest()


def backup_folder(paths: Paths, directory: str, scope: str, host: str = CLAUDE_CODE) -> Path:
    """Where the copies of one installation's originals lie."""
    name = f"{scope}:{directory}" if host == CLAUDE_CODE else f"{host}:{scope}:{directory}"
    key = fnv1a_64(name.encode("utf-8", "surrogateescape"))
    return Path(paths.backups) / "install" / f"{key:016x}"


def save_backup(folder: Path, name: str, data: bytes) -> None:
    """Keep a copy of a file's bytes under a name; an existing copy is left as it is."""
    make_private_dir(str(folder))
    if not (folder / name).exists():
        write_atomically(folder / name, data)
