"""A tournament in words and tables for a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from paskasim.analysis.intervals import Interval
from paskasim.analysis.words import MINUS, SPACE, count
from paskasim.tournament import Tournament
from paskasim.tournament.names import cut, headline
from paskasim.tournament.standing import Findings, mean_miss, worst

WIDTH = 80
LONGEST = 17
CELL = 7
SIGNS = {"beats": "<", "loses": ">", "not distinguishable": "~", "": " "}


def tell(held: Tournament) -> Iterator[str]:
    """Yield the lines."""
    asked, found = held.asked, held.found
    plan = asked.plan
    even = 100 / asked.players
    company = f"{len(plan.entries)} strategies, {len(plan.tables)} tables, {count(plan.games, 'game')}"
    yield from _wrapped(f"{asked.rules.name}, {asked.players} players, seed {asked.seed}: {company}")
    low, high = asked.rules.player_range()
    if not low <= asked.players <= high:
        yield f"note: the text of these rules means {asked.rules.players} players"
    for name, why in plan.left_out:
        yield from _wrapped(f"left out: {name} ({why}; --budget gives more time)")
    yield ""
    yield from _wrapped(headline(held))
    yield ""
    yield from _standings(held)
    yield ""
    yield from _pairs(found, asked.players, even)
    yield ""
    yield from _fit(found)
    if held.regrets:
        room = _room([regret.name for regret in held.regrets])
        yield ""
        yield "what a trained best response gains against a table of each, points of loss"
        for regret in held.regrets:
            yield from _wrapped(f"  {_short(regret.name, room)} {regret.words}")


def _room(names: Sequence[str]) -> int:
    return min(LONGEST, max(map(len, names)))


def _short(name: str, room: int = LONGEST) -> str:
    return f"{cut(name, room, '..'):{room}}"


def _wrapped(text: str) -> Iterator[str]:
    """Yield a sentence in lines, in letters that every terminal has."""
    yield from textwrap.wrap(text.replace(SPACE, " ").replace(MINUS, "-"), WIDTH, break_on_hyphens=False)


def _limits(interval: Interval) -> str:
    low, high = (f"{100 * side:.1f}" for side in (interval.low, interval.high))
    return f"{100 * interval.estimate:.1f} ({low}-{high})"


def _about(interval: Interval | None) -> str:
    """Return a positive number, plus or minus half its interval."""
    if interval is None:
        return "-"
    places = 2 if interval.estimate < 99.995 else 0
    return f"{interval.estimate:.{places}f}+-{(interval.high - interval.low) / 2:.{places}f}"


def _standings(held: Tournament) -> Iterator[str]:
    found, room = held.found, _room(held.asked.plan.names)
    yield "mixed tables, every strategy in every seat; 95 % intervals"
    yield (f"  {'':{room}} {'safety':>11} {'strength':>11} {'loses %':>16} {'place':>5} {'no end':>6} {'deals':>6}")
    for standing in found.standings:
        name = held.asked.plan.names[standing.entry]
        numbers = "-".join(_thousands(n) for n in dict.fromkeys(standing.numbers))
        yield (
            f"  {_short(name, room)} {_about(standing.safety):>11} {_about(standing.strength):>11}"
            f" {_limits(standing.loss):>16} {standing.place.estimate:5.2f} {_share(standing.no_end.estimate):>6}"
            f" {numbers:>6}"
        )
    yield "safety: 1 over the chance to be who loses; strength: the chance to go out next,"
    yield "of those still in; both with geometric mean 1"
    if found.strengths is None or found.safety is None:
        yield "a dash: none fits, as some never lost, or never went out before any of the others"
    yield "deals: game numbers a table, each played in every rotation (fewest-most)"
    if held.asked.endless == 1:
        yield "a game without an end counts as 1/k of a loss for each of its k active players"
    else:
        yield f"a game without an end counts as {held.asked.endless:g}/k of a loss for each of its k active players"


def _thousands(number: int) -> str:
    return f"{number / 1000:g}k" if number >= 1000 and number % 100 == 0 else f"{number}"


def _share(fraction: float) -> str:
    return f"{100 * fraction:.1f}" if fraction == 0 or fraction >= 0.0005 else "<0.1"


def _pairs(found: Findings, players: int, even: float) -> Iterator[str]:
    names, order = found.plan.names, found.order
    room = _room(names)
    others = "one other" if players == 2 else f"{players - 1} of the column's"
    yield f"share of losses, %, of one of the row's among {others}; even is {even:.1f}"
    step = (WIDTH - room - 5) // CELL
    for first in range(0, len(order), step):
        columns = order[first : first + step]
        yield (
            f"  {'':{room + 3}}"
            + "".join(f"{at + 1:>{CELL - 1}} " for at in range(first, first + len(columns))).rstrip()
        )
        for row, one in enumerate(order):
            cells = ""
            for among in columns:
                pair = found.pairs[one, among]
                cells += f"{100 * pair.loss.estimate:>{CELL - 1}.1f}{SIGNS[pair.verdict]}"
            yield f"  {row + 1:>2} {_short(names[one], room)}{cells}".rstrip()
    widest = max((pair.loss.high - pair.loss.low) / 2 for pair in found.pairs.values())
    yield "< loses less than an even share there, > more, ~ not distinguishable (all judged"
    yield f"together, by Holm); 95 % intervals are at most {100 * widest:.1f} points either way"


def _fit(found: Findings) -> Iterator[str]:
    if not found.fitted:
        return
    names, far = found.plan.names, worst([*found.fitted, *found.foretold])
    behind = ", for it matters, too, who sits behind whom" if found.plan.players > 2 else ""
    text = f"fit of safety: predicted shares of loss miss by {_points(mean_miss(found.fitted))} at mixed tables{behind}"
    if found.foretold:
        text += f"; by {_points(mean_miss(found.foretold))} at those of one among others, which were not fitted"
    others = ", ".join(names[entry] for entry in far.lineup)
    yield from _wrapped(f"{text}; at most by {100 * far.miss:+.1f} ({names[far.entry]} at {others})")


def _points(fraction: float) -> str:
    return f"{100 * fraction:.1f} points"
