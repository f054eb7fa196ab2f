"""`memory_reindex`: page by page on a model of this machine; a hosted one is for a person."""

from __future__ import annotations

from pathlib import Path

from hosted_embedder import EmbeddingHost, choose

from .served import Served


def test_pages_go_on_until_there_is_no_more(served: Served, home: Path) -> None:
    (home / "config.toml").write_text('embedder = "hashing"\n')
    for number in range(5):
        served.ask("memory_remember", content=f"Fact {number} about region {number}.")
    first = served.data("memory_reindex", limit=3)
    assert (first["stored"], first["has_more"], first["next_offset"], first["total"]) == (3, True, 3, 5)
    assert "Go on with offset 3" in served.text("memory_reindex", limit=3)
    last = served.data("memory_reindex", limit=3, offset=first["next_offset"])
    assert (last["stored"], last["has_more"], last["next_offset"]) == (2, False, None)


def test_a_hosted_model_is_not_asked_and_the_command_is_named(served: Served, home: Path) -> None:
    served.ask("memory_remember", content="A fact")
    with EmbeddingHost() as host:
        choose(home, "voyage", host.url + "/v1")
        data = served.data("memory_reindex")
        assert (data["has_more"], data["stored"], data["person_command"]) == (False, 0, "mem index inspect")
        assert "mem index inspect" in served.text("memory_reindex")
        status = served.data("memory_status")
        assert (status["pending"], status["blocked"], status["embedding"]["blocked"]) == (1, 1, 0)
        assert host.requests == []
