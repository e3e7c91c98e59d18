"""What the sums of a tournament say: shares of loss with intervals, verdicts, strengths, and how well they fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paskasim.analysis import plackett_luce
from paskasim.analysis.comparisons import Comparison, Interest, Judged, judge
from paskasim.analysis.contrasts import FEW_BLOCKS, FEW_EVENTS, BlockContrast, Contrast, ShareContrast, paired_shares
from paskasim.analysis.intervals import Array, Interval, Numbers, block_ratio, pooled_mean, share
from paskasim.tournament.plan import Plan, Table
from paskasim.tournament.play import Sums
from paskasim.tournament.seating import Lineup


@dataclass(frozen=True)
class Pair:
    """One entry at a table of another, or of its own kind (the base).

    Attributes
    ----------
    one, among
        Entries by their place in the list.
    numbers, games
        Game numbers, and games with all rotations.
    loss
        Share of losses of the one.
    gain
        That share less the share of a seat at the base table of `among`, on the same deals; nothing for a base.
    place
        Mean place of the one.
    no_end
        Share of games without an end.
    """

    one: int
    among: int
    numbers: int
    games: int
    loss: Interval
    gain: Judged | None
    place: Interval
    no_end: Interval

    @property
    def verdict(self) -> str:
        """How the one fares there, in a word."""
        return fares(self.gain)


@dataclass(frozen=True)
class Standing:
    """One entry at the mixed tables, every table counting alike.

    Attributes
    ----------
    numbers
        Fewest and most game numbers of its tables.
    games
        Games that it sat in, at all mixed tables.
    even
        Its share of losses less an even share.
    safety
        Reciprocal chance to be the one who loses, by Luce's choice of the loser; nothing where none fits.
    """

    entry: int
    numbers: tuple[int, int]
    games: int
    strength: Interval | None
    loss: Interval
    even: Judged
    place: Interval
    no_end: Interval
    safety: Interval | None


@dataclass(frozen=True)
class Fitted:
    """What is predicted of one kind at one table, losses by the safeties and places by the strengths, and was seen."""

    lineup: Lineup
    entry: int
    loss: Interval
    predicted_loss: float
    place: float
    predicted_place: float | None

    @property
    def miss(self) -> float:
        """The share of losses that was predicted less the one seen."""
        return self.predicted_loss - self.loss.estimate


@dataclass(frozen=True)
class Findings:
    """All that a tournament found.

    Attributes
    ----------
    pairs
        By (one, among), bases included.
    standings
        Who loses least first.
    strengths, safety
        Nothing where no finite ones fit.
    fitted
        Of the mixed tables.
    foretold
        Of the tables of pairs: tables that the strengths were not fitted to.
    """

    plan: Plan
    pairs: dict[tuple[int, int], Pair]
    standings: tuple[Standing, ...]
    strengths: plackett_luce.Strengths | None
    safety: plackett_luce.Strengths | None
    fitted: tuple[Fitted, ...]
    foretold: tuple[Fitted, ...]

    @property
    def order(self) -> list[int]:
        """Entries, who loses least first."""
        return [standing.entry for standing in self.standings]


def fares(judged: Judged | None) -> str:
    """Return 'beats', 'loses' or 'not distinguishable'; nothing where nothing is compared."""
    if judged is None:
        return ""
    return "not distinguishable" if not judged.apart else "beats" if judged.estimate < 0 else "loses"


def findings(plan: Plan, sums: dict[Lineup, Sums], interest: Interest | None = None) -> Findings:
    """Return what the sums say; all comparisons of the tournament are judged together (Holm)."""
    everyone = range(len(plan.entries))
    comparisons = [
        Comparison(_key(one, among), gain_over_base(plan, sums, one, among), "loss")
        for among in everyone
        for one in everyone
        if one != among
    ]
    comparisons += [Comparison(f"mixed|{entry}", _even(plan, sums, entry), "loss") for entry in everyone]
    judged = judge(comparisons, interest or Interest())
    mixed = [sums[lineup] for lineup in plan.mixed]
    strengths = plackett_luce.fit([table.ranked for table in mixed], len(plan.entries))
    risks = plackett_luce.fit([table.lost for table in mixed], len(plan.entries))
    safety = risks.turned() if risks is not None else None
    pairs = {(one, among): _pair(plan, sums, one, among, judged) for among in everyone for one in everyone}
    standings = [_standing(plan, sums, entry, (strengths, safety), judged[f"mixed|{entry}"]) for entry in everyone]
    standings.sort(key=lambda standing: (standing.loss.estimate, standing.entry))
    fitted: tuple[Fitted, ...] = ()
    foretold: tuple[Fitted, ...] = ()
    if safety is not None:
        fitted = tuple(fit for lineup in plan.mixed for fit in _fitted(sums[lineup], lineup, safety, strengths))
        others = dict.fromkeys(plan.pair(one, among).lineup for among in everyone for one in everyone if one != among)
        foretold = tuple(
            fit
            for lineup in others
            if lineup not in plan.mixed
            for fit in _fitted(sums[lineup], lineup, safety, strengths)
        )
    return Findings(plan, pairs, tuple(standings), strengths, safety, fitted, foretold)


def _key(one: int, among: int) -> str:
    return f"pair|{one}|{among}"


def loss_interval(top: Array, bottom: Array, numbers: Numbers, cluster: int) -> Interval:
    """Return a share of losses with limits; rotations share a deal, so the unit is the game number."""
    events, trials = float(top.sum()), float(bottom.sum())
    if len(numbers) >= FEW_BLOCKS and min(events, trials - events) >= FEW_EVENTS:
        found = block_ratio(top, bottom, numbers)
        if found.error > 0 or cluster > 1:
            return found.interval()
    return share(events / cluster, trials / cluster)


def gain_over_base(plan: Plan, sums: dict[Lineup, Sums], one: int, among: int) -> Contrast:
    """Return the share of losses of one among others less that of a seat where all are those others, same deals."""
    return compared(sums[plan.pair(one, among).lineup], one, sums[plan.pair(among, among).lineup], among)


def compared(table: Sums, one: int, base: Sums, among: int) -> Contrast:
    """Return the share of losses of `one` at a table less that of `among` at its base table, same deals."""
    blocks = min(len(table.numbers), len(base.numbers))
    first, second = table.loss(one), base.loss(among)
    cut = [(top[:blocks], bottom[:blocks]) for top, bottom in (first, second)]
    return paired_shares(cut[0], cut[1], table.numbers[:blocks], cluster=sum(table.seats))


def _even(plan: Plan, sums: dict[Lineup, Sums], entry: int) -> Contrast:
    parts: list[tuple[Numbers, Numbers, Numbers]] = [
        (*sums[lineup].loss(entry), sums[lineup].numbers) for lineup in plan.mixed if entry in lineup
    ]
    top = sum(float(part[0].sum()) for part in parts)
    rest = sum(float(part[1].sum()) for part in parts) - top
    if min(top, rest) < FEW_EVENTS or min(len(part[2]) for part in parts) < FEW_BLOCKS:
        cluster = plan.players * len(parts)
        return ShareContrast(top / cluster, (top + rest) / cluster, 1 / plan.players)
    return BlockContrast(pooled_mean(parts), 1 / plan.players)


def _pair(plan: Plan, sums: dict[Lineup, Sums], one: int, among: int, judged: dict[str, Judged]) -> Pair:
    table: Table = plan.pair(one, among)
    here = sums[table.lineup]
    cluster = max(1, len(table.seatings))
    if one == among:
        cluster = plan.players
    return Pair(
        one,
        among,
        table.numbers,
        table.games,
        loss_interval(*here.loss(one), here.numbers, cluster),
        judged.get(_key(one, among)),
        block_ratio(*here.place(one), here.numbers).interval(),
        loss_interval(*here.no_end(), here.numbers, len(table.seatings)),
    )


def _standing(
    plan: Plan, sums: dict[Lineup, Sums], entry: int, fits: Sequence[plackett_luce.Strengths | None], even: Judged
) -> Standing:
    lineups = [lineup for lineup in plan.mixed if entry in lineup]
    tables = [plan.tables[lineup] for lineup in lineups]
    strength, safety = (fit.interval(entry) if fit is not None else None for fit in fits)
    limits = even.interval
    moved = Interval(
        limits.estimate + 1 / plan.players, limits.low + 1 / plan.players, limits.high + 1 / plan.players, limits.method
    )
    return Standing(
        entry,
        (min(table.numbers for table in tables), max(table.numbers for table in tables)),
        sum(table.games for table in tables),
        strength,
        moved,
        even,
        pooled_mean([(*sums[lineup].place(entry), sums[lineup].numbers) for lineup in lineups]).interval(),
        _pooled_share([(*sums[lineup].no_end(), sums[lineup].numbers) for lineup in lineups], plan.players),
        safety,
    )


def _pooled_share(parts: Sequence[tuple[Numbers, Numbers, Numbers]], cluster: int) -> Interval:
    events = sum(float(part[0].sum()) for part in parts)
    trials = sum(float(part[1].sum()) for part in parts)
    if events < FEW_EVENTS:
        return share(events / cluster, trials / cluster)
    return pooled_mean(parts).interval()


def _fitted(
    table: Sums, lineup: Lineup, safety: plackett_luce.Strengths, strengths: plackett_luce.Strengths | None
) -> list[Fitted]:
    kinds = list(table.kinds)
    lost = float(table.lost.count.sum()) / table.games  # one a game, but for those without an end
    losses = plackett_luce.loser_chances([float(worth) for worth in safety.worth[kinds]], table.seats)
    places: list[float] | list[None] = [None] * len(kinds)
    if strengths is not None:
        places = plackett_luce.mean_places([float(worth) for worth in strengths.worth[kinds]], table.seats)
    found = []
    for kind, loss, place in zip(table.kinds, losses, places, strict=True):
        top, bottom = table.place(kind)
        found.append(
            Fitted(
                lineup,
                kind,
                loss_interval(*table.loss(kind), table.numbers, sum(table.seats)),
                loss * lost,
                float(np.sum(top) / np.sum(bottom)),
                place,
            )
        )
    return found


def mean_miss(fitted: Sequence[Fitted]) -> float:
    """Return by how much predicted shares of loss miss on average, whatever the sign."""
    return float(np.mean([abs(fit.miss) for fit in fitted])) if fitted else math.nan


def worst(fitted: Sequence[Fitted]) -> Fitted:
    """Return the prediction that misses most."""
    return max(fitted, key=lambda fit: abs(fit.miss))
