"""A turn of a host whose extension gives memories anew with each turn. Light.

What is given stands in the requests of one turn and in no later one: the block of the next turn takes its place. So
nothing piles up, and what was given before is given again where the new turn needs it.
"""

from __future__ import annotations

from hardwon.errors import StoreError
from hardwon.hooks.event import Answer, Event
from hardwon.hooks.failures import describe, note
from hardwon.hooks.prompts import is_from_client, is_trivial
from hardwon.hooks.recalls import in_question, seal_private
from hardwon.text.clean import clean_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.hits import Packed
    from hardwon.hooks.guard import Guard

_TEXT_MAX = 20_000


def turn(event: Event, guard: Guard) -> Answer:
    """The brief, and what the prompt is about."""
    prompt = event.payload.text("prompt")
    seal_private(event, prompt)
    if not event.session.briefed_at:
        _begin(event)
    event.keep()
    if not event.settings.inject:
        return Answer()
    try:
        packs = _packs(event, prompt)
    except StoreError as error:
        note(guard.log, event.name, describe(error))
        return Answer()
    answer = event.context(packs)
    # The record says what a session was given, not how often: a brief comes with every turn.
    answer.ids = [id for id in answer.ids if id not in event.session.given]
    return answer


def _begin(event: Event) -> None:
    """The first turn of a session: as a session's start elsewhere."""
    event.session.start_afresh()
    event.session.note("b", [event.binding.value])
    event.named("SessionStart").keep()
    if event.settings.scan or event.binding.other:
        event.start_digester()


def _packs(event: Event, prompt: str) -> list[Packed]:
    question = in_question(event)
    with event.open_store() as store:
        if is_from_client(prompt) or is_trivial(prompt):
            return [question, store.brief()]
        found = store.for_prompt(clean_text(prompt[:_TEXT_MAX]))
        return [question, found, store.brief(given=found.ids)]
