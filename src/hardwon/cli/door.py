"""What every command has at hand: the environment, what was asked of all commands, and the ways out.

Standard output carries the answer alone: lines for a person, or with --json one object. Everything said
beside it goes to standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, BinaryIO, TextIO

from hardwon.cli.screen import Screen
from hardwon.config.actor import is_agent
from hardwon.config.paths import Paths, trusted_environ
from hardwon.errors import HardwonError, InvalidInput, PersonOnly
from hardwon.text import jsonlight
from hardwon.text.clean import for_terminal, one_line

if TYPE_CHECKING:
    from hardwon.config.quick import Settings
    from hardwon.engine import Engine, Searching
    from hardwon.models import Origin

INPUT_BYTES = 1 << 26  # of standard input; more is not read


class Door:
    """One call of the program.

    Attributes:
        environ: the environment without what a project's own settings put into it.
        as_json: answer with one JSON object.
        project: another project's name or binding, None for the one of the working folder.
        everywhere: look into every project's memories.
        command: the words of the command, for what is said about it.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = trusted_environ(environ)
        self.as_json = False
        self.project: str | None = None
        self.everywhere = False
        self.command: tuple[str, ...] = ()
        self._paths: Paths | None = None
        self._settings: Settings | None = None
        self._screen: Screen | None = None
        self._answered = False

    # -- what a command works on -------------------------------------------------------------------------

    @property
    def paths(self) -> Paths:
        """Every place the program reads or writes.

        Raises:
            InvalidInput: there is no home folder.
        """
        if self._paths is None:
            self._paths = Paths.from_environment(self.environ)
        return self._paths

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        if self._settings is None:
            from hardwon.config.quick import quick_settings

            self._settings = quick_settings(self.paths, self.environ)
        return self._settings

    def forget_settings(self) -> None:
        """Read the settings again when they are wanted next: this call changed them."""
        self._settings = None

    @property
    def is_agent(self) -> bool:
        """Whether this is an agent's shell."""
        return is_agent(self.environ)

    def engine(self) -> Engine:
        """The engine for the project at hand; use it in a `with`.

        Raises:
            NotFound, Ambiguous: --project names none, or several.
            StoreError: a store cannot be read.
        """
        from hardwon.engine import open_engine

        return open_engine(self.environ, project=self.project)

    def folder(self) -> str:
        """The working folder, also when it was deleted since."""
        try:
            return os.getcwd()
        except OSError:
            return self.environ.get("PWD") or "/"

    def searching(self) -> Searching:
        """The half of the engine that only searches, which imports less; use it in a `with`.

        Raises:
            NotFound, Ambiguous: --project names none, or several.
            StoreError: a store cannot be read.
        """
        from hardwon.engine import open_search

        return open_search(self.environ, project=self.project)

    def origin(self) -> Origin:
        """Who speaks here, as it is stored with what they say."""
        from hardwon.models import Origin

        session = self.environ.get("CLAUDE_CODE_SESSION_ID", "") if self.is_agent else ""
        return Origin(who="agent" if self.is_agent else "user", host="cli", session_id=one_line(session, 100))

    # -- who is asking -----------------------------------------------------------------------------------

    def require_person(self, act: str, *, yes: bool) -> None:
        """Refuse what only a person may do.

        Args:
            act: what is asked for, such as "changes settings".
            yes: whether --yes was given; wanted where there is no terminal.

        Raises:
            PersonOnly: this is an agent's shell, or nobody can be seen at a terminal.
        """
        import shlex

        line = shlex.join(one_line(word) for word in ("mem", *self.command))
        if self.is_agent:
            raise PersonOnly(f"only a person {act}", f"ask the person to run, in a shell of their own: {line}")
        if not yes and not _is_terminal(sys.stdin):
            raise PersonOnly(f"only a person {act}, and there is no terminal here", f"run: {line} --yes")

    @property
    def can_ask(self) -> bool:
        """Whether a person can answer a question here."""
        return self.settings.env != "testing" and _is_terminal(sys.stdin) and _is_terminal(sys.stderr)

    # -- ways in and out ---------------------------------------------------------------------------------

    def read_input(self) -> str:
        """All of standard input as text; bytes that are no UTF-8 become U+FFFD.

        Raises:
            InvalidInput: it is closed, or endless.
        """
        data = self.input_stream().read(INPUT_BYTES + 1)
        if len(data) > INPUT_BYTES:
            raise InvalidInput(f"standard input has more than {INPUT_BYTES >> 20} MB", "store less at once")
        return data.decode("utf-8-sig", "replace")

    def input_stream(self) -> BinaryIO:
        """Standard input as bytes.

        Raises:
            InvalidInput: it is closed.
        """
        if sys.stdin is None:
            raise InvalidInput("standard input is closed, so there is no text to read", "give the text as an argument")
        if _is_terminal(sys.stdin):
            self.note("Type the text; end with Ctrl-D on a line of its own.")
        return sys.stdin.buffer

    @property
    def screen(self) -> Screen:
        """How wide and colourful standard output is."""
        if self._screen is None:
            testing = self.settings.env == "testing"
            self._screen = Screen.of(sys.stdout, self.environ, is_plain=testing)
        return self._screen

    def answer(self, data: Mapping[str, object], lines: Iterable[str]) -> None:
        """Give a command's answer, as an object or as lines; a line's parts are cleaned by who made them.

        Args:
            data: the object of --json.
            lines: the same for a person.
        """
        self._answered = True
        if self.as_json:
            self._write_json(data)
        else:
            for line in lines:
                sys.stdout.write(line + "\n")

    def note(self, text: str) -> None:
        """Say something beside the answer."""
        if sys.stderr is not None:
            sys.stderr.write(for_terminal(text) + "\n")

    def note_withheld(self, kinds: Sequence[str]) -> None:
        """Say what was taken out of a text before it was stored, if anything was."""
        if kinds:
            self.note(f"Taken out before storing: {', '.join(kinds)}.")

    def advise(self, text: str) -> None:
        """Say what to do next, to a person at a terminal."""
        if not self.as_json and self.screen.is_terminal:
            self.note(text)

    def advise_once(self, about: str, text: str) -> None:
        """Say what to do next the first time it comes up here, and never again.

        Args:
            about: a short name; a file in the data folder remembers that it was said.
            text: what to say.
        """
        if self.as_json or not self.screen.is_terminal or self.is_agent:
            return
        try:
            handle = os.open(f"{self.paths.data}/advised-{about}", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except OSError:  # it was said, or nothing can be remembered here
            return
        os.close(handle)
        self.note(text)

    def fail(self, error: HardwonError) -> None:
        """Say what is wrong, and below it what to do; with --json as an object too."""
        self.complain(type(error).__name__, one_line(str(error), 800), for_terminal(error.hint))
        snippet = getattr(error, "snippet", "")
        if snippet:
            self.note(snippet)

    def complain(self, kind: str, message: str, hint: str = "") -> None:
        """Say what is wrong on standard error, and with --json on standard output as an object.

        Args:
            kind: the kind of error, a class name.
            message: what is wrong, one line.
            hint: what to do.
        """
        self.note(f"mem: {message}")
        if hint and sys.stderr is not None:
            sys.stderr.write("     " + hint.replace("\n", "\n     ") + "\n")
        if self.as_json and not self._answered:
            self._answered = True
            self._write_json({"error": {"kind": kind, "message": message, "hint": hint}})

    def _write_json(self, data: Mapping[str, object]) -> None:
        if _is_terminal(sys.stdout):
            import json

            sys.stdout.write(json.dumps(data, indent=2) + "\n")
        else:
            sys.stdout.write(jsonlight.dumps(data) + "\n")


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False
