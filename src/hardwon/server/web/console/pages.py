"""What every page shares: who asks, which project, how it is drawn, and how a form is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import time_ns
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from hardwon.config.actor import PERSON
from hardwon.engine import watching
from hardwon.engine.core import Engine
from hardwon.errors import HardwonError, InvalidInput, InvalidValue
from hardwon.models import CATEGORIES
from hardwon.server.web.console import PREFIX, drawing
from hardwon.server.web.console.access import Access, cookie_of
from hardwon.server.web.rest.desk import Desk

T = TypeVar("T")

FORM_BYTES_MAX = 512 << 10
FIELDS_MAX = 500
ITEMS = 25
"""How many entries a page lists."""

OFFSET_MAX = 10_000
"""The farthest that a list without a cursor is paged through."""

THEME_COOKIE = "hardwon_theme"
THEMES = ("system", "light", "dark")
_NAMES_MAX = 80
_WORD = "form_word"

SAID = {
    "added": "Stored.",
    "known": "This was known already, and is stronger now.",
    "edited": "A new version is stored.",
    "corrected": "Corrected. Its record begins anew.",
    "forgotten": "Forgotten. Restore brings it back.",
    "restored": "Restored.",
    "pinned": "Pinned: it is in every session's brief.",
    "unpinned": "No longer pinned.",
    "judged": "Your verdict counts.",
    "taken-back": "Taken back.",
    "counts-again": "It counts again.",
    "decided": "Decided.",
    "linked": "Linked to the task.",
    "synced": "The trackers were looked at.",
    "undone": "Undone.",
    "nothing": "Nothing was chosen.",
    "changed": "Done.",
    "maintained": "Maintenance was run.",
}


class Form:
    """A form that was sent.

    Args:
        fields: names and values in the order they were sent.
    """

    def __init__(self, fields: Sequence[tuple[str, str]]) -> None:
        self._fields = fields

    def text(self, name: str) -> str:
        """A field's value, "" without it."""
        return next((value for key, value in self._fields if key == name), "")

    def every(self, name: str) -> list[str]:
        """Every value of a field, each once."""
        return list(dict.fromkeys(value for key, value in self._fields if key == name))

    def lines(self, name: str) -> list[str]:
        """A field with one value a line."""
        return _each(self.text(name).replace("\r", "\n").split("\n"))

    def parts(self, name: str) -> list[str]:
        """A field with commas between its values."""
        return _each(self.text(name).split(","))


def _each(parts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))


class Pages:
    """Draws the pages of one server.

    Args:
        desk: answers with engines.
        access: knows who has a session.
    """

    def __init__(self, desk: Desk, access: Access) -> None:
        self.desk = desk
        self.access = access

    def page(self, request: Request, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
        """A page.

        Args:
            request: whose address and cookies it is drawn for.
            template: its file.
            status: of HTTP.
            values: what it shows.
        """
        project = project_of(request)
        query = request.query_params
        shared: dict[str, object] = {
            "link": partial(drawing.link, project),
            "here": str(request.url.path).removeprefix(PREFIX),
            "query": query,
            "back": _back(request, project),
            "events": drawing.link(project, "/events", position=getattr(request.state, "position", "")),
            "project": project,
            "project_name": project or self.desk.name,
            "served": self.desk.name,
            "form_word": self.access.form_word(cookie_of(request.scope)),
            "theme": theme_of(request),
            "said": SAID.get(query.get("said", ""), ""),
            "said_of": query.get("of", "") if query.get("of", "").isalnum() else "",
            "categories": CATEGORIES,
            "ago": partial(drawing.ago, now=time_ns() // 1_000_000),
            "wrong": None,
        }
        text = drawing.environment().get_template(template).render(shared | values)
        return HTMLResponse(text, status_code=status)

    def wrong(self, request: Request, error: HardwonError, status: int) -> HTMLResponse:
        """A page that says what went wrong and what to do."""
        return self.page(request, "wrong.html", status=status, title="That did not work", wrong=error)

    async def read(self, request: Request, call: Callable[[Engine], T]) -> T:
        """Ask an engine of the project that the address names; the page then follows what is written from here on."""

        def ask(engine: Engine) -> tuple[str, T]:
            return watching.end(engine), call(engine)

        position, found = await self.desk.read(ask, actor=PERSON, project=project_of(request))
        request.state.position = position
        return found

    async def write(self, request: Request, call: Callable[[Engine], T]) -> T:
        """Have something changed."""
        return await self.desk.write(call, actor=PERSON, project=project_of(request))

    async def tend(self, request: Request, call: Callable[[Engine], T]) -> T:
        """Have something long done."""
        return await self.desk.tend(call, actor=PERSON, project=project_of(request))


def _back(request: Request, project: str) -> str:
    """The address that a page can be asked for again at."""
    path = request.url.path.removeprefix(PREFIX) or "/"
    if request.method != "GET":
        return drawing.link(project, "/" + path.split("/")[1])
    query = [(name, value[:300]) for name, value in request.query_params.items() if name not in ("in", "said", "of")]
    return drawing.link(project, path, **dict(query[:12]))


def pages_of(request: Request) -> Pages:
    """What draws the pages of the server that a request came to."""
    found: Pages = request.app.state.pages
    return found


def project_of(request: Request) -> str:
    """The project that an address names, "" for the one that is served."""
    return request.query_params.get("in", "")[:500]


def theme_of(request: Request) -> str:
    """The theme that was chosen with the switch."""
    chosen = cookie_of(request.scope, THEME_COOKIE)
    return chosen if chosen in THEMES else THEMES[0]


def whole_number(request: Request, name: str, most: int = OFFSET_MAX) -> int:
    """A count that an address names, 0 without one.

    Raises:
        InvalidValue: it is none.
    """
    text = request.query_params.get(name, "") or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) > most:
        raise InvalidValue(f"{text[:20]!r} is no place in a list", "begin again at its first page")
    return int(text)


async def form_of(request: Request) -> Form:
    """The form of a request, sent from one of our pages.

    Raises:
        InvalidInput: it is too large, or none.
        Stranger: it was not sent by a page of this session.
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > FORM_BYTES_MAX:
            raise InvalidInput("this form is too large", "a memory holds at most 64 kB")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise InvalidInput("this is no form of the console")
    try:
        text = body.decode("ascii")
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=FIELDS_MAX, errors="replace")
    except (UnicodeDecodeError, ValueError):
        raise InvalidInput("this form cannot be read") from None
    form = Form(fields)
    if not pages_of(request).access.is_form_word(cookie_of(request.scope), form.text(_WORD)):
        raise Stranger("this form was not sent by a page of the console", "open the page again and repeat it")
    return form


class Stranger(HardwonError):
    """A request that no page of this session sent."""


def went(request: Request, path: str, said: str = "", /, **query: object) -> Response:
    """Lead to another page after a form.

    Args:
        request: the form's.
        path: below the console.
        said: a word of SAID: what was done.
        query: what else the address says.
    """
    return RedirectResponse(drawing.link(project_of(request), path, said=said, **query), status_code=303)


def back(request: Request, form: Form, path: str, said: str = "", /, **query: object) -> Response:
    """Lead back to where a form stood, if it said so, else to a path."""
    stated = form.text("back")
    if not stated.startswith(PREFIX + "/") or any(letter in stated for letter in "\\\r\n"):
        return went(request, path, said, **query)
    place, _, text = stated.removeprefix(PREFIX).partition("?")
    kept = {name: value for name, value in parse_qsl(text[:2000]) if name not in ("said", "of", "in")}
    return went(request, place, said, **(kept | query))


def shortened(values: Mapping[str, Any], most: int = _NAMES_MAX) -> dict[str, str]:
    """Evidence as lines of text: names and values, cut where they are long."""
    told = {name: ", ".join(map(str, value)) if isinstance(value, list) else value for name, value in values.items()}
    return {str(name)[:most]: drawing.line(value, 300) for name, value in list(told.items())[:12]}
