"""The code of docs/sdk.md and the example, run as a reader would run them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripted_model import Says, ScriptedModel
from scripted_model import error as error_of

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "sdk.md").read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_quick_start_runs(
    block: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(home)
    exec(compile(block, "docs/sdk.md", "exec"), {"__name__": "__main__"})
    printed = capsys.readouterr().out
    assert any(told in printed for told in ("cache must be cleared", "pnpm", "Globex"))


def test_the_page_has_code() -> None:
    assert len(BLOCKS) == 3


def chat(home: Path, lines: str, **environ: str) -> str:
    program = [sys.executable, "-W", "error::ResourceWarning", str(ROOT / "examples" / "chat.py")]
    done = subprocess.run(
        [*program, "--root", str(home / "chat"), "--name", "ann"],
        input=lines, capture_output=True, text=True, timeout=60, env={**os.environ, **environ},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_chat_answers_with_what_it_remembers(home: Path) -> None:
    told = chat(home, "Where do I work?\nI work at Acme\n\n/memory\n/forget zzz\n")
    assert told.startswith("bot> You never told me.\nbot> Noted.\nbot> [")
    assert "no memory's id begins with" in told
    assert "I work at Acme" in chat(home, "Where do I work?\n/quit\nnot read")
    changed = chat(home, "I now work at Globex\nWhere do I work?\n")
    assert "I now work at Globex" in changed and "Acme" not in changed


def test_the_chat_gives_a_model_what_fits(home: Path) -> None:
    chat(home, "I work at Acme\n")
    said = Says(
        body={
            "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
            "stop_sequence": None, "content": [{"type": "text", "text": "At Acme."}],
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
    )  # fmt: skip
    with ScriptedModel(said) as model:
        told = chat(home, "Where do I work?\nSure?\n", ANTHROPIC_API_KEY="test-key", ANTHROPIC_BASE_URL=model.url)
    assert told == "bot> At Acme.\nbot> At Acme.\n"
    first, second = (body["messages"] for _, body, _ in model.requests)
    assert "I work at Acme" in first[0]["content"] and first[0]["content"].endswith("Where do I work?")
    assert [one["role"] for one in second] == ["user", "assistant", "user"]


def test_the_chat_goes_on_when_the_model_refuses(home: Path) -> None:
    with ScriptedModel(error_of(401, "authentication_error")) as model:
        told = chat(home, "I work at Acme\n/memory\n", ANTHROPIC_API_KEY="test-key", ANTHROPIC_BASE_URL=model.url)
    assert told.startswith("bot> (no answer:") and "I work at Acme" in told
