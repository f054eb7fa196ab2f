"""A whole store copied into a new file."""

from __future__ import annotations

import os

import apsw

from hardwon.config.paths import make_private_dir
from hardwon.store.database import Database, guard


def copy_to(database: Database, path: str) -> None:
    """Copy an open store, with all that is committed, to a path at which nothing is.

    Args:
        database: the store; others may write it meanwhile.
        path: of the copy.

    Raises:
        StoreError: one of the two cannot be read or written.
    """
    make_private_dir(os.path.dirname(path))
    with guard(path):
        copy = apsw.Connection(path)
        try:
            with copy.backup("main", database.connection, "main") as backup:
                backup.step()
        finally:
            copy.close()
