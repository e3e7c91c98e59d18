"""The answer in a sentence, and figures in the letters that every terminal has."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paskasim.analysis.compare.judging import INDISTINCT, Compared, Found, Row
from paskasim.analysis.intervals import zero_events
from paskasim.analysis.words import MINUS, SPACE, count, decimals, listed, number, yardstick


def plain(text: str) -> str:
    """Return a text with an ordinary minus and ordinary spaces."""
    return text.replace(MINUS, "-").replace(SPACE, " ")


def typeset(text: str) -> str:
    """Return words and numbers as a page shows them: a true minus sign, what belongs to a number on its line."""
    shown = re.sub(r"(?<![\w.,])-(?=\d)", MINUS, text).replace("/game", " a game")
    return re.sub(r"(?<=\d) ?%", f"{SPACE}%", shown)


def places(found: Found) -> int:
    """Return how many decimals suit the figures: as many as the interval needs, none for whole numbers."""
    interval = found.judged.interval
    values = (found.a, found.b, interval.low, interval.high)
    if found.metric.unit[1] != "points" and all(math.isfinite(x) and x == round(x) for x in values):
        return 0
    return decimals(interval, found.metric.unit[0])


def value(found: Found, figure: float) -> str:
    """Return a figure of one side: '20.8%', '64.1'."""
    factor, unit = found.metric.unit
    return plain(number(factor * figure, places(found))) + ("%" if unit == "points" else "")


def change(found: Found) -> str:
    """Return B minus A: '-15.2'."""
    return plain(number(found.metric.unit[0] * found.judged.estimate, places(found), signed=True))


def limits(found: Found) -> str:
    """Return the interval: '-15.6 to -14.8'."""
    interval, factor = found.judged.interval, found.metric.unit[0]
    if not interval.known:
        return "too few games"
    return plain(" to ".join(number(factor * x, places(found), signed=True) for x in (interval.low, interval.high)))


def phrase(found: Found) -> str:
    """Return a finding as part of a sentence."""
    unit = found.metric.unit[1]
    told = f"{change(found)} {unit}, 95 % interval {limits(found)}"
    if found.size == "open":
        told += f"; whether that is more than {yardstick(found.judged)} is open"
    return f"{found.metric.says} {value(found, found.b)} instead of {value(found, found.a)} ({told})"


def of_row(row: Row, noun: str) -> str:
    """Return what became of a figure as part of a sentence: of one match with its interval, of several the range."""
    if len(row.found) == 1:
        return phrase(row.found[0])
    factor, unit = row.metric.unit
    apart = [found for found in row.found if found.judged.apart]
    shown = max(map(places, apart))
    ends = [f(factor * found.judged.estimate for found in apart) for f in (min, max)]
    low, high = (plain(number(end, shown, signed=True)) for end in ends)
    spread = f"{low} {unit}" if len(apart) == 1 else f"{low} to {high} {unit}"
    return f"{row.metric.says} {row.holds(noun)} ({spread})"


def answer(compared: Compared, noun: str) -> str:
    """Return in a sentence whether B is better than A, and what else changes most.

    Parameters
    ----------
    noun
        What several matches are called: line-ups or cases.
    """
    if not compared.different:
        return _same(compared, noun)
    if not compared.comparisons:
        return "Nothing can be compared: no whole block of 1,024 games stands on both sides."
    spoken, besides = leading(compared)
    verdicts = {found.verdict for row in compared.rows if row.metric.better for found in row.telling}
    if verdicts == {"better"} or verdicts == {"worse"}:
        start = f"B is {verdicts.pop()}"
    elif verdicts:
        start = "B is better in some and worse in others"
    elif spoken:
        start = "Neither is better, but they differ"
    elif any(row.slight for row in compared.rows):
        return f"What differs between A and B is too small to matter, in {_games(compared)}."
    else:
        return f"A and B can't be told apart, by {_games(compared)}."
    told = [of_row(row, noun) for row in spoken] + [f"besides, {of_row(row, noun)}" for row in besides]
    return f"{start}: {'; '.join(told)}.{_alike(compared, noun)}"


def leading(compared: Compared) -> tuple[list[Row], list[Row]]:
    """Return the rows that the answer speaks of: those that it rests on, and what it says besides."""
    telling = [row for row in compared.rows if row.telling]
    judged = [row for row in telling if row.metric.better]
    spoken = [row for row in judged if row.metric.headline] or judged[:1]
    others = [row for row in telling if row.metric.better is None]
    besides = [row for row in others if row.metric.headline]
    if not spoken:
        return besides or sorted(others, key=lambda row: -row.weight)[:1], []
    return spoken, besides


def _same(compared: Compared, noun: str) -> str:
    a, b = compared.matches[0].a, compared.matches[0].b
    where = f" in all {len(compared.matches)} {noun}" if len(compared.matches) > 1 else ""
    if all(match.same_identity for match in compared.matches):
        return f"The same games{where}: A and B have the same rules, seats, seed and engine ({_games(compared)})."
    if compared.matches[0].differing is None or a.rules == b.rules:
        return f"The same games{where}: no count of any block differs ({_games(compared)})."
    most = 100 * zero_events(min(match.games[0] / match.a.rotations for match in compared.matches)).high
    return (
        f"The same games{where}: what differs in the rules changed nothing in any of {_games(compared)} "
        f"(at most {most:.2g} % of all deals would be changed, 95 % bound)."
    )


def _games(compared: Compared) -> str:
    a, b = (sum(match.games[side] for match in compared.matches) for side in (0, 1))
    return f"{count(a, 'game')} of each" if a == b else f"{count(a, 'game')} of A and {b:,} of B"


def _alike(compared: Compared, noun: str) -> str:
    same = len(compared.matches) - len(compared.different)
    return f" In {same} of {len(compared.matches)} {noun} the games are the same." if same else ""


@dataclass(frozen=True)
class Rest:
    """What has not moved.

    Attributes
    ----------
    slight
        Rows that differ, but too little to matter.
    sure, unsure
        Rows in which no difference can be told; one that matters is surely excluded, or not ruled out.
    """

    slight: tuple[Row, ...]
    sure: tuple[Row, ...]
    unsure: tuple[Row, ...]


def rest(compared: Compared) -> Rest:
    """Return the rows that have not moved, by how sure that is."""
    slight = [row for row in compared.rows if row.slight and not row.telling]
    alike = [row for row in compared.rows if not row.telling and not row.slight]
    sure = [row for row in alike if all(found.size == "too small to matter" for found in row.found)]
    return Rest(tuple(slight), tuple(sure), tuple(row for row in alike if row not in sure))


def names(rows: Iterable[Row]) -> str:
    """Return what rows are about, seats drawn together: 'tries/game, losses at seats 0 2'."""
    told: dict[str, list[str]] = {}
    for row in rows:
        stem, _, seat = row.metric.says.partition(" at seat ")
        told.setdefault(stem, []).extend([seat] if seat else [])
    return ", ".join(
        f"{stem} at seat{'s' if len(seats) > 1 else ''} {' '.join(seats)}" if seats else stem
        for stem, seats in told.items()
    )


def sign(found: Found) -> str:
    """Return the verdict for a cell, marked where its size is open."""
    if found.verdict == INDISTINCT:
        return "not dist."
    return {"matters": found.verdict, "open": f"{found.verdict} *"}.get(found.size, f"{found.verdict} (small)")


def footnote(shown: Sequence[Found]) -> str:
    """Return what the mark means, where it stands."""
    marked = [found for found in shown if found.tells and found.size == "open"]
    least = listed(list(dict.fromkeys(yardstick(found.judged) for found in marked)))
    return f"* whether by more than what would matter ({least}) is open" if marked else ""
