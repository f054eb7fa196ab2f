"""The composition root: every door comes here, and only here, to reach the steps.

`Engine` is the whole; `hardwon.engine.quick` is what a hook can afford. Both use the same recall.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.engine.core import Engine as Engine
    from hardwon.engine.core import open_engine as open_engine

__all__ = ["Engine", "open_engine"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from hardwon.engine import core

        return getattr(core, name)
    raise AttributeError(name)
