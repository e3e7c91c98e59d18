"""Numbers and verdicts in words: rounding that follows the interval, units, plurals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from paskasim.analysis.comparisons import Judged, Scale
from paskasim.analysis.intervals import Interval
from paskasim.analysis.names import quoted as quoted

MINUS = "\u2212"
SPACE = "\u00a0"  # keeps a number and its unit on one line
UNITS: Mapping[Scale, tuple[float, str]] = {
    **{"turns": (1.0, "turns"), "burns": (1.0, "burns")},
    **{"takes": (1.0, "times"), "cards": (1.0, "cards"), "minutes": (1.0, "minutes")},
}
"""How effects are shown that are no shares: by what they are multiplied, and the unit."""


def unit_of(scale: Scale) -> tuple[float, str]:
    """Return by what an effect on a scale is multiplied to be shown, and the unit."""
    return UNITS.get(scale, (100.0, "points"))


def decimals(interval: Interval, scale: float = 1.0) -> int:
    """Return how many decimals suit an interval: the first digit of its half-width, 1 to 4."""
    half = (interval.high - interval.low) / 2 * scale
    if not math.isfinite(half) or half <= 0:
        return 1
    return min(4, max(1, -math.floor(math.log10(half))))


def number(value: float, places: int, *, signed: bool = False) -> str:
    """Return a number with a true minus sign, thousands set apart, no negative zero."""
    shown = f"{abs(value):,.{places}f}"
    if float(shown.replace(",", "")) == 0:
        return shown
    return (MINUS if value < 0 else "+" if signed else "") + shown


def count(value: float, singular: str, plural: str | None = None) -> str:
    """Return a count with its noun."""
    return f"{value:,.0f} {singular if value == 1 else plural or singular + 's'}"


def share(interval: Interval, *, named: bool = False) -> str:
    """Return a share in per cent with its limits: '21.2 % (21.0 to 21.4)'."""
    if math.isnan(interval.estimate):
        return "no share (no games)"
    if interval.estimate == 0 and interval.low == 0:
        return f"0{SPACE}% (at most {bare_percent(interval.high)}{SPACE}%)"
    if interval.estimate == 1 and interval.high == 1:
        return f"100{SPACE}% (at least {100 - float(bare_percent(1 - interval.low)):g}{SPACE}%)"
    places = decimals(interval, 100)
    label = "95 % interval " if named else ""
    if not interval.known:
        return f"{number(interval.estimate * 100, 1)}{SPACE}% (too few games for an interval)"
    low, high = (number(100 * x, places) for x in (interval.low, interval.high))
    return f"{number(100 * interval.estimate, places)}{SPACE}% ({label}{low} to {high})"


def bare_percent(fraction: float) -> str:
    """Return per cent with two significant digits, for bounds."""
    value = 100 * fraction
    if value <= 0:
        return "0"
    return f"{value:.{max(0, min(6, 1 - math.floor(math.log10(value))))}f}"


def percent(fraction: float, places: int = 1) -> str:
    """Return a fraction as per cent; one close to none or all but neither is '< 0.1 %' or '> 99.9 %'."""
    if math.isnan(fraction):
        return "none"
    least = 10.0**-places
    if 0 < 100 * fraction < least / 2:
        return f"<{SPACE}{least:.{places}f}{SPACE}%"
    if 0 < 100 * (1 - fraction) < least / 2:
        return f">{SPACE}{100 - least:.{places}f}{SPACE}%"
    return f"{number(100 * fraction, places)}{SPACE}%"


def difference(judged: Judged, *, named: bool = False, signed: bool = True) -> str:
    """Return a difference with unit and limits: '+1.2 points (1.0 to 1.4)'."""
    interval = judged.interval
    scale, unit = unit_of(judged.scale)
    places = decimals(interval, scale)
    shown = f"{number(scale * interval.estimate, places, signed=signed)}{SPACE}{unit}"
    if not interval.known:
        return f"{shown} (too few games for an interval)"
    low, high = (number(scale * x, places, signed=signed) for x in (interval.low, interval.high))
    return f"{shown} ({'95 % interval ' if named else ''}{low} to {high})"


def size(judged: Judged, more: str, less: str, *, named: bool = False, where: str = "") -> str:
    """Return a difference without sign, the way told by a word: '1.2 points more (1.0 to 1.4)'.

    `where` is put into the brackets, too.
    """
    interval = judged.interval
    place = f"; {where}" if where else ""
    if not interval.known or interval.low <= 0 <= interval.high:
        return f"{difference(judged, named=named)[:-1]}{place})"
    scale, unit = unit_of(judged.scale)
    places = decimals(interval, scale)
    near, far = sorted((abs(interval.low), abs(interval.high)))
    low, high = number(scale * near, places), number(scale * far, places)
    way = more if interval.estimate > 0 else less
    shown = number(scale * abs(interval.estimate), places)
    return f"{shown}{SPACE}{unit} {way} ({'95 % interval ' if named else ''}{low} to {high}{place})"


def brief(judged: Judged, more: str, less: str) -> str:
    """Return a difference without limits, for the title of a picture."""
    if not judged.apart:
        return "no change that can be told"
    scale, unit = unit_of(judged.scale)
    return f"{number(scale * abs(judged.estimate), 1)}{SPACE}{unit} {more if judged.estimate > 0 else less}"


def some(fraction: float) -> str:
    """Return a share in per cent as the beginning of a sentence."""
    shown = percent(fraction)
    return shown.replace("<", "Fewer than").replace(">", "More than")


def turns(interval: Interval) -> str:
    """Return a number of turns with its limits: '61 turns (60 to 62)'."""
    if math.isnan(interval.estimate):
        return "no length (no finished game)"
    shown = f"{interval.estimate:,.0f}{SPACE}turns"
    if not interval.known:
        return f"{shown} (too few games for an interval)"
    return f"{shown} ({interval.low:,.0f} to {interval.high:,.0f})"


def yardstick(judged: Judged) -> str:
    """Return the smallest effect of interest in words."""
    factor, unit = unit_of(judged.scale)
    least = factor * judged.smallest
    return f"1 {unit.removesuffix('s')}" if least == 1 else f"{least:g} {unit}"


def verdict(judged: Judged) -> str:
    """Return the verdict as the end of a sentence about a difference."""
    least = yardstick(judged)
    if judged.verdict in ("larger", "smaller"):
        return f"more than {least}, so it matters"
    if judged.verdict == "too small to matter":
        start = "there, but" if judged.apart else "not distinguishable from none, and surely"
        return f"{start} under {least}: too small to matter"
    if judged.apart:
        return f"there, but whether it exceeds {least} is undecided"
    if judged.interval.low > 0 or judged.interval.high < 0:
        return "likely, but not certain among all that is compared here"
    return f"not distinguishable from none; these games can't rule out {least}"


def short_verdict(judged: Judged) -> str:
    """Return the verdict for a cell of a table."""
    if judged.verdict == "undecided" and not judged.apart:
        return "not distinguishable"
    return judged.verdict


def listed(items: Sequence[str], last: str = "and") -> str:
    """Return 'a, b and c'."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""
