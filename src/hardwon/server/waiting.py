"""The bridge of a plugin whose environment is still being prepared.

The client lists the tools at once, for the manifest needs no library, and does not take the server for a broken
one, which it would leave alone for a quarter of an hour. Calls are told to wait until the environment is there.
Runs from the plugin's own folder, under any Python that is new enough.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardwon.server import bridge
from hardwon.server.backend import NotReady


def main(environment: str) -> int:
    """Serve one client, over standard input and output.

    Args:
        environment: the folder being prepared; its hook.sh is written last.
    """

    folder = Path(environment)

    def server() -> list[str]:
        if not (folder / "hook.sh").exists():
            log = folder.parent / "prepare.log"
            raise NotReady(f"Hardwon's environment is not ready yet; try again in a minute ({log} tells more)")
        return [str(folder / "bin" / "python"), "-I", "-m", "hardwon.server.mcp"]

    return bridge.main(server=server, with_service=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
