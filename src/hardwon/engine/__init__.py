"""The composition root: every door comes here, and only here, to reach the steps.

`Engine` is the whole; `Searching` is its half that only searches, for a shell; `hardwon.engine.quick` is what a hook
can afford. All use the same recall.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.engine.core import Engine as Engine
    from hardwon.engine.core import open_engine as open_engine
    from hardwon.engine.searching import Searching as Searching
    from hardwon.engine.searching import open_search as open_search

__all__ = ["Engine", "Searching", "open_engine", "open_search"]


def __getattr__(name: str) -> object:
    if name in ("Searching", "open_search"):
        from hardwon.engine import searching

        return getattr(searching, name)
    if name in __all__:
        from hardwon.engine import core

        return getattr(core, name)
    raise AttributeError(name)
