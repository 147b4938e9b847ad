"""Series as files: whole or absent, readable by others, and honest about what is not installed."""

import csv
import os
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.short import short

from parlour.arena import Plan, Summary, simulate
from parlour.arena.charts import plot
from parlour.arena.files import columns, csv_file, parquet_file
from parlour.core.files import whole_file
from parlour.errors import MissingExtra, ParlourError
from parlour.games import game, names

MANY = 50


@pytest.fixture(params=names())
def plan(request: pytest.FixtureRequest) -> Plan:
    return Plan.make(game(request.param), options=short(request.param), policies=["rulebook"], seed=3, matches=MANY)


def test_csv_has_a_row_a_match_that_adds_up(plan: Plan, tmp_path: Path) -> None:
    file = tmp_path / "series.csv"
    with csv_file(file, plan) as keeper:
        summary = simulate(plan, [keeper])
        assert not file.exists()
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert list(rows[0]) == columns(plan)
    assert [int(row["match"]) for row in rows] == list(range(MANY))
    assert sum(int(row["moves"]) for row in rows) == summary.moves
    assert sum(float(row["score_0"]) for row in rows) == summary.points[0]
    assert sum(row["winners"] == "" for row in rows) == summary.drawn
    assert list(tmp_path.iterdir()) == [file]


def test_parquet_says_the_same_as_csv(plan: Plan, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with csv_file(tmp_path / "s.csv", plan) as text, parquet_file(tmp_path / "s.parquet", plan) as table:
        simulate(plan, [text, table])
    found: list[dict[str, Any]] = parquet.read_table(tmp_path / "s.parquet").to_pylist()
    rows = list(csv.DictReader((tmp_path / "s.csv").read_text(encoding="utf-8").splitlines()))
    assert [{name: str(value) for name, value in row.items()} for row in found] == rows


def test_nothing_is_left_of_a_file_that_could_not_be_finished(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("precious")
    with pytest.raises(ZeroDivisionError), csv_file(tmp_path / "s.csv", plan):
        raise ZeroDivisionError
    assert (tmp_path / "s.csv").read_text() == "precious"
    assert [file.name for file in tmp_path.iterdir()] == ["s.csv"]


def test_a_whole_file_has_usual_permissions(tmp_path: Path) -> None:
    with whole_file(tmp_path / "a") as part:
        part.write_text("x")
    (tmp_path / "b").write_text("x")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with whole_file(tmp_path / "pipe") as part:
        part.write_text("x")
    assert (tmp_path / "pipe").is_fifo()
    assert os.read(reading, 10) == b"x"
    os.close(reading)


def test_extras_that_are_not_installed_are_named(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"parlour\[data\]"), parquet_file(tmp_path / "s.parquet", plan):
        pass
    with pytest.raises(MissingExtra, match=r"parlour\[plot\]"):
        plot.check_format(tmp_path / "s.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_plot_is_a_page_with_a_panel_a_subject(plan: Plan, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    summary = simulate(plan)
    plot.save_plot(summary, tmp_path / "page.svg")
    page = ElementTree.parse(tmp_path / "page.svg").getroot()
    panels = [g for g in page.iter("{http://www.w3.org/2000/svg}g") if g.get("id", "").startswith("axes_")]
    assert len(panels) >= len(plot.panels_of(summary)) >= 3


def test_a_plot_of_a_png_is_a_png(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one = Plan.make(game(names()[0]), policies=["random"], seed=3, matches=1)
    plot.save_plot(simulate(one), tmp_path / "page.png")
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")


def test_a_plot_in_an_unknown_format_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match=r"written as .svg, .png, .pdf, not as .gif"):
        plot.check_format(tmp_path / "page.gif")
    with pytest.raises(ParlourError, match="a file without ending"):
        plot.check_format(tmp_path / "page")


def test_many_scores_are_drawn_as_lines_and_few_as_bars(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one = Plan.make(game(names()[0]), policies=["random"], options=short(names()[0]), seed=3, matches=2)
    summary = simulate(one)
    for seat, scores in enumerate(summary.final_points):
        scores.update({10 * i: i + seat for i in range(20)})
    plot.save_plot(summary, tmp_path / "page.svg")
    assert len(ElementTree.parse(tmp_path / "page.svg").getroot()) > 0


def test_bins_are_whole_steps_wide_and_cover_everything() -> None:
    import numpy as np

    for values in ([10, 20, 50], [0, 64, 128, 640_000], [3, 4], [0.0, 0.5, 1.0]):
        edges = plot.bin_edges(np.array(values))
        assert edges[0] < min(values)
        assert edges[-1] > max(values)
        assert len(edges) <= plot.MOST_BARS + 2


def test_an_empty_summary_still_makes_tables() -> None:
    summary = Summary(Plan.make(game(names()[0]), matches=1, seed=1))
    assert summary.data()["matches"] == 0
    assert summary.moves_a_second == 0
