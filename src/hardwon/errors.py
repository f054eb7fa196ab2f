"""Every error this program raises on purpose, each saying who erred and what to do.

    HardwonError
    ├── InvalidInput        the caller: what was given cannot be used
    │   ├── InvalidValue    one value is none of those there are, or out of bounds
    │   └── Conflict        somebody else decided or changed it meanwhile
    │       └── StaleVersion    it is no longer the version that was meant
    ├── NotFound            the caller: no such memory, project or setting
    ├── Ambiguous           the caller: a shortened id fits several memories
    ├── PersonOnly          the caller: an agent asked for what only a person may do
    ├── ProjectMismatch     the caller: another project was named than the one this call is bound to
    ├── EmbedderUnavailable the embedding model cannot be used now; search goes on by words
    ├── InstallRefused      a file of the person's cannot be edited safely; nothing was changed
    └── StoreError          the store
        ├── StoreLocked     another process is writing; try again
        ├── StoreDamaged    the file is not a healthy database; `mem doctor --repair`
        ├── StoreReadOnly   the file or its folder cannot be written
        ├── StoreNewer      a newer Hardwon wrote it; upgrade
        └── StoreForeign    a database of another program; never touched

The hook path imports this module, so it imports nothing.
"""

from __future__ import annotations


class HardwonError(Exception):
    """Base of all: one line that says what is wrong, and a hint that says what to do.

    Args:
        message: what is wrong, one line, for a person.
        hint: what to do about it; may be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class InvalidInput(HardwonError):
    """What was given cannot be used as it is."""


class InvalidValue(InvalidInput):
    """One value is none of those there are, or out of bounds: in a shell, the command was called wrongly."""


class Conflict(InvalidInput):
    """Somebody else decided it, or changed what it is about, meanwhile."""


class StaleVersion(Conflict):
    """A memory is no longer the version that was meant."""


class NotFound(HardwonError):
    """No such memory, project or setting."""


class Ambiguous(HardwonError):
    """A shortened id fits several memories."""


class PersonOnly(HardwonError):
    """An agent asked for what only a person may do."""


class ProjectMismatch(HardwonError):
    """Another project was named than the one this call is bound to."""


class EmbedderUnavailable(HardwonError):
    """The embedding model is not prepared, damaged, out of reach, or its packages are missing."""


class InstallRefused(HardwonError):
    """A file cannot be edited safely; nothing was changed.

    Args:
        message: which file and why.
        hint: what to do.
        snippet: the text to paste by hand.
    """

    def __init__(self, message: str, hint: str = "", snippet: str = "") -> None:
        super().__init__(message, hint)
        self.snippet = snippet


class StoreError(HardwonError):
    """The store cannot do what was asked."""


class StoreLocked(StoreError):
    """Another process holds the write lock longer than we wait."""


class StoreDamaged(StoreError):
    """The file is not a healthy database."""


class StoreReadOnly(StoreError):
    """The file or its folder cannot be written."""


class StoreNewer(StoreError):
    """A newer version of this program wrote the file."""


class StoreForeign(StoreError):
    """The file is a database of another program."""
