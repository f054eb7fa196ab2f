"""Around a compaction: save what was learnt before, find out what the summary lost after. Light.

Of memories their ids are kept until the next prompt. What the session itself is at (its goal, decisions, what is open)
may still be on its way into the store by then, so of the summary the words are kept, as hashes, to compare it with.
"""

from __future__ import annotations

from hardwon.hooks.event import Answer
from hardwon.hooks.sessions import short_hash, word_hash
from hardwon.text.tokens import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.engine.quick import Quick
    from hardwon.hooks.event import Event
    from hardwon.hooks.guard import Guard

_KEEP = (
    "Keep, in the user's own words: standing rules and corrections. Keep what failed and why, and the "
    "command or fix that finally worked. Entries inside <hardwon-memory> need no repeating."
)
_COMPARED_MAX = 60
_KEPT_SHARE = 0.7
_WORDS_MAX = 4000


def before(event: Event, guard: Guard) -> Answer:
    """Have the session read up to here, and say what a summary should keep."""
    event.keep()
    event.start_digester()
    return Answer(_KEEP if event.settings.inject else "")


def after(event: Event, guard: Guard) -> Answer:
    """Keep the ids of memories that this session had and the summary no longer says."""
    event.keep()
    session = event.session
    summary = event.payload.text("compact_summary")
    if not summary:
        return Answer()
    spoken = dict.fromkeys(words(summary.lower()))
    session.note("k", ["".join(word_hash(word) for word in list(spoken)[:_WORDS_MAX])])
    had = [id for id in {**session.before, **session.learnt} if id not in session.given][-_COMPARED_MAX:]
    if not had:
        return Answer()
    said = frozenset(spoken)
    with event.open_store() as store:
        texts = store.contents(had)
    lost = [id for id, text in texts.items() if not _is_kept(telling(text), said)]
    if lost:
        session.note("l", lost)
    return Answer()


def lost_lines(event: Event, store: Quick) -> list[str]:
    """What this session is at that neither the compaction's summary nor the brief after it says."""
    session = event.session
    found = []
    for line in store.session_lines(event.payload.text("session_id")):
        said = telling(line.partition(":")[2])
        if short_hash(line) not in session.seen and not _is_kept({word_hash(word) for word in said}, session.summary):
            found.append(line)
    return found


def telling(text: str) -> set[str]:
    """The words of a text that tell it from others."""
    found = {word for word in words(text.lower()) if len(word) > 3 or any(char.isdigit() for char in word)}
    return found or set(words(text.lower()))


def _is_kept(telling: set[str], said: frozenset[str]) -> bool:
    return len(telling & said) >= _KEPT_SHARE * len(telling)
