"""Pictures, tables and notes of a figure over two switches.

A map belongs to the question that owns its figure; where a study does not ask that one, `rules` shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from paskasim.analysis import words
from paskasim.analysis.comparisons import Interest, Judged, Scale
from paskasim.analysis.effects import Pair, finite
from paskasim.analysis.factorial import Factorial, grids
from paskasim.analysis.findings import Cell, Column, Gallery, HeatCell, HeatMap, Kind, Slice, Table
from paskasim.analysis.intervals import LEVEL, Interval, normal_quantile
from paskasim.analysis.results import Group, Results
from paskasim.analysis.two_switches import MEASURES, NO_FIT, NOT_PLAYED, Crossing, Levels, Measure, Spot, pairs_of

MOST_OPEN = 3
"""Pairs of switches that are all in sight: those of three switches. Of more pairs the first two are."""
MOST_PAIRS = 10
MOST_MAPS = 60
"""Maps of one figure in a report, all tables together."""
FEW_COLUMNS = 6


@dataclass(frozen=True)
class Maps:
    """What a question shows of two switches together."""

    galleries: tuple[Gallery, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()

    def of(self, pair: Pair | None) -> HeatMap | None:
        """Return the map on which two cases have a cell each; None where there is none."""
        for figure in self.galleries[0].figures if self.galleries and pair else ():
            if isinstance(figure, HeatMap) and all(_on(figure, group) for group in pair or ()):
                return figure
        return None


def _on(figure: HeatMap, group: Group) -> bool:
    return figure.about == _slice(group) and set(group.varied) == {figure.across, figure.down}


def maps_of(results: Results, judged: Mapping[str, Judged], question: str, leading: Scale | None = None) -> Maps:
    """Return the maps that a question shows.

    Parameters
    ----------
    leading
        What the headline of `rules` is about: its maps are in sight there, those of other figures folded.
    """
    designs = grids(results)
    galleries: list[Gallery] = []
    tables: list[Table] = []
    notes: list[str] = []
    for measure in MEASURES if designs else ():
        if question == (measure.home if measure.home in results.questions else "rules") or question == measure.home:
            known = pairs_of(designs, measure, judged)
            pairs = known[: max(1, min(MOST_PAIRS, MOST_MAPS // len(designs)))]
            crossings = [_crossings(results, designs, measure, pair) for pair in pairs]
            made = _galleries(crossings, len(known), len({design.rules_name for design in designs}) > 1)
            aside = question != measure.home and measure.name != leading
            galleries += [replace(gallery, folded=gallery.folded or aside) for gallery in made]
            tables += _tables(question, [one for ones in crossings for one in ones])
            notes += [note for ones in crossings for one in ones for note in _notes(one)]
            if len(known) > 1:
                notes.append("Maps of two switches come in the order of how far the two are from simply adding up.")
            if len(known) > len(pairs):
                notes.append(f"Maps show the first {len(pairs)} of {len(known)} pairs of switches.")
    return Maps(tuple(galleries), tuple(tables), tuple(dict.fromkeys(notes)))


def _crossings(
    results: Results, designs: Sequence[Factorial], measure: Measure, pair: tuple[str, str]
) -> list[Crossing]:
    found = []
    for design in designs:
        keys = [switch.key for switch in design.switches]
        if all(key in keys for key in pair):
            found.append(Crossing(results, design, measure, (keys.index(pair[0]), keys.index(pair[1]))))
    return found


def _galleries(crossings: Sequence[Sequence[Crossing]], known: int, several: bool) -> list[Gallery]:
    galleries = []
    for at, ones in enumerate(crossings):
        names = words.listed([words.quoted(ones[0].design.switches[index].key, 40) for index in ones[0].pair])
        figures = tuple(heat_map(one, several) for one in ones)
        folded = known > MOST_OPEN and at >= MOST_OPEN - 1
        galleries.append(Gallery(f"{names} together: {ones[0].measure.title}", figures, folded))
    return galleries


def _slice(group: Group) -> Slice:
    return Slice(group.players, group.lineup, group.rules_name)


def heat_map(one: Crossing, several: bool) -> HeatMap:
    """Return the picture; `several` tells whether the study has several named rule sets."""
    across, down = _across_down(one)
    over, beside = one.design.switches[across], one.design.switches[down]
    columns, rows = one.levels(across), one.levels(down)

    def at(row: int, column: int) -> Levels:
        return (column, row) if across == one.pair[0] else (row, column)

    told = [
        f"{beside.to(row)}: "
        + "; ".join(f"{over.to(column)}: {_say(one.measure, one.spots[at(row, column)])}" for column in columns)
        for row in rows
    ]
    remarks = _remarks(one)
    return HeatMap(
        name=f"{one.measure.home}-map",
        title=_title(one, several),
        words=f"{_what(one)}, {_place(one, True)}, by {over.key} and {beside.key}. {'. '.join(told)}. "
        + " ".join(f"{remark[0].upper()}{remark[1:]}." for remark in remarks),
        across=over.key,
        columns=tuple(words.quoted(over.to(level), 60) for level in columns),
        down=beside.key,
        rows=tuple(words.quoted(beside.to(level), 60) for level in rows),
        cells=tuple(tuple(_cell(one, at(row, column)) for column in columns) for row in rows),
        scale=f"{_what(one)}{', %' if one.measure.share else ''}",
        factor=_factor(one.measure),
        band=Interest().of(one.measure.name),
        remarks=remarks,
        about=_slice(one.design.base),
    )


def _across_down(one: Crossing) -> tuple[int, int]:
    """Return the pair so that few and short values stand beside each other."""
    first, second = one.pair

    def wide(index: int) -> tuple[bool, int, int]:
        values = one.design.switches[index].values
        return len(values) > FEW_COLUMNS, max(map(len, values)) // 8, -len(values)

    return (first, second) if wide(first) <= wide(second) else (second, first)


def _factor(measure: Measure) -> float:
    return 100.0 if measure.share else 1.0


def _cell(one: Crossing, at: Levels) -> HeatCell:
    spot, factor = one.spots[at], _factor(one.measure)
    found = spot.level
    if found is None:
        return HeatCell(float("nan"), missing=spot.missing)
    places = words.decimals(found, factor)
    shown = words.number(factor * found.estimate, places)
    half = factor * (found.high - found.low) / 2
    spread = f"±{words.SPACE}{half:.{places}f}" if found.known else "no interval"
    if one.measure.share and (found.estimate, found.low) == (0.0, 0.0):
        shown, spread = "0", f"≤{words.SPACE}{words.bare_percent(found.high)}"
    elif one.measure.share and (found.estimate, found.high) == (1.0, 1.0):
        shown, spread = "100", f"≥{words.SPACE}{100 - float(words.bare_percent(1 - found.low)):g}"
    return HeatCell(found.estimate, shown, "%" if one.measure.share else "turns", spread, own=not any(at))


def _say(measure: Measure, spot: Spot) -> str:
    if spot.level is None:
        return spot.missing
    if measure.share:
        return words.share(spot.level)
    places = words.decimals(spot.level)
    shown = f"{words.number(spot.level.estimate, places)}{words.SPACE}turns"
    if not spot.level.known:
        return f"{shown} (too few games for an interval)"
    return f"{shown} ({words.number(spot.level.low, places)} to {words.number(spot.level.high, places)})"


def _what(one: Crossing) -> str:
    if one.measure.name == "loss":
        return f"finished games lost by seat {one.seat}"
    return "games without an end" if one.measure.share else "mean turns of finished games"


def _place(one: Crossing, named: bool) -> str:
    table = words.quoted(one.design.table, 60)
    return f"{words.quoted(one.design.rules_name, 40)}, {table}" if named else table


def _title(one: Crossing, several: bool) -> str:
    """Return where the figure is most, or furthest from even, and from where to where it goes."""
    found = [(spot.level, at) for at, spot in one.spots.items() if spot.level]
    place = _place(one, several)
    if not found:
        return f"{place}: {_what(one)}, nothing to show"
    least, most = (pick(found, key=lambda each: each[0].estimate) for pick in (min, max))
    low, high = (_brief(one.measure, level) for level, _ in (least, most))
    mean = "on average " if one.design.whole and len(one.design.switches) > len(one.pair) else ""
    said, how, where = f"{_what(one)}, {mean}{low} to {high}", "most", most[1]
    if one.measure.name == "loss":
        even = 1 / one.design.players
        said += f" (even: {words.percent(even)})"
        if even - least[0].estimate > most[0].estimate - even:
            how, where = "least", least[1]
    elif not one.measure.share:
        said, how = f"finished games last {low} to {high} turns on average", "longest"
    if not _apart(least[0], most[0], len(found)):
        return f"{place}: {said}, which can't be told apart"
    return f"{place}: {said}, {how} where {one.words(where)}"


def _apart(least: Interval, most: Interval, cells: int) -> bool:
    """Return whether the extremes can be told apart, their limits widened to hold for all cells together."""
    wider = normal_quantile(1 - (1 - LEVEL) / cells) / normal_quantile(LEVEL)
    reach = wider * (least.high - least.estimate) + wider * (most.estimate - most.low)
    return most.estimate - least.estimate > reach


def _brief(measure: Measure, level: Interval) -> str:
    if not measure.share:
        return words.number(level.estimate, 1 if level.estimate < 100 else 0)
    return words.percent(level.estimate, 2 if 0 < level.estimate < 0.0005 else 1)


def _remarks(one: Crossing) -> tuple[str, ...]:
    remarks = ["±: half of the 95 % interval"]
    if one.spots[0, 0].groups:
        named = "the rule set's own values" if one.design.named else "the first values of the study"
        remarks.append(f"outlined: {named}")
    others = [words.quoted(s.key, 40) for i, s in enumerate(one.design.switches) if i not in one.pair]
    told = words.listed(others) if len(others) <= MOST_OPEN else f"the {len(others)} other switches"
    if others and one.design.whole:
        cases = len(one.spots[0, 0].groups)
        remarks.append(f"each cell is the mean of {words.count(cases, 'case')}, over what is played of {told}")
    elif others:
        remarks.append(f"{told} as in the base")
    missing = {spot.missing for spot in one.spots.values()}
    if NO_FIT in missing:
        remarks.append(f"{NO_FIT}: these rules can't be dealt to {one.design.players} players")
    if NOT_PLAYED in missing:
        remarks.append(f"{NOT_PLAYED}: the study leaves these cases out")
    return tuple(remarks)


def _notes(one: Crossing) -> list[str]:
    """Return why cells are empty."""
    return [
        f"{words.count(one.design.players, 'player')} with {one.words(at)}, {NO_FIT}: {spot.why}"
        for at, spot in one.spots.items()
        if spot.missing == NO_FIT
    ]


def _tables(question: str, crossings: Sequence[Crossing]) -> list[Table]:
    """Return the table of what is averaged; a cell that is one case stands in another table anyway."""
    rows: list[tuple[Cell, ...]] = []
    for one in crossings:
        if len(one.design.switches) > len(one.pair):
            first, second = (one.design.switches[index] for index in one.pair)
            for at, spot in one.spots.items():
                level = spot.level
                limits = [finite(x) for x in (level.estimate, level.low, level.high)] if level else [None] * 3
                each = [x for case in spot.each if (x := finite(case.estimate)) is not None]
                rows.append(
                    (
                        *(one.design.rules_name, one.design.players, one.design.lineup, _what(one)),
                        *(first.key, first.values[at[0]], second.key, second.values[at[1]]),
                        *(*limits, len(spot.groups), min(each, default=None), max(each, default=None)),
                        level.method if level else spot.why,
                    )
                )
    if not rows:
        return []
    measure = crossings[0].measure
    kind: Kind = "share" if measure.share else "turns"
    found = ("mean", "low", "high")
    table = Table(
        f"{question}-map" if question == measure.home else f"{question}-map-{measure.name}",
        f"Two switches together: {measure.title}, the mean over the settings of the other switches, and the least and "
        "the most of the cases in it",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("what")),
            *(Column("first switch"), Column("its value"), Column("second switch"), Column("value of that")),
            *(*(Column(title, kind) for title in found), Column("cases", "count")),
            *(Column("least", kind), Column("most", kind), Column("interval")),
        ),
        tuple(rows),
    )
    return [table]
