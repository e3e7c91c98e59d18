"""What games are like: how long the loser is open, leads, danger, comebacks, choices and waiting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from paskasim.analysis import words
from paskasim.analysis.character import (
    BY_NAME,
    MEASURES,
    Character,
    Measure,
    characters,
    difference,
    finite,
    in_units,
    pairs_of,
)
from paskasim.analysis.comparisons import Comparison, Judged, Scale
from paskasim.analysis.contrasts import BlockContrast
from paskasim.analysis.effects import strongest
from paskasim.analysis.facets import arrange
from paskasim.analysis.findings import Cell, Column, Curve, Curves, Finding, Gallery, Lane, Lanes, Table
from paskasim.analysis.holding import spread
from paskasim.analysis.intervals import Interval
from paskasim.analysis.results import Group, Results

PROBES = ("character",)
TITLE = "What games are like"
WEIGHED: Mapping[str, Scale] = {"turns with a choice": "choices", "burns a game": "burns"}
"""The measures of which somebody can say how much would matter, and the scale of that."""
LEVELS = (0.5, 0.8)
MOST_CURVES = 4
LITTLE = 0.05
"""Comebacks so near to even chances tell little."""
Pair = tuple[Character, Character]


def _key(pair: Pair, measure: Measure) -> str:
    return f"character|{measure.name}|{pair[0].group.key}|{pair[1].group.key}"


def compare(results: Results) -> list[Comparison]:
    """Compare turns with a choice and burns, every variant with the base at its table."""
    return [
        Comparison(_key(pair, BY_NAME[name]), BlockContrast(difference(pair, BY_NAME[name])), scale)
        for pair in pairs_of(results)
        for name, scale in WEIGHED.items()
    ]


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    found = characters(results)
    if not found:
        return Finding(
            "character",
            TITLE,
            "This study can't tell what its games are like: none with a loser were followed turn by turn.",
            "",
            "Play the sweep again with the question `character`; it needs some games with a loser.",
            tables=(_measure_table(),),
        )
    pairs = pairs_of(results)
    by_key = {one.group.key: one for one in found}
    facets = arrange([one.group for one in found], lambda group: by_key[group.key].known_from(0.5).estimate)
    curves = facets.draw(lambda name, rows: _curves(name, rows, by_key))
    backs = facets.draw(lambda name, rows: _comebacks(name, rows, by_key))
    effects = [judged[key] for pair in pairs for name in WEIGHED if (key := _key(pair, BY_NAME[name])) in judged]
    tables = [_table(found), _known_table(found)]
    if pairs:
        tables.append(_effect_table(pairs, judged))
    return Finding(
        "character",
        TITLE,
        f"{_headline(results, found)} {_comeback_sentence(results, found)}",
        _verdict(results, pairs, judged) if effects else "",
        _sure(found, judged, bool(effects)),
        (Gallery("How early the loser is known", curves), Gallery("Comebacks", backs)),
        curves[facets.holding(_earliest(found).group)],
        (*tables, _calibration_table(found), _measure_table()),
        tuple(note for note in (*_notes(results, found), facets.left_out) if note),
        held=spread(results, _earliest(found).group, lambda group: _known_of(by_key.get(group.key)), _moment),
    )


def _earliest(found: Sequence[Character]) -> Character:
    return min(found, key=lambda one: one.known_from(0.5).estimate)


def _known_of(one: Character | None) -> Interval:
    return one.known_from(0.5) if one else Interval(np.nan, np.nan, np.nan, "no games with a loser")


def _moment(when: Interval) -> str:
    if when.estimate >= 1:
        return "the last turns"
    return f"{words.percent(when.estimate, 0)} of the turns ({100 * when.low:.0f} to {100 * when.high:.0f})"


def _part(fraction: float) -> str:
    """Return how much of a game is played in words."""
    return "not before its last turns" if fraction >= 1 else words.percent(fraction, 0 if fraction >= 0.1 else 1)


def _known(one: Character, level: float, *, named: bool = False) -> str:
    """Return when the loser is known in so many games: 'when 85 % of the turns are played (82 to 85)'."""
    when = one.known_from(level)
    if when.estimate >= 1:
        return "only in the last turns"
    mean = one.value(BY_LENGTH).estimate
    limits = f"{'95 % interval ' if named else ''}{100 * when.low:.0f} to {100 * when.high:.0f}"
    if when.low == when.high:
        limits = "to the nearest fortieth of a game"
    return (
        f"when {_part(when.estimate)} of the turns are played ({limits}; turn {when.estimate * mean:.0f} of {mean:.0f})"
    )


BY_LENGTH = Measure("turns", "turns of a game", "turns / games", "ours", "turns", "turns", "finished")


def _headline(results: Results, found: Sequence[Character]) -> str:
    first, last = _earliest(found), max(found, key=lambda one: one.known_from(0.5).estimate)
    start = "From what everybody can count, the cards, the loser can be named in half of the games"
    if len(found) == 1 or first.known_from(0.5).estimate == last.known_from(0.5).estimate:
        where = f"under {results.say_all(first.group)}" if len(found) == 1 else f"in each of {len(found)} cases"
        return f"{start} {_known(first, 0.5, named=True)}, in four of five {_known(first, 0.8)}, {where}."
    soon, late = _known(first, 0.5, named=True), _known(last, 0.5)
    return f"{start} earliest {soon} ({results.say_all(first.group)}), latest {late} ({results.say_all(last.group)})."


def _comeback_sentence(results: Results, found: Sequence[Character]) -> str:
    def away(one: Character) -> float:
        return one.value(BY_NAME["comebacks"]).estimate - one.even_comeback

    known = [one for one in found if one.measured.total("most_cards")]
    if not known:
        return ""
    least = min(known, key=away)
    told = words.share(least.value(BY_NAME["comebacks"]), named=True)
    where = f" under {results.say_all(least.group)}, where cards weigh most" if len(known) > 1 else ""
    return (
        f"Who alone has most cards when the stock runs out does not lose after all in {told} of games{where}; "
        f"{words.percent(least.even_comeback)} would mean that cards tell nothing."
    )


def _verdict(results: Results, pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> str:
    told = []
    for name in WEIGHED:
        of = {key: pair for pair in pairs if (key := _key(pair, BY_NAME[name])) in judged}
        if of:
            top = strongest([judged[key] for key in of])
            variant = results.say_variant((of[top.key][0].group, of[top.key][1].group))
            told.append(f"{name}, {variant}: {words.difference(top)}, {words.verdict(top)}")
    return "; ".join(told)


def _sure(found: Sequence[Character], judged: Mapping[str, Judged], weighed: bool) -> str:
    games, kept = (sum(one.measured.total(column) for one in found) for column in ("finished", "judged"))
    text = (
        f"From {words.count(games, 'game')} with a loser, followed turn by turn. The forecast sees how many cards "
        "everybody has, whose turn it is, how much of the stock is left and who is out, never a card. It was fitted on "
        f"the games with even numbers and judged on the others ({kept:,}). 95 % limits are Student's t over "
        "blocks of 1,024 game numbers."
    )
    if weighed:
        text += (
            " Verdicts are those after Holm's correction for all "
            f"{words.count(len(judged), 'comparison')} of this report; for the other measures nobody can say how much "
            "would matter, so they are shown without."
        )
    return text


def _notes(results: Results, found: Sequence[Character]) -> list[str]:
    notes = [
        "Each measure is shown by itself: none of them says whether a game is good, and weights that were found for "
        "board games do not carry over."
    ]
    missing = [group for group in results.groups if all(one.group is not group for one in found)]
    if missing:
        told = words.listed([results.say_all(group) for group in missing[:5]])
        notes.append(f"Too few games with a loser, or none that were followed: {told}.")
    unended = [one for one in found if one.measured.total("finished") < one.measured.total("games")]
    if unended:
        most = max(1 - one.measured.total("finished") / one.measured.total("games") for one in unended)
        notes.append(
            f"Games without an end (up to {words.percent(most)} here) have no loser to be known: they are left out."
        )
    return notes


def _curves(name: str, rows: Sequence[tuple[str, Group]], of: Mapping[str, Character]) -> Curves:
    chosen = list(rows)
    if len(chosen) > MOST_CURVES:
        ordered = sorted(chosen, key=lambda row: of[row[1].key].known_from(0.5).estimate)
        steps = np.linspace(0, len(ordered) - 1, MOST_CURVES).round().astype(int)
        kept = [ordered[i] for i in dict.fromkeys(int(step) for step in steps)]
        chosen = [row for row in chosen if any(row is one for one in kept)]
    curves, told, halves = [], [], []
    for heading, group in chosen:
        one = of[group.key]
        across = tuple(100 * moment / one.moments for moment in range(one.moments))
        curves.append(Curve(heading, across, tuple(share.estimate for share in one.curve)))
        halves.append(one.known_from(0.5).estimate)
        told.append(f"{heading}: half of the losers {_known(one, 0.5)}, four in five {_known(one, 0.8)}")
    some = f" ({len(chosen)} of {len(rows)} shown)" if len(chosen) < len(rows) else ""
    low, high = _part(min(halves)), _part(max(halves))
    when = f"at {low} of the turns" if low == high else f"between {low} and {high} of the turns"
    if max(halves) >= 1:
        when = "in the last turns"
    return Curves(
        "known",
        f"{name}: half of the losers are known {when}{some}",
        f"Share of games whose loser the card counts name, {name}. " + "; ".join(told) + ".",
        "turns played, of each game's turns, in per cent",
        "games whose loser is named",
        tuple(curves),
    )


def _comebacks(name: str, rows: Sequence[tuple[str, Group]], of: Mapping[str, Character]) -> Lanes:
    shown, told, apart, little = [], [], [], []
    for heading, group in rows:
        one = of[group.key]
        value = one.value(BY_NAME["comebacks"])
        if not np.isfinite(value.estimate):
            continue
        limits = (value.low, value.high) if value.known else (value.estimate,) * 2
        low, high = (x - one.even_comeback for x in limits)
        strong = value.known and not low <= 0 <= high
        label = words.percent(value.estimate)
        shown.append((heading, (Lane("", value.estimate - one.even_comeback, low, high, label, strong),)))
        told.append(f"{heading}: {words.share(value)}, even {words.percent(one.even_comeback)}")
        apart.append(strong and value.estimate < one.even_comeback)
        little.append(value.known and max(abs(low), abs(high)) < LITTLE)
    title = "most cards at the end of the stock make losing likelier"
    if not any(apart):
        title = "most cards then tell little" if all(little) else "what most cards then tell is open"
    if any(apart) and not all(apart):
        title += f" in {sum(apart)} of {len(apart)} cases"
    return Lanes(
        "comebacks",
        f"{name}: {title}",
        f"Share of games that who alone had most cards when the stock ran out did not lose, {name}. "
        + "; ".join(told)
        + ".",
        "comebacks: points above or below even chances",
        "points",
        tuple(shown) or (("no such games", (Lane("", 0.0, 0.0, 0.0, "none"),)),),
        0.0,
        "even chances",
        0.01,
        ("can be told from even chances", "can't"),
    )


def _cells(one: Character) -> tuple[str, int, str]:
    return one.group.label, one.group.players, one.group.lineup


WHOSE = (Column("rule set"), Column("players", "count"), Column("line-up"))


def _table(found: Sequence[Character]) -> Table:
    rows = [
        (*_cells(one), measure.name, *finite(one.value(measure)), _unit(measure))
        for one in found
        for measure in MEASURES
    ]
    limits = (Column("value", "number"), Column("low", "number"), Column("high", "number"))
    return Table(
        "character",
        "Measures of games with a loser (shares as fractions)",
        (*WHOSE, Column("measure"), *limits, Column("unit")),
        tuple(rows),
    )


def _unit(measure: Measure) -> str:
    return {"share": "share", "turns": "turns"}.get(measure.kind, "number")


def _known_table(found: Sequence[Character]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        mean = one.value(BY_LENGTH).estimate
        cells: list[float] = []
        for level in LEVELS:
            when = one.known_from(level)
            cells += [when.estimate, when.low, when.high, when.estimate * mean]
        shares = [one.curve[i].estimate for i in (one.moments // 4, one.moments // 2, 3 * one.moments // 4, -1)]
        rows.append((*_cells(one), one.measured.total("judged"), *cells, *shares))
    columns: list[Column] = []
    for share in (f"{100 * level:.0f} % of games" for level in LEVELS):
        columns += [Column(f"known in {share}{more}", "share") for more in ("", ", low", ", high")]
        columns.append(Column(f"turn at which known in {share}", "turns"))
    named = [Column(f"named at {at} % of the turns", "share") for at in ("25", "50", "75", "97.5")]
    return Table(
        "character-known",
        "From which part of the game on card counts name the loser (100 %: not before the end)",
        (*WHOSE, Column("judged", "count"), *columns, *named),
        tuple(rows),
    )


def _effect_table(pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> Table:
    rows = []
    for pair in pairs:
        for measure in MEASURES:
            limits: Interval = in_units(measure, difference(pair, measure).interval(), 0.0)
            one = judged.get(_key(pair, measure))
            rows.append(
                (
                    *(pair[0].group.label, pair[1].group.label, pair[0].group.players, pair[0].group.lineup),
                    *(measure.name, *finite(limits), _unit(measure)),
                    *((one.p_holm, words.short_verdict(one)) if one else (None, "not weighed")),
                )
            )
    return Table(
        "character-compared",
        "Each variant minus the base at the same table, on the same game numbers (shares as fractions)",
        (
            *(Column("rule set"), Column("base"), Column("players", "count"), Column("line-up"), Column("measure")),
            *(Column("difference", "number"), Column("low", "number"), Column("high", "number"), Column("unit")),
            *(Column("p (Holm)", "chance"), Column("verdict")),
        ),
        tuple(rows),
    )


def _calibration_table(found: Sequence[Character]) -> Table:
    rows = [(*_cells(one), *row) for one in found for row in one.calibration()]
    return Table(
        "character-calibration",
        "Is the forecast right? Chances to lose that it gave, and how often they came true on games that it never saw",
        (*WHOSE, Column("times given", "count"), Column("mean chance", "share"), Column("lost", "share")),
        tuple(rows),
    )


def _measure_table() -> Table:
    return Table(
        "character-measures",
        "What the measures are",
        (Column("measure"), Column("what it tells"), Column("formula"), Column("source")),
        tuple((measure.name, measure.meaning, measure.formula, measure.source) for measure in MEASURES),
    )
