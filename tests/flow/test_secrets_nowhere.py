"""A secret that comes in through any door is in no file afterwards, and in nothing that is given back."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.capture.secrets import TOKENS, made_up, private_key
from tests.hosts.lines import Lines

from hardwon.engine import Engine, open_engine
from hardwon.engine.capturing import capture
from hardwon.engine.scanning import scan

SECRETS = (
    *(token for _, token in TOKENS),
    "postgres://svc:" + "p4ss-W0rd-demo" + "@db.internal:5432/app",
    "https://bot:" + "s3cr3tT0ken" + "@git.example.invalid/x.git",
)
PASSWORDS = ("hunter-two-demo", "Winter2031!", "blue-horse-42")
BEARER = made_up(36, seed="bearer")
HONEST = (
    "The flow that resets a password lives in accounts/reset.py.",
    "apiKey: process.env.MAPS_KEY is read when the app starts.",
    "Commit 4bd1c2f0aa95e598dc970b74767f19372d61af81 mended how tokens are refreshed.",
    "Request id 5c2b8c1e-5a77-4c1d-9a60-0b8f6f1d2c3e stands in the logs.",
    "Set PASSWORD_MIN_LENGTH=14 in the settings.",
    "sk-learn is pinned; take scikit-learn 1.5.",
    "Never print the bearer token in the logs of CI.",
)


@pytest.fixture
def engine(home: Path) -> Iterator[Engine]:
    project = home / "app"
    project.mkdir()
    with open_engine(dict(os.environ), str(project), actor="person") as opened:
        yield opened


def spilt(home: Path, secrets: tuple[str, ...]) -> list[str]:
    """The secrets that any file below the data folder holds."""
    held = b"\n".join(path.read_bytes() for path in (home / "data").rglob("*") if path.is_file())
    return [one for one in secrets if one.encode() in held]


def given_back(engine: Engine) -> str:
    """What a model or person may be shown of the store."""
    told = [engine.context().text, *engine.export_lines()]
    told += [engine.context(f"what does {word} need?").text for word in ("deploy", "upload", "start")]
    return "\n".join(told)


def test_none_comes_through_a_session(engine: Engine, home: Path, tmp_path: Path) -> None:
    lines = Lines().person("Rotate the keys please")
    for number, secret in enumerate(SECRETS):
        lines.bash(f"export TOKEN={secret} && ./deploy{number}", f"deployed with {secret}")
        lines.bash(f"./start{number}", f"ValueError: {secret} was refused by the host", error=True)
        lines.edit("conf.toml", f"key = '{secret}'", "key = env('KEY')").bash(f"./start{number}", "up")
        lines.person(f"My key is {secret}, always deploy stage {number} with it.")
        lines.agent(f"I will remember that {secret} is the key of stage {number}.")
    for password in PASSWORDS:
        lines.bash("cat .env", f'DB_PASSWORD={password}\npassword: "{password}"')
        lines.person(f"the password for staging is {password}, never use another one").agent(f"Got it: {password}.")
        lines.bash(f"git commit -m 'Use {password}'", "[main 1a2b3c4] ok")
    lines.bash("env", f"Authorization: Bearer {BEARER}\n{private_key()}")
    capture(engine, transcript_path=str(lines.write(tmp_path / "t.jsonl")), session_id="sess-1")
    body = private_key().split("\n")[2]
    assert spilt(home, (*SECRETS, *PASSWORDS, BEARER, body)) == []
    assert engine.list()[1] > 0
    assert not any(secret in given_back(engine) for secret in (*SECRETS, *PASSWORDS))


TEMPLATES = (
    "The upload needs TOKEN={} to start.",
    "Always pass --token {} to the deploy.",
    "deploy with Authorization: Bearer {}",
    "My key is {}, keep it safe.",
    'config: {{"api_key": "{}"}}',
    "curl -H 'X-Api-Key: {}' https://example.invalid/deploy",
)


@pytest.mark.parametrize("template", TEMPLATES)
def test_none_comes_through_what_is_told_or_changed_or_noted(engine: Engine, home: Path, template: str) -> None:
    kept = engine.remember("The deploy is watched for an hour.").memory
    for secret in SECRETS[TEMPLATES.index(template) :: len(TEMPLATES)]:
        text = template.format(secret)
        told = engine.remember(
            f"{len(secret)} {text}", title=text, tags=("deploy", secret), files=(f"{secret}.txt",), key=text
        )
        assert told.redacted
        again = engine.remember("something else that is said", key=text)
        assert (again.created, again.memory.id) == (False, told.memory.id)
        engine.edit(kept.id, content=f"The deploy is watched. {text}", title=text, key=secret)
        engine.record_outcome(kept.id, "worked", note=text, key=secret)
    assert spilt(home, SECRETS) == []
    assert not any(secret in given_back(engine) for secret in SECRETS)


def test_none_comes_through_files_and_commits(engine: Engine, home: Path) -> None:
    project = home / "app"
    facts = [f"GOTCHA: The upload of part {n} needs TOKEN={secret} to start." for n, secret in enumerate(SECRETS)]
    facts += [f"DECISION: The password of stage {n} is {one}." for n, one in enumerate(PASSWORDS)]
    for name in ("README.md", "CLAUDE.md", "docs/adr/0001-keys.md"):
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# Keys\n\n" + "\n\n".join(facts) + "\n", encoding="utf-8")
    (project / "a.py").write_text("".join(f"# {fact}\n" for fact in facts), encoding="utf-8")
    (project / ".env").write_text("".join(f"KEY{n}={one}\n" for n, one in enumerate(SECRETS)), encoding="utf-8")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.invalid"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Move to a new architecture\n\n" + facts[0]]):
        subprocess.run([*git, *command], cwd=project, check=True, capture_output=True, timeout=60)
    scan(engine)
    assert engine.list()[1] > 0
    assert spilt(home, (*SECRETS, *PASSWORDS)) == []


def test_none_comes_through_an_import(engine: Engine, home: Path) -> None:
    entries = [
        {"content": f"The upload of part {n} needs TOKEN={one}", "title": f"token {one}", "tags": [one], "note": one}
        for n, one in enumerate(SECRETS)
    ]
    engine.import_lines([json.dumps(entry) for entry in entries])
    assert spilt(home, SECRETS) == []
    assert not any(secret in given_back(engine) for secret in SECRETS)


@pytest.mark.parametrize("line", HONEST)
def test_an_honest_line_stays_to_the_byte_through_every_door(engine: Engine, tmp_path: Path, line: str) -> None:
    told = engine.remember(line)
    assert (told.memory.content, told.redacted) == (line, ())
    (entry,) = [json.loads(one) for one in engine.export_lines() if line[:20] in one]
    assert line in json.dumps(entry, ensure_ascii=False)
    changed = engine.edit(told.memory.id, content=f"{line} It is so.")
    assert changed.content == f"{line} It is so."
