"""Check a built site: every internal link and anchor holds, and no page asks anything of another server.

python -m tools.site.check build/site
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

LOADING = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
}
LOADED = {"stylesheet", "icon", "preload", "preconnect", "dns-prefetch", "modulepreload", "manifest", "prefetch"}
IN_STYLE = re.compile(r"url\(\s*['\"]?(?:https?:)?//|@import")


class Page(HTMLParser):
    """What a page has: its anchors, where it links to, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element is called and what it refers to."""
        has = {name: value or "" for name, value in attrs}
        self.anchors |= {has[name] for name in ("id", "name") if name in has}
        if tag in LOADING and has.get(LOADING[tag]):
            self.loads.append(has[LOADING[tag]])
        if tag == "link" and LOADED & set(has.get("rel", "").split()):
            self.loads.append(has.get("href", ""))
        if tag == "a" and "href" in has:
            self.links.append(has["href"])


def main(folder: str) -> int:
    """Print what is wrong; 1 if anything is."""
    site = Path(folder).resolve()
    found = sorted(set(problems(site)))
    print("\n".join(found) or f"{sum(1 for _ in site.rglob('*.html'))} pages: links, anchors and loads are sound")
    return 1 if found else 0


def problems(site: Path) -> Iterator[str]:
    """Everything that is wrong with a site."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    if not pages:
        yield f"{site}: there is no page"
    for path, page in pages.items():
        name = path.relative_to(site)
        yield from (f"{name}: loads {url}" for url in page.loads if urlsplit(url).netloc)
        links = [*page.links, *(url for url in page.loads if not urlsplit(url).netloc)]
        yield from (f"{name}: {url} leads nowhere" for url in links if not holds(url, path, site, pages))
    for sheet in site.rglob("*.css"):
        if IN_STYLE.search(sheet.read_text(encoding="utf-8")):
            yield f"{sheet.relative_to(site)}: loads from another server"


def holds(url: str, path: Path, site: Path, pages: dict[Path, Page]) -> bool:
    """Whether a link within the site leads to a file, and its anchor to a place there."""
    if urlsplit(url).scheme or urlsplit(url).netloc:
        return True
    way, anchor = urldefrag(url)
    target = (
        path if not way else (site / unquote(way).lstrip("/") if way.startswith("/") else path.parent / unquote(way))
    )
    target = target.resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    return not anchor or target not in pages or unquote(anchor) in pages[target].anchors


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
