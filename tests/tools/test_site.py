"""The documentation site: its checker finds faults, its diagrams show what the rules allow, its rules are linked."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import parlour
from parlour.errors import IllegalAction, NotationError

ROOT = Path(__file__).parents[2]
START = "1/3/5/2k1k2/1mmmmm1/7/7/7/1MMMMM1/2K1K2/5/3/1"


@pytest.fixture(autouse=True)
def tools_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])


def site(name: str) -> ModuleType:
    return import_module(f"tools.site.{name}")


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('<a href="there/#here">x</a><h1 id="top"></h1><a href="#top">x</a>', None),
        ('<a href="nowhere/">x</a>', "nowhere/ leads nowhere"),
        ('<a href="there/#gone">x</a>', "there/#gone leads nowhere"),
        ('<img src="none.svg">', "none.svg leads nowhere"),
        ('<script src="https://cdn.example/x.js"></script>', "loads https://cdn.example/x.js"),
        ('<link rel="stylesheet" href="//fonts.example/a.css">', "loads //fonts.example/a.css"),
        ('<a href="https://elsewhere.example/">x</a>', None),
    ],
)
def test_the_checker(body: str, complaint: str | None, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "index.html").write_text('<p id="here">', encoding="utf-8")
    (tmp_path / "index.html").write_text(body, encoding="utf-8")
    found = list(site("check").problems(tmp_path))
    assert found == ([] if complaint is None else [f"index.html: {complaint}"])


def test_the_checker_reads_style_sheets(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    (tmp_path / "a.css").write_text("a { background: url('https://cdn.example/x.png') }", encoding="utf-8")
    assert list(site("check").problems(tmp_path)) == ["a.css: loads from another server"]


def test_a_board_has_every_square_and_piece() -> None:
    drawn = site("board").draw(START)
    assert drawn.count("<rect") == 67
    assert drawn.count('class="body"') == 14
    assert drawn.count('class="castle"') == 2


def test_legs_are_those_of_the_rules() -> None:
    drawn = site("board").draw(f"{START} | C4")
    assert drawn.count('<circle class="plain"') == 5
    assert drawn.count('<circle class="canter"') == 3


def test_a_turn_that_the_rules_forbid_is_not_drawn() -> None:
    assert "<polyline" in site("board").draw(f"{START} | C4-C6")
    with pytest.raises((IllegalAction, NotationError)):
        site("board").draw(f"{START} | C4-C7")


@pytest.mark.parametrize(
    ("game", "line"),
    [("kamra", "$P T2 | *S!"), ("honors1", "A-1 L-4"), ("kardkelly", "11 BLANK SCRATCH"), ("bacarac", "10H KS")],
)
def test_cards_are_drawn(game: str, line: str) -> None:
    drawn = site("cards").row(game, line)
    assert drawn.count("<svg") == len(line.replace("|", "").split())


def test_a_card_that_no_pack_has_is_not_drawn() -> None:
    with pytest.raises(NotationError):
        site("cards").row("kamra", "$8")


def test_rules_are_linked_in_text_only() -> None:
    cited = site("rules").cite("<p>See KR-26, <code>KR-26</code> and KR-99.</p>", "games/kamra/")
    assert cited.count('href="../../rules/kamra/#KR-26"') == 1
    assert "<code>KR-26</code> and KR-99." in cited


def test_every_shape_is_found_in_the_web_client() -> None:
    shapes = site("shapes")
    assert "".join(shapes.books()) == "ABCDEFGHIJKL"
    assert all(len(pieces) >= 3 for _, pieces in shapes.books().values())
    assert set(shapes.kamra_suits()) == set("$TCQ*")
    assert set(shapes.suits()) == set("CDHS")
    assert all({"man", "body", "top", "light", "shine", "rim"} <= set(side) for side in shapes.cam_pieces())


def test_every_game_has_its_figures_and_passages() -> None:
    """Also that the figures are of the rules as they are."""
    charts, excerpts = site("charts"), site("excerpts")
    for name in parlour.games():
        one = charts.known()[name]
        assert one["rules"] == parlour.game(name).version
        assert sum(one["lengths"]["moves"]["share"]) == pytest.approx(100, abs=0.1)
        assert sum(place["wins"] for place in one["order"]) + 100 * one["drawn"] / one["matches"] == pytest.approx(
            100, abs=0.1
        )
        assert charts.show(name).count("<svg") >= 3
        assert "1." in excerpts.advice(name) or name == "bacarac"
        assert "|" in excerpts.notation(name)


def test_the_parts_of_a_variance() -> None:
    """Two seats, two seatings: skill alone, cards alone, and neither."""
    parts = import_module("tools.game_figures").parts
    sound = np.array([[[True, False]] * 4, [[False, True]] * 4])
    assert parts(np.where(sound, 3.0, 1.0), sound)["skill"] == 100
    cards = np.broadcast_to(np.array([[1.0, -1.0], [-1.0, 1.0], [2.0, -2.0], [-2.0, 2.0]]), (2, 4, 2))
    assert parts(cards, sound)["cards"] == 100
