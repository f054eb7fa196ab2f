"""What each route is handed: the desk, who asks, which project, which key."""

from __future__ import annotations

import hashlib
from typing import Annotated, TypeVar

from fastapi import Depends, Header, Path, Query, Request

from hardwon.config.actor import AGENT, PERSON
from hardwon.engine import Engine
from hardwon.engine.activity import ADMITTED, operation
from hardwon.models import Origin
from hardwon.server.web.guard import CALLER
from hardwon.server.web.rest.desk import Call, Desk
from hardwon.server.web.rest.problems import Refused
from hardwon.text.clean import one_line

T = TypeVar("T")

Project = Annotated[
    str, Query(max_length=500, description="Another project's name or binding; the one that is served by default.")
]
Everywhere = Annotated[bool, Query(description="Every project's memories.")]


async def known_parameters(request: Request) -> None:
    """Refuse a parameter that a path has not: one that is misspelt would be a filter that filters nothing.

    Args:
        request: one that met a route.

    Raises:
        Refused: it has one.
    """
    known: dict[tuple[str, str], frozenset[str]] = request.app.state.parameters
    route = getattr(request.scope.get("route"), "path", "")
    names = known.get((route, request.method))
    odd = next((name for name in request.query_params if names is not None and name not in names), None)
    if odd is not None:
        raise Refused(
            "invalid",
            f"there is no parameter {one_line(odd, 60)!r}",
            "it has " + (", ".join(sorted(names or ())) or "none"),
        )


class Asking:
    """One request's way to the engine, in the name of whoever asks.

    A page that a person opened with the link of `mem serve` speaks as that person; whoever shows the token is taken
    for an agent, for agents are given it.

    Attributes:
        actor: PERSON or AGENT.
        project: another project's name or binding, "" for the one that is served.
        key: the idempotency key, None for none.
    """

    def __init__(self, desk: Desk, *, actor: str, project: str, key: str | None) -> None:
        self.desk = desk
        self.actor = actor
        self.project = project
        self.key = key

    @property
    def is_person(self) -> bool:
        """Whether a person asks."""
        return self.actor == PERSON

    @property
    def origin(self) -> Origin:
        """Who speaks here, as it is stored with what they say."""
        return Origin(who="user" if self.is_person else "agent", host="console" if self.is_person else "rest")

    async def read(self, call: Call[T], name: str = "") -> T:
        """Have a question answered; see Desk.read.

        Args:
            call: asks the engine.
            name: under which it is noted as an activity, "" for a mere look.
        """
        return await self.desk.read(_noted(call, name), actor=self.actor, project=self.project)

    async def write(self, name: str, call: Call[T]) -> T:
        """Have something changed, noted as an activity under a name; see Desk.write."""
        return await self.desk.write(_noted(call, name), actor=self.actor, project=self.project)

    async def tend(self, name: str, call: Call[T]) -> T:
        """Have something long done, noted as an activity under a name; see Desk.tend."""
        return await self.desk.tend(_noted(call, name), actor=self.actor, project=self.project)


def _noted(call: Call[T], name: str) -> Call[T]:
    def noted(engine: Engine) -> T:
        with operation(engine.stores.paths, name, engine.project, first=ADMITTED):
            return call(engine)

    return noted if name else call


# FastAPI sends whatever is no coroutine to a thread, and each way there costs as much as a search of a small memory.
async def asking(
    request: Request,
    project: Project = "",
    key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            min_length=1,
            max_length=200,
            description="The same key again changes nothing, and is answered as the first time.",
        ),
    ] = None,
) -> Asking:
    """Who asks, and for what.

    Args:
        request: what came in.
        project, key: as it names them.
    """
    actor = PERSON if request.scope.get(CALLER) == PERSON else AGENT
    return Asking(request.app.state.desk, actor=actor, project=project, key=_key_of(request, key))


def _key_of(request: Request, key: str | None) -> str | None:
    """The engine's key: clients number their requests, and what has one number for two things means both."""
    if not key:
        return None
    stated = f"{request.method} {request.scope['path']} {key}"
    return "rest:" + hashlib.sha256(stated.encode("utf-8", "surrogatepass")).hexdigest()


Asked = Annotated[Asking, Depends(asking)]


Id = Annotated[str, Path(min_length=1, max_length=64, description="A memory's id, or an unambiguous beginning of it.")]


def wanted_version(if_match: str | None) -> int | None:
    """The version that an If-Match header names, None for any.

    Args:
        if_match: as it was sent, None where it was not.

    Raises:
        Refused: it names no version.
    """
    text = (if_match or "*").strip()
    if text == "*":
        return None
    number = text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' else ""
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Refused("stale", "If-Match names no version of this memory", 'send the ETag of a GET, such as "3"')
    return int(number)


def named_version(if_match: str | None) -> int | None:
    """The same where the header has to be there.

    Raises:
        Refused: it is missing, or names no version.
    """
    if if_match is None:
        raise Refused("precondition-required", "say which version is meant", "send the ETag of a GET as If-Match")
    return wanted_version(if_match)
