"""One run of the client in an environment that is built from nothing.

Always an allow list: a developer's shell may hold credentials, and settings of a coding session in progress.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .messages_api import MessagesApi, Request, Script

FAKE_KEY = "sk-ant-" + "e2e-not-a-key-0000"
RUN_TIMEOUT_S = 180


@dataclass(frozen=True, kw_only=True)
class Run:
    """What a run of the client did: its exit code, its output, and what it asked the model."""

    code: int
    stdout: str
    stderr: str
    requests: list[Request]
    strays: list[str]

    @property
    def asked(self) -> str:
        """The text of all requests together."""
        return "\n".join(request.text for request in self.requests)


def search_path(*first: Path) -> str:
    """A PATH of `first`, the interpreter's own folder, git's and the system's, with no version manager's."""
    git = Path(shutil.which("git") or "/usr/bin/git").parent
    system = map(Path, ("/usr/local/bin", "/usr/bin", "/bin"))
    return os.pathsep.join(map(str, dict.fromkeys([*first, Path(sys.base_prefix) / "bin", git, *system])))


def clean_environment(home: Path, path: str, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a person with a home folder, a PATH and nothing else set."""
    person = dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "e2e")
    person |= dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "e2e@example.invalid")
    base = {"HOME": str(home), "PATH": path, "TERM": "dumb", "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}
    return {**base, **person, **(extra or {})}


def client_settings(api_url: str, tmp: Path) -> dict[str, str]:
    """The variables that tie the client to the scripted API and to a temporary folder of its own.

    `tmp` has to be short: the client binds a Unix socket below it, whose path has room for 107 bytes.
    """
    off = ("DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "DISABLE_AUTOUPDATER")
    return {
        **dict.fromkeys((*off, "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"), "1"),
        "ANTHROPIC_BASE_URL": api_url,
        "ANTHROPIC_API_KEY": FAKE_KEY,
        "CLAUDE_CODE_TMPDIR": str(tmp),
        "CLAUDE_CODE_MAX_RETRIES": "1",
        # The client's own memory would put a second account of the work into the prompt.
        "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1",
    }


def run_client(
    client: Path,
    script: Script,
    arguments: Sequence[str],
    *,
    project: Path,
    environment: Mapping[str, str],
    log: Path,
) -> Run:
    """Run the client once to its end; its debug log goes to `log`, its requests to a .jsonl file beside it.

    Raises subprocess.TimeoutExpired after RUN_TIMEOUT_S seconds, with the client ended.
    """
    scratch = tempfile.TemporaryDirectory(prefix="hwt", ignore_cleanup_errors=True)
    with scratch as tmp, MessagesApi(script) as api:
        done = subprocess.run(
            [client, "--debug-file", log, *arguments],
            cwd=project,
            env={**environment, **client_settings(api.url, Path(tmp))},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=RUN_TIMEOUT_S,
            check=False,
        )
    lines = [json.dumps(request.body) + "\n" for request in api.requests]
    log.with_suffix(".jsonl").write_text("".join(lines), encoding="utf-8")
    return Run(code=done.returncode, stdout=done.stdout, stderr=done.stderr, requests=api.requests, strays=api.strays)


def trust(home: Path, project: Path) -> None:
    """Answer the client's first-run questions for this home and project, as a person once did."""
    path = home / ".claude.json"
    config = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    config |= {"hasCompletedOnboarding": True, "theme": "dark"}
    config["customApiKeyResponses"] = {"approved": [FAKE_KEY[-20:]], "rejected": []}
    config.setdefault("projects", {}).setdefault(str(project), {})["hasTrustDialogAccepted"] = True
    path.write_text(json.dumps(config, indent=2), encoding="utf-8")
