"""What the index gets beside a text's own words, and when two texts count as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.text.tokens import SPLIT_MAX, camel_parts, cjk_bigrams, same_text, script_runs, split_terms, words

ANYTHING = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=80)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("getUserById", "get user by id"),
        ("get_user_by_id", "getuserbyid"),
        ("parseHTTPResponse2", "parse http response"),
        ("plain words only", ""),
        ("MAX_RETRY_COUNT", "maxretrycount"),
        ("身份验证", "身份 份验 验证"),
        ("pytestを実行", "pytest を実 実行"),
        ("猫", "猫"),
        ("done 🚀", "u1f680"),
        ("설정 파일", "설정 파일"),
        ("_", ""),
    ],
)
def test_identifiers_scripts_and_emoji_are_kept_in_parts(text: str, terms: str) -> None:
    assert split_terms(text) == terms


@given(ANYTHING)
def test_any_text_is_split_into_words_of_bounded_number(text: str) -> None:
    terms = split_terms(text).split(" ")
    assert len(terms) <= SPLIT_MAX
    assert len(set(terms)) == len(terms)


def test_a_megabyte_of_identifiers_is_cut_off() -> None:
    text = " ".join(f"aB{number}cD" for number in range(100_000))
    assert len(split_terms(text).split()) == SPLIT_MAX


@given(ANYTHING)
def test_words_are_runs_of_letters_digits_and_underscores(text: str) -> None:
    found = words(text)
    assert all(char.isalnum() or char == "_" for word in found for char in word)
    assert "".join(found) == "".join(char for char in text if char.isalnum() or char == "_")


@given(st.text(alphabet="abAB1字ß", max_size=12))
def test_parts_put_together_are_the_word(word: str) -> None:
    assert "".join(camel_parts(word)) == word.lower()
    assert "".join(run for _, run in script_runs(word)) == word


@given(st.text(alphabet="漢字仮名", min_size=2, max_size=8))
def test_pairs_overlap(run: str) -> None:
    pairs = cjk_bigrams(run)
    assert [pair[0] for pair in pairs] == list(run[:-1])
    assert [pair[1] for pair in pairs] == list(run[1:])


@pytest.mark.parametrize(
    ("one", "other"),
    [("Use tabs.", "use  tabs"), ("`Use tabs`", "USE TABS!"), ("Straße", "STRASSE"), ("a\nb", "a b")],
)
def test_case_spacing_and_closing_marks_do_not_make_another_memory(one: str, other: str) -> None:
    assert same_text(one) == same_text(other)


@pytest.mark.parametrize(("one", "other"), [("use tabs", "use tab"), ("!!!", "..."), ("a-b", "a b"), ("-O2", "O2")])
def test_different_words_make_another_memory(one: str, other: str) -> None:
    assert same_text(one) != same_text(other)
