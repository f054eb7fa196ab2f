"""The service in the foreground, as a system's unit or a person at a terminal runs it.

It stays until it is told to leave. What keeps it from serving is said in one line on standard error, by a name that
docs/service.md lists, and ends it with a status after which no unit starts it again.
"""

from __future__ import annotations

import logging
import sys
import time

from hardwon.config.paths import Paths, environ_text
from hardwon.config.private import require_private
from hardwon.config.providers import provider_file, provider_keys, require_keys
from hardwon.config.runtime import runtime_env, with_runtime
from hardwon.config.settings import load_settings
from hardwon.errors import HardwonError, InvalidInput
from hardwon.install.units import CONFIGURATION_STATUS
from hardwon.service.listen import Taken
from hardwon.service.run import Service, log_to, prepared, serve
from hardwon.wire import control
from hardwon.wire.place import PATH_BYTES_MAX, VARIABLE, owner, socket_path
from hardwon.wire.token import CONSOLE_FILE, token_file

TAKEN_STATUS = 75  # EX_TEMPFAIL: another time it may work
_TAKE_OVER_S = 20.0
_POLL_S = 0.05


def check(paths: Paths, environ: dict[str, str]) -> dict[str, str]:
    """The variables that the settings give the service, once nothing keeps it from serving.

    Args:
        paths: whose data it is to serve.
        environ: the environment it was started with.

    Raises:
        InvalidInput: something does; the message begins with its name.
    """
    for path in (paths.config_file, provider_file(paths), token_file(paths), token_file(paths, CONSOLE_FILE)):
        require_private(path)
    chosen = environ.get(VARIABLE, "")
    if not socket_path(paths, environ):
        raise InvalidInput(
            f"socket path bound: {VARIABLE} has to be absolute and {PATH_BYTES_MAX} bytes long at most, "
            f"and has {len(chosen.encode('utf-8', 'surrogateescape'))}",
            f"a shorter {VARIABLE}, or none",
        )
    limits = runtime_env(paths)
    provider_keys(paths)
    settings = load_settings(paths, with_runtime(environ, limits))
    if settings.problems:
        raise InvalidInput(f"settings: {settings.problems[0]}", "`mem config` shows what is in force")
    require_keys(settings, paths, environ)
    return limits


def main(*, replace: bool = False) -> int:
    """Serve until told to leave.

    Args:
        replace: take over from a service that runs, which finishes what is in hand first.

    Returns:
        78 where the configuration cannot be used, 75 where another process serves; else it does not return.
    """
    environ = environ_text()
    try:
        paths = Paths.from_environment(environ)
        limits = check(paths, environ)
    except HardwonError as error:
        return _refuse(error, CONFIGURATION_STATUS)
    log_to(paths, logging.StreamHandler())
    try:
        service = _placed(paths, environ, limits, replace)
    except Taken as reason:
        number = owner(socket_path(paths, environ))
        named = f" (process {number})" if number else ""
        return _refuse(HardwonError(f"{reason}{named}", "`mem service stop` ends it"), TAKEN_STATUS)
    sys.stderr.write(f"hardwon: serving {paths.data}\n")
    sys.stderr.flush()
    serve(service)
    return 0


def _placed(paths: Paths, environ: dict[str, str], limits: dict[str, str], replace: bool) -> Service:
    """A service that holds its place, taken over from another one where that is wanted.

    Raises:
        Taken: the place cannot be had.
    """
    ends_at = time.monotonic() + _TAKE_OVER_S
    while True:
        try:
            return prepared(paths, environ, limits, stays=True)
        except Taken:
            if not replace or time.monotonic() > ends_at or not owner(socket_path(paths, environ)):
                raise
        # A client may start the next one in the moment that this one leaves.
        try:
            control.stop(paths, environ)
        except HardwonError as error:
            raise Taken(str(error)) from None
        time.sleep(_POLL_S)


def _refuse(error: HardwonError, status: int) -> int:
    hint = f"\n    {error.hint}" if error.hint else ""
    sys.stderr.write(f"hardwon: {error}{hint}\n")
    return status
