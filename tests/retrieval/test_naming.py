"""A memory about a file comes up for that file, not for another of the same name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.hits import Row
from hardwon.retrieval.naming import names_file, tail_of


def about(content: str, *files: str) -> Row:
    return Row(row=1, id="a", project="p", category="gotcha", content=content, files=files)


@pytest.mark.parametrize(
    ("content", "files", "path"),
    [
        ("handlers.py must not import models", (), "/w/app/src/api/handlers.py"),
        ("src/api/handlers.py: keep it light", (), "/w/app/src/api/handlers.py"),
        ("see `api/handlers.py`.", (), "src/api/handlers.py"),
        ("In ./src/api/handlers.py, line 5", (), "src/api/handlers.py"),
        ("/w/app/src/api/handlers.py is generated", (), "src/api/handlers.py"),
        ("(handlers.py)", (), "handlers.py"),
        ("handlers.py:12 hides a race", (), "src/handlers.py"),
        ("keep it light", ("src/api/handlers.py",), "/w/app/src/api/handlers.py"),
        ("rebuild after a change to Dockerfile", (), "/w/app/Dockerfile"),
        ("the file [id].tsx is a route", (), "pages/[id].tsx"),
    ],
)
def test_it_is_about_the_file(content: str, files: tuple[str, ...], path: str) -> None:
    assert names_file(about(content, *files), [path])


@pytest.mark.parametrize(
    ("content", "files", "path"),
    [
        ("web/index.ts re-exports everything", (), "src/api/index.ts"),
        ("index.ts re-exports everything", ("web/index.ts",), "src/api/index.ts"),
        ("myhandlers.py is old", (), "src/handlers.py"),
        ("handlers.pyc is old", (), "src/handlers.py"),
        ("handlers.py.bak is old", (), "src/handlers.py"),
        ("handlers.py-old is old", (), "src/handlers.py"),
        ("test_handlers.py is slow", (), "src/handlers.py"),
        ("handlers are slow", (), "src/handlers.py"),
        ("anything", (), ""),
        ("anything", (), "src/"),
    ],
)
def test_it_is_not_about_the_file(content: str, files: tuple[str, ...], path: str) -> None:
    assert not names_file(about(content, *files), [path])


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_any_text_and_path_are_compared(content: str, file: str, path: str) -> None:
    names_file(about(content, file), [path, "/" + path])
    assert tail_of(path).count("/") <= 1


@given(st.lists(st.text("abc._-", min_size=1, max_size=6), min_size=1, max_size=4))
def test_a_path_names_itself(parts: list[str]) -> None:
    path = "/".join(parts).strip("./")
    if path.rpartition("/")[2].strip("._-"):
        assert names_file(about("x", path), ["/srv/" + path])
