"""Miniature games: the compiled engine's shares are those that follow from every deal and every choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from paskasim.engine import play
from paskasim.kernels import layout as at
from paskasim.laws import chances
from paskasim.laws.law import Check, Effort, Law, by_p, smallest
from paskasim.laws.miniature.catalogue import EXACT, Miniature, graph_of, miniatures
from paskasim.laws.miniature.chain import Endings, chain_endings, walked_endings
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules.tables import rule_tables

STRATEGIES = ("any", "random", "lowest")
GAMES = 100_000
MOST_UNDECIDED = 1e-9


def checks(effort: Effort) -> Iterator[Check]:
    """Compare every exact miniature under every strategy."""
    for number, (miniature, strategy) in enumerate((m, s) for m in miniatures(EXACT) for s in STRATEGIES):
        # Seeds of their own, since games of one number are dealt alike under all rules.
        seed = (effort.seed * 1_000 + number) % 2**64
        yield compared(miniature, strategy, seed, GAMES * effort.times)


@cache
def exact_endings(miniature: Miniature, strategy: str) -> Endings:
    """Return the exact chances of how a miniature ends."""
    if strategy == "lowest":
        return walked_endings(miniature.rules, miniature.players, strategy)
    return chain_endings(miniature.rules, miniature.players, strategy, graph_of(miniature))


def compared(miniature: Miniature, strategy: str, seed: int, games: int) -> Check:
    """Compare shares and mean length of the compiled engine's games with the exact ones."""
    rules, players = miniature.rules, miniature.players
    exact = exact_endings(miniature, strategy)
    played = play(rule_tables(rules, players), players, crew_of(parse_lineup(strategy, players)), seed, 0, games)
    finished = played.tallies[at.OUTCOME] == at.FINISHED
    counts = [int((played.places[seat] == players).sum()) for seat in range(players)] + [int((~finished).sum())]
    expected = (*exact.loses, exact.never)
    turns = played.tallies[at.TURNS][finished]
    p_values = [chances.of_count(count, games, chance) for count, chance in zip(counts, expected, strict=True)]
    p_values.append(chances.of_mean(turns, exact.mean_turns, exact.variance_of_turns))
    if exact.undecided > MOST_UNDECIDED:
        p_values.append(0.0)
    off = max(abs(count / games - chance) for count, chance in zip(counts, expected, strict=True))
    found = _told(exact, counts, games, float(turns.mean()) if turns.size else np.nan, rules.limits.turns)
    return by_p(f"{miniature.name}, {strategy}", "largest difference of shares", off, games, smallest(p_values), found)


def _told(exact: Endings, counts: Sequence[int], games: int, mean: float, limit: int) -> list[str]:
    names = [*(f"seat {seat} loses" for seat in range(len(exact.loses))), "never ends"]
    told = [
        f"{name}: exact {chance:.6f}, played {count / games:.6f}"
        for name, chance, count in zip(names, (*exact.loses, exact.never), counts, strict=True)
    ]
    told.append(f"mean turns of finished games: exact {exact.mean_turns:.4f}, played {mean:.4f}")
    told.append(f"chance that {limit} turns do not suffice: {exact.undecided:.1e}")
    return told


LAW = Law("exact_values", "Miniature games end as often in each way as follows from all deals and choices.", checks)
