"""The panel: positions from matches in which any sensible person agrees, and every level above novice does so too."""

import pytest
from tests.tools.loading import tool

import parlour

panel = tool("panel")
POSITIONS = {name: panel.panel(name) for name in panel.names()}
EVERY = [(name, position) for name, positions in POSITIONS.items() for position in positions]
SEED = 24

pytestmark = pytest.mark.compiled("levels hardly think where rules are not compiled")


@pytest.mark.parametrize(
    ("level", "least"),
    [("casual", 0.95), ("strong", 0.95), pytest.param("master", 1.0, marks=pytest.mark.all)],
)
def test_every_level_above_novice_does_what_any_sensible_person_would(level: str, least: float) -> None:
    bots = {name: parlour.bot(name, level, seed=SEED) for name in POSITIONS}
    wrong = [f"{name}: {position.why}" for name, position in EVERY if not position.agrees(bots[name])]
    assert len(wrong) <= (1 - least) * len(EVERY), "\n".join(wrong)


def test_the_panel_has_200_positions_of_all_games() -> None:
    assert set(POSITIONS) == set(parlour.games())
    assert len(EVERY) >= 200
    assert len({(name, position.position, position.seat) for name, position in EVERY}) == len(EVERY)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_position_asks_for_a_choice_and_says_why(name: str) -> None:
    for position in POSITIONS[name]:
        match = position.match(parlour.game(name))
        named = {match.numbers(position.seat, text) for text in position.sensible or position.absurd}
        assert bool(position.sensible) != bool(position.absurd), position.why
        assert 0 < len(named) < len(list(match.turns(position.seat))), position.why
        assert position.kind
        assert position.why.endswith("."), position.why
