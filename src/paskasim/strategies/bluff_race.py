"""Candidates raced against each other in games with bluff: `race` for such games.

Of a claim that may be doubted every second world has it true and every second a lie, weighed by the chances of both.
"""

from __future__ import annotations

from typing import Final

from paskasim.kernels.cards import count_of, packed, size
from paskasim.kernels.claims import NOBODY
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import (
    DECK,
    DECK_CARDS,
    DOUBT,
    GONE,
    HAND,
    HAND_KNOWN,
    HAND_SIZE,
    KNOWING_WORDS,
    KNOWN,
    PILE,
    RANKS,
    RULE_WORDS,
    SEAT,
)
from paskasim.kernels.pointers import from_word
from paskasim.strategies.claiming import (
    CERTAIN,
    cards_that_fit,
    chance_of_lie,
    claim_of,
    claimed_count,
    claimed_rank,
    seen_elsewhere,
)
from paskasim.strategies.guessing import play_out_bluff
from paskasim.strategies.playout import NO_ACTION
from paskasim.strategies.prospect import prepare_prospects
from paskasim.strategies.race import (
    BATCH,
    CANDIDATES,
    CHANCE,
    COST_OF,
    COSTS,
    KEPT,
    KEPT_KNOWING,
    KEPT_SECRET,
    MOST_DEALS,
    PUBLIC_WORDS,
    SECRET,
    STATE,
    STILL_IN,
    TALLY,
    WORTH,
    drop_out,
)
from paskasim.strategies.unseen import lay_unseen
from paskasim.strategies.worlds import begin_guessing, deal_world, likely_lie

WHOLE: Final = 256  # of the weight of two worlds
NO_CLAIM: Final = -1
SURE: Final = 4  # halves of a standard error by which another candidate has to be better than the first one


@kernel
def lie_share(table: Words, hand: int, seat: int, said: int, lie: int, stuck: int) -> int:
    """Chance, of WHOLE, that the claim is a lie, as `chance_of_lie`; 0 where the claimant can hold nothing else."""
    rank = claimed_rank(said)
    claimant = table[SEAT]
    known = table[KNOWN + claimant]
    unknown = table[HAND_SIZE + claimant] - size(known)
    fitting = min(cards_that_fit(table, hand, seat, said), count_of(known, rank) + unknown)
    if fitting < claimed_count(said):
        return WHOLE
    if known & ~packed(rank, 15) == 0:
        seen = seen_elsewhere(table, hand, seat, claimant)
        others = 0
        for each in range(RANKS):
            if each != rank:
                others += table[DECK_CARDS + each] - count_of(seen, each)
        if others == 0 or unknown == 0:
            return 0
    return min(max(1, chance_of_lie(table, hand, seat, said, lie, stuck) * WHOLE // CERTAIN), WHOLE - 1)


@routine
def best_with_bluff(
    room: Words,
    weights: Words,
    seat: int,
    hand: int,
    found: int,
    playouts: int,
    turns: int,
    endless: int,
    said: int,
    share: int,
) -> int:
    """The candidate that costs `seat` least, of the `found` ones in `room`, as `race.best_of` in open play.

    `said` is NO_CLAIM, or the claim that may be doubted, which is a lie by a chance of `share` of WHOLE.
    """
    here = from_word(room, STATE)
    secret = from_word(room, SECRET)
    tally = from_word(room, TALLY)
    worth = from_word(room, WORTH)
    for word in range(DECK):
        secret[word] = 0
    prepare_prospects(here, worth)
    begin_guessing(here, secret, seat)
    for word in range(KNOWING_WORDS):
        room[KEPT_KNOWING + word] = secret[HAND_KNOWN + word]
    for word in range(PUBLIC_WORDS):
        room[KEPT + word] = here[RULE_WORDS + word]
    for i in range(found):
        room[STILL_IN + i] = i
        room[COSTS + i] = 0
    dice = from_word(room, CHANCE + 1)
    racing = found
    deals = 0
    while racing > 1 and playouts >= racing and deals < MOST_DEALS:
        playouts -= racing
        for word in range(PUBLIC_WORDS):
            here[RULE_WORDS + word] = room[KEPT + word]
        unseen = lay_unseen(here, secret, seat, hand)
        claim = NO_ACTION
        weight = 1
        true = 0
        if said != NO_CLAIM:
            lies = share == WHOLE or (share > 0 and deals & 1 == 1)
            weight = share if lies else WHOLE - share
            if 0 < share < WHOLE:
                weight *= 2
            if not lies:
                true = packed(claimed_rank(said), claimed_count(said))
        deal_world(here, secret, seat, hand, unseen, true, from_word(room, CHANCE))
        if said != NO_CLAIM:
            claim = claim_of(claimed_rank(said), true)
            if true == 0:
                claim = likely_lie(secret[HAND + here[SEAT]], claimed_rank(said), claimed_count(said))
                if claim == 0:  # a world in which it can't be a lie after all
                    claim = claim_of(claimed_rank(said), packed(claimed_rank(said), claimed_count(said)))
        for word in range(DECK):
            room[KEPT_SECRET + word] = secret[word]
        pile = here[PILE]
        gone = here[GONE]
        for k in range(racing):
            i = room[STILL_IN + k]
            for word in range(PUBLIC_WORDS):
                here[RULE_WORDS + word] = room[KEPT + word]
            here[PILE] = pile
            here[GONE] = gone
            for word in range(DECK):
                secret[word] = room[KEPT_SECRET + word]
            for word in range(KNOWING_WORDS):
                secret[HAND_KNOWN + word] = room[KEPT_KNOWING + word]
            room[CHANCE + 1] = room[CHANCE]
            first = room[CANDIDATES + i]
            doubter = NOBODY
            if said != NO_CLAIM:
                doubter = seat if first == DOUBT else NOBODY
                first = claim
            cost = weight * play_out_bluff(
                here, secret, tally, seat, first, doubter, seat, weights, worth, dice, turns, endless
            )
            room[COST_OF + i * MOST_DEALS + deals] = cost
            room[COSTS + i] += cost
        deals += 1
        if deals % BATCH == 0 or playouts < racing:
            racing = drop_out(room, racing, deals, SURE)
    for k in range(racing):
        if room[STILL_IN + k] == 0:
            return room[CANDIDATES]
    return room[CANDIDATES + room[STILL_IN]]
