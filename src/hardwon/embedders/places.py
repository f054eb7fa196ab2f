"""Where a prepared model lies. Light: a hook asks it too."""

from __future__ import annotations

from hardwon.config.paths import fnv1a_64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.config.paths import Paths

STATIC_NAME = "static.bin"


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
