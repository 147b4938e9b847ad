"""Games of other people are found in their packages; one that cannot be used says so and hurts nobody else."""

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.errors import BrokenGame
from parlour.games import shelved
from tests.installing import Packages, packages

SNAP = (
    "from parlour.core.game import Box, Game, Seats\n"
    "GAME = Game(name={name!r}, title='Snap', box=Box(1866, 'J. Jaques'), summary='Two alike.', seats=Seats(2, 2),\n"
    "            options=(), package={package!r})\n"
)


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Packages]:
    yield from packages(tmp_path)


def points(**targets: str) -> str:
    return "[parlour.games]\n" + "".join(f"{name} = {target}\n" for name, target in targets.items())


def snap(name: str = "snap", package: str = "parlour_leher") -> str:
    """A module with the facts of a game; its rules are those of another."""
    return SNAP.format(name=name, package=package)


@pytest.mark.plain("the package comes without a compiled file")
@pytest.mark.parametrize("name", ["leher", "noughts"])
def test_a_game_of_a_package_is_like_any_other(install: Packages, name: str) -> None:
    install.install(f"parlour_{name}_facts", "", points(**{name: f"parlour_{name}:GAME"}))
    assert name in parlour.games()
    assert [one.name for one in shelved()][-1] == name
    match = parlour.game(name).match(seed=7)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, parlour.bot(name, "rulebook", seed=1).choose(match, seat))
    assert parlour.replay(match.record()).scores == match.scores


def test_without_packages_there_are_the_games_of_the_house() -> None:
    assert parlour.games() == ["bacarac", "cam", "honors1", "honors2", "honors3", "honors4", "kamra", "kardkelly"]


@pytest.mark.parametrize(
    ("module", "target", "why"),
    [
        ("import no_such_module", "broken:GAME", "loading it failed: ModuleNotFoundError: No module named"),
        ("raise SystemExit(3)", "broken:GAME", "loading it failed: SystemExit: 3"),
        ("x = 1", "broken:GAME", "loading it failed: AttributeError"),
        ("x = 1", "not an address", "loading it failed"),
        ("GAME = 5", "broken:GAME", "it is '5', and no Game"),
        (snap("bad game"), "broken:GAME", "the game is called 'bad game'; both names must be the same"),
        (snap("bad", "broken"), "broken:GAME", "there is no module broken.rules"),
    ],
)
def test_a_broken_package_is_told_once_and_hurts_nobody_else(
    install: Packages, module: str, target: str, why: str
) -> None:
    install.install("broken", module, points(bad=target))
    install.install("fine", snap(), points(snap="fine:GAME"))
    with pytest.warns(UserWarning, match=re.escape(why)) as told:
        assert "snap" in parlour.games()
    assert len(told) == 1
    assert "the game 'bad'" in str(told[0].message)
    assert "package broken 1.0" in str(told[0].message)
    with warnings.catch_warnings(action="error"):
        assert "bad" not in parlour.games()
        assert parlour.game("snap").title == "Snap"
        with pytest.raises(BrokenGame, match=re.escape(why)):
            parlour.game("bad")


def test_a_game_of_the_house_is_not_replaced(install: Packages) -> None:
    ours = parlour.game("cam")
    install.install("thief", snap("cam"), points(cam="thief:GAME"))
    with pytest.warns(UserWarning, match="Parlour has a game 'cam' of its own, which is played; that of thief 1.0 is"):
        assert len(parlour.games()) == 8
    assert parlour.game("cam") is ours


def test_two_packages_with_one_name_are_both_left_out_and_two_versions_of_one_are_not(install: Packages) -> None:
    install.install("older", snap(), points(snap="older:GAME"))
    install.install("older", snap(), points(snap="older:GAME"), version="2.0")
    assert parlour.game("snap").title == "Snap"
    install.install("younger", snap(), points(snap="younger:GAME"))
    why = r"several packages have a game 'snap': younger 1.0, older 2.0"
    with pytest.warns(UserWarning, match=why):
        assert "snap" not in parlour.games()
    with pytest.raises(BrokenGame, match=why):
        parlour.game("snap")
