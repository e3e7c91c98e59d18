"""Skill and luck: how far the better player is ahead, what decides who loses, and when skill has shown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from paskasim.analysis import words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.effects import strongest
from paskasim.analysis.findings import Column, Finding, Gallery, Table
from paskasim.analysis.holding import held_among
from paskasim.analysis.intervals import Interval
from paskasim.analysis.results import Results
from paskasim.analysis.rungs import rungs_of
from paskasim.analysis.skill import (
    LEVELS,
    Skill,
    difference,
    key_of,
    pair_key,
    pairs_with_base,
    skills_of,
)
from paskasim.analysis.skill_shown import (
    ahead_table,
    curves,
    parts_lanes,
    parts_of,
    parts_table,
    rounds,
    rounds_table,
    rules_table,
)

PROBES = ("skill",)
TITLE = "Skill and luck"


def compare(results: Results) -> list[Comparison]:
    """Compare each two rungs, and how far they are apart under each variant and under its base."""
    found = skills_of(results)
    compared = [Comparison(key_of(one), one.gap, "loss") for one in found]
    pairs = pairs_with_base(results, found)
    return compared + [Comparison(pair_key(pair), difference(pair), "loss") for pair in pairs]


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    found = [one for one in skills_of(results) if key_of(one) in judged]
    if not found:
        return Finding(
            "skill",
            TITLE,
            "This study can't tell skill from luck: it holds no games with a loser in which two rungs met.",
            "",
            "Play the sweep again with the question `skill`; it needs rules under which games find a loser.",
            tables=(_none_table(results),),
        )
    # The two highest rungs: whoever sits at a table knows more than to play by chance.
    best = max(one.pair for one in found)
    best = max((one.pair for one in found if one.pair[1] == best[1]), default=best)
    chief = {key_of(one): one for one in found if one.pair == best}
    top = strongest([judged[key] for key in chief])
    shown = chief[top.key]
    chiefs = list(chief.values())
    pairs = pairs_with_base(results, found)
    lines = curves(chiefs, shown)
    tables = [ahead_table(found, judged), rounds_table(found), parts_table(found)]
    if pairs:
        tables.append(rules_table(pairs, judged))
    galleries = (
        Gallery("When skill has shown", tuple(lines)),
        Gallery("What decides who loses", tuple(parts_lanes(chiefs, shown))),
    )
    least = min(chiefs, key=lambda one: judged[key_of(one)].estimate)
    headline = f"{_ahead(results, shown, top, least)} {_what_decides(shown, several=least is not shown)}"
    notes = [_rounds(results, shown), _parts(results, shown)]
    if least is not shown:
        notes.append(_least(results, least, judged))
    return Finding(
        "skill",
        TITLE,
        headline,
        _verdict(results, shown, top, pairs, judged),
        _sure(results, found, len(judged)),
        tuple(gallery for gallery in galleries if gallery.figures),
        lines[0],
        tuple(tables),
        (*notes, *_notes(results, found)),
        held=held_among(
            [
                (f"{one.high} against {one.low}, {one.group.players} players", one.group, judged[key_of(one)])
                for one in found
                if one.group.label == shown.group.label
            ],
            top,
            f"Seen for one pair only ({shown.high} against {shown.low}); others may be further apart.",
            f"pairs of rungs and tables under {words.quoted(shown.group.label, 40)}",
        ),
    )


def _names(one: Skill) -> tuple[str, str]:
    return words.quoted(one.high, 60), words.quoted(one.low, 60)


def _where(results: Results, one: Skill) -> str:
    return f"{results.say(one.group)}, {one.group.players} players"


def _ahead(results: Results, one: Skill, gap: Judged, least: Skill) -> str:
    """Return the sentence on how often the better player is ahead, where that shows most and where least."""
    high, low = _names(one)
    text = f"{high} finishes ahead of {low} in {words.share(one.ahead, named=True)} of games"
    if not gap.apart:
        return f"{text} ({_where(results, one)}); that it loses less often can't be told."
    if gap.estimate < 0:
        return f"{text} ({_where(results, one)}) and loses {words.size(gap, 'less often', 'more often')}."
    if least is one:
        return f"{text} ({_where(results, one)})."
    other = f"{words.share(least.ahead)} where least ({_where(results, least)})"
    return f"{text} where that shows most ({_where(results, one)}), in {other}."


def _what_decides(one: Skill, *, several: bool) -> str:
    """Return the sentence on skill against luck; `several` tells that the one before spoke of two tables."""
    players, cards = one.parts["players"], one.parts["cards"]
    if math.isnan(cards.estimate):
        return "One deal can't tell what decides who loses."
    where = " where skill shows most" if several else ""
    return (
        f"Of 100 parts of what decides who loses{where}, {_part(players)} are who plays and {_part(cards)} the cards "
        "that one is dealt."
    )


def _part(found: Interval) -> str:
    """Return a part of 100 with its limits."""
    limits = f" ({100 * found.low:.1f} to {100 * found.high:.1f})" if found.known else ""
    return f"{parts_of(found)}{limits}"


def _rounds(results: Results, one: Skill) -> str:
    high, low = _names(one)
    first, second = (rounds(one.rounds(level), named=level == LEVELS[0]) for level in LEVELS)
    return (
        f"Until {high} has lost fewer rounds than {low} it takes {first} for a chance of 75 %, {second} for 95 % "
        f"({_where(results, one)})."
    )


def _parts(results: Results, one: Skill) -> str:
    if math.isnan(one.parts["cards"].estimate):
        return "To tell cards from players it takes two deals or more."
    told = {name: parts_of(found) for name, found in one.parts.items()}
    return (
        f"All 100 parts ({_where(results, one)}): who plays {told['players']}, the cards {told['cards']}, the seat "
        f"{told['seat']}; {told['cards and players']} are what these cards come to with these players, "
        f"{told['seat and players']} who plays at which seat."
    )


def _least(results: Results, last: Skill, judged: Mapping[str, Judged]) -> str:
    high, low = _names(last)
    return (
        f"It shows least under {_where(results, last)}: {high} loses "
        f"{words.size(judged[key_of(last)], 'less often', 'more often')} than {low}, and it takes "
        f"{rounds(last.rounds(LEVELS[0]))} for 75 %."
    )


def _verdict(
    results: Results,
    one: Skill,
    top: Judged,
    pairs: Sequence[tuple[Skill, Skill]],
    judged: Mapping[str, Judged],
) -> str:
    high, low = _names(one)
    text = f"Losing, {low} against {high}: {words.difference(top)}, {words.verdict(top)}"
    of = {key: pair for pair in pairs if pair[0].pair == one.pair and (key := pair_key(pair)) in judged}
    if of:
        largest = strongest([judged[key] for key in of])
        variant, base = of[largest.key]
        told = results.say_variant((variant.group, base.group))
        text += (
            f"; {told} instead of {results.say(base.group)}, {variant.group.players} players, that is "
            f"{words.difference(largest)}: {words.verdict(largest)}"
        )
    return text


def _sure(results: Results, found: Sequence[Skill], comparisons: int) -> str:
    limits = "Limits come from" if results.watched else "Limits are Student's t over"
    games, deals = sum(one.deals * one.ways for one in found), max(one.deals for one in found)
    return (
        f"From {words.count(games, 'game')}, {words.count(deals, 'deal')} for each two rungs at a table: every deal is "
        "played with the two kinds of player in other seats, half of the table each, so cards and seats favour nobody. "
        f"{limits} blocks of 32 deals; the parts have no bias, whatever the number of deals. Rounds "
        "are taken as independent, with seats drawn anew, and a deal without a loser as dealt again; their limits are "
        "those of the share, carried over. Judged after Holm's correction for all "
        f"{words.count(comparisons, 'comparison')} of this report."
    )


def _notes(results: Results, found: Sequence[Skill]) -> list[str]:
    rungs = [words.quoted(name, 60) for name in rungs_of(results)]
    notes = [
        f"The rungs are programs ({words.listed(rungs)}). The highest is not perfect play, and people may be further "
        "apart or closer together: what is told here is told of these rungs only.",
        "The parts are of one game at a table of two kinds of player. One kind of player at the whole table leaves "
        "nothing to who plays; players further apart leave more.",
        "Where a rung rolls dice, they are part of the deal: the same deal has the same dice.",
    ]
    if len({group.lineup for group in results.groups}) > 1:
        notes.append("The line-ups of the study play no part here: the rungs meet, whatever they are.")
    broken = max(found, key=lambda one: 1 - one.finished / (one.deals * one.ways))
    share = 1 - broken.finished / (broken.deals * broken.ways)
    if share > 0:
        notes.append(
            f"Games without an end: {words.percent(share)} under {_where(results, broken)}, the most. Losing is "
            "counted among games with a loser; in the parts they cost all who are still in them alike."
        )
    return notes


def _none_table(results: Results) -> Table:
    rows = tuple((g.label, g.players, g.games, g.finished) for g in results.groups)
    columns = (Column("rule set"), Column("players", "count"), Column("games", "count"), Column("finished", "count"))
    return Table("skill", "Games of this study", columns, rows)
