"""Write the table of docs/mixed.md: what others gain among `mixed`, from the shipped files.

Run with `python docs/make_mixed.py`; no game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from paskasim.strategies.mixed import TABLES, WEIGHTS
from paskasim.training.exploiters import SHIPPED
from paskasim.weights import WeightFile, shipped

PAGE = Path(__file__).parent / "mixed.md"


def files() -> list[WeightFile]:
    """Return the shipped files of `mixed`, by number of players."""
    found = (file for file in shipped().values() if tuple(file.weights) == WEIGHTS)
    return sorted(found, key=lambda file: file.players)


def gains(players: int) -> Iterator[str]:
    """Return a row for each exploiter of the file for so many players."""
    (file,) = (each for each in files() if each.players == players)
    told: Any = file.provenance["gains"]
    costs = f"where no end costs {file.provenance['endless']:g}"
    yield f"| one among `mixed`, {players} players | gains by the rules | {costs} | no end |"
    yield "|---|---|---|---|"
    for name, numbers in told.items():
        shown = f"`{name}`" if name in SHIPPED else name
        yield f"| {shown} | {_points(numbers[:3])} | {_points(numbers[3:6])} | {numbers[6]:.1%} |"
    yield f"| `mixed` | 0 | 0 | {file.provenance['no end']:.1%} |"


def learning() -> Iterator[str]:
    """Return a row for each shipped file: how it was learnt."""
    yield "| players | command | gain of the best response, round by round | shares of the tables |"
    yield "|---|---|---|---|"
    for file in files():
        rounds: Any = file.provenance["gains of the rounds"]
        shares = [file.weights[name] / 1000 for name in WEIGHTS[:TABLES]]
        told = " ".join(f"{each:.2f}".replace("-", "−") for each in rounds)
        used = ", ".join(f"{share:.0%}" for share in shares if share > 0)
        yield f"| {file.players} | `{file.provenance['command']}` | {told} | {used} |"


def _points(told: Any) -> str:
    """Return a gain in points of a hundred losses."""
    estimate, low, high = (f"{100 * each:+.1f}".replace("-", "−") for each in told)
    return f"{estimate} ({low} to {high})"


TABLES_OF_PAGE: Mapping[str, Callable[[], Iterator[str]]] = {
    "learning": learning,
    "two": partial(gains, 2),
    "three": partial(gains, 3),
}


def written(page: str) -> str:
    """Return the page with its tables as they should be."""
    for name, rows in TABLES_OF_PAGE.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        table = "\n".join(rows())
        page = f"{before}{begin}\n{table}\n\n{end}{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
