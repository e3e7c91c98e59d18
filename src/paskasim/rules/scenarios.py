"""Scenarios: cases that a rule file pins down, as `[[scenario]]` entries.

Here is what an entry may say; `paskasim.scenarios` sees whether the rules agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from paskasim.rules.compound import RankTable
from paskasim.rules.kinds import Line, OneRank, Whole, Words, YesNo, kind_of
from paskasim.rules.ranks import EMPTY, RANKS
from paskasim.rules.scenario_kinds import Actions, Cards, CardsBySeat, Claim, DealFacts, LegalRanks, Play, Who
from paskasim.rules.sections import Section, switch

CLOCKWISE, ANTICLOCKWISE = "clockwise", "anticlockwise"
BURN, ILLEGAL, TAKEN = "burn", "illegal", "taken"
EFFECTS = (
    "none", BURN, "burn_ten", "burn_ace", "burn_four", "burn_joker", "burn_rule", "next_takes_pass",
    "next_takes_again", "next_takes_lead", "skip", "reverse", "again", TAKEN, ILLEGAL,
)  # fmt: skip
NOBODY = "nobody"
FINISHED, ALL_PASS, STUCK_CARDS, CLOSED, GOES_ON = "finished", "all_pass", "stuck_cards", "closed", "goes_on"
RANDOM = "random"

OF_DEAL = ("expect_deal", "expect_deck")


class Entry(Section):
    """The keys of a `[[scenario]]`: the situation, what is played, and what the rules are expected to say."""

    name: Annotated[str, Line()] = switch("", "What the scenario pins down, in a sentence.")
    players: Annotated[int | None, Whole(2, 10)] = switch(
        None, "Players at the table; as many as `others` tells, else 3, or the nearest number that the rules name."
    )
    pile: Annotated[str, Cards()] = switch(
        "", "The pile, oldest card first, so the last is the top. Each word was one play: `9x2` two nines together."
    )
    hand: Annotated[str, Cards()] = switch("", "The hand of the player who is to play.")
    up: Annotated[str, Cards()] = switch("", "That player's face-up row.")
    down: Annotated[str, Cards()] = switch("", "That player's blind row, the first card is turned first.")
    phase: Literal["stock", "rest"] | None = switch(
        None,
        "Whether there is a stock; by itself `stock` leaves open which cards. Where nothing is said: `stock`, "
        "or `rest` with an empty hand and under rules that leave no stock.",
    )
    stock: Annotated[str | None, Cards()] = switch(None, "The stock, the first card is drawn first.")
    direction: Literal["clockwise", "anticlockwise"] = switch(CLOCKWISE, "The direction of play.")
    others: Annotated[tuple[str, ...], CardsBySeat(out=True)] = switch(
        (), "The hands of the others, clockwise from the player; `out` for who is out. Otherwise they hold a card each."
    )
    others_up: Annotated[tuple[str, ...], CardsBySeat()] = switch((), "Their face-up rows, in the same order.")
    others_down: Annotated[tuple[str, ...], CardsBySeat()] = switch((), "Their blind rows, in the same order.")
    first_turn: Annotated[bool, YesNo()] = switch(
        False,
        "Whether play begins here: the player sits left of the dealer, cards are turned and the starter is found by "
        "the rules.",
    )
    deck: Annotated[str | None, Cards()] = switch(
        None, "Instead of a situation: the shuffled deck, first card dealt first. The rules deal it; play begins."
    )
    swap: Annotated[str | None, Cards()] = switch(
        None, "The face-up row that the player lays before the first turn, out of hand and row."
    )
    play: Annotated[tuple[str, ...], Play()] = switch(
        (),
        "What is played: by the player, and of a list each by whoever is due. What is expected tells of the last. With "
        "bluff a play from the hand is a true claim that nobody doubts.",
    )
    claim: Annotated[str | None, Claim()] = switch(
        None, "With bluff: what the player says, whatever is laid; after `play`, where there are both."
    )
    lay: Annotated[str | None, Cards()] = switch(
        None, "With `claim`: the cards that are laid face down; those that the claim names, where it is left out."
    )
    challenge: Annotated[int | None, Whole(1, 9)] = switch(
        None, "With `claim`: who doubts it, in seats clockwise from the player; nobody, where it is left out."
    )
    row_card: Annotated[str | None, OneRank(RANKS, none=False)] = switch(
        None, "With `play` of `take`: the face-up card that is taken along."
    )

    expect_starter: Annotated[int | str | None, Whole(0, 9, RANDOM)] = switch(
        None, "The seat that plays first, 0 is left of the dealer; further keys then tell of that player."
    )
    expect_legal: Annotated[str | None, LegalRanks()] = switch(
        None, "Before the play: the ranks that may be played, all of them and no other."
    )
    expect_may: Annotated[str | None, Actions()] = switch(
        None, "Before the play: actions that are legal, others may be, too. A rank alone: in some number."
    )
    expect_may_not: Annotated[str | None, Actions()] = switch(
        None, "Before the play: actions that are not legal. A rank alone: in no number."
    )
    expect: Annotated[str | None, Words(*EFFECTS)] = switch(
        None,
        "What the play does, in the words of game records. `burn` is any burn; `taken`: a take, or a flip or try "
        "that fails; `illegal`: the rules forbid it.",
    )
    expect_next: Annotated[int | str | None, Who()] = switch(
        None, "Who plays next, told from who played: by active players in the direction of the turn, or by seats."
    )
    expect_taker: Annotated[int | str | None, Who(NOBODY)] = switch(None, "Who takes the pile, told in the same way.")
    expect_out: Annotated[bool | None, YesNo()] = switch(None, "Whether the player goes out by the play.")
    expect_drawn: Annotated[int | None, Whole(0, 13)] = switch(None, "How many cards the player draws afterwards.")
    expect_pile: Annotated[str | None, Cards(empty=True)] = switch(None, "The pile afterwards, oldest card first.")
    expect_top: Annotated[str | None, OneRank((*RANKS, EMPTY), none=False)] = switch(
        None, "The rank that the next play is judged against."
    )
    expect_run: Annotated[int | None, Whole(0, 225)] = switch(None, "How many cards of one rank lie together on top.")
    expect_hand: Annotated[str | None, Cards()] = switch(None, "The player's hand afterwards.")
    expect_up: Annotated[str | None, Cards()] = switch(None, "The player's face-up row afterwards.")
    expect_down: Annotated[str | None, Cards()] = switch(None, "The player's blind row afterwards, in order.")
    expect_stock: Annotated[str | None, Cards()] = switch(None, "The stock afterwards, in order.")
    expect_others: Annotated[tuple[str, ...], CardsBySeat()] = switch(
        (), "The hands of the others afterwards, clockwise from the player."
    )
    expect_direction: Literal["clockwise", "anticlockwise"] | None = switch(None, "The direction afterwards.")
    expect_end: Literal["finished", "all_pass", "stuck_cards", "closed", "goes_on"] | None = switch(
        None,
        "Whether the game is over, by a loser or by one of these proofs that it can never end. `closed` needs a stock "
        "that is known, if there is one, and few cards: every way to go on is tried.",
    )
    expect_deal: Annotated[Mapping[str, Any] | None, DealFacts()] = switch(
        None, "Cards of the deal for so many players; `up`, `down` and `hand` each, or `hand` by seat."
    )
    expect_deck: Annotated[Mapping[str, int] | None, RankTable(Whole(0, 15), '{ "3-A 2" = 4, "*" = 0 }', once=True)] = (
        switch(None, "Cards of each rank in all decks together, for so many players.")
    )

    @property
    def expectations(self) -> tuple[str, ...]:
        """The keys of what is expected."""
        return tuple(key for key in EXPECTED if getattr(self, key) not in (None, ()))

    @property
    def acts(self) -> bool:
        """Whether anything is played."""
        return bool(self.play) or self.claim is not None

    def card_texts(self) -> list[str]:
        """Return the texts of every zone, the deck not among them."""
        rows = (*self.others, *self.others_up, *self.others_down)
        return [self.pile, self.hand, self.up, self.down, self.stock or "", *rows]


EXPECTED = tuple(key for key in Entry.model_fields if key.startswith("expect"))


@dataclass(frozen=True)
class Scenario:
    """A scenario and where it stands.

    Attributes
    ----------
    entry
        What it says.
    number
        Its place among the scenarios of the file, from 1.
    label
        The file.
    lines
        The line of each of its keys, that of the scenario under the empty text; nothing for rules from no file.
    """

    entry: Entry
    number: int
    label: str
    lines: Mapping[str, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Its name, or its number where it has none."""
        return self.entry.name or f"scenario {self.number}"

    def place(self, key: str = "") -> str:
        """Return `file:line` of one of its keys, or of its beginning."""
        line = self.lines.get(key) or self.lines.get("")
        return f"{self.label}:{line}" if line else self.label


def scenario_table() -> str:
    """Return all keys of a scenario as a Markdown table: key, what is allowed, meaning."""
    rows = (f"| `{name}` | {kind_of(part).allowed} | {part.description} |" for name, part in Entry.model_fields.items())
    return "\n".join(["| key | allowed | meaning |", "|---|---|---|", *rows]) + "\n"
