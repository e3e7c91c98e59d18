"""Regular fractions of two-level factorials: which part of all combinations of switches is enough.

A switch is at its base value (0) or at the other one (1). A fraction of resolution R holds the combinations in which
every defining word (a set of at least R switches) has an even number of switches off their base. With R of 5 or more no
effect of one switch and no interaction of two can be taken for another of these, only for ones of three and more.
Source: Box, Hunter, Hunter, Statistics for Experimenters (2005), chapter 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

RESOLUTION = 5
"""The least resolution that is offered: below it main effects or interactions of two mislead."""
FEWEST_SWITCHES = 5
"""With fewer switches no fraction of that resolution is smaller than all combinations."""
MOST_SWITCHES = 17


@dataclass(frozen=True)
class Fraction:
    """A regular fraction; a word is a bit mask of switches, bit i for switch i.

    Attributes
    ----------
    generators
        Independent defining words; the others are their products (bitwise exclusive or).
    """

    switches: int
    generators: tuple[int, ...]

    @property
    def runs(self) -> int:
        """How many combinations it holds."""
        return 1 << (self.switches - len(self.generators))

    @property
    def words(self) -> tuple[int, ...]:
        """All defining words, the shortest first."""
        found = [0]
        for word in self.generators:
            found += [word ^ other for other in found]
        return tuple(sorted(found[1:], key=lambda word: (word.bit_count(), members(word))))

    @property
    def resolution(self) -> int:
        """Length of the shortest defining word; 0 for all combinations, which have none."""
        return min((word.bit_count() for word in self.words), default=0)

    def holds(self, levels: Sequence[int]) -> bool:
        """Return whether a combination (0 = base value, 1 = the other) belongs to it."""
        mask = sum(1 << i for i, level in enumerate(levels) if level)
        return all((mask & word).bit_count() % 2 == 0 for word in self.generators)

    def combinations(self) -> list[tuple[int, ...]]:
        """Return its combinations as 0 and 1, rising, the last switch changing fastest."""
        last = {max(members(word)): word for word in _reduced(self.generators)}
        runs: list[tuple[int, ...]] = [()]
        for switch in range(self.switches):
            if switch in last:
                before = [i for i in members(last[switch]) if i != switch]
                runs = [(*run, sum(run[i] for i in before) % 2) for run in runs]
            else:
                runs = [(*run, level) for run in runs for level in (0, 1)]
        return runs

    def aliases(self, effect: int) -> tuple[int, ...]:
        """Return what an effect (a mask) can't be told from, the shortest first."""
        return tuple(sorted((effect ^ word for word in self.words), key=lambda mask: (mask.bit_count(), members(mask))))


def members(mask: int) -> tuple[int, ...]:
    """Return the switches of a mask, rising."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def _reduced(words: Iterable[int]) -> list[int]:
    """Return words that span the same, each with a last switch of its own that no other word has."""
    kept: list[int] = []
    for word in words:
        left = _cleared(word, kept)
        if left:
            kept = [other ^ left if other >> left.bit_length() - 1 & 1 else other for other in kept]
            kept.append(left)
    return kept


def _cleared(word: int, kept: Sequence[int]) -> int:
    for other in kept:
        if word >> other.bit_length() - 1 & 1:
            word ^= other
    return word


@lru_cache
def smallest_fraction(switches: int) -> Fraction | None:
    """Return the smallest regular fraction of resolution 5 or more, None where only all combinations have it.

    Of equally small ones the highest resolution is taken. The search is greedy: the first switches are free, each
    further one gets the first product of them that no few of the earlier columns make up. For up to 17 switches it
    finds fractions as small as the known tables list.
    """
    for free in range(1, switches):
        for resolution in range(switches, RESOLUTION - 1, -1):
            columns = _columns(switches, free, resolution)
            if columns:
                # Column v of switch i says: switch i is off its base where an odd number of the free ones in v are.
                words = [1 << i | columns[i] for i in range(free, switches)]
                return Fraction(switches, tuple(words))
    return None


def _columns(switches: int, free: int, resolution: int) -> list[int]:
    """Return a column for each switch so that any `resolution` - 1 are independent, empty where the search fails."""
    columns: list[int] = []
    # sums[n] holds what n columns add up to; a new column must differ from all sums of up to resolution - 2.
    sums: list[set[int]] = [{0}, *(set() for _ in range(resolution - 2))]
    for candidate in [*(1 << i for i in range(free)), *range(1, 1 << free)]:
        if len(columns) == switches:
            break
        if any(candidate in found for found in sums):
            continue
        for count in range(resolution - 2, 0, -1):
            sums[count] |= {candidate ^ other for other in sums[count - 1]}
        columns.append(candidate)
    return columns if len(columns) == switches else []


def fraction_of(runs: Iterable[Sequence[int]]) -> Fraction | None:
    """Return the regular fraction that exactly these combinations are, the base among them; None if they are none.

    All combinations of some switches are a fraction without defining words.
    """
    found = {tuple(run) for run in runs}
    if not found:
        return None
    switches = len(next(iter(found)))
    size = len(found)
    if size & (size - 1) or (0,) * switches not in found:
        return None
    masks = [sum(1 << i for i, level in enumerate(run) if level) for run in sorted(found)]
    basis = _reduced(masks)
    if 1 << len(basis) != size:
        return None
    return Fraction(switches, tuple(_orthogonal(basis, switches)))


def _orthogonal(basis: Sequence[int], switches: int) -> list[int]:
    """Return independent words that have an even number of switches in common with every mask of a reduced basis."""
    pivots = {mask.bit_length() - 1: mask for mask in basis}
    words = []
    for free in (i for i in range(switches) if i not in pivots):
        word = 1 << free
        for pivot, mask in pivots.items():
            if mask >> free & 1:
                word |= 1 << pivot
        words.append(word)
    return words
