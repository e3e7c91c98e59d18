"""What `exact` solves, what that costs, and what it gains.

`python benchmarks/exact.py solved` follows whole games of one strategy and analyses every decision of an ending for two
in which no card is unknown. `python benchmarks/exact.py gain` plays the same deals with `exact` and with the other
strategy in one seat, the others being that other strategy, in every seat in turn.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import call_compiled, play
from paskasim.errors import PaskasimError
from paskasim.kernels import graph
from paskasim.kernels import retrograde as at
from paskasim.kernels.compiled import entry
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT, choose
from paskasim.kernels.game import proof_now, set_up
from paskasim.kernels.layout import (
    ACTIVE_COUNT,
    DECK_SIZE,
    HAND,
    HAND_SIZE,
    HIDDEN_WORDS,
    RULE_WORDS,
    SEAT,
    TABLE_WORDS,
    TALLY_WORDS,
    TURNS,
    UP,
)
from paskasim.kernels.options import is_choice, options_for
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.rng import DRAW_WORDS
from paskasim.kernels.turn import flips_next, step
from paskasim.lineups import Crew, crew_of, parse_lineup, rotations
from paskasim.payoff import share_of_loss
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.ending import lay_out_ending

PRESETS = "paskahousu,paskahousu-faces-free,paskahousu-try,ruotsalainen,paskahousu-rows,poytapaska,shithead"
GAME, VALUE, COUNT, LAYERS = range(4)
COLUMNS = 4
MOST_TURNS = 500  # games that go in circles would fill the table with the same few positions
MOST_ROWS = 100_000


@entry
def endings_of(
    rules: NDArray[np.int64],
    players: int,
    addresses: NDArray[np.int64],
    traits: NDArray[np.int64],
    mine: NDArray[np.int64],
    work: NDArray[np.int64],
    games: int,
    states: int,
    rows: NDArray[np.int64],
) -> int:
    """Play games 0, 1, ... and write a row for each decision of an ending that is analysed; return how many."""
    table = words_of(work)
    hidden = from_word(table, TABLE_WORDS)
    tally = from_word(hidden, HIDDEN_WORDS)
    deck = from_word(tally, TALLY_WORDS)
    space = from_word(deck, DECK_SIZE + DRAW_WORDS)
    bots, kinds, things = words_of(addresses), words_of(traits), words_of(mine)
    for word in range(RULE_WORDS):
        table[word] = rules[word]
    size = sorted_deck(table, deck)
    n = 0
    for game in range(games):
        set_up(table, hidden, tally, bots, kinds, things, deck, size, players, 7, game)
        while table[ACTIVE_COUNT] > 1 and tally[TURNS] < MOST_TURNS and not proof_now(table, hidden):
            seat = table[SEAT]
            if table[ACTIVE_COUNT] == 2 and not flips_next(table, seat) and n < MOST_ROWS:
                from_hand = table[HAND_SIZE + seat] > 0
                cards = hidden[HAND + seat] if from_hand else table[UP + seat]
                options = options_for(table, cards, seat, from_hand)
                own = hidden[HAND + seat]
                if states > 0 and is_choice(table, cards, seat, options) and lay_out_ending(table, own, seat, space):
                    rows[n, VALUE] = at.analyse(space, states, graph.DRAW_BEFORE_LOSS)
                    rows[n, GAME] = game
                    rows[n, COUNT] = space[graph.COUNT]
                    rows[n, LAYERS] = space[graph.LAYERS]
                    n += 1
            action, fault = choose(table, hidden, tally, bots, kinds, things)
            if fault != NO_FAULT:
                return -1
            step(table, hidden, tally, action)
    return n


def solved(rules: RuleSet, players: int, lineup: str, games: int, states: int) -> str:
    """Return a row of the table of what is solved."""
    crew = crew_of(parse_lineup(lineup, players), rules)
    words = rule_tables(rules, players)
    work = np.zeros(TABLE_WORDS + HIDDEN_WORDS + TALLY_WORDS + DECK_SIZE + DRAW_WORDS + graph.SPACE_WORDS, np.int64)
    rows = np.zeros((MOST_ROWS, COLUMNS), np.int64)

    def run(bound: int, number: int) -> tuple[int, float]:
        start = time.process_time()
        found = call_compiled(
            endings_of, words, players, crew.addresses, crew.traits, crew.mine.copy(), work, number, bound, rows
        )
        return found, time.process_time() - start

    run(states, 1)
    _, without = run(0, games)
    n, seconds = run(states, games)
    if n == 0:
        return f"| {rules.name} | {players} | {states} | 0 | | | | | | | | |"
    found = rows[:n]
    settled = found[:, VALUE] != at.UNSETTLED
    whole = found[:, LAYERS] == graph.ALL_LAYERS
    endings = np.unique(found[:, GAME])
    first = np.unique(found[:, GAME], return_index=True)[1]
    ever = np.unique(found[settled, GAME])
    shares = [np.mean(found[:, VALUE] == value) for value in (at.VALUE_WIN, at.VALUE_DRAW, at.VALUE_LOSS)]
    counts = found[:, COUNT]
    return (
        f"| {rules.name} | {players} | {states} | {len(endings) / games:.3f} | {settled[first].mean():.2f} | "
        f"{len(ever) / len(endings):.2f} | {settled.mean():.2f} | {whole.mean():.2f} | "
        f"{shares[0]:.2f} / {shares[1]:.2f} / {shares[2]:.2f} | "
        f"{np.median(counts):.0f} | {np.percentile(counts, 95):.0f} | {1e6 * (seconds - without) / n:.0f} |"
    )


def gain(rules: RuleSet, players: int, exact: str, other: str, games: int) -> str:
    """Return a row of the table of what `exact` gains in one seat, all other seats and deals being the same."""
    words = rule_tables(rules, players)
    plain = parse_lineup(other, players)
    crew = crew_of(plain, rules)
    before = _losses(words, players, crew, games)
    differences = np.zeros(games)
    share = base = 0.0
    for seated in rotations(parse_lineup(f"{exact},{other}", players)):
        seat = [player.strategy.name for player in seated].index("exact")
        after = _losses(words, players, crew_of(seated, rules), games)
        differences += (after[seat] - before[seat]) / players
        share += after[seat].mean() / players
        base += before[seat].mean() / players
    error = differences.std(ddof=1) / np.sqrt(games)
    return (
        f"| {rules.name} | {players} | {games} | {base:.4f} | {share:.4f} | {differences.mean():+.4f} ± {error:.4f} |"
    )


def _losses(words: NDArray[np.int64], players: int, crew: Crew, games: int) -> NDArray[np.float64]:
    played = play(words, players, crew, 11, 0, games)
    return share_of_loss(played.tallies, played.places[:players])


def speed(rules: RuleSet, players: int, lineups: list[str], games: int) -> str:
    """Return a row of the table of milliseconds a game, all seats alike."""
    words = rule_tables(rules, players)
    crews = [crew_of(parse_lineup(lineup, players), rules) for lineup in lineups]
    best = [np.inf] * len(crews)
    for _ in range(3):  # in turn, since other work on the machine comes and goes
        for i, crew in enumerate(crews):
            start = time.process_time()
            play(words, players, crew, 13, 0, games)
            best[i] = min(best[i], time.process_time() - start)
    cells = [f"{1e3 * seconds / games:.2f}" for seconds in best]
    return f"| {rules.name} | {players} | " + " | ".join(cells) + f" | {best[0] / best[-1]:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=("solved", "gain", "speed"))
    parser.add_argument("--presets", default=PRESETS)
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--states", default="300,1000,4000")
    parser.add_argument("--other", default="lowest", help="the strategy of the games, or the one that is compared")
    chosen = parser.parse_args()
    bounds = [int(bound) for bound in chosen.states.split(",")]
    for preset in chosen.presets.split(","):
        rules = RuleSet.load(preset)
        for players in map(int, chosen.players.split(",")):
            try:
                rules.deal_for(players)
            except PaskasimError:
                continue
            if chosen.table == "solved":
                for bound in bounds:
                    print(solved(rules, players, chosen.other, chosen.games, bound), flush=True)
            elif chosen.table == "gain":
                print(gain(rules, players, "exact", chosen.other, chosen.games), flush=True)
            else:
                lineups = [f"exact[states={bound}]" for bound in bounds] + [chosen.other]
                print(speed(rules, players, lineups, chosen.games), flush=True)


if __name__ == "__main__":
    main()
