"""Kinds of figures, for those who show them in sections, and names short enough for a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paskasim.analysis.compare.metrics import Metric
from paskasim.analysis.comparisons import Scale


@dataclass(frozen=True, eq=False)
class Kind:
    """Figures that belong together: a name for links, a title, and for each scale what it holds."""

    name: str
    title: str
    scales: Mapping[Scale, str]


KINDS: tuple[Kind, ...] = (
    Kind("endings", "Does the game end?", {"endless": "Games without an end"}),
    Kind("losses", "Who loses, and who is out first?", {"loss": "Games lost, and won first, by seat"}),
    Kind("length", "How long does it take?", {"turns": "Turns of finished games"}),
    Kind(
        "burns", "How often does a pile burn?", {"burns": "Piles burnt, a game", "fours": "Games with a run that burnt"}
    ),
    Kind(
        "play",
        "What do the players do?",
        {"choices": "Turns with a choice", "takes": "Turns of one kind, a game", "cards": "Cards taken, a game"},
    ),
)
"""Every scale of a metric belongs to one of them; a section of a page is one."""

BRIEF = {
    **{"endless": "no end", "uneven": "off even", "furthest": "furthest seat", "starter_loses": "who begins"},
    **{"turns": "mean", "turns_median": "median", "turns_95": "95 % quantile", "choices": "with a choice"},
    **{"burns_ten": "by a ten", "burns_ace": "by an ace", "burns_four": "by a run", "burns_joker": "by a joker"},
    **{"burns_rule": "by `effects`", "games_with_four": "a run burnt", "taken_cards": "cards taken"},
    **{"forced_takes": "forced takes", "flips": "blind cards", "failed_flips": "failed flips"},
}
STEMS = {"loses": "loss", "first_out": "first out"}


def brief(metric: Metric) -> str:
    """Return a metric's name in 15 letters at most, for a place where its kind is known."""
    stem, _, seat = metric.name.rpartition("_")
    if stem in STEMS and seat.isdecimal():
        return f"{STEMS[stem]}, seat {seat}" if stem == "loses" else f"{STEMS[stem]}, {seat}"
    return BRIEF.get(metric.name, metric.name)


def kind_of(metric: Metric) -> Kind:
    """Return the kind that a metric belongs to."""
    return next(kind for kind in KINDS if metric.scale in kind.scales)
