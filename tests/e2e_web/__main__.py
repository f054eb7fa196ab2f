"""`python -m tests.e2e_web [--pictures] [PYTEST ARGUMENTS]`: the console in a real browser.

With --pictures the run also writes docs/console/*.png. The exit code is pytest's.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from . import needs


def main() -> int:
    """Fetch what is missing, then run."""
    words = [word for word in sys.argv[1:] if word != "--pictures"]
    folder = Path(__file__).parent
    environ = dict(os.environ)
    try:
        environ["E2E_WEB_BROWSER"] = needs.browser()
        environ["E2E_WEB_AXE"] = str(needs.axe())
        paths = [str(needs.playwright()), environ.get("PYTHONPATH", "")]
        environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    except needs.MissingError as missing:
        print(f"e2e-web: {missing}", file=sys.stderr)
        return 1
    if "--pictures" in sys.argv[1:]:
        environ["E2E_WEB_PICTURES"] = str(folder.parents[1] / "docs" / "console")
    command = [sys.executable, "-m", "pytest", str(folder), "-m", "e2e", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, env=environ, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
