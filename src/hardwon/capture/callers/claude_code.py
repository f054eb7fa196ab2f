"""The installed Claude Code client, asked once without a terminal: no key is needed, its own login pays.

It runs in an empty folder of ours, without tools, servers, settings, hooks or commands, so nothing of ours runs in it.
Its session is not kept, so the person's history has none of it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from typing import Any

from hardwon.capture.callers.base import TIMEOUT_S, Refused, Reply, Unknown, refusal_of
from hardwon.capture.model.prices import Usage, cost
from hardwon.config.paths import is_clients, make_private_dir

DEFAULT_MODEL = "haiku"
_OUTPUT_TOKENS = 8_000
_LEAVE_S = 2.0  # what the client needs to take itself off its list of running sessions
# What the client says where it made no request, or where none could begin.
_NEVER_SENT = (
    "Not logged in", "(ECONNREFUSED)", "(ENOTFOUND)", "(EAI_AGAIN)", "(ENETUNREACH)", "(EHOSTUNREACH)", "(ENETDOWN)",
)  # fmt: skip
_SETTINGS = json.dumps({"disableAllHooks": True, "enabledPlugins": {}})
_PASSED = (
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "CLAUDE_CONFIG_DIR",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "ANTHROPIC_API_KEY",
    "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_TMPDIR",
)  # fmt: skip
# A token for a gateway is shown to no host but one that the person's own settings name.
_FOR_A_GATEWAY = ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS")
# One request a run: a retry of the client's could be a second charge, and so could a turn after a call of a tool.
_SET = {
    "CLAUDE_CODE_MAX_RETRIES": "0",
    "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(_OUTPUT_TOKENS),
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
}


class ClaudeCode:
    """Asks through `claude -p`.

    Args:
        environ: where the client and its login are found.
        model: "" for the smallest.
        url: "" for the client's own address.
        folder: an empty folder of ours.
        timeout_s: how long an answer may take.
    """

    name = "claude-code"
    is_free = False
    output_tokens_max = _OUTPUT_TOKENS

    def __init__(
        self,
        environ: Mapping[str, str],
        *,
        model: str = "",
        url: str = "",
        folder: str,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self.model = model or DEFAULT_MODEL
        self._folder = folder
        self._timeout_s = timeout_s
        passed = {name: value for name, value in environ.items() if name in _PASSED or is_clients(name)}
        if not url:
            passed = {name: value for name, value in passed.items() if name not in _FOR_A_GATEWAY}
        self._environ = passed | _SET
        if url:
            self._environ["ANTHROPIC_BASE_URL"] = url

    def ask(self, system: str, message: str) -> Reply:
        """Run the client once."""
        client = shutil.which("claude", path=self._environ.get("PATH"))
        if client is None:
            raise Refused("the Claude Code client is not on PATH", passing=True, whole=True)
        argv = [
            client, "-p", "--output-format", "json", "--no-session-persistence", "--model", self.model, "--tools", "",
            "--max-turns", "1", "--strict-mcp-config", "--disable-slash-commands", "--setting-sources", "",
            "--settings", _SETTINGS, "--system-prompt", system,
        ]  # fmt: skip
        try:
            make_private_dir(self._folder)
            process = subprocess.Popen(
                argv, cwd=self._folder, env=self._environ, start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except OSError as error:
            raise Refused(f"the Claude Code client cannot be run: {error.strerror}", passing=True, whole=True) from None
        output = self._output(process, message)
        return self._reply(process.returncode, output)

    def _output(self, process: subprocess.Popen[bytes], message: str) -> bytes:
        try:
            return process.communicate(message.encode("utf-8", "replace"), timeout=self._timeout_s)[0]
        except subprocess.TimeoutExpired:
            raise Unknown(f"the Claude Code client gave no answer in {self._timeout_s:g} s") from None
        finally:
            if process.poll() is None:
                _end(process)

    def _reply(self, status: int | None, output: bytes) -> Reply:
        try:
            told: Any = json.loads(output)
            failed = bool(told["is_error"])
            # A call of a tool, though there is none, in place of an answer: paid, and of no use.
            is_no_answer = told.get("subtype") == "error_max_turns"
            answer = "" if is_no_answer else told["result"]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Unknown(f"the Claude Code client left with {status} and no answer") from None
        if failed and not is_no_answer:
            raise _of_failure(told)
        used = told.get("usage") or {}
        usage = Usage(
            input_tokens=_count(used, "input_tokens"),
            output_tokens=_count(used, "output_tokens"),
            cache_read_tokens=_count(used, "cache_read_input_tokens"),
            cache_write_tokens=_count(used, "cache_creation_input_tokens"),
        )
        spent = told.get("total_cost_usd")
        return Reply(
            answer=answer,
            usage=usage,
            cost_usd=float(spent) if isinstance(spent, int | float) else cost(self.model, usage),
        )


def _count(used: Any, name: str) -> int:
    value = used.get(name) if isinstance(used, dict) else 0
    return value if isinstance(value, int) else 0


def _of_failure(told: dict[str, Any]) -> Exception:
    """Certain only where no request was made, or the one request was answered with a status that costs nothing."""
    status, spent, said = told.get("api_error_status"), told.get("total_cost_usd"), str(told.get("result"))
    if spent:
        return Unknown("the Claude Code client failed", cost_usd=float(spent) if isinstance(spent, int | float) else 0)
    if isinstance(status, int):
        refused = refusal_of(status, f"the Claude Code client was answered {status}")
        if refused is not None:
            return refused
    elif found := next((one for one in _NEVER_SENT if one in said), ""):
        return Refused(f"the Claude Code client asked nobody: {found.strip('()')}", passing=True, whole=True)
    return Unknown("the Claude Code client failed")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the client and all it started, kindly first."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=_LEAVE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
