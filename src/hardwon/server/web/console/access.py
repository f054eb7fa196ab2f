"""Who may see the console: whoever opened a link that worked once, by a cookie from then on.

The cookie is signed with the console's key, which is not the token that agents are given: a new key ends every session.
Forms carry a word that only the pages of the same session know, so that no other page can send them.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from hardwon.config.actor import PERSON
from hardwon.server.web.console import PREFIX

COOKIE = "hardwon_console"
PROOF_HEADER = "Hardwon-Console-Proof"
GUEST = "guest"
"""Whoever asks for the console without a session: shown how to get in, and nothing else."""

SESSION_S = 30 * 86_400
LINK_S = 600
PROOF_S = 60
_LINKS_MAX = 100


class Access:
    """Sessions of the console.

    Args:
        key: the console's.
        clock: seconds since 1970.
        random: makes a word that nobody guesses.
    """

    def __init__(
        self,
        key: str,
        *,
        clock: Callable[[], float] = time.time,
        random: Callable[[], str] = lambda: secrets.token_urlsafe(24),
    ) -> None:
        self._given = key
        self._key = hashlib.blake2b(key.encode(), person=b"hardwon-console").digest()
        self._clock = clock
        self._random = random
        self._links: dict[str, float] = {}

    def link(self) -> str:
        """The path of a link that opens the console once, within ten minutes."""
        now = self._clock()
        self._links = {code: until for code, until in self._links.items() if until > now}
        while len(self._links) >= _LINKS_MAX:
            del self._links[next(iter(self._links))]
        code = self._random()
        self._links[code] = now + LINK_S
        return f"{PREFIX}/enter?code={code}"

    def enter(self, code: str) -> str:
        """The cookie of a new session for a link's code, "" where it was used before or is none."""
        if self._links.pop(code, 0.0) <= self._clock():
            return ""
        stated = f"{int(self._clock()) + SESSION_S}.{self._random()}"
        return f"{stated}.{self._mark('session', stated)}"

    def is_session(self, cookie: str) -> bool:
        """Whether a cookie was given out here and has not run out."""
        stated, _, mark = cookie.rpartition(".")
        until = stated.partition(".")[0]
        return _same(mark, self._mark("session", stated)) and until.isdigit() and int(until) > self._clock()

    def is_proof(self, given: str, port: int) -> bool:
        """Whether a program proves that it can read the console's key.

        Args:
            given: as `proof` makes it.
            port: this server's own.
        """
        at = given.partition(".")[0]
        is_now = at.isascii() and at.isdigit() and len(at) < 12 and abs(self._clock() - int(at)) <= PROOF_S
        return is_now and _same(given, proof(self._given, port, int(at)))

    def form_key(self) -> str:
        """A word that tells one filled form from another, so that sending it twice does it once."""
        return self._random()

    def form_word(self, cookie: str) -> str:
        """What the forms of a session carry."""
        return self._mark("form", cookie)

    def is_form_word(self, cookie: str, given: str) -> bool:
        """Whether a form was sent from a page of the session."""
        return _same(given, self.form_word(cookie))

    def visitor(self, scope: MutableMapping[str, Any]) -> str:
        """Who asks without a token, for the guard: a session's person, a guest of the console, or nobody.

        A session opens the console alone: REST and MCP want the token.
        """
        path = str(scope.get("path", ""))
        if path != "/" and path != PREFIX and not path.startswith(PREFIX + "/"):
            return ""
        return PERSON if self.is_session(cookie_of(scope)) else GUEST

    def _mark(self, use: str, text: str) -> str:
        return hmac.new(self._key, f"{use}:{text}".encode("utf-8", "surrogateescape"), "sha256").hexdigest()


def proof(key: str, port: int, at: int) -> str:
    """What proves to a server that the console's key is known, without handing it over.

    A program that took the port meanwhile learns nothing from it: it holds for that port, for a minute.

    Args:
        key: the console's.
        port: the one that is asked.
        at: seconds since 1970.
    """
    return f"{at}.{hmac.new(key.encode(), f'link:{port}:{at}'.encode(), 'sha256').hexdigest()}"


def cookie_of(scope: MutableMapping[str, Any], name: str = COOKIE) -> str:
    """The value of a request's cookie, "" without one, or where it was sent twice with different values."""
    found: set[str] = set()
    for key, value in scope["headers"]:
        if key == b"cookie":
            for part in value.decode("latin-1").split(";"):
                if part.strip().startswith(name + "="):
                    found |= _read(part.strip(), name)
    return found.pop() if len(found) == 1 else ""


def _read(part: str, name: str) -> set[str]:
    try:
        return {morsel.value for key, morsel in SimpleCookie(part).items() if key == name}
    except CookieError:
        return set()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "surrogateescape"), other.encode())
