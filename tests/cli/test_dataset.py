"""`parlour dataset` and `parlour stats`."""

import json
from pathlib import Path

from tests.cli.helpers import run
from tests.short import flags


def test_a_file_is_written_and_summed_up(tmp_path: Path) -> None:
    file, page = tmp_path / "d.parquet", tmp_path / "page.svg"
    asked = ["dataset", "honors4", "--matches", "2", "--bots", "random", "--seed", "5", *flags("honors4")]
    result = run(*asked, "--out", str(file))
    assert result.exit_code == 0, result.output
    assert "decisions of 2 matches" in result.output
    told = run("stats", str(file), "--plot", str(page))
    assert told.exit_code == 0, told.output
    assert all(title in told.output for title in ("Honors No. IV", "Seats", "Who acts first", "Choices", "Actions"))
    assert page.read_text(encoding="utf-8").startswith("<?xml")
    data = json.loads(run("stats", str(file), "--json").stdout)
    again = json.loads(run(*asked, "--out", str(tmp_path / "e.parquet"), "--json").stdout)
    assert (data["matches"], data["decisions"]) == (again["matches"], again["decisions"])
    assert (tmp_path / "e.parquet").read_bytes() == file.read_bytes()


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    asked = ["dataset", "honors4", "--matches", "1"]
    assert run(*asked, "--bots", "nobody", "--out", str(tmp_path / "d")).exit_code == 2
    missing = run(*asked, "--out", str(tmp_path / "no" / "d"))
    assert missing.exit_code == 1
    assert "no such folder" in missing.output
    for nothing in (tmp_path / "none.parquet", tmp_path):
        answer = run("stats", str(nothing))
        assert answer.exit_code == 1
        assert f"there is no file {nothing}" in answer.output.replace("\n", "")
