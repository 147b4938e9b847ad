"""Computer players are found by name: those of the house, and those of installed packages, broken ones and all."""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.installing import packages

import parlour
from parlour.bots import LEVELS, names, registry
from parlour.bots.searching import SearchBot
from parlour.core.plugins import package_of
from parlour.errors import BrokenBot, UnknownBot

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    """Install a package of one module."""
    for made in packages(tmp_path):
        yield made.install


def points(**targets: str) -> str:
    return "[parlour.bots]\n" + "".join(f"{name} = {target}\n" for name, target in targets.items())


def test_without_packages_there_are_the_players_of_the_house() -> None:
    assert names() == list(LEVELS)


def test_a_level_can_be_asked_for_with_some_of_its_settings_changed() -> None:
    usual = registry.make(parlour.game("kamra"), "strong")
    changed = registry.make(parlour.game("kamra"), "strong:tries=5:noise=0.5", seed=1)
    assert isinstance(usual, SearchBot)
    assert isinstance(changed, SearchBot)
    assert changed.setting == replace(usual.setting, tries=5, noise=0.5)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("strong:luck=1", "a level has no setting 'luck'; it has rounds, seconds"),
        ("strong:", "a level has no setting ''"),
        ("strong:tries=0", "'tries=0' is no tries of a level: Expected `int` >= 1"),
        ("strong:tries", "'tries' is no tries of a level"),
        ("strong:rounds=1000000000", "Expected `int` <= 10000000"),
        ("strong:noise=nan", "'noise=nan' is no noise of a level"),
        ("rulebook:tries=1", "there is no computer player 'rulebook:tries=1'"),
    ],
)
def test_a_setting_that_there_is_not_is_refused(name: str, why: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(why)):
        registry.make(parlour.game("kamra"), name)


def test_the_example_of_the_page_is_installed_found_and_plays_every_game(install: Install) -> None:
    source = (ROOT / "docs" / "examples" / "greedy.py").read_text(encoding="utf-8")
    project = tomllib.loads(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0])["project"]
    assert source.partition("\n\n")[2] in PAGE
    install(project["name"], source, points(**project["entry-points"]["parlour.bots"]), project["version"])
    assert names() == [*LEVELS, "greedy"]
    for name in parlour.games():
        match = parlour.game(name).match(seed=3)
        bot = parlour.bot(name, "greedy", seed=1)
        seat = match.actors[0]
        assert bot.choose(match, seat) == parlour.bot(name, "greedy", seed=1).choose(match, seat)
        match.play(seat, bot.choose(match, seat))


HOUSE = "from parlour.bots.players import RandomBot"


def test_a_function_may_make_the_player_and_may_decline_a_game(install: Install) -> None:
    module = (
        f"{HOUSE}\nfrom parlour.errors import UnknownBot\n"
        "def make(game, seed, forgetting):\n"
        "    if game.name == 'cam':\n        raise UnknownBot('Ada does not play Cam')\n"
        "    return RandomBot(game, seed, forgetting)\n"
    )
    install("ada", module, points(ada="ada:make"))
    assert parlour.bot("kamra", "ada", seed=9, forgetting=0.5).forgetting == 0.5
    with pytest.raises(UnknownBot, match="Ada does not play Cam"):
        parlour.bot("cam", "ada")


@pytest.mark.parametrize(
    ("module", "target", "why"),
    [
        ("import no_such_module", "broken:Bot", "loading it failed: ModuleNotFoundError: No module named"),
        ("raise SystemExit(3)", "broken:Bot", "loading it failed: SystemExit: 3"),
        ("x = 1", "broken:Bot", "loading it failed: AttributeError"),
        ("x = 1", "not an address", "loading it failed"),
        ("x = 1", "broken:x", "neither a Bot nor a function"),
        ("def x(game):\n  pass", "broken:x", "making it failed: TypeError"),
        ("def x(*three):\n  return 5", "broken:x", "it gives '5', which is no Bot of"),
        (f"import parlour\n{HOUSE}\ndef x(*three):\n  return RandomBot(parlour.game('cam'))", "broken:x", "no Bot of"),
    ],
)
def test_a_broken_package_says_so_to_who_asks_for_it_and_to_nobody_else(
    install: Install, module: str, target: str, why: str
) -> None:
    install("broken", module, points(bad=target))
    install("fine", f"{HOUSE} as Fine", points(fine="fine:Fine"))
    with pytest.raises(BrokenBot, match=re.escape(why)) as error:
        parlour.bot("kamra", "bad")
    assert "'bad'" in str(error.value)
    assert "package broken 1.0" in str(error.value)
    assert parlour.bot("kamra", "fine", seed=1).level == "random"
    assert names() == [*LEVELS, "bad", "fine"]


def test_a_package_with_damaged_files_hides_only_itself(install: Install, tmp_path: Path) -> None:
    install("damaged", "", "[parlour.bots]\nneither name nor address\n")
    install("fine", f"{HOUSE} as Fine", points(fine="fine:Fine"))
    (tmp_path / "site-fine-1.0" / "other-2.0.dist-info").mkdir()  # an installation that was cut short
    assert names() == [*LEVELS, "fine"]
    assert parlour.bot("kamra", "fine", seed=1).level == "random"


def test_names_of_the_house_cannot_be_taken(install: Install) -> None:
    install("thief", "", points(rulebook="thief:Thief"))
    assert names() == list(LEVELS)
    assert type(parlour.bot("kamra", "rulebook")) is LEVELS["rulebook"]


def test_two_packages_with_one_name_are_refused_and_two_versions_of_one_are_not(install: Install) -> None:
    install("older", f"{HOUSE} as X", points(twin="older:X"))
    install("older", f"{HOUSE} as X", points(twin="older:X"), version="2.0")
    assert parlour.bot("kamra", "twin", seed=1).level == "random"
    install("younger", f"{HOUSE} as X", points(twin="younger:X"))
    with pytest.raises(BrokenBot, match=r"several packages have a computer player 'twin': younger 1.0, older 2.0"):
        parlour.bot("kamra", "twin")


def test_an_entry_point_without_a_package_is_told_as_such() -> None:
    assert package_of(EntryPoint("x", "y:z", registry.GROUP)) == "unknown"


@pytest.mark.parametrize("name", ["", "grandmaster", "random ", "Random", "x" * 500, None, 7])
def test_what_is_no_player_is_refused_with_all_that_there_are(name: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(f"there are {', '.join(LEVELS)}, and exec:COMMAND")) as error:
        parlour.bot("kamra", name)
    assert len(str(error.value)) < 300
