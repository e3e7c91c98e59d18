"""Every switch of the rules, each in one place: its type, its default and its meaning.

The classes are the groups of switches (`[faces]` in a rule file), their fields the switches. The first
value of a `Literal` is the default. Which values and what they do is settled in RULES.md, section 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from paskasim.rules.compound import CountsTable, Entries, RankTable
from paskasim.rules.kinds import OneRank, RankList, Whole
from paskasim.rules.ranks import ANY, EMPTY, ORDER

WITHOUT_ACE = ORDER[:-1]
FROM_THREE = ORDER[1:-1]

OnEmpty = Literal["next_takes_pass", "next_takes_again", "next_takes_lead", "stays", "no", "burns"]


class Section(BaseModel):
    """A group of switches, or an entry of a list of them; not to be changed once made."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, validate_by_name=True, validate_by_alias=True)


def switch(default: Any, meaning: str, alias: str | None = None) -> Any:
    """Declare a switch: its default, and what it means in one short sentence."""
    return Field(default=default, description=meaning, alias=alias)


class Deck(Section):
    """The cards."""

    decks: Annotated[int | Literal["auto"], Whole(1, 3, "auto")] = switch(
        "auto",
        "How many decks are shuffled together; auto takes one for up to 5 players and two from 6, and more "
        "where the deal needs them.",
    )
    jokers: Annotated[int, Whole(0, 4)] = switch(0, "How many jokers each deck holds.")
    ranks: Annotated[str, RankList(none=False, jokers=False)] = switch(
        "3-A 2", "Which ranks the deck holds; jokers are counted apart."
    )
    suits: Annotated[int, Whole(1, 4)] = switch(4, "How many cards of each rank a deck holds.")
    copies: Annotated[Mapping[str, int], RankTable(Whole(1, 15), '{ "2" = 6 }', jokers=False, once=True)] = switch(
        {}, "Ranks of which a deck holds another number of cards."
    )
    drop: Annotated[int, Whole(0, 40)] = switch(0, "How many cards leave the game unseen before the deal.")


class Deal(Section):
    """The deal."""

    hand: Annotated[int, Whole(1, 13)] = switch(5, "How many cards each hand is dealt.")
    down: Annotated[int, Whole(0, 6)] = switch(0, "How many blind cards lie face down before each player.")
    up: Annotated[int, Whole(0, 6)] = switch(0, "How many open cards lie before each player.")
    all: bool = switch(False, "Whether the whole deck is dealt out to the hands, so that there is no stock.")
    turned: Annotated[int, Whole(0, 1)] = switch(0, "Whether a card of the stock is turned to begin the pile.")
    swap: Literal["none", "any"] = switch(
        "none", "Whether players may exchange hand cards for their open cards before play."
    )


class Start(Section):
    """Who begins, and how."""

    player: Literal["left_of_dealer", "lowest", "lowest_first", "lowest_up", "random"] = switch(
        "left_of_dealer",
        "Who begins: the seat left of the dealer, the holder of most (or the first holder) of the lowest rank, "
        "or a seat drawn at random.",
    )
    opening: Literal["free", "lowest_all"] = switch(
        "free", "Whether the first player must open with all cards of the lowest rank."
    )


class Turn(Section):
    """What a player may do in a turn."""

    take: Literal["free", "stuck"] = switch(
        "free", "Whether the pile may be taken at will, or only by a player who cannot play."
    )
    try_stock: Literal["never", "stuck", "any_time"] = switch(
        "never", "When a player may turn the top card of the stock and try to play it."
    )
    refill: Annotated[int | Literal["hand"], Whole(1, 13, "hand")] = switch(
        "hand", "Up to how many cards a hand is filled from the stock at the end of a turn."
    )
    stuck: Literal["pass", "open_any"] = switch(
        "pass", "What a player does on an empty pile who holds no card that may open it."
    )
    after_take: Literal["next", "again", "previous"] = switch("next", "Who plays after the pile was taken.")
    counts: Annotated[Mapping[str, str], CountsTable()] = switch(
        {}, "How many cards of a rank one play may hold; ranks not named are free."
    )


class Faces(Section):
    """Jacks, queens and kings."""

    min_top: Annotated[str, OneRank(("7", *(r for r in WITHOUT_ACE if r != "7")), none=False)] = switch(
        "7", "The lowest top on which a face card may be played."
    )
    on_empty: bool = switch(False, "Whether a face card may open a pile.")
    relaxed_at_rest: bool = switch(
        False, "Whether face cards may open and go on any rank they beat once the stock is gone."
    )


class Aces(Section):
    """Aces."""

    on: Literal["faces", "faces_aces", "lower"] = switch("faces", "On which tops an ace may be played.")
    on_empty: OnEmpty = switch("next_takes_pass", "What an ace does that is played on an empty pile.")
    burn: Literal["on_faces", "never", "always"] = switch(
        "on_faces", "When an ace burns the pile that it is played on."
    )


class Tens(Section):
    """Tens."""

    on: Literal["lower", "any", "any_but_ace"] = switch("lower", "On which tops a ten may be played.")
    on_empty: OnEmpty = switch("next_takes_pass", "What a ten does that is played on an empty pile.")
    burn: Literal["on_lower", "always", "never"] = switch("on_lower", "When a ten burns the pile that it is played on.")
    followed_by: Literal["tens", "order"] = switch(
        "tens", "Whether only tens may go on a ten that stays, or whatever the order allows."
    )


class Twos(Section):
    """Twos."""

    on: Literal["any", "not_ace_ten"] = switch("any", "On which tops a two may be played.")
    followed_by: Literal["twos", "anything"] = switch("twos", "What may be played on a two.")


class Ceiling(Section):
    """A rank that lets only low cards follow."""

    rank: Annotated[str, OneRank(FROM_THREE)] = switch(
        "", "The stop rank: on it only that rank or a lower one may follow."
    )
    strict: bool = switch(False, "Whether the stop rank itself may not follow either.")
    specials: bool = switch(True, "Whether twos, tens and jokers may go on the stop rank all the same.")


class Invisible(Section):
    """Cards that count as not lying there."""

    rank: Annotated[str, OneRank(FROM_THREE)] = switch(
        "", "The invisible rank: it goes on every card and leaves the top as it was."
    )
    in_run: Literal["ignored", "breaks", "counts"] = switch(
        "ignored", "What an invisible card does to the run of equal cards below it."
    )


class Exception_(Section):  # noqa: N801 - the plain name is taken by Python
    """One entry of `exceptions`: whether `play` may go on `on`, whatever the other rules say."""

    play: Annotated[str, RankList(none=False)]
    on: Annotated[str, RankList(none=False, words=(EMPTY,))]
    may: bool
    at: Literal["stock", "rest"] | None = None


class Fours(Section):
    """Runs of equal cards that burn the pile."""

    burn: bool = switch(True, "Whether a long enough run of equal cards burns the pile.")
    size: Annotated[int, Whole(3, 8)] = switch(4, "How many equal cards make such a run.")
    except_: Annotated[str, RankList()] = switch("", "Ranks whose runs never burn.", alias="except")
    again: bool = switch(True, "Whether the player whose run burnt the pile plays again.")


class Skip(Section):
    """A rank that skips players."""

    rank: Annotated[str, OneRank()] = switch("", "The rank whose play skips the next player.")
    per_card: bool = switch(False, "Whether each card of that play skips one more player.")


class Reverse(Section):
    """A rank that turns the direction."""

    rank: Annotated[str, OneRank()] = switch("", "The rank whose play turns the direction of play.")


class Again(Section):
    """Ranks that give another turn."""

    ranks: Annotated[str, RankList()] = switch("", "Ranks whose play lets the same player play again.")


class Effect(Section):
    """One entry of `effects`: what a play of `play` on `on` does, whatever the other rules say."""

    play: Annotated[str, RankList(none=False)]
    on: Annotated[str, RankList(none=False, words=(EMPTY, ANY))]
    do: Literal["none", "burn", "skip", "reverse", "again", "next_takes_pass", "next_takes_again", "next_takes_lead"]
    at: Literal["stock", "rest"] | None = None


class Rows(Section):
    """The open row."""

    take_card: bool = switch(False, "Whether a player at the open row takes one of its cards along with the pile.")


class Finish(Section):
    """The last card."""

    not_with: Annotated[str, RankList()] = switch("", "Ranks that may not be a player's last cards.")


class Bluff(Section):
    """Valepaska: cards face down, and a claim what they are."""

    on: bool = switch(False, "Whether plays from the hand are laid face down with a claim.")
    who: Literal["any", "next"] = switch("any", "Who may challenge a claim.")
    after_honest: Literal["player", "next", "after_challenger"] = switch(
        "player", "Who plays after an honest play was challenged."
    )
    after_lie: Literal["next", "challenger"] = switch("next", "Who plays after a lie was exposed.")
    honest_burn_continues: bool = switch(
        True, "Whether the player of an honest, challenged play that would burn goes on in any case."
    )
    honest_burn: Literal["taken", "burns"] = switch(
        "taken", "Whether such a pile goes to the challenger or burns all the same."
    )


class Limits(Section):
    """Where a game is broken off."""

    turns: Annotated[int, Whole(100, 1_000_000)] = switch(
        10_000, "After how many turns a game without an end counts as unresolved."
    )


EXCEPTIONS = Entries(Exception_, '{ play = "Q", on = "6", may = true }')
EFFECTS = Entries(Effect, '{ play = "2", on = "3-A", do = "burn" }')
