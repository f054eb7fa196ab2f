"""Prepare the plugin's own environment: `prepare.py DATA VERSION`, standard library only.

Starts a detached process that makes DATA/env-VERSION and installs the plugin's folder into it, and says so in one
line of JSON; says nothing where one is at work, or failed less than a day ago. The process holds a lock handed over
by the one that started it, so two sessions never prepare at once. The launchers are written last and tell run.sh
that the environment is complete.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RETRY_AFTER_S = 24 * 3600
STALE_AFTER_S = 7 * 24 * 3600
STEP_TIMEOUT_S = 900
MESSAGE = (
    "Hardwon is preparing its environment in the background (once; about a minute). "
    "Memory works as soon as it is ready."
)
_WRITE_LAUNCHERS = "import sys; from hardwon.install.launchers import main; main(sys.argv[1:])"
# These would send an installation somewhere else than into the environment.
_MISLEADING = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV", "PIP_DRY_RUN")


def main(arguments: list[str]) -> int:
    """Start the preparation, or, with a third argument, do it."""
    data, version = Path(arguments[0]), arguments[1]
    if arguments[2:]:
        return prepare(data, version)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    if _age_s(data / f"prepare-failed-{version}") < RETRY_AFTER_S:
        return 0
    lock = os.open(data / "prepare.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return 0
    subprocess.Popen(
        [sys.executable, "-I", __file__, str(data), version, "now"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd="/",
        pass_fds=[lock],
    )
    sys.stdout.write(json.dumps({"systemMessage": MESSAGE}) + "\n")
    return 0


def prepare(data: Path, version: str) -> int:
    """Make the environment, or leave a note that it failed; the log is DATA/prepare.log."""
    folder, failed = data / f"env-{version}", data / f"prepare-failed-{version}"
    with open(data / "prepare.log", "wb", opener=_private) as log:
        try:
            shutil.rmtree(folder, ignore_errors=True)
            _install(folder, log.fileno())
        except (OSError, subprocess.SubprocessError) as error:
            log.write(f"failed: {error}\n".encode(errors="replace"))
            shutil.rmtree(folder, ignore_errors=True)
            failed.touch(mode=0o600)
            os.utime(failed)
            return 1
    failed.unlink(missing_ok=True)
    _remove_older(data, folder)
    return 0


def _install(folder: Path, log: int) -> None:
    python = str(folder / "bin" / "python")
    pip = [python, "-I", "-m", "pip", "--no-input", "--disable-pip-version-check", "install", "--quiet"]
    for command in (
        [sys.executable, "-I", "-m", "venv", str(folder)],
        [*pip, str(ROOT)],
        [python, "-I", "-c", _WRITE_LAUNCHERS, str(folder)],
    ):
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={name: value for name, value in os.environ.items() if name not in _MISLEADING},
            cwd=folder.parent,
            timeout=STEP_TIMEOUT_S,
            check=True,
        )


def _remove_older(data: Path, folder: Path) -> None:
    """Remove what earlier versions left; a recent one may still serve a running session."""
    for other in data.glob("env-*"):
        if other != folder and _age_s(other) > STALE_AFTER_S:
            shutil.rmtree(other, ignore_errors=True)
    for other in data.glob("prepare-failed-*"):
        other.unlink(missing_ok=True)


def _age_s(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
