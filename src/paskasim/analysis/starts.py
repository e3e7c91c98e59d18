"""Seat advantage taken apart: what comes of the order of play, of the order of dealing, and of the rest.

Two rule sets on the same deals tell it, one of them with a random start. There every seat begins equally often whatever
the cards, so its shares by seat show the order of dealing alone, and those by distance from who begins the order of
play alone. `docs/seats.md` has the formulas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paskasim.analysis import words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.contrasts import BlockContrast, Contrast, paired_shares
from paskasim.analysis.intervals import Interval, Numbers, block_difference, block_ratio
from paskasim.analysis.results import Group, Results, aligned

FEW_BLOCKS = 8
START = "start."
WHO = "start.player"
PARTS = {
    "played": "as played",
    "turn": "order of play",
    "deal": "order of deals",
    "rest": "the rest",
}
"""The parts of a seat's advantage, and how a picture calls them."""


@dataclass(frozen=True)
class Apart:
    """A group as it is played, and the same with a random start."""

    played: Group
    random: Group

    @property
    def even(self) -> float:
        """An even share."""
        return 1 / self.played.players

    def key(self, part: str, seat: int) -> str:
        """Return the key of the comparison of a part with nothing."""
        if part in ("played", "deal"):
            return f"seats|{(self.played if part == 'played' else self.random).key}|loser|{seat}"
        return f"seats|{self.played.key}|{self.random.key}|{part}|{seat}"

    def comparisons(self) -> list[Comparison]:
        """Compare the order of play and the rest with nothing; the two other parts are compared by seat anyway."""
        seats = range(self.played.players)
        found = [Comparison(self.key("turn", seat), self.turn(seat), "loss") for seat in seats]
        found += [Comparison(self.key("rest", seat), self.rest(seat), "loss") for seat in seats]
        return [*found, Comparison(self.cards_key, self.cards(), "loss")] if self.by_cards else found

    @property
    def by_cards(self) -> bool:
        """Whether the cards decide who starts, as it is played."""
        return starter_varies(self.played) and knows_distance(self.played)

    @property
    def cards_key(self) -> str:
        """Return the key of the comparison of who starts by his cards with who starts at random."""
        return f"seats|{self.played.key}|{self.random.key}|cards|0"

    def cards(self) -> Contrast:
        """Return what the cards that make the starter do to him: his loser share less that of a random starter."""
        numbers, *places = aligned(self.played, self.random)
        one, two = (
            (lost_after(group, 0)[where], group.sums("outcome_finished")[where])
            for group, where in zip((self.played, self.random), places, strict=True)
        )
        return paired_shares(one, two, numbers, self.played.rotations)

    def turn(self, seat: int) -> Contrast:
        """Return what the order of play makes of a seat.

        The share by distance from a random starter, averaged over where the starter sits as it is played.
        """
        numbers, finished = self.random.numbers, self.random.sums("outcome_finished")
        return BlockContrast(block_ratio(self._by_distance(seat), finished, numbers), self.even)

    def rest(self, seat: int) -> Contrast:
        """Return what is left: as played, less the order of play, less the order of dealing."""
        numbers, one, two = aligned(self.played, self.random)
        first = (self.played.sums(f"loser_{seat}")[one], self.played.sums("outcome_finished")[one])
        orders = self._by_distance(seat) + self.random.sums(f"loser_{seat}")
        second = (orders[two], self.random.sums("outcome_finished")[two])
        return BlockContrast(block_difference(first, second, numbers), -self.even)

    def _by_distance(self, seat: int) -> Numbers:
        starts = np.array(self.played.seat_totals("starter")) / self.played.games
        found = np.zeros(len(self.random.numbers))
        for starter, share in enumerate(starts):
            if share:
                found += share * lost_after(self.random, (seat - starter) % self.played.players)
        return found


def pairs_of(results: Results) -> list[Apart]:
    """Return each group with the one at the same table that differs in a random start alone."""
    found = []
    for one in results.groups:
        if one.rules.get(WHO) == "random" or not one.finished or len(one.numbers) < FEW_BLOCKS:
            continue
        for other in results.groups:
            same = (other.players, other.lineup, other.seed) == (one.players, one.lineup, one.seed)
            same = same and _without_start(other) == _without_start(one) and other.rules.get(WHO) == "random"
            if same and other.finished and knows_distance(other) and len(aligned(one, other)[0]) >= FEW_BLOCKS:
                found.append(Apart(one, other))
                break
    return found


def _without_start(group: Group) -> dict[str, object]:
    return {key: value for key, value in group.rules.items() if not key.startswith(START)}


def knows_distance(group: Group) -> bool:
    """Return whether the sums by distance from the starter are there; folders of former versions lack them."""
    return all("loser_after_start_0" in case.sums for case in group.cases)


def lost_after(group: Group, distance: int) -> Numbers:
    """Return the games lost so many places clockwise from who began, by block."""
    return group.sums(f"loser_after_start_{distance}")


def starter_varies(group: Group) -> bool:
    """Return whether not the same seat begins every game."""
    return max(group.seat_totals("starter")) < group.games


def spread_of(results: Results) -> list[Group]:
    """Return the groups whose shares by distance from the starter tell more than those by seat."""
    return [group for group in results.groups if group.finished and starter_varies(group) and knows_distance(group)]


def after_key(group: Group, distance: int) -> str:
    """Return the key of the comparison of a distance with an even share; the starter's own is compared anyway."""
    return f"seats|{group.key}|loser|starter" if distance == 0 else f"seats|{group.key}|after|{distance}"


def direction_key(group: Group) -> str:
    """Return the key of the comparison of who plays second with who plays last."""
    return f"seats|{group.key}|direction|1"


def direction(group: Group) -> Comparison:
    """Compare who plays second with who plays last: as near to the starter, on the other side."""
    finished = group.sums("outcome_finished")
    second, last = ((lost_after(group, distance), finished) for distance in (1, group.players - 1))
    return Comparison(direction_key(group), paired_shares(second, last, group.numbers, group.rotations), "loss")


def place_name(group: Group, distance: int) -> str:
    """Return who it is that sits so far from the starter, in the order of play."""
    if distance == 0:
        return "starts"
    if distance == group.players - 1:
        return "plays last"
    return f"plays {('2nd', '3rd')[distance - 1] if distance < 3 else f'{distance + 1}th'}"


def sentence(results: Results, pairs: Sequence[Apart], judged: Mapping[str, Judged]) -> str:
    """Return where the largest seat advantage comes from, empty where nothing takes it apart."""
    if not pairs:
        return ""
    pair, seat = max(
        ((pair, seat) for pair in pairs for seat in range(pair.played.players)),
        key=lambda one: _nearest(judged[one[0].key("played", one[1])].interval),
    )
    parts = {part: judged[pair.key(part, seat)] for part in PARTS}
    told = {part: words.difference(one) for part, one in parts.items()}
    start = (
        f" Taken apart ({results.say_all(pair.played)}, seat {seat}): of {told['played']} the order of play makes "
        f"{told['turn']}, the order of dealing {told['deal']}, the rest {told['rest']}"
    )
    even = all(not judged[pair.key("deal", each)].apart for each in range(pair.played.players))
    goes = "; with a random start no seat can be told from an even share" if even else ""
    return f"{start}{goes}.{_cards_sentence(results, pairs, judged)}"


def _cards_sentence(results: Results, pairs: Sequence[Apart], judged: Mapping[str, Judged]) -> str:
    known = [pair for pair in pairs if pair.by_cards]
    if not known:
        return ""
    pair = max(known, key=lambda one: _nearest(judged[one.cards_key].interval))
    found = judged[pair.cards_key]
    random = judged[after_key(pair.random, 0)]
    told = words.size(found, "more often", "less often") if found.apart else f"{words.difference(found)} more often"
    end = "" if found.apart else ", not distinguishable"
    return (
        f" Who starts at random loses {words.percent(random.estimate + pair.even)}; who starts because of the cards "
        f"loses {told}{end} ({results.say_all(pair.played)})."
    )


def _nearest(interval: Interval) -> float:
    return max(interval.low, -interval.high, 0.0) if interval.known else 0.0


def distance_sentence(results: Results, groups: Sequence[Group], judged: Mapping[str, Judged]) -> str:
    """Return the shares by distance from the starter, where the largest effect is."""
    if not groups:
        return ""
    group, _ = max(
        ((group, distance) for group in groups for distance in range(group.players)),
        key=lambda one: _nearest(judged[after_key(*one)].interval),
    )
    shares = [
        f"who {place_name(group, d)} {words.percent(judged[after_key(group, d)].estimate + 1 / group.players)}"
        for d in range(group.players)
    ]
    text = f"Where the start varies, the loser share goes with the order of play ({results.say_all(group)}): "
    text += words.listed(shares)
    if group.players > 2:
        way = judged[direction_key(group)]
        end = "" if way.apart else ", not distinguishable"
        text += f". Who plays second against who plays last: {words.difference(way)}{end}"
    return f"{text}."
