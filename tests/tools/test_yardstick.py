"""The yardstick counts what it says, and wins of Cam are proved."""

from pathlib import Path

import numpy as np
import pytest
from tests.tools.loading import tool

import parlour

yardstick, cam_wins = tool("yardstick"), tool("cam_wins")
AT_ONCE = "1/1MM/4M/3M3/3M3/7/5m1/m3m2/6k/2K4/5/3/1 r"  # F11-D13


def test_a_share_is_what_a_player_gains_over_the_rulebook_of_what_the_seer_gains() -> None:
    luck = np.random.default_rng(5).normal(0, 30, 200)
    noise = np.random.default_rng(6).normal(0, 1, 200)
    told = yardstick.shares({"rulebook": luck, "strong": luck + 5 + noise, "seer": luck + 10})
    assert told["rulebook"]["gain"] == 0
    assert told["seer"] == {"gain": 10.0, "interval": [10.0, 10.0]}
    assert told["strong"]["share"] == pytest.approx(50, abs=2)
    low, high = told["strong"]["share_interval"]
    assert low < told["strong"]["share"] < high


def test_where_the_seer_gains_nothing_for_certain_there_is_no_share() -> None:
    luck = np.random.default_rng(5).normal(0, 30, 50)
    told = yardstick.shares({"rulebook": luck, "strong": luck, "seer": -luck})
    assert "share" not in told["strong"]


def test_everybody_plays_the_same_deal_with_the_same_luck() -> None:
    first = [yardstick.gain_of("kardkelly", "rulebook", deal, 3) for deal in range(6)]
    assert first == [yardstick.gain_of("kardkelly", "rulebook", deal, 3) for deal in range(6)]
    assert len(set(first)) > 1


def test_who_sees_the_cards_to_come_gains_by_it() -> None:
    gains = {
        player: sum(yardstick.gain_of("honors4", player, deal, 3) for deal in range(12))
        for player in ("rulebook", "oracle")
    }
    assert gains["oracle"] > gains["rulebook"]


def test_the_page_has_a_row_a_game_and_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = yardstick.shares({name: np.full(9, 10.0 * i) for i, name in enumerate(("rulebook", "strong", "seer"))})
    told = {"game": "kamra", "seats": 4, "deals": 9, "unit": "points", "players": players}
    monkeypatch.setattr(yardstick, "FOLDER", tmp_path)
    (tmp_path / "kamra.json").write_text(yardstick.json.dumps(told))
    page = yardstick.report()
    assert "| Kam-ra!, points | 9 | +20.00 (+20.00 to +20.00) | - | - | - | 50 % (50 to 50) | - |" in page
    assert (tmp_path / "kamra.svg").read_text(encoding="utf-8").count("<svg") == 1


@pytest.mark.plain("compiling the proofs takes a minute")
def test_a_win_is_proved_by_trying_everything() -> None:
    match = parlour.game("cam").match(position=AT_ONCE)
    prover = cam_wins.Prover(nodes=1)
    assert prover.fewest(match.state) == 1
    assert "F11-D13" in prover.first_turns(match, 1)
    assert "C4-C5" not in prover.first_turns(match, 1)
