"""The menu: everything an Enter away, and every wrong answer asked again."""

from pathlib import Path

import pytest

from parlour import bots
from parlour.games import all_games, game, names
from tests.cli.helpers import run

QUIT = "5\n"


def number_of(name: str) -> int:
    return 1 + names().index(name)


def test_quitting_is_easy() -> None:
    result = run("menu", text=QUIT)
    assert result.exit_code == 0
    for way in ("Play", "Watch", "rules", "saved match", "Quit"):
        assert way in result.output


def test_the_end_of_a_pipe_quits_too() -> None:
    assert run("menu").exit_code == 0


def test_wrong_answers_are_asked_again() -> None:
    result = run("menu", text=f"six\n0\n6\n{'9' * 5000}\n²\n{QUIT}")
    assert result.exit_code == 0
    assert result.output.count("Please type a number from 1 to 5") == 5


@pytest.mark.parametrize("name", names())
def test_a_match_is_set_up_by_pressing_enter(name: str) -> None:
    one = game(name)
    answers = [str(number_of(name))] + [""] * ((one.fewest != one.most) + bool(one.seat_names)) + ["2", ""]
    text = "\n".join(["1", *answers, "help", "quit"]) + "\n" + QUIT
    result = run("menu", text=text)
    assert result.exit_code == 0
    assert one.title in result.output
    assert "stop here; the match is saved" in result.output
    assert "Goodbye." in result.output
    assert result.output.count("Parlour: vintage games") == 2


def test_seats_opponents_options_and_seed_are_asked_for() -> None:
    one = game("kamra")
    five, mixed, change = "2", str(len(bots.names()) + 1), "y"
    levels = ["1", "2", "2", "1"]
    options = ["2", "no", "120", "1"]  # target: a wrong value, a right one, then no more
    text = ["1", str(number_of(one.name)), five, mixed, *levels, change, *options, "seven", "table", "quit", "5"]
    result = run("menu", text="\n".join(text) + "\n")
    assert result.exit_code == 0
    assert "target cannot be 'no'; it takes a whole number from 10 to 10000" in result.output
    assert "target = 120" in result.output
    for player in (
        "You (seat 0)",
        "Mabel (seat 1, rulebook)",
        "Clarence (seat 2, random)",
        "Roscoe (seat 4, rulebook)",
    ):
        assert player in result.output


def test_options_that_do_not_go_together_are_asked_for_again() -> None:
    one = game("cam")
    names_of_options = [option.name for option in one.options]
    wrong = [x for name in ("repetition", "quiet_plies") for x in (str(2 + names_of_options.index(name)), "0")]
    right = [str(2 + names_of_options.index("repetition")), "3", "1"]
    text = ["1", str(number_of("cam")), "1", "2", "y", *wrong, "1", *right, "", "quit", "5"]
    result = run("menu", text="\n".join(text) + "\n")
    assert result.exit_code == 0
    assert "cannot both be 0" in result.output
    assert "At the table" in result.output


def test_rules_are_read_from_the_menu() -> None:
    for name in names():
        result = run("menu", text=f"3\n{number_of(name)}\n{QUIT}")
        assert result.exit_code == 0
        assert result.output.count("|") > 20


def test_computer_players_are_watched_from_the_menu() -> None:
    text = ["2", str(number_of("kamra")), "", "2", "y", "3", "1", "1", "", "5"]  # all random, hand_cap 1
    result = run("menu", text="\n".join(text) + "\n")
    assert result.exit_code == 0
    assert "settlement" in result.output


def test_a_saved_match_is_gone_on_with(home: Path) -> None:
    assert "no unfinished matches" in run("menu", text=f"4\n{QUIT}").output
    run("play", "kamra", "--seed", "3", text="3\n")
    (home / "parlour" / "saves" / "garbage.json").write_text("{}")
    result = run("menu", text=f"4\n1\nquit\n{QUIT}")
    assert result.exit_code == 0
    assert "Kam-ra!" in result.output
    assert "held  total" in result.output


def test_every_game_is_offered() -> None:
    result = run("menu", text="1\n")
    for one in all_games().values():
        assert f"{one.title} " in result.output
        assert one.summary in result.output
