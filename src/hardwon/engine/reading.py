"""One pass over a transcript: which memories were in play in each attempt, and what became of it.

What it needs of the pass before is a small state: places, keys and ids, nothing of what was said.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.capture.ignored import Veil
from hardwon.capture.redact import redact
from hardwon.capture.words import own_words
from hardwon.config import paused
from hardwon.engine import intake, verdicts
from hardwon.engine.capturing import ignored_of
from hardwon.engine.shown import Report, Shown, put_in_play, put_in_play_at
from hardwon.engine.task_links import linked_by_hand, put_linked_in_play
from hardwon.engine.verdicts import Judged
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.hosts.turns import Turn
from hardwon.models import Cursor
from hardwon.outcomes.attribution.cases import NEUTRAL, InPlay
from hardwon.outcomes.attribution.settle import attribute_session
from hardwon.outcomes.attribution.share import Judgement, attribute
from hardwon.outcomes.attribution.use import BROKEN, UNUSED
from hardwon.outcomes.evidence.pieces import FAILED, UNKNOWN, Attempt, Verdict, key_of
from hardwon.outcomes.evidence.reader import EvidenceReader
from hardwon.outcomes.evidence.verdict import judge
from hardwon.outcomes.evidence.window import Window
from hardwon.outcomes.trackers.git import fates
from hardwon.store import outcomes

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

KEPT_MS = 3_600_000
"""How long a commit has to stand before it counts as kept, in milliseconds."""

PART_BYTES = 32 << 20
"""How much of a transcript is read before what it says is kept."""

_AHEAD = 4  # attempts in which an earlier one's answer may still come
_BLOCK_ACTIONS = 1500
GIVEN_MAX = 1000
"""The most memories in play."""

_DROPPED = "it was taken back"  # as attribution says it; git tells which commit


@dataclass(frozen=True, kw_only=True)
class State:
    """What a cursor keeps besides the position.

    Attributes:
        window: where the next pass begins again, None for where this one ended. memo: how checks had ended there.
        given: memories that were in play there. tasks: keys of tasks that were done at the end.
        edited_at: when something was last edited with memories in play, in milliseconds, 0 for never.
        brought: memories that are in play from the beginning on, whoever gave them.
        session_id: the host's session.
    """

    window: Window | None = None
    memo: Mapping[str, str] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    edited_at: int = 0
    brought: tuple[str, ...] = ()
    session_id: str = ""

    def text(self) -> str:
        """For the cursor."""
        kept = {
            "window": self.window.text() if self.window else "",
            "memo": dict(self.memo),
            "given": self.given[-GIVEN_MAX:],
            "tasks": self.tasks,
            "edited_at": self.edited_at,
            "brought": self.brought,
            "session": self.session_id,
        }
        return json.dumps(kept, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> State:
        """One that was kept; an empty one for anything else."""
        try:
            value = json.loads(text)
            return cls(
                window=Window.read(value["window"]),
                memo={str(name): str(status) for name, status in value["memo"].items()},
                given=tuple(map(str, value["given"])),
                tasks=tuple(map(str, value["tasks"])),
                edited_at=int(value["edited_at"]),
                brought=tuple(map(str, value.get("brought", ()))),
                session_id=str(value["session"]),
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            return cls()


@dataclass(frozen=True)
class Source:
    """Whose session is read, and into which project.

    Attributes:
        list_id: its task list where it is not the session's own. in_play: memories in play from the beginning on.
    """

    engine: Engine
    session_id: str
    list_id: str = ""
    in_play: tuple[str, ...] = ()


class Reading:
    """One pass over one file.

    Args:
        source: the session's.
        state: what the last pass left.
        parents: the latest attempts of the session whose subagent this is, for what was said of its work.
        subagent: the file is a subagent's.
    """

    def __init__(self, source: Source, state: State, parents: Sequence[Attempt], *, subagent: bool) -> None:
        self._engine = source.engine
        self._session_id = source.session_id
        self._parents = parents
        self._subagent = subagent
        self._veil = Veil(ignored_of(source.engine))
        self._pauses = paused.pauses(source.engine.stores.paths, source.engine.project, source.session_id)
        self._window = state.window
        self._reader = EvidenceReader(
            own_words=own_words,
            memo=state.window.memo if state.window else state.memo,
            in_play=state.given,
            list_id=source.list_id,
        )
        self.shown = Shown(tasks_done=state.tasks, list_id=source.list_id)
        self._before = state.given
        self._known: dict[str, InPlay | None] = {}
        self._taken_back: dict[str, str] = {}
        self._asked: set[str] = set()
        self._failed: set[str] = set()
        self._injected = _injected(source, subagent=subagent)
        self._linked = [] if subagent else linked_by_hand(source.engine, source.session_id)
        self._block: list[Attempt] = []
        self.judged: list[Judged] = []
        self.looked_at: set[str] = set()
        self.used: dict[str, str] = {}
        self.last: list[Attempt] = []
        self.edited_at = 0
        self.bytes_read = 0
        self.is_end = True

    def read(self, path: str, begin: Cursor) -> Cursor:
        """Read from where the last pass may change something; tell where this one ended.

        Raises:
            OSError: the file cannot be read.
        """
        offset, line = (self._window.offset, self._window.line) if self._window else (begin.offset, begin.line)
        if offset > begin.offset:
            offset, line = begin.offset, begin.line
        turns = read_turns(path, offset=offset, line=line)
        at = offset
        for turn in turns:
            if at != turn.offset > max(begin.offset, offset) + PART_BYTES:
                self.is_end = False
                break
            at = turn.offset
            self._feed(turn)
        self.bytes_read = turns.bytes_read
        self._finish()
        if not self.is_end:
            return Cursor(path=path, offset=turn.offset, line=turn.line - 1)
        return Cursor(path=path, offset=turns.offset, line=turns.line)

    def hear(self, turns: Iterable[Turn]) -> None:
        """Read turns that are at hand, to their end."""
        for turn in turns:
            self._feed(turn)
        self._finish()

    def _feed(self, turn: Turn) -> None:
        for own in self._own(turn):
            self.shown.feed(own)
            self._block += self._reader.feed(own)
        if sum(len(attempt.actions) for attempt in self._block) > _BLOCK_ACTIONS:
            self._judge_block()

    def _finish(self) -> None:
        self.last = self._reader.finish()
        self._judge(self._block, self.last)

    def _own(self, met: Turn) -> Iterator[Turn]:
        """A turn as it may be learnt from; nothing where that was paused, or it is a file's that is left alone."""
        for turn in () if self._pauses.covers(met.at_ms) else self._veil.over(met):
            yield _safe(replace(turn, typed=False, sidechain=True) if self._subagent and turn.typed else turn)

    def state(self, edited_at: int) -> State:
        """What the next pass needs."""
        window = self._reader.window()
        first = next((one for one in self.last if window and one.offset == window.offset), None)
        given = [id for id, at in first.given.items() if not at] if first else [*self._before, *self._given()]
        return State(
            window=window,
            memo={} if window else dict(self._reader.memo),
            given=tuple(dict.fromkeys(given)),
            tasks=tuple(self.shown.tasks_done),
            edited_at=edited_at,
            session_id=self._session_id,
        )

    # -- judging ----------------------------------------------------------------------------------------------

    def _given(self) -> Iterator[str]:
        for attempt in self.last:
            yield from attempt.given
        yield from self.shown.ids

    def _judge_block(self) -> None:
        """Judge attempts that can change no more, but for the last ones, whose answer may still come."""
        self._judge(self._block[:-_AHEAD], self._block[-_AHEAD:], is_end=False)
        self._block = self._block[-_AHEAD:]

    def _judge(self, done: Sequence[Attempt], later: Sequence[Attempt], *, is_end: bool = True) -> None:
        """Judge the attempts that are done and, at the end of the file, those that may still change."""
        attempts = [*done, *later]
        put_in_play(attempts, self.shown.ids.items())
        put_in_play_at(attempts, self._injected)
        put_linked_in_play(attempts, self._linked)
        began_at = attempts[0].started_at if attempts else 0
        known = self._memories({id for attempt in attempts for id in attempt.given}, began_at)
        wanted = attempts if is_end else attempts[: len(done)]
        self.looked_at |= {attempt.key for attempt in wanted}
        if not known:
            return
        self._ask_git(wanted)
        found = {one.key: one for one in attribute_session(attempts, known, failed_before=self._failed)}
        for number, attempt in enumerate(wanted):
            verdict = judge(attempt)
            for id in attempt.given:
                one = found.get(key_of("attempt", attempt.key, id))
                if one is not None:
                    one = self._by_parent(attempt, verdict, known[id], one)
                    one = self._as_reported(attempts, number, verdict, known[id], one)
                    if one.use not in ("", UNUSED, BROKEN):
                        self.used.setdefault(id, one.use)
                    self._take(attempt, verdict, one)

    def _memories(self, ids: set[str], began_at: int) -> dict[str, InPlay]:
        """What is known of memories that were in play, those of other projects left out."""
        unknown = [id for id in sorted(ids) if id not in self._known]
        for reader in self._engine.stores.readers() if unknown else ():
            rows = reader.by_ids(unknown)
            for row in rows:
                self._known[row.id] = InPlay(id=row.id, content=row.content, files=row.files)
            for id, told in outcomes.outcomes_of_many(reader.database, [row.id for row in rows]).items():
                before = [one for one in told if one.counted and (not began_at or one.at < began_at)]
                before = [one for one in before if one.evidence.get("session") != self._session_id]
                if before and before[-1].verdict == FAILED:
                    self._failed.add(id)
        for id in unknown:
            self._known.setdefault(id, None)
        return {id: one for id in ids if (one := self._known[id]) is not None}

    def _ask_git(self, attempts: Sequence[Attempt]) -> None:
        """Add what git tells of edits to the evidence."""
        edited = [attempt for attempt in attempts if attempt.files and attempt.given and attempt.key not in self._asked]
        self._asked |= {attempt.key for attempt in edited}
        if not edited:
            return
        self.edited_at = max(self.edited_at, *(attempt.ended_at or attempt.started_at for attempt in edited))
        told = fates(self._engine.root, edited, now_ms=self._engine.clock(), settled_ms=KEPT_MS)
        for attempt in edited:
            piece = told.evidence.get(attempt.key)
            if piece is None:
                continue
            attempt.evidence.append(piece)
            if piece.verdict == FAILED:
                self._taken_back[attempt.key] = piece.reason
                attempt.actions = [
                    replace(one, kind="dropped") if one.kind == "edit" else one for one in attempt.actions
                ]

    def _by_parent(self, attempt: Attempt, verdict: Verdict, memory: InPlay, one: Judgement) -> Judgement:
        """What the session the subagent worked for tells of its work: the person's words, or what became of all."""
        parent = next((one for one in reversed(self._parents) if one.started_at <= attempt.started_at), None)
        if parent is None or one.verdict == NEUTRAL:
            return one
        told = judge(parent)
        is_stronger = bool(told.decisive) and told.decisive[0].kind in ("words", "revert")
        if told.verdict == UNKNOWN or not (is_stronger or one.verdict == UNKNOWN):
            return one
        placed = replace(memory, given_at=attempt.given[memory.id])
        return attribute(attempt, [placed], failed_before=self._failed, verdict=told)[0]

    def _as_reported(
        self, attempts: Sequence[Attempt], number: int, verdict: Verdict, memory: InPlay, one: Judgement
    ) -> Judgement:
        """A memory whose use nothing shows, but which the agent says it followed, where the evidence says the same."""
        if one.verdict != NEUTRAL or verdict.verdict == UNKNOWN:
            return one
        attempt = attempts[number]
        # What is reported after the person's answer is about the attempt they answered.
        end = attempts[number + 2].line if number + 2 < len(attempts) else 0
        if any(
            _names(report, memory.id) and report.verdict == verdict.verdict and attempt.line <= report.line
            and (not end or report.line < end) for report in self.shown.reports
        ):  # fmt: skip
            linked = replace(memory, linked=True, given_at=attempt.given[memory.id])
            return attribute(attempt, [linked], failed_before=self._failed, verdict=verdict)[0]
        return one

    def _take(self, attempt: Attempt, verdict: Verdict, one: Judgement) -> None:
        if one.verdict == FAILED:
            self._failed.add(one.memory_id)
        elif one.counts:
            self._failed.discard(one.memory_id)
        if not one.counts:
            return
        self.judged.append(
            Judged(
                key=one.key,
                attempt=attempt.key,
                memory_id=one.memory_id,
                verdict=one.verdict,
                weight=one.weight,
                reason=intake.short_note(one.reason.replace(_DROPPED, self._taken_back.get(attempt.key, _DROPPED))),
                basis=one.basis,
                use=one.use,
                rests_on=one.evidence,
                work=tuple(key_of(part)[:12] for part in sorted(one.work)),
                pieces=tuple(_pieces(attempt, verdict, one)),
                began_at=attempt.started_at,
                at=one.at_ms or attempt.ended_at,
            )
        )


def _safe(turn: Turn) -> Turn:
    """A turn without secrets where sentences are made of it: they cut, and half a secret is known by no pattern."""
    if turn.typed:
        return replace(turn, text=redact(turn.text).text)
    command = turn.tool_input.get("command") if turn.kind == "tool_use" else None
    if isinstance(command, str):
        found = redact(command)
        if found.kinds:
            return replace(turn, tool_input={**turn.tool_input, "command": found.text})
    return turn


def _names(report: Report, memory_id: str) -> bool:
    return bool(report.memory_id) and memory_id.startswith(report.memory_id)


def _pieces(attempt: Attempt, verdict: Verdict, one: Judgement) -> Iterator[dict[str, object]]:
    """The evidence a judgement rests on, as a person can look it up."""
    wanted = set(one.evidence)
    for action in attempt.actions:
        if action.key in wanted:
            yield verdicts.piece(action.kind, action.status, action.path or action.text, action.at_ms)
    for evidence in verdict.decisive:
        if evidence.key in wanted:
            yield verdicts.piece(evidence.kind, evidence.verdict, evidence.reason, evidence.at_ms)


def _injected(source: Source, *, subagent: bool) -> list[tuple[str, int]]:
    """What hooks gave to a session's own thread, or to its subagents."""
    given = source.engine.injections(source.session_id)
    return [(id, at) for id, event, at in given if (event == "SubagentStart") == subagent]
