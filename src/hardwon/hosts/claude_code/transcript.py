"""Reads Claude Code's transcripts: a JSON object a line, in a form its makers do not promise.

So everything is optional and nothing raises but a file that cannot be read at all. The reader holds one line
in memory at a time. Pictures, thinking and the client's stored requests are never turned into turns.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import BinaryIO

from hardwon.hosts.turns import Turn
from hardwon.text.clean import clean_text

LINE_MAX = 16 * 1024 * 1024
"""Bytes of one line; a longer one is passed over, else one line could cost hundreds of megabytes."""

_TEXT_MAX = 64_000
_RESULT_MAX = 16_000
_INPUT_MAX = 4_000
_DEPTH = 4  # a question's options have names
_OMITTED = "\n[…]\n"
_HEAD = 2048
_AROUND = "\ufeff \t\r\n\x00"
_ENTRIES_MAX = 8  # objects of one line; more is no line that a client wrote

_DECODER = json.JSONDecoder(strict=False)
_REQUEST_MARKS = (b'"type":"api-request', b'"type": "api-request')
_PRIVATE_OPEN = re.compile(r"<\s*private\b", re.IGNORECASE)

# Text that the client puts into a person's message; none of it is the person's.
_HOST_TAGS = (
    "system-reminder",
    "task-notification",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "new-diagnostics",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "user-prompt-submit-hook",
    "persisted-output",
    "command-contents",
    "teammate-message",
    "channel",
    "tool_use_error",
    "pasted_content",
)
_HOST_OPEN = re.compile(r"<(" + "|".join(map(re.escape, _HOST_TAGS)) + r")\b([^<>]*)>")
_EXPANSION = re.compile(r"\s*<command-(?:name|message|args)>")
_MEMORY_INPUT = re.compile(r"\s*<user-memory-input>(.*?)</user-memory-input>\s*\Z", re.DOTALL)
_NOTE = re.compile(r"#\s+(\S[^\n]*)\Z")  # how a person notes something down for later sessions
_INTERRUPTED = re.compile(r"\s*\[Request interrupted by user[^\]]*\]\s*\Z")
_CONTINUED = "This session is being continued from a previous conversation"
_HOOK_TEXT = re.compile(r"\s*\w+(?::\w+)? hook (?:feedback|additional context|blocking error)\b")
_SKILL_TEXT = "Base directory for this skill:"
_REFUSED = "The user doesn't want to "
_REFUSED_WORDS = re.compile(r"the user said:\s*", re.IGNORECASE)

_PEOPLE = frozenset(
    {"", "human", "user", "person", "sdk", "prompt", "typed", "cli", "tui", "queued", "keyboard", "repl"}
)
_INJECTED = frozenset(
    {
        "hook_additional_context",
        "hook_success",
        "hook_system_message",
        "hook_blocking_error",
        "async_hook_response",
    }
)


class TurnReader:
    """The turns of one transcript from an offset on; a single pass.

    Attributes (right once the iteration has ended, and after each turn up to the line it came from):
        offset: bytes from the start of the file to what has not been read.
        line: complete lines before that offset.
        bad_lines: lines that hold no JSON object, or are longer than LINE_MAX.
        bytes_read: bytes this reader took in.
    """

    def __init__(
        self, path: str, *, offset: int = 0, line: int = 0, wants: Callable[[bytes], bool] | None = None
    ) -> None:
        self.path = path
        self._wants = wants
        self.offset = offset
        self.line = line
        self.bad_lines = 0
        self.bytes_read = 0

    def __iter__(self) -> Iterator[Turn]:
        with _open_regular(self.path) as stream:
            stream.seek(self.offset)
            while True:
                raw = stream.readline(LINE_MAX)
                if not raw:
                    return
                if raw[-1:] == b"\n":
                    yield from self._complete(raw)
                elif len(raw) == LINE_MAX:
                    if not self._skip_rest(stream, len(raw)):
                        return
                else:
                    yield from self._unfinished(raw)
                    return

    def _complete(self, raw: bytes) -> Iterator[Turn]:
        number, start = self.line + 1, self.offset
        self._advance(len(raw), 1)
        if _is_stored_request(raw) or not raw.strip() or (self._wants and not self._wants(raw)):
            return
        entries, whole = _parse(raw)
        self.bad_lines += not whole
        for entry in entries:
            yield from _turns(entry, number, start)

    def _unfinished(self, raw: bytes) -> Iterator[Turn]:
        """The last line without its newline: taken only if it is whole, else left for the next pass.

        A part of a JSON object is never an object itself, so what parses is complete.
        """
        entries, whole = ([], False) if _is_stored_request(raw) else _parse(raw)
        if not whole:
            return
        number, start = self.line + 1, self.offset
        self._advance(len(raw), 0)
        for entry in entries:
            yield from _turns(entry, number, start)

    def _skip_rest(self, stream: BinaryIO, already: int) -> bool:
        length = already
        while True:
            part = stream.readline(1 << 20)
            length += len(part)
            if part[-1:] == b"\n":
                self.bad_lines += 1
                self._advance(length, 1)
                return True
            if not part:
                return False  # still being written: the next pass starts at this line again

    def _advance(self, length: int, lines: int) -> None:
        self.offset += length
        self.bytes_read += length
        self.line += lines


def read_turns(
    path: str, *, offset: int = 0, line: int = 0, wants: Callable[[bytes], bool] | None = None
) -> TurnReader:
    """Read a transcript, or what a subagent left, from an offset on.

    Args:
        path: the .jsonl file; only regular files are read.
        offset: where an earlier reader ended, in bytes.
        line: that reader's `line`.
        wants: says of a line whether it is parsed at all; every line by default.

    Raises:
        OSError: on iteration, when the file is absent, not regular or not readable.
    """
    return TurnReader(path, offset=offset, line=line, wants=wants)


def _open_regular(path: str) -> BinaryIO:
    # The path comes from a hook's input: a FIFO or a device would hang or never end.
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"not a regular file: {path}")
        return open(descriptor, "rb", buffering=1 << 18)
    except BaseException:
        os.close(descriptor)
        raise


def _is_stored_request(raw: bytes) -> bool:
    # Most of a file can be whole stored requests. Inside a string these quotes would stand escaped.
    head = raw[:_HEAD]
    return _REQUEST_MARKS[0] in head or _REQUEST_MARKS[1] in head


def _parse(raw: bytes) -> tuple[list[dict[str, object]], bool]:
    """The objects of a line (two, when two writers met on it), and whether the line held nothing else."""
    text = raw.decode("utf-8", "replace").strip(_AROUND)
    entries: list[dict[str, object]] = []
    while text:
        try:
            value, end = _DECODER.raw_decode(text)
        except (ValueError, RecursionError):
            return entries, False
        if not isinstance(value, dict):
            return entries, False
        entries.append(value)
        text = text[end:].lstrip(_AROUND) if end < len(text) else ""
        if len(entries) == _ENTRIES_MAX:
            return entries, not text
    return entries, bool(entries)


# -- one entry -> its turns ---------------------------------------------------------------------------------


class _Common:
    """The fields that every turn of one entry shares."""

    __slots__ = ("fields",)

    def __init__(self, entry: Mapping[str, object], number: int, start: int) -> None:
        agent = _string(entry.get("agentId"))
        self.fields: dict[str, object] = {
            "session_id": _string(entry.get("sessionId")),
            "uuid": _string(entry.get("uuid")),
            "line": number,
            "offset": start,
            "at_ms": _milliseconds(entry.get("timestamp")),
            "sidechain": entry.get("isSidechain") is True or bool(agent),
            "agent_id": agent,
            "cwd": _string(entry.get("cwd")),
        }

    def turn(self, kind: str, **fields: object) -> Turn:
        return Turn(kind=kind, **{**self.fields, **fields})  # type: ignore[arg-type]


def _turns(entry: Mapping[str, object], number: int, start: int) -> Iterator[Turn]:
    kind = entry.get("type")
    if kind not in ("user", "assistant", "attachment", "summary"):
        return
    common = _Common(entry, number, start)
    if kind == "user":
        yield from _user(entry, common)
    elif kind == "assistant":
        yield from _assistant(entry, common)
    elif kind == "attachment":
        yield from _attachment(entry, common)
    else:
        yield common.turn("summary", text=_bounded(_string(entry.get("summary"))))


def _user(entry: Mapping[str, object], common: _Common) -> Iterator[Turn]:
    content = _content(entry)
    blocks = content if isinstance(content, list) else []
    results = [block for block in blocks if _block_type(block) == "tool_result"]
    for block in results:
        yield from _tool_result(entry, block, common)
    text = content if isinstance(content, str) else _joined_text(blocks)
    if text.strip():
        yield _said(entry, _bounded(text), common, beside_result=bool(results))


def _said(entry: Mapping[str, object], text: str, common: _Common, *, beside_result: bool) -> Turn:
    """What stands in a user's line: the person's words, or one of the many things that are not."""
    if _INTERRUPTED.match(text):
        return common.turn("user", interrupted=True)
    if entry.get("isCompactSummary") is True or text.startswith(_CONTINUED):
        return common.turn("summary", text=text)
    if entry.get("isMeta") is True and "<hardwon-memory" in text:
        return common.turn("injected", text=text, tool="meta")
    memory = _MEMORY_INPUT.match(text)
    if memory and not _automatic(entry):
        typed = not common.fields["sidechain"]
        return common.turn("user", text=f"Remember: {memory[1].strip()}", typed=typed)
    if _EXPANSION.match(text) or _HOOK_TEXT.match(text) or text.startswith(_SKILL_TEXT):
        return common.turn("meta", text=text)
    own = _without_host_text(text)
    if not own.strip() or _automatic(entry):
        return common.turn("meta", text=text)
    typed = not beside_result and not common.fields["sidechain"]
    note = _NOTE.match(own.strip())
    return common.turn("user", text=f"Remember: {note[1]}" if note and typed else own.strip(), typed=typed)


def _automatic(entry: Mapping[str, object]) -> bool:
    """Whether the client, not a person, made this message."""
    if entry.get("isMeta") is True or entry.get("isVisibleInTranscriptOnly") is True:
        return True
    if entry.get("toolUseResult") is not None or entry.get("sourceToolUseID"):
        return True
    origin = entry.get("origin")
    kind = _string(origin.get("kind")) if isinstance(origin, dict) else ""
    told = (kind,) if kind else (_string(entry.get("promptSource")), _string(entry.get("turnOrigin")))
    return any(value.lower() not in _PEOPLE for value in told)


def _tool_result(entry: Mapping[str, object], block: Mapping[str, object], common: _Common) -> Iterator[Turn]:
    content = block.get("content")
    text = content if isinstance(content, str) else _joined_text(content if isinstance(content, list) else [])
    details = entry.get("toolUseResult")
    stopped = isinstance(details, dict) and details.get("interrupted") is True
    refused = block.get("is_error") is True and (
        entry.get("toolDenialKind") == "user-rejected" or text.startswith(_REFUSED)
    )
    yield common.turn(
        "tool_result",
        text=_bounded(text, _RESULT_MAX),
        tool_use_id=_string(block.get("tool_use_id")),
        is_error=block.get("is_error") is True,
        interrupted=stopped or refused or _string(entry.get("toolDenialKind")) != "",
    )
    # Refusing a tool, a person may say what to do instead. Only the client's own mark is proof of it: the
    # sentence alone could stand in any tool's output.
    if entry.get("toolDenialKind") == "user-rejected" and not common.fields["sidechain"]:
        words = _REFUSED_WORDS.split(text, maxsplit=1)
        if len(words) == 2 and words[1].strip():
            own = _without_host_text(_bounded(words[1]))
            yield common.turn("user", text=own.strip(), typed=True)


def _assistant(entry: Mapping[str, object], common: _Common) -> Iterator[Turn]:
    content = _content(entry)
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    kind = "meta" if entry.get("isApiErrorMessage") is True else "assistant"
    for block in content if isinstance(content, list) else []:
        what = _block_type(block)
        if what == "text" and _string(block.get("text")).strip():
            yield common.turn(kind, text=_bounded(_string(block.get("text"))))
        elif what == "tool_use":
            arguments = block.get("input")
            yield common.turn(
                "tool_use",
                tool=_string(block.get("name")),
                tool_input=_cut_input(arguments) if isinstance(arguments, dict) else {},
                tool_use_id=_string(block.get("id")),
            )


def _attachment(entry: Mapping[str, object], common: _Common) -> Iterator[Turn]:
    body = entry.get("attachment")
    if not isinstance(body, dict):
        return
    kind = _string(body.get("type"))
    if kind in _INJECTED:
        texts = [body.get(name) for name in ("content", "stdout", "response", "systemMessage")]
        text = "\n".join(filter(None, (_flat(value) for value in texts)))
        if text.strip():
            yield common.turn("injected", text=_bounded(text), tool=kind)
    elif kind == "instructions":
        files = body.get("files")
        for file in files if isinstance(files, list) else []:
            if isinstance(file, dict):
                yield common.turn("injected", text=_bounded(_string(file.get("content"))), tool=kind)
    elif kind == "queued_command":
        yield from _queued(entry, body, common)


def _queued(entry: Mapping[str, object], body: Mapping[str, object], common: _Common) -> Iterator[Turn]:
    """What was sent while the agent was at work: a person's words, or a notice."""
    prompt = body.get("prompt")
    text = prompt if isinstance(prompt, str) else _joined_text(prompt if isinstance(prompt, list) else [])
    if not text.strip():
        return
    if _string(body.get("commandMode")) not in ("", "prompt"):
        yield common.turn("meta", text=_bounded(text))
        return
    source = _string(body.get("source_uuid"))
    if source:
        common.fields["uuid"] = source
    yield _said({**entry, "origin": body.get("origin")}, _bounded(text), common, beside_result=False)


# -- small readings -----------------------------------------------------------------------------------------


def _content(entry: Mapping[str, object]) -> object:
    message = entry.get("message")
    return message.get("content") if isinstance(message, dict) else None


def _block_type(block: object) -> str:
    return _string(block.get("type")) if isinstance(block, dict) else ""


def _joined_text(blocks: list[object]) -> str:
    parts = []
    for block in blocks:
        if isinstance(block, str):
            parts.append(block)
        elif isinstance(block, dict) and block.get("type") == "text":
            parts.append(_string(block.get("text")))
    return "\n".join(parts)


def _flat(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(item for item in value if isinstance(item, str))
    return value if isinstance(value, str) else ""


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _without_host_text(text: str) -> str:
    """Drop the client's own blocks and what was pasted; a block that is never closed runs to the end.

    A pasted block ends with its own id again, so that no text inside can end it.
    """
    if "<" not in text:
        return text
    kept, position = [], 0
    while opening := _HOST_OPEN.search(text, position):
        kept.append(text[position : opening.start()])
        end = f"</{opening[1]}{opening[2] if opening[1] == 'pasted_content' else ''}>"
        closing = text.find(end, opening.end())
        if closing < 0:
            return "".join(kept)
        position = closing + len(end)
    kept.append(text[position:])
    return "".join(kept)


def _bounded(text: str, limit: int = _TEXT_MAX) -> str:
    """Clean text of at most about `limit` characters: its beginning and its end.

    When private text was opened in what is left out, the end starts private too.
    """
    if len(text) > limit:
        half = limit // 2
        reopened = "<private>" if _PRIVATE_OPEN.search(text, half, len(text) - half) else ""
        text = text[:half] + _OMITTED + reopened + text[-half:]
    return clean_text(text)


def _cut_input(arguments: Mapping[str, object]) -> dict[str, object]:
    return {str(name)[:200]: _cut_value(value, _DEPTH) for name, value in list(arguments.items())[:50]}


def _cut_value(value: object, depth: int) -> object:
    if isinstance(value, str):
        return _bounded(value, _INPUT_MAX)
    if isinstance(value, list):
        return [_cut_value(item, depth - 1) for item in value[:20]] if depth else []
    if isinstance(value, dict):
        items = list(value.items())[:20] if depth else []
        return {str(name)[:200]: _cut_value(item, depth - 1) for name, item in items}
    return value


def _milliseconds(value: object) -> int:
    if not isinstance(value, str) or not value:
        return 0
    try:
        moment = datetime.fromisoformat(value)
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return 0
