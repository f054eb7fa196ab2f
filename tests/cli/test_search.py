"""`mem search`, `mem why` and `mem context`."""

from __future__ import annotations

import os
import time

import pytest

from .conftest import Mem

MEMORIES = (
    "Run the suite with `tox -p 2`; all of it takes nine minutes.",
    "The C++ target builds with -O2, never -O3: it breaks fft.cc.",
    "The file lib/net/v3/limits.py holds the throttle.",
    "don't call commit() while the cursor is open",
    "setting pool.max:size has to be a whole number",
    "Releases leave through tools/publish.sh from branch pier.",
    "支付回调 在 billing/hook.py 里处理",
    "The déjà-vu reader folds to NFC before it compares.",
    "Reports go to team@example.invalid",
    "regex ^rel-[0-9]+$ matches the release names",
    "OR joins live in joins.py, AND joins in filters.py",
    "Set TRACE_SQL=1 to see each statement",
    "ticket #77 comes from a race in cache.put()",
    "Сессия истекает через десять минут",
    "絵文字 🎯 は当たりを示す",
    "parseHTTPHeader drops folded lines",
)
FOUND = (
    ("tox -p 2", 0),
    ("-O3", 1),
    ("-O3 fft.cc", 1),
    ("lib/net/v3/limits.py", 2),
    ("limits.py", 2),
    ("don't call commit", 3),
    ("pool.max:size", 4),
    ("publish.sh pier", 5),
    ("支付回调", 6),
    ("回调", 6),
    ("deja-vu", 7),
    ("déjà", 7),
    ("^rel-[0-9]+", 9),
    ("joins AND filters", 10),
    ("TRACE_SQL=1", 11),
    ("#77 race", 12),
    ("истекает", 13),
    ("🎯", 14),
    ("http header", 15),
)
ODD = (
    "   \t\n", "'", "()", "a NEAR/2", "title:", "\\", "%_%", "\u202e\u200b", "{}[]^~", '"', '""', "*", "AND", "OR",
    "content:x OR 1", "-", "--", "x*", "^", ":", "a AND (b", "\ud83d", "cut \ud83d here", "\x00", "\x1b[2J", "NOT",
    "NEAR(a b, 2)",
    " ".join(f"w{number}" for number in range(2000)), "'; DROP TABLE memories; --",
)  # fmt: skip


@pytest.fixture
def stocked(mem: Mem) -> Mem:
    """The program, with memories of every script and shape stored."""
    for text in MEMORIES:
        mem("add", "--", text)
    return mem


def test_every_odd_query_finds_its_memory_among_the_first_three(stocked: Mem) -> None:
    missed = []
    for query, index in FOUND:
        hits = stocked("search", query, "--limit", "3", "--json").data["hits"]
        if MEMORIES[index] not in [hit["content"] for hit in hits]:
            missed.append(query)
    assert not missed


@pytest.mark.parametrize("command", ["search", "why", "context"])
def test_no_query_raises_or_finds_more_than_asked_for(stocked: Mem, command: str) -> None:
    for query in ODD:
        marker = ("--",) if query.startswith("-") else ()
        said = stocked(command, "--json", *marker, query, input="")
        hits = said.data.get("hits", [])
        assert len(hits) <= 5


def test_a_query_of_a_hundred_kilobytes_is_answered_within_a_second(stocked: Mem) -> None:
    query = "release pier " * 7700
    began = time.perf_counter()
    said = stocked("search", query, "--json")
    assert time.perf_counter() - began < 1
    assert MEMORIES[5] in [hit["content"] for hit in said.data["hits"]]


def test_a_piped_search_gives_one_line_for_each_hit(stocked: Mem) -> None:
    said = stocked("search", "publish.sh", "pier")
    id = stocked("search", "publish.sh pier", "--json").data["hits"][0]["id"]
    assert said.out == f"[{id}] (general) {MEMORIES[5]}\n"


def test_nothing_found_is_said_beside_the_answer(stocked: Mem) -> None:
    said = stocked("search", "xylophone")
    assert said.out == ""
    assert said.err == "Nothing fits this query.\n"


def test_filters_narrow_a_search(mem: Mem) -> None:
    mem("add", "cache keys are lower case", "-c", "convention", "--tag", "cache")
    mem("add", "cache warms up in a minute", "-c", "gotcha")
    assert len(mem("search", "cache", "--json").data["hits"]) == 2
    for narrowed, category in ((("-c", "gotcha"), "gotcha"), (("--tag", "cache"), "convention")):
        hits = mem("search", "cache", *narrowed, "--json").data["hits"]
        assert [hit["category"] for hit in hits] == [category]


def test_what_is_forgotten_is_found_when_asked_for(mem: Mem) -> None:
    id = mem("add", "cache keys are lower case", "--json").data["id"]
    mem("forget", id)
    assert mem("search", "cache keys", "--json").data["hits"] == []
    hit = mem("search", "cache keys", "--archived", "--json").data["hits"][0]
    assert (hit["id"], hit["status"]) == (id, "archived")


def test_what_failed_too_often_comes_last_and_says_so(mem: Mem) -> None:
    bad = mem("add", "restart the worker to clear the queue", "--json").data["id"]
    mem("add", "restart the worker and wait for the queue to drain")
    for _ in range(2):
        mem("outcome", bad, "failed")
    lines = mem("search", "restart worker queue").out.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith(f"[{bad}] (general; failed 2")
    assert "held back" in lines[1]


@pytest.mark.parametrize("limit", ["0", "101", "-1"])
def test_a_limit_out_of_bounds_is_refused(mem: Mem, limit: str) -> None:
    assert "ask for 1 to 100" in mem("search", "x", "--limit", limit, status=2).err


def test_why_gives_each_score_as_the_sum_of_its_terms(stocked: Mem) -> None:
    hits = stocked("why", "release pier", "--json").data["hits"]
    assert hits
    for hit in hits:
        assert hit["score"] == pytest.approx(sum(hit["terms"].values()), abs=1e-5)
        assert set(hit["terms"]) == {"relevance", "outcome", "confidence", "recency"}


def test_why_shows_the_hits_of_the_same_search(stocked: Mem) -> None:
    found = [hit["id"] for hit in stocked("search", "release pier names", "--json").data["hits"]]
    assert [hit["id"] for hit in stocked("why", "release pier names", "--json").data["hits"]] == found


def test_why_tells_what_a_record_consists_of(mem: Mem) -> None:
    id = mem("add", "clear the queue with drain.sh", "--json").data["id"]
    mem("outcome", id, "worked", "--note", "it drained")
    assert "a person said so: it drained." in mem("why", "clear the queue").out
    (hit,) = mem("why", "clear the queue", "--json").data["hits"]
    assert [sentence.startswith("worked on ") for sentence in hit["outcomes"]] == [True]


def test_why_names_what_was_left_out_with_the_reason(mem: Mem) -> None:
    kept = mem("add", "the release branch is called pier", "--json").data["id"]
    gone = mem("add", "the release branch was called dock", "--json").data["id"]
    mem("forget", gone)
    said = mem("why", "release branch")
    assert kept in said.out.split("Left out")[0]
    assert gone in said.out.split("Left out")[1]
    assert "archived" in said.out.split("Left out")[1]
    left = mem("why", "release branch", "--json").data["left_out"]
    assert [(one["id"], one["reason"]) for one in left] == [(gone, "archived")]


def test_why_shows_its_sum_in_the_text_too(mem: Mem) -> None:
    mem("add", "the release branch is called pier")
    line = next(line for line in mem("why", "release branch").out.splitlines() if " = " in line)
    total, terms = line.strip().split(" = ")
    parts = [float(part.split()[1]) for part in terms.split(" + ")]
    assert float(total) == pytest.approx(sum(parts), abs=4e-4)


def test_on_a_terminal_the_sum_breaks_between_its_terms(mem: Mem, shell: Mem) -> None:
    mem("add", "the release branch is called pier")
    seen, terminal = os.openpty()
    shell("why", "release branch", stdout=terminal, env={"NO_COLOR": "1"})
    os.close(terminal)
    lines = os.read(seen, 1 << 16).decode().splitlines()
    os.close(seen)
    start = next(number for number, line in enumerate(lines) if " = " in line)
    assert lines[start].endswith("+")
    assert lines[start + 1].split()[0] == "recency"


def test_context_without_a_query_is_the_brief(mem: Mem) -> None:
    mem("add", "never use npm", "--pin", "-c", "convention")
    said = mem("context")
    assert said.out.startswith("<hardwon-memory>\n")
    assert "never use npm" in said.out


def test_context_with_a_query_gives_what_fits_and_nothing_else(stocked: Mem) -> None:
    said = stocked("context", "publish.sh", "pier", "--json").data
    assert MEMORIES[5] in said["text"]
    assert MEMORIES[13] not in said["text"]
    assert said["tokens"] > 0


def test_context_keeps_to_its_budget_or_says_what_is_allowed(stocked: Mem) -> None:
    assert stocked("context", "--budget", "60", "--json").data["tokens"] <= 60
    assert "from 50 to" in stocked("context", "--budget", "1", status=2).err


def test_another_projects_memories_are_searched_by_name_or_all_at_once(
    mem: Mem, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    mem("add", "the till rounds to five cents")
    other = f"{tmp_path}/depot"
    import os

    os.mkdir(other)
    monkeypatch.chdir(other)
    assert mem("search", "till rounds", "--json").data["hits"] == []
    assert len(mem("search", "till rounds", "--project", "shop", "--json").data["hits"]) == 1
    hit = mem("search", "till rounds", "--all-projects", "--json").data["hits"][0]
    assert hit["project"] == f"path:{tmp_path}/shop"
    assert len(mem("why", "till rounds", "--all-projects", "--json").data["hits"]) == 1
    assert "projects: shop" in mem("search", "x", "--project", "nowhere", status=1).err


def on_terminal(mem: Mem, *args: str) -> str:
    """What a call with its standard output on a terminal says beside the answer."""
    reading, terminal = os.openpty()
    try:
        return mem(*args, stdout=terminal).err
    finally:
        os.close(terminal)
        os.close(reading)


def test_that_searches_go_by_words_is_said_once_and_only_to_a_person(shell: Mem) -> None:
    shell("add", "The billing job runs at 02:00.")
    assert "mem setup" not in shell("search", "billing job").err
    assert "mem setup" not in shell("search", "billing job", "--json").out
    plain = {"CLAUDECODE": "1"}
    assert "mem setup" not in on_terminal(lambda *args, **options: shell(*args, env=plain, **options), "search", "job")
    assert "Searches go by words: the embedding model is not prepared; `mem setup`" in on_terminal(
        shell, "search", "billing job"
    )
    assert "mem setup" not in on_terminal(shell, "search", "billing job")


def test_who_wants_no_model_is_told_of_none(shell: Mem) -> None:
    shell("add", "The billing job runs at 02:00.")
    none = {"HARDWON_EMBEDDER": "none"}
    assert on_terminal(lambda *args, **options: shell(*args, env=none, **options), "search", "billing job") == ""
