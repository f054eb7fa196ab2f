"""The client for asyncio: SyncMemoryClient in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, TypeVar

from hardwon.errors import InvalidInput
from hardwon.sdk.clients import SyncMemoryClient
from hardwon.sdk.moments import Moment
from hardwon.sdk.results import Added, Context, Entry, Explanation, Outcome, Page, SearchResult, Status, TaskPage

P = ParamSpec("P")
T = TypeVar("T")


class MemoryClient:
    """The same for asyncio: every call is made by one thread of the client's own, so that the loop never waits.

    Use with `async with`. Calls of one client are done one after the other; a call that was cancelled before its turn
    is not made, one that is under way is finished. Arguments as for SyncMemoryClient.
    """

    def __init__(
        self,
        *,
        project: str | None = None,
        cwd: str | Path | None = None,
        host: str = "sdk",
        as_agent: bool = False,
        environ: Mapping[str, str] | None = None,
        clock: Callable[[], int] | None = None,
        ids: Callable[[], str] | None = None,
    ) -> None:
        self._client = SyncMemoryClient(
            project=project, cwd=cwd, host=host, as_agent=as_agent, environ=environ, clock=clock, ids=ids
        )
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hardwon-sdk")

    async def __aenter__(self) -> MemoryClient:
        try:
            await self._run(self._client.__enter__)
        except BaseException:
            await self.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every file, after the calls in hand; closing twice is harmless."""
        try:
            closing = self._thread.submit(self._client.close)
        except RuntimeError:  # it was closed before
            return
        self._thread.shutdown(wait=False)
        await asyncio.shield(asyncio.wrap_future(closing))

    async def _run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            doing = self._thread.submit(call, *args, **kwargs)
        except RuntimeError:
            raise InvalidInput("this memory was closed", "open another one") from None
        return await asyncio.wrap_future(doing)

    async def add(
        self,
        content: str,
        *,
        category: str = "general",
        title: str | None = None,
        tags: Sequence[str] = (),
        files: Sequence[str] = (),
        pin: bool = False,
        confidence: float | None = None,
        to_user: bool = False,
        key: str | None = None,
        at: Moment | None = None,
    ) -> Added:
        """See SyncMemoryClient.add."""
        return await self._run(
            self._client.add,
            content,
            category=category,
            title=title,
            tags=tags,
            files=files,
            pin=pin,
            confidence=confidence,
            to_user=to_user,
            key=key,
            at=at,
        )

    async def record_outcome(self, id: str, verdict: str, *, note: str = "", key: str | None = None) -> Outcome:
        """See SyncMemoryClient.record_outcome."""
        return await self._run(self._client.record_outcome, id, verdict, note=note, key=key)

    async def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        categories: Sequence[str] = (),
        tags: Sequence[str] = (),
        all_projects: bool = False,
        include_archived: bool = False,
        include_cold: bool = False,
        mode: str = "hybrid",
        as_of: Moment | None = None,
        known_at: Moment | None = None,
    ) -> SearchResult:
        """See SyncMemoryClient.search."""
        return await self._run(
            self._client.search,
            query,
            limit=limit,
            categories=categories,
            tags=tags,
            all_projects=all_projects,
            include_archived=include_archived,
            include_cold=include_cold,
            mode=mode,
            as_of=as_of,
            known_at=known_at,
        )

    async def why(
        self, query: str, *, limit: int | None = None, all_projects: bool = False, as_of: Moment | None = None
    ) -> Explanation:
        """See SyncMemoryClient.why."""
        return await self._run(self._client.why, query, limit=limit, all_projects=all_projects, as_of=as_of)

    async def get_context(self, query: str | None = None, *, budget: int | None = None) -> Context:
        """See SyncMemoryClient.get_context."""
        return await self._run(self._client.get_context, query, budget=budget)

    async def get(self, id: str, *, as_of: Moment | None = None) -> Entry:
        """See SyncMemoryClient.get."""
        return await self._run(self._client.get, id, as_of=as_of)

    async def list(
        self,
        *,
        category: str | None = None,
        tag: str | None = None,
        status: str = "active",
        limit: int = 50,
        offset: int = 0,
        all_projects: bool = False,
        as_of: Moment | None = None,
    ) -> Page:
        """See SyncMemoryClient.list."""
        return await self._run(
            self._client.list,
            category=category,
            tag=tag,
            status=status,
            limit=limit,
            offset=offset,
            all_projects=all_projects,
            as_of=as_of,
        )

    async def history(self, id: str) -> tuple[Entry, ...]:
        """See SyncMemoryClient.history."""
        return await self._run(self._client.history, id)

    async def outcomes(self, id: str, *, withdrawn: bool = False) -> tuple[Outcome, ...]:
        """See SyncMemoryClient.outcomes."""
        return await self._run(self._client.outcomes, id, withdrawn=withdrawn)

    async def tasks(self, *, source: str = "", limit: int = 50) -> TaskPage:
        """See SyncMemoryClient.tasks."""
        return await self._run(self._client.tasks, source=source, limit=limit)

    async def status(self) -> Status:
        """See SyncMemoryClient.status."""
        return await self._run(self._client.status)

    async def update(
        self,
        id: str,
        *,
        content: str | None = None,
        title: str | None = None,
        category: str | None = None,
        tags: Sequence[str] | None = None,
        files: Sequence[str] | None = None,
        pin: bool | None = None,
        key: str | None = None,
    ) -> Entry:
        """See SyncMemoryClient.update."""
        return await self._run(
            self._client.update,
            id,
            content=content,
            title=title,
            category=category,
            tags=tags,
            files=files,
            pin=pin,
            key=key,
        )

    async def correct(self, id: str, content: str, *, key: str | None = None) -> Entry:
        """See SyncMemoryClient.correct."""
        return await self._run(self._client.correct, id, content, key=key)

    async def forget(self, id: str, *, key: str | None = None) -> Entry:
        """See SyncMemoryClient.forget."""
        return await self._run(self._client.forget, id, key=key)

    async def restore(self, id: str, *, key: str | None = None) -> Entry:
        """See SyncMemoryClient.restore."""
        return await self._run(self._client.restore, id, key=key)
