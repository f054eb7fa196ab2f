"""What Claude Code hands a hook on its standard input. Light.

Every field may be missing, null or of another type: a reader gets the empty value of the type it asked for.
"""

from __future__ import annotations

from hardwon.text import jsonlight

EVENTS = frozenset(
    (
        "SessionStart",
        "UserPromptSubmit",
        "UserPromptExpansion",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PreCompact",
        "PostCompact",
        "Stop",
        "SubagentStart",
        "SubagentStop",
        "TaskCreated",
        "TaskCompleted",
        "SessionEnd",
    )
)


class Payload:
    """One event's fields, read by the type the caller needs."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, object]) -> None:
        self.fields = fields

    def text(self, name: str) -> str:
        """A text field, "" when it is missing or something else."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """A flag, False when it is missing or something else."""
        return self.fields.get(name) is True

    def input_text(self, name: str) -> str:
        """A text argument of the tool that is called, "" when it is missing or something else."""
        arguments = self.fields.get("tool_input")
        value = arguments.get(name) if isinstance(arguments, dict) else None
        return value if isinstance(value, str) else ""

    @property
    def event(self) -> str:
        """The event's name."""
        return self.text("hook_event_name")


def read_payload(data: bytes) -> Payload:
    """Parse an event.

    Args:
        data: the hook's whole standard input; a byte order mark and bytes that are no UTF-8 are fine.

    Raises:
        ValueError: it is not one JSON object.
    """
    value = jsonlight.loads(data)
    if not isinstance(value, dict):
        raise ValueError("the event is no JSON object")
    return Payload(value)
