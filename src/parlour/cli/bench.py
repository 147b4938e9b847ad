"""`parlour bench`: how fast this installation is, here and now."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.common import complete_game
from parlour.cli.engines import suggest_lab
from parlour.core.files import whole_file
from parlour.games import all_games, game


def bench(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Only this game.", autocompletion=complete_game)
    ] = None,
    times: Annotated[
        int, typer.Option("--times", metavar="N", min=3, max=99, help="How often to repeat everything.")
    ] = 5,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures; - prints them.")
    ] = None,
) -> None:
    """Measure how fast this installation is.

    Playouts, checked moves and start-up are measured several times each.

    It says nothing about other libraries: `python -m benchmarks` in the repository compares with peers in one run.
    """
    from parlour.arena import bench as benches

    games = [game(name)] if name else list(all_games().values())
    suggest_lab()
    quiet = json is not None and str(json) == "-"
    facts = benches.machine()
    if not quiet:
        packages = ", ".join(f"{package} {version}" for package, version in facts["packages"].items())
        typer.echo(
            f"{facts['processor']}, {facts['cores']} cores; {facts['system']}; Python {facts['python']}, {packages}"
        )
        typer.echo(f"{times} runs each, on one core: median (least to most); moves per second of CPU time")
    measures = []
    for measure in benches.measure_all(games, times):
        measures.append(measure.data())
        if not quiet:
            typer.echo(f"  {measure.name:52} {figures(measure.spread, measure.unit)}")
    if not quiet:
        typer.echo("`python -m benchmarks` in the repository compares with peers.")
    if json is not None:
        write(json, {"machine": facts, "measures": measures})


def write(file: Path, data: dict[str, object]) -> None:
    """The figures as JSON."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"
    if str(file) == "-":
        typer.echo(text, nl=False)
        return
    with whole_file(file) as part:
        part.write_text(text, encoding="utf-8")


def figures(spread: tuple[float, float, float], unit: str) -> str:
    """A median and the ends, in a form fit to be read."""
    middle, least, most = (figure(value) for value in spread)
    return f"{middle} {unit} ({least} to {most})"


def figure(value: float) -> str:
    """A number with a sensible count of digits."""
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
