"""Train the weights that are shipped, one rule set and number of players after the other.

    python benchmarks/train_all.py FOLDER [RULES-PLAYERS ...]

Each begins with the nearest one that stands before it in the table, the first with the plain weights, and goes into
FOLDER/first. Then each is trained on from there, with what it began with in the pool, into FOLDER. Then come the house
rules and the game with bluff, from the weights of the rules that they are nearest to. What FOLDER holds already is left
as it is, and a training that was stopped goes on.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PLAIN = "plain"
RUN = [sys.executable, "-c", "from paskasim.cli import main; main()", "train"]
FIRST = "--stages 3 --generations 24 --games 250 --fresh 5000"
LONG = "--stages 3 --generations 14 --games 160 --spread 15 --fresh 4000"
ROWS = "--stages 3 --generations 20 --games 120 --spread 15 --fresh 3000"
NEAR = "--stages 3 --generations 14 --games 120 --spread 15 --fresh 3000"
SHORT = "--stages 2 --generations 12 --games 160 --spread 10 --fresh 4000"
BRIEF = "--stages 2 --generations 12 --games 120 --spread 10 --fresh 3000"
KEEP = "--stages 2 --generations 18 --games 200 --spread 15 --fresh 4000 --against lowest --against start"
WIDE = "--stages 2 --generations 50 --games 240 --spread 40 --fresh 5000 --against lowest --against start"
ON = "--stages 3 --generations 30 --games 300 --spread 12 --fresh 8000 --seed 2 --against lowest --against start"
ON_BRIEF = "--stages 2 --generations 20 --games 200 --spread 12 --fresh 6000 --seed 2 --against lowest --against start"
LONGER = 13  # so many of the plan are trained on for longer
PLAN = (
    # rules, players, what to begin with, how long; first one of each family, from which the others then begin
    ("paskahousu", 4, PLAIN, FIRST),
    ("paskahousu-rows", 4, "paskahousu-4", ROWS),
    ("poytapaska-relaxed", 3, "paskahousu-rows-4", NEAR),
    ("ruotsalainen", 4, "paskahousu-4", LONG),
    ("paskahousu-lowest-starts", 4, "paskahousu-4", LONG),
    ("poytapaska", 3, "paskahousu-4", NEAR),
    ("shithead", 4, "paskahousu-rows-4", NEAR),
    ("paskahousu", 3, "paskahousu-4", SHORT),
    ("paskahousu", 2, "paskahousu-3", SHORT),
    ("paskahousu", 5, "paskahousu-4", SHORT),
    ("paskahousu-rows", 3, "paskahousu-rows-4", BRIEF),
    ("paskahousu-rows", 2, "paskahousu-rows-3", BRIEF),
    ("paskahousu-rows", 5, "paskahousu-rows-4", BRIEF),
    ("poytapaska-relaxed", 2, "poytapaska-relaxed-3", BRIEF),
    ("poytapaska-relaxed", 4, "poytapaska-relaxed-3", BRIEF),
    # With few players all that plays like lowest ends in a dead end there, so the search has to begin wide.
    ("ruotsalainen", 2, PLAIN, "--stages 3 --generations 40 --games 300 --spread 60 --fresh 5000"),
    ("ruotsalainen", 3, "ruotsalainen-4", WIDE),
    ("ruotsalainen", 5, "ruotsalainen-4", SHORT),
    ("paskahousu-lowest-starts", 3, "paskahousu-lowest-starts-4", KEEP),
    ("paskahousu-lowest-starts", 5, "paskahousu-lowest-starts-4", SHORT),
    ("paskahousu-lowest-starts", 2, "paskahousu-lowest-starts-3", KEEP),
    ("poytapaska", 2, "poytapaska-3", KEEP),
    ("poytapaska", 4, "poytapaska-3", BRIEF),
    ("shithead", 3, "shithead-4", BRIEF),
    ("shithead", 2, "shithead-3", BRIEF),
    ("shithead", 5, "shithead-4", BRIEF),
)
# House rules under which the weights of their neighbour go round in circles in too many games.
HOUSE_RULES = tuple(
    (rules, players, f"paskahousu-{players}", ON)
    for rules in ("paskahousu-open-any", "paskahousu-no-fours")
    for players in range(2, 6)
)
# Who doubts everything never ends a game among its like: that table is in the pool, where such a game costs all a loss.
# And one who doubts much, as none of the plain players does: else what is found lies at every turn.
LIARS = (
    "--stages 3 --generations 40 --population 18 --games 60 --fresh 2000 --seed 1 --against honest "
    "--against bluffer --against bayes --against start --against self --against bayes[threshold=0.3,weight=0]"
)
BLUFF = tuple(
    ("valepaska", players, f"paskahousu-{players}", f"{LIARS} --endless {players}") for players in range(2, 6)
)


def second_round() -> list[tuple[str, int, str]]:
    """Rules, players, and how they are trained on."""
    return [(rules, players, ON if i < LONGER else ON_BRIEF) for i, (rules, players, _, _) in enumerate(PLAN)]


def train(rules: str, players: int, start: str, how: str, place: Path) -> None:
    """Train one, if it is not there yet."""
    if place.exists():
        return
    print(place, flush=True)
    options = [rules, "--players", str(players), "--start", start, *how.split(), "--threads", "1"]
    subprocess.run([*RUN, *options, "--out", str(place)], check=True)


def main() -> None:
    folder, *only = sys.argv[1:] or [""]
    if not folder:
        sys.exit(__doc__)
    first = Path(folder) / "first"
    first.mkdir(parents=True, exist_ok=True)
    wanted = [entry for entry in PLAN if not only or f"{entry[0]}-{entry[1]}" in only]
    for rules, players, start, how in wanted:
        begin = start if start == PLAIN else str(first / f"{start}.json")
        train(rules, players, begin, how, first / f"{rules}-{players}.json")
    for rules, players, how in second_round():
        if (rules, players) in {entry[:2] for entry in wanted}:
            name = f"{rules}-{players}.json"
            train(rules, players, str(first / name), how, Path(folder) / name)
    for rules, players, start, how in HOUSE_RULES + BLUFF:
        name = f"{rules}-{players}"
        if not only or name in only:
            train(rules, players, str(Path(folder) / f"{start}.json"), how, Path(folder) / f"{name}.json")


if __name__ == "__main__":
    main()
