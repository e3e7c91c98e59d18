"""Games a second on one core for each strategy, with all seats alike.

Run with `python benchmarks/strategies.py [--presets NAME ...] [--players N ...] [--seconds S] [--write]`; `--write`
puts a table for each preset into docs/speeds.md. Each number is the fastest of several runs, since other work on the
machine only ever makes it slower; `against lowest` is the ratio within this run, which is what to compare between
machines and versions.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from paskasim.engine import play
from paskasim.lineups import crew_of
from paskasim.rules.tables import rule_tables
from paskasim.simulation import checked_case
from paskasim.strategies.door import built_in

PAGE = Path(__file__).parent.parent / "docs" / "speeds.md"
FEWEST_RUNS = 3
SEED = 7


def speed(preset: str, players: int, lineup: str, seconds: float) -> float:
    """Games a second of processor time: the best of several runs that take about `seconds` together."""
    case = checked_case(preset, players, lineup, 1, SEED)
    rules, crew = rule_tables(case.rules, players), crew_of(case.seats, case.rules)
    games = max(4, int(case.games_per_second * seconds / 8))
    play(rules, players, crew, SEED, 0, 1)
    best, spent, runs = 0.0, 0.0, 0
    while runs < FEWEST_RUNS or spent < seconds:
        start = time.process_time()
        play(rules, players, crew, SEED, 0, games)
        taken = time.process_time() - start
        best, spent, runs = max(best, games / taken), spent + taken, runs + 1
    return best


def lineups() -> list[str]:
    """Every strategy of the package as a line-up names it."""
    return [f"{name}[lowest]" if strategy.wraps else name for name, strategy in built_in().items()]


def table(preset: str, numbers: list[int], seconds: float) -> list[str]:
    """Lines of a Markdown table, a strategy each, fastest first."""
    speeds = {name: [speed(preset, players, name, seconds) for players in numbers] for name in lineups()}
    heads = [f"{players} players" for players in numbers]
    lines = [
        f"| strategy | {' | '.join(heads)} | against `lowest` |",
        "|---|" + "---:|" * (len(numbers) + 1),
    ]
    last = len(numbers) - 1
    for name, found in sorted(speeds.items(), key=lambda item: -item[1][last]):
        cells = " | ".join(f"{games:,.0f}" for games in found)
        lines.append(f"| `{name}` | {cells} | {found[last] / speeds['lowest'][last]:.3g} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presets", nargs="+", default=["paskahousu", "valepaska"])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 5, 4], help="the last is compared")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each number")
    parser.add_argument("--write", action="store_true", help="write docs/speeds.md")
    chosen = parser.parse_args()
    page = [
        "# Speed of the strategies",
        "",
        "Games a second on one core, all seats alike, without writing rows. The last column is the ratio at",
        f"{chosen.players[-1]} players. Written by `python benchmarks/strategies.py --write`; numbers differ",
        "from machine to machine, ratios hardly.",
    ]
    for preset in chosen.presets:
        page += ["", f"## {preset}", "", *table(preset, chosen.players, chosen.seconds)]
    text = "\n".join(page) + "\n"
    if chosen.write:
        PAGE.write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
