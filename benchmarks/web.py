"""The web client in Chromium: what its lobby weighs, when it can be used, and whether it deals without stumbling.

    python -m benchmarks.web
    python -m benchmarks.web --times 9

The phone is Chromium in a window of 360 x 640, its processor slowed down to a quarter, over a connection of 10 Mbit/s
with 40 ms of delay ("4G"). The lobby can be used as soon as the last button of its shelf stands there and a task of the
page's own has had its turn. Frames are counted at a table of Kam-ra! that is dealt and played by computer players, ten
cards a second.
"""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Callable

import httpx
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from benchmarks.load import PORT, start_tables, wait_for
from benchmarks.measure import processor, spread

ADDRESS = f"http://127.0.0.1:{PORT}"
PHONE = ViewportSize(width=360, height=640)
SLOWER = 4
LINE = {"offline": False, "latency": 40, "downloadThroughput": 10e6 / 8, "uploadThroughput": 5e6 / 8}
LAST = "[data-game='honors4'] [data-play]"
SECONDS = 5  # for which frames are counted
READY = """async (last) => {
  while (!document.querySelector(last)) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done));
  return performance.now();
}"""
FRAMES = """(seconds) => new Promise((done) => {
  const times = [];
  const look = (now) => {
    times.push(now);
    if (now - times[0] < seconds * 1000) requestAnimationFrame(look);
    else done(times);
  };
  requestAnimationFrame(look);
})"""
TOLERANCE = 0.5  # frames a second: a screen of 60 Hz is none of exactly 60


def phone(browser: Browser, slower: int = SLOWER, line: bool = True) -> Page:
    """A telephone that has never been here."""
    page = browser.new_context(viewport=PHONE, has_touch=True, device_scale_factor=2, locale="en-GB").new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    if line:
        session.send("Network.emulateNetworkConditions", LINE)
    return page


def weight(browser: Browser) -> float:
    """Kilobytes that come over the wire until the lobby stands, headers included."""
    page = phone(browser, 1, line=False)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(ADDRESS)
    page.wait_for_selector(LAST)
    page.wait_for_load_state("networkidle")
    page.context.close()
    return sum(sizes) / 1000


def usable(browser: Browser) -> float:
    """Seconds from the address to a lobby that can be used."""
    page = phone(browser)
    page.goto(ADDRESS, wait_until="commit")
    milliseconds = page.evaluate(READY, LAST)
    page.context.close()
    return float(milliseconds) / 1000


def frames(browser: Browser) -> float:
    """Frames a second from the start of a match on, while it is dealt and computer players play."""
    page = phone(browser, 1, line=False)
    with httpx.Client(base_url=f"{ADDRESS}/api", timeout=30) as client:
        begin = gather(client)
        page.goto(f"{ADDRESS}/table/{begin[0]}")
        page.wait_for_selector("[data-seat]")
        command(client, *begin, do="start")
        page.wait_for_selector("[role='log']", state="attached")
        times = page.evaluate(FRAMES, SECONDS)
    page.context.close()
    return float((len(times) - 1) / (times[-1] - times[0]) * 1000)


def gather(client: httpx.Client) -> tuple[str, str]:
    """A table of Kam-ra! full of computer players who play ten cards a second: the table, and its host's token."""
    new = {"game": "kamra", "name": "Ann", "settings": {"bot_delay": 0.1, "pause": 0}}
    place = client.post("/tables", json=new).raise_for_status().json()
    for seat in range(4):
        command(client, place["table"], place["token"], do="add_bot", seat=seat, level="random")
    return place["table"], place["token"]


def command(client: httpx.Client, table: str, token: str, **what: object) -> None:
    """Have something done at a table."""
    body = {"key": os.urandom(6).hex(), "command": what}
    headers = {"authorization": f"Bearer {token}"}
    client.post(f"/tables/{table}/commands", json=body, headers=headers).raise_for_status()


CASES: dict[str, tuple[str, str, float, Callable[[Browser], float]]] = {
    "weight": ("the lobby's first load over the wire", "kB", 150, weight),
    "usable": ("from the address to a lobby that can be used, on the phone", "s", 1, usable),
    "frames": ("frames a second while dealing and playing, the processor as it is", "a second", -60, frames),
}


def measure(browser: Browser, name: str, times: int) -> bool:
    """Measure one thing, after a first go that does not count, and say whether its bar is met."""
    what, unit, bar, case = CASES[name]
    case(browser)
    found = spread([case(browser) for _ in range(times)])
    met = found["median"] <= bar if bar > 0 else found["median"] >= -bar - TOLERANCE
    side = "at most" if bar > 0 else "at least"
    numbers = f"{found['median']:.3g} {unit} ({found['least']:.3g} to {found['most']:.3g})"
    print(f"{name}: {what}\n  {numbers}; {side} {abs(bar):g}: {'met' if met else 'MISSED'}", flush=True)
    return met


def main() -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"{', '.join(CASES)}; all if none is named")
    parser.add_argument("--times", type=int, default=7)
    given = parser.parse_args()
    if not set(given.cases) <= set(CASES):
        parser.error(f"the cases are {', '.join(CASES)}")
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        parser.error("there is no Chromium here: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        server = start_tables(folder)
        try:
            asyncio.run(ready())
            return 0 if all(run(program, given.cases or list(CASES), given.times)) else 1
        finally:
            server.terminate()
            server.wait(30)


async def ready() -> None:
    """Wait until the server plays Kam-ra!."""
    await wait_for(PORT, "/ready")


def run(program: str, cases: list[str], times: int) -> list[bool]:
    """Measure the cases, one after the other."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        print(f"{processor()}; Chromium {browser.version}; {times} times, the median (least to most)", flush=True)
        met = [measure(browser, name, times) for name in cases]
        browser.close()
    return met


if __name__ == "__main__":
    sys.exit(main())
