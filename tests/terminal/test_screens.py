"""The shelf, the setting up, what is read over the table, films, saves."""

import math
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from parlour.core import saves
from parlour.terminal.app import ParlourApp
from parlour.terminal.choices import ChoiceList, Item
from parlour.terminal.film import FilmScreen
from parlour.terminal.reading import Hint, Page, Question, RulesScreen
from parlour.terminal.setup import SetupScreen
from parlour.terminal.sheet import Sheet
from parlour.terminal.shelf import Saved, Shelf
from parlour.terminal.table import TableScreen
from tests.short import short
from tests.terminal.screens import SIZE, in_a_loop, same_as_golden, table_of, text_of, until, wish, your_turn
from tests.waiting import until_so


@in_a_loop
async def test_the_shelf_leads_to_a_match_that_is_set_up_saved_and_gone_on_with() -> None:
    app = ParlourApp()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Shelf))
        await same_as_golden(pilot, "shelf")
        await pilot.press("g")  # there is nothing to go on with yet
        app.screen.query_one(OptionList).highlighted = 5
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        await pilot.press("down", "down", "down", "right", "right", "left", "left", "down", "left")  # pace: at once
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press(*"seed", "enter")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Question))
        app.screen.query_one(Input).value = "many"
        await pilot.press("enter")
        assert "it takes a whole number" in text_of(app)
        app.screen.query_one(Input).value = "5"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        await same_as_golden(pilot, "setup")
        await pilot.press("b")
        table = await your_turn(pilot)
        assert table.visit.table is not None
        assert table.visit.table.options["h4_match"] == 5
        await pilot.press("enter")
        await your_turn(pilot)
        await pilot.press("s", "q")
        await until(pilot, lambda: isinstance(app.screen, Shelf))
        await pilot.press("g")
        await until(pilot, lambda: isinstance(app.screen, Saved))
        await pilot.press("enter")
        again = await your_turn(pilot)
        assert again.visit.match is not None
        assert again.visit.match["table"]["exposed"]
        await pilot.press("1", "2")
        assert again.query_one("#line", Input).value == "12"
        await pilot.press("escape")
        await pilot.press("ctrl+q")
    assert len(saves.latest()) == 1


@in_a_loop
async def test_a_refusal_cites_its_rule_and_the_rule_can_be_read() -> None:
    app = ParlourApp(wish("kamra", options=short("kamra")))
    async with app.run_test(size=SIZE) as pilot:
        table = await your_turn(pilot)
        await pilot.press("slash", *"play $D", "enter")
        await until(pilot, lambda: table.visit.refusal)
        await same_as_golden(pilot, "refusal")
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await same_as_golden(pilot, "rule")
        app.screen.query_one(Input).focus()
        app.screen.query_one(Input).value = "KR-99"
        await pilot.press("enter")
        assert "Kam-ra! has no rule" in text_of(app)
        await pilot.press("escape", "escape")
        assert table.visit.refusal is None
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Page))
        await same_as_golden(pilot, "keys")
        await pilot.press("escape", "l", "p")
        await until(pilot, lambda: table.visit.table is not None and table.visit.table.phase == "paused")
        await pilot.press("p", "c", *"hello", "enter")
        await until(pilot, lambda: "You: hello" in table.visit.log())


@in_a_loop
async def test_a_hint_is_given_and_taken_and_taken_back() -> None:
    app = ParlourApp(wish("honors4"))
    async with app.run_test(size=SIZE) as pilot:
        table = await your_turn(pilot)
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, Hint))
        await pilot.press("enter")
        await until(pilot, lambda: table.visit.acted)
        await your_turn(pilot)
        await pilot.press("u")
        await until(pilot, lambda: "A move is taken back." in table.visit.log())


@in_a_loop
async def test_a_piece_is_picked_up_with_the_mouse_and_set_down() -> None:
    app = ParlourApp(wish("cam", options=short("cam"), you=1))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await your_turn(pilot)
        start = table.query_one(ChoiceList).items[0].value[1]
        x, y = place_of(app, "m")
        await pilot.click(offset=(x, y))
        await until(pilot, lambda: table.picked)
        await pilot.press("escape")
        assert table.picked == ""
        table.action_pick(start)
        await pilot.pause()
        text = table.query_one(ChoiceList).items[0].text
        x, y = place_of(app, "(")
        await pilot.click(offset=(x + 1, y))
        await until(pilot, lambda: any(text[:2] in line for line in table.visit.log()))


def place_of(app: ParlourApp, sign: str) -> tuple[int, int]:
    """Where a sign stands on the field."""
    for y, line in enumerate(text_of(app).splitlines()[1:28], 1):
        if (x := line[4:60].find(sign)) >= 0:
            return x + 4, y
    raise AssertionError(text_of(app))


async def until_over(pilot: Pilot[None], app: ParlourApp) -> None:
    """A match is as many steps as it has moves: each has its own limit, and no look at the screen, which is dear."""

    def step() -> float:
        if not isinstance(app.screen, TableScreen):
            return -1
        return math.inf if app.screen.visit.over else app.screen.visit.n

    while (before := step()) < math.inf:
        await until_so(lambda seen=before: step() != seen)  # type: ignore[misc]
    await pilot.pause()


@in_a_loop
async def test_computer_players_can_be_watched_and_their_match_kept_as_a_film(tmp_path: Path) -> None:
    app = ParlourApp(wish("honors4", you=None, options={"h4_match": 1}, file=tmp_path / "film.json"))
    async with app.run_test(size=SIZE) as pilot:
        await until_over(pilot, app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Shelf))
        app.film(tmp_path / "film.json")
        await until(pilot, lambda: isinstance(app.screen, FilmScreen) and app.screen.moments)
        await pilot.press("right", "right")
        await same_as_golden(pilot, "film")
        film = app.screen
        assert isinstance(film, FilmScreen)
        await pilot.press("n", "b", "space")
        await until(pilot, lambda: film.at > 0)
        await pilot.press("space", "v")
        await until(pilot, lambda: "seen by Ada" in text_of(app))
        await pilot.press("home", "end", "r", "escape", "q")
        app.film(tmp_path / "none.json")
        await until(pilot, lambda: isinstance(app.screen, Shelf))
        (tmp_path / "bad.json").write_text("{}")
        app.resume(tmp_path / "bad.json")
        app.visit("nonsense")
        await pilot.pause()
        assert "a table's link looks like" in " ".join(text_of(app).split()) or app._notifications


@in_a_loop
async def test_what_cannot_be_played_is_said_and_the_shelf_comes_back() -> None:
    app = ParlourApp(wish("cam", position="nonsense"))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app._notifications and isinstance(app.screen, Shelf))


@in_a_loop
async def test_another_match_is_a_key_away() -> None:
    app = ParlourApp(wish("honors4", seats=2, options={"h4_match": 1}))
    async with app.run_test(size=SIZE) as pilot:
        while not (await your_turn(pilot)).visit.over:
            await pilot.press("enter")
        first = table_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen is not first)


@in_a_loop
async def test_a_line_that_comes_while_another_is_being_drawn_is_shown() -> None:
    app = ParlourApp(wish("honors4"))
    async with app.run_test(size=SIZE) as pilot:
        table = await your_turn(pilot)
        sheet, choices = table.query_one("#lines", Sheet), table.query_one(ChoiceList)
        sheet.update("one")
        choices.show([])
        for widget in (table, table.query_one("#log")):
            widget._clear_arrangement_cache()
        table._refresh_layout()  # as when something else changes its size between the two
        sheet.update("one\ntwo")
        choices.show([Item(str(number), "x" * 50, ()) for number in range(3)])
        await until(pilot, lambda: "one" in text_of(app))
        assert (sheet.size.height, choices.size.height) == (2, 3)
