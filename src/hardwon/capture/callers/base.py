"""What every caller does, and the two ways in which a call fails.

The difference is all: after Refused the model's host certainly charged nothing, after Unknown it may have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from hardwon.capture.model.prices import Usage
from hardwon.config.paths import Paths
from hardwon.config.providers import ANTHROPIC, key_named
from hardwon.errors import InvalidInput

if TYPE_CHECKING:
    from hardwon.config.quick import Settings

TIMEOUT_S = 120.0
HOSTED = ("anthropic", "claude-code")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What a model answered: an object, or the text of one; the tokens, and the cost in US dollars."""

    answer: object
    usage: Usage
    cost_usd: float


class Refused(Exception):
    """The call was not made, or the host said that it did not take it: nothing was charged.

    Args:
        message: what happened, without anything that was sent.
        passing: it may be taken later.
        wait_s: how long the host asks to wait, 0 when it does not say.
        whole: no other source will be taken either, as with a wrong key.
    """

    def __init__(self, message: str, *, passing: bool = False, wait_s: float = 0, whole: bool = False) -> None:
        super().__init__(message)
        self.passing = passing
        self.wait_s = wait_s
        self.whole = whole


class Unknown(Exception):
    """Nobody can tell whether the call was charged.

    Args:
        message: what happened, without anything that was sent.
        cost_usd: what is known to have been charged all the same, in US dollars.
    """

    def __init__(self, message: str, *, cost_usd: float = 0) -> None:
        super().__init__(message)
        self.cost_usd = cost_usd


class Caller(Protocol):
    """One way to ask a model.

    Attributes:
        name: as the setting `extraction` names it. model: the model's name.
        is_free: a call costs nothing, so it may be made again.
        output_tokens_max: the longest answer.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def is_free(self) -> bool: ...

    @property
    def output_tokens_max(self) -> int: ...

    def ask(self, system: str, message: str) -> Reply:
        """Make one call, and no second one.

        Raises:
            Refused: it certainly cost nothing.
            Unknown: it may have cost something.
        """


def refusal_of(status: int, message: str, wait_s: float = 0) -> Refused | None:
    """What a status of HTTP says for certain; None where the call may have been charged.

    Args:
        status: of the answer.
        message: what to say of it.
        wait_s: how long the host asks to wait.
    """
    if status in (429, 529):
        return Refused(message, passing=True, wait_s=wait_s)
    if status in (401, 402, 403, 404):
        return Refused(message, passing=True, whole=True)
    if status in (400, 413, 422):
        return Refused(message)
    return None


def caller_for(settings: Settings, environ: Mapping[str, str], *, folder: str) -> Caller | None:
    """The caller that a person chose; None where no model is asked.

    Args:
        settings: the settings in force.
        environ: the trusted environment; only the person's key and places are taken from it.
        folder: an empty folder of ours for a client to run in.

    Raises:
        InvalidInput: what was chosen cannot be used; nothing else is used instead.
    """
    name = settings.extraction
    if name == "rules":
        return None
    if settings.mode == "local" and name in HOSTED:
        raise InvalidInput(
            f"mode local forbids extraction by {name}", "`mem config set extraction rules`, or mode hosted"
        )
    if name == "anthropic":
        from hardwon.capture.callers.claude_api import ClaudeApi

        key = settings.extraction_key or key_named(Paths.from_environment(environ), environ, ANTHROPIC)
        if not key:
            todo = "`mem config set extraction_key KEY`, or a line in providers.env"
            raise InvalidInput("there is no key for the Claude API", todo)
        return ClaudeApi(key=key, model=settings.extraction_model, url=settings.extraction_url)
    if name == "claude-code":
        from hardwon.capture.callers.claude_code import ClaudeCode

        return ClaudeCode(environ, model=settings.extraction_model, url=settings.extraction_url, folder=folder)
    from hardwon.capture.callers.ollama import DEFAULT_URL, Ollama

    url = settings.extraction_url or DEFAULT_URL
    if settings.mode == "local" and urlsplit(url).hostname not in _LOOPBACK:
        raise InvalidInput("mode local forbids a model on another machine", "name an address of this machine")
    return Ollama(model=settings.extraction_model, url=url)
