"""The edge of the program: runs a command, and turns whatever comes out of it into an exit status.

Nobody ever sees a traceback here, unless HARDWON_ENV is development: what is not one of our own errors is
logged, and named in one line.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

import click

from hardwon import __version__
from hardwon.cli.door import Door
from hardwon.cli.group import NoCommand, Program
from hardwon.errors import HardwonError, InvalidValue, StoreError
from hardwon.text.clean import one_line

FINE, FAILED, MISUSED, INTERRUPTED = 0, 1, 2, 130

_START = """Hardwon remembers what the work taught, and ranks it by what really worked.

\b
To begin:
  mem install-plugin                    in a project: wire it into Claude Code
  mem add "Run tests with make check"   store something yourself
  mem search "how do I run the tests"   find it again
  mem outcome ID worked                 say that it helped: it ranks higher
"""


@click.group(
    "mem",
    cls=Program,
    help=_START,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`mem COMMAND --help` explains a command. An ID may be shortened while it is unambiguous.",
    subcommand_metavar="COMMAND ...",
)
@click.version_option(__version__, prog_name="mem", message="%(prog)s %(version)s")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Show the help when no command is named."""
    if ctx.invoked_subcommand is None:
        sys.stdout.write(ctx.get_help() + "\n")


_HINTS: dict[type[OSError], str] = {
    FileNotFoundError: "look whether the path is right: nothing is there",
    IsADirectoryError: "name a file",
    NotADirectoryError: "a part of the path is a file",
    PermissionError: "give yourself access to it",
}


def run(args: Sequence[str] | None = None, prog_name: str | None = None) -> int:
    """Run one call of the program.

    Args:
        args: the arguments without the program's name; the process's own by default.
        prog_name: how the program was called; by the process's arguments by default.

    Returns:
        the exit status: 0 fine, 1 it could not be done, 2 it was called wrongly, 130 interrupted.
    """
    started = time.monotonic()
    has_output = _keep_standard_handles()
    door = Door(os.environ)
    words = list(sys.argv[1:] if args is None else args)
    status = _guarded(door, words, prog_name or _called(), has_output)
    _log_call(door, status, started)
    return status


def _guarded(door: Door, words: list[str], name: str, has_output: bool) -> int:
    try:
        if not has_output:
            raise HardwonError("standard output is closed", "send it to /dev/null if you do not want the answer")
        status = _invoke(door, words, name)
        sys.stdout.flush()
    except HardwonError as error:
        door.fail(error)
        if isinstance(error, StoreError):
            _log(door, "WARNING", f"{type(error).__name__}: {error}")
        status = MISUSED if isinstance(error, InvalidValue) else FAILED
    except click.UsageError as error:
        status = _misused(door, words, error)
    except (KeyboardInterrupt, click.Abort, EOFError):
        status = INTERRUPTED
    except BrokenPipeError:
        # Whoever read our answer has enough of it.
        status = FINE
    except OSError as error:
        status = _no_access(door, error)
    except Exception as error:  # the last resort
        status = _unexpected(door, error)
    return _flushed(status)


def _invoke(door: Door, words: list[str], name: str) -> int:
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    completing = os.environ.get(f"_{name.upper()}_COMPLETE")
    if completing:
        from click.shell_completion import shell_complete

        return shell_complete(program, {"obj": door}, name, f"_{name.upper()}_COMPLETE", completing)
    try:
        with program.make_context(name, words, obj=door) as context:
            status = program.invoke(context)
    except click.exceptions.Exit as leaving:
        status = leaving.exit_code
    return status if isinstance(status, int) else FINE


def _called() -> str:
    name = os.path.basename(sys.argv[0])
    return name if name == "hardwon" else "mem"


def _keep_standard_handles() -> bool:
    """Fill handles we were started without, else the next file opened gets the place of an output.

    Returns:
        whether there is a standard output.
    """
    has_output = sys.stdout is not None
    try:
        handle = os.open(os.devnull, os.O_RDWR)
        while handle <= 2:
            handle = os.open(os.devnull, os.O_RDWR)
        os.close(handle)
    except OSError:
        pass
    if has_output and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    elif not has_output:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return has_output


def _flushed(status: int) -> int:
    """Write what is left. An output that cannot take it is dropped, so that Python's own end stays silent."""
    try:
        sys.stdout.flush()
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, sys.stdout.fileno())
            os.close(null)
        except (OSError, ValueError):
            pass
    return status


def _misused(door: Door, words: list[str], error: click.UsageError) -> int:
    door.as_json = door.as_json or "--json" in words  # click may not have come that far
    context = error.ctx
    hint = error.hint if isinstance(error, NoCommand) else ""
    if context is not None:
        usage = " ".join(context.command.get_usage(context).removeprefix("Usage: ").split())
        hint = f"usage: {usage}   ({context.command_path} --help)"
        if isinstance(error, click.NoSuchOption):
            hint += '\ntext that begins with a dash goes after --, as in: mem search -- "-O2"'
    door.complain("UsageError", one_line(error.format_message(), 400), hint)
    return MISUSED


def _no_access(door: Door, error: OSError) -> int:
    named = isinstance(error.filename, str | bytes)
    what = one_line(os.fsdecode(error.filename), 400) if named else "reading or writing failed"
    hint = _HINTS.get(type(error), "look whether the path is right and you may use it") if named else ""
    door.complain("OSError", f"{what}: {error.strerror or type(error).__name__}", hint)
    return FAILED


def _unexpected(door: Door, error: Exception) -> int:
    if isinstance(error, ModuleNotFoundError):
        door.complain("MissingLibrary", f"the library {error.name} is missing", "install Hardwon again")
        return FAILED
    from hardwon.cli import log

    where = log.unexpected(door, error)
    door.complain(
        type(error).__name__,
        f"something went wrong inside Hardwon ({type(error).__name__})",
        f"the log says where: {one_line(where)}" if where else "",
    )
    return FAILED


def _log(door: Door, level: str, message: str) -> None:
    from hardwon.cli import log

    log.note(door, level, message)


def _log_call(door: Door, status: int, started: float) -> None:
    try:
        if door.settings.log_level in ("DEBUG", "INFO"):
            name = door.command[0] if door.command else "mem"
            _log(door, "INFO", f"{name}: status {status} after {(time.monotonic() - started) * 1000:.0f} ms")
    except (HardwonError, OSError):
        pass
