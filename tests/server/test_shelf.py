"""What the server tells of the games: the shelf in its order, words and guides, and games of packages among them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.installing import Packages, packages

from parlour.core import texts
from parlour.games import game, names
from parlour.server.bodies import GameFacts, facts_of_all
from parlour.server.library import guide_of, words_of

SNAP = (
    "from parlour.core.game import Box, Game, Seats\n"
    "GAME = Game(name='snap', title='Snap', box=Box(1866, 'J. Jaques'), summary='Two alike.', seats=Seats(2, 2),\n"
    "            options=(), package='snap_rules')\n"
)


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Packages]:
    facts_of_all.cache_clear()
    yield from packages(tmp_path)
    facts_of_all.cache_clear()


def shelf() -> dict[str, GameFacts]:
    return {facts.name: facts for facts in facts_of_all()}


def test_the_shelf_has_an_order_and_what_stands_on_each_box() -> None:
    assert [*shelf()] == ["kamra", "cam", "kardkelly", "bacarac", "honors1", "honors2", "honors3", "honors4"]
    for facts in facts_of_all():
        assert facts.minutes % 5 == 0 < facts.minutes
        assert facts.depth in (1, 2, 3)
        assert facts.lesson
        assert facts.languages["es"].summary not in ("", facts.summary)
    assert shelf()["honors1"].languages["es"].title == "Honors n.º I"
    assert shelf()["kamra"].fades == ["played"]


@pytest.mark.parametrize("name", names())
def test_a_short_match_is_one_that_can_be_played(name: str) -> None:
    one, facts = game(name), shelf()[name]
    for seats in range(one.fewest, one.most + 1):
        options = {key: seats if value == "seats" else value for key, value in facts.short.items()}
        assert one.complete_options(options) | options != one.complete_options({})


def test_words_are_told_in_a_language_with_what_is_a_seat() -> None:
    english, spanish = (words_of("kamra", language).sections for language in ("en", "es"))
    assert english["events"]["hand_over"] != spanish["events"]["hand_over"]
    assert english["argument"] == texts.arguments(game("kamra"))
    assert guide_of("kamra", "es").text.startswith("# ")
    assert guide_of("kamra", "es").language == "es"


def test_a_game_of_a_package_stands_at_the_end_with_what_it_brings(install: Packages) -> None:
    install.install("leher-facts", "", "[parlour.games]\nleher = parlour_leher:GAME\n")
    facts = facts_of_all()[-1]
    assert (facts.name, facts.languages, facts.lesson) == (
        "leher",
        {},
        "One card, one question, and the King that stops it.",
    )
    assert words_of("leher", "es").sections["action"]["keep"] == "Keep it"
    assert guide_of("leher", "es").language == "en"


def test_a_game_of_a_package_that_breaks_when_it_is_looked_at_is_left_out_and_noted(
    install: Packages, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install.install("snap", SNAP, "[parlour.games]\nsnap = snap:GAME\n")
    rules = tmp_path / "site-snap-1.0" / "snap_rules"
    rules.mkdir()
    for module in ("__init__", "rules"):  # no view
        (rules / f"{module}.py").touch()
    assert len(shelf()) == 8
    assert "the game snap cannot be put on the shelf" in caplog.text
