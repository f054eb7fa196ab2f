"""Stop, SubagentStop, SessionEnd: leave a reference, start the digester, say nothing. Light.

Any text at Stop would make the model take another turn.
"""

from __future__ import annotations

from hardwon.hooks.event import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.hooks.event import Event
    from hardwon.hooks.guard import Guard


def ending(event: Event, guard: Guard) -> Answer:
    """Hand a finished turn, subagent or session over to the digester."""
    if event.name == "SubagentStop" and not event.payload.text("agent_type"):
        return Answer()  # the fork that writes a compaction's summary is no subagent
    event.keep()
    event.start_digester()
    return Answer()
