"""Write the pins: the exact version of everything that Parlour is built, run and checked with, into pyproject.toml.

    tools/pin.py            pin what the dependencies now ask for, keeping every version that is pinned already
    tools/pin.py --upgrade  forget the pins and take the newest versions that the caps allow
    tools/pin.py --newest   forget the caps too, and move them to the versions found (`./test --newest` tries these)

A lock file would name the registry it was made with; constraints name only packages, and `uv sync` obeys them.
"""

import argparse
import re
import subprocess
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = ROOT / ".tools" / "bin" / "uv"
PINS = re.compile(r"\n# Pins, written by tools/pin\.py\.\n.*?(?=\n\[|\Z)", re.DOTALL)  # they end [tool.uv]
CAPPED = re.compile(r'"([\w-]+)(\[[\w,-]+\])?>=([\d.]+),<[\d.]+"')  # "numba>=0.68,<0.69"


def main() -> None:
    """Resolve, and rewrite the pins in the section [tool.uv]."""
    parser = argparse.ArgumentParser(description="Pin every dependency in pyproject.toml.")
    parser.add_argument("--upgrade", action="store_true", help="forget the present pins and take the newest versions")
    parser.add_argument("--newest", action="store_true", help="the same, and move the caps to what was found")
    given = parser.parse_args()
    project = ROOT / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    fresh = given.upgrade or given.newest
    asked = PINS.sub("", text) if fresh else text
    asked = without_caps(asked) if given.newest else asked
    run_time = run_time_pins(asked)
    text = with_caps(text, run_time) if given.newest else text
    project.write_text(with_pins(text, run_time, build_pins(asked, fresh)), encoding="utf-8")


def without_caps(text: str) -> str:
    """The text of pyproject.toml with requirements that any newer release meets."""
    return CAPPED.sub(r'"\1\2>=\3"', text)


def with_caps(text: str, run_time: list[str]) -> str:
    """The text of pyproject.toml with what is capped held to the minor releases of these pins."""
    versions = dict(pin.partition(" ; ")[0].split("==") for pin in run_time)

    def moved(cap: re.Match[str]) -> str:
        major, minor = versions[cap[1]].split(".")[:2]
        return f'"{cap[1]}{cap[2] or ""}>={major}.{minor},<{major}.{int(minor) + 1}"'

    return CAPPED.sub(moved, text)


def run_time_pins(text: str) -> list[str]:
    """A pin for every package that the project, its extras or its groups may install."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pyproject.toml").write_text(text, encoding="utf-8")
        Path(folder, "README.md").touch()
        export = ["export", "--no-hashes", "--no-header", "--no-annotate", "--no-emit-project"]
        return pins(run_uv([*export, "--all-extras", "--all-groups"], folder))


def build_pins(text: str, upgrade: bool) -> list[str]:
    """A pin for every package that building the wheel may install."""
    facts = tomllib.loads(text)
    kept = [] if upgrade else facts.get("tool", {}).get("uv", {}).get("build-constraint-dependencies", [])
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder, "constraints.txt")
        constraints.write_text("\n".join(kept), encoding="utf-8")
        asked = "\n".join(facts["build-system"]["requires"])
        compile_pins = ["pip", "compile", "--universal", "--no-header", "--no-annotate", "--constraint"]
        return pins(run_uv([*compile_pins, str(constraints), "-"], folder, asked))


def run_uv(arguments: list[str], folder: str, text: str = "") -> str:
    """What uv prints when it runs in a folder."""
    done = subprocess.run([UV, *arguments], input=text, stdout=subprocess.PIPE, text=True, check=True, cwd=folder)
    return done.stdout


def pins(export: str) -> list[str]:
    """The pins of an export; a marker stays only where it chooses between two versions of one package."""
    lines = [line.partition(" ; ") for line in export.splitlines() if "==" in line]
    times = Counter(pin.partition("==")[0] for pin, _, _ in lines)
    return [f"{pin} ; {marker}" if times[pin.partition("==")[0]] > 1 else pin for pin, _, marker in lines]


def with_pins(text: str, run_time: list[str], build: list[str]) -> str:
    """The text of pyproject.toml with these pins."""
    pins = (
        "\n# Pins, written by tools/pin.py.\n"
        f"constraint-dependencies = {toml_list(run_time)}\n"
        f"build-constraint-dependencies = {toml_list(build)}\n"
    )
    return PINS.sub(lambda _: pins, text)


def toml_list(items: list[str]) -> str:
    """A list of strings, one a line."""
    return "[\n" + "".join(f'    "{item}",\n' for item in items) + "]"


if __name__ == "__main__":
    main()
