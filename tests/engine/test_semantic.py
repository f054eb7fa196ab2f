"""Whether a host's own process has a model for search by meaning: what is missing is named, where it is wanted."""

from __future__ import annotations

import pytest

from hardwon.engine import semantic
from workbench import Bench


@pytest.mark.parametrize(
    ("embedder", "runtime", "told"),
    [
        ("none", ("missing_module",), ""),
        ("onnx", (), "no embedding model is prepared"),
        ("hashing", ("missing_module", "json"), "it lacks missing_module, and no service runs"),
        ("hashing", ("json",), ""),
    ],
)
def test_what_is_missing_is_named(bench: Bench, embedder: str, runtime: tuple[str, ...], told: str) -> None:
    bench.more["HARDWON_EMBEDDER"] = embedder
    found = semantic.gap(bench.environ, runtime=runtime)
    assert found.startswith(told) and bool(found) is bool(told)


def test_a_service_needs_a_models_runtime_only_for_models_it_runs_itself() -> None:
    assert "onnxruntime" in semantic.runtime_of("onnx")
    assert "onnxruntime" not in semantic.runtime_of("http")


@pytest.mark.parametrize(
    "more", [{"HARDWON_EMBEDDER": "none"}, {"HARDWON_EMBEDDER": "onnx"}, {"HARDWON_SERVICE": "off"}]
)
def test_no_service_is_started_where_there_is_nothing_to_keep_warm(bench: Bench, more: dict[str, str]) -> None:
    bench.more |= more
    assert semantic.start(bench.environ) == 0
    assert not semantic.is_served(bench.environ)
