"""Effects of the switches of a factorial: from the base, on average over the others, and interactions of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal

import numpy as np

from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.contrasts import Contrast
from paskasim.analysis.factorial import Factorial
from paskasim.analysis.factorial_contrasts import weighted
from paskasim.analysis.factorial_metrics import METRICS, Metric, cells, uneven
from paskasim.analysis.intervals import Array

EffectKind = Literal["base", "average", "pair"]
KINDS: Mapping[EffectKind, str] = {"base": "from the base", "average": "on average"}
"""Effects of single switches, in words."""


@dataclass(frozen=True)
class Effect:
    """What changes: one switch from the base, one on average over the others, or two switches together.

    Attributes
    ----------
    parts
        (index of the switch, its level) for one switch or two.
    """

    kind: EffectKind
    parts: tuple[tuple[int, int], ...]

    def words(self, design: Factorial) -> str:
        """Return the change of each switch: 'faces.on_empty: false → true'."""
        return " × ".join(design.switches[switch].change(level) for switch, level in self.parts)

    def to(self, design: Factorial) -> str:
        """Return the values after the change: 'faces.on_empty = true'."""
        return " and ".join(design.switches[switch].to(level) for switch, level in self.parts)


def effects(design: Factorial) -> Iterator[Effect]:
    """Return every effect that the design can tell, those of single switches first.

    With one switch the effect on average is that from the base; in a fraction an effect from the base is there only
    where the case is that differs from the base in this switch alone.
    """
    singles = [(i, level) for i, switch in enumerate(design.switches) for level in range(1, len(switch.values))]
    for one in singles:
        if _single_run(design, one) in design.cells:
            yield Effect("base", (one,))
        if len(design.switches) > 1:
            yield Effect("average", (one,))
    for first, second in combinations(singles, 2):
        if first[0] != second[0]:
            yield Effect("pair", (first, second))


def _single_run(design: Factorial, part: tuple[int, int]) -> tuple[int, ...]:
    switch, level = part
    return tuple(level if i == switch else 0 for i in range(len(design.switches)))


def weights(design: Factorial, effect: Effect) -> Array:
    """Return the weight of each cell, adding to zero.

    From the base: the cell with this switch changed minus the base. On average: the mean of all cells at the level
    minus that of all at the base level. Of two switches: by how much the effect of the first is larger with the second
    changed than with it at its base level, each averaged over the other switches (twice what textbooks call the
    interaction).
    """
    runs = np.array(design.runs)
    found = np.zeros(len(runs))
    if effect.kind == "base":
        found[design.runs.index(_single_run(design, effect.parts[0]))] = 1.0
        found[design.runs.index((0,) * len(design.switches))] = -1.0
        return found
    for changed in product((True, False), repeat=len(effect.parts)):
        chosen = np.ones(len(runs), dtype=bool)
        for (switch, level), there in zip(effect.parts, changed, strict=True):
            chosen &= runs[:, switch] == (level if there else 0)
        found[chosen] += (-1.0 if changed.count(False) % 2 else 1.0) / chosen.sum()
    return found


def key_of(design: Factorial, effect: Effect, metric: Metric) -> str:
    """Return the key of an effect on a metric."""
    if effect.kind == "base" and metric.paired is not None:
        return f"{metric.name}|{design.cells[_single_run(design, effect.parts[0])].key}|{design.base.key}"
    return f"rules|{effect.kind}|{design.base.key}|{effect.to(design)}|{metric.name}"


def compare(design: Factorial) -> list[Comparison]:
    """Compare every effect of a design on every metric."""
    found = []
    least_even = uneven(design)
    for metric in METRICS:
        table = cells(design, metric, least_even)
        for effect in effects(design):
            if effect.kind == "base" and metric.paired is not None:
                variant = design.cells[_single_run(design, effect.parts[0])]
                if metric.name != "turns" or (variant.finished and design.base.finished):
                    found.append(metric.paired((variant, design.base)))
                continue
            contrast = weighted(table, weights(design, effect))
            found.append(Comparison(key_of(design, effect, metric), contrast, metric.name))
    return found


def conditional(design: Factorial, effect: Effect, metric: Metric) -> tuple[Contrast, Contrast]:
    """Return the effect of the first switch of a pair with the second at its base level, and with it changed."""
    table = cells(design, metric, uneven(design))
    runs = np.array(design.runs)
    (switch, level), (other, changed) = effect.parts
    found = []
    for at in (0, changed):
        side = runs[:, other] == at
        on, off = side & (runs[:, switch] == level), side & (runs[:, switch] == 0)
        found.append(weighted(table, on / on.sum() - off / off.sum()))
    return found[0], found[1]


@dataclass(frozen=True)
class Disagreement:
    """An effect that turns its sign or its verdict.

    Attributes
    ----------
    across
        Between what: 'strategies', 'numbers of players', or 'base and average'.
    sign
        Whether the sign turns, both sides certain; else it is the verdict.
    found
        What was found at each place, by its name.
    """

    effect: Effect
    metric: Metric
    design: Factorial
    across: str
    sign: bool
    found: tuple[tuple[str, Judged], ...]


def disagreements(designs: Sequence[Factorial], judged: Mapping[str, Judged]) -> list[Disagreement]:
    """Return the effects that turn between strategies, numbers of players, or base and average."""
    found: list[Disagreement] = []
    for across in ("strategies", "numbers of players"):
        families: dict[tuple[object, ...], list[Factorial]] = {}
        for design in designs:
            alike = design.players if across == "strategies" else design.lineup
            families.setdefault((design.rules_name, design.switches, alike), []).append(design)
        for family in families.values():
            named = [(one.lineup if across == "strategies" else f"{one.players} players", one) for one in family]
            found += _turning(named, judged, across)
    return found + [one for design in designs for one in _away_from_base(design, judged)]


def _turning(
    family: Sequence[tuple[str, Factorial]], judged: Mapping[str, Judged], across: str
) -> Iterator[Disagreement]:
    first = family[0][1]
    for metric, effect in product(METRICS, effects(first)):
        known = [(name, judged.get(key_of(one, effect, metric))) for name, one in family if _has(one, effect)]
        found = tuple((name, one) for name, one in known if one is not None)
        turns = turned([one for _, one in found])
        if turns:
            yield Disagreement(effect, metric, first, across, turns == "sign", found)


def _has(design: Factorial, effect: Effect) -> bool:
    return effect.kind != "base" or _single_run(design, effect.parts[0]) in design.cells


def turned(found: Sequence[Judged]) -> Literal["", "sign", "verdict"]:
    """Return what turns, both sides certain: the sign, if some lie above zero and some below; else the verdict."""
    signs = {one.estimate > 0 for one in found if one.apart}
    if len(signs) == 2:
        return "sign"
    verdicts = {one.verdict for one in found if one.verdict != "undecided"}
    return "verdict" if len(verdicts) > 1 else ""


def _away_from_base(design: Factorial, judged: Mapping[str, Judged]) -> Iterator[Disagreement]:
    """Return the effects that go one way from the base and the other way on average; no other verdict is a surprise."""
    for metric, effect in product(METRICS, effects(design)):
        if effect.kind == "base" and len(design.switches) > 1:
            pair = [(kind, judged.get(key_of(design, Effect(kind, effect.parts), metric))) for kind in KINDS]
            found = tuple((f"{KINDS[kind]}, {design.table}", one) for kind, one in pair if one is not None)
            if turned([one for _, one in found]) == "sign":
                yield Disagreement(effect, metric, design, "base and average", True, found)
