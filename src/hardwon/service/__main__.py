"""Runs the service until nobody needs it: `python -I -m hardwon.service`, or this file by its path.

By its path it runs the package it stands in, whichever others are installed. Folders named as arguments are searched
too, behind the interpreter's own: isolated mode leaves out the user's site folder, where an installation may live.
"""

from __future__ import annotations

import sys


def _find_packages() -> None:
    own, places = __file__.rsplit("/", 3)[0], sys.path
    if own not in places:
        # Behind the standard library: nothing in a folder of packages may take a standard module's place.
        ends = [index for index, path in enumerate(places) if path.endswith(("site-packages", "dist-packages"))]
        places.insert(ends[0] if ends else len(places), own)
    places += [path for path in sys.argv[1:] if path.startswith("/") and path not in places]


if __name__ == "__main__":
    _find_packages()
    from hardwon.service.run import main

    sys.exit(main())
