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
        The kinds of rules without which it is always zero, out of joker, swap, row_card, try, take, again, rows, stock,
        bluff.
    phased
        Whether it has a weight for each phase.
    """

    name: str
    group: str
    meaning: str
    start: int
    needs: str = ""
    phased: bool = False

    def weights(self) -> tuple[str, ...]:
        """Return the names of its weights."""
        return (f"{self.name}_stock", f"{self.name}_rest") if self.phased else (self.name,)


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
    Feature("lie", "claim: a lie", "it is a lie", -100, "bluff", True),
    Feature("lie_stuck", "claim: a lie", "it is a lie, and nothing true may be claimed", 20, "bluff"),
    Feature("lie_open", "claim: a lie", "it is a lie, and the pile is empty", -60, "bluff"),
    Feature("lie_more", "claim: a lie", "cards laid beyond the first", -30, "bluff", True),
    Feature("lie_pile", "claim: a lie", "size of the pile, own cards counted", -10, "bluff", True),
    Feature(
        "lie_seen",
        "claim: a lie",
        "chance that another one can know, by own cards or by what all know of the hand",
        -300,
        "bluff",
        True,
    ),
    Feature("lie_seen_pile", "claim: a lie", "that chance times the size of the pile", -50, "bluff"),
    Feature(
        "lie_free",
        "claim: a lie",
        "cards of the claimed rank in hand, or known in the pile or burnt",
        2,
        "bluff",
    ),
    Feature("lie_said", "claim: a lie", "cards of the claimed rank that the pile is said to hold already", -5, "bluff"),
    Feature("lie_known", "claim: a lie", "cards claimed that all know to be in the hand", 10, "bluff"),
    Feature("lie_shown", "claim: a lie", "share of the own hand that all know", -20, "bluff"),
    Feature("lie_special", "claim: a lie", "10, A, 2 or joker is claimed", 0, "bluff", True),
    Feature("lie_burn", "claim: a lie", "the pile would burn", 0, "bluff"),
    Feature("lie_narrow", "claim: a lie", "one over the number of ranks that may be claimed", 0, "bluff"),
    Feature("lie_hand", "claim: a lie", "size of the hand", 0, "bluff"),
    Feature("lie_few", "claim: a lie", "one over the own cards that are left then", 0, "bluff"),
    Feature("lie_last", "claim: a lie", "its player would be out", 100, "bluff"),
    Feature("lie_threat", "claim: a lie", "one over the cards of who has fewest", 0, "bluff"),
    Feature("lie_two", "claim: a lie", "two players are left", 0, "bluff"),
    Feature("doubt", "challenge", "the claim is doubted", -40, "bluff", True),
    Feature("doubt_sure", "challenge", "it can't be true", 200, "bluff"),
    Feature("doubt_chance", "challenge", "chance of a lie", 100, "bluff", True),
    Feature("doubt_chance_pile", "challenge", "that chance times the size of the pile", 0, "bluff"),
    Feature("doubt_pile", "challenge", "size of the pile, the claimed cards counted", -16, "bluff", True),
    Feature("doubt_open", "challenge", "the pile was empty before the claim", 0, "bluff"),
    Feature("doubt_pile_special", "challenge", "10s, As, 2s, jokers that it is said to hold", 0, "bluff"),
    Feature(
        "doubt_over",
        "challenge",
        "cards of the rank that are claimed in the pile beyond what can be",
        20,
        "bluff",
    ),
    Feature("doubt_more", "challenge", "cards claimed beyond the first", 0, "bluff"),
    Feature("doubt_special", "challenge", "10, A, 2 or joker is claimed", 0, "bluff", True),
    Feature("doubt_burn", "challenge", "the pile would burn", 0, "bluff"),
    Feature("doubt_forced", "challenge", "who is asked would have to take the pile", 20, "bluff"),
    Feature("doubt_next", "challenge", "who is asked plays next", 0, "bluff"),
    Feature("doubt_stuck", "challenge", "the same, and has no true answer", 10, "bluff"),
    Feature("doubt_later", "challenge", "players who are asked after that", 0, "bluff"),
    Feature("doubt_last", "challenge", "the claimant would be out", 30, "bluff"),
    Feature("doubt_near", "challenge", "one over the cards that the claimant would have left", 0, "bluff"),
    Feature("doubt_own", "challenge", "number of own cards", 0, "bluff"),
    Feature("doubt_few", "challenge", "one over the number of own cards", 0, "bluff"),
    Feature("doubt_two", "challenge", "two players are left", 0, "bluff"),
)


WEIGHTS: Final = tuple(name for feature in FEATURES for name in feature.weights())
"""Names of the weights, in the order in which they lie in memory."""

START: Final = tuple(feature.start for feature in FEATURES for _ in range(1 + feature.phased))

OFFSET: Final[Mapping[str, int]] = MappingProxyType(
    {feature.name: WEIGHTS.index(feature.weights()[0]) for feature in FEATURES}
)
"""Where the weight of each feature lies; with two, that for the stock phase, and the other behind it."""

BLUFF_START: Final[Mapping[str, int]] = MappingProxyType(
    {name: feature.start for feature in FEATURES if feature.needs == "bluff" for name in feature.weights()}
)
"""Weights that only games with bluff read, and their starts, with which files play that say nothing of them."""
