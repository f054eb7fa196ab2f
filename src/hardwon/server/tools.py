"""The MCP tools: each takes one request apart, makes one call of the engine, and hands the result on.

The docstring of a tool is what a model reads to choose it; the annotations of its parameters are what a model
reads to fill them in. Both are budgeted (tests/server/test_schema.py).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Literal, ParamSpec

from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from hardwon.engine.moments import moment_of
from hardwon.errors import HardwonError
from hardwon.server import answers
from hardwon.server.manifest import PROJECT_LINE
from hardwon.server.session import Session
from hardwon.server.strict import strict_schema

P = ParamSpec("P")

Project = Annotated[str, Field(description="The authorized project; may be left out.")]
Projects = Annotated[list[str], Field(description="The same, as a list.")]
Key = Annotated[str, Field(description="Calls with one key are done once.", max_length=200)]
Id = Annotated[str, Field(description="Memory id, or its unique beginning.", min_length=1)]
Category = Annotated[str, Field(description="Only this category.")]
Offset = Annotated[int, Field(description="How many to skip.", ge=0)]
Many = Annotated[int, Field(description="How many at most.", ge=1, le=100)]
Few = Annotated[int, Field(description="How many at most.", ge=1, le=20)]


def looking(tool: Callable[P, CallToolResult]) -> Callable[P, CallToolResult]:
    """Let a tool answer a domain failure as a result that is marked as an error."""

    @wraps(tool)
    def run(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
        try:
            return tool(*args, **kwargs)
        except HardwonError as error:
            return answers.failure(error)

    return run


def answering(tool: Callable[P, CallToolResult]) -> Callable[P, CallToolResult]:
    """The same for a tool that is asked for work: it is noted as an activity, and idle work waits."""
    name = tool.__name__.removeprefix("memory_")

    @wraps(tool)
    def run(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
        session: Session = args[0]._session  # type: ignore[attr-defined]
        session.asked()
        try:
            with session.noting(name):
                return tool(*args, **kwargs)
        except HardwonError as error:
            return answers.failure(error)

    return run


class MemoryTools:
    """Every tool, bound to one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @answering
    def memory_remember(
        self,
        content: Annotated[str, Field(description="The learning, self-contained.", min_length=1)],
        category: Annotated[
            str,
            Field(
                description="architecture, convention, decision, pattern, gotcha, workaround, "
                "troubleshooting, command, preference or general."
            ),
        ] = "general",
        tags: Annotated[list[str], Field(description="Words to find it by.", max_length=20)] = [],
        files: Annotated[list[str], Field(description="Paths it is about.", max_length=50)] = [],
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Store one lasting learning for later sessions: a rule the user states, a decision with its reason,
        a gotcha, a workaround, a command that finally worked. One fact per call; no progress notes, no
        secrets. Kept as your report.
        """
        with self._session.engine(project) as engine:
            return answers.remembered(
                engine.remember(
                    content, category=category, tags=tuple(tags), files=tuple(files),
                    origin=self._session.origin, trust="agent", key=key or None,
                )
            )  # fmt: skip

    @answering
    def memory_recall(
        self,
        query: Annotated[str, Field(description="Question, error text, path or name.")],
        limit: Few = 0,
        categories: Annotated[list[str], Field(description="Only these categories.")] = [],
        tags: Annotated[list[str], Field(description="Only with all these tags.")] = [],
        as_of: Annotated[str, Field(description="What held then: 2026-03-01.")] = "",
        known_at: Annotated[str, Field(description="As known then.")] = "",
        project: Project = "",
        projects: Projects = [],
    ) -> CallToolResult:
        """Search what earlier sessions learned about this project and what the user prefers, ranked by
        relevance and by what really worked. Use before unfamiliar work, on an error, and for "what's our
        convention?".
        """
        with self._session.engine(project, projects) as engine:
            now = engine.clock()
            found = engine.recall(
                query, limit=limit or None, categories=tuple(categories), tags=tuple(tags),
                as_of=moment_of(as_of, now) if as_of else None,
                known_at=moment_of(known_at, now) if known_at else None,
            )  # fmt: skip
            return answers.recalled(found, self._session.project_name)

    @answering
    def memory_outcome(
        self,
        id: Id,
        verdict: Annotated[Literal["worked", "failed", "partial"], Field(description="What happened.")],
        note: Annotated[str, Field(description="One sentence of evidence.", max_length=1000)] = "",
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Report what happened when you followed a memory; this decides how it ranks. Report only what a run,
        a test or the user showed: it counts once other evidence agrees.
        """
        with self._session.engine(project) as engine:
            return answers.outcome_recorded(
                engine.record_outcome(id, verdict, note=note, source="agent", key=key or None),
                engine.withheld(note) if note else (),
            )

    @answering
    def memory_context(
        self,
        query: Annotated[str, Field(description="The task; leave out for the session brief.")] = "",
        budget: Annotated[int, Field(description="Tokens to fill at most.", ge=50, le=2400)] = 0,
        project: Project = "",
    ) -> CallToolResult:
        """Get the session brief: standing rules, best and newest memories, what was in progress. With a
        query: what that task needs. To look one thing up use memory_recall.
        """
        with self._session.engine(project) as engine:
            return answers.packed(engine.context(query or None, budget=budget or None), self._session.project_name)

    @answering
    def memory_list(
        self,
        category: Category = "",
        tag: Annotated[str, Field(description="Only with this tag.")] = "",
        status: Annotated[
            Literal["active", "quarantined", "archived", "retired"], Field(description="In which state.")
        ] = "active",
        limit: Many = 20,
        offset: Offset = 0,
        project: Project = "",
    ) -> CallToolResult:
        """List memories newest first, page by page, without ranking. To find something use memory_recall."""
        with self._session.engine(project) as engine:
            page = engine.list(category=category or None, tag=tag or None, status=status, limit=limit, offset=offset)
            return answers.listed(page, self._session.project_name, offset)

    @answering
    def memory_correct(
        self,
        id: Id,
        content: Annotated[str, Field(description="The whole corrected text.", min_length=1)],
        category: Annotated[str, Field(description="A new category; leave out to keep it.")] = "",
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Replace the text of a memory that is wrong or out of date, instead of remembering a contradicting
        one. The old version is kept.
        """
        with self._session.engine(project) as engine:
            return answers.changed(
                engine.edit(id, content=content, category=category or None, change="corrected", key=key or None),
                "Corrected",
                engine.withheld(content),
            )

    @answering
    def memory_forget(self, id: Id, key: Key = "", project: Project = "") -> CallToolResult:
        """Archive a memory that no longer holds: it is recalled no more, and can be restored. For a wrong
        text use memory_correct; for advice that failed, memory_outcome.
        """
        with self._session.engine(project) as engine:
            return answers.changed(engine.archive(id, key=key or None), "Archived")

    @answering
    def memory_show(self, id: Id, project: Project = "") -> CallToolResult:
        """Show one memory whole: text, origin, state and every outcome of its record."""
        with self._session.engine(project) as engine:
            return answers.shown(engine.get(id), engine.record(id), engine.outcomes(id))

    @answering
    def memory_history(self, id: Id, project: Project = "") -> CallToolResult:
        """Show every version of one memory, oldest first."""
        with self._session.engine(project) as engine:
            return answers.versions(engine.history(id))

    @answering
    def memory_why(
        self,
        query: Annotated[str, Field(description="The query to explain.")],
        limit: Few = 0,
        project: Project = "",
    ) -> CallToolResult:
        """Explain a recall: the terms of each score, and why other memories were left out."""
        with self._session.engine(project) as engine:
            return answers.explained(engine.why(query, limit=limit or None), self._session.project_name)

    @answering
    def memory_restore(self, id: Id, key: Key = "", project: Project = "") -> CallToolResult:
        """Bring an archived memory back."""
        with self._session.engine(project) as engine:
            return answers.changed(engine.restore(id, key=key or None), "Restored")

    @answering
    def memory_pin(
        self,
        id: Id,
        pinned: Annotated[bool, Field(description="False to unpin.")] = True,
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Pin a memory, so that every session's brief has it, or unpin it."""
        with self._session.engine(project) as engine:
            memory = engine.set_pinned(id, pinned, key=key or None)
            return answers.changed(memory, "Pinned" if pinned else "Unpinned")

    @answering
    def memory_sense(
        self,
        turns: Annotated[list[str], Field(description="In order, each as `user: …`, `agent: …` or `tool: …`.")],
        project: Project = "",
    ) -> CallToolResult:
        """Tell what these turns would teach, for hosts that capture nothing themselves. Stores nothing."""
        from hardwon.engine.sensing import sense

        with self._session.engine(project) as engine:
            return answers.sensed(sense(engine, turns))

    @answering
    def memory_sessions(self, limit: Few = 5, project: Project = "") -> CallToolResult:
        """Tell what the latest sessions of this project were about and where they stopped."""
        with self._session.engine(project) as engine:
            return answers.sessions(engine.sessions(limit))


READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
ADDS = READS.model_copy(update={"read_only_hint": False, "idempotent_hint": False})
CHANGES = READS.model_copy(update={"read_only_hint": False})
REMOVES = CHANGES.model_copy(update={"destructive_hint": True})

CORE = (
    "memory_remember",
    "memory_recall",
    "memory_outcome",
    "memory_context",
    "memory_list",
    "memory_correct",
    "memory_forget",
    "memory_status",
)
KINDS = {
    "memory_remember": ADDS,
    "memory_recall": READS,
    "memory_outcome": ADDS,
    "memory_context": READS,
    "memory_list": READS,
    "memory_correct": CHANGES,
    "memory_forget": REMOVES,
    "memory_status": READS,
    "memory_activity": READS,
    "memory_show": READS,
    "memory_history": READS,
    "memory_why": READS,
    "memory_restore": CHANGES,
    "memory_pin": CHANGES,
    "memory_sense": READS,
    "memory_sessions": READS,
    "memory_reindex": CHANGES,
    "memory_maintenance_run": CHANGES,
    "memory_maintenance_status": READS,
    "memory_review_queue": READS,
    "memory_review_decide": CHANGES,
    "memory_forget_prepare": CHANGES,
    "memory_forget_confirm": REMOVES,
}


def build_tools(session: Session, names: list[str]) -> list[Tool]:
    """The named tools with schemas that strict clients accept and the project in their descriptions."""
    from hardwon.server.upkeep_tools import UpkeepTools
    from hardwon.server.work_tools import WorkTools

    groups = (MemoryTools(session), UpkeepTools(session), WorkTools(session))
    found = {name: next(getattr(group, name) for group in groups if hasattr(group, name)) for name in names}
    return [_build(function, session, KINDS[name]) for name, function in found.items()]


def _build(function: Callable[..., Any], session: Session, annotations: ToolAnnotations) -> Tool:
    text = " ".join(inspect.cleandoc(function.__doc__ or "").split())
    tool = Tool.from_function(
        function,
        description=f"{text}\n\n{PROJECT_LINE}{session.project_name}",
        annotations=annotations,
        structured_output=False,
    )
    parameters = plain_schema(tool.parameters)
    tool.parameters = strict_schema(parameters) if session.strict else parameters
    return tool


def plain_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameters schema without what strict clients refuse or a model does not need."""
    properties = {
        name: {key: value for key, value in field.items() if key != "title" and (key != "default" or value)}
        for name, field in schema["properties"].items()
    }
    required = {"required": schema["required"]} if schema.get("required") else {}
    return {"type": "object", "properties": properties, **required, "additionalProperties": False}
