"""What went wrong, as RFC 9457 writes it: every answer that is no success is such an object."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from hardwon import errors
from hardwon.server.web.guard import Send, answer
from hardwon.server.web.rest.desk import Busy
from hardwon.text.clean import one_line

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
KINDS: dict[str, int] = {
    "bad-request": 400,
    "not-authenticated": 401,
    "person-only": 403,
    "forbidden": 403,
    "not-found": 404,
    "no-such-method": 405,
    "too-slow": 408,
    "conflict": 409,
    "ambiguous": 409,
    "stale": 412,
    "too-large": 413,
    "wrong-name": 421,
    "invalid": 422,
    "precondition-required": 428,
    "too-many-requests": 429,
    "failed": 500,
    "store-locked": 503,
    "store-unusable": 503,
    "busy": 503,
}
_BY_ERROR: tuple[tuple[type[errors.HardwonError], str], ...] = (
    (errors.StaleVersion, "stale"),
    (errors.Conflict, "conflict"),
    (errors.InvalidInput, "invalid"),
    (errors.NotFound, "not-found"),
    (errors.Ambiguous, "ambiguous"),
    (errors.PersonOnly, "person-only"),
    (errors.ProjectMismatch, "invalid"),
    (errors.StoreLocked, "store-locked"),
    (errors.StoreError, "store-unusable"),
    (Busy, "busy"),
)
_BY_STATUS = {
    400: "bad-request", 401: "not-authenticated", 403: "forbidden", 404: "not-found", 405: "no-such-method",
    408: "too-slow",    413: "too-large", 421: "wrong-name", 428: "precondition-required", 429: "too-many-requests",
}  # fmt: skip
_DETAIL_MAX = 500
_FAULTS_MAX = 20


class Fault(BaseModel):
    """One thing that is wrong with a request."""

    where: str = Field(description="The member or parameter, such as body.content.")
    what: str


class Problem(BaseModel):
    """What went wrong (RFC 9457)."""

    model_config = ConfigDict(json_schema_extra={"required": ["type", "title", "status", "detail"]})

    type: str = Field(description="urn:hardwon:problem: and one of " + ", ".join(KINDS) + ".")
    title: str
    status: int
    detail: str = Field(description="What is wrong, one line.")
    hint: str = Field(default="", description="What to do about it.")
    errors: list[Fault] = Field(default=[], description="Each thing that is wrong with the request.")


def problem(
    kind: str,
    detail: str,
    *,
    hint: str = "",
    faults: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An answer that says what went wrong.

    Args:
        kind: one of KINDS.
        detail: one line for a person.
        hint: what to do.
        faults: {"where", "what"} of each wrong member.
        headers: further ones.
    """
    content = _content(kind, detail, hint, faults)
    extra = {"cache-control": "no-store", **(headers or {})}
    status = KINDS[kind]
    if status == 503:
        extra["retry-after"] = "1"
    return Response(json.dumps(content), status, extra, MEDIA_TYPE)


def _content(kind: str, detail: str, hint: str = "", faults: Sequence[Mapping[str, str]] = ()) -> dict[str, Any]:
    status = KINDS[kind]
    return {
        "type": f"urn:hardwon:problem:{kind}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": one_line(detail, _DETAIL_MAX),
        **({"hint": hint} if hint else {}),
        **({"errors": list(faults)} if faults else {}),
    }


async def refuse(send: Send, status: int, why: str) -> None:
    """Answer a request that is let in no further, at the ASGI layer.

    Args:
        send: the ASGI function.
        status: of HTTP.
        why: one line.
    """
    await answer(send, status, _content(_BY_STATUS[status], why), kind=MEDIA_TYPE.encode())


class Refused(Exception):
    """A request that is refused before the engine is asked.

    Args:
        kind: one of KINDS.
        detail: one line for a person.
        hint: what to do.
    """

    def __init__(self, kind: str, detail: str, hint: str = "") -> None:
        super().__init__(detail)
        self.kind = kind
        self.hint = hint


def add_handlers(app: FastAPI) -> None:
    """Have every error of an application answered as a problem.

    Args:
        app: the application.
    """

    @app.exception_handler(errors.HardwonError)
    async def of_engine(request: Request, error: errors.HardwonError) -> Response:
        kind = next((kind for known, kind in _BY_ERROR if isinstance(error, known)), "failed")
        if kind == "failed":
            log.warning("%s: %s", type(error).__name__, error)
        return problem(kind, str(error), hint=error.hint)

    @app.exception_handler(Refused)
    async def of_refusal(request: Request, error: Refused) -> Response:
        return problem(error.kind, str(error), hint=error.hint)

    @app.exception_handler(RequestValidationError)
    async def of_validation(request: Request, error: RequestValidationError) -> Response:
        faults = [
            {"where": one_line(".".join(map(str, one["loc"])), 200), "what": one_line(str(one["msg"]), 200)}
            for one in error.errors()[:_FAULTS_MAX]
        ]
        if any(one["type"] == "json_invalid" for one in error.errors()):
            return problem("bad-request", "the body is no JSON", faults=faults)
        return problem("invalid", "the request cannot be used as it is", faults=faults)

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> Response:
        kind = _BY_STATUS.get(error.status_code, "failed" if error.status_code >= 500 else "bad-request")
        return problem(kind, str(error.detail), headers=error.headers)

    @app.exception_handler(Exception)
    async def of_fault(request: Request, error: Exception) -> Response:
        return problem("failed", "this server failed", hint="its log says more; `mem doctor` checks the store")
