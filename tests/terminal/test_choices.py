"""A list to choose from: where the arrows lead, and that they lead nowhere beyond the list."""

from typing import Any

from textual.app import App, ComposeResult

from parlour.terminal.choices import ChoiceList, Item
from tests.terminal.screens import in_a_loop


class Menu(App[None]):
    """Seven things to choose, three in a row."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[Any] = []

    def compose(self) -> ComposeResult:
        yield ChoiceList()

    def on_mount(self) -> None:
        choices = self.query_one(ChoiceList)
        choices.show([Item(str(number), "x" * 15, number) for number in range(7)])
        choices.focus()

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        self.chosen.append(event.value)


@in_a_loop
async def test_the_arrows_stay_within_the_list() -> None:
    app = Menu()
    async with app.run_test(size=(66, 10)) as pilot:
        choices = app.query_one(ChoiceList)
        await pilot.pause()
        assert choices.shape()[:2] == (3, 3)
        way = {"left": 0, "up": 0, "right": 1, "down": 4, "end": 6}
        for key, place in way.items():
            await pilot.press(key)
            assert choices.at == place, key
        for key in ("right", "down"):  # there is nothing after the last, nor below it
            await pilot.press(key)
            assert choices.at == 6, key
        await pilot.press("enter", "home", "space")
        await pilot.pause()
        assert app.chosen == [6, 0]
