"""Any text can be asked: nothing in it is syntax, and what it is about is found."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hardwon.engine import Engine
from hardwon.retrieval.query import telling_words
from workbench import Bench

MEMORIES = (
    "Run unit tests with `go test -count 1`; caching hides flaky ones.",
    "Rust builds use -C opt-level=2; 3 miscompiles fft.rs",
    "The file lib/net/v3/limits.rb holds the retry budget.",
    "don't close() the pool before drain()",
    "the key queue.depth:max must be a power of two",
    "Deployments start from tools/launch.zsh on branch quayside.",
    "数据库连接池 在 db/pool.py 中配置",
    "テストはpytestで並列実行する",
    "서버 설정은 config/prod.yml 에 있다",
    "The résumé importer folds œ and ß before comparing.",
    "Bounces are sent to returns@example.invalid",
    "the pattern ^rel-[0-9]{4}$ matches release branches",
    "OR filters live in disjunction.ml; AND filters in conjunction.ml",
    "Set TRACE_SQL=1 to see every statement",
    "ticket #77 was a double free in ring.c",
    "Кэш страниц сбрасывается каждые 15 минут",
    "絵文字 🧪 は実験的な機能を示す",
    "parseHTTPHeader skips obs-fold lines",
    "snake_case_names become kebab-case in the CLI",
    "La validación del formulario está en validar_formulario.js",
)
QUERIES = [
    ("go test -count 1", 0),
    ("opt-level", 1),
    ("fft.rs", 1),
    ("lib/net/v3/limits.rb", 2),
    ("limits.rb", 2),
    ("don't close the pool", 3),
    ("drain()", 3),
    ("queue.depth:max", 4),
    ("launch.zsh quayside", 5),
    ("数据库连接池", 6),
    ("连接池怎么配置", 6),
    ("pytest", 7),
    ("並列実行", 7),
    ("서버 설정", 8),
    ("resume importer", 9),
    ("RÉSUMÉ", 9),
    ("returns@example.invalid", 10),
    ("^rel-[0-9]{4}", 11),
    ("conjunction.ml", 12),
    ("TRACE_SQL=1", 13),
    ("tracesql", 13),
    ("#77 double free", 14),
    ("страниц", 15),
    ("сбрасывается кэш", 15),
    ("🧪", 16),
    ("parse http header", 17),
    ("parseHttpHeader", 17),
    ("parse_http_header", 17),
    ("snakeCaseNames", 18),
    ("snake case names", 18),
    ("validacion formulario", 19),
    ("validarFormulario", 19),
    ("matching releases", 11),
]
EMPTY = [
    "",
    "   \t\n",
    "'",
    '"',
    "()",
    "%",
    "\\",
    "{}[]^~",
    "\u202e\u200b",
    "*",
    "-",
    "NOT",
    "the of and",
    "\x00",
    "🪿",
]
SYNTAX = [
    'a NEAR/2 b"',
    "title:x",
    "^x*",
    '"unclosed',
    "x AND (y OR",
    "-x",
    "{a b}:c",
    "a + b",
    "NEAR(a b, 5)",
    "x:*",
    ";--",
]
ANYTHING = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=200)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    bench = Bench.at(tmp_path_factory.mktemp("queries"))
    bench.remember(*MEMORIES)
    with bench.engine() as opened:
        yield opened


@pytest.mark.parametrize(("query", "expected"), QUERIES)
def test_what_is_asked_is_among_the_first_three(engine: Engine, query: str, expected: int) -> None:
    assert MEMORIES[expected] in [hit.content for hit in engine.recall(query, limit=3).hits]


@pytest.mark.parametrize("query", EMPTY)
def test_a_query_that_says_nothing_finds_nothing(engine: Engine, query: str) -> None:
    assert engine.recall(query).hits == []


@pytest.mark.parametrize("query", SYNTAX)
def test_a_search_language_is_only_words(engine: Engine, query: str) -> None:
    engine.recall(query)
    engine.why(query)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ANYTHING)
@example("cut \ud83d here")
@example('"' * 100)
@example("a" * 200 + "_" * 50)
def test_no_query_raises(engine: Engine, query: str) -> None:
    for hit in engine.recall(query).hits:
        assert 0 < hit.relevance <= 1
    engine.why(query)
    engine.context(query)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(MEMORIES), st.randoms(use_true_random=False))
def test_a_memory_s_own_words_in_any_order_find_it(engine: Engine, content: str, random: object) -> None:
    words = content.split()
    random.shuffle(words)  # type: ignore[attr-defined]
    hits = engine.recall(" ".join(words)).hits
    assert hits[0].content == content
    assert hits[0].relevance > 0.9


@pytest.mark.parametrize("unit", ["w{} ", "getUser{}ById ", "字{}", "🧪{}", '"{}" OR ', "a/{}/b.py\n"])
def test_a_query_of_a_hundred_kilobytes_is_answered_within_a_second(engine: Engine, unit: str) -> None:
    query = "".join(unit.format(number) for number in range(20_000))[:100_000]
    begun = time.perf_counter()
    engine.recall(query)
    assert time.perf_counter() - begun < 1


def test_what_is_asked_at_the_end_of_a_long_prompt_is_found(bench: Bench) -> None:
    bench.remember("Deployments start from tools/launch.zsh on branch quayside.")
    log = "\n".join(f"step {number}: compiled unit{number} with warning w{number}" for number in range(400))
    with bench.quick() as quick:
        assert quick.for_prompt(f"{log}\nhow do deployments from quayside start?").ids
        assert quick.for_prompt(f"how do deployments from quayside start?\n{log}").ids
        assert not quick.for_prompt(log).ids


def test_a_category_or_tag_is_found_however_many_others_fit_better(bench: Bench) -> None:
    with bench.engine() as engine:
        with engine.batch():
            for number in range(200):
                engine.remember(f"parser parser parser note {number}")
            engine.remember("The parser drops trailing commas, in rather many words", category="gotcha", tags=["json"])
        assert len(engine.recall("parser", categories=["gotcha"]).hits) == 1
        assert len(engine.recall("parser", tags=["json"]).hits) == 1
        assert engine.recall("parser", categories=["gotcha"], tags=["yaml"]).hits == []
        assert engine.recall("parser", categories=["decision"]).hits == []


def test_what_was_given_makes_room_for_the_next(bench: Bench) -> None:
    ids = bench.remember(*(f"The zebra gate number {number} opens at {number} sharp" for number in range(100)))
    given: list[str] = []
    with bench.quick() as quick:
        for _ in range(20):
            given += quick.for_prompt("when does the zebra gate open", given=given).ids
    assert sorted(given) == sorted(ids)


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("Should I keep it out of the logs?", "keep logs?"),
        ("what is this?", "what is this?"),
        ("  (and) `the` *parser*  ", "*parser*"),
        ("¿Dónde está el despliegue?", "despliegue?"),
        ("", ""),
    ],
)
def test_a_sum_of_words_leaves_out_those_that_say_nothing(text: str, telling: str) -> None:
    assert telling_words(text) == telling
