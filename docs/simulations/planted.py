"""A known truth: miniature games that are solved exactly, with a biased seat and a rule whose effect is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from paskasim.analysis.comparisons import Comparison, Interest, Scale, Verdict, judge
from paskasim.analysis.contrasts import Contrast, ShareContrast, paired_means, paired_shares
from paskasim.analysis.intervals import Interval, goodman
from paskasim.engine import play
from paskasim.kernels import layout as at
from paskasim.laws.miniature.catalogue import EXACT, Miniature, miniatures
from paskasim.laws.miniature.chain import Endings, chain_endings, walked_endings
from paskasim.laws.miniature.states import StateGraph
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules.tables import rule_tables

REPETITIONS, BLOCKS, BLOCK = 10_000, 16, 64
GAMES = BLOCKS * BLOCK
SEED = 4_242
MOST_STATES = 100_000
SEATS = (("forced takes", "lowest"), ("strict faces", "random"))
SWITCH, STRATEGY = "faces.on_empty", "random"

Sums = dict[str, np.ndarray]


@dataclass(frozen=True)
class Recovered:
    """How well an estimate finds a truth that is known exactly."""

    what: str
    truth: float
    mean: float
    error: float
    repetitions: int
    held: int
    named: float
    """The share of repetitions with the true verdict; not a number where none is asked for."""
    wrong: float
    """The share of repetitions with a false one; the rest say 'undecided'."""

    @property
    def share(self) -> float:
        """The share of repetitions whose interval holds the truth."""
        return self.held / self.repetitions


def miniature(name: str) -> Miniature:
    """Return an exact miniature by the name of its rules."""
    return next(one for one in miniatures(EXACT) if one.rules.name == name)


def varied() -> tuple[Miniature, Miniature]:
    """Return the two rule sets of the planted rule effect, on one deck: with the switch, and without it."""
    base = miniature("strict faces")
    return Miniature(base.rules.with_switches({SWITCH: True}), base.players), base


@cache
def exact(one: Miniature, strategy: str) -> Endings:
    """Return the exact chances, worked out from every deal and every choice."""
    if strategy == "lowest":
        return walked_endings(one.rules, one.players, strategy)
    return chain_endings(one.rules, one.players, strategy, StateGraph(one.players, MOST_STATES))


def played(one: Miniature, strategy: str, repetitions: int, seed: int = SEED) -> Sums:
    """Play and return sums of shape (repetitions, blocks); the same seed deals the same cards."""
    tables, crew = rule_tables(one.rules, one.players), crew_of(parse_lineup(strategy, one.players))
    parts: list[Sums] = []
    for first in range(0, repetitions, 500):
        count = min(500, repetitions - first)
        games = play(tables, one.players, crew, seed, first * GAMES, count * GAMES)
        ended = games.tallies[at.OUTCOME] == at.FINISHED
        by_game = {
            "games": np.ones(len(ended), dtype=np.int64),
            "finished": ended,
            "endless": ~ended,
            "turns": np.where(ended, games.tallies[at.TURNS], 0),
            **{f"loser_{seat}": games.places[seat] == one.players for seat in range(one.players)},
        }
        shape = (count, BLOCKS, BLOCK)
        parts.append({name: values.reshape(shape).sum(axis=2, dtype=np.int64) for name, values in by_game.items()})
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def seats(repetitions: int = REPETITIONS) -> list[Recovered]:
    """Return how the shares of the seats are found, seat by seat and all together."""
    found = []
    for name, strategy in SEATS:
        one = miniature(name)
        truths = np.array(exact(one, strategy).loses)
        truths = truths / truths.sum()
        sums = played(one, strategy, repetitions)
        finished = sums["finished"].sum(axis=1)
        losses = np.stack([sums[f"loser_{seat}"].sum(axis=1) for seat in range(one.players)], axis=1)
        contrasts = [
            [ShareContrast(float(k), float(n), 1 / one.players) for k in row]
            for row, n in zip(losses, finished, strict=True)
        ]
        verdicts = [_verdicts(row) for row in contrasts]
        for seat in range(one.players):
            away = truths[seat] - 1 / one.players
            what = f"{name}, {one.players} `{strategy}`: seat {seat} loses"
            limits = [row[seat].interval() for row in contrasts]
            found.append(_recovered(what, away, limits, [row[seat] for row in verdicts], "loss"))
        together = [goodman(row.tolist()) for row in losses]
        held = [all(i.low <= p <= i.high for i, p in zip(row, truths, strict=True)) for row in together]
        what = f"{name}, {one.players} `{strategy}`: all seats at once"
        found.append(Recovered(what, np.nan, np.nan, np.nan, repetitions, int(np.sum(held)), np.nan, np.nan))
    return found


def _verdicts(contrasts: list[ShareContrast]) -> list[Verdict]:
    judged = judge([Comparison(str(seat), one, "loss") for seat, one in enumerate(contrasts)], Interest())
    return [judged[str(seat)].verdict for seat in range(len(contrasts))]


def rule_effects(repetitions: int = REPETITIONS) -> list[Recovered]:
    """Return how the effects of a switch are found on the same deals."""
    pair = varied()
    truths = [exact(one, STRATEGY) for one in pair]
    one, two = (played(each, STRATEGY, repetitions) for each in pair)
    numbers = np.full(BLOCKS, BLOCK)
    found = []
    loss = [ends.loses[0] / sum(ends.loses) for ends in truths]
    wanted: list[tuple[str, str, str, float, Scale]] = [
        ("seat 0 loses, of finished games", "loser_0", "finished", loss[0] - loss[1], "loss"),
        ("games without an end", "endless", "games", truths[0].never - truths[1].never, "endless"),
        ("mean turns of finished games", "turns", "finished", truths[0].mean_turns - truths[1].mean_turns, "turns"),
    ]
    for what, top, bottom, truth, scale in wanted:
        limits, verdicts = [], []
        for run in range(repetitions):
            parts = [(sums[top][run], sums[bottom][run]) for sums in (one, two)]
            contrast: Contrast = (paired_means if scale == "turns" else paired_shares)(parts[0], parts[1], numbers)
            limits.append(contrast.interval())
            verdicts.append(judge([Comparison("it", contrast, scale)], Interest())["it"].verdict)
        found.append(_recovered(f"{SWITCH} on: {what}", truth, limits, verdicts, scale))
    return found


def _recovered(what: str, truth: float, limits: list[Interval], verdicts: list[Verdict], scale: Scale) -> Recovered:
    smallest = Interest().of(scale)
    true = "larger" if truth > smallest else "smaller" if truth < -smallest else "too small to matter"
    named = float(np.mean([verdict == true for verdict in verdicts]))
    wrong = float(np.mean([verdict not in (true, "undecided") for verdict in verdicts]))
    estimates = np.array([one.estimate for one in limits])
    held = sum(one.low <= truth <= one.high for one in limits)
    error = float(estimates.std(ddof=1) / np.sqrt(len(estimates)))
    return Recovered(what, float(truth), float(estimates.mean()), error, len(limits), int(held), named, wrong)


def unbiased(found: Recovered) -> bool:
    """Return whether the mean of the estimates agrees with the truth within four of its errors."""
    return abs(found.mean - found.truth) <= 4 * found.error
