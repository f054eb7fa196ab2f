"""Tells open pages that something was written, by server-sent events."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from hardwon.config.actor import PERSON
from hardwon.errors import HardwonError
from hardwon.server.web.console.pages import project_of
from hardwon.server.web.rest.feed import Feed
from hardwon.server.web.rest.problems import Refused


class Live:
    """The stream that pages listen to.

    Args:
        feed: tells what is written.
    """

    def __init__(self, feed: Feed) -> None:
        self._feed = feed

    async def events(self, request: Request) -> Response:
        """What is written to a project's memory and the person's own, since a page was drawn or was told last."""
        position = request.headers.get("last-event-id") or request.query_params.get("position", "")
        try:
            return await self._feed.stream(PERSON, project_of(request), position)
        except Refused as error:
            return PlainTextResponse(str(error), status_code=503, headers={"retry-after": "60"})
        except HardwonError as error:
            return PlainTextResponse(str(error), status_code=404)
