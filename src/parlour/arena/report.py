"""What a tournament comes to, in tables, as plain data and as a page of text."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from parlour.arena.elo import elo_of
from parlour.arena.sprt import ALPHA, BETA, LOWER, UPPER
from parlour.arena.standings import Numbers, Standings, interval, margin
from parlour.arena.tournament import Tournament
from parlour.core.statistics import Cell, Statistic

SCORES, PAYOFFS, WINS = range(3)


def tables(standings: Standings) -> list[Statistic]:
    """Everything as tables; only the thinking times as long as no deal is whole."""
    if standings.deals == 0:
        return [thinking_table(standings)]
    several = [rating_table, cross_table, pair_table, bot_table] if len(standings.tournament.bots) > 1 else []
    return [make(standings) for make in (*several, seat_table, place_table, thinking_table)]


def rating_table(standings: Standings) -> Statistic:
    """Ratings, best first."""
    bots = standings.tournament.bots
    points, intervals = standings.ratings()
    rows = [
        (bot, round(points[number].item()), *([None] * 2 if number == len(bots) - 1 else rounded(intervals[number])))
        for number, bot in enumerate(bots)
    ]
    rows.sort(key=lambda row: -row[1])
    return Statistic(f"Ratings ({bots[-1]} = 0)", ("bot", "Elo", "from", "to"), tuple(rows))


def rounded(values: Numbers) -> list[int]:
    """Ratings in whole points."""
    return [round(value) for value in values.tolist()]


def cross_table(standings: Standings) -> Statistic:
    """How often each bot finished ahead of each other one."""
    bots = standings.tournament.bots
    won = standings.ahead(standings.results).sum(axis=0)
    rows = tuple(
        (bot, *(percent_of(won[i, j], won[j, i]) for j in range(len(bots))))
        for i, bot in enumerate(bots)
    )  # fmt: skip
    return Statistic("Ahead of, % of comparisons", ("bot", *(f"{bot} %" for bot in bots)), rows)


def percent_of(part: float, rest: float) -> float | None:
    """A part in per cent of itself and the rest."""
    return float(100 * part / (part + rest)) if part + rest else None


def pair_table(standings: Standings) -> Statistic:
    """Every two bots that met, by what they did to each other alone."""
    columns = ("pair", "comparisons", "ahead %", "from %", "to %", "Elo", "from", "to")
    won = standings.ahead(standings.results)
    names = standings.tournament.bots
    pairs = [(i, j) for i in range(len(names)) for j in range(i + 1, len(names)) if (won[:, i, j] + won[:, j, i]).any()]
    rows = (pair_row(f"{names[i]} - {names[j]}", won[:, i, j], won[:, j, i]) for i, j in pairs)
    return Statistic("Pairs", columns, tuple(rows))


def pair_row(name: str, won: Numbers, lost: Numbers) -> tuple[Cell, ...]:
    """A pair: comparisons, the share won with its interval, and the same as a difference of ratings."""
    shares = won / (won + lost)
    known = (100 * shares.mean().item(), *interval(shares))
    ratings = [None if share is None else whole(elo_of(share / 100)) for share in known]
    return (name, round((won + lost).sum()), *known, *ratings)


def whole(elo: float) -> int | None:
    """A rating in whole points; None where it has no bound."""
    return round(elo) if math.isfinite(elo) else None


def bot_table(standings: Standings) -> Statistic:
    """Wins, scores and payoffs by bot, for each seat that it has in a match."""
    one = standings.tournament
    rows = (
        (bot, *figures(standings, *(standings.of_bot(number, what) for what in (WINS, SCORES, PAYOFFS))))
        for number, bot in enumerate(one.bots)
    )
    return Statistic("Bots, a seat", ("bot", *FIGURES), tuple(rows), chart=("wins %",))


def seat_table(standings: Standings) -> Statistic:
    """The same by seat, for all who sat there."""
    one = standings.tournament
    rows = (
        (one.game.seat_name(seat), *figures(standings, *(standings.of_seat(seat, w) for w in (WINS, SCORES, PAYOFFS))))
        for seat in range(one.seats)
    )
    return Statistic("Seats", ("seat", *FIGURES), tuple(rows), chart=("wins %",))


FIGURES = ("wins %", "from %", "to %", "fair %", "score", "score ±", "payoff", "payoff ±")


def figures(standings: Standings, wins: Numbers, scores: Numbers, payoffs: Numbers) -> tuple[Cell, ...]:
    """What the bots and the seats have in common."""
    return (
        *(100 * wins.mean().item(), *interval(wins), 100 * standings.fair),
        *(scores.mean().item(), margin(scores), payoffs.mean().item(), margin(payoffs)),
    )


def place_table(standings: Standings) -> Statistic:
    """Wins of each bot in each seat."""
    one = standings.tournament
    rows = []
    for number, bot in enumerate(one.bots):
        places = [standings.of_bot_in_seat(number, seat, WINS) for seat in range(one.seats)]
        rows.append((bot, *(None if wins is None else 100 * wins.mean().item() for wins in places)))
    seats = (f"{one.game.seat_name(seat)} %" for seat in range(one.seats))
    return Statistic("Wins by bot and seat", ("bot", *seats), tuple(rows))


def thinking_table(standings: Standings) -> Statistic:
    """How long each bot took for a decision, on the clock, where it had a choice."""
    rows = (
        (bot, times.decisions, *map(milliseconds, (times.mean, times.quantile(0.95), times.longest)))
        for bot, times in standings.thinking.items()
    )
    return Statistic("Thinking time, ms a decision", ("bot", "decisions", "mean", "p95", "longest"), tuple(rows))


def milliseconds(seconds: float | None) -> float | None:
    """Seconds as milliseconds, to the microsecond."""
    return None if seconds is None else round(1000 * seconds, 3)


# --- In words -------------------------------------------------------------------------------------------------


def headline(one: Tournament) -> str:
    """What is played: who sits round the table, or who takes part where there are several line-ups."""
    bots = [one.bots[bot] for bot in one.lineups[0]] if len(one.lineups) == 1 else one.bots
    return f"{one.game.title} ({one.game.year}), {one.seats} seats: {', '.join(bots)}; seed {one.seed}"


def options_text(one: Tournament) -> str | None:
    """The options that are not as usual, if there are any."""
    changed = {o.name: one.options[o.name] for o in one.game.options if one.options[o.name] != o.default}
    return f"Options: {', '.join(f'{name} = {value}' for name, value in changed.items())}" if changed else None


def summary(standings: Standings) -> str:
    """How much was played."""
    one = standings.tournament
    return (
        f"{standings.deals:,} deals in {len(one.seatings)} seatings each, {standings.matches:,} matches, "
        f"{standings.moves:,} moves; {100 * standings.drawn:.1f} % drawn"
    )


def running(standings: Standings) -> str:
    """The result so far, in a few words."""
    if standings.deals == 0:
        return "no deal is whole yet"
    bots = standings.tournament.bots
    wins = {bot: standings.of_bot(number, WINS).mean() for number, bot in enumerate(bots)}
    best = sorted(wins, key=lambda bot: -wins[bot])[:3]
    texts = [f"{bot} {100 * wins[bot]:.1f} %" for bot in best]
    if standings.trial is not None:
        texts.append(f"test {standings.trial.ratio:+.2f} of {LOWER:.2f} to {UPPER:.2f}")
    return f"{standings.deals:,} deals: {', '.join(texts)} (fair {100 * standings.fair:.1f} %)"


def verdict(standings: Standings) -> str | None:
    """What a test has found, if there was one."""
    trial = standings.trial
    if trial is None:
        return None
    first, second = standings.tournament.bots
    claims = {"H0": trial.sprt.elo0, "H1": trial.sprt.elo1}
    found = (
        "not decided"
        if trial.verdict is None
        else f"{trial.verdict} accepted, {first} is {claims[trial.verdict]:+g} Elo against {second}"
    )
    return (
        f"Test of {trial.sprt.elo0:+g} (H0) against {trial.sprt.elo1:+g} Elo (H1), alpha {ALPHA:g}, beta {BETA:g}: "
        f"{found}; {trial.deals:,} deals, log-likelihood ratio {trial.ratio:+.2f} ({LOWER:.2f} to {UPPER:.2f})"
    )


def complaints(standings: Standings, most: int = 5) -> list[str]:
    """The matches in which a bot failed, so many of them in words, and who forfeited turns."""
    failures = sorted(standings.failures.values(), key=lambda failure: int(failure["match"]))
    texts = [complaint(standings.tournament, failure) for failure in failures[:most]]
    more = len(failures) - len(texts)
    if more:
        texts.append(f"and {more:,} more matches failed")
    for bot, (match, text) in standings.faults.items():
        texts.append(f"{bot} forfeited {standings.forfeits[bot]:,} turns, first in match {match}: {text}")
    return texts


def complaint(one: Tournament, failure: dict[str, Any]) -> str:
    """A match in which a bot failed."""
    if failure["seat"] is None:
        who = "nobody knows who failed"
    else:
        who = f"{failure['bot']} in {one.game.seat_name(failure['seat'])} failed after {failure['moves']} moves"
    bots = ", ".join(one.bots[bot] for bot in failure["bots"])
    return f"match {failure['match']} (deal {failure['deal']}; {bots}): {who}: {failure['error']}"


# --- As data and as text --------------------------------------------------------------------------------------


def data(standings: Standings) -> dict[str, Any]:
    """Everything as plain data."""
    trial = standings.trial
    return {
        **standings.tournament.data(),
        "seatings": [list(seating) for seating in standings.tournament.seatings],
        "deals": standings.deals,
        "matches_played": standings.matches,
        "moves": standings.moves,
        "seconds": round(standings.seconds, 3),
        "drawn": standings.drawn,
        "interrupted": standings.interrupted,
        "failures": sorted(standings.failures),
        "forfeits": dict(standings.forfeits),
        "test": None
        if trial is None
        else {"verdict": trial.verdict, "ratio": trial.ratio, "deals": trial.deals, "alpha": ALPHA, "beta": BETA},
        "tables": [table.data() for table in tables(standings)],
    }


def page(standings: Standings, command: str) -> str:
    """The whole report as Markdown."""
    one = standings.tournament
    lines = [f"# {headline(one)}", "", "```", command, "```"]
    for text in (options_text(one), summary(standings), verdict(standings)):
        lines += ["", f"{text}."] if text else []
    lines += [f"\n- {text}" for text in complaints(standings)]
    for table in tables(standings):
        lines += ["", f"## {table.title}", "", *markdown(table)]
    return "\n".join(lines) + "\n"


def markdown(table: Statistic) -> Iterable[str]:
    """A table as Markdown."""
    yield row_text(table.columns)
    yield "|" + "---|" * len(table.columns)
    for row in table.rows:
        yield row_text([cell_text(name, cell) for name, cell in zip(table.columns, row, strict=True)])


def row_text(cells: Sequence[str]) -> str:
    """A row of a table; a bar would end its cell."""
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def cell_text(column: str, cell: Cell) -> str:
    """A cell for people: shares with one decimal, means with two."""
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:,.1f}" if column.endswith("%") else f"{cell:,.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell
