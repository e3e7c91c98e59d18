"""The tables of the question `match`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paskasim.analysis import words
from paskasim.analysis.comparisons import Judged
from paskasim.analysis.effects import finite
from paskasim.analysis.findings import Cell, Column, Table
from paskasim.analysis.intervals import Interval
from paskasim.analysis.matches import WAYS, Matches, key_of, label_of, pair_key, share_of

WHOSE = (Column("rule set"), Column("players", "count"), Column("line-up"), Column("who deals"))


def _cells(one: Matches) -> tuple[str, int, str, str]:
    return one.group.label, one.people, one.group.lineup, WAYS[one.way]


def _limits(interval: Interval) -> tuple[float | None, ...]:
    return tuple(finite(x) for x in (interval.estimate, interval.low, interval.high))


def length_table(found: Sequence[Matches]) -> Table:
    """Return how long matches last."""
    rows = [
        (
            *(*_cells(one), one.format.name, one.played, one.decided),
            *_limits(one.mean("rounds")),
            *(finite(one.rounds(at).estimate) for at in (0.05, 0.5, 0.95)),
            *_limits(one.mean("deals", "rounds")),
            *_limits(one.mean("turns")),
            *_limits(one.turns(0.5)),
            *(finite(one.turns(at).estimate) for at in (0.05, 0.95)),
        )
        for one in found
    ]
    means = ("rounds, mean", "deals a round", "turns, mean", "turns, median")
    limited = {title: tuple(Column(f"{title}{part}", "number") for part in ("", ", low", ", high")) for title in means}
    return Table(
        "match-length",
        "How long matches last",
        (
            *(*WHOSE, Column("matches", "text"), Column("played", "count"), Column("decided", "count")),
            *limited["rounds, mean"],
            *(Column(f"rounds, {at}", "count") for at in ("5 %", "median", "95 %")),
            *(*limited["deals a round"], *limited["turns, mean"], *limited["turns, median"]),
            *(Column(f"turns, {at}", "turns") for at in ("5 %", "95 %")),
        ),
        tuple(rows),
    )


def share_table(found: Sequence[Matches], judged: Mapping[str, Judged]) -> Table:
    """Return who wins and who loses matches, by place at the first deal."""
    rows = []
    for one in found:
        for person in range(one.people):
            won, lost = (judged[key_of(one, kind, person)] for kind in ("won", "lost"))
            rows.append(
                (
                    *(*_cells(one), label_of(one, "lost", person)),
                    *(*_limits(share_of(won, one.even)), won.p_holm, words.short_verdict(won)),
                    *(*_limits(share_of(lost, one.even)), lost.p_holm, words.short_verdict(lost)),
                    one.total(f"losses_{person}") / one.decided,
                )
            )
    return Table(
        "match-fairness",
        "Who wins and who loses matches, by place at the first deal, against an even share",
        (
            *(*WHOSE, Column("place")),
            *_judged_columns("won"),
            *_judged_columns("lost"),
            Column("rounds lost a match", "number"),
        ),
        tuple(rows),
    )


def _judged_columns(what: str) -> tuple[Column, ...]:
    shares = tuple(Column(f"{what}{part}", "share") for part in ("", ", low", ", high"))
    return (*shares, Column(f"{what}, p (Holm)", "chance"), Column(f"{what}, verdict"))


def next_table(found: Sequence[Matches], judged: Mapping[str, Judged]) -> Table:
    """Return who loses the next round, by place from who lost before."""
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        for place in range(one.people):
            after = judged.get(key_of(one, "next", place))
            seat = one.total(f"seat_{place}") / one.total("full")
            who = label_of(one, "next", place)
            if after is None:
                rows.append((*_cells(one), who, 0, None, None, None, None, "no round after another", place, seat))
                continue
            share = _limits(share_of(after, one.even))
            verdict = (after.p_holm, words.short_verdict(after))
            rows.append((*_cells(one), who, one.total("followed"), *share, *verdict, place, seat))
    return Table(
        "match-next",
        "Who loses the next round, by place from who lost before; who loses a round by seat (the dealer has the last)",
        (
            *(*WHOSE, Column("who"), Column("rounds", "count"), Column("loses the next", "share")),
            *(Column("low", "share"), Column("high", "share"), Column("p (Holm)", "chance"), Column("verdict")),
            *(Column("seat", "count"), Column("seat loses", "share")),
        ),
        tuple(rows),
    )


def ways_table(pairs: Sequence[tuple[Matches, Matches]], judged: Mapping[str, Judged]) -> Table:
    """Return what it changes that the loser deals."""
    rows = []
    for pair in pairs:
        one = pair[0]
        parts = [("next", 0, "loses the next round, too")]
        parts += [("lost", i, f"loses the match: {label_of(one, 'lost', i)}") for i in range(one.people)]
        for kind, i, what in parts:
            found = judged.get(pair_key(pair, kind, i))
            if found is not None:
                end = (*_limits(found.interval), found.p_holm, words.short_verdict(found))
                rows.append((one.group.label, one.people, one.group.lineup, what, *end))
    return Table(
        "match-dealers",
        "The loser dealing minus the deal going round, on the same game numbers",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("what")),
            *(Column("difference", "points"), Column("low", "points"), Column("high", "points")),
            *(Column("p (Holm)", "chance"), Column("verdict")),
        ),
        tuple(rows),
    )


def strategy_table(mixed: Sequence[Matches], judged: Mapping[str, Judged]) -> Table:
    """Return who wins and who loses matches, by strategy, for mixed line-ups."""
    rows = []
    for one in mixed:
        for name in one.group.strategies:
            lost = judged[key_of(one, "strategy", name)]
            won = one.of_strategy("won", name).interval()
            shares = (
                *_limits(share_of(lost, one.even)),
                *(finite(x + one.even) for x in (won.estimate, won.low, won.high)),
            )
            rows.append((*_cells(one), name, *shares, lost.p_holm, words.short_verdict(lost)))
    return Table(
        "match-strategies",
        "Who loses and who wins matches, by strategy: share of one of its people, all rotations",
        (
            *(*WHOSE, Column("strategy")),
            *(Column(f"{what}{part}", "share") for what in ("lost", "won") for part in ("", ", low", ", high")),
            *(Column("lost, p (Holm)", "chance"), Column("lost, verdict")),
        ),
        tuple(rows),
    )
