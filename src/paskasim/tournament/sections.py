"""What the page of a tournament tells: findings with figures and tables, as plain data."""

from __future__ import annotations

import math

from paskasim.analysis import words
from paskasim.analysis.findings import Column, Finding, Gallery, Grid, Lane, Lanes, Shade, Table
from paskasim.tournament import Tournament
from paskasim.tournament.names import cut, even_share, finding, headline
from paskasim.tournament.standing import Fitted, Pair, Standing, mean_miss, worst

LABEL = 15
MOST_SHOWN = 16


def told(held: Tournament) -> list[Finding]:
    """Return the findings, the pairs first: their figure leads the page."""
    findings = [_pairs(held, _grid(held)), _standings(held)]
    findings += [_fit(held)] if held.found.fitted else []
    findings += [_regrets(held)] if held.regrets else []
    return findings


def _grid(held: Tournament) -> Grid:
    found, names = held.found, held.asked.plan.names
    order = found.order[:MOST_SHOWN]
    told = "; ".join(
        f"{names[one]} among {names[among]}: {words.share(found.pairs[one, among].loss)}"
        for one in order
        for among in order
        if one != among
    )
    cells = tuple(
        tuple(Shade(pair.loss.estimate, pair.gain is not None and pair.gain.apart) for pair in row)
        for row in ([found.pairs[one, among] for among in order] for one in order)
    )
    return Grid(
        "pairs",
        finding(held),
        f"Share of losses of one of the row among others of the column. {told}.",
        "% lost: one of the row among others of the column",
        tuple(cut(names[entry], LABEL) for entry in order),
        cells,
        1 / held.asked.players,
    )


def _pairs(held: Tournament, grid: Grid) -> Finding:
    found = held.found
    rows = tuple(_pair_row(held, found.pairs[one, among]) for one in found.order for among in found.order)
    columns = (
        Column("one"), Column("among"), Column("loses", "share"), Column("from", "share"), Column("to", "share"),
        Column("less the base", "points"), Column("from ", "points"), Column("to ", "points"),
        Column("p (Holm)", "chance"), Column("verdict"), Column("mean place", "number"), Column("no end", "share"),
        Column("deals", "count"), Column("games", "count"),
    )  # fmt: skip
    compared = [pair for pair in found.pairs.values() if pair.gain is not None]
    undecided = sum(pair.verdict == "not distinguishable" for pair in compared)
    left_out = len(found.order) - len(grid.labels)
    notes = [
        "The base of a column is a table where all are of its kind, over all its seats. Differences are taken deal by "
        "deal.",
        f"Shades show the {len(grid.labels)} who lose least; the table has all." if left_out else "",
    ]
    return Finding(
        "pairs",
        "One among others",
        headline(held),
        "",
        f"{len(compared) - undecided} of {len(compared)} pairs can be told from an even share, all comparisons of this "
        "page judged together (Holm). The unit is the deal with all its rotations.",
        (),
        grid,
        (Table("pairs", "Share of losses of one among others", columns, rows),),
        tuple(note for note in notes if note),
    )


def _pair_row(held: Tournament, pair: Pair) -> tuple[str | int | float | None, ...]:
    names = held.asked.plan.names
    gain = pair.gain
    limits = (gain.estimate, gain.interval.low, gain.interval.high, gain.p_holm) if gain else (None,) * 4
    return (
        names[pair.one], names[pair.among], pair.loss.estimate, pair.loss.low, pair.loss.high, *limits,
        pair.verdict or "base", pair.place.estimate, pair.no_end.estimate, pair.numbers, pair.games,
    )  # fmt: skip


def _standings(held: Tournament) -> Finding:
    found, names = held.found, held.asked.plan.names
    best, last = found.standings[0], found.standings[-1]
    lanes = tuple(
        (
            "",
            (
                Lane(
                    cut(names[one.entry], LABEL), one.even.estimate, one.even.interval.low, one.even.interval.high,
                    words.percent(one.loss.estimate), one.even.verdict in ("larger", "smaller"),
                ),
            ),
        )
        for one in found.standings
    )  # fmt: skip
    figure = Lanes(
        "standings",
        f"At mixed tables {names[best.entry]} loses {words.percent(best.loss.estimate)} of the games, "
        f"{names[last.entry]} {words.percent(last.loss.estimate)}",
        "; ".join(f"{names[one.entry]} {words.share(one.loss)}" for one in found.standings),
        "points of loss above an even share",
        "points",
        lanes,
        0.0,
        f"even: {even_share(held.asked.players)}",
        0.01,
        ("more than a point away from even", "not surely a point away from even"),
    )
    rows = tuple(_standing_row(names, one) for one in found.standings)
    columns = (
        Column("strategy"), Column("loses", "share"), Column("from", "share"), Column("to", "share"),
        Column("safety", "number"), Column("from ", "number"), Column("to ", "number"),
        Column("strength", "number"), Column(" from", "number"), Column(" to", "number"),
        Column("mean place", "number"), Column("no end", "share"), Column("deals, fewest", "count"),
        Column("deals, most", "count"), Column("games", "count"),
    )  # fmt: skip
    notes = [
        "Safety is 1 over the chance to be the one who loses (Luce's choice of the loser). Strength is "
        "Plackett-Luce's: who is still in goes out next with a chance in proportion to it. Both have the geometric "
        "mean 1, and every mixed table counts alike. Who is often first or last and seldom between is "
        "strong and not safe.",
        "A dash: none fits, as some never lost, or never went out before any of the others."
        if found.strengths is None or found.safety is None
        else "",
    ]
    return Finding(
        "standings",
        "Mixed tables",
        f"Where different strategies sit together, {figure.title[0].lower()}{figure.title[1:]}.",
        "",
        "Intervals are 95 %, from sums over blocks of deals: tables on the same deal, and rotations, need not be "
        "independent.",
        (Gallery("Share of losses at mixed tables", (figure,)),),
        figure,
        (Table("standings", "Shares of losses, safety, strength and places at mixed tables", columns, rows),),
        tuple(note for note in notes if note),
    )


def _standing_row(names: list[str], one: Standing) -> tuple[str | int | float | None, ...]:
    safety, strength = ((fit.estimate, fit.low, fit.high) if fit else (None,) * 3 for fit in (one.safety, one.strength))
    return (
        names[one.entry], one.loss.estimate, one.loss.low, one.loss.high, *safety, *strength,
        one.place.estimate, one.no_end.estimate, *one.numbers, one.games,
    )  # fmt: skip


def _fit(held: Tournament) -> Finding:
    found, names = held.found, held.asked.plan.names
    most = worst(found.fitted)
    behind = ", for it matters, too, who sits behind whom" if held.asked.players > 2 else ""
    text = (
        f"The shares of losses that safety predicts miss by {_points(mean_miss(found.fitted))} at mixed tables{behind}"
    )
    if found.foretold:
        text += (
            f"; and by {_points(mean_miss(found.foretold))} at those of one among others, to which it was not fitted"
        )
    columns = (
        Column("strategy"), Column("table"), Column("loses", "share"), Column("predicted", "share"),
        Column("predicted less seen", "points"), Column("mean place", "number"), Column("predicted place", "number"),
    )  # fmt: skip

    def rows(fitted: tuple[Fitted, ...]) -> tuple[tuple[str | float | None, ...], ...]:
        return tuple(
            (
                names[fit.entry], ", ".join(names[entry] for entry in fit.lineup), fit.loss.estimate,
                fit.predicted_loss, fit.miss, fit.place, fit.predicted_place,
            )
            for fit in fitted
        )  # fmt: skip

    tables = [Table("fit-mixed", "Predicted and seen, mixed tables", columns, rows(found.fitted))]
    if found.foretold:
        tables.append(Table("fit-pairs", "Predicted and seen, one among others", columns, rows(found.foretold)))
    return Finding(
        "fit",
        "How well one number tells it",
        f"{text}.",
        "",
        f"It misses most for {names[most.entry]} at {', '.join(names[e] for e in most.lineup)}: "
        f"predicted {words.percent(most.predicted_loss)}, seen {words.percent(most.loss.estimate)}. One number a "
        "strategy can't tell who suits whom; where that matters, read the grid.",
        (),
        None,
        tuple(tables),
    )


def _points(fraction: float) -> str:
    return f"{words.number(100 * fraction, 1)}{words.SPACE}points"


def _regrets(held: Tournament) -> Finding:
    trained = [regret for regret in held.regrets if not math.isnan(regret.gain.estimate)]
    text = "No strategy was fast enough to be trained against within the budget."
    if trained:
        most = max(trained, key=lambda regret: regret.gain.estimate)
        text = f"A player trained against one strategy gains most against a table of {most.name}: {most.words}."
    columns = (
        Column("strategy"), Column("best response gains", "points"), Column("from", "points"), Column("to", "points"),
        Column("deals", "count"), Column("response"),
    )  # fmt: skip
    rows = tuple(
        (
            one.name,
            *([one.gain.estimate, one.gain.low, one.gain.high] if one.games else [None] * 3),
            one.games,
            one.response,
        )
        for one in held.regrets
    )
    return Finding(
        "regret",
        "What a trained player gains",
        text,
        "",
        "These are lower bounds: another player may gain more. Each is measured on deals that were not trained on.",
        tables=(Table("regret", "Regret of each strategy, at least", columns, rows),),
    )
