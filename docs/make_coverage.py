"""Simulate every interval and write docs/coverage.md: how often each holds the truth.

    python docs/make_coverage.py                         everything; some minutes on one core
    python docs/make_coverage.py --repetitions 500       a quick look on the screen; nothing is written

All dice have fixed seeds, so the same sources write the same page.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from paskasim import analysis
from paskasim.engine import ENGINE_VERSION

FOLDER = Path(__file__).parent
if str(FOLDER) not in sys.path:
    sys.path.insert(0, str(FOLDER))

from simulations import fixed, looks, nulls, planted  # noqa: E402
from simulations.drawing import REPETITIONS, Held, Simulation, verdict  # noqa: E402

PAGE = FOLDER / "coverage.md"
INTERVALS = Path(analysis.__file__).parent / "intervals"
HEAD = "| interval | tried on | in use so | coverage found | error | mean width | verdict |"
SIMULATED: dict[str, Callable[[], list[Simulation]]] = {
    "shares": fixed.shares,
    "together": fixed.together,
    "blocks": fixed.blocks,
    "lengths": fixed.lengths,
    "looks at shares": looks.counted,
    "looks at blocks": looks.blocks,
}


def digest() -> str:
    """Return a fingerprint of the sources that the page rests on."""
    files = [*INTERVALS.glob("*.py"), *(FOLDER / "simulations").glob("*.py"), Path(__file__)]
    found = hashlib.sha256()
    for file in sorted(files, key=lambda path: (path.parent.name, path.name)):
        found.update(file.read_text(encoding="utf-8").encode())
    return found.hexdigest()[:16]


def percent(share: float, digits: int = 1) -> str:
    """Return a share in percent, without a sign that tables could break at."""
    return "—" if math.isnan(share) else f"{100 * share:.{digits}f} %"


def number(value: float) -> str:
    """Return three figures of a width."""
    return f"{value:.3g}" if math.isfinite(value) else "—"


def row(one: Simulation, found: Held) -> str:
    """Return the line of a simulation."""
    cells = [
        f"`{one.interval}`" if one.interval.isidentifier() else one.interval,
        one.data,
        "yes" if one.meant else "no",
        percent(found.share, 2),
        percent(found.error, 2),
        number(found.width),
        verdict(found, one.level),
    ]
    return "| " + " | ".join(cells) + " |"


def table(group: Callable[[], list[Simulation]], repetitions: int) -> Iterator[str]:
    """Yield the lines of a table, each as soon as it is known."""
    yield HEAD
    yield "|" + "---|" * HEAD.count(" | ") + "---|"
    for one in group():
        yield row(one, one.run(repetitions))


def alarm_table(trials: int) -> Iterator[str]:
    """Yield the lines of the table of false alarms."""
    yield "| comparison | trials | alarms |"
    yield "|---|---|---|"
    for one in nulls.alarms(trials):
        yield f"| {one.comparison} | {one.trials:,} | {one.alarms} |"


def planted_table(repetitions: int) -> Iterator[str]:
    """Yield the lines of the table of known truths."""
    yield "| what | truth | mean of estimates | its error | interval holds it | true verdict | wrong verdict |"
    yield "|---|---|---|---|---|---|---|"
    for one in [*planted.seats(repetitions), *planted.rule_effects(repetitions)]:
        size = [("—" if math.isnan(x) else f"{x:+.5f}") for x in (one.truth, one.mean)]
        error = "—" if math.isnan(one.error) else f"{one.error:.5f}"
        cells = [one.what, *size, error, percent(one.share, 2), percent(one.named), percent(one.wrong, 2)]
        yield "| " + " | ".join(cells) + " |"


def made_from() -> Iterator[str]:
    """Yield the line that says what the page was made from."""
    yield f"Made from sources `{digest()}` with engine version {ENGINE_VERSION}."


def parts(repetitions: int, trials: int) -> dict[str, Callable[[], Iterator[str]]]:
    """Return what makes each part of the page, by the name that its marks have there."""
    found: dict[str, Callable[[], Iterator[str]]] = {"made": made_from}
    for name, group in SIMULATED.items():
        found[name] = partial(table, group, repetitions)
    found["nulls"] = partial(alarm_table, trials)
    found["planted"] = partial(planted_table, repetitions)
    return found


def between(page: str, name: str) -> str:
    """Return what stands between the marks of a part."""
    return str(re.findall(f"<!-- {name} -->\n(.*?)<!-- end of {name} -->", page, re.DOTALL)[0])


def filled(page: str, name: str, lines: str) -> str:
    """Return the page with other lines between the marks of a part."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, rest = page.split(begin)
    return before + begin + lines + end + rest.split(end)[1]


def cells_of(page: str) -> dict[tuple[str, ...], list[str]]:
    """Return the rows of the page's tables, by their first two cells without marks."""
    rows = [
        [cell.strip().strip("`") for cell in line.strip("| ").split(" | ")]
        for line in page.splitlines()
        if line.startswith("| ")
    ]
    return {(cells[0], cells[1]): cells for cells in rows}


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    parser.add_argument("--trials", type=int, default=nulls.TRIALS)
    parser.add_argument("--only", nargs="+", help="parts of the page, to look at; nothing is written")
    asked = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    for name, make in parts(asked.repetitions, asked.trials).items():
        if asked.only and name not in asked.only:
            continue
        lines = []
        for line in make():
            print(line, flush=True)
            lines.append(line + "\n")
        page = filled(page, name, "".join(lines))
    if (asked.repetitions, asked.trials, asked.only) == (REPETITIONS, nulls.TRIALS, None):
        PAGE.write_text(page, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
