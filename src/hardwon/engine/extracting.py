"""Has a model read sessions, where a person wanted that: in the background, within a day's limit, each part once.

Only whoever holds the lock of sending makes calls. So what stands there as being sent when it is taken was sent by a
process that is gone: it may have been paid, and is blocked (hardwon.store.ledger).
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.binding import Binding
from hardwon.capture.callers.base import Caller, Refused, Reply, Unknown, caller_for
from hardwon.capture.model.answer import Summarised, believed, parsed
from hardwon.capture.model.prompt import SYSTEM, Piece
from hardwon.config.actor import PERSON
from hardwon.config.paths import Paths, make_private_dir
from hardwon.config.quick import quick_settings
from hardwon.engine.activity import Operation
from hardwon.engine.capturing import is_agents, store_candidates
from hardwon.engine.collecting import most_usd, rebuilt
from hardwon.engine.keeping import DAY_MS
from hardwon.engine.pieces import Cutter
from hardwon.engine.searching import Clock, system_clock
from hardwon.errors import HardwonError, StoreError, StoreLocked
from hardwon.store import ledger
from hardwon.store.database import Database
from hardwon.store.ledger import Source, opened

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

_TRIES = 3
_WAIT_S, _WAIT_MAX_S = 2.0, 30.0
_LATER_MS = 10 * 60_000
_LOCK_POLL_S = 0.1
_LOOKED_AT = 200


@dataclass(frozen=True, kw_only=True)
class Extracted:
    """What a run came to.

    Attributes:
        sent: calls that were answered. new: memories stored. blocked: calls that may have been paid.
        left: sources that wait. cost_usd: of what was answered.
        notes: why it stopped, or what could not be used, one line each.
    """

    sent: int = 0
    new: int = 0
    blocked: int = 0
    left: int = 0
    cost_usd: float = 0.0
    notes: tuple[str, ...] = ()


@contextmanager
def sending(paths: Paths, *, wait_s: float = 0.0) -> Iterator[None]:
    """Hold the lock of sending.

    Raises:
        StoreLocked: another process sends.
    """
    make_private_dir(paths.data)
    handle = os.open(paths.data + "/calls.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    until = time.monotonic() + wait_s
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise StoreLocked("a session is being sent to a model just now", "try again in a minute") from None
                time.sleep(_LOCK_POLL_S)
        yield
    finally:
        os.close(handle)


def block_lost(paths: Paths, book: Database, now: int) -> None:
    """Block what a process that is gone was sending; nothing where one sends just now."""
    try:
        with sending(paths):
            _block_orphans(book, now)
    except StoreLocked:
        pass


def _block_orphans(book: Database, now: int) -> None:
    ledger.block_orphans(book, now)
    for source in ledger.sources(book, states=(ledger.BLOCKED,)):
        # What costs nothing cannot be paid twice.
        if all(call.reserved_usd == 0 for call in ledger.calls_of(book, source.id)):
            ledger.accept(book, source.id, now)


# -- sending -------------------------------------------------------------------------------------------------


def extract(
    environ: Mapping[str, str],
    *,
    caller: Caller | None = None,
    clock: Clock = system_clock,
    sleep: Callable[[float], object] = time.sleep,
    wait_s: float = 5.0,
) -> Extracted:
    """Send what waits, of whatever project, as far as the day's limit goes.

    Args:
        environ: the trusted environment.
        caller: who asks; by default whom the person chose.
        clock, sleep: sources of time.
        wait_s: how long to wait for another process that sends, in seconds.

    Raises:
        InvalidInput: what the person chose cannot be used.
        StoreLocked: another process sends.
        StoreError: the record of calls cannot be written; nothing was sent then.
    """
    paths = Paths.from_environment(environ)
    settings = quick_settings(paths, environ)
    caller = caller or caller_for(settings, environ, folder=paths.data + "/run-claude")
    if caller is None:
        return Extracted()
    with sending(paths, wait_s=wait_s), opened(paths) as book:
        _block_orphans(book, clock())
        run = _Run(environ, book, caller, clock, sleep, settings.extraction_daily_usd)
        waiting = ledger.sources(book, states=(ledger.PENDING,))
        for source in sorted(waiting, key=lambda one: is_agents(one.path)):  # sessions before their subagents
            if source.not_before > clock():
                continue
            run.take(source)
            if run.is_over:
                break
        left = len(ledger.sources(book, states=(ledger.PENDING,)))
    return replace(run.done, left=left)


class _Run:
    """Sends one source after the other."""

    def __init__(
        self,
        environ: Mapping[str, str],
        book: Database,
        caller: Caller,
        clock: Clock,
        sleep: Callable[[float], object],
        limit_usd: float,
    ) -> None:
        self.done = Extracted()
        self.is_over = False
        self._environ = environ
        self._book = book
        self._caller = caller
        self._clock = clock
        self._sleep = sleep
        self._limit_usd = limit_usd

    def take(self, source: Source) -> None:
        """Send a source, and store what it taught."""
        from hardwon.engine.core import open_engine

        binding = Binding(source.project, source.root)
        with open_engine(self._environ, binding=binding, actor=PERSON, clock=self._clock) as engine:
            piece, cutter = rebuilt(engine, source)
            if piece is None or not (piece.is_worth_sending or (is_agents(source.path) and piece.shows_work)):
                reason = "the transcript is gone or another" if piece is None else "nothing is left to send"
                self._move(source, ledger.DROPPED, reason, was=(ledger.PENDING,))
                return
            reply = self._ask(source, piece)
            if reply is not None:
                self._keep(engine, source, piece, cutter, reply)

    def _ask(self, source: Source, piece: Piece) -> Reply | None:
        reserved = 0.0 if self._caller.is_free else most_usd(self._caller.model, piece, self._caller.output_tokens_max)
        noted = Operation(Paths.from_environment(self._environ), "extract", source.project)
        for attempt in range(_TRIES):
            now = self._clock()
            spent = ledger.spent_since(self._book, now - now % DAY_MS)
            if reserved and spent + reserved > self._limit_usd:
                self._stop(f"today's limit of ${self._limit_usd:g} is reached")
                return None
            number = ledger.begin_call(
                self._book,
                source.id,
                backend=self._caller.name,
                model=self._caller.model,
                at=now,
                reserved_usd=reserved,
            )
            if number is None:
                return None
            noted.stage("sent", attempt=attempt + 1)
            try:
                reply = self._caller.ask(SYSTEM, piece.text)
            except Refused as refused:
                noted.stage("refused")
                if not self._refused(source, number, refused, is_last=attempt + 1 == _TRIES):
                    return None
                self._sleep(min(refused.wait_s or _WAIT_S * 4**attempt, _WAIT_MAX_S))
                continue
            except Unknown as unknown:
                noted.stage("blocked")
                self._blocked(source, number, str(unknown), max(reserved, unknown.cost_usd))
                return None
            self._answered(source, number, reply)
            noted.stage("done", input_tokens=reply.usage.input_tokens, output_tokens=reply.usage.output_tokens)
            return reply
        return None

    def _refused(self, source: Source, number: int, refused: Refused, *, is_last: bool) -> bool:
        """Write that nothing was charged; whether to try again at once."""
        now = self._clock()
        with self._book.atomic():
            ledger.end_call(self._book, number, ledger.REFUSED, now, cost_usd=0.0, note=str(refused))
            again = refused.passing and not refused.whole and not is_last
            state = ledger.PENDING if refused.passing else ledger.DROPPED
            later = 0 if again or not refused.passing else now + _LATER_MS
            self._move(source, state, str(refused), not_before=later)
        if refused.whole or is_last:
            self._stop(str(refused))
        elif not refused.passing:
            self._note(str(refused))
        return again

    def _blocked(self, source: Source, number: int, why: str, reserved: float) -> None:
        with self._book.atomic():
            ledger.end_call(self._book, number, ledger.UNKNOWN, self._clock(), cost_usd=reserved, note=why)
            self._move(source, ledger.BLOCKED, why)
        self.done = replace(self.done, blocked=self.done.blocked + 1)
        self._stop(f"a call may have been paid, its source is blocked: {why}")

    def _answered(self, source: Source, number: int, reply: Reply) -> None:
        usage = reply.usage
        with self._book.atomic():
            ledger.end_call(
                self._book,
                number,
                ledger.DONE,
                self._clock(),
                cost_usd=reply.cost_usd,
                input_tokens=usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens,
                output_tokens=usage.output_tokens,
            )
            self._move(source, ledger.DONE, "")
        self.done = replace(self.done, sent=self.done.sent + 1, cost_usd=self.done.cost_usd + reply.cost_usd)

    def _keep(self, engine: Engine, source: Source, piece: Piece, cutter: Cutter, reply: Reply) -> None:
        try:
            answer = parsed(reply.answer)
        except ValueError as error:
            self._note(str(error))
            self._move(source, ledger.DONE, str(error), was=(ledger.DONE,))
            return
        told = believed(answer, piece, session_id=source.session_id, model=self._caller.model)
        fresh = [one for one in told.candidates if not cutter.echo.is_echo(one.content)]
        try:
            report = store_candidates(engine, fresh, source.session_id)
            if told.summary is not None and not is_agents(source.path):
                _summarise(engine, source.session_id, told.summary)
        except StoreError as error:
            self._move(source, ledger.DONE, f"what it taught could not be stored: {error}", was=(ledger.DONE,))
            raise
        self.done = replace(self.done, new=self.done.new + report.new)

    def _move(
        self, source: Source, state: str, reason: str, *, was: tuple[str, ...] = (ledger.SENT,), not_before: int = 0
    ) -> None:
        ledger.set_state(self._book, source.id, state, self._clock(), was=was, reason=reason, not_before=not_before)

    def _note(self, text: str) -> None:
        self.done = replace(self.done, notes=(*self.done.notes, text))

    def _stop(self, why: str) -> None:
        self._note(why)
        self.is_over = True


def _summarise(engine: Engine, session_id: str, told: Summarised) -> None:
    """Put the model's words into a session's summary; what was run and changed stays as it was seen."""
    earlier = next((one for one in engine.sessions(_LOOKED_AT) if one.session_id == session_id), None)
    if earlier is None:
        return
    engine.save_session(
        replace(
            earlier,
            goal=told.goal or earlier.goal,
            done=tuple(told.done) or earlier.done,
            open=tuple(told.open) or earlier.open,
            decisions=tuple(told.decisions) or earlier.decisions,
            next_step=told.next_step or earlier.next_step,
        )
    )


def in_background(environ: Mapping[str, str], note: Callable[[str], object]) -> None:
    """`extract` for a process that nobody watches: what goes wrong is one line of a log.

    Args:
        environ: the trusted environment.
        note: takes a line.
    """
    try:
        done = extract(environ)
    except StoreLocked:
        return
    except HardwonError as error:
        note(f"extraction: {error}")
        return
    for line in done.notes:
        note(f"extraction: {line}")
