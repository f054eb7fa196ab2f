"""Runs the service until nobody needs it: `python -I -m hardwon.service`, or this file by its path.

By its path it runs the package it stands in, whichever others are installed. Folders named as arguments are searched
too, behind the interpreter's own: isolated mode leaves out the user's site folder, where an installation may live.
"""

from __future__ import annotations

import sys

DREAM = "--dream"  # what follows are the files of stores to look after instead


def _find_packages() -> None:
    own, places = __file__.rsplit("/", 3)[0], sys.path
    if own not in places:
        # Behind the standard library: nothing in a folder of packages may take a standard module's place.
        ends = [index for index, path in enumerate(places) if path.endswith(("site-packages", "dist-packages"))]
        places.insert(ends[0] if ends else len(places), own)
    named = sys.argv[1 : sys.argv.index(DREAM) if DREAM in sys.argv else None]
    places += [path for path in named if path.startswith("/") and path not in places]


if __name__ == "__main__":
    _find_packages()
    if DREAM in sys.argv:
        from hardwon.service.dreaming import main as look_after

        sys.exit(look_after(sys.argv[sys.argv.index(DREAM) + 1 :]))
    from hardwon.service.run import main

    sys.exit(main())
