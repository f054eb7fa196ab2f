"""The keys of hosted models: lines of NAME=KEY in a private file beside the settings.

A process that systemd starts has none of a shell's variables, so a key that only stands in one never reaches it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from hardwon.config.embedding import HOSTS
from hardwon.config.paths import Paths
from hardwon.config.private import require_private
from hardwon.config.quick import Settings
from hardwon.errors import HardwonError, InvalidInput

FILE = "providers.env"
ANTHROPIC = "ANTHROPIC_API_KEY"
# Whose key a server of embeddings takes, by its host.
BY_HOST = {
    "api.openai.com": "OPENAI_API_KEY",
    "openrouter.ai": "OPENROUTER_API_KEY",
    "api.voyageai.com": "VOYAGE_API_KEY",
    "api.cohere.com": "COHERE_API_KEY",
    "api.cohere.ai": "COHERE_API_KEY",
}
_BYTES_MAX = 1 << 16


def provider_file(paths: Paths) -> str:
    """Where the keys lie."""
    return os.path.join(os.path.dirname(paths.config_file), FILE)


def provider_keys(paths: Paths) -> dict[str, str]:
    """Every key of the file by its name; none where there is no file.

    Args:
        paths: where the settings are.

    Raises:
        InvalidInput: others may read it, or a line is no NAME=KEY. No message has a key in it.
    """
    path = provider_file(paths)
    try:
        with open(path, encoding="utf-8-sig") as source:
            lines = source.read(_BYTES_MAX).splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {type(error).__name__}") from None
    require_private(path)
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("export ").strip()
        if not text or text.startswith("#"):
            continue
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name.replace("_", "").isalnum() or not value.isprintable():
            raise InvalidInput(f"{path}: line {number} is no NAME=KEY", "one key a line, such as OPENAI_API_KEY=…")
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        if value:
            found[name] = value
    return found


def key_named(paths: Paths, environ: Mapping[str, str], name: str) -> str:
    """One key: of the environment, else of the file; "" where neither has it or the file cannot be used.

    Args:
        paths: where the file is.
        environ: the trusted environment.
        name: such as OPENAI_API_KEY.
    """
    if environ.get(name):
        return environ[name]
    try:
        return provider_keys(paths).get(name, "")
    except HardwonError:
        return ""


def embedding_key_name(settings: Settings) -> str:
    """Whose key the embedding server takes, "" where it is known to take none."""
    if settings.embedder in HOSTS:
        return HOSTS[settings.embedder].key
    if settings.embedder != "http":
        return ""
    from urllib.parse import urlsplit  # every start of the program would pay for it

    return BY_HOST.get((urlsplit(settings.embedding_url).hostname or "").lower(), "")


def add_keys(settings: Settings, paths: Paths) -> None:
    """Fill in the keys that the settings leave blank; what is wrong with the file joins their problems.

    Args:
        settings: changed in place.
        paths: where the file is.
    """
    try:
        keys = provider_keys(paths)
    except HardwonError as error:
        settings.problems.append(str(error))
        return
    settings.extraction_key = settings.extraction_key or keys.get(ANTHROPIC, "")
    name = embedding_key_name(settings)
    if name:
        settings.embedding_key = settings.embedding_key or keys.get(name, "")


def require_keys(settings: Settings, paths: Paths, environ: Mapping[str, str]) -> None:
    """Refuse settings whose models want a key that is nowhere.

    Args:
        settings: the settings in force.
        paths: where the keys may be.
        environ: the environment of the process that is to use them.

    Raises:
        InvalidInput: a key is missing; the message names it and the file it belongs into.
    """
    if settings.mode == "local":
        return
    has = settings.extraction_key or key_named(paths, environ, ANTHROPIC)
    wanted = [(ANTHROPIC, has, "extraction")] if settings.extraction == "anthropic" else []
    # A project can set a variable; text goes to an embedder with every prompt, so its key is the file's.
    name = embedding_key_name(settings)
    wanted += [(name, settings.embedding_key, "embedder")] if name else []
    for name, value, what in wanted:
        if not value:
            raise InvalidInput(
                f"provider key required: {what} is {getattr(settings, what)} and there is no {name}",
                f"put {name}=… into {provider_file(paths)} (mode 0600); a shell's variable does not reach a service",
            )
