"""The table `runtime_env` of the settings file: variables that the service gets, wherever it is started from.

A process that systemd starts has none of a shell's variables. What stands there are limits and places; keys have a file
of their own (hardwon.config.providers), and nothing that decides what code runs is taken.
"""

from __future__ import annotations

from collections.abc import Mapping

from hardwon.config.paths import Paths
from hardwon.config.table import BY_NAME
from hardwon.errors import InvalidInput

TABLE = "runtime_env"
_NAMES = frozenset(
    (
        "LANG", "LC_ALL", "LC_CTYPE", "TZ", "PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY",
        "NO_PROXY", "ALL_PROXY", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS", "MALLOC_ARENA_MAX",
    )
)  # fmt: skip
_KEYS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")


def runtime_env(paths: Paths) -> dict[str, str]:
    """The variables of the table.

    Args:
        paths: where the settings file is.

    Raises:
        InvalidInput: it is no table of texts, or names what does not belong there.
    """
    from hardwon.config.settings import document_of

    try:
        found = document_of(paths.config_file).get(TABLE, {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{paths.config_file} cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise InvalidInput(f'{TABLE} is a map of strings: [{TABLE}] and lines of NAME = "text"')
    return {name: _value(name, value) for name, value in found.items()}


def _value(name: str, value: object) -> str:
    where = f"{TABLE}.{name}"
    if not isinstance(value, str):
        raise InvalidInput(f"{where} has to be a string", f'write {name} = "{value}"')
    if not value.isprintable():
        raise InvalidInput(f"{where} has a character that cannot be printed")
    if name.upper().endswith(_KEYS):
        raise InvalidInput(f"{where}: keys do not stand in the settings", "put it into providers.env beside them")
    setting = BY_NAME.get(name.removeprefix("HARDWON_").lower()) if name.startswith("HARDWON_") else None
    if setting is None and name not in _NAMES:
        raise InvalidInput(
            f"{where}: there is no such limit", "HARDWON_ and a setting's name, or " + ", ".join(sorted(_NAMES))
        )
    if setting is not None:
        if setting.file_only:
            raise InvalidInput(f"{where}: {setting.name} is a setting of the file", f"mem config set {setting.name}")
        try:
            setting.parse(value)
        except ValueError as error:
            raise InvalidInput(f"{where}: {error}") from None
    return value


def with_runtime(environ: Mapping[str, str], limits: Mapping[str, str]) -> dict[str, str]:
    """An environment with the table's variables, where it has none of its own."""
    return {**limits, **environ}
