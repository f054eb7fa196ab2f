"""Events that a memory may help with: what is added to the model's context, and when nothing is. Light."""

from __future__ import annotations

from hardwon.binding.files import file_size, read_regular
from hardwon.errors import StoreError
from hardwon.hooks import spool
from hardwon.hooks.event import Answer
from hardwon.hooks.failures import describe, log_file, note
from hardwon.hooks.prompts import is_from_client, is_trivial
from hardwon.hooks.sessions import short_hash
from hardwon.text.clean import clean_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hardwon.engine.quick import Quick
    from hardwon.hits import Packed
    from hardwon.hooks.event import Event
    from hardwon.hooks.guard import Guard

_WAIT_MS = 150
_RECENT_MS = 5000
_TEXT_MAX = 20_000
_TRANSCRIPT_MAX = 4 << 20
_ID_MAX = 40


def session_start(event: Event, guard: Guard) -> Answer:
    """The brief. A context that starts afresh may be given everything again; a resumed one still has it."""
    session = event.session
    since_ms = 0
    if event.payload.text("source") not in ("resume", "fork"):
        session.start_afresh()
    elif session.briefed_at:
        # What it was given stands in the context that is replayed to it.
        since_ms = session.briefed_at
    elif not session.given:
        replayed = ids_in_transcript(event.payload.text("transcript_path"))
        session.note("g", [event.name, *replayed])
    if session.project != event.binding.value:
        session.note("b", [event.binding.value])
    event.keep()
    _wait_for_digester(event)
    begins = event.payload.text("source") in ("startup", "clear")
    if begins and (event.settings.scan or event.binding.other):
        event.start_digester(looks=True)
    if not event.settings.inject:
        return Answer()
    if event.payload.text("source") == "compact":
        return _recalled(event, guard, [lambda store, given: _brief_at_work(event, store, given)])
    wanted = [lambda store, given: store.brief(given=given, since_ms=since_ms)]
    if begins:
        wanted.append(lambda store, given: in_question(event))
    return _recalled(event, guard, wanted)


def in_question(event: Event) -> Packed:
    """A line on which project the folder has, where the person has to say."""
    from hardwon.binding.proposal import line_for_model
    from hardwon.hits import Packed

    return Packed(line_for_model(event.paths, event.binding))


def _brief_at_work(event: Event, store: Quick, given: list[str]) -> Packed:
    """The brief of a session whose context was compacted: an agent at work may have no other prompt for long."""
    lines = store.session_lines(event.payload.text("session_id"))
    if lines:
        event.session.note("p", [short_hash(line) for line in lines])
    return store.brief(given=given, at_work=lines or None)


def ids_in_transcript(path: str) -> list[str]:
    """The memories that a transcript's end shows as given: a fork has them under another session's id."""
    size = file_size(path)
    data = read_regular(path, _TRANSCRIPT_MAX, skip=max(0, size - _TRANSCRIPT_MAX))
    found: dict[str, None] = {}
    for block in data.split(b"<hardwon-memory>")[1:]:
        for part in block.partition(b"</hardwon-memory>")[0].split(b"- [")[1:]:
            memory_id = part.partition(b"] (")[0]
            if len(memory_id) <= _ID_MAX and memory_id.isalnum():
                found[memory_id.decode("ascii", "replace")] = None
    return list(found)


def _wait_for_digester(event: Event) -> None:
    """Let a digester finish that is at work; what it finds later comes with the next prompt."""
    from hardwon.hooks import gitmark
    from hardwon.hooks.digester import wait_until_idle

    idle = wait_until_idle(event.paths, event.binding.value, _WAIT_MS, with_looks=False)
    is_due = gitmark.is_due(event.paths, event.binding.value, event.now_ms)
    if idle and (is_due or spool.is_left_behind(event.paths, event.now_ms)):
        event.start_digester()
        idle = False
    if not idle:
        event.session.note("w", [], at_ms=event.now_ms)


def user_prompt(event: Event, guard: Guard) -> Answer:
    """What the prompt is about, what a compaction lost, and what was found late."""
    prompt = event.payload.text("prompt")
    seal_private(event, prompt)
    if is_from_client(prompt):
        return Answer()
    event.keep()
    if not event.settings.inject:
        return Answer()
    wanted: list[Callable[[Quick, list[str]], Packed]] = []
    late = _late(event)
    if event.session.lost:
        wanted.append(lambda store, given: store.by_ids(_without(event.session.lost, given)))
    if event.session.summary:
        wanted.append(lambda store, given: _lost(event, store))
    if late:
        wanted.append(lambda store, given: store.by_ids(_without(late, given)))
    if not is_trivial(prompt):
        text = clean_text(prompt[:_TEXT_MAX])
        wanted.append(lambda store, given: store.for_prompt(text, given=given))
    return _recalled(event, guard, wanted)


def _lost(event: Event, store: Quick) -> Packed:
    """What the session is at and a compaction's summary left out; once."""
    from hardwon.hooks.compaction import lost_lines

    lines = lost_lines(event, store)
    event.session.note("k", [])
    if lines:
        event.session.note("p", [short_hash(line) for line in lines])
    return store.lost(lines)


def seal_private(event: Event, prompt: str) -> None:
    """Have what a person marked as private known at every door before the agent can repeat it."""
    if "private" not in prompt.lower():
        return
    from hardwon.config.sealed import PRIVATE, seal
    from hardwon.text.private import private_parts

    try:
        seal(event.paths, [(PRIVATE, part) for part in private_parts(prompt)])
    except OSError as error:
        note(log_file(event.paths), event.name, describe(error))


def _late(event: Event) -> list[str]:
    session = event.session
    if not session.waits_since:
        return []
    from hardwon.hooks import findings
    from hardwon.hooks.digester import wait_until_idle

    recent = event.now_ms - session.waits_since < _RECENT_MS
    at_work = not wait_until_idle(event.paths, event.binding.value, _WAIT_MS if recent else 0)
    found = findings.since(event.paths, event.binding.value, session.waits_since, but=event.payload.text("session_id"))
    if not at_work:
        session.note("d", [])
    return found


def tool_ahead(event: Event, guard: Guard) -> Answer:
    """Before a Read: the file's gotchas. Before an Agent: keep what its task needs for when it starts."""
    tool = event.payload.text("tool_name")
    if not event.settings.inject:
        return Answer()
    if tool in ("Agent", "Task"):
        return _agent_ahead(event)
    path = event.payload.input_text("file_path")
    if tool != "Read" or not path:
        return Answer()
    mark = short_hash("file " + path)
    if mark in event.session.seen:
        return Answer()
    files = tuple({path, _inside(path, event.binding.root)})
    return _recalled(event, guard, [lambda store, given: store.for_situation(files=files, given=given)], (mark,))


def _agent_ahead(event: Event) -> Answer:
    task = event.payload.input_text("prompt")
    if task.strip():
        with event.open_store() as store:
            found = store.for_task(clean_text(task[:_TEXT_MAX]))
        event.session.keep_for_agent(
            event.payload.text("prompt_id"), event.payload.input_text("subagent_type"), found.ids
        )
    return Answer()


def subagent_start(event: Event, guard: Guard) -> Answer:
    """What the subagent's task needs, as found when it was asked for."""
    event.keep()
    if not event.settings.inject:
        return Answer()
    from hardwon.hooks.sessions import Session

    parent = Session(event.paths, event.payload.text("session_id"))
    ids = parent.kept_for_agent(event.payload.text("prompt_id"), event.payload.text("agent_type"))
    if not ids:
        return Answer()
    return _recalled(event, guard, [lambda store, given: store.by_ids(_without(ids, given))])


def tool_failed(event: Event, guard: Guard) -> Answer:
    """What is known about a command that failed; the failure itself is kept for the digester."""
    event.keep()
    payload = event.payload
    command, error = payload.input_text("command"), payload.text("error")
    if payload.text("tool_name") != "Bash" or payload.flag("is_interrupt") or not event.settings.inject:
        return Answer()
    mark = short_hash(f"failure {command}\n{error}")
    if not command or mark in event.session.seen:
        return Answer()
    command, error = clean_text(command[:_TEXT_MAX]), clean_text(error[:_TEXT_MAX])
    return _recalled(
        event,
        guard,
        [lambda store, given: store.for_situation(command=command, error=error, given=given)],
        (mark,),
    )


def _recalled(
    event: Event,
    guard: Guard,
    wanted: list[Callable[[Quick, list[str]], Packed]],
    seen: tuple[str, ...] = (),
) -> Answer:
    """Ask the store for texts, one after the other, none with what the model has already."""
    if not wanted:
        return Answer()
    try:
        store = event.open_store()
    except StoreError as error:
        note(guard.log, event.name, describe(error))
        return Answer()
    packs: list[Packed] = []
    try:
        given = [*event.session.given, *event.session.learnt]
        for ask in wanted:
            packed = ask(store, given)
            given += packed.ids
            packs.append(packed)
    finally:
        store.close()
    return event.context(packs, seen)


def _without(ids: Iterable[str], given: list[str]) -> list[str]:
    return [id for id in ids if id not in given]


def _inside(path: str, root: str) -> str:
    """A path as seen from the project's folder, the path itself when it lies elsewhere."""
    return path[len(root) + 1 :] if path.startswith(root.rstrip("/") + "/") else path


HANDLERS = {
    "SessionStart": session_start,
    "UserPromptSubmit": user_prompt,
    "PreToolUse": tool_ahead,
    "SubagentStart": subagent_start,
    "PostToolUseFailure": tool_failed,
}
