"""`mem stats`."""

from __future__ import annotations

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.group import EVERYWHERE, command

_ANSWER = {
    "project": "the binding",
    "name": "how the project is called",
    "memories": "active ones",
    "by_category": "object: counts of active memories",
    "by_status": "object: active, archived, quarantined, retired",
    "pinned": "count",
    "in_user_store": "how many follow you into every project",
    "outcomes": "object: worked, failed, partial, reported (reports that do not count yet)",
    "events": "count of a client's events",
    "sessions": "count of sessions with a summary",
    "search": "how memories are searched: hybrid (by words and meaning) or keyword",
    "embedder": "what turns text into vectors",
    "model": "the embedding model",
    "is_prepared": "whether the model was prepared",
    "vectors": "how many memories have a vector of that model",
    "vectors_wanted": "how many memories there are in those stores",
    "store_bytes": "size of the stores",
    "data_folder": "where they are",
}


@command("stats", scope=EVERYWHERE, answer=_ANSWER)
@click.pass_obj
def stats(door: Door) -> None:
    """Count memories by category, outcomes and sessions, and say how search works now."""
    with door.engine() as engine:
        data = engine.stats(all_projects=door.everywhere)
    door.answer({name: data.get(name) for name in _ANSWER}, door.screen.pairs(_pairs(data)))


def _pairs(data: dict[str, object]) -> list[tuple[str, str]]:
    size = data["store_bytes"]
    assert isinstance(size, int)
    statuses = {name: count for name, count in _counts(data["by_status"]).items() if name != "active"}
    return [
        ("project", f"{data['name']} ({data['project']})"),
        ("memories", f"{data['memories']} active, {data['pinned']} pinned, {data['in_user_store']} in every project"),
        ("categories", _listed(_counts(data["by_category"])) or "none yet"),
        ("out of recall", _listed(statuses)),
        ("outcomes", _listed(_counts(data["outcomes"])) or "none yet"),
        ("sessions", form.count_text(int(str(data["sessions"])), "summary", "summaries")),
        ("search", _search(data)),
        ("store", f"{size / 1024:,.0f} KB in {data['data_folder']}"),
    ]


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
