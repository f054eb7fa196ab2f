"""A memory is found by other words for what it says; by its own words it is found first."""

from __future__ import annotations

from workbench import Bench


def test_other_words_for_it_find_a_memory(bench: Bench) -> None:
    with bench.engine() as engine:
        wanted = engine.remember("To revert a deployment use fernctl, never git.").memory
        engine.remember("Colours of the theme live in palette.css.")
        hits = engine.recall("roll back the release").hits
        assert [hit.id for hit in hits] == [wanted.id]


def test_a_kind_of_tool_finds_the_tool(bench: Bench) -> None:
    with bench.engine() as engine:
        wanted = engine.remember("Use pnpm, not npm.").memory
        engine.remember("We use the theme of the customer's shop.")
        assert engine.recall("which package manager do we use").hits[0].id == wanted.id


def test_its_own_words_find_it_better(bench: Bench) -> None:
    with bench.engine() as engine:
        engine.remember("Customers are soft-deleted.")
        wanted = engine.remember("Buyers are soft-deleted.").memory
        first, second = engine.recall("are buyers soft-deleted").hits
        assert first.id == wanted.id
        assert first.relevance > second.relevance


def test_a_word_of_the_same_family_alone_brings_nothing_unasked(bench: Bench) -> None:
    bench.remember("Buyers of gift cards pay no shipping.")
    with bench.quick() as quick:
        assert quick.for_prompt("rename the class Customer to Person in models.py").ids == []


def test_a_mark_in_a_query_asks_for_nothing(bench: Bench) -> None:
    with bench.engine() as engine:
        engine.remember("To revert a deployment use fernctl, never git.")
        assert engine.recall("\ue000 \ue001 " + " ".join(chr(0xE000 + number) for number in range(40))).hits == []


def test_a_memory_changed_to_other_words_is_no_longer_found_by_the_old(bench: Bench) -> None:
    with bench.engine() as engine:
        id = engine.remember("To revert a deployment use fernctl.").memory.id
        engine.edit(id, content="Palettes are in fernctl.")
        assert engine.recall("roll back the release").hits == []
