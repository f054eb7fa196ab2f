"""Around a compaction: save what was learnt before, find out what the summary lost after. Light."""

from __future__ import annotations

from hardwon.hooks.event import Answer
from hardwon.text.tokens import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.hooks.event import Event
    from hardwon.hooks.guard import Guard

_KEEP = (
    "Keep, in the user's own words: standing rules and corrections. Keep what failed and why, and the "
    "command or fix that finally worked. Entries inside <hardwon-memory> need no repeating."
)
_COMPARED_MAX = 60
_KEPT_SHARE = 0.7


def before(event: Event, guard: Guard) -> Answer:
    """Have the session read up to here, and say what a summary should keep."""
    event.keep()
    event.start_digester()
    return Answer(_KEEP if event.settings.inject else "")


def after(event: Event, guard: Guard) -> Answer:
    """Keep the ids of memories that this session had and the summary no longer says."""
    event.keep()
    session = event.session
    had = [id for id in {**session.before, **session.learnt} if id not in session.given][-_COMPARED_MAX:]
    summary = event.payload.text("compact_summary")
    if not had or not summary:
        return Answer()
    said = frozenset(word for word in words(summary.lower()))
    with event.open_store() as store:
        texts = store.contents(had)
    lost = [id for id, text in texts.items() if not _is_kept(text, said)]
    if lost:
        session.note("l", lost)
    return Answer()


def _is_kept(text: str, said: frozenset[str]) -> bool:
    telling = {word for word in words(text.lower()) if len(word) > 3 or any(char.isdigit() for char in word)}
    telling = telling or set(words(text.lower()))
    return len(telling & said) >= _KEPT_SHARE * len(telling)
