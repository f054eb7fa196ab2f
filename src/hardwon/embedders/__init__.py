"""What turns text into vectors: embedders by name, how they are prepared, which one suits a person's language.

Importing this room imports no model runtime; loading an embedder does. Light.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.embedders.base import DEFAULT_MODEL as DEFAULT_MODEL
    from hardwon.embedders.base import Embedder as Embedder
    from hardwon.embedders.fastembed import KnownModel as KnownModel
    from hardwon.embedders.fastembed import known_models as known_models
    from hardwon.embedders.filling import Filled as Filled
    from hardwon.embedders.filling import fill as fill
    from hardwon.embedders.hashing import HashingEmbedder as HashingEmbedder
    from hardwon.embedders.languages import suggest_model as suggest_model
    from hardwon.embedders.loading import load as load
    from hardwon.embedders.preparation import Prepared as Prepared
    from hardwon.embedders.preparation import is_prepared as is_prepared
    from hardwon.embedders.preparation import prepare as prepare
    from hardwon.embedders.reranking import Reranker as Reranker
    from hardwon.embedders.reranking import is_reranker_prepared as is_reranker_prepared
    from hardwon.embedders.reranking import load_reranker as load_reranker
    from hardwon.embedders.reranking import prepare_reranker as prepare_reranker

_WHERE = {
    "DEFAULT_MODEL": "base",
    "Embedder": "base",
    "Filled": "filling",
    "HashingEmbedder": "hashing",
    "KnownModel": "fastembed",
    "Prepared": "preparation",
    "Reranker": "reranking",
    "fill": "filling",
    "is_prepared": "preparation",
    "is_reranker_prepared": "reranking",
    "known_models": "fastembed",
    "load": "loading",
    "load_reranker": "reranking",
    "prepare": "preparation",
    "prepare_reranker": "reranking",
    "suggest_model": "languages",
}
__all__ = tuple(_WHERE)


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
