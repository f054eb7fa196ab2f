"""Cuts a session's turns into attempts, as they come, in bounded memory; a later pass goes on where this one ended.

An attempt runs from one request of the person to the next, and the next words of the person speak of it. Only the
last few attempts can still change; what is older is handed out for good. A pass that begins again at the window
of the last one hands out the same attempts, under the same keys, with what has come since.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from hardwon.hosts.turns import Turn
from hardwon.outcomes.evidence import background
from hardwon.outcomes.evidence.edits import EDITORS, edit_of, edits_files, restores, rewrites
from hardwon.outcomes.evidence.gitcalls import GitCall, git_calls
from hardwon.outcomes.evidence.given import ids_in, shows_memories
from hardwon.outcomes.evidence.pieces import (
    FAILED,
    PARTIAL,
    UNKNOWN,
    WORKED,
    Action,
    Attempt,
    Evidence,
    call_key,
    key_of,
    said_key,
    text_of,
)
from hardwon.outcomes.evidence.reactions import reaction
from hardwon.outcomes.evidence.runs import FAILED as RUN_FAILED
from hardwon.outcomes.evidence.runs import PASSED as RUN_PASSED
from hardwon.outcomes.evidence.runs import Result, Run, result_of, runs_of, was_not_run
from hardwon.outcomes.evidence.saying import refused, said_of
from hardwon.outcomes.evidence.taskcalls import TOOLS as TASK_TOOLS
from hardwon.outcomes.evidence.taskcalls import TaskCalls
from hardwon.outcomes.evidence.window import Window
from hardwon.outcomes.evidence.worktree import WorkTree

WINDOW_BYTES = 4 * 1024 * 1024
"""How far back a pass may begin again."""

_KEPT = 4  # attempts that may still change
_ACTIONS_MAX = 400  # of one attempt; what goes on longer is a further part of it
_PENDING_MAX = 200
_MEMO_MAX = 400
_PROMPT_MAX = 600
_WHOLE_MAX = 2000
_SEEN_MAX = 20_000
_GIVEN_MAX = 1000
_EVIDENCE_MAX = 100
_SHELLS = frozenset({"Bash", "PowerShell", "Shell", "shell", "bash"})
_COMMAND = re.compile(r"\s*<command-(?:name|message|args)>")
_COMMAND_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)


@dataclass(kw_only=True, slots=True)
class _Call:
    turn: Turn
    command: str = ""
    edit: Action | None = None
    shows: bool = False


class EvidenceReader:
    """Takes turns, gives attempts.

    Args:
        own_words: what a person typed by hand in a message, without code, quotes and pastes.
        memo: how checks had ended before the first turn (`Window.memo`).
        in_play: memories that were given before the first turn.
        list_id: the host's task list where it is not the session's (CLAUDE_CODE_TASK_LIST_ID).
    """

    def __init__(
        self,
        *,
        own_words: Callable[[str], str],
        memo: Mapping[str, str] | None = None,
        in_play: Iterable[str] = (),
        list_id: str = "",
    ) -> None:
        self._own_words = own_words
        self._memo = dict(memo or {})
        self._given = dict.fromkeys(in_play, 0)
        self._tasks = TaskCalls(list_id)
        self._attempts: list[Attempt] = []
        self._memos: dict[str, dict[str, str]] = {}
        self._calls: dict[str, _Call] = {}
        self._background: dict[str, str] = {}
        self._outputs: dict[str, str] = {}
        self._tree = WorkTree()
        self._active = False
        self._said = ""
        self._refused_line = 0
        self._end = 0
        self._seen: OrderedDict[tuple[str, str, str, int], None] = OrderedDict()

    # -- the door -----------------------------------------------------------------------------------------

    def feed(self, turn: Turn) -> Iterator[Attempt]:
        """Show the next turn, and take the attempts that can change no more."""
        self._end = max(self._end, turn.offset)
        if self._is_repeated(turn):
            return
        if turn.kind == "user":
            self._user(turn)
        elif turn.kind == "assistant":
            self._begin_unasked(turn)
            self._active, self._said = True, turn.text[-400:]
        elif turn.kind == "tool_use":
            self._begin_unasked(turn)
            self._active = True
            self._called(turn)
        elif turn.kind == "tool_result":
            self._answered(turn)
        else:
            self._told(turn)
        if self._attempts and turn.at_ms:
            self._attempts[-1].ended_at = max(self._attempts[-1].ended_at, turn.at_ms)
        while len(self._attempts) > _KEPT:
            done = self._attempts.pop(0)
            self._memos.pop(done.key, None)
            yield done

    def _is_repeated(self, turn: Turn) -> bool:
        """A resumed session may write its earlier lines once more."""
        mark = (turn.uuid, turn.kind, turn.tool_use_id, len(turn.text))
        if not turn.uuid:
            return False
        if mark in self._seen:
            return True
        self._seen[mark] = None
        if len(self._seen) > _SEEN_MAX:
            self._seen.popitem(last=False)
        return False

    def finish(self) -> list[Attempt]:
        """The attempts that may still change, as they stand, oldest first."""
        return list(self._attempts)

    def window(self) -> Window | None:
        """Where the next pass should begin again, None for where this one ended."""
        for attempt in self._attempts:
            if self._end - attempt.offset <= WINDOW_BYTES:
                return Window(offset=attempt.offset, line=max(attempt.line - 1, 0), memo=self._memos[attempt.key])
        return None

    @property
    def memo(self) -> Mapping[str, str]:
        """How checks ended up to here, by digests of what they are."""
        return self._memo

    # -- requests and words ---------------------------------------------------------------------------------

    def _user(self, turn: Turn) -> None:
        if turn.interrupted or not turn.text.strip():
            return
        if not turn.typed:
            if not self._attempts:
                self._begin(turn, turn.text)
            return
        words = self._own_words(turn.text)
        steering = self._refused_line == turn.line != 0
        if self._active or not self._attempts:
            if self._attempts:
                self._react(self._attempts[-1], turn, words, is_over=not steering)
            if not steering:
                self._begin(turn, words or turn.text)
        else:  # the person went on before the agent said anything
            worked_on = next((one for one in reversed(self._attempts[:-1]) if one.is_over), None)
            if worked_on:
                self._react(worked_on, turn, words, is_over=True)
            latest = self._attempts[-1]
            latest.prompt = f"{latest.prompt}\n{words}"[:_PROMPT_MAX]

    def _react(self, attempt: Attempt, turn: Turn, words: str, *, is_over: bool) -> None:
        attempt.is_over = attempt.is_over or is_over
        if attempt.actions:
            attempt.actions[-1] = refused(attempt.actions[-1], words, surely=not is_over)
        found = reaction(words, asked=self._said)
        for piece in said_of(attempt, turn, words, found):
            self._note(attempt, piece)
        spoken_of = None if attempt.actions else self._still_spoken_of(attempt)
        if spoken_of and (found.confirms or found.verdict in (FAILED, PARTIAL)):
            for piece in said_of(spoken_of, turn, words, found):
                self._note(spoken_of, piece)

    def _still_spoken_of(self, talk: Attempt) -> Attempt | None:
        """The work that was complained of, when only talk has followed."""
        worked_on = next((one for one in reversed(self._attempts) if one.actions and one is not talk), None)
        if worked_on and any(one.kind == "words" and one.verdict != WORKED for one in worked_on.evidence):
            return worked_on
        return None

    def _begin_unasked(self, turn: Turn) -> None:
        """Work without a request in sight: a subagent's, or what goes on where the last pass ended."""
        if not self._attempts:
            self._begin(turn, "")
        elif len(self._attempts[-1].actions) >= _ACTIONS_MAX:
            long = self._attempts[-1]
            self._begin(turn, long.prompt, key=key_of("part", long.key, turn.line, turn.at_ms))

    def _begin(self, turn: Turn, prompt: str, *, key: str = "") -> None:
        attempt = Attempt(
            key=key or said_key(turn),
            session_id=turn.session_id,
            agent_id=turn.agent_id,
            prompt=prompt[:_PROMPT_MAX],
            given=dict.fromkeys(self._given, 0),
            line=turn.line,
            offset=turn.offset,
            started_at=turn.at_ms,
        )
        self._attempts.append(attempt)
        self._memos[attempt.key] = dict(self._memo)
        self._active = False

    # -- calls ----------------------------------------------------------------------------------------------

    def _called(self, turn: Turn) -> None:
        if turn.tool in _SHELLS:
            self._calls[turn.tool_use_id] = _Call(turn=turn, command=text_of(turn.tool_input, "command"))
        elif turn.tool in EDITORS:
            # Noted at once: a run beside it in the same message comes after it.
            edit = edit_of(turn)
            if edit:
                self._take_back(edit)
                edit = self._attempts[-1].actions[-1]
            self._calls[turn.tool_use_id] = _Call(turn=turn, edit=edit)
        elif turn.tool == "Read" and text_of(turn.tool_input, "file_path") in self._outputs:
            self._calls[turn.tool_use_id] = _Call(turn=turn)
        elif turn.tool in TASK_TOOLS or turn.tool in background.OUTPUT_TOOLS:
            self._calls[turn.tool_use_id] = _Call(turn=turn)
            if turn.tool in TASK_TOOLS and turn.tool != "TaskCreate":
                self._task(turn, "")
        elif shows_memories(turn.tool):
            self._calls[turn.tool_use_id] = _Call(turn=turn, shows=True)
        while len(self._calls) > _PENDING_MAX:
            self._calls.pop(next(iter(self._calls)))

    def _take_back(self, edit: Action) -> None:
        """Note an edit; where it restores what an earlier one had changed, that one is dropped."""
        for attempt in reversed(self._attempts):
            for number, action in enumerate(attempt.actions):
                if action.kind == "edit" and action.path == edit.path and restores(edit, action):
                    attempt.actions[number] = replace(action, kind="dropped")
                    self._attempts[-1].actions.append(replace(edit, kind="undo"))
                    return
        self._attempts[-1].actions.append(edit)
        self._tree.edited(edit)

    def _answered(self, turn: Turn) -> None:
        if turn.interrupted:
            self._refused_line = turn.line
        call = self._calls.pop(turn.tool_use_id, None)
        if call is None or not self._attempts:
            return
        tool = call.turn.tool
        if call.shows:
            self._give(ids_in(turn, own_answer=True))
        elif call.command:
            running = background.started(turn.text)
            if running:
                self._background[running] = turn.tool_use_id
                self._calls[turn.tool_use_id] = call
                if path := background.output_file(turn.text):
                    self._outputs[path] = turn.tool_use_id
            else:
                result = result_of(turn.text, is_error=turn.is_error, interrupted=turn.interrupted)
                refused = turn.is_error and was_not_run(turn.text)
                self._ran(call, result, refused=refused, halted=turn.interrupted and not refused)
                self._looked_at(call.command, result.output)
        elif tool in background.OUTPUT_TOOLS:
            self._ended_in_background(turn)
        elif tool == "Read":
            self._looked_at(text_of(call.turn.tool_input, "file_path"), turn.text)
        elif tool == "TaskCreate":
            self._task(call.turn, turn.text)
        elif call.edit and turn.is_error:
            self._not_edited(call.edit, refused=turn.interrupted)

    def _ran(self, call: _Call, result: Result, *, refused: bool = False, halted: bool = False) -> None:
        attempt = self._attempts[-1]
        for number, run in enumerate(runs_of(call.command, result)):
            rewrote = edits_files(run.command.words) or rewrites(result.output)
            action = replace(self._action(run, call, number), halted=halted, rewrote=rewrote)
            attempt.actions.append(replace(action, kind="refused") if refused else action)
            if not refused and edits_files(run.command.words):
                self._tree.edited(action)
        if result.is_ok is not None:
            for number, git in enumerate(git_calls(call.command, result.output, is_ok=result.is_ok)):
                self._git(git, call, number, result.output)

    def _action(self, run: Run, call: _Call, number: int) -> Action:
        command = run.command
        digest = key_of(command.key)[:12]
        before = self._memo.get(digest, "")
        if run.status in (RUN_PASSED, RUN_FAILED):
            self._memo.pop(digest, None)
            self._memo[digest] = run.status
            while len(self._memo) > _MEMO_MAX:
                del self._memo[next(iter(self._memo))]
        return Action(
            kind="run",
            text=command.text,
            whole=call.command[:_WHOLE_MAX],
            words=command.words,
            check=command.key,
            suite=command.suite,
            targets=command.targets,
            narrowed=command.narrowed,
            reruns=command.reruns,
            purpose=command.kind,
            name=command.name,
            status=run.status,
            unusable=run.unusable,
            failing=run.failing,
            failed_count=run.failed_count,
            before=before,
            key=call_key(call.turn, f"{number} {command.key} {run.status}"),
            line=call.turn.line,
            at_ms=call.turn.at_ms,
        )

    def _not_edited(self, edit: Action, *, refused: bool) -> None:
        for attempt in self._attempts:
            kept = [replace(edit, kind="refused")] if refused else []
            attempt.actions = [one for action in attempt.actions for one in (kept if action is edit else [action])]

    def _task(self, turn: Turn, answer: str) -> None:
        attempt = self._attempts[-1]
        for step in self._tasks.steps(turn.tool, turn.tool_input, answer, turn.session_id):
            if step.step == "done":
                self._note(
                    attempt,
                    Evidence(
                        key=step.key,
                        kind="task",
                        verdict=WORKED,
                        reason=f"the task “{step.subject[:80]}” was finished"
                        if step.subject
                        else "its task was finished",
                        is_strong=False,
                        line=turn.line,
                        at_ms=turn.at_ms,
                        done=len(attempt.actions),
                    ),
                )
            else:  # taken back: it was not finished after all
                for one in self._attempts:
                    one.evidence = [piece for piece in one.evidence if piece.key != step.key]

    # -- git ------------------------------------------------------------------------------------------------

    def _git(self, git: GitCall, call: _Call, number: int, output: str) -> None:
        turn = call.turn
        attempt = self._attempts[-1]
        if git.kind == "commit":
            piece = Evidence(
                key=call_key(turn, f"commit {number}"),
                kind="commit",
                verdict=WORKED,
                reason="it was committed",
                is_strong=False,
                files=attempt.files,
                line=turn.line,
                at_ms=turn.at_ms,
                done=len(attempt.actions),
            )
            self._note(attempt, piece)
        self._drop(self._tree.follow(git, output), call_key(turn, f"revert {number}"), turn)

    def _drop(self, keys: set[str], key: str, turn: Turn) -> None:
        """Mark edits that git took back; what an earlier attempt lost speaks against it."""
        said = self._attempts[-1].key
        for attempt in self._attempts:
            lost = [one for one in attempt.actions if one.key in keys and one.kind in ("edit", "run")]
            if not lost and keys:  # what the person said led to this, and was of what was lost
                attempt.evidence = [one for one in attempt.evidence if not (one.kind == "doubt" and one.key == said)]
            if not lost:
                continue
            files = tuple(dict.fromkeys(one.path for one in lost if one.path))
            attempt.actions = [_dropped(one) if one.key in keys else one for one in attempt.actions]
            if attempt is self._attempts[-1]:
                continue  # the agent dropped its own edits and goes on
            what = ", ".join(files[:3]) or "what it had changed"
            piece = Evidence(
                key=key,
                kind="revert",
                verdict=PARTIAL if attempt.files else FAILED,
                reason=f"{what} was taken back with git",
                files=files,
                line=turn.line,
                at_ms=turn.at_ms,
                done=len(attempt.actions),
            )
            self._note(attempt, piece)

    # -- what was told ----------------------------------------------------------------------------------------

    def _told(self, turn: Turn) -> None:
        self._give(ids_in(turn))
        if turn.kind == "meta" and "<task-notification>" in turn.text:
            self._ended_in_background(turn)
        elif turn.kind == "meta" and _COMMAND.match(turn.text) and not turn.sidechain:
            arguments = _COMMAND_ARGUMENTS.search(turn.text)
            if self._attempts:
                self._attempts[-1].is_over = True
            self._begin(turn, arguments[1].strip() if arguments else "")

    def _ended_in_background(self, turn: Turn) -> None:
        ended = background.ended(turn.text)
        if ended is None or not self._attempts:
            return
        call = self._calls.pop(ended.call or self._background.get(ended.task, ""), None)
        if call and call.command:
            self._ran(call, ended.result)

    def _looked_at(self, place: str, text: str) -> None:
        """Read what a background command had printed so far: its summary tells of its end, its status is not known."""
        for path, id in list(self._outputs.items()):
            call = self._calls.get(id) if path in place else None
            if call is None:
                continue
            shown = Result(output=text, is_ok=True, code=0)
            if any(run.status != UNKNOWN for run in runs_of(f"{{ {call.command}; }} | cat", shown)):
                del self._outputs[path], self._calls[id]
                self._ran(replace(call, command=f"{{ {call.command}; }} | cat"), shown)

    def _give(self, ids: Iterable[str]) -> None:
        for id in ids:
            if len(self._given) < _GIVEN_MAX:
                self._given.setdefault(id, 0)
            if self._attempts:
                self._attempts[-1].given.setdefault(id, len(self._attempts[-1].actions))

    def _note(self, attempt: Attempt, piece: Evidence) -> None:
        if len(attempt.evidence) < _EVIDENCE_MAX and all(piece.key != one.key for one in attempt.evidence):
            attempt.evidence.append(piece)


def _dropped(action: Action) -> Action:
    if action.kind == "edit":
        return replace(action, kind="dropped")
    return replace(action, undone=True) if action.kind == "run" else action
