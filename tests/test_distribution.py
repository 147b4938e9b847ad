"""What is published runs where nothing but Python is: no compiler, no Node, nothing of this folder.

One test, because building and installing takes a while: the sdist, the wheel out of it, the wheel installed as
`uvx` and `pipx` do it, and the program used as a stranger would.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.request import urlopen

import pytest

import parlour
from tests.server.serving import free_port
from tests.tools.loading import ROOT, tool, uv
from tests.waiting import STEP, TEST, until

packages = tool("packages")
FORBIDDEN = ("node", "npm", "gcc", "cc", "clang", "g++")


class Bare:
    """A machine with one program on it: an empty home, and a path on which there is nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.programs = folder, folder / "bin"
        self.environment = {"HOME": str(folder / "home"), "PATH": str(self.programs), "LANG": "C.UTF-8"}
        (folder / "home").mkdir()

    def install(self, wheel: Path) -> None:
        """Install as `uv tool install`, or `pipx install`, does it: in a place of its own."""
        pins = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]
        constraints = self.folder / "constraints.txt"
        constraints.write_text("\n".join(pins["constraint-dependencies"]), encoding="utf-8")
        places = {"UV_TOOL_DIR": str(self.folder / "tools"), "UV_TOOL_BIN_DIR": str(self.programs)}
        command = [uv(), "tool", "install", "--quiet", "--no-config", "--python", sys.executable]
        command += ["--constraints", str(constraints), str(wheel)]
        done = subprocess.run(command, env=os.environ | places, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.programs / "parlour", *arguments], cwd=self.folder / "home", env=self.environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def run(self, *arguments: str, typed: str = "") -> str:
        with self.start(*arguments) as process:
            out, err = process.communicate(typed)
        assert process.returncode == 0, err
        return out


@pytest.mark.all
def test_the_wheel_runs_on_a_bare_machine(tmp_path: Path) -> None:
    sdist, wheel = packages.build(tmp_path / "dist")
    assert packages.troubles(wheel) == []
    assert wheel.stat().st_size < packages.MOST_BYTES
    assert sdist.stat().st_size < 2 * packages.MOST_BYTES
    bare = Bare(tmp_path)
    bare.install(wheel)
    assert not any(shutil.which(program, path=str(bare.programs)) for program in FORBIDDEN)
    assert (tmp_path / "tools" / "parlour" / "share" / "man" / "man1" / "parlour.1").exists()
    assert bare.run("--version") == f"parlour {parlour.__version__}\n"
    assert all(name in bare.run("games") for name in parlour.games())
    told = bare.run("play", "honors4", "--seats", "2", "--seed", "7", "--opponents", "rulebook", typed="1\n1\nquit\n")
    assert "Saved to" in told
    figures = json.loads(bare.run("simulate", "honors4", "--matches", "20", "--seed", "7", "--json"))
    assert figures["matches"] == 20
    doctor = {each["name"]: each for each in json.loads(bare.run("doctor", "--json"))["checks"]}
    assert {doctor[name]["state"] for name in ("packages", "engine", "games", "web client")} == {"ok"}
    assert {doctor[f"extra {name}"]["state"] for name in ("lab", "ray", "tui")} == {"missing"}
    serves_pages(bare)


def serves_pages(bare: Bare) -> None:
    """`parlour serve` answers, with the client's pages."""
    port = free_port()
    with bare.start("serve", "--port", str(port)) as server:
        try:
            assert answer(f"http://127.0.0.1:{port}/health", server)
            page = answer(f"http://127.0.0.1:{port}/", server)
            assert "<script" in page
            assert "svelte" in answer(f"http://127.0.0.1:{port}/notices.txt", server)
        finally:
            server.terminate()
            server.communicate()
    assert server.returncode == 0


def answer(address: str, server: subprocess.Popen[str]) -> str:
    """What a server says, once it is up."""

    def said() -> str | None:
        assert server.poll() is None, "the server has ended"
        try:
            with urlopen(address, timeout=STEP) as page:
                return str(page.read().decode())
        except OSError:
            return None

    return until(said, "the server answers", TEST)
