"""Decisions as Parquet, and what they come to."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from tests.short import short

import parlour
from parlour import __version__
from parlour.arena import dataset
from parlour.arena.dataset import Progress, Request, write_dataset
from parlour.arena.stats import figures_of
from parlour.errors import CorruptRecord, OptionError, SeatError, UnknownBot

MATCHES = 6


def request_for(name: str, **more: Any) -> Request:
    asked: dict[str, Any] = {"matches": MATCHES, "options": short(name), "seed": 3}
    return Request.make(parlour.game(name), **asked | more)


@pytest.mark.parametrize("name", parlour.games())
def test_every_row_is_a_decision_of_a_match_that_can_be_played_again(name: str, tmp_path: Path) -> None:
    request = request_for(name, players=("random",))
    done = write_dataset(request, tmp_path / "d.parquet")
    table = pq.read_table(tmp_path / "d.parquet")
    facts = json.loads(table.schema.metadata[b"parlour"])
    assert facts == request.facts()
    assert facts["parlour"] == __version__
    assert done == Progress(MATCHES, table.num_rows)
    again = [request.match(number) for number in range(MATCHES)]
    for row in table.to_pylist():
        match = again[row["match"]]
        assert row["observation"] == match.observe(row["seat"]).tolist()
        assert row["legal"] == match.legal_ids(row["seat"])
        assert row["choice"] == match.numbers(row["seat"], row["action"])[-1]
        match.play(row["seat"], row["choice"])
        if match.over:
            assert tuple(row["scores"]) == match.scores
            assert tuple(row["payoffs"]) == match.payoffs
            assert tuple(np.flatnonzero(row["won"])) == match.winners
    assert all(match.over for match in again)


def test_the_same_seed_writes_the_same_in_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "GROUP_ROWS", 10)
    told: list[int] = []
    for file in ("a", "b"):
        write_dataset(
            request_for("honors4", players=("rulebook",)), tmp_path / file, lambda done: told.append(done.matches)
        )
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert told == [*range(1, MATCHES + 1)] * 2
    assert pq.ParquetFile(tmp_path / "a").metadata.num_row_groups > 1


def test_matches_of_a_file_differ(tmp_path: Path) -> None:
    write_dataset(request_for("honors4", players=("random",), options={}), tmp_path / "d")
    table = pq.read_table(tmp_path / "d", columns=["match", "choice"]).to_pylist()
    by_match = [[row["choice"] for row in table if row["match"] == number] for number in range(MATCHES)]
    assert by_match[0][:20] != by_match[1][:20]


def test_nothing_lies_under_the_name_until_it_is_whole(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(done: Progress) -> None:
        assert not (tmp_path / "d").exists()
        raise Enough

    with pytest.raises(Enough):
        write_dataset(request_for("honors4", players=("random",)), tmp_path / "d", stop)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(OptionError, match="at least one match"):
        request_for("kamra", matches=0)
    with pytest.raises(SeatError, match="2 players are given for 4 seats"):
        request_for("kamra", players=("random", "random"))
    with pytest.raises(UnknownBot):
        request_for("kamra", players=("nobody",))


@pytest.mark.parametrize("piece", [7, 100_000])
def test_figures_are_those_of_the_rows(piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.arena.stats.PIECE", piece)
    write_dataset(request_for("honors4", players=("random",)), tmp_path / "d")
    rows = pq.read_table(tmp_path / "d").to_pylist()
    figures = figures_of(tmp_path / "d")
    lengths = [sum(row["match"] == number for row in rows) for number in range(MATCHES)]
    firsts = [row for row in rows if row["move"] == 0]
    assert (figures.matches, figures.decisions) == (MATCHES, len(rows))
    assert sorted(figures.lengths.elements()) == sorted(lengths)
    assert figures.points.tolist() == np.sum([row["scores"] for row in firsts], axis=0).tolist()
    assert figures.first_wins == pytest.approx(sum(row["won"][row["seat"]] / max(1, sum(row["won"])) for row in firsts))
    choices = figures.choice_table().rows[-1]
    assert choices[2] == pytest.approx(np.mean([len(row["legal"]) for row in rows]))
    common = figures.action_table(1).rows[0]
    times = [sum(row["choice"] == number for row in rows) for number in range(figures.facts["actions"])]
    assert common[1:3] == (int(np.argmax(times)), max(times))
    legal = sum(common[1] in row["legal"] for row in rows)
    assert common[4] == pytest.approx(100 * max(times) / legal)
    assert json.loads(json.dumps(figures.data(5)))["matches"] == MATCHES


def test_other_files_are_refused(tmp_path: Path) -> None:
    import pyarrow as pa

    (tmp_path / "text").write_text("no parquet", encoding="utf-8")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other")
    for name in ("text", "other"):
        with pytest.raises(CorruptRecord, match="no file of decisions"):
            figures_of(tmp_path / name)
