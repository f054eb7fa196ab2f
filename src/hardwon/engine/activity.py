"""Notes what is done, stage by stage, and tells it again for seven days.

Each operation has an id; its stages are `admitted` or `started`, then `done`, `refused` (what was asked cannot be done)
or `failed`. One that has no last stage was cut off: its process ended.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from hardwon.config.paths import Paths
from hardwon.errors import HardwonError, InvalidInput
from hardwon.store import activity
from hardwon.store.activity import PAGE_MAX, Stage

__all__ = ["PAGE_MAX", "Operation", "Stage", "operation", "page"]

ADMITTED, STARTED, DONE, REFUSED, FAILED = "admitted", "started", "done", "refused", "failed"


class Operation:
    """One operation on its way.

    Args:
        paths: where it is noted.
        name: such as recall, dream or capture; a fixed word, never anybody's text.
        project: its binding, "" for what is no project's; only its hash is kept.
    """

    def __init__(self, paths: Paths, name: str, project: str = "") -> None:
        self.id = os.urandom(6).hex()
        self.counts: dict[str, int] = {}
        self.outcome = DONE
        self.kind = ""
        self._paths = paths
        self._name = name
        self._project = activity.project_mark(project)
        self._began = time.monotonic()

    def stage(self, stage: str, **counts: int) -> None:
        """Note a stage with its counts. Never raises."""
        is_first = stage in (ADMITTED, STARTED)
        activity.note(
            self._paths,
            Stage(
                id=self.id,
                operation=self._name,
                stage=stage,
                at=time.time_ns() // 1_000_000,
                project=self._project,
                took_ms=-1 if is_first else round((time.monotonic() - self._began) * 1000),
                counts=counts,
                kind=self.kind,
            ),
        )

    def refuse(self, error: HardwonError) -> None:
        """Note that what was asked cannot be done; the kind of error is kept, its text is not."""
        self.outcome, self.kind = REFUSED, type(error).__name__


@contextmanager
def operation(paths: Paths, name: str, project: str = "", *, first: str = STARTED) -> Iterator[Operation]:
    """Note an operation's beginning and its end, however it ends.

    Args:
        paths: where it is noted.
        name: a fixed word.
        project: its binding, "" for what is no project's.
        first: the name of its first stage.
    """
    noted = Operation(paths, name, project)
    noted.stage(first)
    try:
        yield noted
    except HardwonError as error:
        noted.refuse(error)
        raise
    except BaseException as error:
        noted.outcome, noted.kind = FAILED, type(error).__name__
        raise
    finally:
        noted.stage(noted.outcome, **noted.counts)


def page(
    paths: Paths,
    *,
    project: str = "",
    operation: str = "",
    limit: int = PAGE_MAX,
    cursor: str = "",
    now_ms: int | None = None,
) -> tuple[list[Mapping[str, object]], str]:
    """Stages of the last seven days, the newest first.

    Args:
        paths: where they are noted.
        project: a binding: what is another project's is left out.
        operation: only of this name.
        limit: how many at most, up to 32.
        cursor: where to go on, as the page before said.
        now_ms: the moment in milliseconds; now by default.

    Returns:
        stages as data, and where the next page begins, "" after the last one.

    Raises:
        InvalidInput: the cursor or the limit is none.
    """
    if not 1 <= limit <= PAGE_MAX:
        raise InvalidInput(f"a page has 1 to {PAGE_MAX} stages")
    now = time.time_ns() // 1_000_000 if now_ms is None else now_ms
    mark = activity.project_mark(project)
    try:
        found = activity.read(paths, now=now, project=mark, operation=operation, limit=limit, cursor=cursor)
    except ValueError:
        raise InvalidInput("there is no such page", "pass next_cursor as it was given, or none") from None
    return [_data(stage) for stage in found.stages], found.next_cursor


def _data(stage: Stage) -> Mapping[str, object]:
    return {
        "id": stage.id,
        "operation": stage.operation,
        "stage": stage.stage,
        "at": stage.at,
        "took_ms": None if stage.took_ms < 0 else stage.took_ms,
        "counts": dict(stage.counts),
        "error": stage.kind,
    }
