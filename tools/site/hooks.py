"""What MkDocs calls while it builds the site; the work is done by the modules beside this one."""

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.structure.files import Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402
from tools.site import diagrams, house, pages, rules  # noqa: E402


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Teach Markdown our diagrams."""
    fences: Any = config.mdx_configs.setdefault("pymdownx.superfences", {})
    fences["custom_fences"] = diagrams.FENCES
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what lies elsewhere in the repository: the rules of the games, the changelog, colours and faces."""
    for file in (*pages.elsewhere(config), *house.files(config)):
        files.append(file)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put in what a page asks for, and turn links into the repository into links within the site."""
    whole = diagrams.put_in(markdown)
    source = pages.source_of(page.file.src_uri)
    return pages.link(rules.mark(whole, source), page.file.src_uri, files)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link every number of a rule to the rule."""
    return rules.cite(html, page.url)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """A game's pages speak in the voice of its box."""
    folder, _, name = page.file.src_uri.removesuffix(".md").rpartition("/")
    if folder not in ("games", "rules") or name not in pages.GAMES:
        return output
    return output.replace('<article class="', f'<article data-box="{name}" class="', 1)
