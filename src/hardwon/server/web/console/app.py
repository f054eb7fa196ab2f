"""The console as an application: every page, behind what lets people in and other sites' pages out."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from hardwon.errors import Ambiguous, Conflict, HardwonError, InvalidInput, NotFound, PersonOnly, StoreError
from hardwon.server.web.console import (
    PREFIX,
    activity,
    changes,
    dashboard,
    drawing,
    live,
    memories,
    memory,
    projects,
    review,
    sessions,
    tasks,
)
from hardwon.server.web.console.access import COOKIE, PROOF_HEADER, SESSION_S, Access, cookie_of
from hardwon.server.web.console.pages import THEME_COOKIE, THEMES, Pages, Stranger, back, form_of, pages_of, project_of
from hardwon.server.web.guard import App, Message, Receive, Scope, Send
from hardwon.server.web.rest.desk import Busy, Desk
from hardwon.server.web.rest.feed import Feed

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    # With "no-referrer" browsers send the origin "null" along with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_STATUS: Mapping[type[HardwonError], int] = {
    Stranger: 403,
    PersonOnly: 403,
    NotFound: 404,
    Ambiguous: 409,
    Conflict: 409,
    InvalidInput: 422,
    Busy: 503,
    StoreError: 503,
}
_OPEN = ("/enter", "/link", "/static/")


def console_app(desk: Desk, access: Access, *, feed: Feed | None = None) -> Starlette:
    """The console, to be mounted at PREFIX.

    Args:
        desk: answers with engines; its owner closes it.
        access: knows who has a session; the guard in front asks it too.
        feed: tells open pages what is written.
    """
    routes: list[BaseRoute] = [
        Route("/enter", enter, methods=["GET"]),
        Route("/link", new_link, methods=["POST"]),
        Route("/theme", choose_theme, methods=["POST"]),
        Route("/leave", leave, methods=["POST"]),
        Route("/events", live.Live(feed or Feed(desk)).events, methods=["GET"]),
        *dashboard.ROUTES,
        *memories.ROUTES,
        *changes.ROUTES,
        *memory.ROUTES,
        *tasks.ROUTES,
        *sessions.ROUTES,
        *review.ROUTES,
        *activity.ROUTES,
        *projects.ROUTES,
        Mount("/static", StaticFiles(directory=drawing.STATIC)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Gate, access=access)],
        exception_handlers={HardwonError: _on_error, HTTPException: _on_http},
    )
    app.state.pages = Pages(desk, access)
    return app


class Gate:
    """Lets people with a session in, refuses forms of other sites, and puts the headers on every answer.

    Args:
        app: what is behind it.
        access: knows who has a session.
    """

    def __init__(self, app: App, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = str(scope["path"]).removeprefix(PREFIX)
        is_static = path.startswith("/static/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
                kept = "private, max-age=31536000, immutable" if is_static else "no-store"
                message["headers"] = [*message["headers"], *own, (b"cache-control", kept.encode())]
            await send(message)

        answer = self._refusal(scope, path)
        await (answer or self._app)(scope, receive, with_headers)

    def _refusal(self, scope: Scope, path: str) -> Response | None:
        if path == "/link" or (path.startswith(_OPEN) and scope["method"] in ("GET", "HEAD")):
            return None
        if not self._access.is_session(cookie_of(scope)):
            return _knock(401)
        if scope["method"] not in ("GET", "HEAD") and not _is_of_own_page(Request(scope)):
            return _told("Requests of other pages are refused", "Open the console itself and repeat it there.", 403)
        return None


def _is_of_own_page(request: Request) -> bool:
    """Whether a browser says that one of our own pages sent a form."""
    origin = request.headers.get("origin", "")
    return origin != "" and urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower()


def _told(title: str, text: str, status: int, *, to: str = "") -> HTMLResponse:
    """A page for whoever has no session."""
    template = drawing.environment().get_template("knock.html")
    return HTMLResponse(template.render(title=title, text=text, to=to), status_code=status)


def _knock(status: int) -> HTMLResponse:
    return _told("Open the console with a link", "", status)


async def enter(request: Request) -> Response:
    """Open a session by a link that works once; a page leads on, for a redirect would not carry the cookie along
    where another site's page held the link."""
    access = pages_of(request).access
    first = drawing.link(project_of(request), "/")
    cookie = access.enter(request.query_params.get("code", ""))
    if not cookie:
        if access.is_session(cookie_of(request.scope)):
            return RedirectResponse(first, status_code=303)
        return _told("This link was used before", "", 401)
    answer = _told("The console opens", "", 200, to=first)
    answer.set_cookie(COOKIE, cookie, max_age=SESSION_S, path=PREFIX, httponly=True, samesite="strict")
    return answer


async def new_link(request: Request) -> Response:
    """Give a program that knows the console's key another link: `mem ui` where a server runs already."""
    access = pages_of(request).access
    port = (request.scope.get("server") or ("", 0))[1] or 0
    if not access.is_proof(request.headers.get(PROOF_HEADER, ""), port):
        return JSONResponse({"error": "a proof of the console's key is required"}, status_code=401)
    return JSONResponse({"link": access.link(), "project": pages_of(request).desk.project})


async def choose_theme(request: Request) -> Response:
    """Keep the theme that the switch was set to."""
    form = await form_of(request)
    chosen = form.text("theme")
    answer = back(request, form, "/")
    if chosen in THEMES:
        answer.set_cookie(THEME_COOKIE, chosen, max_age=SESSION_S, path=PREFIX, httponly=True, samesite="strict")
    return answer


async def leave(request: Request) -> Response:
    """End the session in this browser."""
    await form_of(request)
    answer = _told("You have left the console", "", 200)
    answer.delete_cookie(COOKIE, path=PREFIX, httponly=True, samesite="strict")
    return answer


async def _on_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HardwonError)
    status = next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), 400)
    return pages_of(request).wrong(request, error, status)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return pages_of(request).wrong(
            request, NotFound("There is no such page", "The menu leads to all there are"), 404
        )
    return pages_of(request).wrong(request, InvalidInput(error.detail), error.status_code)
