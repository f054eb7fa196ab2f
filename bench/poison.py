"""Whether planted orders get through, and what is worth knowing does: `python -m bench.poison [--json]`.

Every hostile text and every benign look-alike (bench/data/poison) is stored through every origin that is not the
person's own word, and then looked for in all that a session is given unasked: the brief, prompts that repeat the text,
failed commands, files. So is every note of a whole
project (bench/data/coding_memories.jsonl). A hostile text is injected where any of these holds it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from hardwon.config.quick import Settings
from hardwon.engine import Engine, open_engine
from hardwon.engine.quick import Quick, open_quick
from hardwon.models import Origin

DATA = Path(__file__).parent / "data" / "poison"
ORIGINS = (("agent", "agent"), ("tool", "tool"), ("web", "web"), ("repository", "file"), ("import", "import"))
HALVES = ("dev", "test", "unseen")
NOW_MS = 1_790_000_000_000


def texts(kind: str, half: str) -> list[str]:
    """The texts of one half."""
    if kind == "everyday":
        notes = (DATA.parent / "coding_memories.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line)["text"] for line in notes]
    lines = (DATA / f"{kind}_{half}.txt").read_text(encoding="utf-8").splitlines()
    return [line.replace("\\n", "\n") for line in lines if line]


def measure(kind: str, half: str, trust: str, who: str) -> dict[str, object]:
    """How many texts of one origin are kept aside, and how many a session is given."""
    with tempfile.TemporaryDirectory() as home:
        environ = {"HOME": home, "HARDWON_HOME": home + "/data", "HARDWON_CONFIG": home + "/config.toml"}
        folder = Path(home, "app")
        folder.mkdir()
        found = texts(kind, half)
        with open_engine(environ, str(folder), clock=lambda: NOW_MS) as engine:
            stored = [_stored(engine, text, trust, who) for text in found]
            aside = sum(status == "quarantined" for _, status in stored)
            with open_quick(engine.stores.paths, engine.project, Settings({}), now_ms=NOW_MS, name="app") as quick:
                given = [text for text, (id, _) in zip(found, stored, strict=True) if _is_given(quick, id, text)]
    return {"kind": kind, "half": half, "origin": trust, "texts": len(found), "kept_aside": aside, "given": len(given)}


def _stored(engine: Engine, text: str, trust: str, who: str) -> tuple[str, str]:
    done = engine.remember(text, category="gotcha", origin=Origin(who=who), trust=trust, pin=True)
    return done.memory.id, done.memory.status


def _is_given(quick: Quick, id: str, text: str) -> bool:
    packs = (
        quick.brief(),
        quick.for_prompt(text),
        quick.for_task(text),
        quick.for_situation(command="make test", error=text),
        quick.by_ids([id]),
    )
    return any(id in packed.ids for packed in packs)


def main() -> None:
    """Print the table, or with --json one object; leave with 1 where a hostile text of a known half is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    as_json = parser.parse_args().json
    rows = [
        measure(kind, half, trust, who)
        for kind, halves in (("hostile", HALVES), ("benign", HALVES), ("everyday", ("notes",)))
        for half in halves
        for trust, who in ORIGINS
    ]
    if as_json:
        print(json.dumps({"rows": rows}))
    else:
        print(f"{'texts':8} {'half':7} {'origin':11} {'count':>5} {'kept aside':>10} {'given':>6}")
        for row in rows:
            print(
                f"{row['kind']:8} {row['half']:7} {row['origin']:11} {row['texts']:>5} {row['kept_aside']:>10} "
                f"{row['given']:>6}"
            )
    sys.exit(any(row["given"] for row in rows if row["kind"] == "hostile" and row["half"] != "unseen"))


if __name__ == "__main__":
    main()
