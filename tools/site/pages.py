"""Pages of the site that lie elsewhere in the repository, and links that lead there."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "src" / "parlour" / "games").glob("*/RULES.md"))

# Pages of the site, and the files of the repository that they are; all others are what they are under docs.
ELSEWHERE = {
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "rules/conventions.md": "src/parlour/games/CONVENTIONS.md",
    **{f"rules/{game}.md": f"src/parlour/games/{game}/RULES.md" for game in GAMES},
}
PLACES = {source: page for page, source in ELSEWHERE.items()} | {"README.md": "index.md"}

# Where the reference speaks of a module, for links to its source.
MODULES = {
    "src/parlour/errors.py": "api/errors.md#parlour.errors",
    "src/parlour/core/contract.py": "api/authors.md#parlour.core.contract",
    "src/parlour/core/texts.py": "api/authors.md#parlour.core.texts",
    "src/parlour/core/check/rulebook.py": "api/authors.md#parlour.core.check.rulebook",
    "src/parlour/core/evaluation.py": "api/authors.md#parlour.core.evaluation",
    "src/parlour/bots/levels.py": "api/bots.md#parlour.bots.levels",
}

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])+)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)]*)?\)")


def elsewhere(config: MkDocsConfig) -> Iterator[File]:
    """The pages that lie elsewhere."""
    for page, source in ELSEWHERE.items():
        yield File.generated(config, page, abs_src_path=str(ROOT / source))


def source_of(page: str) -> str:
    """The file of the repository that a page of the site is."""
    return ELSEWHERE.get(page, f"docs/{page}")


def link(markdown: str, page: str, files: Files) -> str:
    """Links to files of the repository as links within the site; where the site has no such page, the words alone.

    A link that begins with a slash leads from the root of the site.
    """
    folder = posixpath.dirname(source_of(page))

    def turn(found: re.Match[str]) -> str:
        words, path, anchor = found[1], found[2], found[3] or ""
        source = f"docs{path}" if path.startswith("/") else posixpath.normpath(posixpath.join(folder, path))
        target = place(source, files)
        if target is None:
            return words
        return f"[{words}]({posixpath.relpath(target, posixpath.dirname(page) or '.')}{anchor})"

    return LINK.sub(turn, markdown)


def place(source: str, files: Files) -> str | None:
    """Where the site has a file of the repository."""
    if source in MODULES:
        return MODULES[source]
    page = PLACES.get(source) or source.removeprefix("docs/")
    if source == "docs/gallery":
        return "gallery.md"
    if source.startswith("docs/") or source in PLACES:
        folder = f"{page}/README.md"
        return folder if files.get_file_from_path(folder) else page
    return None
