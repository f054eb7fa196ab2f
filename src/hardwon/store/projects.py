"""Which projects a file has memories of. Light."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.store.database import Database


def root_of(database: Database, binding: str) -> str | None:
    """The folder a project's memories were first made in, None where the file has none of it."""
    row = database.row("SELECT root FROM projects WHERE binding = ?", (binding,))
    return None if row is None else str(row[0])
