"""The SDK's clients: the same store as every other door, in typed values."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import os
import subprocess
import sys
import threading
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from hardwon import sdk
from hardwon.errors import Ambiguous, HardwonError, InvalidInput, NotFound, StoreDamaged
from hardwon.sdk import MemoryClient, SyncMemoryClient
from workbench import DAY_MS, START_MS, Bench

RULE = "Run the tests with make test-fast"


def client_of(bench: Bench, **more: object) -> SyncMemoryClient:
    return SyncMemoryClient(
        cwd=bench.project,
        environ=bench.environ,
        clock=lambda: bench.now,
        ids=bench.next_id,
        **more,  # type: ignore[arg-type]
    )


def test_what_is_added_is_found_and_told(bench: Bench) -> None:
    with client_of(bench) as client:
        added = client.add(RULE, category="command", tags=["tests"], files=["Makefile"], key="one")
        again = client.add(RULE, category="command", key="one")
        [hit] = client.search("how are tests run?")
        entry = client.get(added.id[:6])
    assert (added.created, again.created, again.id) == (True, False, added.id)
    assert (hit.id, hit.content, hit.category, hit.tags) == (added.id, RULE, "command", ("tests",))
    assert sum(term.value for term in hit.terms) == pytest.approx(hit.score)
    assert entry.created_at == datetime.fromtimestamp(START_MS / 1000, UTC)
    assert (entry.origin.who, entry.origin.host, entry.trust) == ("user", "sdk", "user")


def test_other_doors_see_what_a_client_stored(bench: Bench) -> None:
    with client_of(bench) as client:
        id = client.add(RULE).id
    with bench.engine() as engine:
        assert engine.get(id).content == RULE


def test_changes_are_versions(bench: Bench) -> None:
    with client_of(bench) as client:
        id = client.add(RULE).id
        bench.tick(DAY_MS)
        client.update(id, tags=["speed"], pin=True)
        client.correct(id, "Run the tests with make test")
        client.forget(id)
        assert client.search("tests").hits == ()
        client.restore(id)
        history = client.history(id)
    assert [one.change for one in history] == ["created", "edited", "pinned", "corrected", "archived", "restored"]
    assert (history[-1].tier, history[-1].tags, history[-1].status) == ("pinned", ("speed",), "active")


@pytest.mark.parametrize(
    "moment",
    [
        START_MS,
        datetime.fromtimestamp(START_MS / 1000, UTC),
        datetime.fromtimestamp(START_MS / 1000),
        datetime.fromtimestamp(START_MS / 1000, UTC).isoformat(),
        datetime.fromtimestamp(START_MS / 1000).isoformat(),
        "2 days ago",
    ],
)
def test_the_past_is_asked_in_any_form_of_a_moment(bench: Bench, moment: object) -> None:
    with client_of(bench) as client:
        id = client.add("We use npm to install packages").id
        bench.tick(DAY_MS)
        client.add("We now use pnpm to install packages")
        bench.tick(DAY_MS)
        now = client.search("which tool installs packages?", limit=1)
        then = client.search("which tool installs packages?", limit=1, as_of=moment)  # type: ignore[arg-type]
        assert [hit.content for hit in now] == ["We now use pnpm to install packages"]
        assert [hit.id for hit in then] == [id]
        assert client.get(id, as_of=moment).status == "active"  # type: ignore[arg-type]
        assert client.get(id).status == "retired"
        assert [one.id for one in client.list(as_of=moment)] == [id]  # type: ignore[arg-type]
        assert client.list(as_of=moment, category="command").total == 0  # type: ignore[arg-type]


def test_a_day_means_its_end(bench: Bench) -> None:
    day = date.fromtimestamp(START_MS / 1000)
    with client_of(bench) as client:
        client.add(RULE)
        assert client.list(as_of=day).total == client.list(as_of=day.isoformat()).total == 1


@pytest.mark.parametrize("moment", [True, 1.5, 2**60, "soon", [], b"2026-01-01"])
def test_what_is_no_moment_is_refused(bench: Bench, moment: object) -> None:
    with client_of(bench) as client, pytest.raises(InvalidInput, match="moment"):
        client.search("x", as_of=moment)  # type: ignore[arg-type]


def test_a_memory_was_not_there_before_it_was_said(bench: Bench) -> None:
    with client_of(bench) as client:
        id = client.add(RULE).id
        with pytest.raises(NotFound, match="not there"):
            client.get(id, as_of=START_MS - 1)


def test_lists_are_pages(bench: Bench) -> None:
    with client_of(bench) as client:
        for number in range(5):
            client.add(f"Fact {number} about the cache", tags=["odd"] if number % 2 else [])
        page = client.list(limit=2, offset=1)
        assert (len(page), page.total, client.list(tag="odd").total) == (2, 5, 2)
        past = client.list(limit=2, offset=1, as_of=bench.now)
        assert (len(past), past.total) == (2, 5)
        for wrong in ({"limit": 0}, {"status": "lost"}, {"category": "none"}):
            with pytest.raises(InvalidInput):
                client.list(**wrong)  # type: ignore[arg-type]
        with pytest.raises(InvalidInput):
            client.list(as_of=bench.now, status="all")


def test_outcomes_rank(bench: Bench) -> None:
    with client_of(bench) as client:
        id = client.add(RULE).id
        outcome = client.record_outcome(id, "worked", note="green", key="run 1")
        assert client.record_outcome(id, "worked", key="run 1").id == outcome.id
        assert (outcome.verdict, outcome.counted, outcome.source) == ("worked", True, "person")
        assert "worked 1" in client.get(id).record
        assert "worked 1" in client.search("tests").hits[0].record
        assert [one.reason for one in client.outcomes(id)] == ["green"]
        assert "worked 1" in client.list().entries[0].record


def test_an_agents_report_waits(bench: Bench) -> None:
    with client_of(bench, as_agent=True) as client:
        added = client.add(RULE)
        assert (added.entry.trust, client.record_outcome(added.id, "worked").counted) == ("agent", False)


def test_nobody_speaks_as_a_person_in_an_agents_shell(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    with client_of(bench) as client:
        assert client.add(RULE).entry.origin.who == "agent"


def test_a_search_is_explained(bench: Bench) -> None:
    with client_of(bench) as client:
        kept = client.add("The parser cache is cleared by make clean").id
        gone = client.add("The parser cache is in /tmp").id
        client.forget(gone)
        told = client.why("parser cache")
        bench.tick(DAY_MS)
        client.forget(kept)
        then = client.why("parser cache", as_of=bench.now - 1)
    assert [(one.id, one.reason) for one in told.left_out] == [(gone, "archived")]
    assert [[hit.id for hit in found.hits] for found in (told, then)] == [[kept], [kept]]


def test_context_is_fenced_text(bench: Bench) -> None:
    with client_of(bench) as client:
        assert client.get_context("tests").text == ""
        id = client.add(RULE, pin=True).id
        for context in (client.get_context("how are tests run?"), client.get_context()):
            assert RULE in str(context) and context.ids == (id,) and context.tokens > 0
        with pytest.raises(InvalidInput):
            client.get_context(budget=1)


def test_tasks_are_listed(bench: Bench) -> None:
    beads = bench.project / ".beads"
    beads.mkdir()
    line = '{"id":"app-1","title":"Fix the login","status":"open","updated_at":"2026-09-20T10:00:00Z"}\n'
    (beads / "issues.jsonl").write_text(line)
    with client_of(bench) as client:
        page = client.tasks()
        assert [(task.id, task.source, task.state, task.memories) for task in page] == [("app-1", "beads", "open", 0)]
        assert (len(page), client.tasks(source="claude").total) == (1, 0)
        for wrong in ({"source": "jira"}, {"limit": 0}):
            with pytest.raises(InvalidInput):
                client.tasks(**wrong)  # type: ignore[arg-type]


def test_the_status_names_the_project(bench: Bench) -> None:
    with client_of(bench) as client:
        client.add(RULE)
        status = client.status()
    assert (status.project, status.name, status.backend, status.memories) == (bench.binding, "app", "local", 1)


def test_another_project_is_named(bench: Bench) -> None:
    bench.remember(RULE)
    with SyncMemoryClient(project="app", cwd=bench.home, environ=bench.environ) as client:
        assert client.list().total == 1
    with pytest.raises(NotFound), SyncMemoryClient(project="other", environ=bench.environ):
        raise AssertionError("there is no such project")


def test_errors_are_ours(bench: Bench) -> None:
    with client_of(bench) as client:
        client.add(RULE)
        client.add("Another rule")
        for error, wrong in (
            (NotFound, lambda: client.get("zzz")),
            (Ambiguous, lambda: client.get("m")),
            (InvalidInput, lambda: client.add(" ")),
            (InvalidInput, lambda: client.add("x", category="none")),
            (InvalidInput, lambda: client.search("x", limit=0)),
            (InvalidInput, lambda: client.record_outcome("m", "fine")),
        ):
            with pytest.raises(error) as told:
                wrong()
            assert isinstance(told.value, HardwonError)


def test_a_damaged_store_is_no_empty_one(bench: Bench) -> None:
    bench.remember(RULE)
    bench.file.write_bytes(b"no database" * 1000)
    with pytest.raises(StoreDamaged), client_of(bench) as client:
        client.search("tests")


def test_results_cannot_be_changed(bench: Bench) -> None:
    with client_of(bench) as client:
        entry = client.add(RULE).entry
    with pytest.raises(dataclasses.FrozenInstanceError):
        entry.content = "another"  # type: ignore[misc]


def test_a_closed_client_says_so(bench: Bench) -> None:
    client = client_of(bench)
    client.add(RULE)
    client.close()
    client.close()
    with pytest.raises(InvalidInput, match="closed"):
        client.search("tests")


def test_looking_creates_nothing(bench: Bench) -> None:
    with client_of(bench) as client:
        assert client.search("tests").hits == () and client.list().total == 0
    assert not (bench.home / "data").exists()


def test_threads_share_a_client(bench: Bench) -> None:
    failed: list[BaseException] = []

    def work(name: int) -> None:
        try:
            for number in range(5):
                client.add(f"Thread {name} found fact {number}")
                client.search("fact")
        except BaseException as error:
            failed.append(error)

    with SyncMemoryClient(cwd=bench.project, environ=bench.environ) as client:
        threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (failed, client.list().total) == ([], 30)


def test_a_fork_works_on(bench: Bench) -> None:
    with client_of(bench) as client:
        client.add(RULE)
        held = threading.Event()
        done = threading.Event()

        def hold() -> None:
            with client._opened._lock:
                held.set()
                done.wait()

        thread = threading.Thread(target=hold)
        thread.start()
        held.wait()
        program = os.fork()
        if not program:
            os._exit(0 if client.list().total == 1 else 1)
        done.set()
        thread.join()
        assert os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]) == 0


# -- asyncio --------------------------------------------------------------------------------------------------


def test_both_clients_have_the_same_calls() -> None:
    calls = {
        name: call for name, call in vars(SyncMemoryClient).items() if not name.startswith("_") and name != "close"
    }
    assert len(calls) == 15
    for name, call in calls.items():
        twin = getattr(MemoryClient, name)
        assert inspect.iscoroutinefunction(twin)
        assert inspect.signature(twin) == inspect.signature(call), name
    assert inspect.signature(MemoryClient.__init__) == inspect.signature(SyncMemoryClient.__init__)


def test_every_call_can_be_awaited(bench: Bench) -> None:
    async def use() -> None:
        async with MemoryClient(cwd=bench.project, environ=bench.environ) as memory:
            id = (await memory.add(RULE)).id
            await asyncio.gather(*(memory.add(f"Fact {number} of many") for number in range(10)))
            assert (await memory.search("run tests")).hits[0].id == id
            assert (await memory.get(id)).content == RULE
            assert (await memory.list()).total == 11
            assert (await memory.update(id, title="Tests")).title == "Tests"
            assert (await memory.correct(id, "Run make test")).version == 3
            assert (await memory.record_outcome(id, "worked")).counted
            assert len(await memory.outcomes(id)) == 1
            assert (await memory.get_context("make test")).ids == (id,)
            assert (await memory.why("make test")).hits[0].id == id
            assert (await memory.forget(id)).status == "archived"
            assert (await memory.restore(id)).status == "active"
            assert len(await memory.history(id)) == 5
            assert (await memory.tasks()).total == 0
            assert (await memory.status()).memories == 11

    asyncio.run(use())


def test_the_loop_goes_on_while_the_store_is_locked(bench: Bench) -> None:
    bench.remember(RULE)

    async def use() -> None:
        turns = 0
        async with MemoryClient(cwd=bench.project, environ=bench.environ) as memory:
            await memory.add("Opened")
            with bench.engine() as engine, engine.batch():
                adding = asyncio.ensure_future(memory.add("Waits for the lock"))
                for _ in range(50):
                    await asyncio.sleep(0)
                    turns += 1
                assert not adding.done()
            assert (await adding).created
        assert turns == 50

    asyncio.run(use())


def test_a_call_cancelled_before_its_turn_is_not_made(bench: Bench) -> None:
    async def use() -> int:
        go = threading.Event()
        async with MemoryClient(cwd=bench.project, environ=bench.environ) as memory:
            holding = asyncio.ensure_future(memory._run(go.wait))
            waiting = asyncio.ensure_future(memory.add(RULE))
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            go.set()
            await holding
            return (await memory.list()).total

    assert asyncio.run(use()) == 0


def test_a_closed_client_for_asyncio_says_so(bench: Bench) -> None:
    async def use() -> None:
        memory = MemoryClient(cwd=bench.project, environ=bench.environ)
        await memory.add(RULE)
        await memory.aclose()
        await memory.aclose()
        with pytest.raises(InvalidInput, match="closed"):
            await memory.list()
        with pytest.raises(NotFound):
            async with MemoryClient(project="none", environ=bench.environ):
                raise AssertionError("there is no such project")

    asyncio.run(use())
    left = [thread for thread in threading.enumerate() if thread.name.startswith("hardwon-sdk")]
    for thread in left:
        thread.join(10)
    assert not any(thread.is_alive() for thread in left)


# -- the package ----------------------------------------------------------------------------------------------


def test_the_public_surface() -> None:
    assert all(getattr(sdk, name) for name in sdk.__all__)
    assert (Path(sdk.__file__).parent.parent / "py.typed").exists()


@pytest.mark.parametrize(
    ("module", "kept_out"),
    [("hardwon", ("dataclasses", "apsw", "hardwon.sdk")), ("hardwon.sdk", ("apsw", "pydantic", "hardwon.engine"))],
)
def test_imports_are_light(module: str, kept_out: tuple[str, ...]) -> None:
    program = f"import sys, {module}; print([name for name in {kept_out!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-S", "-I", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"],
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert done.stdout.strip() == "[]"
