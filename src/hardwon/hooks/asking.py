"""Has the service answer an event, if it runs and is quick enough; starts it where it would help. Light."""

from __future__ import annotations

from hardwon.wire.client import connect, header, session_environ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.hooks.event import Event
    from hardwon.wire.client import Connection

# Seconds to wait for an answer. A tool waits for the hook before it; a prompt would be answered by words meanwhile.
_ANSWER_S = 0.3
_ANSWERS_S = {"PreToolUse": 0.15, "HostTurn": 1.0}  # a turn asks once, and its host allows much more
# A command of ours writes to the store, which may be busy. The service first says that it is at it.
_COMMAND_S = 4.0


class Asked:
    """The service's answer to an event.

    Args:
        output: what the hook is to print.
        connection: where to say that it was printed.
    """

    __slots__ = ("_connection", "output")

    def __init__(self, output: bytes, connection: Connection) -> None:
        self.output = output
        self._connection = connection

    def acknowledge(self) -> None:
        """Say that the answer was given: only then does the service note what was in it."""
        self._connection.tell({"op": "written"})
        self._connection.close()


def ask(event: Event, data: bytes) -> Asked | None:
    """The service's answer to an event.

    Args:
        event: the event, claimed by this process.
        data: its bytes.

    Returns:
        None where there is no service, it refuses, or it is too slow; it then does nothing about the event.
    """
    connection = connect(event.paths, event.environ)
    if connection is None:
        return None
    session = session_environ(event.environ, event.paths)
    fields = {"event": event.name, "environ": session, "roots": event.roots}
    question = header("hook", event.paths, event.environ, fields)
    answer = connection.ask(question, data, _ANSWERS_S.get(event.name, _ANSWER_S))
    if answer is not None and answer[0].get("more") is True:
        answer = connection.wait(_COMMAND_S)
    if answer is None:
        connection.close()
        return None
    return Asked(answer[1], connection)


def start_service(event: Event) -> None:
    """Start the service for the events to come, where there is a model to keep warm.

    Raises:
        OSError: it cannot be started.
    """
    settings = event.settings
    if settings.service == "off" or settings.env == "testing":
        return
    from hardwon.embedders.places import looks_prepared

    if not looks_prepared(event.paths, settings.embedder, settings.embedding_model, settings.embedding_url):
        return
    from hardwon.wire.starting import start_service as start

    start(event.paths, event.environ, event.roots)
