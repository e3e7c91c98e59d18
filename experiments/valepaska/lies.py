"""What strategies lie about and how often, counted in records.

`python experiments/valepaska/lies.py` prints it for the line-ups below; `… lies.py PLAYERS LINEUP` for one of your own.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import paskasim

GAMES = 400
FEW_GAMES = 50  # they are long
SEED = 2027
LINEUPS = (
    (4, "linear,honest", GAMES),
    *((players, lineup, GAMES) for players in (3, 4) for lineup in ("honest", "bluffer", "bayes", "linear")),
    *((players, "mixed", FEW_GAMES) for players in (2, 3)),
)


@dataclass
class Habits:
    """Claims of one strategy: how many, which of them were lies, and what came of these."""

    claims: Counter[str] = field(default_factory=Counter)
    lies: Counter[str] = field(default_factory=Counter)
    opened: Counter[bool] = field(default_factory=Counter)
    doubted: Counter[bool] = field(default_factory=Counter)

    def note(self, turn: dict[str, Any]) -> None:
        """Count one claim."""
        lie = any(card != turn["rank"] for card in turn["cards"])
        self.claims[turn["rank"]] += 1
        self.lies[turn["rank"]] += lie
        if turn["top"] == "empty":
            self.opened[lie] += 1
        if "challenge" in turn:
            self.doubted[lie] += 1

    def told(self) -> str:
        """Return it as a line."""
        claims, lies = self.claims.total(), self.lies.total()
        ranks = ", ".join(f"{rank} {_percent(count, lies)}" for rank, count in self.lies.most_common(4) if count)
        return (
            f"{claims} claims, lies {_percent(lies, claims)}, on an empty pile "
            f"{_percent(self.opened[True], self.opened.total())}; doubted: lies {_percent(self.doubted[True], lies)}, "
            f"truths {_percent(self.doubted[False], claims - lies)}; lies about: {ranks or 'none'}"
        )


def habits(records: Iterable[dict[str, Any]]) -> dict[str, Habits]:
    """Return the habits of each strategy that is at the table."""
    found: dict[str, Habits] = {}
    for record in records:
        for turn in record["turns"]:
            if turn["action"] == "play" and turn["zone"] == "hand":
                found.setdefault(record["strategies"][turn["seat"]], Habits()).note(turn)
    return found


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def main(asked: list[str]) -> None:
    """Print the habits at the tables that are asked for, or at all of LINEUPS."""
    tables = ((int(asked[0]), asked[1], GAMES),) if asked else LINEUPS
    for players, lineup, games in tables:
        print(f"{players} players, {lineup}, {games} games")
        records = paskasim.trace("valepaska", players=players, lineup=lineup, seed=SEED, games=games)
        for name, each in habits(records).items():
            print(f"  {name}: {each.told()}")


if __name__ == "__main__":
    main(sys.argv[1:])
