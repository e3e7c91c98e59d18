"""Speed of the game on one core: microseconds a game, and what writing rows adds.

Run with `python benchmarks/games.py [--preset NAME] [--players N]`. Each number is the best of many short runs, since
other work on the machine only ever makes it slower; compare rows of one run, or two trees run in turn.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from paskasim.engine import play
from paskasim.lineups import crew_of
from paskasim.rules.tables import rule_tables
from paskasim.simulation import checked_case
from paskasim.strategies.door import built_in
from paskasim.studies.columns import game_rows
from paskasim.studies.files import parquet_bytes
from paskasim.studies.sums import block_sums

REPEATS = 30
GAMES = 4096


def best(run: Callable[[], object], repeats: int = REPEATS) -> float:
    """Seconds of the fastest of several runs."""
    seconds = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        seconds = min(seconds, time.perf_counter() - start)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="paskahousu")
    parser.add_argument("--players", type=int, default=4)
    chosen = parser.parse_args()
    print(f"{chosen.preset}, {chosen.players} players, microseconds a game on one core")
    print(f"{'strategy':12s} {'play':>7s} {'rows':>7s} {'write':>7s} {'sums':>7s} {'games/s':>10s} {'ns/turn':>8s}")
    for name in built_in():
        case = checked_case(chosen.preset, chosen.players, name, GAMES, 7)
        rules, crew = rule_tables(case.rules, case.players), crew_of(case.seats, case.rules)
        games = play(rules, case.players, crew, case.seed, 0, GAMES)
        rows = game_rows(games, detail=False)
        played = best(lambda r=rules, c=case, w=crew: play(r, c.players, w, c.seed, 0, GAMES))
        made = best(lambda g=games: game_rows(g, detail=False))
        written = best(lambda t=rows: parquet_bytes(t, {}))
        summed = best(lambda g=games: block_sums(g))
        turns = int(games.tallies[0].sum())
        micro = [1e6 * seconds / GAMES for seconds in (played, made, written, summed)]
        speed = GAMES / (played + made + written)
        print(
            f"{name:12s} {micro[0]:7.2f} {micro[1]:7.2f} {micro[2]:7.2f} {micro[3]:7.2f} "
            f"{speed:10,.0f} {1e9 * played / turns:8.1f}"
        )


if __name__ == "__main__":
    main()
