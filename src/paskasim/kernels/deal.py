"""Shuffle, deal, swap, turned card and starter (RULES.md, 'Deck and deal' and 'Start')."""

from __future__ import annotations

from paskasim.kernels.cards import count_of, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    CARD_BITS,
    CHECKED_GONE,
    DEAL_ALL,
    DEAL_DOWN,
    DEAL_HAND,
    DEAL_UP,
    DECK,
    DECK_CARDS,
    DECK_SIZE,
    DIRECTION,
    DOWN,
    DOWN_SIZE,
    DRAWN,
    DROP,
    EMPTY,
    FIRST_OUT_TURN,
    GAME,
    HAND,
    HAND_SIZE,
    JOKER,
    KNOWN,
    LEADER,
    OPENING,
    OPENING_RANK,
    OUTCOME,
    PILE,
    PLAYERS,
    RANKS,
    RULE_WORDS,
    RUN,
    RUN_RANK,
    SEAT,
    SEED_HIGH,
    SEED_LOW,
    START,
    STARTER,
    STOCK,
    STOCK_OUT_TURN,
    STREAM,
    TABLE_WORDS,
    TALLY_WORDS,
    TOP,
    TURNED,
    UNDECIDED,
    UP,
)
from paskasim.kernels.pointers import from_word
from paskasim.kernels.rng import DECK_STREAM, SEAT_STREAM, TABLE_STREAM, bounded_of, shuffle


@kernel
def next_card(hidden: Words) -> int:
    """Take the next card of the deck."""
    place = hidden[DRAWN]
    hidden[DRAWN] = place + 1
    card: int = hidden[DECK + place]
    return card


@kernel
def sorted_deck(table: Words, deck: Words) -> int:
    """Lay the deck of the rules into `deck` in the order of the ranks, and return how many cards there are."""
    n = 0
    for rank in range(RANKS):
        for _ in range(table[DECK_CARDS + rank]):
            deck[n] = rank
            n += 1
    return n


@kernel
def deal(table: Words, hidden: Words, tally: Words, deck: Words, size: int, players: int, seed: int, game: int) -> None:
    """Shuffle the deck of game number `game` and deal it: rows, hands, stock. The swap comes next, then `begin`.

    `deck` holds the `size` sorted cards, and behind them scratch space for the shuffle.
    """
    for word in range(RULE_WORDS, TABLE_WORDS):
        table[word] = 0
    for word in range(DECK):
        hidden[word] = 0
    for word in range(TALLY_WORDS):
        tally[word] = 0
    tally[STOCK_OUT_TURN] = -1
    tally[FIRST_OUT_TURN] = -1
    tally[LEADER] = -1
    tally[OUTCOME] = UNDECIDED
    hidden[SEED_LOW] = seed & 0xFFFFFFFF
    hidden[SEED_HIGH] = (seed >> 32) & 0xFFFFFFFF
    hidden[GAME] = game
    hidden[STREAM] = SEAT_STREAM << 4
    hidden[CHECKED_GONE] = -1
    cards = from_word(hidden, DECK)
    for i in range(size):
        cards[i] = deck[i]
    stream = DECK_STREAM << 4
    shuffle(cards, 0, size, hidden[SEED_LOW], hidden[SEED_HIGH], stream, game, from_word(deck, DECK_SIZE))

    table[PLAYERS] = players
    table[DIRECTION] = 1
    table[TOP] = EMPTY
    table[RUN_RANK] = EMPTY
    table[OPENING_RANK] = -1
    table[ACTIVE] = (1 << players) - 1
    table[ACTIVE_COUNT] = players
    for seat in range(players):
        row = 0
        for i in range(table[DEAL_DOWN]):
            row |= next_card(hidden) << (i << 2)
        hidden[DOWN + seat] = row
        table[DOWN_SIZE + seat] = table[DEAL_DOWN]
    for seat in range(players):
        for _ in range(table[DEAL_UP]):
            table[UP + seat] += 1 << (next_card(hidden) << 2)
    stock = size - table[DROP] - hidden[DRAWN]
    if table[DEAL_ALL]:
        for i in range(stock):
            _to_hand(table, hidden, i % players, next_card(hidden))
        stock = 0
    else:
        for seat in range(players):
            for _ in range(table[DEAL_HAND]):
                _to_hand(table, hidden, seat, next_card(hidden))
        stock -= players * table[DEAL_HAND]
    table[STOCK] = stock


@kernel
def _to_hand(table: Words, hidden: Words, seat: int, rank: int) -> None:
    hidden[HAND + seat] += 1 << (rank << 2)
    table[HAND_SIZE + seat] += 1


@kernel
def exchange(table: Words, hidden: Words, seat: int, up: int) -> bool:
    """Lay `up` (packed) in the up row of `seat`, the rest into the hand; False if the cards don't allow it."""
    cards = hidden[HAND + seat] + table[UP + seat]
    if up < 0 or up > CARD_BITS or size(up) != size(table[UP + seat]):
        return False
    ranks = ranks_in(cards | up)
    taken = 0
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        laid = count_of(up, rank)
        if laid > count_of(cards, rank):
            return False
        shown = count_of(table[UP + seat], rank)
        if shown > laid:
            taken += (shown - laid) << (rank << 2)
    table[KNOWN + seat] = taken
    table[UP + seat] = up
    hidden[HAND + seat] = cards - up
    return True


@kernel
def begin(table: Words, hidden: Words, tally: Words) -> None:
    """Turn the first card where the rules say so, and find the starter."""
    if table[TURNED]:
        rank = next_card(hidden)
        table[STOCK] -= 1
        table[PILE] = 1 << (rank << 2)
        if rank != JOKER:
            table[TOP] = rank
            table[RUN_RANK] = rank
            table[RUN] = 1
    starter, rank = _starter(table, hidden)
    table[SEAT] = starter
    tally[STARTER] = starter
    if table[OPENING]:
        table[OPENING_RANK] = rank
    if table[STOCK] == 0:
        tally[STOCK_OUT_TURN] = 0


@kernel
def _starter(table: Words, hidden: Words) -> tuple[int, int]:
    """Seat that starts, and the rank that decided it or -1."""
    players = table[PLAYERS]
    if table[START] == 0:
        return 0, -1
    if table[START] == 4:
        stream = (hidden[SEED_LOW], hidden[SEED_HIGH])
        return bounded_of(stream[0], stream[1], TABLE_STREAM << 4, hidden[GAME], players), -1
    ranks = 0
    for seat in range(players):
        ranks |= ranks_in(table[UP + seat] if table[START] == 3 else hidden[HAND + seat])
    ranks &= ~(1 << (JOKER << 2))
    if ranks == 0:
        return 0, -1
    rank = lowest_rank(ranks)
    starter = 0
    most = 0
    for seat in range(players):
        held = count_of(table[UP + seat] if table[START] == 3 else hidden[HAND + seat], rank)
        if held > most and (most == 0 or table[START] != 2):
            most = held
            starter = seat
    return starter, rank
