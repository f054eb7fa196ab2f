"""The table gives a query the sum of its pieces, without a model, cutting text as the model's own tokenizer does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.embedders.static_light import StaticQuery
from hardwon.embedders.static_table import token_vectors, weighted, write_table
from hardwon.embedders.weights import word_pieces, write_tokenizer
from hardwon.embedders.wordpiece import is_ideograph

DIMENSIONS = 16


@pytest.fixture(scope="module")
def rows() -> Any:
    return weighted(
        np.random.default_rng(3).normal(size=(len(word_pieces()), DIMENSIONS)).astype(np.float32), word_pieces()
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, rows: Any) -> Iterator[StaticQuery]:
    path = str(tmp_path_factory.mktemp("table") / "static.bin")
    write_table(path, rows, word_pieces(), model="small", weights="abc")
    with StaticQuery(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Any:
    tokenizers = pytest.importorskip("tokenizers")
    folder = tmp_path_factory.mktemp("tokenizer")
    write_tokenizer(folder)
    return tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))


def _expected(tokenizer: Any, text: str) -> list[int]:
    unknown = tokenizer.token_to_id("[UNK]")
    return [-1 if n == unknown else n for n in tokenizer.encode(text, add_special_tokens=False).ids]


@pytest.mark.parametrize(
    "text",
    [
        "Why does the build fail on arm64?",
        "getUserById in src/hardwon/store.py: x != y",
        "Café Ñandú — naïve “quotes” ﬁne, İstanbul",
        "日本語と中文 mixed",
        "tab\tnew\nline\x00zero\x7f\u200bzero\u00adsoft\ufeff",
        "a" * 150 + " b",
        "€100 ± ½ x² ™ ß ẞ ΣΣς",
        "مرحبا שלום привет ёлка йод हिन्दी",
        "emoji 🎉 ok",
        "",
    ],
)
def test_text_is_cut_as_the_models_tokenizer_cuts_it(table: StaticQuery, tokenizer: Any, text: str) -> None:
    assert table._pieces.numbers(text, 10_000) == _expected(tokenizer, text)


def _common(char: str) -> bool:
    # Rarer scripts are classed differently by each version of Unicode; text in square brackets may be a special
    # token to the library.
    code = ord(char)
    return (code < 0x0700 or 0x2000 <= code < 0x2C00 or 0x3000 <= code < 0xA000) and char not in "[]"


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(max_codepoint=0x9FFF, exclude_categories=["Cs", "Co", "Cn"]).filter(_common), max_size=40))
def test_any_text_is_cut_the_same(table: StaticQuery, tokenizer: Any, text: str) -> None:
    assert table._pieces.numbers(text, 10_000) == _expected(tokenizer, text)


def test_a_query_is_the_weighted_sum_of_its_pieces(table: StaticQuery, rows: Any, tokenizer: Any) -> None:
    text = "the linker fails when the linker is old"
    exact = rows[_expected(tokenizer, text)].sum(axis=0)
    exact /= np.linalg.norm(exact)
    vector = table.embed(text)
    assert vector is not None
    assert float(np.dot(vector, vector)) == pytest.approx(1.0)
    assert float(np.dot(vector, exact)) > 0.9995


def test_everyday_pieces_weigh_less_than_rare_ones() -> None:
    pieces = word_pieces()
    rows = weighted(np.random.default_rng(1).normal(size=(len(pieces), 8)).astype(np.float32), pieces)
    length = np.linalg.norm(rows, axis=1)
    assert length[pieces.index("the")] < length[pieces.index("build")] < 2 * length[pieces.index("##zers")]
    assert length[pieces.index("[CLS]")] == length[pieces.index("[unused7]")] == 0


@pytest.mark.parametrize("text", ["", "   ", "\x00", "💥", "\ud800"])
def test_a_query_of_no_known_piece_has_no_vector(table: StaticQuery, text: str) -> None:
    assert table.embed(text) is None


def test_a_very_long_query_is_answered_from_its_beginning(table: StaticQuery) -> None:
    assert table.embed("linker " * 100_000) == table.embed("linker " * 256)


def test_the_table_tells_whose_it_is(table: StaticQuery) -> None:
    assert (table.model, table.weights, table.dimensions) == ("small", "abc", DIMENSIONS)


@pytest.mark.parametrize("damage", ["empty", "text", "truncated", "header"])
def test_a_damaged_table_is_refused(tmp_path: Path, rows: Any, damage: str) -> None:
    path = tmp_path / "static.bin"
    write_table(str(path), rows[:1200], word_pieces()[:1200], model="small", weights="abc")
    whole = path.read_bytes()
    broken = {"empty": b"", "text": b"nothing", "truncated": whole[:-1], "header": whole[:8] + b"[" + whole[9:]}
    path.write_bytes(broken[damage])
    descriptors = len(os.listdir("/proc/self/fd"))
    with pytest.raises(ValueError, match="no table"):
        StaticQuery(str(path))
    assert len(os.listdir("/proc/self/fd")) == descriptors


def test_a_table_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        StaticQuery(str(tmp_path / "static.bin"))


def test_pieces_that_were_embedded_before_an_interruption_are_not_embedded_again(tmp_path: Path) -> None:
    asked: list[int] = []

    def embed(batch: range) -> Any:
        asked.extend(batch)
        if batch.start >= 512 and len(asked) < 1000:
            raise KeyboardInterrupt
        return np.array([[float(number)] * 4 for number in batch], np.float32)

    partial = str(tmp_path / "pieces.part")
    with pytest.raises(KeyboardInterrupt):
        token_vectors(900, 4, embed, partial, lambda done, total: None)
    with open(partial, "ab") as out:
        out.write(b"half a row")
    again: list[tuple[int, int]] = []
    asked.extend(range(1000))
    found = token_vectors(900, 4, embed, partial, lambda done, total: again.append((done, total)))
    assert again == [(768, 900), (900, 900)]
    assert found.tolist() == [[float(number)] * 4 for number in range(900)]


def test_an_ideograph_is_a_word_of_its_own() -> None:
    assert is_ideograph(ord("中"))
    assert not is_ideograph(ord("か"))
    assert not is_ideograph(ord("a"))
