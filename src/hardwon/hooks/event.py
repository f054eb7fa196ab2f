"""One event with what a handler may need for it, each fetched when it is asked for. Light."""

from __future__ import annotations

import posix
import time

from hardwon.config.paths import Paths
from hardwon.hooks import spool
from hardwon.hooks.claims import digest
from hardwon.hooks.failures import describe, log_file, note
from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.binding import Binding
    from hardwon.config.quick import Settings
    from hardwon.engine.quick import Quick
    from hardwon.hits import Packed
    from hardwon.hooks.sessions import Session
    from hardwon.hosts.claude_code.payload import Payload
    from hardwon.retrieval.meaning import Meanings
    from hardwon.store.database import Opener

_CONTEXT_UNITS_MAX = 9_900  # the client shows only a preview of more than 10,000 UTF-16 units
_BUSY_MS = 50


class Effects:
    """What a hook does besides answering: at once in its own process, in the service once the answer was taken.

    A client that stopped waiting has the event answered in its own process. What the service was going to do about it
    must then not happen, or one event would be noted twice.

    Args:
        deferred: keep what is to be done until it is settled.
    """

    __slots__ = ("_waiting", "deferred")

    def __init__(self, *, deferred: bool = False) -> None:
        self.deferred = deferred
        self._waiting: list[Callable[[], None]] | None = [] if deferred else None

    def do(self, effect: Callable[[], None]) -> None:
        """Do it, now or when settled."""
        if self._waiting is None:
            effect()
        else:
            self._waiting.append(effect)

    def settle(self) -> None:
        """Do what was kept, in order; from here on everything is done at once."""
        waiting, self._waiting = self._waiting or [], None
        for effect in waiting:
            effect()


class Answer:
    """What a hook says, and what is noted once it is said.

    Args:
        text: the whole of standard output, "" for nothing.
        event: the event that memories were given with.
        ids: the memories that were given.
        seen: hashes of what need not be looked at again in this session.
    """

    __slots__ = ("event", "ids", "seen", "text")

    def __init__(
        self,
        text: str = "",
        event: Event | None = None,
        ids: Sequence[str] = (),
        seen: Sequence[str] = (),
    ) -> None:
        self.text = text
        self.event = event
        self.ids = list(ids)
        self.seen = list(seen)

    def after(self) -> None:
        """Note what was given, for this session and for the record."""
        if self.event is None:
            return
        if self.seen:
            self.event.session.note("p", self.seen)
        if self.ids:
            self.event.session.note("g", [self.event.name, *self.ids])
            self.event.keep(given=self.ids)


class Event:
    """One event of a session.

    Attributes:
        name: the event's name.
        payload: its fields.
        environ: the trusted environment.
        paths: where things live.
        key: a digest of its bytes.
        roots: the folders the package is imported from.
        now_ms: when it was met.
        effects: what is done besides answering, and when.
        meaning: what gives queries their meaning, None where words have to do.
        opener: opens store files, None for what opens them anew.
    """

    __slots__ = (
        "_binding",
        "_session",
        "_settings",
        "effects",
        "environ",
        "key",
        "meaning",
        "name",
        "now_ms",
        "opener",
        "paths",
        "payload",
        "roots",
    )

    def __init__(
        self, name: str, payload: Payload, environ: dict[str, str], paths: Paths, key: str, roots: list[str]
    ) -> None:
        self.name = name
        self.payload = payload
        self.environ = environ
        self.paths = paths
        self.key = key
        self.roots = roots
        self.now_ms = time.time_ns() // 1_000_000
        self.effects = Effects()
        self.meaning: Meanings | None = None
        self.opener: Opener | None = None
        self._binding: Binding | None = None
        self._session: Session | None = None
        self._settings: Settings | None = None

    def named(self, name: str) -> Event:
        """The same event under another name, for the record; what it does besides belongs to this one."""
        key = digest(f"{name} {self.key}".encode())  # one key is one event in the record
        other = Event(name, self.payload, self.environ, self.paths, key, self.roots)
        other.effects, other.now_ms = self.effects, self.now_ms
        return other

    @property
    def host(self) -> str:
        """The host whose event it is."""
        return self.payload.text("host") or "claude-code"

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        if self._settings is None:
            from hardwon.config.quick import quick_settings

            self._settings = quick_settings(self.paths, self.environ)
        return self._settings

    @property
    def session(self) -> Session:
        """What this session, or this subagent, was given so far."""
        if self._session is None:
            from hardwon.hooks.sessions import Session

            self._session = Session(
                self.paths, self.payload.text("session_id"), self.payload.text("agent_id"), self.effects
            )
        return self._session

    @property
    def binding(self) -> Binding:
        """The session's project."""
        if self._binding is None:
            from hardwon.hooks.folders import project_of

            self._binding = project_of(
                self.payload.text("cwd"),
                self.environ.get("CLAUDE_PROJECT_DIR", ""),
                self.paths,
                self.session.project,
            )
        return self._binding

    @property
    def is_paused(self) -> bool:
        """Whether the person paused this session or its project."""
        try:
            posix.stat(self.paths.data + "/paused")
        except OSError:
            return False  # nobody ever paused anything: the usual case costs one look
        from hardwon.config.paused import is_paused

        return is_paused(self.paths, self.binding.value, self.payload.text("session_id"))

    def open_store(self) -> Quick:
        """Open the project's and the person's memories for reading.

        Raises:
            StoreError: they cannot be read.
        """
        from hardwon.engine.quick import open_quick
        from hardwon.hooks.standing import standing_files

        return open_quick(
            self.paths,
            self.binding.value,
            self.settings,
            now_ms=self.now_ms,
            name=self.binding.name,
            busy_ms=_BUSY_MS,
            standing_files=standing_files(
                self.binding.root, self.paths.home, self.environ, self.payload.text("transcript_path")
            ),
            meaning=self.meaning,
            opener=self.opener,
        )

    def keep(self, *, given: Sequence[str] = ()) -> None:
        """Leave a reference to this event for the digester; where that cannot be written, log it and go on.

        Args:
            given: the memories this event gave to the model, for the record of what was given.
        """
        payload = self.payload
        fields: dict[str, object] = {
            "event": self.name,
            "session": payload.text("session_id"),
            "agent": payload.text("agent_id"),
            "transcript": payload.text("agent_transcript_path" if self.name == "SubagentStop" else "transcript_path"),
            "tool": payload.text("tool_name"),
            "tool_use_id": payload.text("tool_use_id"),
            "task": payload.text("task_id"),
            "cwd": payload.text("cwd"),
            "project_dir": self.environ.get("CLAUDE_PROJECT_DIR", ""),
            "pid": self.environ.get("CLAUDE_PID", ""),
            "at": self.now_ms,
            "key": self.key,
        }
        if given:
            fields["given"] = list(given)
        self.effects.do(lambda: self._spool(fields))

    def _spool(self, fields: dict[str, object]) -> None:
        try:
            spool.put(self.paths, fields, mark=self.key)
        except OSError as error:
            note(log_file(self.paths), self.name, describe(error))

    def context(self, packs: Sequence[Packed], seen: Sequence[str] = ()) -> Answer:
        """An answer that adds memories to the model's context, as far as the client shows them whole.

        Args:
            packs: packed memories, the most important first.
            seen: hashes of what need not be looked at again.
        """
        texts: list[str] = []
        ids: list[str] = []
        room = _CONTEXT_UNITS_MAX
        for packed in packs:
            units = len(packed.text.encode("utf-16-le", "surrogatepass")) // 2 + 2
            if packed.text and units <= room:
                room -= units
                texts.append(packed.text)
                ids += packed.ids
        if not texts:
            return Answer("", self, (), seen)
        return Answer(self._added("\n\n".join(texts)), self, ids, seen)

    def telling(self, text: str) -> Answer:
        """An answer that tells the model something of ours, no memory."""
        return Answer(self._added(text), self)

    def _added(self, text: str) -> str:
        output = {"hookEventName": self.name, "additionalContext": text}
        return jsonlight.dumps({"hookSpecificOutput": output})

    def start_digester(self, *, looks: bool = False) -> None:
        """Have what waits in the spool taken into the store, in the background; not while testing.

        Args:
            looks: whether nothing waits but a look at the project's files.
        """
        if self.settings.env == "testing":
            return
        self.effects.do(lambda: self._start_digester(looks))

    def _start_digester(self, looks: bool) -> None:
        from hardwon.hooks.digester import start

        # The service has none of what a session's own environment says of its model.
        asks = "" if self.effects.deferred or self.settings.extraction == "rules" else self.settings.extraction
        start(self.paths, self.binding.value, self.environ, self.roots, asks=asks, looks=looks)
