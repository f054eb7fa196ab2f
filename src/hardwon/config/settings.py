"""Reads and writes the person's settings file (TOML)."""

from __future__ import annotations

import os
from collections.abc import Mapping

from hardwon.config.paths import Paths
from hardwon.config.providers import add_keys
from hardwon.config.quick import Settings, from_environ, with_variables
from hardwon.config.runtime import TABLE
from hardwon.config.table import BY_NAME
from hardwon.errors import InvalidInput, InvalidValue, NotFound
from hardwon.text import jsonlight


def read_file(path: str) -> tuple[dict[str, object], list[str]]:
    """The values a settings file gives, and what is wrong with it, one line each. Never raises."""
    try:
        document = document_of(path)
    except FileNotFoundError:
        return {}, []
    except (OSError, ValueError) as error:  # ValueError: neither UTF-8 nor TOML
        return {}, [f"{path} cannot be read: {error}"]
    problems = [f"{path}: there is no setting {name!r}" for name in document if name not in BY_NAME and name != TABLE]
    values: dict[str, object] = {
        name: value
        for name, value in document.items()
        if name in BY_NAME and isinstance(value, str | int | float | bool)
    }
    return values, problems


def document_of(path: str) -> dict[str, object]:
    """A settings file as it stands.

    Raises:
        OSError: it cannot be read.
        ValueError: it is neither UTF-8 nor TOML.
    """
    with open(path, encoding="utf-8-sig") as source:
        return _parsed(source.read())


def load_settings(paths: Paths, environ: Mapping[str, str]) -> Settings:
    """The settings in force, with every problem of the file and the variables in `.problems`.

    Args:
        paths: where the settings file is.
        environ: the process's environment, already trusted.
    """
    values, problems = read_file(paths.config_file)
    merged = with_variables(values, environ)
    settings = Settings(merged)
    left_out = [name for name, value in from_environ(environ).items() if merged.get(name) != value]
    problems += [f"{name} of a host that text is sent to is read from {paths.config_file} alone" for name in left_out]
    settings.problems = problems + settings.problems
    add_keys(settings, paths)
    return settings


def set_in_file(paths: Paths, name: str, text: str) -> object:
    """Write one setting into the file; the rest of the file stays as it is.

    Args:
        paths: where the settings file is.
        name: a name from the settings table.
        text: the value as a person types it.

    Returns:
        the value as it will be read.

    Raises:
        NotFound: there is no such setting.
        InvalidInput: the value cannot be used, or the file is not valid TOML.
    """
    if name not in BY_NAME:
        raise NotFound(f"there is no setting {name!r}", "`mem config list` shows them all")
    try:
        value = BY_NAME[name].parse(text)
    except ValueError as error:
        raise InvalidValue(str(error)) from None
    if isinstance(value, str) and not value.isprintable():
        raise InvalidInput(f"{name} takes text that can be printed")
    path = os.path.realpath(paths.config_file)  # a link to it, as in a folder of dotfiles, stays one
    try:
        with open(path, encoding="utf-8") as source:
            old = source.read()
        _parsed(old)
    except FileNotFoundError:
        old = ""
    except ValueError as error:
        raise InvalidInput(f"{path} is not valid TOML: {error}", "correct or move the file first") from None
    _replace_file(path, _with_line(old, name, _literal(value)))
    return value


def unset_in_file(paths: Paths, name: str) -> bool:
    """Take one setting out of the file, so that its default counts; the rest of the file stays as it is.

    Args:
        paths: where the settings file is.
        name: a name from the settings table.

    Returns:
        whether it stood there.

    Raises:
        NotFound: there is no such setting.
        InvalidInput: the file is not valid TOML, or the setting takes several lines of it.
    """
    if name not in BY_NAME:
        raise NotFound(f"there is no setting {name!r}", "`mem config list` shows them all")
    path = os.path.realpath(paths.config_file)
    try:
        with open(path, encoding="utf-8") as source:
            old = source.read()
        before = _parsed(old)
    except FileNotFoundError:
        return False
    except ValueError as error:
        raise InvalidInput(f"{path} is not valid TOML: {error}", "correct or move the file first") from None
    if name not in before:
        return False
    text = _without_line(old, name)
    try:
        after = _parsed(text)
    except ValueError:
        after = before
    if after != {key: value for key, value in before.items() if key != name}:
        raise InvalidInput(f"{name} takes several lines of {path}", "take it out by hand")
    _replace_file(path, text)
    return True


def _without_line(text: str, name: str) -> str:
    lines = text.splitlines(keepends=True)
    for index, line in enumerate(lines):
        if line.lstrip().startswith("["):
            break
        if line.split("=", 1)[0].strip().strip("\"'") == name and "=" in line:
            del lines[index]
            break
    return "".join(lines)


def _with_line(text: str, name: str, literal: str) -> str:
    """The document with `name = literal` in its top table, in place where it stood."""
    lines = text.splitlines(keepends=True)
    for index, line in enumerate(lines):
        if line.lstrip().startswith("["):
            lines.insert(index, f"{name} = {literal}\n")
            return "".join(lines)
        if line.split("=", 1)[0].strip().strip("\"'") == name and "=" in line:
            lines[index] = f"{name} = {literal}\n"
            return "".join(lines)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return "".join([*lines, f"{name} = {literal}\n"])


def _literal(value: str | int | float | bool) -> str:
    if isinstance(value, str):
        # TOML knows no surrogate pairs, which is how JSON writes what lies beyond 16 bits.
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return jsonlight.dumps(value)


def _parsed(text: str) -> dict[str, object]:
    import tomllib  # only when there is a file: the parser costs as much as a search

    return tomllib.loads(text)


def _replace_file(path: str, text: str) -> None:
    import tempfile

    folder, name = os.path.split(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=name)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(temporary, path)
