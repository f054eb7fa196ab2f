"""Which database files an engine works on, opened when they are first needed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hardwon.config.paths import Paths
from hardwon.engine.quick import USER_PROJECT
from hardwon.errors import HardwonError
from hardwon.store.database import WRITE_BUSY_MS, Database, open_for_reading
from hardwon.store.fitness import exists
from hardwon.store.migrations import open_store
from hardwon.store.reader import Reader

if TYPE_CHECKING:
    from hardwon.store.database import Opener

# Connections a fork brought along: kept, for closing one would write to the parent's files.
_PARENTS: list[object] = []


class Stores:
    """The open files of one engine.

    Args:
        paths: where the files are.
        project: the binding of the project at hand.
        busy_ms: how long to wait for another writer, in milliseconds.
    """

    def __init__(self, paths: Paths, project: str, *, busy_ms: int = WRITE_BUSY_MS) -> None:
        self.paths = paths
        self.project = project
        self._busy_ms = busy_ms
        self._written: dict[str, Database] = {}
        self._read: dict[str, Database] = {}
        self._pid = os.getpid()
        self._open_for_reading: Opener = open_for_reading

    def read_by(self, opener: Opener) -> None:
        """Have files opened for reading by somebody who keeps them open between engines (hardwon.store.lending)."""
        self._open_for_reading = opener

    def close(self) -> None:
        """Close every file."""
        self._leave_to_parent()
        for database in (*self._written.values(), *self._read.values()):
            database.close()
        self._written.clear()
        self._read.clear()

    def _leave_to_parent(self) -> None:
        """After a fork, open files of our own: SQLite's locks and the parent's state are not ours to use or close."""
        if self._pid != os.getpid():
            _PARENTS.append((self._written, self._read))
            self._written, self._read, self._pid = {}, {}, os.getpid()

    def path_of(self, project: str) -> str:
        """The file that holds a project's memories."""
        return self.paths.user_db if project == USER_PROJECT else self.paths.project_db(project)

    def writing(self, project: str) -> Database:
        """The file of a project, made if it does not exist, open for writing.

        Raises:
            StoreError: it cannot be opened or made.
        """
        self._leave_to_parent()
        path = self.path_of(project)
        _drop_moved(self._written, path)
        if path not in self._written:
            self._written[path] = open_store(path, busy_ms=self._busy_ms)
        return self._written[path]

    def reading(self, path: str) -> Database | None:
        """A file open for reading, None while it does not exist.

        Raises:
            StoreError: it cannot be opened.
        """
        self._leave_to_parent()
        for opened in (self._written, self._read):
            _drop_moved(opened, path)
        if path in self._written:
            return self._written[path]
        if path not in self._read and exists(path):
            self._read[path] = self._open_for_reading(path, busy_ms=self._busy_ms)
        return self._read.get(path)

    def scopes(self, *, everywhere: bool = False) -> Iterator[tuple[Database, tuple[str, ...]]]:
        """Each file to read with the projects that count in it; none named means all.

        Args:
            everywhere: also the files of other projects.
        """
        wanted: dict[str, tuple[str, ...]] = {}
        for project in (self.project, USER_PROJECT):
            path = self.path_of(project)
            wanted[path] = (*wanted.get(path, ()), project)
        if everywhere:
            wanted = dict.fromkeys((*wanted, *self.project_files()), ())
        for path, projects in wanted.items():
            database = self.reading(path)
            if database is not None:
                yield database, projects

    def project_files(self) -> list[str]:
        """The files of every project that has one."""
        if self.paths.db:
            return [self.paths.db]
        folder = self.paths.data + "/projects"
        try:
            files = [f"{folder}/{name}/memory.db" for name in sorted(os.listdir(folder))]
        except OSError:
            return []
        return [file for file in files if exists(file)]

    def readers(self, *, everywhere: bool = False) -> list[Reader]:
        """A search's view of the files."""
        return [Reader(database, projects) for database, projects in self.scopes(everywhere=everywhere)]


def _drop_moved(opened: dict[str, Database], path: str) -> None:
    """Let go of a file that a repair has put aside; inside a transaction it cannot have."""
    database = opened.get(path)
    if database is not None and not database.is_in_transaction and database.is_moved():
        opened.pop(path).close()


def known_projects(paths: Paths) -> list[tuple[str, str, str]]:
    """(binding, name, folder) of every project that has memories, by name; files that cannot be read are passed over.

    Args:
        paths: where the stores are.
    """
    from hardwon.store import memories

    stores = Stores(paths, USER_PROJECT)
    known: list[tuple[str, str, str]] = []
    try:
        for file in stores.project_files():
            try:
                database = stores.reading(file)
                known += memories.projects(database) if database else []
            except HardwonError:
                continue
    finally:
        stores.close()
    return sorted((one for one in known if one[0] != USER_PROJECT), key=lambda one: (one[1], one[0]))
