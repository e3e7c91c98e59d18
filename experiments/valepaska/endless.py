"""Which cards are left when `honest` players can't end a game, and which rules they can end it by.

`python experiments/valepaska/endless.py` prints both.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import paskasim

GAMES = 4_000
SEED = 2027
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
TAKES_FACES = ("7", "8", "9")
"""Number cards on which a face card may go; nothing else that can open a pile takes one."""

OTHER_RULES: tuple[dict[str, object], ...] = (
    {},
    {"faces.min_top": "3"},
    {"faces.on_empty": True},
    {"fours.except": ""},
)


def left(record: dict[str, Any]) -> Counter[str]:
    """Return the cards that have not burnt when the record ends, by rank."""
    burnt: Counter[str] = Counter()
    pile: list[str] = []
    for turn in record["turns"]:
        pile += turn.get("cards", ())
        if turn["effect"].startswith("burn"):
            burnt.update(pile)
        if turn["effect"] != "none" or turn.get("took") or turn.get("challenge") or turn["action"] == "take":
            pile = []
    return Counter({rank: 4 - burnt[rank] for rank in RANKS})


def main() -> None:
    """Print the table of README.md."""
    for players in (3, 4):
        found = [
            left(record)
            for record in paskasim.trace(
                "valepaska",
                players=players,
                lineup="honest",
                seed=SEED,
                games=GAMES,
                within=GAMES,
                where="outcome=livelock",
            )
        ]
        faces = sum(any(cards[rank] for rank in "JQK") for cards in found)
        stuck = sum(
            any(cards[rank] for rank in "JQK") and not any(cards[rank] for rank in TAKES_FACES) for cards in found
        )
        twos = sum(cards["2"] == 4 for cards in found)
        print(f"{players} players: {len(found)} of {GAMES} games without an end")
        print(f"  face cards left: {faces}; and no 7, 8 or 9: {stuck}")
        print(f"  all four 2s left: {twos}")
        for ranks, times in islice(Counter(" ".join(r for r in c if c[r]) for c in found).most_common(), 5):
            print(f"  {times:4d}  {ranks}")

    rules = paskasim.RuleSet.load("valepaska")
    for switches in OTHER_RULES:
        for players in (3, 4):
            rows = paskasim.simulate(rules.with_switches(switches), players, "honest", games=8_192, seed=SEED)
            share = (rows["outcome"] != "finished").mean()
            print(f"{switches or 'valepaska'}, {players} players: {100 * share:.1f} % without an end")


if __name__ == "__main__":
    main()
