"""Write the tables of docs/linear.md: features, from the code, and what shipped weights are worth, from their files.

Run with `python docs/make_linear.py`; no game is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from paskasim.rules import RuleSet
from paskasim.strategies.features import FEATURES, WEIGHTS
from paskasim.training.stages import plain_players
from paskasim.weights import WeightFile, shipped

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
    for file in sorted(_ours(), key=lambda file: (_family(file.rules), file.players)):
        held_out: Any = file.provenance["held_out"]
        if WEAK not in held_out:
            continue
        share = 1 / file.players
        weak = _interval(held_out[WEAK]["loss"])
        strong = _interval([share + each for each in held_out[STRONG]["less than lowest"]])
        yield f"| `{file.rules}` | {file.players} | {weak} | {strong} | {share:.3f} |"


def bluff() -> Iterator[str]:
    """Return a row for each shipped file of games with bluff and each plain player."""
    yield "| rule set | players | among | one `linear` among them loses | one of them among `linear` | even share |"
    yield "|---|---|---|---|---|---|"
    for file in _with_bluff():
        held_out: Any = file.provenance["held_out"]
        share = 1 / file.players
        for other in plain_players(RuleSet.load(file.rules)):
            weak = _interval(held_out[f"at tables of {other}"]["loss"])
            strong = _interval([share + each for each in held_out[STRONG][f"less than {other}"]])
            yield f"| `{file.rules}` | {file.players} | `{other}` | {weak} | {strong} | {share:.3f} |"


def endless() -> Iterator[str]:
    """Return a row for each shipped file of games with bluff."""
    yield "| rule set | players | their games without an end | one with the start's weights loses there | even share |"
    yield "|---|---|---|---|---|"
    for file in _with_bluff():
        held_out: Any = file.provenance["held_out"]
        share = 1 / file.players
        start = _interval([share + each for each in held_out[STRONG]["less than the start"]])
        ends = _interval(held_out[STRONG]["games without an end"])
        yield f"| `{file.rules}` | {file.players} | {ends} | {start} | {share:.3f} |"


def _ours() -> list[WeightFile]:
    return [file for file in shipped().values() if set(file.weights) <= set(WEIGHTS)]


def _with_bluff() -> list[WeightFile]:
    files = sorted(_ours(), key=lambda file: (file.rules, file.players))
    return [file for file in files if RuleSet.load(file.rules).bluff.on]


def _family(rules: str) -> tuple[int, str]:
    return (FAMILIES.index(rules) if rules in FAMILIES else len(FAMILIES), rules)


def _interval(numbers: Sequence[float]) -> str:
    return f"{numbers[0]:.3f} ({numbers[1]:.3f} to {numbers[2]:.3f})"


TABLES = {"features": features, "worth": worth, "bluff": bluff, "endless": endless}


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
