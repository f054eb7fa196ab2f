"""Where on a model's own scale two memories say the same, and where they are about one subject.

Cosines of different models are not comparable: what is 0.95 with one is 0.9 or 0.99 with another. So each space is
measured, once, on sentences that are built in, and the person's threshold is put onto its scale by two anchors: the
median of pairs that differ in wording alone, and that of look-alikes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.store import upkeep
from hardwon.store.upkeep import related_mark, same_mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.embedders.base import Embedder
    from hardwon.store.database import Database
    from hardwon.store.spaces import Space

MILLION = 1_000_000  # marks are whole numbers

# How far that lies below the median of pairs that say the same, in units of its distance from look-alikes; so that
# the model it was measured with, all-MiniLM-L6-v2 in 8 bits, keeps it.
_DEPTH = 0.0165
_LEAST, _MOST = 0.5, 0.995
SAME = (
    ("Run the tests with make check before every commit.", "Before every commit, run the tests with make check."),
    ("The staging database is reset every Sunday night.", "Every Sunday night the staging database is reset."),
    ("Never commit generated files.", "Do not ever commit generated files."),
    ("Uploads are limited to 20 MB by the proxy.", "The proxy limits uploads to 20 MB."),
    ("Use the typed client instead of raw requests.", "Please use the typed client instead of raw requests."),
    ("Migrations must be reversible.", "All migrations must be reversible."),
    ("The cache key has to contain the tenant id.", "The cache key must contain the tenant id."),
    ("Feature flags live in config/flags.toml.", "Feature flags are kept in config/flags.toml."),
    ("Dates are stored in UTC and shown in local time.", "We store dates in UTC and show them in local time."),
    ("The linter fails on unused imports.", "Unused imports make the linter fail."),
    ("Restart the worker after changing its queue.", "After changing its queue, restart the worker."),
    ("Errors are reported to the on-call channel.", "Errors get reported to the on-call channel."),
    ("The importer needs 4 GB of memory.", "4 GB of memory are needed by the importer."),
    ("Release notes are written by hand.", "We write release notes by hand."),
    ("Build the docs with make docs.", "To build the docs, run make docs."),
    ("The search index is rebuilt at midnight.", "At midnight the search index is rebuilt."),
)
LOOK_ALIKE = (
    ("Run the tests with make check before every commit.", "Run the linter with make lint before every commit."),
    ("The staging database is reset every Sunday night.", "The staging cache is emptied every Monday morning."),
    ("Never commit generated files.", "Always commit generated lock files."),
    ("Uploads are limited to 20 MB by the proxy.", "Downloads are limited to 50 MB by the proxy."),
    ("Use the typed client instead of raw requests.", "Use raw requests in tests of the client."),
    ("Migrations must be reversible.", "Migrations must run inside one transaction."),
    ("The cache key has to contain the tenant id.", "The log line has to contain the tenant id."),
    ("Feature flags live in config/flags.toml.", "Rate limits live in config/limits.toml."),
    ("Dates are stored in UTC and shown in local time.", "Amounts are stored in cents and shown in euros."),
    ("The linter fails on unused imports.", "The linter ignores unused variables in tests."),
    ("Restart the worker after changing its queue.", "Restart the proxy after changing its routes."),
    ("Errors are reported to the on-call channel.", "Deploys are reported to the release channel."),
    ("The importer needs 4 GB of memory.", "The exporter needs 2 GB of disk."),
    ("Release notes are written by hand.", "The changelog is written by a script."),
    ("Build the docs with make docs.", "Build the images with make images."),
    ("The search index is rebuilt at midnight.", "The search index is replicated to three nodes."),
)


@dataclass(frozen=True, kw_only=True)
class Scale:
    """A model's own scale.

    Attributes:
        same: the cosine that stands for the usual `dedup_threshold`.
        related: from where on two memories are about one subject.
    """

    same: float
    related: float


def measure(embedder: Embedder) -> Scale:
    """A model's scale, by the built-in sentences.

    Args:
        embedder: the model.

    Raises:
        EmbedderUnavailable: it cannot answer.
    """
    same = _cosines(embedder, SAME)
    alike = _cosines(embedder, LOOK_ALIKE)
    upper, lower = _median(same), min(_median(alike), _median(same) - 0.01)
    level = upper - _DEPTH * (upper - lower)
    return Scale(same=_held(level), related=_held(lower, least=0.2))


def calibrate(database: Database, embedder: Embedder, space: Space) -> None:
    """Note a space's scale with it, unless it was measured before.

    Args:
        database: a store open for writing.
        embedder: the embedder of the space.
        space: the space.

    Raises:
        EmbedderUnavailable: the model cannot answer.
        StoreError: the store cannot be written.
    """
    if upkeep.mark(database, same_mark(space.id)):
        return
    scale = measure(embedder)
    with database.atomic():
        upkeep.set_mark(database, same_mark(space.id), round(scale.same * MILLION))
        upkeep.set_mark(database, related_mark(space.id), round(scale.related * MILLION))


def _cosines(embedder: Embedder, pairs: Sequence[tuple[str, str]]) -> list[float]:
    vectors = embedder.embed_documents([text for pair in pairs for text in pair])
    return [float(vectors[at] @ vectors[at + 1]) for at in range(0, len(vectors), 2)]


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _held(value: float, *, least: float = _LEAST, most: float = _MOST) -> float:
    return min(max(value, least), most)
