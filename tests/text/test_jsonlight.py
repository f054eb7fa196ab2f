"""JSON without the json package: the same answers, and no error but ValueError."""

from __future__ import annotations

import json
import math
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardwon.text import jsonlight

TEXTS = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=30)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_what_json_writes_is_read_alike(value: object, ascii_only: bool, indent: int | None) -> None:
    document = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert jsonlight.loads(document) == json.loads(document)


@given(VALUES)
def test_what_is_written_is_read_alike_by_both(value: object) -> None:
    document = jsonlight.dumps(value)
    assert document.isascii()
    assert "\n" not in document
    assert json.loads(document) == value
    assert jsonlight.loads(document) == value


@given(st.text(max_size=40) | st.text(alphabet='{}[]",:0123456789eE+-.truefalsn \\u', max_size=40))
@example('{"a": 1} x')
@example("[1,]")
@example("-")
@example('"\\ud800"')
@example("\ufeff[1]")
def test_any_text_is_read_as_json_reads_it_or_refused(text: str) -> None:
    try:
        expected = json.loads(text, strict=False)
    except ValueError:
        if not text.startswith("\ufeff"):
            with pytest.raises(ValueError):
                jsonlight.loads(text)
        return
    assert repr(jsonlight.loads(text)) == repr(expected)


@given(st.binary(max_size=60))
@example(b"\xef\xbb\xbf{}")
@example(b'"\xff"')
@example(b"\x00")
@example(b"")
def test_any_bytes_are_read_or_refused_with_a_value_error(data: bytes) -> None:
    try:
        jsonlight.loads(data)
    except ValueError:
        pass


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_document_that_nests_too_deeply_is_refused(opening: str) -> None:
    with pytest.raises(ValueError):
        jsonlight.loads(opening * 200_000)


def test_a_value_that_nests_too_deeply_is_refused() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError):
        jsonlight.dumps(deep)
    while deep:  # taken apart by hand: the interpreter's own way is recursive
        deep = deep.pop()  # type: ignore[assignment]


@pytest.mark.parametrize("value", [{1: 2}, {None: 1}, object(), {"a": {1, 2}}, b"x", math.nan, math.inf, [1j]])
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        jsonlight.dumps(value)


def test_lone_surrogates_are_written_escaped() -> None:
    assert jsonlight.dumps("cut \ud83d") == '"cut \\ud83d"'


def test_reading_and_writing_bring_in_neither_json_nor_re() -> None:
    code = (
        "import sys; from hardwon.text import jsonlight as j; j.loads(j.dumps({'a': [1, 'é', None]}));"
        "print([m for m in ('json', 're', 'typing', 'enum') if m in sys.modules])"
    )
    path = jsonlight.__file__.rsplit("/", 3)[0]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {path!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("whole", ['{"a": [1, "\\\\ud83d"]}', '["\\\\n", -1.5e3, null]'])
def test_text_that_ends_early_is_refused_also_where_json_was_never_imported(whole: str) -> None:
    code = (
        "import sys; from hardwon.text import jsonlight as j; whole = sys.argv[2]\n"
        "for end in range(len(whole)):\n"
        "    try: print('read', whole[:end], j.loads(whole[:end]))\n"
        "    except ValueError: pass\n"
        "print(j.loads(whole) is not None, 'json' in sys.modules)"
    )
    path = jsonlight.__file__.rsplit("/", 3)[0]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, sys.argv[1]); {code}", path, whole],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "True False"
