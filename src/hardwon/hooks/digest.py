"""The digester: takes what hooks spooled into the store, and what sessions taught out of their transcripts.

A detached process, one at a time for a project (hardwon.hooks.digester). Everything it writes has a key and is in the
store before the file that asked for it goes, so a kill at any point neither loses nor doubles anything. It leaves
when the spool is quiet, when the store stays locked, or when its time is up.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from functools import partial

from hardwon.binding import Binding
from hardwon.binding.files import is_folder, is_regular, joined, read_regular
from hardwon.binding.register import newest_name
from hardwon.config.actor import PERSON
from hardwon.config.paths import Paths, is_clients, trusted_environ
from hardwon.errors import HardwonError, InvalidInput, StoreError, StoreLocked
from hardwon.hooks import claims, findings, gitmark, sessions, spool, unfinished, upkeep
from hardwon.hooks.digester import LOCK_HANDLE, PROJECT_VARIABLE, SENDS_VARIABLE, lock_file, take_lock
from hardwon.hooks.failures import describe, log_file, note
from hardwon.hooks.folders import project_of
from hardwon.hooks.sessions import Session
from hardwon.hooks.spool import Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hardwon.engine import Engine

# Events after which a transcript is read.
_ENDINGS = ("Stop", "SubagentStop", "SessionEnd", "PreCompact")
# Events after which a model is asked, where the person wants that: a turn alone would cost a call each.
_PARTS = ("SessionEnd", "PreCompact")
# Events after which trackers of tasks are looked at.
_TASKS = frozenset((*_ENDINGS, "SessionStart", "TaskCreated", "TaskCompleted"))
_NAME = "digest"
_LIFE_S = 600
_PATIENCE_S = 60.0
_PAUSE_S = 0.25
_TEXT_MAX = 300
# What a field that no hook of ours wrote makes the database's binding raise.
_UNUSABLE = (ValueError, TypeError, OverflowError, InvalidInput)


class _Work:
    """What one project's digester has before it: events and memories that wait."""

    __slots__ = ("binding", "events", "writes")

    def __init__(self, binding: Binding) -> None:
        self.binding = binding
        self.events: list[Entry] = []
        self.writes: list[Entry] = []


def main() -> None:
    """Run as the detached process: work until the spool is quiet, then leave."""
    signal.alarm(_LIFE_S)  # the default action ends the process, wherever it hangs
    os.closerange(LOCK_HANDLE + 1, 1024)
    os.chdir("/")
    os.umask(0o077)
    environ = trusted_environ(dict(os.environ))
    for name in filter(is_clients, environ):  # for that client's process alone, for none of ours and no git's
        os.environ.pop(name, None)
    paths = Paths.from_environment(environ)
    own, sends = environ.pop(PROJECT_VARIABLE, ""), environ.pop(SENDS_VARIABLE, "")
    try:
        digester = Digester(paths, environ)
        digester.run({own: LOCK_HANDLE} if own and _holds(paths, own) else {})
        from hardwon.hooks.packing import refresh

        refresh([path for path in sys.argv[1:] if "/" in path])
        if _is_to_send(paths, digester.asks_a_model, may=bool(sends)):
            _extract(paths, environ)
        signal.alarm(_LIFE_S)
        upkeep.look_after(environ, digester.sessions.values())
    except Exception as error:  # the hooks' fail-open edge
        note(log_file(paths), _NAME, describe(error))


def _is_to_send(paths: Paths, asks: bool, *, may: bool) -> bool:
    """Whether to have a model read what waits; what this process may not send, the next one that may sends too."""
    left = f"{paths.spool}/unsent"
    if asks and not may:
        os.close(os.open(left, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
    elif may and os.path.exists(left):
        os.unlink(left)
        return True
    return asks and may


def _extract(paths: Paths, environ: Mapping[str, str]) -> None:
    """Have a model read what waits, while no lock of a project is held: the next session waits for none of it."""
    from hardwon.engine.extracting import in_background

    signal.alarm(_LIFE_S)
    in_background(environ, lambda line: note(log_file(paths), _NAME, line))


def _holds(paths: Paths, project: str) -> bool:
    """Whether the handed-over lock is this project's."""
    try:
        return os.path.samestat(os.fstat(LOCK_HANDLE), os.stat(lock_file(paths, project)))
    except OSError:
        return False


class Digester:
    """Empties the spool into the stores.

    Args:
        paths: where things live.
        environ: the environment, already trusted.
        patience_s: how long to try again while a store is locked, in seconds.
        busy_ms: how long one write waits for another writer, in milliseconds; None for the store's own.
    """

    def __init__(
        self,
        paths: Paths,
        environ: Mapping[str, str],
        *,
        patience_s: float = _PATIENCE_S,
        busy_ms: int | None = None,
    ) -> None:
        self._paths = paths
        self._environ = environ
        self._log = log_file(paths)
        self._until = time.monotonic() + patience_s
        self._busy_ms = busy_ms
        self._given_up: set[str] = set()
        self.asks_a_model = False
        self.sessions: dict[str, upkeep.Session] = {}

    def run(self, held: Mapping[str, int] | None = None) -> None:
        """Work until nothing waits that can be stored now.

        Args:
            held: handles of locks this process holds already, by project.
        """
        locks = dict(held or {})
        again = True
        while again:
            again = False
            for project, work in self._waiting().items():
                lock = locks.pop(project, -1)
                lock = take_lock(self._paths, project) if lock < 0 else lock
                # Another digester is at work there; it looks once more after it has let go of its lock.
                if lock < 0:
                    continue
                try:
                    again = self._digest(work) or again
                finally:
                    os.close(lock)
        for lock in locks.values():
            os.close(lock)
        self._sweep()

    def _waiting(self) -> dict[str, _Work]:
        """What waits, by project, without the projects that were given up."""
        found: dict[str, _Work] = {}
        for entry in spool.entries(self._paths, spool.WRITES):
            binding = Binding(newest_name(self._paths, entry.text("project")), entry.text("root"))
            found.setdefault(binding.value, _Work(binding)).writes.append(entry)
        known: dict[tuple[str, ...], Binding] = {}
        for entry in spool.entries(self._paths):
            place = (entry.text("cwd"), entry.text("project_dir"), entry.text("session"))
            if place not in known:
                known[place] = self._binding_of(entry)
            binding = known[place]
            found.setdefault(binding.value, _Work(binding)).events.append(entry)
        return {project: work for project, work in found.items() if project not in self._given_up}

    def _binding_of(self, entry: Entry) -> Binding:
        known = Session(self._paths, entry.text("session")).project if entry.text("session") else ""
        return project_of(entry.text("cwd"), entry.text("project_dir"), self._paths, known)

    def _digest(self, work: _Work) -> bool:
        """Store what waits for one project; whether the spool is worth another look."""
        from hardwon.engine import open_engine

        try:
            with open_engine(self._environ, binding=work.binding, actor=PERSON, busy_ms=self._busy_ms) as engine:
                self._store_memories(engine, work.writes)
                self._store_events(engine, work.events)
                self._read_sessions(engine, work.events, self._abandoned(engine, work.events))
                self._scan(engine, work.events)
                for entry in work.events:
                    spool.remove(self._paths, entry.name)
                told = {entry.text("event") for entry in work.events}
                known = self.sessions.get(engine.project)
                if told & {"SessionStart", "SessionEnd"}:
                    has_ended = "SessionEnd" in told or (known is not None and known.has_ended)
                    self.sessions[engine.project] = upkeep.Session(work.binding, has_ended)
                if "SessionEnd" in told:
                    engine.drop_old_records()
            if "SessionStart" in told:
                self._settle(work.binding)
            return True
        except StoreLocked as error:
            if time.monotonic() < self._until:
                time.sleep(_PAUSE_S)
                return True
            self._give_up(work, error)
        except StoreError as error:
            self._give_up(work, error)
        return False

    def _settle(self, binding: Binding) -> None:
        """Carry out what is proved by now about which project the folder has; the rest waits for the person."""
        from hardwon.engine.projects import settle

        if not is_folder(binding.root):
            return
        try:
            settle(self._paths, binding.root, at=time.time_ns() // 1_000_000)
        except Exception as error:  # done again when the next session starts; what was to be stored is stored
            note(self._log, _NAME, describe(error))

    def _abandoned(self, engine: Engine, events: Sequence[Entry]) -> list[Entry]:
        """The ends, as events would have told of them, of sessions that are over although none did."""
        for_model = engine.settings.extraction != "rules"
        try:
            unfinished.note(self._paths, engine.project, events, for_model=for_model)
        except OSError as error:
            note(self._log, _NAME, describe(error))
        heard = {entry.text("session") for entry in events}
        return [
            Entry(
                "", {"event": "SessionEnd", "session": one.session, "transcript": one.transcript, "late": one.for_model}
            )
            for one in unfinished.over(self._paths, engine.project, but=heard)
        ]

    def _scan(self, engine: Engine, events: Sequence[Entry]) -> None:
        """Bring the facts from the project's files up to date, where a session began."""
        if not engine.settings.scan or not any(entry.text("event") == "SessionStart" for entry in events):
            return
        from hardwon.engine.scanning import scan

        try:
            scan(engine, only_if_changed=True, environ=self._environ)
        except StoreError:
            raise
        except Exception as error:  # a file nobody foresaw must not keep the sessions waiting
            note(self._log, _NAME, describe(error))

    def _give_up(self, work: _Work, error: StoreError) -> None:
        note(self._log, _NAME, f"left in the spool: {describe(error)}")
        self._given_up.add(work.binding.value)

    def _store_memories(self, engine: Engine, writes: Sequence[Entry]) -> None:
        """Memories a person asked for while the store was locked."""
        from hardwon.models import Origin

        for entry in writes:
            try:
                engine.remember(
                    entry.text("content"),
                    category=entry.text("category") or "general",
                    origin=Origin(who="user", host="claude-code", note="/remember"),
                    key=entry.text("key") or f"spool:{entry.name}",
                    at=entry.number("at") or None,
                )
            except StoreError:
                raise
            except HardwonError as error:
                note(self._log, _NAME, describe(error))
                spool.set_aside(self._paths, entry.name, spool.WRITES)
                continue
            spool.remove(self._paths, entry.name, spool.WRITES)

    def _store_events(self, engine: Engine, events: Sequence[Entry]) -> None:
        """All in one transaction; where one of them cannot be stored, each by itself."""
        try:
            with engine.batch():
                for entry in events:
                    _store_event(engine, entry)
        except StoreError:
            raise
        except _UNUSABLE as error:
            note(self._log, _NAME, describe(error))
            for entry in events:
                self._store_alone(engine, entry)

    def _store_alone(self, engine: Engine, entry: Entry) -> None:
        try:
            _store_event(engine, entry)
        except StoreError:
            raise
        except _UNUSABLE as error:
            note(self._log, _NAME, describe(error))
            spool.set_aside(self._paths, entry.name)

    def _read_sessions(self, engine: Engine, events: Sequence[Entry], abandoned: Sequence[Entry]) -> None:
        """Read each transcript that an event says has grown, once: first what it teaches, then what came of memories.

        In this order because the next session may be waiting for what was taught.
        """
        if not engine.settings.capture:
            return
        grown: dict[str, Entry] = {}
        for entry in (*events, *abandoned):
            path = entry.text("transcript")
            if entry.text("event") in _ENDINGS and not entry.texts("given") and os.path.isabs(path):
                grown.setdefault(path, entry)
        grown = {path: entry for path, entry in grown.items() if os.path.isfile(path)}
        for path, entry in grown.items():
            self._guarded(partial(self._capture, engine, entry, path))
        if engine.settings.extraction != "rules":
            parts = [entry for entry in events if entry.text("event") in _PARTS]
            parts += [entry for entry in abandoned if entry.fields["late"]]
            ended = {entry.text("transcript"): entry.text("session") for entry in parts}
            for path in [path for path in ended if path in grown]:
                self._guarded(partial(self._collect, engine, path, ended[path]))
        compacted = {entry.text("transcript"): entry for entry in events if entry.text("event") == "PreCompact"}
        if engine.settings.keep_transcripts:
            for path in [path for path in compacted if path in grown]:
                self._guarded(partial(_keep_transcript, engine, path, compacted[path].text("session")))
        for path, entry in grown.items():
            self._guarded(partial(self._learn, engine, entry, path))
        for entry in abandoned:
            unfinished.forget(self._paths, entry.text("session"))
        if any(entry.text("event") in _TASKS for entry in events):
            self._guarded(partial(self._look_at_tasks, engine, events))
        self._guarded(partial(self._look_at_git, engine))

    def _guarded(self, step: Callable[[], object]) -> None:
        """Do one step; a transcript or a tracker nobody can read must not keep the others waiting.

        Raises:
            StoreError: the store cannot take it now; all of it is done again later.
        """
        try:
            step()
        except StoreError:
            raise
        except Exception as error:
            note(self._log, _NAME, describe(error))

    def _capture(self, engine: Engine, entry: Entry, path: str) -> None:
        from hardwon.engine.activity import operation
        from hardwon.engine.capturing import capture

        session_id = entry.text("session")
        with operation(self._paths, "capture", engine.project) as noted:
            report = capture(engine, transcript_path=path, session_id=session_id, subagent=_is_agents(entry))
            noted.counts = {"new": report.new, "restated": report.restated, "skipped": report.skipped}
        if report.bad_lines:
            note(self._log, _NAME, f"{report.bad_lines} lines of a transcript hold no JSON object")
        ids = list(report.memory_ids)
        if ids:
            Session(self._paths, session_id).note("n", ids)
            findings.add(self._paths, engine.project, session_id, ids)

    def _collect(self, engine: Engine, path: str, session_id: str) -> None:
        """Have what is new in a transcript wait for the model; what waited before is sent along."""
        from hardwon.engine.collecting import collect

        self.asks_a_model = True
        collect(engine, path, session_id)

    def _learn(self, engine: Engine, entry: Entry, path: str) -> None:
        from hardwon.engine.activity import operation
        from hardwon.engine.learning import learn

        list_id = self._environ.get("CLAUDE_CODE_TASK_LIST_ID", "")
        session_id = entry.text("session")
        with operation(self._paths, "judge", engine.project):
            learn(engine, transcript_path=path, session_id=session_id, subagent=_is_agents(entry), list_id=list_id)

    def _look_at_tasks(self, engine: Engine, events: Sequence[Entry]) -> None:
        """What trackers of tasks tell; the sessions whose events came are looked into for calls of task tools."""
        from hardwon.engine.tasks import sync

        told = [entry for entry in events if entry.text("event") in _TASKS]
        paths = list(dict.fromkeys(path for entry in told if os.path.isabs(path := entry.text("transcript"))))
        sync(engine, self._environ, cwd=told[-1].text("cwd") or engine.root, transcripts=paths)

    def _look_at_git(self, engine: Engine) -> None:
        """What became of earlier sessions' edits, when the branches moved since the last look."""
        is_known = gitmark.is_known(self._paths, engine.project)
        if is_known and not gitmark.is_due(self._paths, engine.project, engine.clock()):
            return
        from hardwon.engine.learning import KEPT_MS, edited_sessions, look_back

        reflog = _reflog_of(engine.root) if edited_sessions(engine) else ""
        if not reflog and not is_known:
            return
        if is_known and reflog:
            self._guarded(lambda: look_back(engine))
        # A commit counts as kept once it has stood for a while.
        moved_at = os.stat(reflog).st_mtime * 1000 if reflog else 0
        due_ms = engine.clock() + KEPT_MS if moved_at > engine.clock() - KEPT_MS else 0
        gitmark.note(self._paths, engine.project, reflog, due_ms)

    def _sweep(self) -> None:
        claims.sweep(self._paths)
        sessions.sweep(self._paths)
        spool.sweep(self._paths)


def _is_agents(entry: Entry) -> bool:
    return entry.text("event") == "SubagentStop"


def _reflog_of(root: str) -> str:
    """The file that grows when a repository's HEAD moves; "" where there is none."""
    folder = f"{root}/.git"
    pointer = read_regular(folder, 4096).decode("utf-8", "surrogateescape")
    if pointer.startswith("gitdir:"):
        folder = joined(root, pointer.removeprefix("gitdir:").strip())
    path = f"{folder}/logs/HEAD"
    return path if is_regular(path) else ""


def _keep_transcript(engine: Engine, path: str, session_id: str) -> None:
    from hardwon.engine import transcripts

    transcripts.keep(engine, path, session_id)
    transcripts.drop_old(engine)


def _store_event(engine: Engine, entry: Entry) -> None:
    """One event, or one record of what an event gave; both have a key that counts once."""
    session_id, name, at = _kept(entry, "session"), _kept(entry, "event"), entry.number("at")
    told = f"{at}:{_kept(entry, 'key') or entry.name}"  # not the file's name alone: a file may be put there again
    given = [id for id in entry.texts("given") if id.isalnum()]
    if given:
        engine.note_injections(session_id=session_id, event=name, memory_ids=given, at=at, key=f"given:{told}")
        return
    call = _kept(entry, "tool_use_id")
    key = f"{session_id}:{name}:{call}" if call else f"spool:{told}"
    about = call or _kept(entry, "task")
    engine.note_event(key=key, session_id=session_id, event=name, tool=_kept(entry, "tool"), tool_use_id=about, at=at)


def _kept(entry: Entry, name: str) -> str:
    """A field as the store keeps it: short, one line, valid text."""
    from hardwon.text.clean import one_line

    return one_line(entry.text(name)[: _TEXT_MAX * 2], _TEXT_MAX)


if __name__ == "__main__":
    main()
