"""The site wears what the web client wears: its colours and faces, read from the client's own style sheets."""

import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
STYLES = ROOT / "web" / "src" / "styles"
FACES = ROOT / "web" / "node_modules"
FACE = re.compile(r"@font-face \{.*?url\('(@fontsource/[^']+/([^'/]+\.woff2))'\).*?\}\n", re.DOTALL)


def files(config: MkDocsConfig) -> Iterator[File]:
    """The style sheet, and the faces if the client's packages are installed; without them the system's serif serves."""
    sheet = "\n".join((STYLES / name).read_text(encoding="utf-8") for name in ("tokens.css", "boxes.css"))
    faces = {name: FACES / path for path, name in FACE.findall(sheet) if (FACES / path).is_file()}
    yield File.generated(config, "stylesheets/house.css", content=FACE.sub(lambda found: face(found, faces), sheet))
    for name, path in faces.items():
        yield File.generated(config, f"stylesheets/faces/{name}", abs_src_path=str(path))


def face(found: re.Match[str], faces: dict[str, Path]) -> str:
    """A face's rule with the face's place on the site; nothing for a face that is not there."""
    path, name = found.groups()
    return found[0].replace(path, f"faces/{name}") if name in faces else ""
