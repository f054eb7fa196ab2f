"""The MCP prompts: what a person picks from a client's menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver.prompts import Prompt
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR
from pydantic import Field

from hardwon.server.session import Session
from hardwon.server.tools import MemoryTools
from hardwon.server.upkeep_tools import UpkeepTools
from hardwon.text.clean import clean_text, one_line

REVIEW = (
    "These questions about memories are the user's to decide. Show them one at a time, with what each memory says "
    "and what approving would do; recommend, and wait for the answer: approve, keep, edit (with the text that is to "
    "stand), promote or skip. Carry each answer out with memory_review_decide, or where that tool is missing tell the "
    "user to run `mem review` in a terminal. Where it says `already decided`, say so and go on."
)


class MemoryPrompts:
    """Every prompt, bound to one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._tools = MemoryTools(session)
        self._upkeep = UpkeepTools(session)

    def memory_context(self) -> str:
        """Start with what this project's memory knows."""
        head = "This is what this project's memory holds. Keep to its standing rules."
        return self._told(head, "memory_context")

    def recall(self, query: Annotated[str, Field(description="What to look for.")]) -> str:
        """Look something up in memory and use it."""
        head = f"Memory was searched for: {one_line(query, 300)}. Use what fits; say so if nothing does."
        return self._told(head, "memory_recall", query=query)

    def remember(
        self,
        text: Annotated[str, Field(description="What to remember; may begin with category:NAME.")],
    ) -> str:
        """Have the agent store a learning."""
        return (
            "Store the following in memory with memory_remember, in these words; a beginning such as "
            f"`category:gotcha` names the category. Then say the id.\n\n{clean_text(text)}"
        )

    def review_memory(self) -> str:
        """Go through what upkeep asks about memories."""
        return self._told(REVIEW, "memory_review_queue", limit=10)

    def _told(self, head: str, tool: str, **arguments: Any) -> str:
        result = (getattr(self._tools, tool, None) or getattr(self._upkeep, tool))(**arguments)
        text = result.content[0].text
        if result.is_error:
            raise MCPError(code=INTERNAL_ERROR, message=one_line(text, 600))
        return f"{head}\n\n{text}"


def build_prompts(session: Session) -> list[Prompt]:
    """Every prompt of the server."""
    prompts = MemoryPrompts(session)
    named: dict[str, Callable[..., str]] = {
        "memory-context": prompts.memory_context,
        "recall": prompts.recall,
        "remember": prompts.remember,
        "review-memory": prompts.review_memory,
    }
    return [Prompt.from_function(function, name=name) for name, function in named.items()]
