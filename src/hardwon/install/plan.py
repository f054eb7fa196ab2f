"""Work out every edit of an installation or its undoing before the first byte is written."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hardwon.errors import InstallRefused
from hardwon.install import entries, report
from hardwon.install.files import Edit, Target, Unusable, missing_folders, read_target
from hardwon.install.record import FileRecord, Install, Records, digest
from hardwon.install.report import Change
from hardwon.install.shared import Share

PRIVATE = 0o600
MOVED = "moved"  # in the place of a digest


@dataclass
class Plan:
    """Edits in order, what to tell of them, to record and to keep copies of, and what stands against them.

    Attributes:
        install: the installation as it is recorded, to be changed on success.
        backups: where the copies of its originals lie.
        records: all installations, to know who shares a file.
        backups_of: where another installation's copies lie.
    """

    install: Install
    backups: Path
    records: Records
    backups_of: Callable[[Install], Path]
    edits: list[Edit] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    files: dict[str, FileRecord] = field(default_factory=dict)
    copies: list[tuple[str, bytes]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[tuple[Path, str, str]] = field(default_factory=list)

    def refuse_if_blocked(self) -> None:
        """Raise InstallRefused if any file cannot be edited safely; nothing has been changed."""
        if not self.problems:
            return
        reasons = "; ".join(f"{path} {reason}" for path, reason, _ in self.problems)
        snippets = [snippet for _, _, snippet in self.problems if snippet]
        hint = "Mend that and run the command again"
        raise InstallRefused(
            f"{reasons}; nothing was changed",
            hint + (", or paste this by hand:" if snippets else "."),
            "\n".join(snippets),
        )

    def new_folders(self) -> Iterator[str]:
        """The folders that the edits will make in the installation's own place."""
        for edit in self.edits:
            if edit.after is not None and not edit.is_launcher:
                yield from (str(folder) for folder in missing_folders(edit.real.parent))

    def target(self, path: Path, snippet: str = "") -> Target | None:
        """Read a file, or note why it cannot be edited."""
        try:
            return read_target(path)
        except Unusable as error:
            self.problems.append((path, str(error), snippet))
            return None

    def edit(
        self, part: str, target: Target, after: bytes | None, *, mode: int = 0o666, snippet: str = "",
        is_launcher: bool = False,
    ) -> None:  # fmt: skip
        """Add one edit and its line of the report, or what stands against it."""
        if after == target.data:
            self.note(part, target.path, report.UNCHANGED)
            return
        if target.blocked:
            self.problems.append((target.path, target.blocked, snippet))
            return
        self.edits.append(Edit(real=target.real, before=target.data, after=after, mode=mode, is_launcher=is_launcher))
        action = report.REMOVED if after is None else report.CHANGED
        self.note(part, target.path, report.CREATED if target.data is None else action)

    def note(self, part: str, path: Path, action: str, note: str = "") -> None:
        """Add a line to the report."""
        self.changes.append(Change(part=part, path=str(path), action=action, note=note))

    # -- files that others use too -----------------------------------------------------------------------

    def put_in(self, share: Share, path: Path, *, mode: int = 0o666) -> None:
        """Add what is ours to a file, or what stands against it.

        Args:
            share: what is ours.
            path: the file; it need not exist.
            mode: for a file made anew.
        """
        target = self.target(path, share.snippet())
        if target is None:
            return
        if target.data is not None and (remark := share.remark(target.data)):
            self.notes.append(f"{path} {remark}")
        try:
            self._put_in(share, target, mode)
        except entries.Uneditable as error:
            self.problems.append((path, f"cannot be edited: {error}", share.snippet()))

    def _put_in(self, share: Share, target: Target, mode: int) -> None:
        path = target.path
        recorded = self.install.files.get(str(path))
        state = share.state(target.data or b"")
        if state == entries.WIRED:
            self.note(share.name, path, report.UNCHANGED)
            if record := recorded or self._adopted(path):
                self.files[str(path)] = record
            return
        if state == entries.FOREIGN:
            self.note(share.name, path, report.FOREIGN, "another's entry has this name, left alone")
            return
        base = self._without_ours(share, target, recorded)
        renewed = share.renewing(target.data) if target.data and state == entries.STALE else share
        after, kept = renewed.put_in(base or b"")
        record = FileRecord(installed=digest(after), kept=kept)
        if base is not None:
            record.original = digest(base)
            record.backup = self._copy(path, base)
        if target.data not in (None, base):
            self._copy(path, target.data or b"")
        self.files[str(path)] = record
        self.edit(share.name, target, after, mode=mode, snippet=share.snippet())

    def _adopted(self, path: Path) -> FileRecord | None:
        """The record of another installation that put ours into a file, its copy made our own."""
        for other in self.records.sharing(str(path), but=self.install):
            record = other.files[str(path)]
            if record.original and record.backup:
                original = _read_copy(self.backups_of(other) / record.backup, record.original)
                if original is not None:
                    self._copy(path, original)
            return record
        return None

    def take_out(self, share: Share, path: Path) -> None:
        """Take what is ours out of a file, unless another installation uses it."""
        if not path.is_file() or (str(path) not in self.install.files and not _is_readable(path)):
            return
        target = self.target(path)
        if target is None or target.data is None:
            return
        if self.records.sharing(str(path), but=self.install):
            if share.state(target.data) != entries.MISSING:
                self.note(share.name, path, report.UNCHANGED, "another host uses it")
            return
        recorded = self.install.files.get(str(path))
        try:
            after = self._without_ours(share, target, recorded)
        except entries.Uneditable as error:
            if share.is_mentioned(target.data):
                self.problems.append((path, f"cannot be edited: {error}; take our entries out by hand", ""))
            return
        if after == target.data:
            return
        if not recorded or digest(target.data) != recorded.installed:
            self._copy(path, target.data)
        self.edit(share.name, target, after)

    def _without_ours(self, share: Share, target: Target, recorded: FileRecord | None) -> bytes | None:
        """A file's bytes without ours: the original where nobody edited since; None for no file."""
        if target.data is None:
            return None
        if recorded and digest(target.data) == recorded.installed:
            if recorded.original is None:
                return None
            original = _read_copy(self.backups / str(recorded.backup), recorded.original)
            if original is not None:
                return original
        rest = share.take_out(target.data, recorded.kept if recorded else {})
        if rest.data == target.data:
            return target.data
        made_by_us = recorded is None or recorded.original is None
        return None if made_by_us and rest.is_hollow else rest.data

    # -- files that are wholly ours ----------------------------------------------------------------------

    def add_file(self, part: str, path: Path, text: bytes, is_own: Callable[[bytes], bool] | None = None) -> None:
        """Write a file of ours; one that is another's, or edited by hand, stays.

        Args:
            part: its name in reports.
            path: the file.
            text: its content.
            is_own: whether bytes are as some version of ours wrote them; None goes by the record alone.
        """
        target = self.target(path)
        if target is None:
            return
        recorded = self.install.files.get(str(path))
        if self._is_ours(target, text, is_own):
            self.edit(part, target, text)
            self.files[str(path)] = FileRecord(installed=digest(text))
        elif recorded:
            self.files[str(path)] = recorded
            self.note(part, path, report.KEPT, "edited by hand")
        else:
            self.note(part, path, report.FOREIGN, "another's file of this name, left alone")

    def remove_file(self, part: str, path: Path, text: bytes, is_own: Callable[[bytes], bool] | None = None) -> None:
        """Remove a file of ours that nobody edited; see `add_file`."""
        target = self.target(path) if path.is_file() else None
        if target is None or target.data is None:
            return
        if self._is_ours(target, text, is_own):
            self.edit(part, target, None)
        elif str(path) in self.install.files:
            self.note(part, path, report.KEPT, "edited by hand")

    def _is_ours(self, target: Target, text: bytes, is_own: Callable[[bytes], bool] | None) -> bool:
        recorded = self.install.files.get(str(target.path))
        return (
            target.data is None
            or target.data == text
            or (is_own is not None and is_own(target.data))
            or (recorded is not None and digest(target.data) == recorded.installed)
        )

    # -- files that are moved away, and come back ---------------------------------------------------------

    def move_away(self, part: str, path: Path) -> None:
        """Remove another's file, its copy kept for `bring_back`."""
        target = self.target(path)
        if target is None or target.data is None:
            return
        self.files[str(path)] = FileRecord(
            installed=MOVED, original=digest(target.data), backup=self._copy(path, target.data),
            mode=stat.S_IMODE(target.real.stat().st_mode),
        )  # fmt: skip
        self.edit(part, target, None)

    def keep_moved(self) -> None:
        """Go on knowing the files that an earlier installation moved away."""
        for name, record in self.install.files.items():
            if record.installed == MOVED:
                self.files.setdefault(name, record)

    def bring_back(self, part: str) -> None:
        """Put back every file that was moved away, where none has taken its place."""
        for name, record in self.install.files.items():
            if record.installed != MOVED:
                continue
            copy = self.backups / str(record.backup)
            original = _read_copy(copy, str(record.original))
            target = self.target(Path(name))
            if target is None or original is None:
                continue
            if target.data is None:
                self.edit(part, target, original, mode=record.mode)
            elif target.data != original:
                self.note(part, target.path, report.KEPT, f"written anew; as it was: {copy}")

    def _copy(self, path: Path, data: bytes) -> str:
        self.copies.append((path.name, data))
        return copy_name(path.name, data)


def _is_readable(path: Path) -> bool:
    try:
        return read_target(path).data is not None
    except Unusable:
        return False


def copy_name(name: str, data: bytes) -> str:
    """The name of a backup copy: the file's, and a digest, so that the same bytes are kept once."""
    return f"{name.lstrip('.')}-{digest(data)[:16]}"


def _read_copy(path: Path, expected: str) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return data if digest(data) == expected else None
