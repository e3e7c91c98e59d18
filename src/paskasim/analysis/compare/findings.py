"""A comparison as findings for a page: a section for each kind of figure in which something moved."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from paskasim.analysis.compare import pictures, wording
from paskasim.analysis.compare.judging import Compared, Found, Row
from paskasim.analysis.compare.kinds import KINDS, Kind, kind_of
from paskasim.analysis.compare.match import Match
from paskasim.analysis.findings import Cell, Column, Figure, Finding, Gallery, Slice, Table
from paskasim.analysis.findings import Kind as Unit
from paskasim.analysis.names import quoted
from paskasim.analysis.words import count, listed, verdict, yardstick

MOST_TOLD = 3
"""Figures of a section that its sentence tells; the others stand in its picture and table."""
BASIS = {
    "same deals": "A and B were dealt the same cards, game by game, and differences are taken between the "
    "same deals: the luck of the cards is common to both and cancels.",
    "other decks": "The decks or deals differ, so game number n is not the same deal in A and in B: nothing "
    "is gained by pairing, and intervals are wider.",
    "other seeds": "A and B have other seeds, so they hold other games: nothing is paired, and intervals are wider "
    "than on the same deals.",
}


def labels(matches: Sequence[Match]) -> dict[Match, str]:
    """Return what the rules of each match are called at its table, with its seeds where only they set it apart."""
    plain = {match: _pair(match) for match in matches}
    times = Counter((match.a.table, label) for match, label in plain.items())
    return {
        match: label if times[match.a.table, label] == 1 else f"{label}, seed {_seeds(match)}"
        for match, label in plain.items()
    }


def _pair(match: Match) -> str:
    a, b = match.a.label, match.b.label
    return quoted(a if a == b else f"{a} / {b}")


def _seeds(match: Match) -> str:
    a, b = match.a.seed, match.b.seed
    return f"{a}" if a == b else f"{a} / {b}"


def findings(compared: Compared, noun: str) -> list[Finding]:
    """Return a finding for every kind of figure in which something moved, those of the answer first.

    Parameters
    ----------
    noun
        What several matches are called: line-ups or cases.
    """
    spoken, besides = wording.leading(compared)
    first = [kind_of(row.metric) for row in (*spoken, *besides)]
    kinds = [kind for kind in KINDS if any(row.telling for row in _of(kind, compared))]
    kinds.sort(key=lambda kind: first.index(kind) if kind in first else len(first))
    return [_finding(kind, compared, noun) for kind in kinds]


def unmoved(compared: Compared) -> list[Table]:
    """Return the tables of the kinds of figures in which nothing moved."""
    still = [kind for kind in KINDS if not any(row.telling for row in _of(kind, compared))]
    return [table for kind in still for table in _tables(kind, compared)]


def basis(compared: Compared) -> list[str]:
    """Return what A and B have in common, a sentence for each way that occurs."""
    times = Counter(match.basis for match in compared.matches)
    several = len(times) > 1
    return [(f"{number} of {len(compared.matches)}: " if several else "") + BASIS[one] for one, number in times.items()]


def together(compared: Compared) -> str:
    """Return how verdicts are reached."""
    return (
        f"Intervals are 95 % each for itself. Whether a difference is there, and whether it matters, is judged for all "
        f"{count(compared.comparisons, 'comparison')} of this page together (Holm), so that in about 95 of 100 such "
        "pages no verdict is wrong."
    )


def _with_all(compared: Compared) -> str:
    return f"Verdicts: judged together with all {count(compared.comparisons, 'comparison')} of this page (Holm)."


def _of(kind: Kind, compared: Compared) -> list[Row]:
    return [row for row in compared.rows if row.metric.scale in kind.scales]


def _finding(kind: Kind, compared: Compared, noun: str) -> Finding:
    rows = _of(kind, compared)
    moved = sorted((row for row in rows if row.telling), key=lambda row: (not row.metric.headline, -row.weight))
    tables = tuple(_tables(kind, compared))
    methods = dict.fromkeys(f.judged.interval.method for row in moved for f in row.found if f.judged.interval.known)
    drawn = pictures.galleries(kind, rows, labels(compared.matches))
    return Finding(
        kind.name,
        kind.title,
        _headline(moved, noun),
        _matters(moved[0], noun),
        f"Intervals: 95 % each for itself, by {listed(list(methods)) or 'nothing yet'}. {_with_all(compared)}",
        drawn,
        _of_most(moved[0], drawn),
        tables,
        tuple(_notes(rows)),
    )


def _of_most(row: Row, galleries: Sequence[Gallery]) -> Figure | None:
    """Return the picture of the table at which a figure moves most, which is in sight first."""
    most = max(row.telling, key=lambda found: found.weight).match.a
    shown = [figure for gallery in galleries for figure in gallery.figures]
    here = [figure for figure in shown if figure.about == Slice(most.players, most.lineup)]
    return here[0] if here else None


def _headline(moved: Sequence[Row], noun: str) -> str:
    told = [wording.typeset(wording.of_row(row, noun)) for row in moved[:MOST_TOLD]]
    more = len(moved) - len(told)
    told += [f"{count(more, 'more figure')} moved, too"] if more else []
    return f"In B: {'; '.join(told)}.{largest(moved[0])}"


def largest(row: Row) -> str:
    """Return in which of several matches a figure moves most, as a sentence with its interval."""
    if len(row.found) == 1 or not row.telling:
        return ""
    most = max(row.telling, key=lambda found: found.weight)
    return f" Most of all in {most.match.name}: {wording.typeset(wording.phrase(most))}."


def _matters(row: Row, noun: str) -> str:
    if len(row.found) == 1:
        (found,) = row.found
        return (
            f"{row.metric.says}: {wording.typeset(wording.change(found))} {row.metric.unit[1]}, {verdict(found.judged)}"
        )
    sizes = Counter(found.size if found.judged.apart or found.size != "open" else "none" for found in row.found)
    told = {
        "matters": f"more than {yardstick(row.found[0].judged)} in {{}}",
        "too small to matter": "surely less in {}",
        "open": "different, but open whether by so much, in {}",
        "none": "not to be told apart in {}",
    }
    if len(sizes) == 1:
        every = "both" if len(row.found) == 2 else f"all {len(row.found)}"
        return f"{wording.typeset(row.metric.says)}: {told[next(iter(sizes))].format(every)} {noun}"
    parts = [told[size].format(sizes[size]) for size in told if sizes[size]]
    return f"{wording.typeset(row.metric.says)}: {listed(parts)} of {len(row.found)} {noun}"


def _notes(rows: Sequence[Row]) -> list[str]:
    return [f"{wording.typeset(_capital(row.metric.says))}: {row.metric.meaning}." for row in rows if row.telling]


def _tables(kind: Kind, compared: Compared) -> list[Table]:
    """Return a table of shares and one of the other figures, in the order of the metrics, every match a row."""
    called = labels(compared.matches)
    tables = []
    for name, shares in ((kind.name, True), (f"{kind.name}-counts", False)):
        rows = [row for row in _of(kind, compared) if (row.metric.unit[1] == "points") == shares]
        if rows:
            unit: Unit = "share" if shares else "turns" if kind.name == "length" else "number"
            caption = f"{kind.title} {'Shares' if shares else 'Numbers'} in A and in B, and B minus A"
            cells = tuple(_cells(found, called[found.match]) for row in rows for found in row.found)
            tables.append(Table(name, caption, _columns(unit, "points" if shares else unit), cells))
    return tables


def _columns(unit: Unit, change: Unit) -> tuple[Column, ...]:
    return (
        *(Column("figure"), Column("A", unit), Column("B", unit), Column("B − A", change), Column("low", change)),
        *(Column("high", change), Column("B is"), Column("size"), Column("smallest that matters", change)),
        *(
            Column("chance if alike (Holm)", "chance"),
            Column("rule set"),
            Column("players", "count"),
            Column("line-up"),
        ),
    )


def _cells(found: Found, label: str) -> tuple[Cell, ...]:
    judged, interval = found.judged, found.judged.interval
    numbers = (found.a, found.b, judged.estimate, interval.low, interval.high)
    return (
        wording.typeset(found.metric.says),
        *(float(number) if math.isfinite(number) else None for number in numbers),
        found.verdict,
        found.size,
        judged.smallest,
        judged.p_holm,
        label,
        found.match.a.players,
        found.match.a.lineup,
    )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
