"""The comparison with other products: each has its row, and one that cannot run has the reason in it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench"
pytest.importorskip("numpy")


@pytest.fixture
def peers(home: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module."""
    monkeypatch.syspath_prepend(str(BENCH))
    for script in BENCH.glob("*.py"):
        monkeypatch.delitem(sys.modules, script.stem, raising=False)  # a folder of tests may go by the same name
    import peers

    return peers


def test_our_own_row_has_every_figure(peers: ModuleType) -> None:
    row = peers.timing(peers.Contestant("hardwon", Path(sys.executable), None), size=30, searches=4, starts=1)
    assert row["memories"] == 30
    for name in ("add cpu p50", "search cpu p50", "cpu p95", "bytes per memory"):
        assert row[name] > 0
    assert row["first answer × bare"] > 1
    assert row["embedder"] == "none"


@pytest.mark.parametrize("product", ["lean-memory", "runtime-memory"])
def test_a_product_that_fails_has_a_row_with_its_error(peers: ModuleType, product: str) -> None:
    # This interpreter has none of them installed.
    found, fast = peers.measured(peers.Contestant(product, Path(sys.executable), None), 3, 1)
    for row in (found, fast):
        assert row["product"].startswith(product)
        assert "No module named" in row["why not"]
        assert "hit@1" not in row


def test_a_process_that_hangs_or_is_not_there_is_told_in_one_line(peers: ModuleType) -> None:
    with pytest.raises(peers.Unusable, match=r"more than 0\.5 s"):
        peers._run([sys.executable, "-c", "import threading; threading.Event().wait()"], 0.5)
    with pytest.raises(peers.Unusable, match="No such file"):
        peers._run(["/nowhere/python"], 5)
    with pytest.raises(peers.Unusable, match=r"^last words$"):
        peers._run([sys.executable, "-c", "import sys; sys.exit('first\\nlast words')"], 5)


def test_goals_say_whether_they_are_met(peers: ModuleType) -> None:
    from small import Goal

    assert Goal("share", 97.0, 95, at_least=True).row("x")["met"] == "yes"
    assert Goal("share", 94.9, 95, at_least=True).row("x")["met"] == "NO"
    assert Goal("time", 3.1, 3.0).row("x")["met"] == "NO"
    assert "met" not in Goal("figure", 1.0).row("x")
