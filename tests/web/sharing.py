"""Friends who share one device, which goes round from one to the next."""

from itertools import groupby

from playwright.sync_api import Page, expect
from tests.web.house import hand_of, table_of
from tests.web.player import Player

CURTAIN = "[data-curtain]"
SECRETS = "[data-card], [data-hint], [data-action], [data-square]"


class Crew(Player):
    """All of them together: whoever gets the device lifts the curtain, and plays."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        super().__init__(page, seed)
        self.lifted: list[str] = []  # by whom, in order
        self.hands: dict[str, list[str]] = {}  # what each saw first

    def step(self) -> str:
        """Lift the curtain if it is down, and choose something."""
        if self.page.locator(CURTAIN).get_by_role("button").count():
            self.lift()
        return super().step()

    def lift(self) -> None:
        """Look that nothing is seen, and be who the device is for."""
        curtain = self.page.locator(CURTAIN)
        name = curtain.get_attribute("data-curtain") or ""
        expect(curtain.get_by_role("heading")).to_have_text(f"Pass it to {name}")
        assert self.page.locator(SECRETS).count() == 0
        if name not in self.hands:
            self.page.keyboard.press("l")  # the log would tell the cards
            expect(self.page.get_by_role("dialog")).to_have_count(0)
        curtain.get_by_role("button", name=f"I am {name}").click()
        self.lifted.append(name)
        if name not in self.hands:
            self.hands[name] = hand_of(self.page)


def turns(page: Page) -> list[str]:
    """Who had to decide in a match that is over, one after the other, as the server has kept it."""
    record = page.request.get(f"/api/tables/{table_of(page)}/record").json()
    seats = [action.partition(":")[0] for action in record["actions"]]
    return [record["players"][int(seat)]["name"] for seat, _ in groupby(each for each in seats if each != "table")]
