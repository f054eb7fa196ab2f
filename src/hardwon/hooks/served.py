"""Events answered in the service: the handlers of the hook's own process, with a model at hand.

What an event has to do besides its answer waits until the hook says that it gave the answer; a hook that gave up
waiting answers by itself, and nothing of this happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from hardwon.config.paths import Paths
from hardwon.hooks.entry import read_event, respond
from hardwon.hooks.event import Effects
from hardwon.hooks.failures import describe, log_file, note
from hardwon.hooks.guard import Guard

if TYPE_CHECKING:
    from hardwon.hooks.event import Answer, Event
    from hardwon.retrieval.meaning import Meanings
    from hardwon.store.database import Opener


class Refused(Exception):
    """The hook has to answer by itself."""


class _NoDeadline(Guard):
    """The deadline is kept by the hook's own process, which stops waiting; this one is never ended."""

    def __init__(self, event: str, log: str) -> None:
        self.event = event
        self.log = log
        self.fallback = ""
        self.writing = False

    def write(self, answer: bytes) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        raise NotImplementedError


class Served:
    """Answers events for hooks.

    Args:
        meaning: gives a query its meaning, None while there is no model.
        expect: told of each store that a session works with, so that its vectors are at hand.
        opener: opens store files, None for what opens them anew.
    """

    def __init__(self, meaning: Meanings, expect: Callable[[str], None], opener: Opener | None = None) -> None:
        self._meaning = meaning
        self._expect = expect
        self._opener = opener

    def __call__(
        self, name: str, data: bytes, environ: Mapping[str, str], roots: Sequence[str]
    ) -> tuple[bytes, Callable[[], None]]:
        """What a hook is to print, and what to do once it has.

        Args:
            name: the event's name.
            data: the event's bytes, claimed by the hook.
            environ: of the session, as the hook trusts it.
            roots: the folders the hook's package is imported from.

        Raises:
            Refused: the event is none to be answered here, or the person wants no service.
        """
        environ = dict(environ)
        paths = Paths.from_environment(environ)
        guard = _NoDeadline(name, log_file(paths))
        event = read_event(name, data, environ, paths, list(roots), guard)
        if event is None or event.settings.service == "off":
            raise Refused
        event.meaning = self._meaning
        event.opener = self._opener
        event.effects = Effects(deferred=True)
        answer = respond(event, guard)
        self._expect(paths.project_db(event.binding.value))
        return answer.text.encode("utf-8", "replace"), lambda: _after(event, answer)


def _after(event: Event, answer: Answer) -> None:
    try:
        event.effects.settle()
        answer.after()
    except OSError as error:
        note(log_file(event.paths), event.name, describe(error))
