"""Claims and doubts: paskasim simulate valepaska --players 4 --lineup "docs/examples/my_bluffs.py:cornered,honest"."""

from paskasim.bots import (
    AS_PLAY,
    BELIEVE,
    DOUBT,
    PARAMS,
    RANK_BITS,
    SEAT,
    TAKE,
    TAKE_BIT,
    TRY,
    Parameter,
    Strategy,
    all_of,
    cards_left,
    cards_that_fit,
    claim_counts,
    claim_of,
    claimed_count,
    legal_ranks,
    lowest_cards,
    lowest_rank,
    ranks_in,
    roll,
)


def play(table, mine, hand, seat, options):
    """Lay all cards of the lowest rank, for what it is; what may be claimed truthfully is asked here, too."""
    if options & RANK_BITS:
        return all_of(table, hand, seat, options, lowest_rank(options & RANK_BITS))
    return TAKE if options & TAKE_BIT else TRY


def claim(table, mine, hand, seat, options):
    """Tell the truth where it can be told; else lie with the lowest card, if one card may be laid as any rank."""
    if legal_ranks(table) & ranks_in(hand) or roll(mine, 100) >= mine[PARAMS]:
        return AS_PLAY
    ranks = options & RANK_BITS
    while ranks:
        rank = lowest_rank(ranks)
        if claim_counts(table, seat, rank) >> 1 & 1:  # bit n: n cards may be claimed
            return claim_of(rank, lowest_cards(hand, 1))
        ranks &= ranks - 1
    return AS_PLAY


def challenge(table, mine, hand, seat, options):
    """Doubt a last claim, and what can't be: more cards than the claimant may have, for all that is known."""
    claimant = table[SEAT]
    if cards_left(table, claimant) == claimed_count(options):
        return DOUBT
    return DOUBT if cards_that_fit(table, hand, seat, options) < claimed_count(options) else BELIEVE


STRATEGY = Strategy(
    name="cornered",
    summary="Lies when it is cornered, and doubts whoever would be out.",
    source="an example of docs/strategies.md",
    questions={"play": play, "claim": claim, "challenge": challenge},
    parameters=(Parameter("lie", 80, 0, 100, "times of a hundred that it lies rather than take the pile"),),
    deterministic=False,
    games_per_second=100_000,
    bluff_games_per_second=50_000,
)
