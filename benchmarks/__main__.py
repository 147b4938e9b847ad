"""`python -m benchmarks`: run, print, write JSON, and exit with 1 if a bar is missed."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.cases import CASES
from benchmarks.measure import machine, run_case, stay_on_one_core
from parlour.core.engines import play_by_the_thousand

FEWEST = 5


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Parlour's speed beside others'.")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"{', '.join(CASES)}; all if none is named")
    parser.add_argument("--times", type=int, default=7, help=f"repetitions, at least {FEWEST}")
    parser.add_argument("--json", type=Path, default=Path("build/benchmarks.json"), help="where to write the results")
    asked = parser.parse_args()
    if not set(asked.cases) <= set(CASES) or asked.times < FEWEST:
        parser.error(f"the cases are {', '.join(CASES)}, and they run at least {FEWEST} times")
    play_by_the_thousand()
    stay_on_one_core()
    report = run(asked.cases or CASES, asked.times)
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    asked.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0 if all(result["passed"] for result in report["results"]) else 1


def run(cases: Iterable[str], times: int) -> dict[str, Any]:
    """Run the cases one after the other, telling how each went."""
    console = Console(highlight=False, soft_wrap=True)
    facts = machine()
    console.print(f"{facts['processor']}, {facts['cores']} cores, one of them used; {facts['system']}")
    console.print(f"Python {facts['python']}, {', '.join(f'{name} {at}' for name, at in facts['packages'].items())}")
    console.print(f"{times} repetitions of each side, in turn; median (least to most); moves per second of CPU time")
    results = []
    for name in cases:
        result = run_case(CASES[name](), times)
        console.print(telling(result))
        results.append(result)
    return {"machine": facts, "results": results}


def telling(result: dict[str, Any]) -> str:
    """A result in a few lines."""
    verdict = "passed" if result["passed"] else "MISSED"
    if "least" in result:
        bar = f"at least {figure(result['least'])}: {verdict}" if result["least"] else "for information"
        rates = figures(result["moves_per_cpu_second"]["ours"])
        return f"\n{result['name']}: {result['what']['ours']}\n  {rates} a second; {bar}"
    if "ratio" not in result:
        unit = result["unit"]
        value = f"{figures(result['value'])} {unit}; at most {result['bar']} {unit}: {verdict}"
        return f"\n{result['name']}: {result['what']['ours']}\n  {value}"
    rates = result["moves_per_cpu_second"]
    sides = (("Parlour", "ours"), (result["rival"], "theirs"))
    lines = [f"  {who:10} {figures(rates[side])}: {result['what'][side]}" for who, side in sides]
    bar = f"at least {result['bar']} x: {verdict}" if result["bar"] else "for information"
    return "\n".join(["", result["name"], *lines, f"  {'ratio':10} {figures(result['ratio'])} x; {bar}"])


def figures(spread: dict[str, float]) -> str:
    """Median, least and most, in a form fit to be read."""
    return f"{figure(spread['median'])} ({figure(spread['least'])} to {figure(spread['most'])})"


def figure(value: float) -> str:
    """A number with a sensible count of digits."""
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
