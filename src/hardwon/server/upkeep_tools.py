"""The MCP tools of upkeep: look after memories, decide what is asked, archive in two steps. All can be taken back."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_types import CallToolResult
from pydantic import Field

from hardwon.server import answers
from hardwon.server.session import Session
from hardwon.server.tools import Few, Key, Project, answering


class UpkeepTools:
    """Every tool of upkeep, bound to one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @answering
    def memory_maintenance_run(
        self,
        apply: Annotated[bool, Field(description="False looks only and writes nothing.")] = False,
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Look for duplicates, contradictions, stale and unused memories. With apply the provably safe is done,
        can be undone with `mem undo`, and the rest becomes questions for the user.
        """
        from hardwon.engine.upkeep import maintain

        with self._session.engine(project) as engine:
            return answers.maintained(maintain(engine, apply=apply))

    @answering
    def memory_maintenance_status(self, project: Project = "") -> CallToolResult:
        """Tell how many questions about memories are open, and what upkeep changed last."""
        from hardwon.engine import deciding
        from hardwon.engine.journal import journal

        with self._session.engine(project) as engine:
            latest = [f"{one.memory_id} {one.kind} ({one.actor})" for one in journal(engine, limit=5)]
            return answers.status(
                {"questions": deciding.counts(engine), "latest_changes": latest}, self._session.project_name
            )

    @answering
    def memory_review_queue(
        self,
        limit: Few = 5,
        subject: Annotated[str, Field(description="Only questions about this.")] = "",
        project: Project = "",
    ) -> CallToolResult:
        """Show open questions about memories: what to keep, replace, fold or forget. Ask the user; never decide
        for them.
        """
        from hardwon.engine import deciding

        with self._session.engine(project) as engine:
            found = deciding.queue(engine, limit=limit, subject=subject)
            return answers.questions(found, self._session.project_name)

    @answering
    def memory_review_decide(
        self,
        id: Annotated[str, Field(description="The question's id.", min_length=1)],
        decision: Annotated[
            Literal["approve", "keep", "edit", "promote"],
            Field(description="edit approves with `text`; keep changes nothing; promote keeps and pins."),
        ],
        text: Annotated[str, Field(description="For edit: the text that is to stand.")] = "",
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Carry out what the user decided about one question. It is decided once: a second decision anywhere is
        told "already decided".
        """
        from hardwon.engine import deciding

        with self._session.engine(project) as engine:
            return answers.decided(deciding.decide(engine, id, decision, text=text or None, key=key or None))

    @answering
    def memory_reindex(
        self,
        offset: Annotated[int, Field(description="next_offset of the page before.", ge=0)] = 0,
        limit: Annotated[int, Field(description="How many to look at.", ge=1, le=100)] = 100,
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Make the missing vectors of one page of memories, with a model on this machine. Repeat with next_offset
        until has_more is false. A hosted model's are made by a person: the answer names the command.
        """
        from hardwon.engine import reindexing

        with self._session.engine(project) as engine:
            return answers.reindexed(reindexing.reindex(engine, offset=offset, limit=limit))

    @answering
    def memory_forget_prepare(
        self,
        ids: Annotated[list[str], Field(description="Ids, or their unique beginnings.", max_length=100)] = [],
        query: Annotated[str, Field(description="A text that stands in them.")] = "",
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Show exactly which memories would be archived, with a token for memory_forget_confirm."""
        from hardwon.engine import purging

        with self._session.engine(project) as engine:
            wanted = purging.Selection(ids=tuple(ids), query=query)
            return answers.prepared(purging.prepare(engine, wanted, act=purging.ARCHIVE))

    @answering
    def memory_forget_confirm(
        self,
        token: Annotated[str, Field(description="As memory_forget_prepare gave it.", min_length=1)],
        key: Key = "",
        project: Project = "",
    ) -> CallToolResult:
        """Archive what memory_forget_prepare showed, after the user agreed. It can be restored."""
        from hardwon.engine import purging

        with self._session.engine(project) as engine:
            return answers.archived(purging.confirm(engine, token).ids)
