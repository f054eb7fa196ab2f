"""Whether a program that is no service of ours, such as a host's own, has search by meaning; and the service for it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from hardwon.config.paths import Paths, trusted_environ
from hardwon.config.settings import load_settings
from hardwon.embedders.places import looks_prepared
from hardwon.wire.client import connect
from hardwon.wire.starting import package_folders, start_service

RUN_HERE = ("fastembed", "onnx")
_SERVES = ("mcp",)
_MODEL = ("onnxruntime", "tokenizers", "numpy")
"""What the service needs to serve, and to run a model itself."""


def runtime_of(embedder: str) -> tuple[str, ...]:
    """The modules without which an interpreter runs no service for an embedder."""
    return (*_MODEL, *_SERVES) if embedder in RUN_HERE else _SERVES


def gap(environ: Mapping[str, str], *, runtime: tuple[str, ...] | None = None) -> str:
    """Why there is no model for search by meaning here, "" where there is one or nobody wants it.

    Args:
        environ: the process's environment.
        runtime: the modules without which this interpreter runs no service; by default by the embedder.
    """
    environ = trusted_environ(environ)
    paths = Paths.from_environment(environ)
    settings = load_settings(paths, environ)
    if settings.embedder == "none":
        return ""
    if not looks_prepared(paths, settings.embedder, settings.embedding_model, settings.embedding_url):
        return "no embedding model is prepared; `mem setup` prepares one"
    if is_served(environ):
        return ""
    wanted = runtime_of(settings.embedder) if runtime is None else runtime
    missing = [name for name in wanted if find_spec(name) is None]
    return f"it lacks {', '.join(missing)}, and no service runs" if missing else ""


def is_served(environ: Mapping[str, str]) -> bool:
    """Whether the service runs."""
    connection = connect(Paths.from_environment(environ), environ)
    if connection is None:
        return False
    connection.close()
    return True


def start(environ: Mapping[str, str]) -> int:
    """Start the service where there is a model to keep warm and this interpreter has all that it takes.

    Returns:
        the process, for which a caller that stays longer has to wait; 0 for none.

    Raises:
        OSError: it cannot be started.
    """
    environ = trusted_environ(environ)
    paths = Paths.from_environment(environ)
    settings = load_settings(paths, environ)
    is_wanted = settings.service != "off" and settings.env != "testing" and settings.embedder != "none"
    model = settings.embedder, settings.embedding_model, settings.embedding_url
    if (
        not is_wanted
        or not looks_prepared(paths, *model)
        or any(find_spec(name) is None for name in runtime_of(settings.embedder))
    ):
        return 0
    return start_service(paths, environ, package_folders())
