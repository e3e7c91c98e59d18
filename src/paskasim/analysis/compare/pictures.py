"""What a comparison looks like: where the leading figures move, and the differences of every kind on one axis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paskasim.analysis.compare import wording
from paskasim.analysis.compare.judging import Compared, Found, Row
from paskasim.analysis.compare.kinds import Kind, brief, kind_of
from paskasim.analysis.compare.match import Match
from paskasim.analysis.comparisons import Scale
from paskasim.analysis.findings import Figure, Gallery, Lane, Lanes, Panel, Shift, Shifts, Slice
from paskasim.analysis.findings import Kind as Unit
from paskasim.analysis.words import count

MOST_PANELS = 4
MOST_SHIFTS = 6
"""Matches of one figure that the first picture holds, those that weigh most."""
MOST_LANES = 36
"""Lanes of a picture; rule sets beyond that have their rows in the table."""
LEGEND = ("differs by enough to matter", "too little to matter, or not sure")


def lead(compared: Compared, noun: str) -> Shifts | None:
    """Return the first picture: the figures of the answer, or where nothing moved those that it would speak of."""
    rows = _leading(compared)
    if not rows:
        return None
    several = len(compared.matches) > 1
    panels, told = [], []
    for row in rows:
        shown = _heaviest(row, MOST_SHIFTS if len(rows) == 1 else MOST_SHIFTS // 2)
        heading = wording.typeset(_capital(row.metric.says))
        if len(shown) < len(row.found):
            heading += f" ({len(shown)} of {len(row.found)} {noun})"
        factor, unit = row.metric.unit
        shifts = tuple(_shift(found, several) for found in shown)
        panels.append(Panel(heading, "%" if unit == "points" else unit, factor, row.found[0].judged.smallest, shifts))
        told += [_told(found, several) for found in shown]
    words = f"Of each figure where it is in A, where in B, and B minus A. {'; '.join(told)}."
    return Shifts("lead", _title(rows[0], noun), words, tuple(panels), ("A", "B"))


def _leading(compared: Compared) -> list[Row]:
    spoken, besides = wording.leading(compared)
    rows = [*spoken, *besides] or [row for row in compared.rows if row.metric.headline]
    if len(compared.matches) > 1:
        return rows[:2]
    for row in sorted((row for row in compared.rows if row.telling), key=lambda row: -row.weight):
        if kind_of(row.metric) not in {kind_of(other.metric) for other in rows}:
            rows.append(row)
    return rows[:MOST_PANELS]


def _heaviest(row: Row, most: int) -> list[Found]:
    """Return the findings of a row that weigh most, one of each verdict among them, in their order."""
    heaviest = sorted(row.found, key=lambda found: (not found.tells, -found.weight))
    firsts = list({found.verdict: found for found in reversed(heaviest)}.values())
    kept = [*firsts, *(found for found in heaviest if found not in firsts)][:most]
    return [found for found in row.found if found in kept]


def _title(row: Row, noun: str) -> str:
    if not row.telling:
        return "Nothing moves by more than what would matter" if _sure(row) else "No move that can be told"
    if len(row.found) > 1:
        return wording.typeset(f"{_capital(row.metric.says)}: {row.holds(noun)}")
    (found,) = row.found
    a, b = wording.value(found, found.a), wording.value(found, found.b)
    return wording.typeset(f"{_capital(row.metric.says)}: {a} in A, {b} in B")


def _sure(row: Row) -> bool:
    return all(found.size == "too small to matter" for found in row.found)


def _shift(found: Found, several: bool) -> Shift:
    interval = found.judged.interval
    return Shift(
        found.match.name if several else "",
        found.a,
        found.b,
        found.a + interval.low,
        found.a + interval.high,
        _change(found),
        wording.typeset(wording.limits(found)),
        found.tells and found.size == "matters",
    )


def _change(found: Found) -> str:
    return f"{wording.typeset(wording.change(found))} {found.metric.unit[1]}"


def _told(found: Found, several: bool) -> str:
    where = f"{found.match.name}: " if several else ""
    a, b = wording.value(found, found.a), wording.value(found, found.b)
    told = f"A {a}, B {b}, {wording.change(found)} {found.metric.unit[1]}, {wording.limits(found)}"
    return f"{where}{wording.typeset(f'{found.metric.says}: {told}')}"


def galleries(kind: Kind, rows: Sequence[Row], labels: dict[Match, str]) -> tuple[Gallery, ...]:
    """Return a gallery for each scale of a kind on which something moved, with a picture for every table of players."""
    found = []
    for scale, heading in kind.scales.items():
        moved = [row for row in rows if row.metric.scale == scale and row.telling]
        if moved:
            found.append(Gallery(heading, tuple(_pictures(kind, scale, moved, labels))))
    return tuple(found)


def _pictures(kind: Kind, scale: Scale, rows: Sequence[Row], labels: dict[Match, str]) -> Iterable[Figure]:
    tables: dict[Slice, list[Match]] = {}
    for row in rows:
        for found in row.found:
            matches = tables.setdefault(Slice(found.match.a.players, found.match.a.lineup), [])
            matches += [] if found.match in matches else [found.match]
    for about, matches in tables.items():
        figure = _lanes(kind, scale, rows, matches, labels, about)
        if figure:
            yield figure


def _lanes(
    kind: Kind, scale: Scale, rows: Sequence[Row], matches: Sequence[Match], labels: dict[Match, str], about: Slice
) -> Lanes | None:
    by_match: dict[Match, list[Found]] = {match: [] for match in matches}
    most = max(1, MOST_LANES // len(matches))
    for row in [row for row in rows if row in sorted(rows, key=lambda row: -row.weight)[:most]]:
        for found in row.found:
            if found.match in by_match and found.judged.interval.known:
                by_match[found.match].append(found)
    known = [(match, found) for match, found in by_match.items() if found]
    shown = sorted(known, key=lambda one: -max(found.weight for found in one[1]))[:MOST_LANES]
    if not shown:
        return None
    kept = [one for one in known if one in shown]
    top = max(
        (found for _, each in kept for found in each),
        key=lambda found: (found.tells, found.metric.headline, found.weight),
    )
    factor, unit = rows[0].metric.unit
    several = len(kept) > 1
    lanes = tuple((labels[match] if several else "", tuple(map(_lane, found))) for match, found in kept)
    told = "; ".join(
        _told(found, False) + (f" ({labels[match]})" if several else "") for match, each in kept for found in each
    )
    where = f" at {count(about.players or 0, 'player')}, {about.lineup}" if len(labels) > 1 else ""
    return Lanes(
        f"{kind.name}-{scale}",
        f"{wording.typeset(_capital(top.metric.says))}: {_moved(top)}{where}",
        f"B minus A{where}. {told}.",
        f"B − A in {unit}; left: less in B, right: more",
        _unit(factor, unit),
        lanes,
        0.0,
        "as in A",
        rows[0].found[0].judged.smallest,
        LEGEND,
        about,
    )


def _moved(found: Found) -> str:
    if found.tells:
        return f"{_change(found)} in B"
    return "too little to matter" if found.size == "too small to matter" else "no move that can be told"


def _lane(found: Found) -> Lane:
    interval = found.judged.interval
    strong = found.tells and found.size == "matters"
    shown = wording.typeset(wording.change(found))
    return Lane(brief(found.metric), found.judged.estimate, interval.low, interval.high, shown, strong)


def _unit(factor: float, unit: str) -> Unit:
    return "points" if factor != 1 else "turns" if unit == "turns" else "number"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
