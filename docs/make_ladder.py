"""Play the ladder of strategies, rung against rung, and write docs/ladder.md.

    python docs/make_ladder.py plan       what is still to be played, and about how long that takes
    python docs/make_ladder.py play       into docs/ladder/ladder.csv; stop it when you like, it goes on from there
    python docs/make_ladder.py write      the tables into docs/ladder.md; no game is played

Each row is one table: one player of a rung among players of the rung below or above, in every seat on the same deals.
Rows of another engine version, or of strategies whose weights have changed since, are played anew.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from paskasim.analysis.contrasts import BlockContrast
from paskasim.analysis.intervals import block_ratio, holm
from paskasim.engine import ENGINE_VERSION
from paskasim.errors import PaskasimError
from paskasim.lineups import Player, parse_player
from paskasim.rules import RuleSet
from paskasim.strategies.door import built_in
from paskasim.threads import default_threads
from paskasim.tournament.plan import Plan, Table, numbers_of, seconds_a_number
from paskasim.tournament.play import play_plan
from paskasim.tournament.seating import Lineup, canonical

FOLDER = Path(__file__).parent
DATA = FOLDER / "ladder" / "ladder.csv"
PRESETS = (
    "paskahousu", "paskahousu-rows", "poytapaska-relaxed", "ruotsalainen", "paskahousu-lowest-starts", "shithead",
    "poytapaska",
)  # fmt: skip
PLAYERS = range(2, 6)
RUNGS = ("random", "lowest", "linear", "search")
SEED = 41
DEALS = 20_000
BUDGET = 20.0
LEVEL = 0.95
KEY = ("preset", "players", "one", "among")

Row = dict[str, str]


@dataclass(frozen=True)
class Cell:
    """One player among others of the rung next to it."""

    preset: str
    players: int
    one: str
    among: str

    @property
    def key(self) -> tuple[str, ...]:
        """How its row is found."""
        return self.preset, str(self.players), self.one, self.among

    @cached_property
    def rules(self) -> RuleSet:
        """The rules."""
        return RuleSet.load(self.preset)

    @cached_property
    def entries(self) -> tuple[Player, Player]:
        """The one, and what the others are."""
        return parse_player(self.one), parse_player(self.among)

    @property
    def identities(self) -> tuple[str, str]:
        """What decides how they play."""
        one, among = (player.identity(self.rules, self.players) for player in self.entries)
        return one, among

    @property
    def lineup(self) -> Lineup:
        """Who sits where."""
        return canonical((0, *[1] * (self.players - 1)))

    def deals(self, most: int, budget: float) -> int:
        """Return how many deals there is time for."""
        return numbers_of(self.lineup, self.entries, most, budget)

    def seconds(self, deals: int) -> float:
        """Return about how long so many deals take on one core."""
        return deals * seconds_a_number(self.lineup, self.entries)

    def play(self, deals: int, threads: int | None) -> Row:
        """Play it and return its row."""
        table = Table(self.lineup, deals)
        plan = Plan(self.entries, self.players, (), {self.lineup: table}, ())
        sums = play_plan(plan, self.rules, SEED, threads=threads)[self.lineup]
        # Every game costs one loss in all: at the base table, on the same deals, each seat loses exactly its share.
        contrast = BlockContrast(block_ratio(*sums.loss(0), sums.numbers), 1 / self.players)
        limits = contrast.interval(LEVEL)
        one, among = self.identities
        return {
            "engine": ENGINE_VERSION, "preset": self.preset, "players": str(self.players), "one": self.one,
            "among": self.among, "one_identity": one, "among_identity": among, "seed": str(SEED), "deals": str(deals),
            "games": str(sums.games), "loss": f"{limits.estimate + 1 / self.players:.6f}",
            "difference": f"{limits.estimate:.6f}", "low": f"{limits.low:.6f}", "high": f"{limits.high:.6f}",
            "p": f"{min(1.0, 2 * min(contrast.chance(0.0))):.4g}",
            "no_end": f"{sums.endless.sum() / sums.games:.6f}",
        }  # fmt: skip


def cells(rungs: tuple[str, ...] = RUNGS) -> Iterator[Cell]:
    """Yield all that the ladder consists of, the fast rungs first; a deal that does not fit is left out."""
    there = built_in()
    for lower, upper in pairwise(RUNGS):
        if upper not in rungs or not {lower, upper} <= set(there):
            continue
        for preset in PRESETS:
            for players in PLAYERS:
                try:
                    RuleSet.load(preset).deal_for(players)
                except PaskasimError:
                    continue
                yield Cell(preset, players, upper, lower)
                yield Cell(preset, players, lower, upper)


def kept() -> list[Row]:
    """Return the rows that were played."""
    if not DATA.exists():
        return []
    with DATA.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def keep(rows: list[Row]) -> None:
    """Write the rows, whole or not at all."""
    order = {cell.key: at for at, cell in enumerate(cells())}
    rows = sorted(rows, key=lambda row: order.get(tuple(row[key] for key in KEY), len(order)))
    DATA.parent.mkdir(exist_ok=True)
    temporary = DATA.with_suffix(".tmp")
    with temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    temporary.replace(DATA)


def holds(row: Row, cell: Cell, deals: int) -> bool:
    """Tell whether a row is what playing the cell today would give, or more of it."""
    now = (ENGINE_VERSION, *cell.identities, str(SEED))
    return tuple(row[key] for key in ("engine", "one_identity", "among_identity", "seed")) == now and (
        int(row["deals"]) >= deals
    )


def missing(
    rows: list[Row], rungs: tuple[str, ...], most: int, budget: float, untold: bool = False
) -> list[tuple[Cell, int]]:
    """Return the cells still to be played, with their deals; if `untold` only those that were not distinguishable."""
    there = {tuple(row[key] for key in KEY): row for row in rows}
    told = verdicts(rows) if untold else {}
    wanted = [
        (cell, cell.deals(most, budget))
        for cell in cells(rungs)
        if not untold or told.get(cell.key) == "not distinguishable"
    ]
    return [(cell, deals) for cell, deals in wanted if cell.key not in there or not holds(there[cell.key], cell, deals)]


def play(todo: list[tuple[Cell, int]], threads: int | None) -> None:
    """Play what is missing, and keep each row as soon as it is there."""
    rows = kept()
    for at, (cell, deals) in enumerate(todo, start=1):
        row = cell.play(deals, threads)
        rows = [*(old for old in rows if tuple(old[key] for key in KEY) != cell.key), row]
        keep(rows)
        away = f"{100 * float(row['difference']):+.2f} points ({100 * float(row['low']):+.2f} to "
        print(f"{at}/{len(todo)}", *cell.key, f"{deals} deals", f"{away}{100 * float(row['high']):+.2f})", flush=True)


def tell_plan(todo: list[tuple[Cell, int]], threads: int | None) -> None:
    """Print what is missing, and about how long it takes."""
    seconds = sum(cell.seconds(deals) for cell, deals in todo)
    for cell, deals in todo:
        print(*cell.key, f"{deals} deals, {cell.seconds(deals):.0f} s")
    count = threads or default_threads()
    print(f"{len(todo)} tables, about {seconds / 60:.0f} minutes on one core, {seconds / 60 / count:.0f} on {count}")


def verdicts(rows: list[Row]) -> dict[tuple[str, ...], str]:
    """Return of each row 'beats', 'loses' or 'not distinguishable', all judged together by Holm's method."""
    adjusted = holm([float(row["p"]) for row in rows])
    found = {}
    for row, p in zip(rows, adjusted, strict=True):
        side = "beats" if float(row["difference"]) < 0 else "loses"
        found[tuple(row[key] for key in KEY)] = side if p < 1 - LEVEL else "not distinguishable"
    return found


def rung_table(lower: str, upper: str) -> list[str]:
    """Return the table of one rung."""
    rows = {tuple(row[key] for key in KEY): row for row in kept()}
    told = verdicts(list(rows.values()))
    lines = [
        f"| rules | players | even | one `{upper}` among `{lower}` loses | verdict "
        f"| one `{lower}` among `{upper}` loses | verdict | no end | deals |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for preset in PRESETS:
        for players in map(str, PLAYERS):
            up, down = (preset, players, upper, lower), (preset, players, lower, upper)
            if up not in rows or down not in rows:
                continue
            ends = sorted(float(rows[key]["no_end"]) for key in (up, down))
            endless = " to ".join(dict.fromkeys(f"{100 * end:.1f} %" for end in ends))
            deals = " and ".join(dict.fromkeys(f"{int(rows[key]['deals']):,}" for key in (up, down)))
            lines.append(
                f"| `{preset}` | {players} | {100 / int(players):.1f} % | {share(rows[up])} | {told[up]} "
                f"| {share(rows[down])} | {told[down]} | {endless} | {deals} |"
            )
    return lines if len(lines) > 2 else ["Not played yet."]


def share(row: Row) -> str:
    """Return a share of losses, and its difference from an even share with limits."""
    difference, low, high = (f"{100 * float(row[key]):+.1f}".replace("-", "−") for key in ("difference", "low", "high"))
    return f"{100 * float(row['loss']):.1f} % ({difference}; {low} to {high})"


def summary() -> list[str]:
    """Return how many cells of each rung hold."""
    rows = kept()
    told = verdicts(rows)
    lines = ["| rung | tables | holds | not distinguishable | turned round |", "|---|---|---|---|---|"]
    for lower, upper in pairwise(RUNGS):
        wanted = {(upper, lower): "beats", (lower, upper): "loses"}
        mine = {key: verdict for key, verdict in told.items() if key[2:] in wanted}
        if not mine:
            lines.append(f"| `{lower}` < `{upper}` | not played yet | | | |")
            continue
        holding = sum(verdict == wanted[key[2], key[3]] for key, verdict in mine.items())
        unclear = sum(verdict == "not distinguishable" for verdict in mine.values())
        turned = len(mine) - holding - unclear
        lines.append(f"| `{lower}` < `{upper}` | {len(mine)} | {holding} | {unclear} | {turned} |")
    return lines


def tables() -> dict[str, list[str]]:
    """Return every table of the page by its mark."""
    rungs = {f"{lower}-{upper}": rung_table(lower, upper) for lower, upper in pairwise(RUNGS)}
    return {"summary": summary(), **rungs}


def written(page: str) -> str:
    """Return a page with every table between its marks made anew."""
    for name, lines in tables().items():
        before, _, rest = page.partition(f"<!-- {name} -->\n")
        _, _, after = rest.partition(f"<!-- end of {name} -->\n")
        page = f"{before}<!-- {name} -->\n" + "\n".join(lines) + f"\n<!-- end of {name} -->\n{after}"
    return page


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["plan", "play", "write"])
    parser.add_argument("--rungs", default=",".join(RUNGS[1:]), help="which upper rungs; all if not given")
    parser.add_argument("--deals", type=float, default=DEALS, help=f"deals a table at most ({DEALS:,})")
    parser.add_argument("--budget", type=float, default=BUDGET, help=f"seconds a table on one core ({BUDGET:g})")
    parser.add_argument("--open", action="store_true", help="only tables that could not be told so far")
    parser.add_argument("--threads", type=int)
    wanted = parser.parse_args()
    rungs = tuple(wanted.rungs.split(","))
    todo = missing(kept(), rungs, int(wanted.deals), wanted.budget, wanted.open)
    try:
        if wanted.what == "plan":
            tell_plan(todo, wanted.threads)
        elif wanted.what == "play":
            play(todo, wanted.threads)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    page = FOLDER / "ladder.md"
    if wanted.what != "plan":
        page.write_text(written(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
