"""Where a prepared model lies. Light: a hook asks it too."""

from __future__ import annotations

import posix

from hardwon.config.paths import fnv1a_64
from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.config.paths import Paths

STATIC_NAME = "static.bin"
MANIFEST = "manifest.json"
_MANIFEST_BYTES = 1 << 20
_RUN_HERE = ("fastembed", "onnx", "hashing", "none")


def slug(model: str) -> str:
    """A folder name for a model's name: readable, and unique by a hash."""
    last = model.rsplit("/", 1)[-1].lower()
    readable = "".join([char if char.isascii() and (char.isalnum() or char in "-.") else "-" for char in last])
    return f"{readable.strip('.-')[:60] or 'model'}-{fnv1a_64(model.encode('utf-8', 'replace')) & 0xFFFFFFFF:08x}"


def model_dir(paths: Paths, model: str) -> str:
    """The folder of a model's files."""
    return f"{paths.data}/models/{slug(model)}"


def static_path(paths: Paths, model: str) -> str:
    """The table that gives queries a vector without the model; it may not be there."""
    return f"{model_dir(paths, model)}/{STATIC_NAME}"


def looks_prepared(paths: Paths, embedder: str, model: str, url: str = "") -> bool:
    """Whether an embedder was made ready, by its manifest alone; loading it looks closer.

    Args:
        paths: where models lie.
        embedder: what the settings call it.
        model: the model's name.
        url: where it is asked over HTTP; a hosted one is never prepared beforehand.
    """
    if embedder in ("hashing", "none"):
        return embedder == "hashing"
    if embedder not in _RUN_HERE:
        from hardwon.config.embedding import is_hosted

        if is_hosted(embedder, url):
            return True
    try:
        handle = posix.open(f"{model_dir(paths, place_name(embedder, model, url))}/{MANIFEST}", posix.O_RDONLY)
    except OSError:
        return False
    try:
        manifest = jsonlight.loads(posix.read(handle, _MANIFEST_BYTES))
    except (OSError, ValueError):
        return False
    finally:
        posix.close(handle)
    return isinstance(manifest, dict) and "dimensions" in manifest


def place_name(embedder: str, model: str, url: str = "") -> str:
    """The name an embedder's folder is made from: of one name, two servers may have different models."""
    return model if embedder in _RUN_HERE else f"{url}#{model}"
