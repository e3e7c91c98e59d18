"""All figures of all matches judged together, and what became of each metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from paskasim.analysis.compare.match import Match
from paskasim.analysis.compare.metrics import METRICS, Figure, Metric, Way
from paskasim.analysis.comparisons import Comparison, Interest, Judged, judge
from paskasim.analysis.contrasts import at_every_look
from paskasim.errors import PaskasimError
from paskasim.rules.messages import did_you_mean, near, shown

Size = Literal["matters", "too small to matter", "open"]
INDISTINCT = "not distinguishable"
WAYS: Mapping[str, Way] = {"less": "less", "more": "more"}


@dataclass(frozen=True, eq=False)
class Found:
    """A metric of a match: the figure of each side, B minus A, and the verdict on B."""

    metric: Metric
    match: Match
    a: float
    b: float
    judged: Judged

    @property
    def verdict(self) -> str:
        """What B is: better, worse, more and so on, or not distinguishable from A."""
        if not self.judged.apart:
            return INDISTINCT
        up = self.judged.estimate > 0
        if self.metric.better is None:
            return self.metric.more_less[0 if up else 1]
        return "better" if up == (self.metric.better == "more") else "worse"

    @property
    def size(self) -> Size:
        """Whether the difference exceeds the smallest effect of interest: surely, surely not, or open."""
        if self.judged.verdict == "too small to matter":
            return "too small to matter"
        return "open" if self.judged.verdict == "undecided" else "matters"

    @property
    def tells(self) -> bool:
        """Whether this is a difference, and not surely too small to matter."""
        return self.judged.apart and self.size != "too small to matter"

    @property
    def weight(self) -> float:
        """The difference in smallest effects of interest."""
        return abs(self.judged.estimate) / self.judged.smallest


@dataclass(frozen=True, eq=False)
class Row:
    """A metric over all matches that have it."""

    metric: Metric
    found: tuple[Found, ...]

    @property
    def telling(self) -> tuple[Found, ...]:
        """Those that differ, not surely too little to matter."""
        return tuple(each for each in self.found if each.tells)

    @property
    def slight(self) -> tuple[Found, ...]:
        """Those that differ, surely too little to matter."""
        return tuple(each for each in self.found if each.judged.apart and not each.tells)

    @property
    def weight(self) -> float:
        """The largest difference in smallest effects of interest."""
        return max((each.weight for each in self.telling), default=0.0)

    def holds(self, noun: str = "") -> str:
        """Return whether the finding is the same for all matches, which are called `noun`; empty for a single one."""
        if len(self.found) == 1 or not self.telling:
            return ""
        words: dict[str, int] = {}
        for each in sorted(self.found, key=lambda found: found.verdict == INDISTINCT):
            words[each.verdict] = words.get(each.verdict, 0) + 1
        of = f" {noun}" if noun else ""
        (first, times), *others = words.items()
        if not others:
            every = "both" if times == 2 else f"all {times}"
            return f"{first} in {every}{of}"
        told = ", ".join([f"{first} in {times} of {len(self.found)}{of}", *(f"{w} in {n}" for w, n in others)])
        return f"{told} (it turns round)" if self.turns_round else told

    @property
    def turns_round(self) -> bool:
        """Whether the difference has one sign in some matches and the other in others."""
        return len({each.verdict for each in self.found} - {INDISTINCT}) > 1


@dataclass(frozen=True, eq=False)
class Compared:
    """All that a comparison found.

    Attributes
    ----------
    matches
        All of them, those of the same games, too.
    rows
        A row a metric, in the order of the list; without metrics of which nothing occurred.
    """

    matches: tuple[Match, ...]
    rows: tuple[Row, ...]

    @property
    def different(self) -> tuple[Match, ...]:
        """The matches that were not the same games."""
        return tuple(match for match in self.matches if not match.same_games)

    @property
    def comparisons(self) -> int:
        """How many comparisons were judged together."""
        return sum(len(row.found) for row in self.rows)


def compare(
    matches: Sequence[Match], prefer: Mapping[str, Way] | None = None, interest: Interest | None = None
) -> Compared:
    """Compare A and B in all matches by every metric, all comparisons judged together.

    Parameters
    ----------
    prefer
        The better side of metrics, by name, in place of what the list says.
    """
    metrics = [replace(m, better=prefer[m.name]) if prefer and m.name in prefer else m for m in METRICS]
    figures: dict[str, tuple[Metric, Match, Figure]] = {}
    for metric in metrics:
        for number, match in enumerate(matches):
            figure = None if match.same_games or not all(match.games) else metric.measure(match)
            if figure is not None:
                watched = replace(figure, contrast=at_every_look(figure.contrast)) if match.watched else figure
                figures[f"{metric.name}|{number}"] = metric, match, watched
    judged = judge([Comparison(k, f.contrast, m.scale) for k, (m, _, f) in figures.items()], interest or Interest())
    rows: dict[str, list[Found]] = {}
    for key, one in judged.items():
        metric, match, figure = figures[key]
        rows.setdefault(metric.name, []).append(Found(metric, match, figure.a, figure.b, one))
    return Compared(tuple(matches), tuple(Row(found[0].metric, tuple(found)) for found in rows.values()))


def preferences(text: str) -> dict[str, Way]:
    """Read which side of which metric is better, such as 'turns=less,choices=more'.

    Raises
    ------
    PaskasimError
        With every mistake, a line each.
    """
    found: dict[str, Way] = {}
    mistakes = []
    names = [metric.name for metric in METRICS]
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, way = (word.strip() for word in part.partition("="))
        if name not in names:
            mistakes.append(f"--prefer: there is no metric {shown(name)}{did_you_mean(near(name, names))}.")
        elif way in WAYS:
            found[name] = WAYS[way]
        else:
            mistakes.append(f'--prefer {shown(part)} is not allowed; "{name}=less" and "{name}=more" are.')
    if mistakes:
        raise PaskasimError("\n".join(mistakes), "docs/compare.md lists the metrics.")
    return found
