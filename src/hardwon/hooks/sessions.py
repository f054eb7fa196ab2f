"""What this session, or one subagent of it, has been given already. Light.

An append-only file of short lines, named by a hash of the session's id; it holds memory ids and hashes,
never text of the session. Lines, each with its time in milliseconds:

    g TIME EVENT ID...    given to the model
    n TIME ID...          learnt from this session
    l TIME ID...          lost by a compaction, to be given again
    k TIME HASHES         the words of a compaction's summary; k TIME: it was dealt with
    a TIME CALL TYPE ID.. kept for a subagent about to start
    p TIME HASH           this file or failure is dealt with
    c TIME                the context starts afresh
    w TIME                waits for what the digester finds; d TIME: no longer
    b TIME PROJECT        the session's project
"""

from __future__ import annotations

import posix
import time

from hardwon.config.paths import Paths, fnv1a_64, make_private_dir
from hardwon.hooks.claims import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.hooks.event import Effects

_READ_MAX = 256 << 10
_KEPT_MAX = 64 << 10


WORD_HASH = 5
"""Characters of one word's hash: enough to compare some thousand words, too few to tell what they were."""


def word_hash(word: str) -> str:
    """A very short name for a word, as lines with a summary's words hold them."""
    return f"{fnv1a_64(word[:64].encode('utf-8', 'surrogatepass')):016x}"[-WORD_HASH:]


def short_hash(text: str) -> str:
    """A short name for a text that must not be kept as it is."""
    return f"{fnv1a_64(text[:2000].encode('utf-8', 'surrogatepass')):016x}"


class Session:
    """One session's memory of what it was given.

    Args:
        paths: where sessions are kept.
        session_id: the client's id of the session; any text.
        agent_id: the subagent's id, "" for the main thread.
        effects: when what is noted here is written; at once by default.

    Attributes:
        given: ids given since the context last started afresh.
        before: ids given or learnt in the context before this one.
        learnt: ids of memories that came out of this session since then: the model has seen what they say.
        seen: hashes of files and failures that were dealt with since the context last started afresh.
        waits_since: since when it waits for the digester's findings, 0 when it does not.
        briefed_at: when it was last given a brief, or would have been; 0 for a session not met before.
        project: the session's project, "" when not known.
        summary: short hashes of the words of a compaction's summary that is not dealt with yet.
    """

    __slots__ = (
        "_effects",
        "_kept",
        "_lost",
        "_path",
        "before",
        "briefed_at",
        "given",
        "learnt",
        "project",
        "seen",
        "summary",
        "waits_since",
    )

    def __init__(self, paths: Paths, session_id: str, agent_id: str = "", effects: Effects | None = None) -> None:
        self._effects = effects
        key = digest(f"{session_id}\0{agent_id}".encode("utf-8", "surrogatepass"))
        self._path = f"{paths.spool}/sessions/{key[:32]}"
        self.given: dict[str, None] = {}
        self.before: dict[str, None] = {}
        self.learnt: dict[str, None] = {}
        self._lost: dict[str, None] = {}
        self._kept: list[tuple[str, str, list[str]]] = []
        self.seen: set[str] = set()
        self.summary: frozenset[str] = frozenset()
        self.waits_since = 0
        self.briefed_at = 0
        self.project = ""
        for line in _read(self._path).splitlines():
            self._apply(line.split(" "))

    def _apply(self, words: list[str]) -> None:
        if len(words) < 2 or not words[1].isdigit():
            return
        kind, at, rest = words[0], int(words[1]), words[2:]
        if kind == "c" or (kind == "g" and rest[:1] == ["SessionStart"]):
            self.briefed_at = at
        if kind == "g":
            self.given.update(dict.fromkeys(rest[1:]))
            for memory_id in rest[1:]:
                self._lost.pop(memory_id, None)
        elif kind == "n":
            self.learnt.update(dict.fromkeys(rest))
        elif kind == "l":
            self._lost.update(dict.fromkeys(rest))
        elif kind == "k":
            hashes = rest[0] if rest else ""
            self.summary = frozenset(hashes[at : at + WORD_HASH] for at in range(0, len(hashes), WORD_HASH))
        elif kind == "p":
            self.seen.update(rest)
        elif kind == "a" and len(rest) > 2:
            self._kept.append((rest[0], rest[1], rest[2:]))
        elif kind == "w":
            self.waits_since = at
        elif kind == "d":
            self.waits_since = 0
        elif kind == "b":
            self.project = " ".join(rest)
        elif kind == "c":
            self.before, self.given, self.learnt = {**self.given, **self.learnt}, {}, {}
            self.summary = frozenset()
            self.seen.clear()

    @property
    def lost(self) -> list[str]:
        """Ids a compaction lost that were not given again since."""
        return list(self._lost)

    def note(self, kind: str, words: list[str], *, at_ms: int = 0) -> None:
        """Append one line and take it in; never raises.

        Args:
            kind: the line's letter.
            words: what follows the time; blanks only inside the project of a `b` line.
            at_ms: the time, now unless given.
        """
        line = [kind, str(at_ms or time.time_ns() // 1_000_000), *words]
        self._apply(line)
        data = (" ".join(line).replace("\n", " ") + "\n").encode("utf-8", "replace")
        self._do(lambda: self._append(data))

    def _do(self, effect: Callable[[], None]) -> None:
        if self._effects is None:
            effect()
        else:
            self._effects.do(effect)

    def _append(self, data: bytes) -> None:
        flags = posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND | posix.O_CLOEXEC | posix.O_NONBLOCK
        try:
            try:
                handle = posix.open(self._path, flags, 0o600)
            except FileNotFoundError:
                make_private_dir(self._path.rpartition("/")[0])
                handle = posix.open(self._path, flags, 0o600)
            try:
                posix.write(handle, data)
            finally:
                posix.close(handle)
        except OSError:
            pass

    def start_afresh(self) -> None:
        """Begin a new context: what was given may be given again."""
        self.note("c", [])
        self._do(self._shorten)

    def keep_for_agent(self, call: str, agent_type: str, ids: list[str]) -> None:
        """Keep memory ids for a subagent about to start.

        Args:
            call: the prompt the call belongs to.
            agent_type: which kind of subagent was asked for.
            ids: the memories its task needs.
        """
        if ids:
            self.note("a", [short_hash(call), short_hash(agent_type), *ids])

    def kept_for_agent(self, call: str, agent_type: str) -> list[str]:
        """The ids kept for a subagent that starts: of all in flight that it could be."""
        wanted = (short_hash(call), short_hash(agent_type))
        found: dict[str, None] = {}
        for kept_call, kept_type, ids in self._kept:
            if (kept_call, kept_type) == wanted:
                found.update(dict.fromkeys(ids))
        return list(found)

    def _shorten(self) -> None:
        """Write a file that grew long anew, with what still counts."""
        try:
            if posix.stat(self._path).st_size <= _KEPT_MAX:
                return
            at = str(self.briefed_at)
            lines = [["g", at, "-", *self.before], ["c", at], ["n", at, *self.learnt]]
            if self.project:
                lines.append(["b", at, self.project])
            aside = f"{self._path}.{posix.getpid()}"
            handle = posix.open(aside, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_CLOEXEC, 0o600)
            try:
                posix.write(handle, "".join(" ".join(line) + "\n" for line in lines).encode("utf-8", "replace"))
            finally:
                posix.close(handle)
            posix.rename(aside, self._path)
        except OSError:
            pass


def _read(path: str) -> str:
    """The end of a session's file, from the first whole line."""
    try:
        handle = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except OSError:
        return ""
    try:
        skip = posix.fstat(handle).st_size - _READ_MAX
        if skip > 0:
            posix.lseek(handle, skip, 0)
        text = posix.read(handle, _READ_MAX).decode("utf-8", "replace")
        return text.partition("\n")[2] if skip > 0 else text
    except OSError:
        return ""
    finally:
        posix.close(handle)


def sweep(paths: Paths, *, older_than_s: float = 7 * 86400.0) -> None:
    """Remove the files of sessions that are long over.

    Args:
        paths: where sessions are kept.
        older_than_s: age in seconds from which a file goes.
    """
    for folder in (f"{paths.spool}/sessions", f"{paths.spool}/late"):
        try:
            found = posix.listdir(folder)
        except OSError:
            continue
        for name in found:
            try:
                if time.time() - posix.stat(f"{folder}/{name}").st_mtime > older_than_s:
                    posix.unlink(f"{folder}/{name}")
            except OSError:
                continue
