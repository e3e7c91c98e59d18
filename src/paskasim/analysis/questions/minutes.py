"""How long does a game take in minutes, how often over half an hour, and how long does one wait? At an assumed pace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from paskasim.analysis import words
from paskasim.analysis.comparisons import Comparison, Judged, Scale
from paskasim.analysis.contrasts import paired_means, paired_shares
from paskasim.analysis.effects import Pair, deals, key_of, lanes_of_pairs, strongest
from paskasim.analysis.facets import arrange
from paskasim.analysis.findings import Finding, Gallery
from paskasim.analysis.holding import holds, spread
from paskasim.analysis.intervals import Interval
from paskasim.analysis.minutes import LONG, Timed, pace_of, timed
from paskasim.analysis.minutes_shown import (
    effect_table,
    idle_curves,
    minutes_table,
    pace_table,
    running_curves,
    wait_table,
)
from paskasim.analysis.results import Results, aligned
from paskasim.analysis.waiting import Waiting, waitings

PROBES = ("character",)
TITLE = "How many minutes games take, and how long one waits"
LANES: tuple[tuple[Scale, str, tuple[str, str]], ...] = (
    ("minutes", "mean length of finished games: change in minutes", ("longer", "shorter")),
    ("long", f"games not over after {LONG} minutes: change in points", ("more", "fewer")),
)
SLOWER = ((1.5, "half as long again"), (2.0, "twice as long"))


def compare(results: Results) -> list[Comparison]:
    """Compare mean minutes of finished games, and games not over after half an hour, variant with base."""
    by_key = {one.group.key: one for one in timed(results)}
    found = []
    for pair in results.pairs():
        numbers, *places = aligned(*pair)
        sides = [by_key[group.key] for group in pair]
        times = [
            (one.parts[0][at], one.parts[1][at])
            for one, at in zip(sides, places, strict=True)
            if one.parts is not None and one.group.finished
        ]
        if len(times) == 2:
            found.append(Comparison(key_of("minutes", pair), paired_means(times[0], times[1], numbers), "minutes"))
        late = [
            (one.rows.late[at], one.group.rotations * numbers)
            for one, at in zip(sides, places, strict=True)
            if one.rows is not None
        ]
        if len(late) == 2:
            contrast = paired_shares(late[0], late[1], numbers, pair[0].rotations)
            found.append(Comparison(key_of("long", pair), contrast, "long"))
    return found


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    every = timed(results)
    told = [one for one in every if one.rows is not None and one.group.finished]
    waits = waitings(results, [one.group for one in every])
    tables = [minutes_table(every), *([wait_table(every, waits)] if waits else []), pace_table(pace_of(results))]
    if not told:
        return Finding(
            "minutes",
            TITLE,
            _without(every),
            "",
            f"{_assumed(results)} How minutes are spread, and how often a game is long, needs a row for each game: "
            'play the sweep again with `keep = "games"`.',
            tables=tuple(tables),
            notes=(_waiting(results, every, waits),) if waits else (),
        )
    pairs = [pair for pair in results.pairs() if key_of("minutes", pair) in judged or key_of("long", pair) in judged]
    by_key = {one.group.key: one for one in told}
    effects = {key_of(scale, pair): pair for pair in pairs for scale, _, _ in LANES}
    effects = {key: pair for key, pair in effects.items() if key in judged}
    first = [judged[key] for key in effects if judged[key].scale == "minutes"]
    top = strongest(first or [judged[key] for key in effects]) if effects else None
    late = [judged[key] for key in effects if judged[key].scale == "long"]
    shown = effects[top.key][1] if top and effects[top.key][1].key in by_key else told[0].group
    facets = arrange([one.group for one in told], lambda group: _middle(by_key[group.key]).estimate, shown)
    curves = facets.draw(lambda name, rows: running_curves(name, rows, by_key))
    idle = facets.draw(lambda name, rows: idle_curves(name, rows, by_key))
    galleries = [
        Gallery("Games still running, minute by minute", curves),
        Gallery("How long the first one out sits idle", idle, folded=True),
    ]
    left_out = [facets.left_out]
    if top:
        tables.insert(1, effect_table(pairs, judged))
        for scale, axis, ways in LANES:
            lanes, more, _ = lanes_of_pairs(f"minutes-{scale}", axis, ways, pairs, judged, partial(key_of, scale))
            if lanes:
                galleries.append(Gallery(f"What the rules change: {axis.partition(':')[0]}", lanes))
            left_out.append(more)
    return Finding(
        "minutes",
        TITLE,
        _headline(results, told, effects, top),
        _verdict(results, effects, top, strongest(late) if late else None),
        _sure(results, told, judged, bool(effects)),
        tuple(galleries),
        curves[facets.holding(shown)],
        tuple(tables),
        tuple(note for note in (*_notes(results, every, told, waits), *dict.fromkeys(left_out)) if note),
        held=holds(results, judged, top)
        if top
        else spread(results, shown, lambda group: _middle(by_key[group.key]) if group.key in by_key else NONE, say),
    )


NONE = Interval(float("nan"), -float("inf"), float("inf"), "no games")


def _middle(one: Timed) -> Interval:
    return _or_none(one.quantile(0.5))


def _or_none(interval: Interval | None) -> Interval:
    return interval or NONE


def say(interval: Interval) -> str:
    """Return minutes with their limits: '8.1 minutes (8.0 to 8.2)'."""
    if interval.estimate != interval.estimate:
        return "no length (no finished game)"
    places = min(1, words.decimals(interval))
    shown = f"{words.number(interval.estimate, places)}{words.SPACE}minutes"
    if not interval.known:
        return f"{shown} (too few games for an interval)"
    return f"{shown} ({words.number(interval.low, places)} to {words.number(interval.high, places)})"


def _late(one: Timed) -> str:
    """Return how many games are not over after half an hour, and why."""
    longer = one.longer(LONG)
    share = words.share(longer) if longer else "an unknown share"
    dead = int(one.rows.dead[1].sum()) if one.rows else 0
    never = f"; {words.percent(dead / one.group.games)} never end" if dead else ""
    return f"{share} of all games are not over after {LONG} minutes{never}"


def _headline(results: Results, told: Sequence[Timed], effects: Mapping[str, Pair], top: Judged | None) -> str:
    assumed = f"At {'the pace of this study' if pace_of(results).own else 'our assumed pace'} (not measured)"
    ordered = sorted(told, key=lambda one: _middle(one).estimate)
    least, most = ordered[0], ordered[-1]
    if len(told) == 1:
        text = (
            f"{assumed} half of the finished games under {results.say_all(least.group)} take {say(_middle(least))} "
            f"or less, shuffling and dealing included; {_late(least)}."
        )
    else:
        late = max(told, key=lambda one: _or_none(one.longer(LONG)).estimate)
        text = (
            f"{assumed} the median finished game takes from {say(_middle(least))} ({results.say_all(least.group)}) to "
            f"{say(_middle(most))} ({results.say_all(most.group)}), shuffling and dealing included. Long games are "
            f"most frequent under {results.say_all(late.group)}: {_late(late)}."
        )
    if top is None or top.scale != "minutes":
        return text
    pair = effects[top.key]
    if not top.apart:
        return f"{text} No rule variant's mean minutes can be told from those of its base."
    change = words.size(top, "longer", "shorter", named=True)
    return (
        f"{text} The largest effect of a rule: {results.say_variant(pair)} finished games are on average {change} than "
        f"under {results.say(pair[1])} ({pair[1].table}, {deals(pair)})."
    )


def _verdict(results: Results, effects: Mapping[str, Pair], top: Judged | None, late: Judged | None) -> str:
    parts = []
    if top is not None:
        parts.append(f"{words.difference(top)}: {words.verdict(top)}")
    if late is not None and late is not top:
        pair = effects[late.key]
        parts.append(
            f"games not over after {LONG} minutes, {results.say_variant(pair)} ({pair[0].table}): "
            f"{words.difference(late)}: {words.verdict(late)}"
        )
    return "; ".join(parts)


def _assumed(results: Results) -> str:
    pace = pace_of(results)
    whose = f"the study sets {words.listed(pace.own)}, the rest are our estimates" if pace.own else "all our estimates"
    return (
        f"Minutes are counted turns times assumed seconds ({pace.seconds('play'):g} for a play, "
        f"{pace.seconds('take'):g} for a take and {pace.seconds('take_card'):g} for each card of it; {whose}). Nobody "
        "timed them, and no interval here covers that they may be wrong; put your own in the study's table `[pace]`."
    )


def _sure(results: Results, told: Sequence[Timed], judged: Mapping[str, Judged], paired: bool) -> str:
    finished = sum(one.group.finished for one in told)
    games = sum(one.group.games for one in told)
    kind = "that are always valid" if results.watched else "by order statistics"
    text = (
        f"{_assumed(results)} From {words.count(finished, 'finished game')} of {games:,}: quantiles have 95 % limits "
        f"{kind}. Games proven endless are never over, so they count as longer than any time and hold the curve up; "
        "games left undecided are followed as far as they were played (Kaplan-Meier), and limits allow for either end."
    )
    if paired:
        text += (
            " Variants are compared with their base by blocks of the same game numbers, judged after Holm's "
            f"correction for all {words.count(len(judged), 'comparison')} of this report. Where many games never end, "
            "the finished ones are a selection, and their mean speaks for them alone."
        )
    return text


def _without(every: Sequence[Timed]) -> str:
    known = [one for one in every if one.mean is not None]
    if not any(one.group.finished for one in every):
        return f"None of the {words.count(sum(o.group.games for o in every), 'game')} finished, so none has minutes."
    if not known:
        return "This study keeps sums only, and some games never end: what finished games take can't be told from them."
    ordered = sorted(known, key=lambda one: _or_none(one.mean).estimate)
    least, most = ordered[0], ordered[-1]
    shortest, longest = say(_or_none(least.mean)), say(_or_none(most.mean))
    if len(known) == 1:
        return f"A game takes {shortest} on average at an assumed pace ({least.group.name})."
    return (
        f"A game takes from {shortest} on average ({least.group.name}) to {longest} ({most.group.name}), at an assumed "
        "pace."
    )


def _notes(results: Results, every: Sequence[Timed], told: Sequence[Timed], waits: Mapping[str, Waiting]) -> list[str]:
    notes = [_slower(results, told), _dead(results, told)]
    if waits:
        notes.append(_waiting(results, every, waits))
    early = sum(int(one.rows.unresolved[1][one.rows.unresolved[0] <= LONG * 6000].sum()) for one in told if one.rows)
    if early:
        notes.append(
            f"{words.count(early, 'game')} left undecided within {LONG} minutes: comparisons take them as not over."
        )
    other = [one for one in every if one not in told]
    if other:
        notes.append(f"No minutes of finished games for {words.listed([o.group.name for o in other[:5]])}.")
    return notes


def _slower(results: Results, told: Sequence[Timed]) -> str:
    """Say what a slower table would make of the share of long games."""
    one = max(told, key=lambda each: _middle(each).estimate)
    found = [(text, one.longer(LONG / factor)) for factor, text in SLOWER]
    said = [f"{words.percent(share.estimate)} if everything took {text}" for text, share in found if share]
    return f"Games not over after {LONG} minutes under {results.say_all(one.group)} would be {words.listed(said)}."


def _dead(results: Results, told: Sequence[Timed]) -> str:
    """Say when a game is dead, and what is not known of it."""
    dead = [(one, one.rows.dead) for one in told if one.rows and len(one.rows.dead[0])]
    if not dead:
        return ""
    one, (times, games) = max(dead, key=lambda each: int(each[1][1].sum()) / each[0].group.games)
    middle = times[int((games.cumsum() * 2 >= games.sum()).argmax())] / 6000
    return (
        f"Of games that never end under {results.say_all(one.group)} half are proven so within {middle:,.1f} minutes "
        "of play. The program notices nearly always in the very turn after which nothing can save a game "
        "(`docs/proofs.md`); when people do, and how long they play on, was not measured."
    )


def _waiting(results: Results, every: Sequence[Timed], waits: Mapping[str, Waiting]) -> str:
    """Say how long one waits: least and most over the cases."""
    seconds = {one.group.key: one.seconds_a_turn for one in every}

    def said(wait: Waiting) -> str:
        each = seconds[wait.group.key]
        turns = f"{wait.mean.estimate:.1f} turns"
        return f"{turns}, {wait.mean.estimate * each:.0f} seconds" if each is not None else turns

    ordered = sorted(waits.values(), key=lambda one: one.mean.estimate)
    least, most = ordered[0], ordered[-1]
    if least is most:
        return f"Between two turns of a player lie on average {said(least)} of the others."
    return (
        f"Between two turns of a player lie on average from {said(least)} of the others "
        f"({results.say_all(least.group)}) to {said(most)} ({results.say_all(most.group)})."
    )
