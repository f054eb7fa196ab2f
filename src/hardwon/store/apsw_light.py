"""Imports apsw without the standard `collections` package, which costs a hook as much as the search itself. Light.

All that apsw wants is `collections.abc`, which is the built-in `_collections_abc` under another name; asking for it by
that name alone loads the package around it. Import this module before anything that imports apsw; where `collections`
is loaded already, it only imports apsw.
"""

from __future__ import annotations

import sys

_PACKAGE, _ABC = "collections", "collections.abc"


def _import_apsw() -> None:
    if _PACKAGE in sys.modules:
        import apsw
    else:
        import _collections_abc

        sys.modules[_PACKAGE] = type(sys)(_PACKAGE)
        sys.modules[_ABC] = _collections_abc
        try:
            import apsw
        finally:
            # The next to ask for `collections` gets the real one.
            del sys.modules[_PACKAGE], sys.modules[_ABC]
    del apsw


_import_apsw()
