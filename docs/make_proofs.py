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
from numpy.typing import NDArray

from paskasim.engine import ENGINE_VERSION, OPEN_PLAY, play
from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.kernels.batch import WORK_WORDS, play_batch
from paskasim.kernels.compiled import entry
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.search import MOST_STATES, SEARCH_WORDS, search
from paskasim.laws.proofs import dead_ends
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules import RuleSet, presets
from paskasim.rules.tables import rule_tables

FOLDER = Path(__file__).parent
DATA = FOLDER / "proofs"
PROOFS = ("finished", "all_pass", "stuck_cards", "forced_loop", "closed", "state_repeats", "escape", "open")
STRATEGIES = ("any", "random", "lowest")
PLAYERS = range(2, 7)
CASE = ("preset", "players", "strategy")
MOST_DEADLOCKS = 100
PRESETS = tuple(name for name in presets() if not RuleSet.load(name).bluff.on)  # with bluff no deadlock is ever claimed

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
    for name in PRESETS:
        for players in PLAYERS:
            try:
                RuleSet.load(name).deal_for(players)
            except PaskasimError:
                continue
            yield name, players


def in_order(row: Row) -> tuple[int, int, int]:
    """Return where a row stands: presets as they are listed, then players, then strategies."""
    return PRESETS.index(row["preset"]), int(row["players"]), STRATEGIES.index(row["strategy"])


def endings(games: int, threads: int | None) -> None:
    """Play each case and count its proofs."""
    from paskasim.simulation import checked_case, stream

    rows = [row for row in kept("endings") if row["engine"] == ENGINE_VERSION]
    done = {(row["preset"], int(row["players"]), row["strategy"]) for row in rows if int(row["games"]) >= games}
    for name, players in cases():
        for strategy in STRATEGIES:
            if (name, players, strategy) in done:
                continue
            counts = np.zeros(len(PROOFS), np.int64)
            for part in stream(checked_case(name, players, strategy, games, 1), threads=threads):
                counts += np.bincount(part.tallies[at.PROOF], minlength=len(PROOFS))
            row = {"engine": ENGINE_VERSION, "preset": name, "players": players, "strategy": strategy, "games": games}
            rows = [old for old in rows if any(str(old[key]) != str(row[key]) for key in CASE)]
            rows.append(row | dict(zip(PROOFS, map(int, counts), strict=True)))
            keep("endings", sorted(rows, key=in_order))
            print(name, players, strategy, dict(zip(PROOFS, map(int, counts), strict=True)), flush=True)


@entry
def searched(work: NDArray[np.int64], most: int, space: NDArray[np.int64]) -> int:
    """Search from the state that `play_batch` left in its scratch space."""
    table = words_of(work)
    return search(table, from_word(table, at.TABLE_WORDS), most, words_of(space))


class Replay:
    """One case, whose games can be looked at after any turn."""

    def __init__(self, name: str, players: int, strategy: str) -> None:
        self.players = players
        self.crew = crew_of(parse_lineup(strategy, players))
        self.rules = rule_tables(RuleSet.load(name), players)
        self.work = np.zeros(WORK_WORDS, np.int64)
        self.space = np.zeros(SEARCH_WORDS, np.int64)

    def ended(self, games: int) -> list[tuple[int, int, int]]:
        """Return number, proof and turns of the deadlocks among so many games."""
        played = play(self.rules, self.players, self.crew, 1, 0, games).tallies
        found = np.nonzero(played[at.OUTCOME] == at.DEADLOCK)[0]
        return [(int(game), int(played[at.PROOF, game]), int(played[at.TURNS, game])) for game in found]

    def dead_after(self, game: int, turns: int) -> bool | None:
        """Return whether a game could no longer end after so many turns; nothing where the search leaves it open."""
        rules = self.rules.copy()
        rules[at.LIMIT] = turns
        tallies = np.zeros((OPEN_PLAY.bare_words, 1), np.int32)
        places, fault = np.zeros((at.SEATS, 1), np.int8), np.zeros(4, np.int64)
        play_batch(
            rules, self.players, self.crew.addresses, self.crew.traits, self.crew.mine.copy(), self.work,
            np.int64(1), game, tallies, places, False, fault,
        )  # fmt: skip
        return {at.CLOSED: True, at.ESCAPE: False}.get(searched(self.work, MOST_STATES, self.space))

    def first_dead(self, game: int, stated: int) -> int | None:
        """Return the turn after which a game could no longer end: by halving, as it never can again from there on."""
        alive, dead = 0, stated
        while dead - alive > 1:
            middle = (alive + dead) // 2
            verdict = self.dead_after(game, middle)
            if verdict is None:
                return None
            alive, dead = (alive, middle) if verdict else (middle, dead)
        return dead


def delays(games: int) -> None:
    """Find for the deadlocks among so many games of each preset when the game was lost, and when that was stated."""
    rows: list[Row] = []
    for name in PRESETS:
        players = sum(RuleSet.load(name).player_range()) // 2
        for strategy in STRATEGIES:
            replay = Replay(name, players, strategy)
            late = [(turns, replay.first_dead(game, turns)) for game, _, turns in replay.ended(games)[:MOST_DEADLOCKS]]
            known = [stated - dead for stated, dead in late if dead is not None]
            row = {"preset": name, "players": players, "strategy": strategy, "games": games, "deadlocks": len(late)}
            row |= {"known": len(known), "at_once": sum(delay == 0 for delay in known)}
            row |= {"mean": f"{np.mean(known):.1f}" if known else "", "most": max(known, default="")}
            rows.append(row)
            keep("delays", rows)
            print(row, flush=True)


def miniature_ends(games: int) -> None:
    """Play the miniatures of `paskasim verify`, and judge their ends by the whole graph of states."""
    rows: list[Row] = []
    for row, mistakes in dead_ends(1, games):
        if mistakes:
            raise SystemExit(f"{row.name}: {mistakes}")
        rows.append({
            "miniature": row.name, "games": row.games, "dead": row.dead, "stated": row.stated, "at_once": row.at_once,
            "mean": "" if row.mean_delay is None else f"{row.mean_delay:.1f}",
        })  # fmt: skip
        keep("miniatures", rows)
        print(rows[-1], flush=True)


def ending_table() -> list[str]:
    """Return the table of endings: a row a preset and strategy, all numbers of players together."""
    lines = [
        "| preset | players | strategy | games | finished | `stuck_cards` | `all_pass`, `forced_loop` | `closed` "
        "| livelock | `escape` | `open` | most `open` with one number of players |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    rows = kept("endings")
    for name, strategy in dict.fromkeys((row["preset"], row["strategy"]) for row in rows):
        mine = [row for row in rows if (row["preset"], row["strategy"]) == (name, strategy)]
        seats = [int(row["players"]) for row in mine]
        games = sum(int(row["games"]) for row in mine)
        counts = {proof: sum(int(row[proof]) for row in mine) for proof in PROOFS}
        counts["others"] = counts["all_pass"] + counts["forced_loop"]
        shares = [
            share(counts[key], games)
            for key in ("finished", "stuck_cards", "others", "closed", "state_repeats", "escape", "open")
        ]
        worst = max(mine, key=lambda row: int(row["open"]) / int(row["games"]))
        most = share(int(worst["open"]), int(worst["games"]))
        cells = [f"`{name}`", f"{min(seats)}-{max(seats)}", f"`{strategy}`", f"{games:,}", *shares, most]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def share(count: int, games: int) -> str:
    """Return a share in per cent; a dash for none."""
    percent = f"{100 * count / games:.4f} %"
    return "-" if not count else "< 0.0001 %" if percent == "0.0000 %" else percent


def delay_table() -> list[str]:
    """Return the table of dead ends in whole decks; presets without any are named in the last line."""
    lines = [
        "| preset | players | strategy | deadlocks | settled | noticed at once | mean delay, turns | longest |",
        "|---|---|---|---|---|---|---|---|",
    ]
    rows = kept("delays")
    for row in rows:
        if int(row["deadlocks"]):
            noticed = f"{100 * int(row['at_once']) / int(row['known']):.0f} %"
            cells = [f"`{row['preset']}`", row["players"], f"`{row['strategy']}`", row["deadlocks"], row["known"]]
            lines.append(f"| {' | '.join([*cells, noticed, row['mean'], row['most']])} |")
    without = [name for name in PRESETS if not any(int(row["deadlocks"]) for row in rows if row["preset"] == name)]
    return [*lines, "", f"No deadlock in {int(rows[0]['games']):,} games of each strategy: {', '.join(without)}."]


def miniature_table() -> list[str]:
    """Return the table of dead ends in miniature decks."""
    lines = [
        "| miniature | games | came to a dead end | stated | noticed at once | mean delay, turns |",
        "|---|---|---|---|---|---|",
    ]
    rows = kept("miniatures")
    for row in rows:
        if int(row["dead"]):
            noticed = f"{100 * int(row['at_once']) / int(row['dead']):.0f} %"
            cells = [row["miniature"], row["games"], row["dead"], row["stated"], noticed, row["mean"]]
            lines.append(f"| {' | '.join(cells)} |")
    total = {key: sum(int(row[key]) for row in rows) for key in ("games", "dead", "stated", "at_once")}
    noticed = f"{100 * total['at_once'] / total['dead']:.0f} %"
    lines.append(f"| all {len(rows)} | {total['games']} | {total['dead']} | {total['stated']} | {noticed} | |")
    return lines


TABLES = {"endings": ending_table, "delays": delay_table, "miniatures": miniature_table}


def written(page: str) -> str:
    """Return a page with every table between its marks made anew."""
    for name, table in TABLES.items():
        before, _, rest = page.partition(f"<!-- {name} -->\n")
        _, _, after = rest.partition(f"<!-- end of {name} -->\n")
        page = f"{before}<!-- {name} -->\n" + "\n".join(table()) + f"\n<!-- end of {name} -->\n{after}"
    return page


def write() -> None:
    """Write the tables into docs/proofs.md."""
    page = FOLDER / "proofs.md"
    page.write_text(written(page.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["endings", "delays", "miniatures", "write"])
    parser.add_argument(
        "--games", type=float, help="games a case (1e6), a preset and strategy (2,000), or a miniature (200)"
    )
    parser.add_argument("--threads", type=int)
    wanted = parser.parse_args()
    if wanted.what == "endings":
        endings(int(wanted.games or 1e6), wanted.threads)
    elif wanted.what == "delays":
        delays(int(wanted.games or 2000))
    elif wanted.what == "miniatures":
        miniature_ends(int(wanted.games or 200))
    else:
        write()


if __name__ == "__main__":
    main()
