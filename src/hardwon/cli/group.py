"""Commands as click classes: found when called, with the options that every command has."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.catalog import COMMANDS, SECTIONS
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.cli.door import Door

# The keys of a --json object, each with what it holds: a sentence, an object, or a list of one kind of object.
Answer = Mapping[str, Any]

HERE, PROJECT, EVERYWHERE = 0, 1, 2
_TEXT_MARK = "\0"  # no argument of a process can hold it


class NoCommand(click.UsageError):
    """There is no command of that name.

    Args:
        message: what is wrong.
        hint: which there is.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Command(click.Command):
    """A command that knows what its JSON answer holds.

    Args:
        scope: HERE for none of the options about projects, PROJECT for --project, EVERYWHERE for --all-projects
            as well.
        answer: the keys of the object that --json gives, each with what it holds; None for no --json.
        takes_text: "words" where words that look like short options are part of the text too, as in a search;
            "text" where only whole phrases are; "" where no text is taken.
    """

    def __init__(
        self,
        *args: Any,
        scope: int = HERE,
        answer: Answer | None = None,
        takes_text: str = "",
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("context_settings", {}).setdefault("help_option_names", ["-h", "--help"])
        super().__init__(*args, **kwargs)
        self.answer = answer
        self.takes_text = takes_text
        self.params += _common_options(scope, with_json=answer is not None)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; what can only be text is text, also when it begins with a dash."""
        ctx.find_root().obj.command = (*ctx.command_path.split()[1:], *args)
        if not self.takes_text:
            return super().parse_args(ctx, args)
        rest = super().parse_args(ctx, _marked(args, self.get_params(ctx), self.takes_text))
        ctx.params = {name: _unmarked(value) for name, value in ctx.params.items()}
        return rest


def _marked(args: list[str], params: Sequence[click.Parameter], takes_text: str) -> list[str]:
    """The arguments with a mark before each that click would take for an option although it is text."""
    options = [param for param in params if isinstance(param, click.Option)]
    names = {name for option in options for name in option.opts}
    valued = {name for option in options if not option.is_flag for name in option.opts}
    marked: list[str] = []
    is_value = False
    for index, word in enumerate(args):
        if word == "--" and not is_value:
            return marked + args[index:]
        is_text = not is_value and _is_text(word, names, takes_text)
        marked.append(_TEXT_MARK + word if is_text else word)
        is_value = not is_value and word in valued
    return marked


def _is_text(word: str, names: set[str], takes_text: str) -> bool:
    if not word.startswith("-") or word == "-" or word.split("=", 1)[0] in names:
        return False
    if any(char.isspace() for char in word):
        return True
    return takes_text == "words" and word[1] != "-" and word[:2] not in names


def _unmarked(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_unmarked(item) for item in value)
    return value.removeprefix(_TEXT_MARK) if isinstance(value, str) else value


def _common_options(scope: int, *, with_json: bool) -> list[click.Parameter]:
    options: list[click.Parameter] = []
    if scope >= PROJECT:
        options.append(
            click.Option(
                ["--project"],
                metavar="NAME",
                expose_value=False,
                callback=_keep("project"),
                help="Another project than this folder's, by its name or binding.",
            )
        )
    if scope >= EVERYWHERE:
        options.append(
            click.Option(
                ["--all-projects"],
                is_flag=True,
                expose_value=False,
                callback=_keep("everywhere"),
                help="Every project's memories.",
            )
        )
    if with_json:
        options.append(
            click.Option(
                ["--json"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_keep("as_json"),
                help="Answer with one JSON object.",
            )
        )
    return options


def _keep(attribute: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """A callback that notes an option's value at the door."""

    def keep(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        if value:
            setattr(ctx.find_root().obj, attribute, value)
        return value

    return keep


def command(name: str, **attributes: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a command; its docstring is its help, its summary stands in the catalog.

    Args:
        name: as it is typed.
        attributes: as Command takes them.
    """
    return click.command(name, cls=Command, **attributes)


class Nouns(click.Group):
    """A command of several words, such as `mem config set`; alone it does what its own function does."""

    command_class = Command

    def __init__(self, *args: Any, answer: Answer | None = None, scope: int = HERE, **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", {}).setdefault("help_option_names", ["-h", "--help"])
        kwargs["invoke_without_command"] = True
        super().__init__(*args, **kwargs)
        self.answer = answer
        self.params += _common_options(scope, with_json=answer is not None)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, and note what was called for what is said about it."""
        ctx.find_root().obj.command = (*ctx.command_path.split()[1:], *args)
        return super().parse_args(ctx, args)


class Program(click.Group):
    """The program: knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command's name, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, None where there is none of that name."""
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        found = getattr(import_module(f"hardwon.cli.{listed.module}"), listed.attribute)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of the first word.

        Raises:
            click.UsageError: there is none; a similar name is proposed.
        """
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            meant = f"did you mean `mem {near[0]}`? " if near else ""
            raise NoCommand(f"there is no command {one_line(args[0], 60)!r}", meant + "`mem` alone lists the commands")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands below their headings, from the catalog alone."""
        for section in SECTIONS:
            rows = [(name, listed.summary) for name, listed in COMMANDS.items() if listed.section == section]
            with formatter.section(section):
                formatter.write_dl(rows, col_max=18)

    def main(self, args: Any = None, prog_name: str | None = None, *_: Any, **extra: Any) -> Any:
        """Run and leave the process, as click's own `main` does."""
        from hardwon.cli.entry import run

        sys.exit(run(args, prog_name))


def door_of(ctx: click.Context) -> Door:
    """The door of the call that a context belongs to."""
    found: Door = ctx.find_root().obj
    return found
