"""Which strategy loses less? Line-ups that differ in their first strategy, among the same others, on the same deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paskasim.analysis import anytime, words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.contrasts import BlockContrast, Contrast, ShareContrast, paired_shares
from paskasim.analysis.effects import deals, effect_lane, finite, nearest, strongest
from paskasim.analysis.findings import Cell, Column, Finding, Gallery, Held, Lanes, Slice, Table
from paskasim.analysis.holding import held_among
from paskasim.analysis.intervals import Interval, Numbers, block_ratio, share
from paskasim.analysis.results import Group, Results, aligned

FEW_BLOCKS = 8
FEW_EVENTS = 20
MOST_ROWS = 16
MOST_PANELS = 8
TITLE = "Which strategy loses less"


@dataclass(frozen=True)
class Company:
    """Line-ups whose first strategy sits among the same others at the same table; `base` is the first of the study."""

    base: Group
    rest: tuple[Group, ...]

    @property
    def name(self) -> str:
        """The table in words: rule set, players, the others."""
        return f"{self.base.label}, {self.base.players} players, among {among(self.base)}"

    @property
    def groups(self) -> tuple[Group, ...]:
        """All line-ups, the base first."""
        return (self.base, *self.rest)


def first_of(group: Group) -> str:
    """Return the strategy that a line-up names first: the one that differs."""
    return group.cases[0].seats[0]


def named(group: Group) -> str:
    """Return the first strategy with its parameters, set so that lines can break between them."""
    return words.quoted(first_of(group).replace(",", ", "), 120)


def among(group: Group) -> str:
    """Return who sits beside the first strategy: '3 lowest', '2 lowest and 1 any'."""
    counted = Counter(group.cases[0].seats[1:])
    return words.listed([f"{count} {words.quoted(name)}" for name, count in counted.items()])


def companies(results: Results) -> list[Company]:
    """Return the tables of a study at which some line-up is mixed, in the order of the study."""
    found: dict[tuple[object, ...], list[Group]] = {}
    for group in results.groups:
        others = tuple(sorted(group.cases[0].seats[1:]))
        found.setdefault((group.label, group.players, group.seed, others), []).append(group)
    return [
        Company(groups[0], tuple(groups[1:]))
        for groups in found.values()
        if any(len(group.strategies) > 1 for group in groups)
    ]


def losses(group: Group) -> Numbers:
    """Return the losses of the first strategy by block, for each of its seats."""
    return group.strategy_sums("loser", first_of(group)) / group.seats_of(first_of(group))


def compare(results: Results) -> list[Comparison]:
    """Compare every line-up with the first in the same company, and each mixed one with an even share."""
    found = []
    for company in companies(results):
        found += [
            Comparison(_key("even", group), _against_even(group), "loss")
            for group in company.groups
            if len(group.strategies) > 1 and group.finished
        ]
        found += [
            Comparison(_key("base", group), _paired(group, company.base), "loss")
            for group in company.rest
            if group.finished and company.base.finished
        ]
    return found


def _key(against: str, group: Group) -> str:
    return f"strategies|{against}|{group.key}"


def _by_blocks(group: Group) -> bool:
    """Return whether there is enough for block sums, whose unit is a game number with all its rotations."""
    return len(group.numbers) >= FEW_BLOCKS and FEW_EVENTS <= losses(group).sum() <= group.finished - FEW_EVENTS


def _against_even(group: Group) -> Contrast:
    """Return the share of losses minus an even share; without blocks, rotations of a deal count as one game."""
    even = 1 / group.players
    if _by_blocks(group):
        return BlockContrast(block_ratio(losses(group), group.sums("outcome_finished"), group.numbers), even)
    return ShareContrast(float(losses(group).sum()) / group.rotations, group.finished / group.rotations, even)


def _paired(group: Group, base: Group) -> Contrast:
    """Return the difference of two shares, all rotations of a game number as one game.

    Two that share no whole block (one of them has fewer games than a block) are compared by their totals.
    """
    numbers, here, there = aligned(group, base)
    parts = [_rotated(group), _rotated(base)]
    if len(numbers) == 0:
        totals = [(lost.sum(keepdims=True), ended.sum(keepdims=True)) for lost, ended in parts]
        return paired_shares(totals[0], totals[1], np.array([min(group.games, base.games)]))
    one, other = ((lost[where], ended[where]) for (lost, ended), where in zip(parts, (here, there), strict=True))
    return paired_shares(one, other, numbers)


def _rotated(group: Group) -> tuple[Numbers, Numbers]:
    """Return losses and finished games by block, all rotations of a game number as one game."""
    return losses(group) / group.rotations, group.sums("outcome_finished") / group.rotations


def share_of_losses(group: Group) -> Interval:
    """Return the share of the finished games that one seat of the first strategy loses."""
    if len(group.strategies) == 1:
        even = 1 / group.players
        return Interval(even, even, even, "all seats alike")
    if group.watched:
        return anytime.share(losses(group), group.sums("outcome_finished"), group.numbers, group.rotations)
    if _by_blocks(group):
        return block_ratio(losses(group), group.sums("outcome_finished"), group.numbers).interval()
    return share(float(losses(group).sum()) / group.rotations, group.finished / group.rotations)


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    found = companies(results)
    if not any(_key("even", group) in judged for company in found for group in company.groups):
        return _nothing(results, found)
    pairs = {
        key: (group, company) for company in found for group in company.rest if (key := _key("base", group)) in judged
    }
    weights = [_weight(company, judged) for company in found]
    shown = sorted(sorted(range(len(found)), key=lambda i: -weights[i])[:MOST_PANELS])
    panels = {found[i].base.key: _panel(found[i], judged) for i in shown}
    lead = panels[found[max(shown, key=lambda i: weights[i])].base.key]
    if pairs:
        top = strongest([judged[key] for key in pairs])
        headline, verdict = _of_pairs(pairs, top, judged)
        lead = panels.get(pairs[top.key][1].base.key, lead)
    else:
        headline, verdict = _of_levels(found, judged)
    cut = len(found) > len(shown) or any(len(found[i].groups) > MOST_ROWS for i in shown)
    return Finding(
        "strategies",
        TITLE,
        headline,
        verdict,
        _sure(results, judged, bool(pairs)),
        (Gallery("How much more or less often each strategy loses", tuple(panels.values())),),
        lead,
        (_table(found, judged),),
        tuple(n for n in (*_notes(found), "The pictures show the largest effects; the table has all." * cut) if n),
        held=_held(found, pairs[top.key][0], top, judged) if pairs else None,
    )


def _held(found: Sequence[Company], home: Group, top: Judged, judged: Mapping[str, Judged]) -> Held:
    """Return whether the two strategies of the headline compare alike in every company that holds both."""
    base = next(first_of(company.base) for company in found if any(group is home for group in company.rest))
    alike = [
        (f"{among(group)} ({words.quoted(group.label, 40)}, {group.players} players)", group, judged[key])
        for company in found
        for group in company.rest
        if first_of(group) == first_of(home)
        and first_of(company.base) == base
        and (key := _key("base", group)) in judged
    ]
    return held_among(alike, top, f"Seen in one company only, among {among(home)}; others may differ.", "companies")


def _nothing(results: Results, found: Sequence[Company]) -> Finding:
    why = "none of their games finished" if found else "all seats of each line-up hold the same strategy"
    tables = (_table(found, {}),) if found else ()
    games = words.count(results.games, "game")
    return Finding(
        "strategies",
        TITLE,
        f"Strategies can't be compared: {why}.",
        "",
        f"From {games}. A comparison needs a line-up such as careful,lowest, and games with a loser.",
        tables=tables,
    )


def _weight(company: Company, judged: Mapping[str, Judged]) -> float:
    keys = [_key(against, group) for against in ("base", "even") for group in company.groups]
    return max((nearest(judged[key].interval) for key in keys if key in judged), default=0.0)


def _of_pairs(pairs: Mapping[str, tuple[Group, Company]], top: Judged, judged: Mapping[str, Judged]) -> tuple[str, str]:
    group, company = pairs[top.key]
    base = company.base
    start = (
        f"Among {among(base)} under {words.quoted(base.label)} with {base.players} players, "
        f"{named(group)} loses {words.share(share_of_losses(group))} of the finished games and "
        f"{named(base)} {words.share(share_of_losses(base))}"
    )
    if not top.apart:
        told = f"{start}: not distinguishable {deals((group, base))}, nor is any other of the line-ups compared."
        return told if len(pairs) > 1 else f"{start}: not distinguishable {deals((group, base))}.", _verdict(top)
    told = f"{start}: {words.size(top, 'more', 'fewer', named=True)} {deals((group, base))}."
    if len(pairs) == 1:
        return told, _verdict(top)
    better, worse, calm = (
        sum(judged[key].verdict == way for key in pairs) for way in ("smaller", "larger", "too small to matter")
    )
    least = words.yardstick(top)
    return (
        f"{told} Of {len(pairs)} such comparisons it is the largest: in {better} a strategy loses over {least} less "
        f"than the first of its company, in {worse} over {least} more, in {calm} the difference is too small to matter."
    ), _verdict(top)


def _verdict(top: Judged) -> str:
    return f"{words.difference(top)}: {words.verdict(top)}"


def _of_levels(found: Sequence[Company], judged: Mapping[str, Judged]) -> tuple[str, str]:
    """Return the finding where no two line-ups have the same company."""
    where = {key: group for c in found for group in c.groups if (key := _key("even", group)) in judged}
    top = strongest([judged[key] for key in where])
    group = where[top.key]
    even = words.percent(1 / group.players, 0 if 100 % group.players == 0 else 1)
    told = (
        f"Among {among(group)} under {words.quoted(group.label)} with {group.players} players, "
        f"{named(group)} loses {words.share(share_of_losses(group), named=True)} of the finished games"
    )
    end = f"instead of {even}" if top.apart else f"which can't be told from an even share of {even}"
    return (
        f"{told}{' ' if top.apart else ', '}{end}.",
        f"{words.difference(top)} against an even share: {words.verdict(top)}",
    )


def _sure(results: Results, judged: Mapping[str, Judged], paired: bool) -> str:
    text = (
        f"From {words.count(results.games, 'game')}. Mixed line-ups play every deal in every rotation, and the unit is "
        "the whole rotation of a game number."
    )
    if paired:
        text += " Line-ups with the same others are compared deal by deal."
    return (
        f"{text} What is called different is so after Holm's correction for all "
        f"{words.count(len(judged), 'comparison')} of this report."
    )


def _notes(found: Sequence[Company]) -> list[str]:
    notes = ["A share of losses is that of one seat of the strategy that a line-up names first, of finished games."]
    ends = [(group, 1 - group.finished / group.games) for company in found for group in company.groups]
    group, most = max(ends, key=lambda end: end[1])
    if most > 0:
        notes.append(
            f"{words.some(most)} of the games of {words.quoted(group.name)} reach no end, the most in this study; "
            "nobody loses those. The table has the share for each line-up."
        )
    return notes


def _panel(company: Company, judged: Mapping[str, Judged]) -> Lanes:
    against = "base" if company.rest else "even"
    found = [(group, judged[key]) for group in company.groups if (key := _key(against, group)) in judged]
    if not found:
        against = "even"
        found = [(group, judged[key]) for group in company.groups if (key := _key(against, group)) in judged]
    kept = sorted(found, key=lambda one: -nearest(one[1].interval))[:MOST_ROWS]
    kept = sorted(kept, key=lambda one: one[1].estimate)
    rows = tuple((named(group), (effect_lane("", one),)) for group, one in kept)
    base = named(company.base) if against == "base" else "an even share"
    told = [f"{heading}: {words.difference(one)}" for (heading, _), (_, one) in zip(rows, kept, strict=True)]
    top = strongest([one for _, one in kept])
    which = next(words.quoted(named(group), 50) for group, one in kept if one is top)
    change = words.brief(top, "more", "fewer") if top.apart else "no strategy can be told apart"
    return Lanes(
        name="strategies",
        title=f"{words.quoted(company.name)}: {change}{f' lost by {which}' if top.apart else ''}",
        words=f"Share of finished games lost against that of {base}, {company.name}. " + "; ".join(told) + ".",
        axis=f"finished games lost: points more or less than {base}",
        unit="points",
        rows=rows,
        reference=0.0,
        reference_label=base if len(base) <= 20 else "no difference",
        band=top.smallest,
        legend=(f"more than {words.yardstick(top)}", "less, or undecided"),
        about=Slice(company.base.players, rules=company.base.label),
    )


def _table(found: Sequence[Company], judged: Mapping[str, Judged]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for company in found:
        for group in company.groups:
            lost = share_of_losses(group) if group.finished else None
            one = judged.get(_key("base", group))
            base = first_of(company.base) if group is not company.base else ""
            rows.append(
                (
                    *(group.label, group.players, among(group), first_of(group), group.games),
                    *((lost.estimate, lost.low, lost.high) if lost else (None, None, None)),
                    *(1 - group.finished / group.games, base),
                    *((finite(x) for x in (one.estimate, one.interval.low, one.interval.high)) if one else (None,) * 3),
                    one.p_holm if one else None,
                    words.short_verdict(one) if one else "" if group is company.base else "no finished game",
                )
            )
    return Table(
        "strategies-compared",
        "Who loses: share of finished games that one seat of the strategy loses, and the difference to the first "
        "strategy in the same company on the same deals",
        (
            *(Column("rule set"), Column("players", "count"), Column("among"), Column("strategy")),
            *(Column("games", "count"), Column("lost", "share"), Column("lost, low", "share")),
            *(Column("lost, high", "share"), Column("no end", "share"), Column("against")),
            *(Column("difference", "points"), Column("low", "points"), Column("high", "points")),
            *(Column("p (Holm)", "chance"), Column("verdict")),
        ),
        tuple(rows),
    )
