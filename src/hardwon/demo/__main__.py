"""`python -m hardwon.demo`: play the story in a temporary project and leave nothing behind."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from hardwon.demo.stage import Stage
from hardwon.demo.story import tell


def main() -> int:
    """Play the demo; 0 when every step showed what it should."""
    with tempfile.TemporaryDirectory(prefix="hardwon-demo-", ignore_cleanup_errors=True) as folder:
        stage = Stage(Path(folder))
        try:
            return tell(stage)
        finally:
            stage.wait_until_quiet()


if __name__ == "__main__":
    sys.exit(main())
