"""What a hook costs: wall time of the installed command line against a bare interpreter.

    python bench/hooks.py [--sizes 1000,10000] [--service absent,warm] [--embedder none] [--runs 100] [--json FILE]

For each number of memories and each state of the service, bare interpreter and hooks are run in turn, so that what
else the machine does falls on all of them alike. The ratio is of the medians; that of the 10th percentiles (p10) tells
what a hook costs while nothing else wants the processor. Prompts are relevant: they find something and say it. A size
of 100000 takes some minutes to fill; --keep leaves what was filled in a folder for the next run.

The service is warm (model loaded, vectors in memory), cold (just started, the model still loading), absent, or stopped
(SIGSTOP: it holds its socket and answers nothing). With an embedder every memory has a vector, made by its table to
save an hour: what a search costs is the same, but fewer prompts find something through the model. Without a service,
the table serves the hooks. The embedder `unprepared` is fastembed with a model that nobody prepared: as a person has it
before `mem setup`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figures import quantile

from hardwon.config.paths import Paths
from hardwon.config.settings import load_settings
from hardwon.embedders import load, prepare
from hardwon.embedders.places import static_path
from hardwon.embedders.preparation import is_prepared
from hardwon.embedders.static_light import StaticQuery
from hardwon.engine import open_engine
from hardwon.hosts.claude_code.bundle import hook_group
from hardwon.install.launchers import launcher_texts
from hardwon.store import spaces
from hardwon.store.migrations import open_store
from hardwon.wire import control
from hardwon.wire.starting import package_folders

BARE = [sys.executable, "-I", "-S", "-c", "pass"]
HOOKS = ("PostToolUse", "UserPromptSubmit", "SessionStart")
GOALS = {"PostToolUse": 1.5, "UserPromptSubmit": 3.0, "SessionStart": 4.0}
WITH_TABLE_GOAL = 4.5  # UserPromptSubmit without service, with an embedder's table
SERVICES = ("warm", "cold", "absent", "stopped")
UNPREPARED = "unprepared"
NOT_PACKAGED = "BAAI/bge-small-en-v1.5"  # the service prepares what comes as a package
EMBEDDERS = ("none", UNPREPARED, "hashing", "onnx", "fastembed")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "hardwon-bench"
CATEGORIES = ("gotcha", "convention", "decision", "command", "troubleshooting", "pattern", "general")
VERBS_TEXT = (
    "must never skip|always needs|fails without|is rebuilt by|reads before|locks|writes to|times out on|depends on|"
    "was moved behind|is generated from|should be restarted after|counts"
)
THINGS_TEXT = (
    "the nightly run|a clean checkout|the second shard|its own lock file|the staging proxy|an empty tenant|the old "
    "schema|two workers at once|a leap day|the read replica|its feature flag|a retry budget|UTF-8 names|long paths"
)
START_TEXT = "bill led pars sched gat sess cach ind work rout tok schem arch exp rep inv ten hook retr que shar repl"
START = START_TEXT.split()
MIDDLE = ("", "er", "or", "ing", "al", "et", "ar", "um", "on", "is", "ade", "ent", "ix", "ury", "ole", "ina")
# A project's components: a few are in every other note, most are rarely spoken of (Zipf's law).
PARTS = [start + middle + end for end in ("", "s", "ed", "y") for middle in MIDDLE for start in START]
PART_WEIGHTS = [1 / (rank + 3) for rank in range(len(PARTS))]
VERBS = VERBS_TEXT.split("|")
THINGS = THINGS_TEXT.split("|")


def memory(number: int, rng: random.Random) -> str:
    """One note as projects gather them: a component, what about it, an identifier."""
    first, second = rng.choices(PARTS, PART_WEIGHTS, k=2)
    return (
        f"The {first} {second} {rng.choice(VERBS)} {rng.choice(THINGS)}; see {first}_{second}_{number % 997}.py "
        f"and ticket {first[:3].upper()}-{number}."
    )


def prompt(rng: random.Random) -> str:
    """A request that names a component of the project."""
    first, second = rng.choices(PARTS, PART_WEIGHTS, k=2)
    return (
        f"The {first} {second} breaks again when {rng.choice(THINGS)} comes in. Please find out why, fix it in "
        f"{first}_{second}_{rng.randrange(997)}.py and add a test, but leave the public interface as it is."
    )


def prepared_models(embedder: str) -> Path:
    """A folder with the prepared model; made once, kept for the next run."""
    environ = {"HOME": str(CACHE), "HARDWON_HOME": str(CACHE), "HARDWON_EMBEDDER": embedder}
    paths = Paths.from_environment(environ)
    settings = load_settings(paths, environ)
    prepare(paths, settings, lambda step, at, total: print(f"\r{step} {at}/{total}   ", end="", file=sys.stderr))
    assert is_prepared(paths, embedder, settings.embedding_model)
    return CACHE / "models"


class Machine:
    """A home with the launcher installed, a project, a store of some size, and the service in some state."""

    def __init__(self, folder: Path, size: int, embedder: str, models: Path | None) -> None:
        self.project = folder / "project"
        self.project.mkdir(exist_ok=True)
        home = folder / "home"
        (home / ".hardwon").mkdir(parents=True, exist_ok=True)
        for name, text in launcher_texts().items():
            (home / ".hardwon" / name).write_bytes(text)
        self.environ = {"HOME": str(home), "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
        self.environ.update(HARDWON_HOME=str(home / "data"), HARDWON_EMBEDDER=embedder)
        if embedder == UNPREPARED:
            self.environ.update(HARDWON_EMBEDDER="fastembed", HARDWON_EMBEDDING_MODEL=NOT_PACKAGED)
        self.paths = Paths.from_environment(self.environ)
        filled = folder / "filled"
        if not filled.exists():
            self._fill(size)
            if models is not None:
                shutil.copytree(models, home / "data" / "models", dirs_exist_ok=True)
            if embedder not in ("none", UNPREPARED):
                self._embed()
            filled.touch()
        self.environ.update(CLAUDECODE="1", CLAUDE_PID=str(os.getpid()), CLAUDE_PROJECT_DIR=str(self.project))
        self._serial = time.time_ns() // 1_000_000 % 10**10  # a kept home remembers what it gave to a session
        self._stopped = 0
        self.service_mb = 0

    def _fill(self, size: int) -> None:
        rng = random.Random(size)
        with open_engine(self.environ, str(self.project)) as engine:
            for begin in range(0, size, 1000):
                with engine.batch():
                    for number in range(begin, min(begin + 1000, size)):
                        engine.remember(
                            memory(number, rng), category=rng.choice(CATEGORIES), pin=number < 5, key=f"bench:{number}"
                        )
            self._database = self.paths.project_db(engine.project)

    def _embed(self) -> None:
        settings = load_settings(self.paths, self.environ)
        embedder = load(self.paths, settings)
        database = open_store(self._database)
        space = spaces.ensure_space(database, embedder.identity, 0)
        table = StaticQuery(static_path(self.paths, settings.embedding_model)) if embedder.name != "hashing" else None
        quickly = table.embed if table else embedder.embed_query
        while waiting := spaces.pending(database, space, 2000):
            spaces.put(database, space, [(row, quickly(text)) for row, text in waiting])
        spaces.set_state(database, space, spaces.READY)
        database.close()
        embedder.close()

    def bring(self, service: str) -> None:
        """Bring the service into a state."""
        if service == "absent":
            self.environ["HARDWON_SERVICE"] = "off"
            return
        self.environ.pop("HARDWON_SERVICE", None)
        if service == "cold":
            control.stop(self.paths, self.environ)
        status = control.start(self.paths, self.environ, package_folders())
        if service == "cold":
            return
        while status["state"] in ("loading", "filling", "preparing") or (
            status["state"] == "ready" and not status["stores"]["held"]
        ):
            self.run(command("UserPromptSubmit"), self.payload("UserPromptSubmit", random.Random(0)))
            time.sleep(0.1)
            status = control.status(self.paths, self.environ) or status
        if service == "warm":
            self.service_mb = resident_mb(status["pid"])
        if service == "stopped":
            self._stopped = status["pid"]
            os.kill(self._stopped, signal.SIGSTOP)

    def rest(self) -> None:
        """Have the service leave."""
        if self._stopped:
            os.kill(self._stopped, signal.SIGCONT)
        self._stopped = 0
        control.stop(self.paths, self.environ)

    def payload(self, event: str, rng: random.Random) -> bytes:
        """An event as the client sends it, each in a session of its own."""
        self._serial += 1
        fields: dict[str, Any] = {
            "session_id": f"00000000-0000-4000-8000-{self._serial:012d}",
            "transcript_path": str(self.project / "none.jsonl"),
            "cwd": str(self.project),
            "prompt_id": f"{self._serial}",
            "permission_mode": "default",
            "hook_event_name": event,
        }
        if event == "PostToolUse":
            text = "def work(value):\n    return value\n" * 60
            fields.update(
                tool_name="Edit",
                tool_use_id=f"toolu_{self._serial}",
                tool_input={"file_path": "/a.py", "old_string": "a", "new_string": text},
                tool_response={"filePath": "/a.py", "originalFile": text, "structuredPatch": []},
            )
        elif event == "UserPromptSubmit":
            fields["prompt"] = prompt(rng)
        else:
            fields["source"] = "startup"
        return json.dumps(fields).encode()

    def run(self, argv: list[str], data: bytes) -> tuple[float, bytes]:
        """Wall milliseconds of one process, and what it said."""
        begin = time.perf_counter()
        done = subprocess.run(argv, input=data, env=self.environ, cwd=self.project, capture_output=True, check=True)
        return (time.perf_counter() - begin) * 1000, done.stdout


def resident_mb(pid: int) -> int:
    """The memory a process has in use, in megabytes; 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS:")), 0)


def command(event: str) -> list[str]:
    """The entry of a settings file as the client runs it."""
    (hook,) = hook_group(event)["hooks"]
    return [hook["command"], *hook["args"]]


def measure(machine: Machine, size: int, runs: int, service: str, embedder: str) -> list[dict[str, Any]]:
    """Rows of the table for one store size and one state of the service."""
    times: dict[str, list[float]] = {name: [] for name in ("bare", *HOOKS)}
    answered = dict.fromkeys(HOOKS, 0)
    rng = random.Random(1)
    machine.bring(service)
    try:
        for turn in range(runs + 3):
            for name in times:
                if service == "cold" and name != "bare":
                    machine.bring("cold")
                argv = BARE if name == "bare" else command(name)
                took, said = machine.run(argv, b"" if name == "bare" else machine.payload(name, rng))
                if turn < 3:  # the file cache and the bytecode
                    continue
                times[name].append(took)
                if said:
                    answered[name] += 1
    finally:
        machine.rest()
    bare = statistics.median(times["bare"])
    return [
        {
            "memories": size,
            "embedder": embedder,
            "service": service,
            "hook": name,
            "p50_ms": round(statistics.median(values), 2),
            "p95_ms": round(statistics.quantiles(values, n=20)[-1], 2),
            "ratio": round(statistics.median(values) / bare, 2),
            "p10_ratio": round(quantile(values, 0.1) / quantile(times["bare"], 0.1), 2),
            "p95_ratio": round(statistics.quantiles(values, n=20)[-1] / bare, 2),
            "goal": goal(name, service, embedder),
            "answered": answered.get(name),
            "service_mb": machine.service_mb if service == "warm" else None,
        }
        for name, values in times.items()
    ]


def goal(hook: str, service: str, embedder: str) -> float | None:
    """The ratio that is aimed at; none where a hook waits for a service that cannot answer."""
    if service in ("cold", "stopped"):
        return None
    if hook == "UserPromptSubmit" and service == "absent" and embedder in ("onnx", "fastembed"):
        return WITH_TABLE_GOAL
    return GOALS.get(hook)


def main() -> int:
    """Measure, print the table, and tell by the exit code whether the goals hold at 10,000 memories."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000", help="numbers of memories, separated by commas")
    parser.add_argument("--service", default="absent", help=f"of {', '.join(SERVICES)}, separated by commas")
    parser.add_argument("--embedder", default="none", choices=EMBEDDERS, help="what memories have vectors of")
    parser.add_argument("--runs", type=int, default=100, help="samples of each")
    parser.add_argument("--keep", metavar="FOLDER", help="leave what was filled there for the next run")
    parser.add_argument("--json", metavar="FILE", help="also write the figures there")
    chosen = parser.parse_args()
    models = prepared_models(chosen.embedder) if chosen.embedder in ("onnx", "fastembed") else None
    rows: list[dict[str, Any]] = []
    print(
        f"{'memories':>9} {'embedder':<10} {'service':<8} {'hook':<17} {'p50 ms':>8} {'p95 ms':>8} {'ratio':>6} "
        f"{'p10':>6} {'p95':>6} {'goal':>6} {'answered':>9}"
    )
    for size in map(int, chosen.sizes.split(",")):
        with place(chosen.keep, f"{size}-{chosen.embedder}") as folder:
            machine = Machine(folder, size, chosen.embedder, models)
            for service in chosen.service.split(","):
                found = measure(machine, size, chosen.runs, service, chosen.embedder)
                rows += found
                for row in found:
                    print(line(row, chosen.runs), flush=True)
                if machine.service_mb and service == "warm":
                    print(f"{size:>9} {chosen.embedder:<10} the service holds {machine.service_mb} MB", flush=True)
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(rows, indent=2) + "\n")
    missed = [row for row in rows if row["memories"] <= 10_000 and row["goal"] and row["ratio"] > row["goal"]]
    return 1 if missed else 0


@contextlib.contextmanager
def place(keep: str | None, name: str) -> Iterator[Path]:
    """A folder to fill: one that stays, or one that is gone afterwards."""
    if keep:
        folder = Path(keep).absolute() / name
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="hwb") as temporary:
        yield Path(temporary)


def line(row: dict[str, Any], runs: int) -> str:
    """A row of the table."""
    goal_text = f"{row['goal']:.1f}" if row["goal"] else ""
    answered = "" if row["answered"] is None else f"{row['answered']}/{runs}"
    return (
        f"{row['memories']:>9} {row['embedder']:<10} {row['service']:<8} {row['hook']:<17} {row['p50_ms']:>8.2f} "
        f"{row['p95_ms']:>8.2f} {row['ratio']:>6.2f} {row['p10_ratio']:>6.2f} "
        f"{row['p95_ratio']:>6.2f} {goal_text:>6} {answered:>9}"
    )


if __name__ == "__main__":
    sys.exit(main())
