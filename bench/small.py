"""Every benchmark, small, one after the other, with what came of each goal at the end: `make bench`.

    python bench/small.py [--only hooks,search] [--locomo FILE] [--longmemeval FILE] [--json FILE]

Some minutes on two cores. It works offline: what needs a file that is not here, a model or a peer that is not installed
and cannot be, is left out with a line that says so. docs/benchmarks.md has what each measures and the last figures.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figures import arguments, table, write_json

HERE = Path(__file__).parent
COLUMNS = ("benchmark", "what", "figure", "goal", "met")
RUN_S = 1800


@dataclass(frozen=True)
class Goal:
    """One figure and what is aimed at.

    Attributes:
        what: in a few words.
        figure: as measured.
        bound: the goal; None for a figure without one.
        at_least: the goal is a lower bound, else an upper one.
    """

    what: str
    figure: float
    bound: float | None = None
    at_least: bool = False

    def row(self, benchmark: str) -> dict[str, Any]:
        """A row of the summary."""
        if self.bound is None:
            return {"benchmark": benchmark, "what": self.what, "figure": self.figure}
        met = self.figure >= self.bound if self.at_least else self.figure <= self.bound
        sign = "≥" if self.at_least else "≤"
        return {
            "benchmark": benchmark,
            "what": self.what,
            "figure": self.figure,
            "goal": f"{sign} {self.bound:g}",
            "met": "yes" if met else "NO",
        }


def hooks(figures: list[dict[str, Any]]) -> Iterator[Goal]:
    """Medians over a bare interpreter's."""
    for row in figures:
        if row["goal"]:
            yield Goal(f"{row['hook']}, {row['memories']}, service {row['service']}, × bare", row["ratio"], row["goal"])


def search(figures: list[dict[str, Any]]) -> Iterator[Goal]:
    """CPU of a search and an add, bytes."""
    for one in figures:
        for row in one["rows"]:
            if row["goal ms"]:
                yield Goal(f"{row['what']}, {row['memories']}, CPU p50 ms", row["cpu p50 ms"], row["goal ms"])
        yield Goal(f"bytes per memory, {one['memories']}", one["bytes per memory"], 1500)


def cli(figures: list[dict[str, Any]]) -> Iterator[Goal]:
    """Commands over a bare interpreter."""
    for row in figures:
        if row["command"] in ("search", "add"):
            yield Goal(f"mem {row['command']}, {row['size']}, × bare", row["ratio"], row["goal"])


def mcp_start(figures: dict[str, Any]) -> Iterator[Goal]:
    """The time until tools are listed."""
    for row in figures["rows"][1:4]:
        has_goal = row["what"] != "first recall"
        yield Goal(f"{row['what']}, p95 ms", row["p95_ms"], figures["goal_ms"] if has_goal else None)


def mcp_recall(figures: dict[str, Any]) -> Iterator[Goal]:
    """A recall through MCP over the same search in process."""
    yield Goal("recall through MCP, p95, x in process", figures["ratio_p95"], figures["goal_ratio"])


def rest(figures: dict[str, Any]) -> Iterator[Goal]:
    """A search over REST over the same in process, and what many clients see."""
    search, load = figures["search"], figures["load"]
    yield Goal("search over REST, p95, x in process", search["p95 ratio"], search["goal"])
    yield Goal("many clients over REST, p99 x p50", load["p99/p50"], load["goal"])
    yield Goal("many clients over REST, errors and lost writes", sum(load["errors"].values()) + load["lost writes"], 0)


def coding(figures: dict[str, Any]) -> Iterator[Goal]:
    """Finding and abstaining on the coding set."""
    mode = figures["found"][-1]["mode"]
    found = {row["kind"]: row for row in figures["found"] if row["mode"] == mode}
    yield Goal(f"{mode}: identifier hit@1", found["identifier"]["hit@1"], 100, at_least=True)
    yield Goal(f"{mode}: paraphrase hit@3", found["paraphrase"]["hit@3"], 95, at_least=True)
    yield Goal(f"{mode}: all hit@1", found["all"]["hit@1"], 95, at_least=True)
    unasked = next(row for row in figures["quiet"] if row["mode"] == mode and row["door"] == "unasked")
    yield Goal(f"{mode}: off-topic prompts given anything, %", unasked["offtopic given"], 1)
    yield Goal(f"{mode}: unanswered given anything at 85 % kept, %", unasked["unanswered there"], 10)


def evidence(figures: dict[str, Any]) -> Iterator[Goal]:
    """Verdicts against labels."""
    yield Goal("verdicts: precision", round(figures["all"]["precision"], 3), 0.97, at_least=True)
    yield Goal("verdicts: recall", round(figures["all"]["recall"], 3), 0.8, at_least=True)


def learning(figures: dict[str, Any]) -> Iterator[Goal]:
    """The last wave of the simulation."""
    yield Goal("precision@5 by relevance alone", round(figures["off"]["precision"][-1], 3))
    yield Goal("precision@5 with outcomes", round(figures["ours"]["precision"][-1], 3), 0.9, at_least=True)
    yield Goal("good memories gated at once", round(figures["ours"]["good_gated_at_once"], 4), 0.01)


def peers(figures: dict[str, Any]) -> Iterator[Goal]:
    """Every product's hit@1 and CPU of a search."""
    for found, fast in zip(figures["found"], figures["fast"], strict=True):
        name = f"{found['product']}, {found.get('embedder', '')}"
        if "hit@1" in found:
            yield Goal(f"{name}: hit@1", found["hit@1"])
        if "search cpu p50" in fast:
            yield Goal(f"{name}: search CPU p50 ms", fast["search cpu p50"])


def locomo(figures: dict[str, Any]) -> Iterator[Goal]:
    """Turn recall of each mode."""
    for row in figures["turns"]:
        if row["questions"] == "all":
            yield Goal(f"{row['mode']}: turn R@10", row["R@10"])


def nothing(figures: Any) -> Iterator[Goal]:
    """For a script whose own table says all."""
    return iter(())


Read = Callable[[Any], Iterator[Goal]]
RUNS: dict[str, tuple[list[str], Read]] = {
    "hooks": (["--sizes", "1000", "--service", "absent,warm,stopped", "--embedder", "onnx", "--runs", "40"], hooks),
    "search": (["--sizes", "1000,10000", "--searches", "150"], search),
    "cli": (["--size", "10000", "--runs", "15"], cli),
    "mcp_start": (["--runs", "10"], mcp_start),
    "mcp_recall": (["--calls", "150"], mcp_recall),
    "rest": (["--size", "2000"], rest),
    "coding": ([], coding),
    "capture": (["--only", "labels"], nothing),
    "evidence": ([], evidence),
    "learning": (["--seeds", "3"], learning),
    "tasks": (["--rounds", "1"], nothing),
    "peers": (["--size", "300", "--searches", "30"], peers),
    "locomo": (["--modes", "lexical,hybrid"], locomo),
    "longmemeval": ([], nothing),
}
PRINTED = ("mcp_start", "mcp_recall")  # whose last line holds the figures
FILES = ("locomo", "longmemeval")  # data that others own and that is not part of this repository


def run(name: str, options: list[str]) -> tuple[Any, str]:
    """A script's figures, its output shown as it comes; and why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "figures.json")
        as_option = [] if name in PRINTED else ["--json", str(target)]
        argv = [sys.executable, str(HERE / f"{name}.py"), *options, *as_option]
        to = subprocess.PIPE if name in PRINTED else None
        try:
            done = subprocess.run(argv, stdout=to, text=True, timeout=RUN_S, check=False)
        except subprocess.TimeoutExpired:
            return None, f"took more than {RUN_S} s"
        if name in PRINTED and done.stdout:
            *lines, figures = done.stdout.splitlines()
            print("\n".join(lines))
            return json.loads(figures), ""
        if target.exists():
            return json.loads(target.read_text(encoding="utf-8")), ""
        return None, f"ended with status {done.returncode} and no figures"


def with_model(options: list[str]) -> list[str]:
    """The options, without an embedder where none can be prepared here."""
    from shelf import model_of

    if "onnx" in options and model_of("onnx") is None:
        return [option if option != "onnx" else "none" for option in options]
    return options


def add_options(parser: argparse.ArgumentParser) -> None:
    """The script's own options."""
    parser.add_argument("--only", help=f"some of {', '.join(RUNS)}, separated by commas")
    parser.add_argument("--locomo", metavar="FILE", help="LoCoMo's data, to run that too")
    parser.add_argument("--longmemeval", metavar="FILE", help="LongMemEval's data, to run that too")


def main() -> int:
    """Run and sum up; the exit status says whether every script ran."""
    chosen = arguments(__doc__, add_options)
    wanted = chosen.only.split(",") if chosen.only else list(RUNS)
    rows: list[dict[str, Any]] = []
    broken = False
    for name in wanted:
        options, read = RUNS[name]
        file = getattr(chosen, name) if name in FILES else ""
        if name in FILES and not file:
            rows.append({"benchmark": name, "what": f"left out: give its data as --{name} FILE"})
            continue
        print(f"\n=== {name}", flush=True)
        began = time.monotonic()
        figures, reason = run(name, [*([file] if file else []), *with_model(options)])
        seconds = time.monotonic() - began
        if figures is None:
            broken = True
            rows.append({"benchmark": name, "what": f"FAILED: {reason}"})
            continue
        rows += [goal.row(name) for goal in read(figures)] or [{"benchmark": name, "what": f"ran, {seconds:.0f} s"}]
    print("\n=== summary\n")
    print(table(rows, COLUMNS))
    counted = [row["met"] for row in rows if "met" in row]
    print(f"\n{counted.count('yes')} goals met, {counted.count('NO')} not; docs/benchmarks.md says what each means")
    write_json(chosen.json, rows)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
