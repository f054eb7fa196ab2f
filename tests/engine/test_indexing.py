"""A hosted embedder gets memories by a person's consent alone, batch by batch, and none twice by itself."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardwon.engine import Engine, indexing
from hardwon.engine.extracting import sending
from hardwon.engine.indexing import Indexed
from hardwon.engine.spending import embedding_spending
from hardwon.errors import EmbedderUnavailable, HardwonError, InvalidInput, ProjectMismatch, StoreError, StoreLocked
from hardwon.store import embedding_calls, spaces
from hardwon.store.ledger import opened
from hosted_embedder import KEY, EmbeddingHost, choose
from scripted_model import Says
from workbench import Bench

RULE = "The billing job runs at 02:00 in region north"


class Desk:
    """A bench whose person chose a host."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.slept: list[float] = []

    def choose(self, host: EmbeddingHost, embedder: str = "voyage", **more: object) -> None:
        path = "/v2" if embedder == "cohere" else "/v1"
        choose(self.bench.home, embedder, host.url + path, **more)  # type: ignore[arg-type]

    def remember(self, *texts: str) -> list[str]:
        return self.bench.remember(*texts)

    def engine(self) -> Engine:
        return self.bench.engine()

    def inspect(self) -> dict[str, Any]:
        with self.engine() as engine:
            return indexing.inspect(engine)

    def prepare(self, plan: dict[str, Any] | None = None, /, **more: object) -> Indexed:
        asked = json.dumps((self.inspect() if plan is None else plan) | {"accept_charges": True} | more)
        with self.engine() as engine:
            return indexing.prepare(engine, asked, sleep=self.slept.append)

    def recover(self, **more: object) -> Indexed:
        asked = json.dumps(self.inspect() | {"accept_duplicate_charge": True} | more)
        with self.engine() as engine:
            return indexing.recover(engine, asked, sleep=self.slept.append)

    def spaces(self) -> list[tuple[str, str, int, str]]:
        with self.engine() as engine:
            told: Any = indexing.status(engine)["spaces"]
        return [(one["provider"], one["state"], one["ready"], one["model"]) for one in told]

    def outcomes(self) -> list[tuple[str, float]]:
        with opened(self.bench.paths) as book:
            rows = book.rows("SELECT outcome, cost_usd FROM embedding_calls ORDER BY number")
        return [(str(outcome), float(cost)) for outcome, cost in rows]  # type: ignore[arg-type]


@pytest.fixture
def desk(bench: Bench) -> Desk:
    return Desk(bench)


CALLS: dict[str, tuple[str, dict[str, Any], int]] = {
    "openai": ("/v1/embeddings", {"model": "text-embedding-3-small", "dimensions": 1536}, 1536),
    "openrouter": ("/v1/embeddings", {"model": "google/gemini-embedding-001", "dimensions": 1536}, 1536),
    "voyage": (
        "/v1/embeddings",
        {"model": "voyage-4", "input_type": "document", "output_dimension": 1024, "truncation": True},
        1024,
    ),
    "cohere": (
        "/v2/embed",
        {
            "model": "embed-v4.0", "input_type": "search_document", "output_dimension": 1536,
            "embedding_types": ["float"], "truncate": "END",
        },
        1536,
    ),
}  # fmt: skip


@pytest.mark.parametrize("embedder", CALLS)
def test_each_host_is_asked_in_the_form_of_its_reference(desk: Desk, embedder: str) -> None:
    path, asked, dimensions = CALLS[embedder]
    desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host, embedder)
        plan = desk.inspect()
        assert (plan["space"]["provider"], plan["space"]["dimensions"], plan["accept_charges"]) == (
            embedder, dimensions, False,
        )  # fmt: skip
        assert host.requests == []
        done = desk.prepare(plan)
        ((sent_to, body, headers),) = host.requests
    texts = body.pop("texts", None) or body.pop("input")
    assert (sent_to, body, texts) == (path, asked, [RULE])
    assert headers["authorization"] == f"Bearer {KEY}"
    assert (done.sent, done.stored, done.tokens, done.waiting) == (1, 1, 7, 0)
    assert desk.spaces() == [(embedder, "ready", 1, asked["model"])]
    assert desk.outcomes()[0][0] == "done"
    assert 0 < desk.outcomes()[0][1] < plan["most_usd"]


def test_other_dimensions_are_another_space(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host)
        desk.prepare()
        desk.bench.more["HARDWON_EMBEDDING_DIMENSIONS"] = "256"
        assert desk.inspect()["waiting"] == 1
        desk.prepare()
        assert host.requests[-1][1]["output_dimension"] == 256
    assert [count for _, _, count, _ in desk.spaces()] == [1, 1]


@pytest.mark.parametrize(
    ("wanted", "embedder", "message"),
    [
        ("127", "openai", "128 to 3072"),
        ("3073", "openai", "128 to 3072"),
        ("many", "openai", "128 to 3072"),
        ("300.5", "openai", "128 to 3072"),
        ("2048", "openai", "text-embedding-3-small gives 128 to 1536 dimensions"),
        ("300", "voyage", "voyage-4 gives 256, 512, 1024 or 2048 dimensions"),
        ("2048", "cohere", "embed-v4.0 gives 256, 512, 1024 or 1536 dimensions"),
    ],
)
def test_dimensions_that_cannot_be_are_refused_before_anything_is_sent(
    desk: Desk, wanted: str, embedder: str, message: str
) -> None:
    desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host, embedder)
        desk.bench.more["HARDWON_EMBEDDING_DIMENSIONS"] = wanted
        with pytest.raises(EmbedderUnavailable, match=message):
            desk.inspect()
        with desk.engine() as engine:
            assert message in str(indexing.status(engine)["problem"])
        assert host.requests == []


def test_a_batch_has_sixteen_texts_and_the_rest_waits_for_another_consent(desk: Desk) -> None:
    desk.remember(*(f"Fact number {number} about region {number}." for number in range(20)))
    with EmbeddingHost() as host:
        desk.choose(host)
        plan = desk.inspect()
        assert (len(plan["batch"]), plan["waiting"]) == (16, 20)
        assert desk.prepare(plan).waiting == 4
        assert desk.spaces()[0][1:3] == ("filling", 16)
        with pytest.raises(InvalidInput, match="no longer"):
            desk.prepare(plan)
        assert desk.prepare().waiting == 0
        with pytest.raises(InvalidInput, match="no memory waits"):
            desk.prepare()
        assert [len(body["input"]) for _, body, _ in host.requests] == [16, 4]
    assert desk.spaces()[0][1:3] == ("ready", 20)


WRONG: dict[str, tuple[dict[str, Any], type[HardwonError], str]] = {
    "no consent": ({"accept_charges": False}, InvalidInput, "does not accept"),
    "a consent that is a word": ({"accept_charges": "true"}, InvalidInput, "no plan"),
    "another project": ({"project": "path:/elsewhere"}, ProjectMismatch, "plan is for"),
    "another space": ({"space": {"provider": "voyage", "model": "voyage-4-lite", "revision": "x", "dimensions": 1024}},
                      InvalidInput, "another space"),
    "no space": ({"space": None}, InvalidInput, "another space"),
    "an unknown memory": ({"batch": [{"id": "m1", "marks": ["00"]}]}, InvalidInput, "no longer"),
    "too large a batch": ({"batch": [{"id": "m1", "marks": ["00"] * 17}]}, InvalidInput, "at most 16"),
    "another form": ({"plan": 2}, InvalidInput, "no plan"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_plan_that_is_not_as_things_are_sends_nothing(desk: Desk, case: str) -> None:
    more, kind, message = WRONG[case]
    desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host)
        with pytest.raises(kind, match=message):
            desk.prepare(None, **more)
        assert host.requests == []


def test_a_memory_that_changed_since_the_plan_is_not_sent(desk: Desk) -> None:
    (id,) = desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host)
        plan = desk.inspect()
        with desk.engine() as engine:
            engine.edit(id, content="The billing job runs at 03:00 in region south")
        with pytest.raises(InvalidInput, match="no longer"):
            desk.prepare(plan)
        assert host.requests == []


def test_while_another_process_sends_nothing_is_sent(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host)
        plan = desk.inspect()
        with sending(desk.bench.paths), pytest.raises(StoreLocked):
            desk.prepare(plan)
        assert host.requests == []


UNKNOWN = {
    "cut": Says(cut=True),
    "500": Says(status=500),
    "502": Says(status=502),
    "503 without Retry-After": Says(status=503),
    "no JSON": Says(body="<html>"),
    "another form": Says(body={"data": "?"}),
    "too few vectors": Says(body={"data": []}),
    "other dimensions": Says(body={"data": [{"index": 0, "embedding": [0.5] * 512}]}),
    "zeros": Says(body={"data": [{"index": 0, "embedding": [0.0] * 1024}]}),
    "no number": Says(body='{"data": [{"index": 0, "embedding": [NaN' + ", 1.0" * 1023 + "]}]}"),
    "infinity": Says(body='{"data": [{"index": 0, "embedding": [Infinity' + ", 1.0" * 1023 + "]}]}"),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_what_may_have_been_paid_is_never_sent_again_by_itself(desk: Desk, case: str) -> None:
    desk.remember(RULE)
    with EmbeddingHost(UNKNOWN[case]) as host:
        desk.choose(host)
        plan = desk.inspect()
        with pytest.raises(EmbedderUnavailable) as caught:
            desk.prepare(plan)
        assert KEY not in f"{caught.value} {caught.value.hint}"
        with pytest.raises(InvalidInput, match="may have been paid"):
            desk.prepare(plan)
        after = desk.inspect()
        assert (after["batch"], after["blocked_memories"], after["accept_duplicate_charge"]) == ([], 1, False)
        assert after["interrupted"][0]["texts"] == 1
        with pytest.raises(InvalidInput, match="paid twice"):
            desk.recover(accept_duplicate_charge=False)
        assert len(host.requests) == 1
        assert desk.outcomes() == [("unknown", pytest.approx(plan["most_usd"]))]
        assert desk.recover().stored == 1
        assert len(host.requests) == 2
    assert desk.inspect()["interrupted"] == []
    assert desk.slept == []


def test_a_consent_is_to_one_interrupted_call(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost(Says(cut=True), Says(cut=True)) as host:
        desk.choose(host)
        with pytest.raises(EmbedderUnavailable):
            desk.prepare()
        old = desk.inspect() | {"accept_duplicate_charge": True}
        with pytest.raises(EmbedderUnavailable):
            desk.recover()
        with desk.engine() as engine, pytest.raises(InvalidInput, match="no longer"):
            indexing.recover(engine, json.dumps(old))
        assert len(host.requests) == 2


def test_no_statement_sends_a_blocked_text_again_or_forgets_it(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost(Says(cut=True)) as host:
        desk.choose(host)
        plan = desk.inspect()
        with pytest.raises(EmbedderUnavailable):
            desk.prepare(plan)
        with opened(desk.bench.paths) as book, desk.engine() as engine:
            identity = indexing._identity(engine)
            assert identity is not None
            with pytest.raises(StoreError, match="not accepted"):
                embedding_calls.begin(book, "documents", identity, plan["batch"][0]["marks"], at=1, reserved_usd=0)
            for table in ("embedding_calls", "embedding_texts"):
                with pytest.raises(StoreError, match="evidence"):
                    book.change(f"DELETE FROM {table}")
            assert RULE not in json.dumps([list(map(str, row)) for row in book.rows("SELECT * FROM embedding_texts")])


REFUSED = {
    "401": (Says(status=401), []),
    "400": (Says(status=400), []),
    "429 without Retry-After": (Says(status=429), []),
    "a redirect": (Says(status=307, headers={"location": "http://127.0.0.1:9/v1/embeddings"}), []),
    "429 for long": (Says(status=429, headers={"retry-after": "3600"}), []),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_was_refused_costs_nothing_and_waits_for_another_consent(desk: Desk, case: str) -> None:
    answer, slept = REFUSED[case]
    desk.remember(RULE)
    with EmbeddingHost(answer) as host:
        desk.choose(host)
        with pytest.raises(EmbedderUnavailable, match="voyage: it answered"):
            desk.prepare()
        assert (len(host.requests), desk.slept, desk.outcomes()) == (1, slept, [("refused", 0.0)])
        assert len(desk.inspect()["batch"]) == 1
        assert desk.prepare().stored == 1


@pytest.mark.parametrize("status", [429, 503])
def test_a_host_that_asks_to_wait_is_waited_for(desk: Desk, status: int) -> None:
    desk.remember(RULE)
    busy = Says(status=status, headers={"retry-after": "2"})
    with EmbeddingHost(busy, busy) as host:
        desk.choose(host)
        assert desk.prepare().stored == 1
        assert len(host.requests) == 3
    assert desk.slept == [2.0, 2.0]
    assert [outcome for outcome, _ in desk.outcomes()] == ["refused", "refused", "done"]


def test_a_host_that_is_not_there_is_tried_again_a_few_times_for_nothing(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host)
    with pytest.raises(EmbedderUnavailable, match="cannot be reached"):
        desk.prepare()
    assert len(desk.slept) == 2
    assert desk.slept[0] < desk.slept[1]
    assert desk.outcomes() == [("refused", 0.0)] * 3


def test_a_process_killed_in_a_call_leaves_its_texts_blocked(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost(Says(hangs=True)) as host:
        desk.choose(host)
        plan = json.dumps(desk.inspect() | {"accept_charges": True})
        code = (
            "import os, sys; from hardwon.engine import indexing, open_engine\n"
            "with open_engine(dict(os.environ)) as engine: indexing.prepare(engine, sys.stdin.read())"
        )
        worker = subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=desk.bench.project,
            env={**os.environ, **desk.bench.environ},
            stdin=subprocess.PIPE,
            text=True,
        )
        try:
            assert worker.stdin is not None
            worker.stdin.write(plan)
            worker.stdin.close()
            assert host.asked.wait(30)
            assert [outcome for outcome, _ in desk.outcomes()] == ["sent"]
            os.kill(worker.pid, signal.SIGKILL)
        finally:
            worker.kill()
            worker.wait()
        with pytest.raises(InvalidInput, match="no memory waits"):
            desk.prepare()
        assert desk.inspect()["interrupted"][0]["reason"] == "the process that sent it ended before the answer"
        assert len(host.requests) == 1
        assert desk.recover().stored == 1
        assert len(host.requests) == 2


def test_what_has_a_vector_meanwhile_is_not_sent_again_by_a_recovery(desk: Desk) -> None:
    (id,) = desk.remember(RULE)
    with EmbeddingHost(Says(cut=True)) as host:
        desk.choose(host)
        with pytest.raises(EmbedderUnavailable):
            desk.prepare()
        with desk.engine() as engine:
            engine.edit(id, content="The billing job is gone")
        done = desk.recover()
        assert (done.sent, done.waiting, len(host.requests)) == (0, 1, 1)


def test_what_may_have_been_paid_can_be_settled_when_the_embedder_is_another(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost(Says(cut=True)) as host:
        desk.choose(host)
        with pytest.raises(EmbedderUnavailable):
            desk.prepare()
        (desk.bench.home / "config.toml").write_text('embedder = "hashing"\n')
        plan = desk.inspect()
        assert (plan["hosted"], plan["interrupted_calls"]) == (False, 1)
        assert desk.recover().sent == 0
        assert (desk.inspect()["interrupted"], len(host.requests)) == ([], 1)


def test_mode_local_calls_nobody(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host)
        plan = desk.inspect()
        desk.choose(host, mode="local")
        for attempt in (desk.inspect, lambda: desk.prepare(plan), desk.recover):
            with pytest.raises(EmbedderUnavailable, match="mode local forbids the embedder voyage"):
                attempt()
        with desk.engine() as engine:
            assert engine.recall(RULE).note == "went by words: mode local forbids the embedder voyage"
        assert host.requests == []


def test_a_key_of_the_environment_is_not_used(desk: Desk) -> None:
    desk.remember(RULE)
    desk.bench.more["VOYAGE_API_KEY"] = KEY
    with EmbeddingHost() as host:
        desk.choose(host, key="")
        with pytest.raises(EmbedderUnavailable, match="there is no VOYAGE_API_KEY"):
            desk.inspect()


def test_a_variable_chooses_no_host_and_no_model_of_one(desk: Desk) -> None:
    desk.remember(RULE)
    desk.bench.more["HARDWON_EMBEDDER"] = "voyage"
    with desk.engine() as engine:
        assert engine.settings.embedder == "fastembed"
        assert any("embedder of a host" in problem for problem in engine.settings.problems)
    with EmbeddingHost() as host:
        desk.choose(host)
        desk.bench.more["HARDWON_EMBEDDING_MODEL"] = "voyage-4-large"
        assert desk.inspect()["space"]["model"] == "voyage-4"


def test_a_paid_space_stays_when_another_one_is_complete(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost() as host:
        desk.choose(host)
        desk.prepare()
        desk.choose(host, "cohere")
        desk.prepare()
    assert [(name, ready) for name, _, ready, _ in desk.spaces()] == [("voyage", 1), ("cohere", 1)]


def test_what_was_said_around_a_memory_counts_as_a_text(desk: Desk) -> None:
    with desk.engine() as engine:
        for number in range(9):
            engine.remember(f"Fact {number}", surroundings=f"Somebody asked about {number}.")
    with EmbeddingHost() as host:
        desk.choose(host)
        assert [item["texts"] for item in desk.inspect()["batch"]] == [2] * 8
        assert desk.prepare().waiting == 1
        assert len(host.texts()) == 16
    database = desk.bench.engine()
    with database as engine:
        for store, _ in engine.stores.scopes():
            (space,) = spaces.list_spaces(store)
            assert spaces.count(store, space) == (8, 9)


def test_costs_are_told_by_day(desk: Desk) -> None:
    desk.remember(RULE)
    with EmbeddingHost(Says(cut=True)) as host:
        desk.choose(host)
        with pytest.raises(EmbedderUnavailable):
            desk.prepare()
        desk.recover()
    with desk.engine() as engine:
        told: Any = embedding_spending(engine.stores.paths, engine.clock())
    ((day,), blocked) = told["days"], told["blocked"]
    assert (day["calls"], day["queries"], day["texts"], day["tokens"], blocked) == (2, 0, 2, 7, 0)
    assert told["today_usd"] == pytest.approx(day["cost_usd"])
    assert day["cost_usd"] > 0


def test_the_file_of_calls_of_an_older_version_is_brought_up(tmp_path: Path, bench: Bench) -> None:
    with opened(bench.paths) as book:
        for kind in ("embedding_texts", "embedding_calls", "embedding_key"):
            book.change(f"DROP TABLE {kind}")
        book.change("PRAGMA user_version = 1")
    with opened(bench.paths) as book:
        assert book.row("PRAGMA user_version") == (2,)
        assert embedding_calls.blocked_count(book) == 0
