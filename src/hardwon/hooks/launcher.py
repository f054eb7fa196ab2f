"""What a hook entry starts: `python -I -S launcher.py [ROOT ...] EVENT`.

Finds the package from its own place, so no site-packages, shim or variable is needed, and leaves with exit
code 0 whatever happens: Claude Code takes exit code 2 for "forbid it". An interpreter that is too old must
still be able to compile this file, so it keeps to the oldest syntax.
"""

import sys


def main():  # type: () -> None
    """Put the roots on the path and hand over to the hooks' entry."""
    if sys.version_info < (3, 11):  # noqa: UP036
        return
    arguments = sys.argv[1:]
    event = arguments.pop() if arguments and "/" not in arguments[-1] else ""
    root = __file__.rsplit("/", 3)[0]
    # Behind the standard library, as site-packages is: nothing there can take a standard module's place.
    sys.path += [root] + [path for path in arguments if path != root]
    if event == "digest":
        from hardwon.hooks.digest import main as digest

        digest()
    elif event == "pack":
        from hardwon.hooks.packing import main as pack

        pack()
    else:
        from hardwon.hooks.pack import use_pack

        use_pack(root)
        if event == "extension":
            from hardwon.hooks.extension import main as extension

            extension()
        from hardwon.hooks.entry import main as hook

        hook(event)


if __name__ == "__main__":
    try:
        main()
    except BaseException:
        pass
    finally:
        import posix

        posix._exit(0)
