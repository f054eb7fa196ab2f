"""Memory for Python programs: clients of a project's memory, and `Memory` for a program's own.

`SyncMemoryClient` and `MemoryClient` (for asyncio) work on the same stores as the command line and agents do. `Memory`
keeps one file for each namespace below a folder, for programs that have users of their own.
"""

from __future__ import annotations

from hardwon.sdk.awaiting import MemoryClient
from hardwon.sdk.clients import SyncMemoryClient
from hardwon.sdk.embedded import Memory
from hardwon.sdk.results import (
    Added,
    Context,
    Entry,
    Explanation,
    Fact,
    FactHit,
    Hit,
    LeftOut,
    Origin,
    Outcome,
    Page,
    SearchResult,
    Status,
    Task,
    TaskPage,
    Term,
)

__all__ = [
    "Added",
    "Context",
    "Entry",
    "Explanation",
    "Fact",
    "FactHit",
    "Hit",
    "LeftOut",
    "Memory",
    "MemoryClient",
    "Origin",
    "Outcome",
    "Page",
    "SearchResult",
    "Status",
    "SyncMemoryClient",
    "Task",
    "TaskPage",
    "Term",
]
