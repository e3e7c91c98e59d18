"""Play what the tables of docs/proofs.md tell, and write them.

    python docs/make_proofs.py endings --games 1e6    how games end: every preset, 2 to 6 players, any, random, lowest
    python docs/make_proofs.py delays                 how soon dead ends are noticed in whole decks
    python docs/make_proofs.py miniatures             the same in miniature decks, against every state that there is
    python docs/make_proofs.py write                  the tables into docs/proofs.md; no game is played

The first three write docs/proofs/*.csv. `endings` goes on from what the same engine version has played already.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from paskasim.engine import ENGINE_VERSION
from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.rules import RuleSet, presets

FOLDER = Path(__file__).parent
DATA = FOLDER / "proofs"
PROOFS = ("finished", "all_pass", "stuck_cards", "forced_loop", "closed", "state_repeats", "escape", "open")
STRATEGIES = ("any", "random", "lowest")
PLAYERS = range(2, 7)

Row = dict[str, Any]


def kept(name: str) -> list[Row]:
    """Return the rows of docs/proofs/NAME.csv; none if there is no such file yet."""
    path = DATA / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def keep(name: str, rows: list[Row]) -> None:
    """Write the rows of docs/proofs/NAME.csv."""
    DATA.mkdir(exist_ok=True)
    with (DATA / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def cases() -> Iterator[tuple[str, int]]:
    """Yield every preset with every number of players that its deal fits."""
    for name in presets():
        for players in PLAYERS:
            try:
                RuleSet.load(name).deal_for(players)
            except PaskasimError:
                continue
            yield name, players


def endings(games: int, threads: int | None) -> None:
    """Play each case and count its proofs."""
    from paskasim.simulation import checked_case, stream

    rows = [row for row in kept("endings") if (row["engine"], int(row["games"])) == (ENGINE_VERSION, games)]
    done = {(row["preset"], int(row["players"]), row["strategy"]) for row in rows}
    for name, players in cases():
        for strategy in STRATEGIES:
            if (name, players, strategy) in done:
                continue
            counts = np.zeros(len(PROOFS), np.int64)
            for part in stream(checked_case(name, players, strategy, games, 1), threads=threads):
                counts += np.bincount(part.tallies[at.PROOF], minlength=len(PROOFS))
            row = {"engine": ENGINE_VERSION, "preset": name, "players": players, "strategy": strategy, "games": games}
            rows.append(row | dict(zip(PROOFS, map(int, counts), strict=True)))
            keep("endings", rows)
            print(name, players, strategy, dict(zip(PROOFS, map(int, counts), strict=True)), flush=True)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["endings"])
    parser.add_argument("--games", type=float, default=1e6)
    parser.add_argument("--threads", type=int)
    wanted = parser.parse_args()
    endings(int(wanted.games), wanted.threads)


if __name__ == "__main__":
    main()
