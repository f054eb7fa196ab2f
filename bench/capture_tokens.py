"""What the brief of a session costs, against giving all that is known, or reading the last transcript again.

A project is filled from the labelled half `tuning` as if its sessions were one project's, and with generated facts. A
later session then needs some of it. Equal recall: both ways give what the session used, the brief at its start and
before the prompts that ask for it. Tokens are counted by the product's own estimate.
"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

from hardwon.config.actor import PERSON
from hardwon.engine import open_engine
from hardwon.engine.capturing import capture
from hardwon.engine.quick import open_quick
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.retrieval.packing import estimated_tokens

DATA = Path(__file__).parent / "data" / "capture"
GOALS = {"brief_tokens": 600, "brief_saving": 0.54, "compaction_saving": 0.84}
_USED = 12  # memories that the later session needs
_PARTS = (
    "invoice",
    "parcel",
    "tile",
    "scanner",
    "letter",
    "blind",
    "sensor",
    "coupon",
    "roster",
    "ticket",
    "voucher",
    "meter",
)
_SAID = (
    "The {a} service listens on port {n}, not {m}.",
    "Never edit the {a} templates by hand, they are generated from specs/{a}.yml.",
    "{a} exports are in UTF-8 with semicolons because the bank's reader wants them.",
    "We keep {a} prices in cents in the database.",
    "Run the {a} tests with `make test-{a} WORKERS={k}`.",
    "The {a} API allows {n} requests an hour per key.",
)  # fmt: skip


def token_figures() -> dict[str, Any]:
    """Tokens of a brief, of all active memories, of a brief after compaction and of the transcript it replaces."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        (home / "app").mkdir()
        environ = {"HOME": name, "HARDWON_HOME": str(home / "data"), "HARDWON_CONFIG": str(home / "config.toml")}
        with open_engine(environ, str(home / "app"), actor=PERSON) as engine:
            for item in _tuning():
                capture(engine, transcript_path=str(DATA / f"{item}.jsonl"), session_id=item)
            for text in _facts():
                engine.remember(text, category="architecture", trust="user")
            long = home / "long.jsonl"
            _long_session(long)
            capture(engine, transcript_path=str(long), session_id="long")
            active = list(engine.list(limit=1000)[0])
            everything = sum(
                estimated_tokens(f"- [{one.id}] ({one.category}; {one.trust}) {one.content}\n") for one in active
            )
            source = random.Random(5)
            used = source.sample([one for one in active if one.trust == "user"], _USED)
            quick = open_quick(engine.stores.paths, engine.project, engine.settings, now_ms=engine.clock())
            with quick:
                brief = quick.brief()
                given = set(brief.ids)
                recalled = 0
                for one in used:
                    if one.id not in given:
                        packed = quick.for_prompt(_prompt(one.content), given=tuple(given))
                        recalled += packed.tokens
                        given |= set(packed.ids)
                state = quick.session_lines("long")
                compacted = quick.brief(at_work=state)
                later = quick.lost(state[::2])  # as if half of it had come up after the brief
            found = sum(one.id in given for one in used) / len(used)
            transcript = sum(
                estimated_tokens(turn.text + json.dumps(dict(turn.tool_input))) for turn in read_turns(str(long))
            )
    spent = brief.tokens + recalled
    return {
        "active_memories": len(active),
        "tokens_of_all_active": everything,
        "tokens_of_the_brief": brief.tokens,
        "tokens_of_brief_and_recalls": spent,
        "share_of_used_given": round(found, 3),
        "brief_saving": round(1 - brief.tokens / everything, 3),
        "saving_with_recalls": round(1 - spent / everything, 3),
        "tokens_of_a_long_transcript": transcript,
        "lines_of_what_the_session_is_at": len(state),
        "of_them_in_the_brief_after_compaction": sum(line in compacted.text for line in state),
        "tokens_after_compaction": compacted.tokens + later.tokens,
        "compaction_saving": round(1 - (compacted.tokens + later.tokens) / transcript, 3),
        "goals": GOALS,
    }


def _tuning() -> list[str]:
    rows = [json.loads(line) for line in (DATA / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row["id"] for row in rows if row["half"] == "tuning"]


def _facts() -> list[str]:
    return [
        text.format(a=part, n=4000 + 37 * place + at, m=3000 + at, k=2 + at)
        for place, part in enumerate(_PARTS)
        for at, text in enumerate(_SAID)
    ]


def _prompt(content: str) -> str:
    """A prompt that is about a memory: every other of its longer words, in another order."""
    words = [word.strip(".,;:`'\"()") for word in content.split() if len(word) > 3]
    kept = words[::2] if len(words) > 4 else words
    return "look into this please: " + " ".join(reversed(kept))


def _long_session(path: Path) -> None:
    from capture_scale import lines

    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines(300_000, seed=9))
