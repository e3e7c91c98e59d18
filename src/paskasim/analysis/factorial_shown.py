"""Pictures and tables of the effects of switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paskasim.analysis import words
from paskasim.analysis.comparisons import Judged
from paskasim.analysis.effects import effect_lane, finite, nearest, strongest
from paskasim.analysis.factorial import Factorial
from paskasim.analysis.factorial_effects import KINDS, Disagreement, Effect, EffectKind, conditional, effects, key_of
from paskasim.analysis.factorial_metrics import METRICS, Metric, uneven
from paskasim.analysis.findings import Cell, Column, Kind, Lane, Lanes, Slice, Table
from paskasim.analysis.inert import Inert
from paskasim.designs import Fraction, members

MOST_SWITCHES = 8
MOST_ALIASES = 4

Judgements = Mapping[str, Judged]
WORDS_OF_EFFECT = {**KINDS, "pair": "interaction"}


def kind_of(metric: Metric) -> Kind:
    """Return how an axis shows a metric."""
    unit = words.unit_of(metric.name)[1]
    return "points" if unit == "points" else "turns" if unit == "turns" else "number"


def title_of(metric: Metric, design: Factorial) -> str:
    """Return a metric in words at a table."""
    return f"{metric.title} ({uneven(design).words})" if metric.name == "loss" else metric.title


def singles(design: Factorial, metric: Metric, judged: Judgements) -> dict[Effect, Judged]:
    """Return the effects of single switches on a metric, as far as they are known."""
    keys = {effect: key_of(design, effect, metric) for effect in effects(design) if effect.kind != "pair"}
    return {effect: judged[key] for effect, key in keys.items() if key in judged}


def pairs(design: Factorial, metric: Metric, judged: Judgements) -> dict[Effect, Judged]:
    """Return the interactions of two switches on a metric, as far as they are known."""
    keys = {effect: key_of(design, effect, metric) for effect in effects(design) if effect.kind == "pair"}
    return {effect: judged[key] for effect, key in keys.items() if key in judged}


def effect_panel(design: Factorial, metric: Metric, judged: Judgements) -> Lanes | None:
    """Return the picture of a metric at a table: switches by the size of their effects, with intervals."""
    by_switch: dict[tuple[tuple[int, int], ...], dict[EffectKind, Judged]] = {}
    for effect, one in singles(design, metric, judged).items():
        by_switch.setdefault(effect.parts, {})[effect.kind] = one
    if not by_switch:
        return None

    def size(found: dict[EffectKind, Judged]) -> float:
        return abs(next(iter(found.values())).estimate)

    order = sorted(by_switch, key=lambda parts: (-size(by_switch[parts]), parts))
    several = len(design.switches) > 1
    rows: list[tuple[str, tuple[Lane, ...]]] = []
    told = []
    for parts in order[:MOST_SWITCHES]:
        heading = words.quoted(Effect("base", parts).words(design), 70)
        found = by_switch[parts]
        rows.append((heading, tuple(effect_lane(KINDS[kind] if several else "", found[kind]) for kind in found)))
        told.append(
            f"{heading}: "
            + ", ".join(
                f"{KINDS[kind]} {words.difference(one)}, {words.short_verdict(one)}" for kind, one in found.items()
            )
        )
    all_found = [one for found in by_switch.values() for one in found.values()]
    top = strongest(all_found)
    parts, kind = next((p, k) for p, found in by_switch.items() for k, one in found.items() if one is top)
    change = words.brief(top, metric.more, metric.less)
    which = f" ({words.quoted(Effect('base', parts).to(design), 50)}, {KINDS[kind]})" if top.apart else ""
    unit = words.unit_of(metric.name)[1]
    return Lanes(
        name=f"rules-{metric.name}",
        title=f"{_place(design)}: {metric.title}, {change}{which}",
        words=f"Effects of switches on {title_of(metric, design)}, {_place(design)}, the largest first. "
        + "; ".join(told)
        + ".",
        axis=f"{_axis(metric)}: change in {unit}" if unit != "burns" else "burns a game: change",
        unit=kind_of(metric),
        rows=tuple(rows),
        reference=0.0,
        reference_label="no difference",
        band=top.smallest,
        legend=(f"more than {words.yardstick(top)}", "less, or undecided"),
        about=_slice(design),
    )


def _place(design: Factorial) -> str:
    return f"{words.quoted(design.rules_name, 40)}, {words.quoted(design.table, 60)}"


def _slice(design: Factorial) -> Slice:
    return Slice(design.players, design.lineup, design.rules_name)


def _axis(metric: Metric) -> str:
    return {"turns": "mean length of finished games", "loss": "least even seat, off an even share"}.get(
        metric.name, metric.title
    )


def interaction_panel(design: Factorial, metric: Metric, judged: Judgements) -> Lanes | None:
    """Return the picture of the strongest interaction: the effect of one switch under both values of another."""
    found = {effect: one for effect, one in pairs(design, metric, judged).items() if one.apart}
    if not found:
        return None
    effect, top = max(found.items(), key=lambda item: nearest(item[1].interval))
    factor = words.unit_of(metric.name)[0]
    (switch, level), (other, changed) = effect.parts
    rows, told, found_at = [], [], []
    for at, contrast in zip((0, changed), conditional(design, effect, metric), strict=True):
        i = contrast.interval()
        sure = i.low > top.smallest or i.high < -top.smallest
        places = words.decimals(i, factor)
        low, high = (i.low, i.high) if i.known else (i.estimate, i.estimate)
        shown = words.number(factor * i.estimate, min(2, places), signed=True)
        heading = words.quoted(f"with {design.switches[other].to(at)}", 70)
        rows.append((heading, (Lane("", i.estimate, low, high, shown, sure),)))
        told.append(f"{heading}: {shown}")
        found_at.append(shown)
    change = words.quoted(design.switches[switch].change(level), 60)
    unit = words.unit_of(metric.name)[1]
    before, after = (words.quoted(design.switches[other].to(at), 50) for at in (0, changed))
    return Lanes(
        name=f"rules-interaction-{metric.name}",
        title=f"{_place(design)}: {metric.title}, {found_at[0]} {unit} by {change} where {before}, but {found_at[1]} "
        f"where {after}",
        words=f"Effect of {change} on {title_of(metric, design)}, on average over the other switches. "
        + "; ".join(told)
        + f". They differ by {words.difference(top)}.",
        axis=f"{_axis(metric)}: change in {unit}" if unit != "burns" else "burns a game: change",
        unit=kind_of(metric),
        rows=tuple(rows),
        reference=0.0,
        reference_label="no difference",
        band=top.smallest,
        legend=(f"surely more than {words.yardstick(top)}", "less, or not sure"),
        about=_slice(design),
    )


def effect_table(designs: Sequence[Factorial], judged: Judgements, flags: Sequence[Disagreement]) -> Table:
    """Return all effects of single switches."""
    flagged: dict[str, list[str]] = {}
    for flag in flags:
        where = "between base and average" if flag.across == "base and average" else f"by {flag.across}"
        for _, there in flag.found:
            flagged.setdefault(there.key, []).append(f"{'sign' if flag.sign else 'verdict'} differs {where}")
    rows: list[tuple[Cell, ...]] = []
    for metric in METRICS:
        for design in designs:
            found = singles(design, metric, judged)
            for effect in sorted(found, key=lambda e: (-abs(found[e].estimate), e.parts)):
                ((switch, level),) = effect.parts
                values = design.switches[switch].values
                one = found[effect]
                rows.append(
                    (
                        *(design.rules_name, design.players, design.lineup, title_of(metric, design)),
                        *(design.switches[switch].key, values[0], values[level], KINDS[effect.kind]),
                        *_numbers(one),
                        "; ".join(dict.fromkeys(flagged.get(one.key, []))),
                    )
                )
    return Table(
        "rule-effects",
        "What each switch does: from the base rule set, and on average over the other switches (shares as fractions)",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("what"), Column("switch")),
            *(Column("from"), Column("to"), Column("effect")),
            *_NUMBERS,
            Column("turns"),
        ),
        tuple(rows),
    )


_NUMBERS = (
    *(Column("difference", "number"), Column("low", "number"), Column("high", "number"), Column("unit")),
    *(Column("p (Holm)", "chance"), Column("verdict"), Column("interval")),
)


def _numbers(one: Judged) -> tuple[Cell, ...]:
    unit = words.unit_of(one.scale)[1]
    return (
        *(finite(x) for x in (one.estimate, one.interval.low, one.interval.high)),
        *("share" if unit == "points" else unit, one.p_holm, words.short_verdict(one), one.interval.method),
    )


def pair_table(designs: Sequence[Factorial], judged: Judgements) -> Table | None:
    """Return all interactions of two switches."""
    rows: list[tuple[Cell, ...]] = []
    for metric in METRICS:
        for design in designs:
            known = pairs(design, metric, judged)
            for effect in sorted(known, key=lambda e: (-abs(known[e].estimate), e.parts)):
                first, second = (design.switches[switch].change(level) for switch, level in effect.parts)
                rows.append(
                    (
                        *(design.rules_name, design.players, design.lineup, title_of(metric, design)),
                        *(first, second, *_numbers(known[effect])),
                    )
                )
    if not rows:
        return None
    return Table(
        "rule-interactions",
        "Which switches do not simply add up: by how much the effect of the first is larger once the second is "
        "changed, on average over the others (shares as fractions)",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("what"), Column("first")),
            *(Column("second"), *_NUMBERS),
        ),
        tuple(rows),
    )


def turning_table(flags: Sequence[Disagreement]) -> Table | None:
    """Return the effects whose sign or verdict turns."""
    if not flags:
        return None
    rows: list[tuple[Cell, ...]] = [
        (
            *(flag.design.rules_name, flag.metric.title, flag.effect.words(flag.design)),
            *(WORDS_OF_EFFECT[flag.effect.kind], flag.across, "sign" if flag.sign else "verdict", place),
            *_numbers(one),
        )
        for flag in sorted(flags, key=lambda flag: not flag.sign)
        for place, one in flag.found
    ]
    return Table(
        "rule-turns",
        "Effects that turn: their sign (both sides certain) or their verdict differs between strategies, between "
        "numbers of players, or between base and average",
        (
            *(Column("rule set"), Column("what"), Column("change"), Column("effect"), Column("differs by")),
            *(Column("what turns"), Column("where"), *_NUMBERS),
        ),
        tuple(rows),
    )


def inert_table(found: Sequence[Inert]) -> Table | None:
    """Return the switches that changed no game, table by table."""
    if not found:
        return None
    return Table(
        "rule-inert",
        "Switches that changed no game that was played",
        (
            *(Column("switch"), Column("rule set"), Column("players", "count"), Column("line-up")),
            *(Column("pairs of cases", "count"), Column("games a side", "count"), Column("compared")),
            Column("turns with a choice"),
        ),
        tuple(
            (
                *(one.key, one.design.rules_name, one.design.players, one.design.lineup, one.pairs, one.games),
                "every row" if one.evidence == "rows" else "sums over blocks, counts of lengths",
                "others" if one.offers else "the same",
            )
            for one in found
        ),
    )


def alias_table(design: Factorial, fraction: Fraction) -> Table:
    """Return what can't be told apart in a fraction: defining words, and the aliases of each effect that is shown."""
    keys = [switch.key for switch in design.switches]

    def named(mask: int) -> str:
        return " × ".join(keys[i] for i in members(mask))

    rows: list[tuple[Cell, ...]] = [
        (f"defining word {number}", named(word), word.bit_count(), "") for number, word in enumerate(fraction.words, 1)
    ]
    alone = [1 << i for i in range(len(keys))]
    both = [a | b for i, a in enumerate(alone) for b in alone[i + 1 :]]
    for kind, masks in (("switch", alone), ("interaction", both)):
        for mask in masks:
            aliases = [other for other in fraction.aliases(mask) if other.bit_count() <= MOST_ALIASES]
            told = "; ".join(named(other) for other in aliases) or f"none of up to {MOST_ALIASES} switches"
            rows.append((kind, named(mask), min(other.bit_count() for other in fraction.aliases(mask)), told))
    return Table(
        "rule-fraction",
        f"The fraction: {fraction.runs} of {1 << len(keys)} combinations, resolution {fraction.resolution}; what each "
        "effect can't be told from",
        (
            *(Column("what"), Column("switches"), Column("switches in the word or shortest alias", "count")),
            Column(f"aliases of up to {MOST_ALIASES} switches"),
        ),
        tuple(rows),
    )
