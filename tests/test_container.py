"""The image of deploy/Containerfile: built by a real builder, step by step, and started as a host would start it.

The base image comes from the network. Where it cannot be had, a Debian with its own Python stands in for it: every step
is then carried out as it is written, and only the version of Python is another.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.server.serving import free_port
from tests.waiting import STEP, TEST, until

ROOT = Path(__file__).parents[1]
FILE = ROOT / "deploy" / "Containerfile"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
TRUST = ("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_CERT")  # who builds behind a proxy of their own has these
PYTHON = ("python3", "python3-venv", "python3-pip", "python-is-python3", "ca-certificates")

pytestmark = pytest.mark.long


class Builder:
    """buildah, which needs no service and no privileges but root's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places = ["--root", str(folder / "images"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run(
            ["buildah", *self.places, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        return done.stdout.strip()

    def base(self, name: str) -> None:
        """Have the base image, or what stands in for it."""
        with suppress(AssertionError):
            self("pull", "--quiet", name)
            return
        root = self.folder / "debian"
        command = ["debootstrap", "--variant=minbase", f"--include={','.join(PYTHON)}", "bookworm", str(root)]
        subprocess.run([*command, *mirror()], check=True, capture_output=True)
        for each in root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
            each.unlink()
        shutil.copy(CERTIFICATES, root / CERTIFICATES[1:])
        made = self("from", "scratch")
        self("add", "--quiet", made, str(root), "/")
        self(
            "config",
            *(word for each in TRUST if each in os.environ for word in ("--env", f"{each}={CERTIFICATES}")),
            made,
        )
        self("commit", "--quiet", "--rm", made, name)


def mirror() -> list[str]:
    """Where this Debian gets its packages."""
    told = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)"], capture_output=True, text=True, check=False
    )
    return [line for line in told.stdout.splitlines() if line.rstrip("/").endswith("/debian")][:1]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, object]]]:
    """The image as a folder, and how it is to be run."""
    wanted = ("buildah", "debootstrap", "bwrap")
    if os.geteuid() or not all(map(shutil.which, wanted)):
        pytest.skip(f"to build an image takes root and {', '.join(wanted)}: packages of Debian")
    build = Builder(tmp_path_factory.mktemp("container"))
    (base,) = set(re.findall(r"^FROM (\S+)", FILE.read_text(encoding="utf-8"), re.MULTILINE))
    build.base(base)
    build("bud", "--isolation", "chroot", "--format", "docker", "--pull-never", "-t", "parlour", "-f", str(FILE), ".")
    facts = json.loads(build("inspect", "--type", "image", "parlour"))["Docker"]["config"]
    made = build("from", "parlour")
    yield Path(build("mount", made)), facts
    build("umount", made)
    build("rm", made)


def inside(root: Path, facts: dict[str, object], data: Path, port: int, *command: str) -> list[str]:
    """A command in the image, with a root that nobody can write, as its own user, with nothing of this machine's."""
    told: list[str] = facts["Env"]  # type: ignore[assignment]
    given = dict(each.split("=", 1) for each in told) | {"PARLOUR_PORT": str(port), "PARLOUR_HOST": "127.0.0.1"}
    places = ["--ro-bind", str(root), "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
    places += ["--bind", str(data), "/data"]
    user = ["--unshare-user", "--unshare-pid", "--uid", "1000", "--gid", "1000", "--die-with-parent", "--clearenv"]
    return ["bwrap", *places, *user, *(word for item in given.items() for word in ("--setenv", *item)), *command]


def test_it_starts_with_a_root_that_cannot_be_written_and_is_healthy(
    image: tuple[Path, dict[str, object]], tmp_path: Path
) -> None:
    root, facts = image
    assert facts["User"] == "parlour"
    assert re.search(r"^parlour:x:1000:1000:", (root / "etc/passwd").read_text(), re.MULTILINE)
    data, port = tmp_path / "data", free_port()
    data.mkdir()
    start: list[str] = [*facts["Entrypoint"], *facts["Cmd"]]  # type: ignore[misc]
    kind, *healthy = facts["Healthcheck"]["Test"]  # type: ignore[index]
    assert kind == "CMD"
    with subprocess.Popen(inside(root, facts, data, port, *start), stderr=subprocess.PIPE, text=True) as server:
        try:
            until(
                lambda: (
                    subprocess.run(
                        inside(root, facts, data, port, *healthy), check=False, capture_output=True
                    ).returncode
                    == 0
                ),
                "",
                TEST,
            )
            with urlopen(f"http://127.0.0.1:{port}/", timeout=STEP) as page:
                assert "<script" in page.read().decode()
            with urlopen(f"http://127.0.0.1:{port}/ready", timeout=STEP) as ready:
                assert json.load(ready)["ready"]
            assert (data / "tables.sqlite").stat().st_mode & 0o777 == 0o600
        finally:
            server.terminate()
            told = server.communicate(timeout=STEP)[1]
    assert "Traceback" not in told, told


def test_its_packages_are_those_that_are_tested(image: tuple[Path, dict[str, object]]) -> None:
    """But for what only the base decides, the versions are the pins."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (found,) = image[0].glob("opt/parlour/lib/python3*/site-packages")
    there = dict(each.name.removesuffix(".dist-info").split("-", 1) for each in found.glob("*.dist-info"))
    assert {"asyncpg", "uvicorn", "wasmtime", "parlour"} <= there.keys()
    for name, version in there.items():
        assert name == "parlour" or f'"{name.replace("_", "-").lower()}=={version}' in text
