"""Runs the service until nobody needs it: `python -I -m hardwon.service`, or this file by its path.

With `--foreground` it stays, says on standard error what keeps it from serving, and with `--replace` takes over from a
service that runs: so a system's unit starts it. `--place=NAME=VALUE` gives it a variable that a unit cannot.

By its path it runs the package it stands in, whichever others are installed. Folders named as arguments are searched
too, behind the interpreter's own: isolated mode leaves out the user's site folder, where an installation may live.
"""

from __future__ import annotations

import sys

DREAM = "--dream"  # what follows are the files of stores to look after instead
_PLACE = "--place="


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
    for word in sys.argv[1:]:
        if word.startswith(_PLACE):
            import os

            name, _, value = word.removeprefix(_PLACE).partition("=")
            os.environ[name] = value
    if "--foreground" in sys.argv:
        from hardwon.service.foreground import main as stay

        sys.exit(stay(replace="--replace" in sys.argv))
    from hardwon.service.run import main

    sys.exit(main())
