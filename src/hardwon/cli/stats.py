"""`mem stats`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from hardwon.cli import form, plots
from hardwon.cli.door import Door
from hardwon.cli.group import EVERYWHERE, command

_ANSWER = {
    "project": "the binding, empty for all projects",
    "name": "how the project is called",
    "memories": "active ones",
    "by_category": "object: counts of active memories",
    "by_status": "object: active, archived, quarantined, retired",
    "pinned": "count",
    "in_user_store": "how many follow you into every project",
    "outcomes": "object: worked, failed, partial, reported (reports that do not count yet)",
    "effects": "object: helped, hurt, unknown: active memories by what became of them",
    "effects_by_category": "object: the same for each category",
    "over_time": [
        {
            "from": "when the week began, ISO 8601, UTC",
            "learnt": "memories from that week that are active",
            "worked": "outcomes of that week",
            "failed": "outcomes of that week",
            "partial": "outcomes of that week",
        }
    ],
    "learnt": "object: count, and memories: the latest few of the last seven days, each with its effect",
    "events": "count of a client's events",
    "sessions": "count of sessions with a summary",
    "search": "how memories are searched: hybrid (by words and meaning) or keyword",
    "embedder": "what turns text into vectors",
    "model": "the embedding model",
    "is_prepared": "whether the model was prepared",
    "vectors": "how many memories have a vector of that model",
    "vectors_wanted": "how many memories there are in those stores",
    "extraction": {
        "by": "what reads sessions: rules, anthropic, claude-code or ollama",
        "mode": "hosted or local",
        "limit_usd": "of a day",
        "today_usd": "what was spent today (UTC), what may have been paid included",
        "pending": "parts of sessions that wait, of all projects",
        "blocked": "those whose call may have been paid",
        "days": [
            {
                "day": "UTC",
                "calls": "to a model",
                "input_tokens": "count",
                "output_tokens": "count",
                "cost_usd": "at most",
            }
        ],
    },
    "evaluation": "object: turns, given, late, offered, used, worked, failed, partial: of what hosts were given",
    "embedding": {
        "today_usd": "what hosted embedders cost today (UTC), what may have been paid included",
        "blocked": "calls that may have been paid, of all projects",
        "days": [
            {
                "day": "UTC",
                "calls": "to an embedder",
                "queries": "how many of them were a search's",
                "texts": "count",
                "tokens": "count",
                "cost_usd": "at most",
            }
        ],
    },
    "store_bytes": "size of the stores",
    "data_folder": "where they are",
}


@command("stats", scope=EVERYWHERE, answer=_ANSWER)
@click.pass_obj
def stats(door: Door) -> None:
    """Show what helped and what hurt, by category and over time, what was learnt this week, and counts of all there is.

    A memory helped when what worked outweighs what failed, by the weights of its outcome score.
    """
    with door.engine() as engine:
        data = engine.stats(all_projects=door.everywhere)
    weeks = data["over_time"]
    assert isinstance(weeks, list)
    shown = {**data, "over_time": [{**week, "from": form.iso(week["from"])} for week in weeks]}
    door.answer({name: shown.get(name) for name in _ANSWER}, _lines(door, data))


def _lines(door: Door, data: dict[str, object]) -> Iterator[str]:
    screen = door.screen
    yield from screen.pairs(_pairs(data))
    effects, weeks, learnt = _counts(data["effects"]), data["over_time"], data["learnt"]
    assert isinstance(weeks, list)
    assert isinstance(learnt, dict)
    if sum(effects.values()):
        yield ""
        yield screen.paint("what became of memories", "strong")
        by_category = data["effects_by_category"]
        assert isinstance(by_category, dict)
        yield from plots.effects(screen, {**by_category, "all": effects})
    if any(week[name] for week in weeks for name in plots.SERIES):
        yield ""
        yield screen.paint(f"the last {len(weeks)} weeks, this one last", "strong")
        yield from plots.weeks(screen, weeks)
    yield from _models(door, data["extraction"])
    yield from _embedders(door, data["embedding"])
    if learnt["count"]:
        yield ""
        yield screen.paint(f"learnt in the last seven days: {learnt['count']}", "strong")
        yield from _learnt(door, learnt["memories"])


def _models(door: Door, told: object) -> Iterator[str]:
    """What models cost by day, where any was asked."""
    assert isinstance(told, dict)
    if told["days"] or told["pending"]:
        yield ""
        yield door.screen.paint(
            f"models ({told['by']}), today ${told['today_usd']:.4f} of ${told['limit_usd']:g}", "strong"
        )
        if told["pending"]:
            yield f"  {told['pending']} pending, {told['blocked']} of them blocked: `mem sources`"
    for day in told["days"]:
        calls = form.count_text(day["calls"], "call", "calls")
        tokens = f"{day['input_tokens']:,} tokens in, {day['output_tokens']:,} out"
        yield f"  {day['day']}  {calls}, {tokens}, ${day['cost_usd']:.4f}"


def _embedders(door: Door, told: object) -> Iterator[str]:
    """What hosted embedders cost by day, where any was asked."""
    assert isinstance(told, dict)
    if told["days"]:
        yield ""
        yield door.screen.paint(f"hosted embedders, today ${told['today_usd']:.6f}", "strong")
    if told["blocked"]:
        calls = form.count_text(told["blocked"], "call", "calls")
        yield f"  {calls} may have been paid: `mem index inspect`"
    for day in told["days"]:
        calls = f"{form.count_text(day['calls'], 'call', 'calls')} ({day['queries']:,} for searches)"
        yield f"  {day['day']}  {calls}, {day['tokens']:,} tokens, ${day['cost_usd']:.6f}"


def _learnt(door: Door, memories: list[dict[str, str]]) -> Iterator[str]:
    screen = door.screen
    told = [{**one, "effect": "" if one["effect"] == "unknown" else one["effect"]} for one in memories]
    if screen.is_terminal:
        rows = [(one["id"], one["category"], one["effect"], one["content"]) for one in told]
        yield from screen.table(rows, ("id", "category", "dim", ""))
        return
    for one in told:
        yield from screen.entry(one["id"], [one["category"], one["effect"]], one["content"])


def _pairs(data: dict[str, object]) -> list[tuple[str, str]]:
    size = data["store_bytes"]
    assert isinstance(size, int)
    statuses = {name: count for name, count in _counts(data["by_status"]).items() if name != "active"}
    return [
        ("project", f"{data['name']} ({data['project']})" if data["project"] else str(data["name"])),
        ("memories", f"{data['memories']} active, {data['pinned']} pinned, {data['in_user_store']} in every project"),
        ("categories", _listed(_counts(data["by_category"])) or "none yet"),
        ("out of recall", _listed(statuses)),
        ("outcomes", _listed(_counts(data["outcomes"])) or "none yet"),
        ("sessions", form.count_text(int(str(data["sessions"])), "summary", "summaries")),
        *_evaluation(_counts(data["evaluation"])),
        ("search", _search(data)),
        ("store", f"{size / 1024:,.0f} KB in {data['data_folder']}"),
    ]


def _evaluation(counts: dict[str, int]) -> list[tuple[str, str]]:
    """What the trace says, where there is one."""
    if not counts["turns"] and not counts["used"]:
        return []
    ended = _listed({name: counts[name] for name in ("worked", "failed", "partial")})
    told = [
        f"{counts['offered']} offered in {counts['given']} of {form.count_text(counts['turns'], 'turn', 'turns')}",
        f"{counts['used']} used" + (f" ({ended})" if ended else ""),
    ]
    if counts["late"]:
        told.append(f"{counts['late']} too late")
    return [("evaluation", ", ".join(told))]


def _search(data: dict[str, object]) -> str:
    if data["embedder"] == "none":
        return "keyword"
    if not data["is_prepared"]:
        return f"keyword; `mem setup` prepares {data['model']}"
    return f"{data['search']}, {data['vectors']} of {data['vectors_wanted']} with a vector of {data['model']}"


def _counts(value: object) -> dict[str, int]:
    return {str(name): int(count) for name, count in value.items()} if isinstance(value, dict) else {}


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count)
