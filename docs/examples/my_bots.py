"""A strategy of one's own: paskasim simulate paskahousu --lineup "docs/examples/my_bots.py:careful[keep=2],lowest"."""

from paskasim.bots import PARAMS, RANK_BITS, TAKE, TEN, TWO, Parameter, Strategy, all_of, count_of, lowest_rank


def play(table, mine, hand, seat, options):
    """Play the lowest rank, but keep the last tens and twos while there is anything else."""
    ranks = options & RANK_BITS
    others = ranks
    for rank in (TEN, TWO):
        if count_of(hand, rank) <= mine[PARAMS]:
            others &= ~(1 << (rank << 2))
    if others != 0:
        return all_of(table, hand, seat, options, lowest_rank(others))
    if ranks != 0:
        return all_of(table, hand, seat, options, lowest_rank(ranks))
    return TAKE  # with no legal card it is asked only where it may take or try


STRATEGY = Strategy(
    name="careful",
    summary="Plays its lowest cards and keeps its last tens and twos for bad times.",
    source="an example of docs/strategies.md",
    questions={"play": play},
    parameters=(Parameter("keep", 1, 0, 8, "how many tens, and how many twos, it keeps"),),
    games_per_second=100_000,
)
