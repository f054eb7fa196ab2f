"""Upkeep where no service lives long enough for it: by the digester, when it has nothing else left to do.

After a session of what is new, and once a day of everything; the lease in each store keeps it and the service apart.
"""

from __future__ import annotations

import os

from hardwon.binding import Binding
from hardwon.config.actor import PERSON
from hardwon.errors import HardwonError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NICE = 15


class Session:
    """A session that began or ended in a project.

    Attributes:
        binding: the project.
        has_ended: whether it ended.
    """

    __slots__ = ("binding", "has_ended")

    def __init__(self, binding: Binding, has_ended: bool) -> None:
        self.binding = binding
        self.has_ended = has_ended


def look_after(environ: Mapping[str, str], sessions: Iterable[Session]) -> None:
    """Look after some projects, giving way to everybody else's processes. Never fails a digester.

    Args:
        environ: the trusted environment.
        sessions: one a project; where one only began, upkeep waits until a day has passed.
    """
    from hardwon.engine import open_engine, upkeep

    is_nice = False
    for one in sessions:
        try:
            with open_engine(environ, binding=one.binding, actor=PERSON) as engine:
                if not upkeep.is_due(engine, whole_only=not one.has_ended):
                    continue
                if not is_nice:
                    os.nice(_NICE)
                    is_nice = True
                upkeep.look_after(engine)
        except HardwonError:  # another run is at it, or the store cannot be written: the next session's end is soon
            continue
