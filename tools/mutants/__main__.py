"""Tests the tests: plants faults in a copy of the sources, one at a time, and shows which test catches each.

python -m tools.mutants                          all faults, each with the tests listed for it
python -m tools.mutants --list                   what the faults are
python -m tools.mutants "a limit's burst"        those whose names begin so
python -m tools.mutants --write docs/mutants.md  all of them, and write the table down
python -m tools.mutants --whole 5                then five drawn by lot, with all of ./test

A fault is one wrong line, written down in faults.toml with the tests that should notice it. The checkout is only read.
A fault that no test catches within a minute (TEST_PATIENCE=3: three minutes) is a missing test: the exit code is 1.
"""

import argparse
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tools.mutants.faults import Fault, OutOfDate, chosen, load
from tools.mutants.trying import Broken, Copy, Outcome, attempt, attempt_whole, commit, control

Results = list[tuple[Fault, Outcome]]


def main() -> int:
    """The command."""
    given = arguments()
    try:
        faults = chosen(load(), given.names)
        if given.list:
            return show(faults)
        began = time.monotonic()
        results = try_all(faults)
        if given.write is not None:
            given.write.write_text(page(results, time.monotonic() - began), encoding="utf-8")
        results += try_whole(faults, given.whole, given.seed)
    except (OutOfDate, Broken) as error:
        sys.exit(f"mutants: {error}")
    return summary(results)


def arguments() -> argparse.Namespace:
    """What was asked for."""
    usage, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser("python -m tools.mutants", None, usage, rest)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="NAME", help="how the name of a fault begins; all if none is given")
    parser.add_argument("--list", action="store_true", help="list the faults, and plant none")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table there, in Markdown")
    parser.add_argument("--whole", type=int, default=0, metavar="N", help="let N drawn by lot meet all of ./test")
    parser.add_argument("--seed", type=int, help="draw the same lots again")
    given = parser.parse_args()
    if given.write is not None and given.names:
        parser.error("--write writes the table of all faults; give it no names")
    return given


def show(faults: Iterable[Fault]) -> int:
    """List faults."""
    for fault in faults:
        before, after = fault.lines()
        print(f"{fault.area:12}{fault.name}\n{'':12}{fault.file}\n{'':12}- {before}\n{'':12}+ {after}")
    return 0


def try_all(faults: list[Fault]) -> Results:
    """Try every fault with its own tests."""
    results: Results = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(Path(folder).resolve())
        copy.borrow()
        copy.check()
        print(f"{len(faults)} faults; first their tests without any of them", flush=True)
        control(copy, faults)
        for number, fault in enumerate(faults, 1):
            results.append((fault, attempt(copy, fault)))
            tell(f"{number}/{len(faults)}", *results[-1])
    return results


def try_whole(faults: list[Fault], count: int, seed: int | None) -> Results:
    """Try some faults, drawn by lot, with all of ./test, which must pass without them."""
    if count == 0:
        return []
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    drawn = random.Random(seed).sample(faults, min(count, len(faults)))
    print(f"{len(drawn)} drawn by lot with --seed {seed}; first all of ./test without any of them", flush=True)
    results: Results = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(Path(folder).resolve())
        commit(copy.folder)
        sound = attempt_whole(copy, None)
        if sound.what != "survived":
            raise Broken(f"./test does not pass without any fault: {sound.what} {sound.by}")
        for number, fault in enumerate(drawn, 1):
            results.append((fault, attempt_whole(copy, fault)))
            tell(f"./test {number}/{len(drawn)}", *results[-1])
    return results


def tell(number: str, fault: Fault, outcome: Outcome) -> None:
    """A line about a fault."""
    print(f"{number} {outcome.what} in {outcome.seconds:.1f} s: {fault.name} {outcome.by}".rstrip(), flush=True)


def summary(results: Results) -> int:
    """How many were caught, and the exit code."""
    missed = [fault.name for fault, outcome in results if not outcome.caught]
    print(f"{len(results) - len(missed)} of {len(results)} caught")
    for name in missed:
        print(f"not caught: {name}")
    return 1 if missed else 0


def page(results: Results, seconds: float) -> str:
    """The table, in Markdown."""
    caught = [outcome for _, outcome in results if outcome.caught]
    slowest = max((outcome.seconds for outcome in caught), default=0.0)
    head = f"""# Testing the tests

Each of these faults is one wrong line, of a kind that a tired person writes. `python -m tools.mutants` plants them in a
copy of the sources, one at a time, and runs the tests of `./test` that `tools/mutants/faults.toml` lists for it.
Without a fault all of them pass. {len(caught)} of {len(results)} are caught, the slowest in {slowest:.0f} seconds,
all of them in {seconds / 60:.0f} minutes on two cores. The long suite does it again, and lets five that are drawn by
lot meet all of `./test`.

This page is written by `python -m tools.mutants --write docs/mutants.md`.

| Area | Fault | Line | Caught by | Seconds |
|---|---|---|---|---|
"""
    return head + "".join(f"| {' | '.join(row(*result))} |\n" for result in results)


def row(fault: Fault, outcome: Outcome) -> tuple[str, ...]:
    """A fault's row of the table."""
    before, after = (code(line) for line in fault.lines())
    by = code(outcome.by.removeprefix("tests/")) if outcome.caught else f"**{outcome.what}**"
    return fault.area, fault.name, f"- {before}<br>+ {after}", by, f"{outcome.seconds:.1f}"


def code(text: str) -> str:
    """A line of code in a cell of a table: a bar would end the cell, or be shown with a backslash, if it was one."""
    if "|" not in text:
        return f"`` {text} ``" if text else "nothing"
    return (
        "<code>" + "".join(each if each.isalnum() or each in " .=" else f"&#{ord(each)};" for each in text) + "</code>"
    )


if __name__ == "__main__":
    sys.exit(main())
