"""How large the things are that one presses, and whether a page is ever wider than its window."""

from playwright.sync_api import Page
from tests.waiting import until

# What of each thing can be hit: cards of a hand cover one another. Links within sentences may be as small as words.
TARGETS = """() => {
  const STEP = 6;
  const all = [...document.querySelectorAll(
    'a[href], button, summary, select, input:not([type=hidden]), [role=gridcell], [role=slider], [role=tab]')];
  const whole = (each) => each.closest('label') ?? each;
  const inline = (each) => each.tagName === 'BUTTON' || getComputedStyle(each).display === 'inline';
  const inSentence = (each) => each.matches('p a, li a, td a, span a, .term, .coach p > .off') && inline(each);
  const hit = (each) => {  // points of a grid that are its own, and from the outermost of them on to its very edges
    const { left, right, top, bottom } = whole(each).getBoundingClientRect();
    const own = (x, y) => whole(each).contains(document.elementFromPoint(x, y));
    const ends = [[Infinity, 0], [-Infinity, 0], [0, Infinity], [0, -Infinity]];
    for (let x = left + 0.5; x < right; x += STEP)
      for (let y = top + 0.5; y < bottom; y += STEP) {
        if (!own(x, y)) continue;
        if (x < ends[0][0]) ends[0] = [x, y];
        if (x > ends[1][0]) ends[1] = [x, y];
        if (y < ends[2][1]) ends[2] = [x, y];
        if (y > ends[3][1]) ends[3] = [x, y];
      }
    if (ends[0][0] === Infinity) return { width: Infinity };
    const walk = ([x, y], dx, dy) => {
      for (let step = 1; step < STEP && own(x + dx, y + dy); step++) [x, y] = [x + dx, y + dy];
      return dx ? x : y;
    };
    const [west, east, north, south] = [[-1, 0], [1, 0], [0, -1], [0, 1]].map((way, i) => walk(ends[i], ...way));
    return { width: east - west + 1, height: south - north + 1 };
  };
  const cut = (each) => {  // a thing that is scrolled out of sight in part
    const { left, right, top, bottom } = each.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true;
    for (let box = each.parentElement; box; box = box.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflow)) continue;
      const edge = box.getBoundingClientRect();
      if (left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1) return true;
    }
    return false;
  };
  const shown = (each) => each.getClientRects().length && !cut(whole(each)) && !each.closest('.hidden, .skip, [inert]');
  return all.filter((each) => shown(each) && !inSentence(each))
    .map((each) => ({
      what: each.getAttribute('aria-label') || each.textContent.trim().slice(0, 40) || each.outerHTML.slice(0, 60),
      ...hit(each),
    }))
    .filter(({ width }) => Number.isFinite(width));
}"""

# Whatever scrolls sideways, but for fans of cards.
WIDE = """() => {
  const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX);
  const wide = (each) => each.scrollWidth > each.clientWidth + 1 && scrolls(each);
  const inside = [...document.querySelectorAll('main *')].filter((each) => wide(each) && !each.matches('ul, ol'));
  const page = document.documentElement;
  const told = inside.map((each) => `${each.className} ${each.scrollWidth} > ${each.clientWidth}`);
  return page.scrollWidth > page.clientWidth ? [`the page ${page.scrollWidth} > ${page.clientWidth}`, ...told] : told;
}"""

# Plates of players that something else lies on, in the middle of a match.
COVERED = """() => [...document.querySelectorAll('[data-seat]')].filter((plate) => {
  const { left, top, width, height } = plate.getBoundingClientRect();
  return !plate.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((plate) => plate.textContent.trim())"""


# Whether one of these things can be hit where it is: it lies in the window, and nothing lies on it.
IN_SIGHT = """(things) => [...document.querySelectorAll(things)].some((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  const hit = (part) => each.contains(document.elementFromPoint(left + width * part, top + height * part));
  return width && [0.1, 0.5, 0.9].some(hit);
})"""

# Whether nothing moves, nor is anything elsewhere a frame later; but for the bar of a clock, which never rests.
STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const all = () => [...document.querySelectorAll('body *:not([data-time] *)')];
  const places = () => JSON.stringify(all().map((each) => each.getBoundingClientRect()));
  const ends = (each) => Number.isFinite(each.effect.getComputedTiming().endTime);
  const moves = (each) => each.playState === 'running' && ends(each) && !each.effect.target?.closest('[data-time]');
  await document.fonts.ready;
  await frame();
  const before = places();
  await frame();
  await frame();
  return places() === before && !document.getAnimations().some(moves);
}"""


def covered(page: Page) -> list[str]:
    """Whose plate cannot be seen."""
    return list(page.evaluate(COVERED))


def in_sight(page: Page, things: str) -> bool:
    """Whether one of these things can be seen, and pressed, without scrolling."""
    return bool(page.evaluate(IN_SIGHT, things))


def small(page: Page, least: float) -> list[str]:
    """What is smaller than that."""
    found = page.evaluate(TARGETS)
    return [
        f"{each['what']}: {each['width']:.0f} x {each['height']:.0f}"
        for each in found
        if min(each["width"], each["height"]) + 1 < least  # a pixel may lie astride
    ]


def fits(page: Page, what: str) -> None:
    """Nothing is wider than its place; a page that was made narrower puts its panel away a moment later."""
    until(lambda: not page.evaluate(WIDE), lambda: f"{what} fits: {page.evaluate(WIDE)}")
    still(page)


def still(page: Page) -> None:
    """Wait until everything lies where it belongs."""
    until(lambda: page.evaluate(STILL), "nothing moves any more")
