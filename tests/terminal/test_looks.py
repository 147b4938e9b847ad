"""Every game in every phase, as who is to act and as a spectator sees it, drawn and in plain text: goldens."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.core import texts
from parlour.core.contract import TABLE
from parlour.games import game, names
from parlour.terminal.looks import listed, look_of, turn_line
from parlour.terminal.pen import Pen
from tests.short import short
from tests.terminal.screens import same_text

PEOPLE = ("You", "Bert", "Cora", "Dell", "Edna", "Floyd")
MOST_MOVES = 400
# Switches with which the rarer phases come up, besides a short match as it is.
RARE: dict[str, dict[str, str]] = {
    "kamra": {"manners": "strict"},
    "kardkelly": {"challenge_keep": "on", "revive_timing": "any_time", "reclaim": "on"},
    "bacarac": {"manners": "strict", "poker_choose": "on", "buy_dead": "on", "final_betting": "on"},
    "honors3": {"h3_directed": "one"},
}


@pytest.mark.every_game
@pytest.mark.parametrize("name", names())
def test_every_phase_looks_as_it_did(name: str) -> None:
    pages: dict[str, str] = {}
    plain_pages: dict[str, str] = {}
    for seed in range(2):
        for options in (short(name), short(name) | RARE.get(name, {})):
            for view in moments(name, seed, options):
                eyes = "a spectator" if view["you"] is None else "who is to act"
                title = f"{view['table']['phase']}, as {eyes} sees it"
                if title not in pages:
                    pages[title], plain_pages[title] = drawn(view), drawn(view, plain=True)
    assert len(pages) > 2
    assert all(page.isascii() for page in plain_pages.values())
    same_text(joined(pages), f"looks-{name}")
    same_text(joined(plain_pages), f"plain-{name}")


def joined(pages: dict[str, str]) -> str:
    """All pages of a golden."""
    return "\n".join(f"--- {title}\n{page}\n" for title, page in sorted(pages.items()))


def moments(name: str, seed: int, options: dict[str, str]) -> Iterator[dict[str, Any]]:
    """What can be seen of a match at random."""
    chance = random.Random(f"{name} {seed}")
    match = game(name).match(seed=seed, options=options, hold_table=True)
    while not match.over and len(match.moves) < MOST_MOVES:
        yield match.view(None)
        seat = chance.choice(match.actors)
        if seat != TABLE:
            yield match.view(seat)
        match.play(seat, chance.choice(match.legal_ids(seat)))
    yield match.view(0)


def drawn(view: dict[str, Any], plain: bool = False) -> str:
    """A view as its look draws it, and the turn line."""
    one = game(view["game"])
    people = [name if seat == view["you"] or name != "You" else "Ada" for seat, name in enumerate(PEOPLE)]
    if view["you"] is not None:
        people[view["you"]] = "You"
    legal = () if plain else view["legal"]
    pen = Pen(one, people[: view["seats"]], view["you"], legal, view["actors"], plain=plain)
    look = look_of(one)
    look.draw(pen, view)
    made = look.prompt(view, view["you"])
    prompt = turn_line(pen, view)
    assert made is None or prompt != made[0], f"there are no words for {made}"
    return "\n".join(line.rstrip() for line in f"{pen.text()}\n> {prompt}".splitlines())


@pytest.mark.rule("BC-G19")
def test_bacaracs_board_has_kitty_and_pot_among_its_divisions() -> None:
    page = drawn(game("bacarac").match(seats=3, seed=1).view(None), plain=True)
    assert "The board: kitty 9  pot 3  8-9-10 6  A 3" in page


def test_a_label_with_places_is_for_a_drawing_and_a_board_is_told_row_by_row() -> None:
    table = {"quiet": 3, "board": [[".", "X"], ["O", "."]]}
    assert texts.say_table(game("cam"), table)[0] == "Quiet: 3"
    assert texts.say_table(game("kamra"), table)[1:] == ["Board:", ". X", "O ."]


def test_a_game_without_a_look_is_listed() -> None:
    one = game("kamra")
    view = one.match(seed=1).view(0)
    pen = Pen(one, PEOPLE[:4], 0, view["legal"], view["actors"])
    listed.draw(pen, view)
    you, *others = PEOPLE[:4]
    assert f"Totals: {you} 0, {others[0]} 0, {others[1]} 0, {others[2]} 0" in pen.text()
    assert f"The contracts: {you} -, {others[0]} -" in pen.text()
    assert "Hand: " in pen.text()
    assert "taking" not in pen.text()
    assert listed.prompt(view, 0) is None
