"""Does memory learn what works? A simulation that anyone can run again, on the product's own ranking and attribution.

    python bench/learning.py [--seeds 20] [--first-seed 0] [--waves 12] [--wrong 0.1] [--missing 0.4] [--json FILE]

A project has tasks that are met again and again, three times in a wave (a week). For each task there are a dozen
memories: most help, some mislead from the start, some are poisoned (wrong, and written to be found), some help until
they go stale. At each meeting the five best are given to an agent, which uses about half of them; a bad memory that is
used hurts the task. What is learnt of a memory that was used is missing in 40 % of the cases and wrong in 10 % of the
rest.

Three schemes get the same project: `off` ranks by relevance alone; `marks` is the formula with what people mark by hand
alone (in one task of twenty); `ours` is the formula with outcomes as hardwon.outcomes weighs them: ½ each, 1 for a
failure after a failure. In one meeting of seven the agent asks for memories itself, and then sees gated ones too, last
and marked.

What is simulated is ranking over time. That a session's evidence reaches the right memory is given here, but for the
noise; bench/evidence.py scores it. Two failures that lie four weeks or more apart leave a memory in: the first has
faded, and the score stays just above the gate.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from dataclasses import dataclass, field
from pathlib import Path

from hardwon.hits import Hit, Row
from hardwon.outcomes.attribution.cases import InPlay
from hardwon.outcomes.attribution.share import attribute
from hardwon.outcomes.evidence.pieces import Action, Attempt, Evidence, Verdict
from hardwon.retrieval.config import DAY_MS, RetrievalConfig
from hardwon.retrieval.ranking import in_order, outcome_score, pool_size, score_row

TASKS, MEETINGS, MEMORIES, LIMIT = 20, 3, 12, 5
WAVE_MS = 7 * DAY_MS
START_MS = 1_790_000_000_000
KINDS = (("helps", 0.66), ("stale", 0.06), ("misleads", 0.14), ("poisoned", 0.14))
USED = (0.75, 0.65, 0.55, 0.5, 0.45)  # the chance that what stands at this place is used
HURTS = 0.9
ASKED = 1 / 7
USED_GATED = 0.3
MARKED, MARKED_WRONG = 0.05, 0.05
SOON_WAVES = 3
SCHEMES = ("off", "marks", "ours")
GOALS = {"precision off": 0.70, "precision ours": 0.90, "good gated": 0.01, "return waves": 3}


@dataclass
class Memory:
    """One memory of a simulated project."""

    id: str
    task: int
    kind: str
    relevance: float
    tokens: int
    stale_from: int
    created_at: int
    outcomes: list[tuple[str, float, int]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The identifier it speaks of, by which its use can be seen."""
        return f"call_{self.id}_first"

    def is_good(self, wave: int) -> bool:
        """Whether it helps at this time."""
        return self.kind == "helps" or (self.kind == "stale" and wave < self.stale_from)

    def has_just_failed_twice(self, now_ms: int) -> bool:
        """Whether it is bad from the start, and all that was learnt of it is two failures, the last within a wave."""
        verdicts = [verdict for verdict, _, _ in self.outcomes]
        bad = self.kind in ("misleads", "poisoned")
        return bad and verdicts == ["failed"] * 2 and now_ms - self.outcomes[-1][2] <= WAVE_MS

    @property
    def gap_waves(self) -> int:
        """How many waves lie between its first two outcomes."""
        return (self.outcomes[1][2] - self.outcomes[0][2]) // WAVE_MS

    def row(self) -> Row:
        """As a search reads it."""
        return Row(
            row=0,
            id=self.id,
            project="p",
            category="general",
            content=self.name,
            created_at=self.created_at,
            outcomes=tuple(self.outcomes),
        )


@dataclass
class Wave:
    """What one wave came to."""

    precision: list[float] = field(default_factory=list)
    helped: int = 0
    tokens: int = 0
    hurt: int = 0
    tasks: int = 0


@dataclass
class Gates:
    """What the gate did to memories."""

    good: set[str] = field(default_factory=set)
    shut_since: dict[str, int] = field(default_factory=dict)
    returns: list[int] = field(default_factory=list)
    good_shut: list[float] = field(default_factory=list)
    after_two: list[tuple[int, bool]] = field(default_factory=list)


def project(rng: random.Random, waves: int) -> list[Memory]:
    """The memories of a project."""
    found = []
    for task in range(TASKS):
        for number in range(MEMORIES):
            kind = rng.choices([name for name, _ in KINDS], [share for _, share in KINDS])[0]
            low, high = (0.6, 0.95) if kind == "poisoned" else (0.45, 0.95)
            found.append(
                Memory(
                    id=f"t{task}n{number}",
                    task=task,
                    kind=kind,
                    relevance=rng.uniform(low, high),
                    tokens=rng.randint(15, 60),
                    stale_from=rng.randint(3, max(waves - 3, 4)),
                    created_at=START_MS - rng.randint(1, 120) * DAY_MS,
                )
            )
    return found


def ranked(memories: list[Memory], config: RetrievalConfig, now_ms: int, rng: random.Random) -> list[Hit]:
    """The relevance pool in order, gated memories included; a task is never asked for in quite the same words."""
    asked = [(memory, min(max(memory.relevance + rng.gauss(0, 0.05), 0.3), 1.0)) for memory in memories]
    asked.sort(key=lambda pair: -pair[1])
    pool = asked[: pool_size(LIMIT, config)]
    return in_order(score_row(memory.row(), relevance, 1.0, config, now_ms) for memory, relevance in pool)


def learnt(memory: Memory, wave: int, noise: tuple[float, float], rng: random.Random) -> str:
    """What is seen of a memory that was used: worked, failed, or "" for nothing."""
    wrong, missing = noise
    if rng.random() < missing:
        return ""
    return "worked" if memory.is_good(wave) != (rng.random() < wrong) else "failed"


def weigh(memory: Memory, verdict: str, now_ms: int) -> float:
    """The weight the product gives such evidence."""
    edit = Action(kind="edit", path=f"src/{memory.id}.py", text=f"{memory.name}()", key=f"{memory.id} {now_ms}")
    words = Evidence(key=f"e{now_ms}", kind="words", verdict=verdict, text=memory.name, reason="seen")
    (judged,) = attribute(
        Attempt(key=f"a{now_ms}", actions=[edit]),
        [InPlay(id=memory.id, content=f"Here `{memory.name}` is right.")],
        failed_before={memory.id} if memory.outcomes and memory.outcomes[-1][0] == "failed" else (),
        verdict=Verdict(verdict=verdict, weight=0.5, decisive=(words,), reason="seen"),
    )
    assert judged.verdict == verdict
    return judged.weight


def meet(
    scheme: str,
    memories: list[Memory],
    wave: int,
    result: Wave,
    gates: Gates,
    rng: random.Random,
    noise: tuple[float, float],
) -> None:
    """One task, met once."""
    now_ms = START_MS + wave * WAVE_MS
    config = RetrievalConfig(outcome_weight=0.0, failure_gate=None) if scheme == "off" else RetrievalConfig()
    known = {memory.id: memory for memory in memories}
    hits = ranked(memories, config, now_ms, rng)
    given = [known[hit.id] for hit in hits if not hit.gated][:LIMIT]
    twice = [memory for memory in memories if memory.has_just_failed_twice(now_ms)]
    gates.after_two += [(memory.gap_waves, memory not in given) for memory in twice]
    used = [memory for memory, chance in zip(given, USED, strict=False) if rng.random() < chance]
    if rng.random() < ASKED:
        used += [known[hit.id] for hit in hits if hit.gated and rng.random() < USED_GATED]
    bad = [memory for memory in used if not memory.is_good(wave)]
    culprit = rng.choice(bad) if bad and rng.random() < HURTS else None
    good = [memory for memory in given if memory.is_good(wave)]
    result.precision.append(len(good) / max(len(given), 1))
    result.tokens += sum(memory.tokens for memory in given)
    result.helped += sum(memory.tokens for memory in given if memory in good)
    result.tasks += 1
    result.hurt += culprit is not None
    if scheme == "ours":
        for memory in used:
            verdict = learnt(memory, wave, noise, rng)
            if verdict:
                memory.outcomes.append((verdict, weigh(memory, verdict, now_ms), now_ms))
    elif scheme == "marks" and used and rng.random() < MARKED:
        memory = culprit or rng.choice(used)
        right = memory.is_good(wave) != (rng.random() < MARKED_WRONG)
        memory.outcomes.append(("worked" if right else "failed", 1.0, now_ms))


def watch(memories: list[Memory], wave: int, gates: Gates) -> None:
    """Note which memories the gate holds back at the end of a wave, and which came back."""
    config = RetrievalConfig()
    now_ms = START_MS + wave * WAVE_MS
    good = [memory for memory in memories if memory.is_good(wave)]
    shut = 0
    for memory in memories:
        gated = outcome_score(memory.outcomes, now_ms) <= (config.failure_gate or -1)
        if gated and memory.is_good(wave):
            shut += 1
            gates.good.add(memory.id)
            gates.shut_since.setdefault(memory.id, wave)
        elif memory.id in gates.shut_since and not gated:
            gates.returns.append(wave - gates.shut_since.pop(memory.id))
    gates.good_shut.append(shut / max(len(good), 1))


def play(scheme: str, seed: int, waves: int, noise: tuple[float, float]) -> tuple[list[Wave], Gates, int]:
    """A project over some waves under one scheme; also how many of its memories are good throughout."""
    rng = random.Random(seed)
    memories = project(rng, waves)
    results = [Wave() for _ in range(waves + 1)]
    gates = Gates()
    for wave in range(waves + 1):
        for task in range(TASKS):
            for _ in range(MEETINGS):
                meet(scheme, [m for m in memories if m.task == task], wave, results[wave], gates, rng, noise)
        watch(memories, wave, gates)
    return results, gates, sum(memory.kind == "helps" for memory in memories)


def share(group: list[Wave], over: str, under: str) -> float:
    """A part of a sum, over all projects."""
    return float(sum(getattr(one, over) for one in group) / max(sum(getattr(one, under) for one in group), 1))


def of_projects(runs: list[tuple[list[Wave], Gates, int]], wave: int) -> list[float]:
    """The precision of each project in one wave."""
    return [statistics.mean(run[0][wave].precision) for run in runs]


def figures(seeds: int, waves: int, noise: tuple[float, float], first: int = 0) -> dict[str, dict[str, object]]:
    """Every scheme's figures, wave by wave, over all seeds.

    Args:
        seeds: how many projects are played. waves: how many waves follow the first. noise: shares of outcomes that
            are wrong, and missing. first: the first project's seed.
    """
    found: dict[str, dict[str, object]] = {}
    for scheme in SCHEMES:
        runs = [play(scheme, seed, waves, noise) for seed in range(first, first + seeds)]
        by_wave = [[run[0][wave] for run in runs] for wave in range(waves + 1)]
        gates = [run[1] for run in runs]
        returns = [count for one in gates for count in one.returns]
        after_two = [gone for one in gates for _, gone in one.after_two]
        soon = [gone for one in gates for gap, gone in one.after_two if gap <= SOON_WAVES]
        found[scheme] = {
            "precision": [statistics.mean(p for one in group for p in one.precision) for group in by_wave],
            "precision_of_projects": {wave: of_projects(runs, wave) for wave in (0, waves)},
            "helped": [share(group, "helped", "tokens") for group in by_wave],
            "hurt": [share(group, "hurt", "tasks") for group in by_wave],
            "good_gated_at_once": max(
                statistics.mean(one.good_shut[wave] for one in gates) for wave in range(waves + 1)
            ),
            "good_gated_ever": sum(len(one.good) for one in gates) / sum(run[2] for run in runs),
            "median_return_waves": statistics.median(returns) if returns else 0,
            "out_after_two_failures": sum(after_two) / len(after_two) if after_two else None,
            "out_after_two_failures_soon": sum(soon) / len(soon) if soon else None,
        }
    return found


def bar(value: float, low: float, high: float, width: int = 30) -> str:
    """A value as a bar."""
    filled = round((value - low) / (high - low) * width)
    return "█" * max(min(filled, width), 0)


def report(found: dict[str, dict[str, object]], waves: int) -> str:
    """The table and the plot."""
    lines = [f"{'':>5}" + "".join(f"{name:^27}" for name in ("precision@5", "share of tokens", "tasks hurt"))]
    lines.append("wave " + f"{'off':>9}{'marks':>9}{'ours':>9}" * 3)
    for wave in range(waves + 1):
        cells = "".join(
            f"{found[scheme][name][wave]:>9.3f}"  # type: ignore[index]
            for name in ("precision", "helped", "hurt")
            for scheme in SCHEMES
        )
        lines.append(f"{wave:>4} {cells}")
    for title, name, low, high in (
        ("precision@5, from 0.5 to 1:", "precision", 0.5, 1.0),
        ("tasks hurt, from 0 to 1:", "hurt", 0.0, 1.0),
    ):
        lines += ["", title]
        for wave in range(waves + 1):
            for scheme in SCHEMES:
                value = found[scheme][name][wave]  # type: ignore[index]
                lines.append(f"{wave if scheme == 'off' else '':>4} {scheme:<6}{bar(value, low, high):<31}{value:.3f}")
    lines += ["", f"{'':<6}{'precision@5 of projects':^28}{'wave 0':>10}{f'wave {waves}':>10}"]
    for scheme in SCHEMES:
        ends: list[list[float]] = list(found[scheme]["precision_of_projects"].values())  # type: ignore[attr-defined]
        for label, of in (("mean", statistics.mean), ("deviation", statistics.pstdev), ("least", min), ("most", max)):
            lines.append(
                f"{scheme if label == 'mean' else '':<6}{label:^28}" + "".join(f"{of(one):>10.3f}" for one in ends)
            )
    return "\n".join(lines)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, help="projects played")
    parser.add_argument("--first-seed", type=int, default=0, help="of the first project")
    parser.add_argument("--waves", type=int, default=12)
    parser.add_argument("--wrong", type=float, default=0.1, help="share of outcomes seen that are wrong")
    parser.add_argument("--missing", type=float, default=0.4, help="share of outcomes that are not seen")
    parser.add_argument("--json", help="write the figures to this file too")
    options = parser.parse_args()
    found = figures(options.seeds, options.waves, (options.wrong, options.missing), options.first_seed)
    print(report(found, options.waves))
    ours = found["ours"]
    print()
    print(
        f"good memories behind the gate: {ours['good_gated_at_once']:.2%} at most at once, "
        f"{ours['good_gated_ever']:.2%} ever"
    )
    print(
        f"  goal ≤ {GOALS['good gated']:.0%}; they return after {ours['median_return_waves']} waves (median, goal ≤ 3)"
    )
    print(
        f"bad memories no longer given, of those whose record is two failures: {ours['out_after_two_failures']:.1%}; "
        f"of those that failed twice within {SOON_WAVES} waves: {ours['out_after_two_failures_soon']:.1%}"
    )
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
