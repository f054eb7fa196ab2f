"""Who is at the door: a person, or an agent running a shell. Light."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PERSON = "person"
AGENT = "agent"

# Variables that coding agents set for the commands they run.
_AGENT_VARIABLES = (
    "CLAUDECODE",
    "CLAUDE_CODE_SESSION_ID",
    "CODEX_SANDBOX",
    "CODEX_THREAD_ID",
    "CURSOR_AGENT",
    "CURSOR_TRACE_ID",
    "GEMINI_CLI",
    "OPENCODE",
    "OMPCODE",
    "HERMES_SESSION_ID",
    "AIDER_MODEL",
    "AI_AGENT",
)


def is_agent(environ: Mapping[str, str]) -> bool:
    """Whether a command runs inside an agent's shell.

    Args:
        environ: the process's environment.
    """
    return any(environ.get(name) for name in _AGENT_VARIABLES)


def actor_of(environ: Mapping[str, str]) -> str:
    """AGENT or PERSON, by the environment."""
    return AGENT if is_agent(environ) else PERSON
