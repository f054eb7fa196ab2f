"""What a client shows to a door that listens on a port: words of a person's own, in private files.

Unix sockets need none, for the system names the other end's user. Whoever can read the token may use the memories, and
agents are given it; the console's key stands in a file of its own, so that the token makes nobody a person.
"""

from __future__ import annotations

import hmac
import os
import secrets

from hardwon.config.paths import Paths, make_private_dir
from hardwon.config.private import require_private
from hardwon.errors import HardwonError, InvalidInput

FILE = "token"
CONSOLE_FILE = "console.key"
_BYTES = 32
LENGTH_MIN = 20


def token_file(paths: Paths, name: str = FILE) -> str:
    """Where the token lies, or with CONSOLE_FILE the console's key."""
    return f"{paths.data}/{name}"


def read_token(paths: Paths, name: str = FILE) -> str:
    """The token, or with CONSOLE_FILE the console's key; "" where none was made yet.

    Raises:
        InvalidInput: others may read the file, or what stands in it is no token.
    """
    try:
        return _read(token_file(paths, name), "remove it, and the next server makes another one")
    except FileNotFoundError:
        return ""


def given_token(text: str) -> str:
    """A token that was given for one server.

    Args:
        text: the token, or @ and the path of a private file that holds it.

    Raises:
        InvalidInput: it is too short, or the file cannot be read, or others may read it.
    """
    hint = f"give {LENGTH_MIN} or more printable characters; `openssl rand -hex 32` makes some"
    if not text.startswith("@"):
        if not _is_one(text):
            raise InvalidInput("this is no token", hint)
        return text
    try:
        return _read(os.path.expanduser(text[1:]), hint)
    except FileNotFoundError:
        raise InvalidInput(f"there is no file {text[1:]}", hint) from None


def _read(path: str, hint: str) -> str:
    try:
        with open(path, encoding="ascii") as source:
            text = source.read(4096).strip()
    except FileNotFoundError:
        raise
    except (OSError, UnicodeDecodeError):
        raise InvalidInput(f"{path} cannot be read", hint) from None
    require_private(path)
    if not _is_one(text):
        raise InvalidInput(f"{path} holds no token", hint)
    return text


def _is_one(text: str) -> bool:
    return len(text) >= LENGTH_MIN and text.isascii() and text.isprintable() and " " not in text


def ensure_token(paths: Paths, name: str = FILE) -> str:
    """The token, or with CONSOLE_FILE the console's key, made where there was none.

    Of two processes that make one at once both have the same.

    Raises:
        InvalidInput: as read_token.
        HardwonError: it cannot be written.
    """
    found = read_token(paths, name)
    if found:
        return found
    path = token_file(paths, name)
    temporary = f"{path}.{os.getpid()}.{secrets.token_hex(4)}"
    try:
        make_private_dir(paths.data)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, secrets.token_urlsafe(_BYTES).encode() + b"\n")
        finally:
            os.close(handle)
        try:
            os.link(temporary, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(temporary)
    except OSError as error:
        raise HardwonError(f"the token cannot be written to {path}: {error.strerror}") from None
    return read_token(paths, name)


def is_token(given: str, token: str) -> bool:
    """Whether a client's token is the person's, told in a time that does not depend on where they differ."""
    return bool(token) and hmac.compare_digest(given.encode("utf-8", "surrogateescape"), token.encode())
