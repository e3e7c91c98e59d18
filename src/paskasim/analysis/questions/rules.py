"""What does each rule do? Effects of the switches of a factorial, by the other switches and by who plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paskasim.analysis import foremost, words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.effects import nearest
from paskasim.analysis.facets import MOST_PANELS
from paskasim.analysis.factorial import Factorial, factorials
from paskasim.analysis.factorial_effects import KINDS, Disagreement, Effect, conditional, disagreements, key_of
from paskasim.analysis.factorial_effects import compare as compare_design
from paskasim.analysis.factorial_metrics import METRICS, Metric, uneven
from paskasim.analysis.factorial_shown import (
    MOST_SWITCHES,
    alias_table,
    effect_panel,
    effect_table,
    inert_table,
    interaction_panel,
    pair_table,
    pairs,
    singles,
    turning_table,
)
from paskasim.analysis.findings import Finding, Gallery, Lanes, Table
from paskasim.analysis.holding import holds
from paskasim.analysis.inert import Inert, inert_switches
from paskasim.analysis.results import Results, same_deals
from paskasim.analysis.two_switches_shown import maps_of

TITLE = "What each rule does"
MOST_TOLD = 3


def compare(results: Results) -> list[Comparison]:
    """Compare every effect of every switch, and every interaction of two, on every metric at every table."""
    return [comparison for design in factorials(results) for comparison in compare_design(design)]


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    designs = factorials(results)
    known = [(design, metric, singles(design, metric, judged)) for design in designs for metric in METRICS]
    leading = [
        (design, metric, effect, one)
        for design, metric, found in known
        for effect, one in found.items()
        if metric.key and effect.kind == ("average" if design.fraction else "base")
    ]
    chosen = foremost.foremost(results.groups)
    leading = [one for one in leading if one[0].base in chosen] or leading
    flags = disagreements(designs, judged)
    turned = {one.key for flag in flags if flag.sign and flag.across == "numbers of players" for _, one in flag.found}
    steady = [one for one in leading if one[3].key not in turned] or leading
    if not leading:
        return _nothing(results, designs)
    # Effects on shares and on turns are measured by what would matter.
    design, metric, effect, top = max(
        steady, key=lambda one: (one[3].apart, nearest(one[3].interval) / one[3].smallest, abs(one[3].estimate))
    )
    inert = [one for each in designs for one in inert_switches(each, dict(results.manifest["files"]), results.folder)]
    maps = maps_of(results, judged, "rules", metric.name)
    galleries = (*_galleries(designs, metric, judged), *maps.galleries)
    lead = effect_panel(design, metric, judged)
    fractions = [(one, one.fraction) for one in designs if one.fraction]
    tables: list[Table | None] = [
        effect_table(designs, judged, flags),
        pair_table(designs, judged),
        turning_table(flags),
        inert_table(inert),
        alias_table(*fractions[0]) if fractions else None,
    ]
    sentences = [_first(results, design, metric, effect, judged), _not_adding_up(design, metric, judged)]
    sentences.append(_inert(designs, inert))
    return Finding(
        "rules",
        TITLE,
        " ".join(sentence for sentence in sentences if sentence),
        f"{metric.title}: {words.difference(top)}, {words.verdict(top)}",
        _sure(results, designs, judged),
        galleries,
        lead,
        tuple(table for table in (*tables, *maps.tables) if table),
        (
            *filter(None, [foremost.told(results.groups, changes=len(steady) < len(leading))]),
            *_notes(designs, flags, inert),
            *filter(None, [_turning(flags)]),
            *maps.notes,
        ),
        held=holds(results, judged, top),
    )


def _nothing(results: Results, designs: Sequence[Factorial]) -> Finding:
    why = "none of its games finished" if designs else "no table plays all combinations of some switches, or a fraction"
    return Finding(
        "rules",
        TITLE,
        f"This study can't tell what each rule does: {why}.",
        "",
        f"From {words.count(results.games, 'game')}. To ask, list values of two switches or more under [vary].",
    )


def _first(results: Results, design: Factorial, metric: Metric, effect: Effect, judged: Mapping[str, Judged]) -> str:
    """Return the sentence on the strongest effect."""
    top = judged[key_of(design, effect, metric)]
    ((switch, level),) = effect.parts
    changed = design.switches[switch]
    count = len(design.switches)
    from_what = f"‘{words.quoted(changed.to(level), 70)}’ instead of ‘{words.quoted(changed.to(0), 70)}’"
    where = f"{words.quoted(design.rules_name)} with {design.table}"
    many = words.count(count, "switch", "switches")
    if not top.apart:
        return (
            f"None of {many} can be told to change how often games end, how long they last or how even the seats are; "
            f"the most seen is {words.difference(top, named=True)} for {metric.title} by {from_what} ({where})."
        )
    does = "does most" if count > 1 else "makes a difference"
    subject = f"Of {many}, {changed.key} {does}" if count > 1 else f"{changed.key} {does}"
    start = (
        f"{subject}: with {from_what}, {_say(metric, design)} {words.size(top, metric.more, metric.less, named=True)}"
    )
    if effect.kind == "average":
        return f"{start} on average over the other switches ({where}, {_deals(design)})."
    start += f" under {where}, {_deals(design)}"
    mean = judged.get(key_of(design, Effect("average", effect.parts), metric))
    if mean is None:
        return f"{start}."
    if not mean.apart:
        return f"{start}; on average over the other switches no change can be told ({words.difference(mean)})."
    return f"{start}; on average over the other switches {words.size(mean, metric.more, metric.less)}."


def _say(metric: Metric, design: Factorial) -> str:
    if metric.name == "loss":
        return f"the least even seat (seat {uneven(design).seat}) is"
    return f"{metric.title} are"


def _deals(design: Factorial) -> str:
    same = all(same_deals(group, design.base) for group in design.groups)
    return "on the same deals" if same else "partly on other decks, so not deal by deal"


def _not_adding_up(design: Factorial, metric: Metric, judged: Mapping[str, Judged]) -> str:
    """Return a sentence on the strongest interaction on the metric of the headline."""
    found = {effect: one for effect, one in pairs(design, metric, judged).items() if one.apart}
    if not found:
        several = len(design.switches) > 1
        return f"No two switches can be told to do more or less together on {metric.title}." if several else ""
    effect, top = max(found.items(), key=lambda item: nearest(item[1].interval))
    before, after = conditional(design, effect, metric)
    (switch, level), (other, changed) = effect.parts
    factor, unit = words.unit_of(metric.name)
    low, high = (
        words.number(factor * one.estimate, min(2, words.decimals(one.interval(), factor)), signed=True)
        for one in (before, after)
    )
    first, second = design.switches[switch], design.switches[other]
    return (
        f"It depends on the others: ‘{words.quoted(first.to(level), 70)}’ changes {metric.title} by {low} {unit} "
        f"with ‘{words.quoted(second.to(0), 70)}’, but by {high} {unit} with ‘{words.quoted(second.to(changed), 70)}’ "
        f"(difference {words.difference(top)})."
    )


def _inert(designs: Sequence[Factorial], inert: Sequence[Inert]) -> str:
    """Return a sentence on the switches that changed no game."""
    everywhere = [
        key
        for key in dict.fromkeys(one.key for one in inert)
        if all(any(one.design is design and one.key == key for one in inert) for design in designs)
    ]
    if not everywhere:
        return ""
    names = words.listed([words.quoted(key, 40) for key in everywhere])
    only = all(one.offers for one in inert if one.key in everywhere)
    return f"{names} changed no game that was played{', only what players might have done' if only else ''}."


def _turning(flags: Sequence[Disagreement]) -> str:
    """Return a sentence on effects that turn their sign."""
    signs = [flag for flag in flags if flag.sign and flag.effect.kind != "pair"]
    if not signs:
        return ""
    effects = words.count(len(signs), "effect of a switch", "effects of switches")
    turn = "turns" if len(signs) == 1 else "turn"
    return f"{effects} {turn} round, by who plays or by the other switches: the table lists them."


def _galleries(designs: Sequence[Factorial], leading: Metric, judged: Mapping[str, Judged]) -> tuple[Gallery, ...]:
    galleries = []
    ordered = [leading, *(metric for metric in METRICS if metric is not leading)]
    for metric in ordered:
        panels = [panel for design in designs[:MOST_PANELS] if (panel := effect_panel(design, metric, judged))]
        if panels:
            galleries.append(Gallery(f"What each switch does to {metric.title}", tuple(panels), metric is not leading))
        if metric is leading:
            found = [interaction_panel(design, metric, judged) for design in designs[:MOST_PANELS]]
            shown: tuple[Lanes, ...] = tuple(panel for panel in found if panel)
            if shown:
                galleries.append(Gallery("Two switches that do not simply add up", shown))
    return tuple(galleries)


def _sure(results: Results, designs: Sequence[Factorial], judged: Mapping[str, Judged]) -> str:
    test = "always-valid t" if results.watched else "Student's t"
    text = (
        f"From {words.count(sum(group.games for design in designs for group in design.groups), 'game')} in "
        f"{words.count(sum(len(design.groups) for design in designs), 'case')}. An effect is formed block by block "
        f"from the sums over the same game numbers of all cases, then {test} over blocks; with few events both "
        "exact intervals together. What is called different is so after Holm's correction for all "
        f"{words.count(len(judged), 'comparison')} of this report."
    )
    if any(design.fraction is None and len(design.switches) > 1 for design in designs):
        text += " From the base: this switch alone is changed. On average: all combinations of the others count alike."
    return text


def _notes(designs: Sequence[Factorial], flags: Sequence[Disagreement], inert: Sequence[Inert]) -> list[str]:
    notes = [*_notes_on_inert(designs, inert), *_notes_on_flags(flags)]
    for design in designs:
        if design.fraction:
            notes.append(
                f"The study plays {design.fraction.runs} of {1 << len(design.switches)} combinations, a fraction of "
                f"resolution {design.fraction.resolution}. What is said of one switch holds if no "
                f"{design.fraction.resolution - 1} switches work together, of two if no "
                f"{design.fraction.resolution - 2} do; the table of aliases names which. Play all combinations of the "
                "switches that matter to be sure, and to see whether one changed no game at all."
            )
            break
    if not all(design.named for design in designs):
        notes.append(
            "The rule set's own value of some switch is not among those of the study; its first value is taken for the "
            "base."
        )
    if len(designs) > MOST_PANELS:
        notes.append(
            f"The pictures show the first {MOST_PANELS} of {len(designs)} tables; the table of effects has all."
        )
    if any(len(design.switches) > MOST_SWITCHES for design in designs):
        notes.append(f"A picture shows the {MOST_SWITCHES} largest effects; the table has all.")
    notes.append(
        "Evenness is told by the seat that lies furthest from an even share of losses in the mean over all cases of a "
        "table."
    )
    return notes


def _notes_on_inert(designs: Sequence[Factorial], inert: Sequence[Inert]) -> list[str]:
    notes = []
    for key in dict.fromkeys(one.key for one in inert):
        own = [one for one in inert if one.key == key]
        games = words.count(sum(one.games for one in own), "game")
        how = (
            f"row by row, {games} are the same with every value of it"
            if all(one.evidence == "rows" for one in own)
            else f"for {games} all sums over blocks of games and all counts of lengths are the same with every value"
        )
        if len(own) < len(designs):
            how += f"; at {words.listed([one.design.table for one in own[:MOST_TOLD]])}, not at every table"
        if any(one.offers for one in own):
            how += "; it only changed how many turns offered a choice"
        notes.append(f"{words.quoted(key, 40)} changed no game: {how}. Other deals or players might differ.")
    return notes


def _notes_on_flags(flags: Sequence[Disagreement]) -> list[str]:
    notes = []
    signs = [flag for flag in flags if flag.sign]
    for flag in [one for one in signs if one.effect.kind != "pair"][:MOST_TOLD]:
        kind = "" if flag.across == "base and average" else f" {KINDS[flag.effect.kind]}"
        told = "; ".join(f"{place}: {words.difference(one)}" for place, one in flag.found if one.apart)
        notes.append(
            f"The effect of {words.quoted(flag.effect.words(flag.design), 80)}{kind} on {flag.metric.title} turns "
            f"round between {flag.across.replace('base and average', 'the base and the average')}: {told}."
        )
    if flags:
        verdicts = len(flags) - len(signs)
        notes.append(
            f"Of all effects and interactions {words.count(len(signs), 'time')} a sign and "
            f"{words.count(verdicts, 'time')} a verdict turns, both sides certain; the table of effects that turn has "
            "them all."
        )
    return notes
