"""Write the tables of docs/linear.md: features, from the code, and what shipped weights are worth, from their files.

Run with `python docs/make_linear.py`; no game is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from paskasim.strategies.features import FEATURES, WEIGHTS
from paskasim.weights import shipped

PAGE = Path(__file__).parent / "linear.md"
WEAK, STRONG = "at tables of lowest", "at tables of these weights"
# The order of the texts, and then by numbers of players.
FAMILIES = (
    "paskahousu",
    "paskahousu-rows",
    "poytapaska-relaxed",
    "ruotsalainen",
    "paskahousu-lowest-starts",
    "poytapaska",
    "shithead",
    "paskahousu-open-any",
    "paskahousu-no-fours",
)


def features() -> Iterator[str]:
    """Return a row for each feature."""
    yield "| feature | decision | meaning | weights | start |"
    yield "|---|---|---|---|---|"
    for each in FEATURES:
        count = "by phase" if each.phased else "one"
        yield f"| `{each.name}` | {each.group} | {each.meaning} | {count} | {each.start} |"


def worth() -> Iterator[str]:
    """Return a row for each shipped file."""
    yield "| rule set | players | one of them among `lowest` loses | one `lowest` among them loses | even share |"
    yield "|---|---|---|---|---|"
    ours = (file for file in shipped().values() if set(file.weights) <= set(WEIGHTS))
    files = sorted(ours, key=lambda file: (_family(file.rules), file.players))
    for file in files:
        held_out: Any = file.provenance["held_out"]
        share = 1 / file.players
        weak = _interval(held_out[WEAK]["loss"])
        strong = _interval([share + each for each in held_out[STRONG]["less than lowest"]])
        yield f"| `{file.rules}` | {file.players} | {weak} | {strong} | {share:.3f} |"


def _family(rules: str) -> tuple[int, str]:
    return (FAMILIES.index(rules) if rules in FAMILIES else len(FAMILIES), rules)


def _interval(numbers: Sequence[float]) -> str:
    return f"{numbers[0]:.3f} ({numbers[1]:.3f} to {numbers[2]:.3f})"


TABLES = {"features": features, "worth": worth}


def written(page: str) -> str:
    """Return the page with its tables as they should be."""
    for name, rows in TABLES.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        table = "\n".join(rows())
        page = f"{before}{begin}\n{table}\n\n{end}{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
