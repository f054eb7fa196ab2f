"""`mem completion`."""

from __future__ import annotations

import sys

import click

from hardwon.cli.group import command

_WHERE = {
    "bash": 'eval "$(mem completion bash)"   in ~/.bashrc',
    "zsh": 'eval "$(mem completion zsh)"   in ~/.zshrc',
    "fish": "mem completion fish > ~/.config/fish/completions/mem.fish",
}


@command("completion")
@click.argument("shell", type=click.Choice(tuple(_WHERE)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell: commands, options, categories, and ids with their text.

    \b
    bash:  eval "$(mem completion bash)"   in ~/.bashrc
    zsh:   eval "$(mem completion zsh)"    in ~/.zshrc
    fish:  mem completion fish > ~/.config/fish/completions/mem.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    name = ctx.find_root().info_name or "mem"
    made = kind(ctx.find_root().command, {}, name, f"_{name.upper()}_COMPLETE")
    # Not `source()`: for bash that starts a shell to ask for its version.
    sys.stdout.write(made.source_template % made.source_vars())
