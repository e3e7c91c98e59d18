"""How often to lie and to doubt, by pile and by cards left: each decision is played on both ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paskasim.analysis import words
from paskasim.analysis.bluffed import (
    BY_LEFT,
    BY_PILE,
    DECISIONS,
    DOUBT,
    FEWEST,
    LIES,
    NEEDLESS,
    PROBE,
    STUCK,
    WHOLE,
    Bluffed,
    Cell,
    Decision,
    bluffed_of,
    per_game,
)
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.effects import effect_lane, finite, nearest
from paskasim.analysis.findings import Cell as TableCell
from paskasim.analysis.findings import Column, Finding, Gallery, HeatCell, HeatMap, Lanes, Slice, Table
from paskasim.analysis.foremost import foremost
from paskasim.analysis.holding import holds
from paskasim.analysis.intervals import Interval
from paskasim.analysis.results import Group, Results
from paskasim.studies.probes.bluff import LEFTS, PILES

PROBES = (PROBE,)
TITLE = "When to lie, and when to doubt"
WIDE = 0.5
"""A share from which on a doubt pays that is known no better than this is not worth a sentence."""
BAND = 0.05
"""Shares of lies that are alike: the shades of a map span at least three of it."""


def compare(results: Results) -> list[Comparison]:
    """Compare the losses of the one who decides, with and without a lie or a doubt."""
    return [comparison for one in bluffed_of(results) for comparison in one.comparisons()]


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    found = [one for one in bluffed_of(results) if any(one.key(each) in judged for each in WHOLE)]
    if not found:
        return Finding(
            "bluff",
            TITLE,
            "This study can't tell when to lie or to doubt: no game with bluff was forked.",
            "",
            "Ask the question `bluff` in a study whose rules have bluff.on = true, and give it more games.",
        )
    cells = {one.group.key: tuple(one.cells()) for one in found}
    home = _home(found, judged)
    top = judged.get(home.key(STUCK)) or judged[home.key(DOUBT)]
    needed = tuple(_map(one.group, cells[one.group.key], "needed") for one in found)
    lies = tuple(_map(one.group, cells[one.group.key], "lies") for one in found)
    worth = tuple(lanes for one in found if (lanes := _worth(one, judged)))
    return Finding(
        "bluff",
        TITLE,
        _headline(results, home, judged, cells[home.group.key]),
        _verdict(home, judged),
        _sure(found, judged),
        (
            Gallery("From which share of lies on a doubt pays", needed),
            Gallery("How many claims are lies", lies),
            Gallery("What a lie is worth", worth),
        ),
        next(figure for figure, one in zip(needed, found, strict=True) if one is home),
        (_decision_table(found, judged), _cell_table(found, cells), _count_table(results)),
        _notes(),
        held=holds(results, judged, top),
    )


def _home(found: Sequence[Bluffed], judged: Mapping[str, Judged]) -> Bluffed:
    """Return the group that the headline is about: of the strongest players, where lying is told most clearly."""
    strong = {group.key for group in foremost([one.group for one in found])}

    def told(one: Bluffed) -> float:
        known = judged.get(one.key(STUCK))
        return nearest(known.interval) if known else -1.0

    return max((one for one in found if one.group.key in strong), key=told)


def _headline(results: Results, home: Bluffed, judged: Mapping[str, Judged], cells: Sequence[Cell]) -> str:
    said = []
    place = results.say_all(home.group)
    stuck = judged.get(home.key(STUCK))
    if stuck is not None and stuck.apart:
        size = words.size(stuck, "more often", "less often", named=True, where=place)
        said.append(f"Who has nothing true to claim and lies loses {size} than who takes the pile.")
    elif stuck is not None:
        said.append(
            f"Whether to lie or to take the pile where nothing true can be claimed can't be told: "
            f"{words.difference(stuck, named=True)} ({place})."
        )
    known = [cell for cell in cells if cell.needed.high - cell.needed.low < WIDE]
    shares = {last: [cell for cell in known if (cell.left == "out") == last] for last in (False, True)}
    if shares[False]:
        low, high = (pick(shares[False], key=lambda c: c.needed.estimate) for pick in (min, max))
        least, most = (words.percent(each.needed.estimate, 0) for each in (low, high))
        span = f"{least} to {most} (by pile and cards left)" if least != most else least
        said.append(f"A doubt pays only where at least {span} of such claims are lies.")
    if shares[True]:
        first = min(shares[True], key=lambda c: c.needed.estimate)
        said.append(f"Against a last claim, with which its player is out, {words.share(first.needed)} is enough.")
    return " ".join(said) or f"Too few claims were forked to say when a doubt pays ({place})."


def _verdict(home: Bluffed, judged: Mapping[str, Judged]) -> str:
    named = {STUCK: "to lie when stuck", NEEDLESS: "to lie without need", DOUBT: "to doubt just any claim"}
    told = [
        f"{name}: {words.difference(judged[home.key(each)])}, {words.verdict(judged[home.key(each)])}"
        for each, name in named.items()
        if home.key(each) in judged
    ]
    return "; ".join(told)


def _sure(found: Sequence[Bluffed], judged: Mapping[str, Judged]) -> str:
    positions = sum(one.positions(STUCK) + one.positions(NEEDLESS) + one.positions(DOUBT) for one in found)
    return (
        f"{words.count(positions, 'position')} were played on both ways, several times each, from the same hands and "
        "with the stock shuffled anew. Differences: 95 % limits (Student's t over blocks of game numbers), judged "
        f"after Holm's correction for all {words.count(len(judged), 'comparison')} of this report. Shares of lies: "
        "Wilson's; shares from which on a doubt pays: jackknife over blocks; both without correction."
    )


def _notes() -> tuple[str, ...]:
    return (
        "A doubt pays where what it gains against lies, times their share, exceeds what it costs against true claims, "
        "times theirs: the share at which both are alike stands in the map. All figures are losses of the one who "
        "decides, among games that finish.",
        "The others play on as they are, so a figure is true of tables of such players: where they doubt more, lying "
        "is worth less. In the branch without a doubt nobody challenges; one who is asked later might.",
        "Hands stay as they are, known or not; cards in the stock are shuffled anew. The lie of one who is to play is "
        "its lowest card, claimed to be the rank that the others can disprove least.",
    )


def _map(group: Group, cells: Sequence[Cell], what: str) -> HeatMap:
    known = {(cell.left, cell.pile): cell for cell in cells}
    rows = []
    for left in LEFTS:
        row = []
        for pile in PILES:
            cell = known.get((left, pile))
            if cell is None:
                row.append(HeatCell(float("nan"), missing="too few"))
                continue
            found: Interval = getattr(cell, what)
            if found.high - found.low >= WIDE:
                row.append(HeatCell(float("nan"), missing="not known"))
                continue
            half = f"± {words.number(50 * (found.high - found.low), 0)}" if found.known else ""
            row.append(HeatCell(found.estimate, words.number(100 * found.estimate, 0), "%", half))
        rows.append(tuple(row))
    cells = [cell for cell in cells if getattr(cell, what).high - getattr(cell, what).low < WIDE]
    values = [getattr(cell, what).estimate for cell in cells]
    if what == "needed":
        says = "a doubt pays from {} to {} lies on" if values else "when a doubt pays can't be told"
        scale = "share of lies from which on a doubt pays, %"
    else:
        says = "{} to {} of claims are lies" if values else "too few claims were forked to count lies"
        scale = "lies among claims, %"
    span = [words.percent(pick(values), 0) for pick in (min, max)] if values else []
    title = (says.replace("{} to {}", "{}") if len({*span}) == 1 else says).format(*span)
    told = "; ".join(
        f"{PILES[cell.pile]} in the pile, {LEFTS[cell.left]} left: {words.share(getattr(cell, what))}" for cell in cells
    )
    return HeatMap(
        f"bluff-{what}",
        f"{words.quoted(group.label, 60)}, {group.table}: {title}",
        f"{scale.capitalize()}, by cards in the pile and cards left to the claimant. {told}.",
        "cards in the pile before the claim",
        tuple(PILES.values()),
        "left to the claimant",
        tuple(LEFTS.values()),
        tuple(rows),
        scale,
        100.0,
        BAND,
        (
            "±: half of the 95 % interval",
            f"too few: under {FEWEST} lies or true claims looked at; not known: the interval is too wide",
        ),
        Slice(group.players, group.lineup, group.label),
    )


def _worth(one: Bluffed, judged: Mapping[str, Judged]) -> Lanes | None:
    rows = []
    told = []
    for whole, case in ((STUCK, "nothing true to claim"), (NEEDLESS, "something true to claim")):
        for parts, by in ((BY_PILE, "cards in the pile"), (BY_LEFT, "cards left to the liar")):
            known = [(each, judged[one.key(each)]) for each in parts[whole] if one.key(each) in judged]
            if known:
                lanes = tuple(effect_lane(_short(each), effect) for each, effect in known)
                rows.append((f"{case}, by {by}", lanes))
                told += [f"{case}, {each.told}: {words.difference(effect)}" for each, effect in known]
    if not rows:
        return None
    whole_ones = [judged[one.key(each)] for each in LIES if one.key(each) in judged]
    says = words.listed(
        [
            f"{name} {words.brief(judged[one.key(each)], 'more', 'less')}"
            for each, name in ((STUCK, "lying when stuck"), (NEEDLESS, "without need"))
            if one.key(each) in judged
        ]
    )
    group = one.group
    return Lanes(
        "bluff-worth",
        f"{words.quoted(group.label, 60)}, {group.table}: losses, {says}",
        "Change in games lost by who lies, against who does as an honest player. " + "; ".join(told) + ".",
        "finished games lost: change in points",
        "points",
        tuple(rows),
        0.0,
        "no difference",
        whole_ones[0].smallest if whole_ones else 0.01,
        (f"more than {words.yardstick(whole_ones[0])}" if whole_ones else "more than 1 point", "less, or undecided"),
        Slice(group.players, group.lineup, group.label),
    )


def _named(one: Bluffed) -> tuple[TableCell, ...]:
    return one.group.label, one.group.players, one.group.lineup


NAMED = (Column("rule set"), Column("players", "count"), Column("line-up"))


def _decision_table(found: Sequence[Bluffed], judged: Mapping[str, Judged]) -> Table:
    rows: list[tuple[TableCell, ...]] = []
    for one in found:
        for each in DECISIONS:
            if one.key(each) not in judged:
                continue
            effect = judged[one.key(each)]
            rows.append(
                (
                    *(*_named(one), _told(each), one.positions(each), one.share(each, "with")),
                    *(one.share(each, "without"), finite(effect.estimate), finite(effect.interval.low)),
                    *(finite(effect.interval.high), one.caught(each) if each.fork == "lie" else None),
                    *(effect.p_holm, words.short_verdict(effect)),
                )
            )
    return Table(
        "bluff-decisions",
        "What a lie and a doubt are worth to the one who decides (share of finished games lost)",
        (
            *(*NAMED, Column("decision"), Column("positions", "count"), Column("loses: done", "share")),
            *(Column("loses: not done", "share"), Column("difference", "points"), Column("low", "points")),
            *(Column("high", "points"), Column("lies challenged", "share"), Column("p (Holm)", "chance")),
            Column("verdict"),
        ),
        tuple(rows),
    )


def _short(each: Decision) -> str:
    """Return the part of the lies that a decision is about."""
    return PILES[each.piles[0]] if len(each.piles) == 1 else LEFTS[each.lefts[0]]


def _told(each: Decision) -> str:
    whole = next((lie for by in (BY_PILE, BY_LEFT) for lie, parts in by.items() if each in parts), None)
    return f"{whole.told}, {each.told}" if whole else each.told


def _cell_table(found: Sequence[Bluffed], cells: Mapping[str, Sequence[Cell]]) -> Table:
    pays = {True: "a doubt pays", False: "a doubt does not pay", None: "can't be told"}
    rows: list[tuple[TableCell, ...]] = [
        (
            *(*_named(one), PILES[cell.pile], LEFTS[cell.left], cell.positions),
            *(cell.lies.estimate, cell.lies.low, cell.lies.high),
            *(cell.needed.estimate, finite(cell.needed.low), finite(cell.needed.high), pays[cell.pays]),
        )
        for one in found
        for cell in cells[one.group.key]
    ]
    return Table(
        "bluff-doubts",
        "Claims by cards in the pile and cards left to the claimant: how many are lies, from how many on a doubt pays",
        (
            *(*NAMED, Column("cards in the pile"), Column("left to the claimant"), Column("claims", "count")),
            *(Column("lies", "share"), Column("low", "share"), Column("high", "share")),
            *(Column("doubt pays from", "share"), Column("low", "share"), Column("high", "share"), Column("so")),
        ),
        tuple(rows),
    )


def _count_table(results: Results) -> Table:
    rows: list[tuple[TableCell, ...]] = []
    for group in results.groups:
        if group.rules.get("bluff.on"):
            found = per_game(group)
            rows.append((group.label, group.players, group.lineup, *(found[name] for name in found)))
    return Table(
        "bluff-counts",
        "Claims, lies and challenges in the games of the study",
        (
            *(*NAMED, Column("claims a game", "number"), Column("of them lies", "share")),
            *(Column("of them challenged", "share"), Column("challenges that catch a lie", "share")),
        ),
        tuple(rows),
    )
