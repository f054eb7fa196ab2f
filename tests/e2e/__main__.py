"""`python -m tests.e2e [PYTEST ARGUMENTS]`: the whole end-to-end run.

It does online what needs the network (the client from npm, the wheels of what Hardwon depends on), then
starts pytest where there is none. The exit code is pytest's. Everything but the cached client is removed
afterwards; a failed run keeps its folder and names it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import client, offline, product


def _prepare(folder: Path) -> dict[str, str]:
    wheelhouse = folder / "wheelhouse"
    product.build_wheelhouse(wheelhouse)
    variables = {"E2E_WHEELHOUSE": str(wheelhouse)}
    try:
        variables["E2E_CLIENT"] = str(client.install())
    except client.ClientMissingError as missing:
        variables["E2E_NO_CLIENT"] = str(missing)
    return variables


def main() -> int:
    """Prepare, run, clean up."""
    folder = Path(tempfile.mkdtemp(prefix="hwe"))
    tests = ["-m", "pytest", str(Path(__file__).parent), "-m", "e2e", "-p", "no:cacheprovider"]
    command = [sys.executable, *tests, "--basetemp", str(folder / "t"), *sys.argv[1:]]
    isolated = offline.available()
    if not isolated:
        print("e2e: no namespaces here; running without, and without the tests of the network", flush=True)
    environment = {**os.environ, **_prepare(folder)}
    done = subprocess.run(offline.wrapped(command) if isolated else command, env=environment, check=False)
    if done.returncode:
        print(f"e2e: failed; what the client and the tests wrote is in {folder}", flush=True)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
