"""`parlour completion`: what a shell needs to complete our commands, and what is offered where names are wanted."""

from typing import Annotated

import typer

from parlour.errors import OptionError

SHELLS = ("bash", "zsh", "fish")


def complete_shell(start: str) -> list[str]:
    """Shells for the shell's completion."""
    return [shell for shell in SHELLS if shell.startswith(start)]


def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help=f"{', '.join(SHELLS)}.", autocompletion=complete_shell)],
) -> None:
    """Print the script with which a shell completes commands, games, players and saved matches.

    In bash: eval "$(parlour completion bash)". `parlour --install-completion` does it for good, in your own shell.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    if shell not in SHELLS:
        raise OptionError(f"there are completions for {', '.join(SHELLS)}, not for {shell[:40]!r}")
    typer.echo(get_completion_script(prog_name="parlour", complete_var="_PARLOUR_COMPLETE", shell=shell))
