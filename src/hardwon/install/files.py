"""Read the files an installation edits, and apply a set of edits all or nothing.

Each write goes through symbolic links to the file behind, into a temporary file beside it that takes its
place in one step, with mode and owner kept. If one edit fails, those before it are taken back.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hardwon.errors import InstallRefused

SIZE_MAX = 8 << 20


class Unusable(OSError):
    """A file cannot be read or written safely; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """One file as it stands: `real` is what links lead to, `data` is None where there is none yet.

    `blocked` says why it cannot be changed, "" if it can.
    """

    path: Path
    real: Path
    data: bytes | None
    blocked: str = ""


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One file's change: the bytes before and after, None for no file.

    `mode` is for a file made anew; folders made for it are as open as it is. `is_launcher` tells the per-user
    scripts, which several installations share.
    """

    real: Path
    before: bytes | None
    after: bytes | None
    mode: int = 0o666
    is_launcher: bool = False


def read_target(path: Path) -> Target:
    """Read a file that is to be edited.

    Args:
        path: the file; it need not exist.

    Raises:
        Unusable: not a regular file, too large, or unreadable.
    """
    real = Path(os.path.realpath(path))
    try:
        state = real.stat()
    except FileNotFoundError:
        return Target(path=path, real=real, data=None, blocked=_folder_block(real.parent))
    except OSError as error:
        raise Unusable(_why(error)) from None
    if not stat.S_ISREG(state.st_mode):
        raise Unusable("is no regular file")
    if state.st_size > SIZE_MAX:
        raise Unusable(f"is larger than {SIZE_MAX >> 20} MB")
    # The owner's bit too: root could write, but a person who set 0400 said no.
    writable = state.st_mode & stat.S_IWUSR and os.access(real, os.W_OK)
    try:
        data = real.read_bytes()
    except OSError as error:
        raise Unusable(_why(error)) from None
    blocked = _folder_block(real.parent) if writable else "is read-only"
    return Target(path=path, real=real, data=data, blocked=blocked)


def _folder_block(folder: Path) -> str:
    """Why the nearest folder that exists lets nothing be made in it, or ""."""
    while not folder.exists():
        folder = folder.parent
    if not folder.is_dir():
        return f"lies below {folder}, which is no folder"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"lies in a folder that cannot be written ({folder})"
    return ""


def _why(error: OSError) -> str:
    return f"cannot be read ({error.strerror or error})"


class Transaction:
    """Applies edits in order; `roll_back` takes all of them back."""

    def __init__(self) -> None:
        self._done: list[Edit] = []
        self._made: list[Path] = []

    def apply(self, edits: Iterable[Edit]) -> None:
        """Make every edit, or none.

        Raises:
            InstallRefused: a file changed since it was read, or could not be written; all is as before.
        """
        try:
            for edit in edits:
                self._apply_one(edit)
        except OSError as error:
            self.roll_back()
            raise InstallRefused(
                f"{error.filename} could not be written: {error.strerror}; nothing was changed",
                "Mend that and run the command again.",
            ) from None
        except BaseException:
            self.roll_back()
            raise

    def _apply_one(self, edit: Edit) -> None:
        if _read(edit.real) != edit.before:
            raise InstallRefused(
                f"{edit.real} was changed by another program just now; nothing was changed",
                "Run the command again.",
            )
        self._make_folders(edit.real.parent, 0o777 if edit.mode & 0o077 else 0o700)
        self._done.append(edit)
        _put(edit.real, edit.after, edit.mode)

    def _make_folders(self, folder: Path, mode: int) -> None:
        for new in reversed(missing_folders(folder)):
            new.mkdir(mode)
            self._made.append(new)

    def roll_back(self) -> None:
        """Put every file back as it was; a file that cannot be put back keeps its backup."""
        for edit in reversed(self._done):
            try:
                if _read(edit.real) != edit.before:
                    _make_parents(edit.real)
                    _put(edit.real, edit.before, edit.mode)
            except OSError:
                continue
        remove_empty_folders(self._made)
        self._done.clear()
        self._made.clear()


def missing_folders(folder: Path) -> list[Path]:
    """The folder and those above it that do not exist, the deepest first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    return missing


def _make_parents(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _put(path: Path, data: bytes | None, mode: int) -> None:
    if data is None:
        path.unlink(missing_ok=True)
    else:
        write_atomically(path, data, mode)


def write_atomically(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file's content in one step, with the mode and owner it had.

    Args:
        path: no link; its folder must exist.
        data: the whole content.
        mode: for a file that does not exist yet, less the umask.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.unlink(missing_ok=True)  # left by a process that was killed
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    try:
        try:
            _copy_owner(path, handle)
            with os.fdopen(os.dup(handle), "wb") as file:
                file.write(data)
            os.fsync(handle)
        finally:
            os.close(handle)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _copy_owner(path: Path, handle: int) -> None:
    try:
        state = path.stat()
    except FileNotFoundError:
        return
    try:
        os.fchown(handle, state.st_uid, state.st_gid)
    except OSError:
        pass  # another's file in a shared folder: the content matters more than the owner
    os.fchmod(handle, stat.S_IMODE(state.st_mode))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError:
        pass  # some file systems cannot sync a folder
    finally:
        os.close(handle)


def remove_empty_folders(folders: Iterable[Path]) -> list[Path]:
    """Remove those of the folders that hold nothing, the deepest first.

    Returns:
        the ones removed.
    """
    removed = []
    for folder in sorted(set(folders), key=lambda path: len(path.parts), reverse=True):
        try:
            folder.rmdir()
            removed.append(folder)
        except OSError:
            continue
    return removed
