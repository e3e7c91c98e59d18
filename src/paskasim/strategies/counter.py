"""`counter`: counts cards, and plays so that the next player is stuck when the pile is worth it.

It knows what a player at the table can know: which cards burnt, which lie in the pile and in the up rows, which are
known to be in whose hand, and its own. All other cards are equally likely to be in the next hand, so that for each play
it can tell the chance that the next player can't answer. A play is then scored by whole numbers, in which a place in
the order of ranks counts for PLACE:

- the lower the rank, the better; specials (`foresight`) cost more than any other card while the stock lasts,
  and after that `special`;
- `stuck`, and `pile` for each card of the pile, times the chance that the next player must take; `pressing` on top
  where that one has at most LAST_CARDS left;
- `face` for a card that low tops keep off, and `lift` against the last card that would let one's own faces follow;
- `burn` for a burn that costs no special, and `burnt` against every card that nobody will have to take any more;
- `alone` against a play on which nothing of one's own can go.

To take the pile costs `taken` a card, of which `prize` comes back for each special in it. To try the stock costs
`trying`, and the pile as often as the card does not go.
"""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import count_of, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    BURN_FOUR,
    BURN_RULE,
    BURN_TEN,
    DECK_CARDS,
    GONE,
    HAND_SIZE,
    KNOWN,
    LEGAL,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    PARAMS,
    PILE,
    RANK_BITS,
    RANKS,
    SEATS,
    STOCK,
    TAKE,
    TAKE_BIT,
    TOP,
    TRY,
    TRY_BIT,
    UP,
)
from paskasim.kernels.options import cards_left, counts_for, phase_of
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.foresight import (
    burning_ranks,
    burns,
    following,
    held_off_ranks,
    lifting_ranks,
    outcome_of_play,
    roaming_ranks,
)
from paskasim.strategies.moves import highest_count, play_of

ONE_WHOLE = 1 << 10

PLACE = 100
SPECIAL_IN_STOCK = 30 * PLACE
LAST_CARDS = 3
GOES_OUT = 1 << 30
(SPECIAL, STUCK, FOR_PILE, PRESSING, FACE, LIFT, BURN, BURNT, ALONE, TAKEN, PRIZE, TRYING) = range(PARAMS, PARAMS + 12)


@kernel
def unseen_cards(table: Words, hand: int, seat: int) -> int:
    """Cards that lie where `seat` cannot see them: stock, blind cards, and what nobody showed of the other hands."""
    unseen = table[KNOWN + seat] - table[GONE] - table[PILE]
    for rank in range(RANKS):
        unseen += table[DECK_CARDS + rank] << (rank << 2)
    for other in range(SEATS):  # constant indices are not checked at the door; empty seats hold nothing
        unseen -= table[UP + other] + table[KNOWN + other]
    return unseen - (hand if table[HAND_SIZE + seat] > 0 else 0)


@kernel
def stuck_chance(legal: int, known: int, unknown: int, unseen: int, share: int) -> int:
    """The chance, of ONE_WHOLE, that no card of `known` and of so many `unknown` may go; `share` is 2**20 / unseen."""
    if ranks_in(known) & legal:
        return 0
    miss = ONE_WHOLE - ((size(unseen & (legal * 15)) * share) >> 10)
    chance = ONE_WHOLE
    while unknown > 0:
        if unknown & 1:
            chance = (chance * miss) >> 10
        miss = (miss * miss) >> 10
        unknown >>= 1
    return chance


@kernel
def number_of(table: Words, hand: int, seat: int, options: int, rank: int, special: bool) -> int:
    """How many cards of `rank` to lay: of a special one, if anything else is left, and else all."""
    counts = counts_for(table, hand, seat, options, rank)
    cards = count_of(hand, rank)
    if special and counts & 2 and cards < size(hand):
        return 1
    return cards if counts >> cards & 1 else highest_count(counts)


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The action of the highest score."""
    rest = phase_of(table)
    row = LEGAL + (rest << 4)
    pile = size(table[PILE])
    ranks = options & RANK_BITS
    roaming = roaming_ranks(table)
    special_cost = mine[SPECIAL] if rest else SPECIAL_IN_STOCK
    if ranks & (ranks - 1) == 0 and ranks != 0 and options & TRY_BIT == 0:
        # One rank: nothing is to be weighed where even its worst score is above the best that taking may have.
        rank = lowest_rank(ranks)
        special = ranks & roaming != 0 or burns(table, rank)
        cards = number_of(table, hand, seat, options, rank, special)
        price = special_cost * cards if special else PLACE * rank
        if (mine[TAKEN] - mine[PRIZE]) * pile > price + mine[BURNT] * (pile + cards) + mine[LIFT] + mine[ALONE]:
            return play_of(rank, cards)
    unseen = unseen_cards(table, hand, seat)
    share = (1 << 20) // max(1, size(unseen))

    victim = following(table, seat)
    known = table[KNOWN + victim]
    unknown = table[HAND_SIZE + victim] - size(known)
    if table[HAND_SIZE + victim] == 0:
        known = table[UP + victim]
        unknown = 1 if known == 0 else 0

    press = mine[STUCK]
    if table[HAND_SIZE + victim] <= LAST_CARDS and cards_left(table, victim) <= LAST_CARDS:
        press += mine[PRESSING]
    best = -(1 << 40)
    action = TAKE
    if options & TRY_BIT:
        goes = (size(unseen & (table[row + table[TOP]] * 15)) * share) >> 10
        score = -(((ONE_WHOLE - goes) * mine[TAKEN] * (pile + 1)) >> 10) - mine[TRYING]
        best = score
        action = TRY

    held_off = held_off_ranks(table) & ~roaming
    own = ranks_in(hand) & ~roaming
    faces = own & held_off
    while ranks != 0:
        rank = lowest_rank(ranks)
        bit = 1 << (rank << 2)
        ranks &= ranks - 1
        special = bit & roaming != 0 or burns(table, rank)
        cards = number_of(table, hand, seat, options, rank, special)
        effect, top = outcome_of_play(table, rank, cards)
        legal = table[row + top]
        if special:
            score = -special_cost * cards
        else:
            score = -PLACE * rank
            if bit & held_off:
                score += mine[FACE]
            elif table[row + rank] & faces:
                lifting = lifting_ranks(table, own, held_off)
                if bit & lifting and cards == size(hand & (lifting * 15)):
                    score -= mine[LIFT]
        if BURN_TEN <= effect <= BURN_RULE:
            score -= mine[BURNT] * (pile + cards)
            if not special or effect == BURN_FOUR:
                score += mine[BURN]
        else:
            chance = ONE_WHOLE
            if effect < NEXT_TAKES_PASS or effect > NEXT_TAKES_LEAD:
                chance = stuck_chance(legal, known, unknown, unseen, share)
            score += (chance * (press + mine[FOR_PILE] * (pile + cards))) >> 10
        kept = hand - (cards << (rank << 2))
        if kept != 0:
            if ranks_in(kept) & legal == 0:
                score -= mine[ALONE]
        elif table[STOCK] == 0 and cards_left(table, seat) == cards:
            score += GOES_OUT
        if score > best:
            best = score
            action = play_of(rank, cards)
    # Last, as it is seldom worth a look.
    if options & TAKE_BIT and (mine[PRIZE] - mine[TAKEN]) * pile > best:
        specials = burning_ranks(table) | roaming
        if mine[PRIZE] * size(table[PILE] & (specials * 15)) - mine[TAKEN] * pile > best:
            return TAKE
    return action


def swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Lay the cards that go on most tops in the up row; of those alike the higher rank, burning ranks first."""
    row = LEGAL + (phase_of(table) << 4)
    cards = hand + options
    room = size(options)
    burning = burning_ranks(table)
    laid = 0
    while room > 0:
        ranks = ranks_in(cards)
        best = -1
        most = -1
        while ranks != 0:
            rank = lowest_rank(ranks)
            ranks &= ranks - 1
            tops = 0
            for top in range(16):
                tops += table[row + top] >> (rank << 2) & 1
            worth = 32 * tops + rank + (512 if burning >> (rank << 2) & 1 else 0)
            if worth > most:
                most = worth
                best = rank
        count = min(count_of(cards, best), room)
        laid += count << (best << 2)
        cards -= count_of(cards, best) << (best << 2)
        room -= count
    return laid


STRATEGY = Strategy(
    name="counter",
    summary="Counts cards: weighs what the next player can answer, and what is left for itself.",
    source="our own; its numbers were found by CMA-ES against lowest, for six presets at 2 to 5 players at once",
    questions={"play": play, "swap": swap},
    parameters=(
        Parameter("special", 1200, 0, 5000, "what it costs to part with a special once the stock is out"),
        Parameter("stuck", 135, 0, 2000, "worth of a next player who must take"),
        Parameter("pile", 28, 0, 500, "the same, for each card of the pile"),
        Parameter("pressing", 500, 0, 5000, "the same, if the next player has at most three cards left"),
        Parameter("face", 215, 0, 2000, "worth of parting with a card that low tops keep off"),
        Parameter("lift", 135, 0, 2000, "what it costs to part with the last number cards on which own faces may go"),
        Parameter("burn", 230, 0, 2000, "worth of a burn by a run, or by a card that is no special"),
        Parameter("burnt", 16, 0, 500, "what each card of a pile that burns costs: nobody will have to take it"),
        Parameter("alone", 315, 0, 2000, "what it costs if nothing of the own cards can go on the play"),
        Parameter("taken", 2220, 0, 5000, "what each card of a pile costs that is taken by choice"),
        Parameter("prize", 320, 0, 5000, "worth of each special in such a pile"),
        Parameter("trying", 870, 0, 9000, "what it costs to try the stock"),
    ),
    games_per_second=100_000,
)
