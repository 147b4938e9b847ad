"""How large the things are that one presses, and whether a page is ever wider than its window."""

from playwright.sync_api import Page

# What of each thing can be hit: cards of a hand cover one another. Links within sentences may be as small as words.
TARGETS = """() => {
  const STEP = 3;
  const all = [...document.querySelectorAll(
    'a[href], button, summary, select, input:not([type=hidden]), [role=gridcell], [role=slider], [role=tab]')];
  const inSentence = (each) => each.matches('p a, li a, td a, span a') && getComputedStyle(each).display === 'inline';
  const hit = (each) => {
    const whole = each.closest('label') ?? each;
    const { left, right, top, bottom } = whole.getBoundingClientRect();
    const span = [Infinity, -Infinity, Infinity, -Infinity];
    for (let x = left + 0.5; x < right; x += STEP)
      for (let y = top + 0.5; y < bottom; y += STEP) {
        const found = document.elementFromPoint(x, y);
        if (!found || !whole.contains(found)) continue;
        span[0] = Math.min(span[0], x); span[1] = Math.max(span[1], x);
        span[2] = Math.min(span[2], y); span[3] = Math.max(span[3], y);
      }
    return { width: span[1] - span[0] + STEP, height: span[3] - span[2] + STEP };
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
  const shown = (each) => each.getClientRects().length && !cut(each) && !each.closest('.hidden, .skip');
  return all.filter((each) => shown(each) && !inSentence(each))
    .map((each) => ({
      what: each.getAttribute('aria-label') || each.textContent.trim().slice(0, 40) || each.outerHTML.slice(0, 60),
      table: !!each.closest('[data-action], [data-card], [data-square], [data-seat], [data-turn] header'),
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


def small(page: Page, least: float, table: float | None = None) -> list[str]:
    """What is smaller than that, and what of a table is smaller than the other."""
    found = page.evaluate(TARGETS)
    return [
        f"{each['what']}: {each['width']:.0f} x {each['height']:.0f}"
        for each in found
        if min(each["width"], each["height"]) + 3 < (table if table and each["table"] else least)
    ]


def wide(page: Page) -> list[str]:
    """What is wider than its place."""
    return list(page.evaluate(WIDE))
