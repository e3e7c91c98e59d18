"""The features of `linear`: what each weight is multiplied by.

A score is the sum of weight times feature, both whole numbers, so that every processor chooses the same. Features are
in 64ths: 64 stands for one card, one share of certainty, one pile of sixteen cards. `scoring` works them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True)
class Feature:
    """What a weight is multiplied by.

    Attributes
    ----------
    name
        As weight files name it; with `phased` there are two weights, NAME_stock and NAME_rest.
    group
        The decision, and the part of it.
    meaning
        What is measured, in one sentence.
    start
        The weight that training begins with where no other is near: together they play much like `lowest`.
    needs
        The kinds of rules without which it is always zero, out of joker, swap, row_card, try, take, again, rows, stock.
    phased
        Whether it has a weight for each phase.
    """

    name: str
    group: str
    meaning: str
    start: int
    needs: str = ""
    phased: bool = False


FEATURES: Final = (
    Feature(
        "place", "play: its rank", "place in the order, 0 for 1 to 11 for K; not for 10, A, 2, joker", -60, "", True
    ),
    Feature("bend", "play: its rank", "square of that place", 0, "", True),
    Feature("face", "play: its rank", "it is J, Q or K", 0, "", True),
    Feature("ace", "play: its rank", "aces laid", -90, "", True),
    Feature("ten", "play: its rank", "tens laid", -110, "", True),
    Feature("two", "play: its rank", "twos laid", -130, "", True),
    Feature("joker", "play: its rank", "jokers laid", -150, "joker"),
    Feature(
        "special_early",
        "play: its rank",
        "10s, As, 2s, jokers laid, times the share of the stock that is left",
        0,
        "stock",
    ),
    Feature("special_threat", "play: its rank", "10s, As, 2s, jokers laid, over the cards of who has fewest", 0),
    Feature("special_few", "play: its rank", "10s, As, 2s, jokers laid, over the own cards before", 0),
    Feature("more", "play: its number", "cards laid beyond the first", 20, "", True),
    Feature("left", "play: its number", "cards of the rank that stay behind", 0, "", True),
    Feature("surplus", "play: its number", "cards laid while the hand is larger than what is drawn up to", 0),
    Feature("burn", "play: its effect", "the pile burns", 20, "", True),
    Feature("burn_pile", "play: its effect", "the pile burns: its size, own cards counted", 10, "", True),
    Feature("burn_shut", "play: its effect", "the pile burns, and no card of the zone that is left may open", -10),
    Feature("burn_special", "play: its effect", "the pile burns: 10s, As, 2s, jokers in it, own ones counted", 0),
    Feature("burn_run", "play: its effect", "the pile burns by a run", 20),
    Feature("force", "play: its effect", "the next player is made to take", 20),
    Feature("again", "play: its effect", "the player plays again without a burn", 20, "again"),
    Feature("skip", "play: its effect", "the next player is skipped, or the direction turns", 10, "again"),
    Feature("block", "play: the answer", "chance that the next player has no answer", 10, "", True),
    Feature("block_pile", "play: the answer", "that chance times the size of the pile", 10, "", True),
    Feature("block_threat", "play: the answer", "that chance over the cards of the next player", 10),
    Feature("block_special", "play: the answer", "that chance times the 10s, As, 2s, jokers in the pile", 0),
    Feature(
        "one_short", "play: the answer", "share of the unseen cards that would complete the run, one short of it", 0
    ),
    Feature("own_run", "play: what is left", "the zone still holds what the run lacks", 0),
    Feature("cover", "play: what is left", "share of the unseen cards that what is left could go on", 10, "", True),
    Feature("follow", "play: what is left", "something left could go on this very card", 0, "", True),
    Feature("opens", "play: what is left", "something left could open a pile", 0, "", True),
    Feature("bare", "play: what is left", "no 10, A, 2 or joker is left in the zone", 0),
    Feature("last_hand", "play: what is left", "the hand is empty then, and a row is still there", 0, "rows"),
    Feature("take", "take", "the pile is taken", -200, "take", True),
    Feature("take_pile", "take", "size of the pile", -100, "take", True),
    Feature("take_special", "take", "10s, As, 2s and jokers in the pile", 30, "take", True),
    Feature("take_face", "take", "J, Q, K in the pile", 0, "take"),
    Feature("take_early", "take", "share of the stock that is left", 0, "take stock"),
    Feature("take_open", "take", "number of ranks that both pile and zone hold", 0, "take"),
    Feature("take_threat", "take", "one over the cards of who has fewest", 0, "take"),
    Feature("try", "try", "the stock is tried", -220, "try"),
    Feature("try_fits", "try", "share of the unseen cards that would fit", 10, "try"),
    Feature("try_pile", "try", "size of the pile times the share that would not fit", -10, "try"),
    Feature("swap_place", "swap: in the up row", "place in the order, not for 10, A, 2, joker", 60, "swap"),
    Feature("swap_face", "swap: in the up row", "it is J, Q or K", 0, "swap"),
    Feature("swap_ace", "swap: in the up row", "it is an ace", 90, "swap"),
    Feature("swap_ten", "swap: in the up row", "it is a ten", 110, "swap"),
    Feature("swap_two", "swap: in the up row", "it is a two", 130, "swap"),
    Feature("swap_joker", "swap: in the up row", "it is a joker", 80, "swap joker"),
    Feature("swap_pair", "swap: in the up row", "one of its rank already lies there", 0, "swap"),
    Feature("bring_place", "row_card: brought", "place in the order, not for 10, A, 2, joker", -60, "row_card"),
    Feature("bring_face", "row_card: brought", "it is J, Q or K", 0, "row_card"),
    Feature("bring_ace", "row_card: brought", "it is an ace", -90, "row_card"),
    Feature("bring_ten", "row_card: brought", "it is a ten", -110, "row_card"),
    Feature("bring_two", "row_card: brought", "it is a two", -130, "row_card"),
    Feature("bring_joker", "row_card: brought", "it is a joker", -150, "row_card joker"),
    Feature("bring_pair", "row_card: brought", "another of its rank stays in the row", 0, "row_card"),
)


def _names() -> tuple[str, ...]:
    names: list[str] = []
    for feature in FEATURES:
        names += [f"{feature.name}_stock", f"{feature.name}_rest"] if feature.phased else [feature.name]
    return tuple(names)


WEIGHTS: Final = _names()
"""Names of the weights, in the order in which they lie in memory."""

START: Final = tuple(feature.start for feature in FEATURES for _ in range(1 + feature.phased))

OFFSET: Final[Mapping[str, int]] = MappingProxyType(
    {feature.name: WEIGHTS.index(f"{feature.name}_stock" if feature.phased else feature.name) for feature in FEATURES}
)
"""Where the weight of each feature lies; with two, that for the stock phase, and the other behind it."""
