"""Embedders by name. The model runtime is imported here, when one is asked for, and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.config.embedding import SERVERS, is_hosted
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders.folder import ModelFolder
from hardwon.embedders.preparation import folder_of
from hardwon.errors import EmbedderUnavailable

if TYPE_CHECKING:
    from hardwon.embedders.base import Embedder


def load(paths: Paths, settings: Settings, *, threads: int = 1) -> Embedder:
    """The embedder of the settings, ready to embed. Downloads nothing and prepares nothing.

    Args:
        paths: where models lie.
        settings: `embedder` and what it needs.
        threads: how many threads one text may use.

    Raises:
        EmbedderUnavailable: it is `none`, not prepared, damaged, or its packages are missing.
    """
    name, model = settings.embedder, settings.embedding_model
    if name == "hashing":
        from hardwon.embedders.hashing import HashingEmbedder

        return HashingEmbedder()
    if is_hosted(name, settings.embedding_url):
        from hardwon.embedders.hosted import HostedEmbedder

        return HostedEmbedder(paths, settings)
    if name in SERVERS:
        from hardwon.embedders.http import HttpEmbedder

        dimensions = folder_of(paths, name, model, settings.embedding_url).manifest.get("dimensions")
        if not dimensions:
            raise EmbedderUnavailable("the embedding server was never asked", "`mem setup` does it")
        return HttpEmbedder(settings, int(dimensions))
    if name == "onnx":
        from hardwon.embedders.onnx import OnnxEmbedder

        return OnnxEmbedder(ModelFolder(paths, model), threads=threads)
    if name == "fastembed":
        from hardwon.embedders.fastembed import FastembedEmbedder

        return FastembedEmbedder(ModelFolder(paths, model), threads=threads)
    raise EmbedderUnavailable("no embedder is chosen", "`mem config set embedder fastembed`")
