"""Runs the service until nobody needs it: `python -I -m hardwon.service`, or this file by its path.

By its path it finds the package beside itself; the folders named as arguments are searched too, behind the
interpreter's own: isolated mode leaves out the user's site folder, where an installation may live.
"""

from __future__ import annotations

import sys


def _find_packages() -> None:
    own = __file__.rsplit("/", 3)[0]
    sys.path[:] = [path for path in sys.path if path != __file__.rpartition("/")[0]]
    sys.path += [path for path in (own, *sys.argv[1:]) if path.startswith("/") and path not in sys.path]


if __name__ == "__main__":
    _find_packages()
    from hardwon.service.run import main

    sys.exit(main())
