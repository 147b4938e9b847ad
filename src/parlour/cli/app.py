"""All commands in one place, and what happens when none is named."""

from collections.abc import Callable
from typing import Annotated

import typer

from parlour import __version__
from parlour.cli import (
    arena,
    bench,
    compile,
    completion,
    coverage,
    dataset,
    doctor,
    endgames,
    erasing,
    games,
    keeping,
    menu,
    perft,
    play,
    replay,
    restoring,
    review,
    rules,
    serve,
    simulate,
    stats,
    tui,
    verify,
)
from parlour.cli.common import guarded
from parlour.games import names
from parlour.terminal.plain.screen import at_a_terminal

EXIT_CODES = "Exit codes: 0 done; 1 failed (not verified, unreadable, ...); 2 wrong usage; 130 interrupted."

app = typer.Typer(
    help="Vintage parlour games, as their rulebooks printed them, with every gap ruled and marked.",
    epilog=EXIT_CODES,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"parlour {__version__}")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
@guarded
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Vintage parlour games, as their rulebooks printed them, with every gap ruled and marked."""
    if context.invoked_subcommand is None:
        if at_a_terminal():
            menu.menu()
        else:
            typer.echo(context.get_help())


SOME = names()[0]
COMMANDS: dict[Callable[..., None], str] = {
    games.games: f"parlour games {SOME}",
    rules.rules: f"parlour rules {SOME}",
    play.play: f"parlour play {SOME} --opponents random --seed 7",
    tui.tui: f"parlour tui {SOME} --opponents casual",
    replay.replay: "parlour replay match.json --step",
    review.review: "parlour review match.json --svg review.svg",
    verify.verify: "parlour verify match.json --commitment 3f5a...",
    simulate.simulate: f"parlour simulate {SOME} --matches 10000 --policy rulebook --plot page.svg",
    arena.arena: f"parlour arena {SOME} rulebook random --matches 1000 --out arena",
    dataset.dataset: f"parlour dataset {SOME} --matches 1000 --bots rulebook --out decisions.parquet",
    stats.stats: "parlour stats decisions.parquet --plot page.svg",
    perft.perft: f"parlour perft {SOME} --depth 3 --divide",
    bench.bench: "parlour bench --json bench.json",
    coverage.coverage: "parlour coverage --check",
    compile.compile: f"parlour compile {SOME}",
    menu.menu: "parlour menu",
    doctor.doctor: "parlour doctor",
    completion.completion: "parlour completion bash",
    serve.serve: "parlour serve --port 8731",
    keeping.export: "parlour export wq3k5m7a2c4e6g8j --out match.json",
    keeping.backup: "parlour backup tables.backup",
    erasing.erase: "parlour erase wq3k5m7a2c4e6g8j",
    restoring.restore: "parlour restore --table wq3k5m7a2c4e6g8j --step 57",
}

for command, example in COMMANDS.items():
    app.command(epilog=f"Example: {example}\n\n{EXIT_CODES}")(guarded(command))

app.add_typer(endgames.app, name="endgames")
