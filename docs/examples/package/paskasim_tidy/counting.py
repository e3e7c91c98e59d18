"""Helpers that several strategies of the package may use."""

from paskasim.bots import RANK_BITS, count_of, kernel, lowest_rank


@kernel
def most_frequent(hand, ranks):
    """Rank of `ranks`, not empty, of which `hand` holds most cards; the lowest of several."""
    best, most = -1, 0
    left = ranks & RANK_BITS
    while left != 0:
        rank = lowest_rank(left)
        if count_of(hand, rank) > most:
            best, most = rank, count_of(hand, rank)
        left &= left - 1
    return best
