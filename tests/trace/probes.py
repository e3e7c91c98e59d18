"""Strategies that look at everything they are shown: one wrong word, and they play another game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paskasim.engine import play as play_compiled
from paskasim.kernels.cards import bits_in, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    AS_PLAY,
    BELIEVE,
    DOUBT,
    MEMORY,
    PARAMS,
    TABLE_WORDS,
    TAKE,
    TAKE_BIT,
    TRY,
    TRY_BIT,
)
from paskasim.lineups import Player, crew_of
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.claiming import claim_of, claims_in, nth_claim
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.moves import nth_play, plays_in

PRIME = 0x100000001B3
OWN_WORDS = 10  # the dice


@kernel
def _stirred(number: int, word: int) -> int:
    mixed = (number ^ word) * PRIME
    return mixed ^ ((mixed >> 29) & 0x7FFFFFFFF)


@kernel
def _seen(table: Any, hand: int, seat: int, options: int) -> int:
    """All that was shown, folded into one number."""
    number = 1469598103934665603
    for word in range(TABLE_WORDS):
        number = _stirred(number, table[word])
    return _stirred(_stirred(_stirred(number, hand), seat), options)


@kernel
def _with_own(mine: Any, number: int) -> int:
    """What was seen, with dice, parameters and everything seen before; it is remembered, too."""
    for word in range(OWN_WORDS):
        number = _stirred(number, mine[word])
    number = _stirred(_stirred(number, mine[PARAMS]), mine[PARAMS + 1])
    number = _stirred(number, mine[MEMORY])
    mine[MEMORY] = number
    return number


@kernel
def _play(table: Any, hand: int, seat: int, options: int, number: int) -> int:
    plays = plays_in(table, hand, seat, options)
    take = 1 if options & TAKE_BIT else 0
    n = ((number >> 20) & 0x7FFFFFFF) % (plays + take + (1 if options & TRY_BIT else 0))
    if n < plays:
        return nth_play(table, hand, seat, options, n)
    return TAKE if n == plays and take else TRY


@kernel
def _row_card(row: int, number: int) -> int:
    ranks = ranks_in(row)
    for _ in range(((number >> 20) & 0x7FFFFFFF) % bits_in(ranks)):
        ranks &= ranks - 1
    return ranks & -ranks


@kernel
def _row(cards: int, room: int, number: int) -> int:
    """A row of `room` cards, the first of them of a rank that depends on the number."""
    row = 0
    for i in range(room):
        ranks = ranks_in(cards)
        for _ in range(((number >> (i + 20)) & 0x7FFFFFFF) % bits_in(ranks)):
            ranks &= ranks - 1
        card = 1 << (lowest_rank(ranks) << 2)
        row += card
        cards -= card
    return row


@kernel
def _claim(table: Any, hand: int, seat: int, options: int, number: int) -> int:
    """A claim of cards that depend on the number; now and then as `play` says."""
    if (number >> 16) & 7 == 0:
        return AS_PLAY
    claims = claims_in(table, seat, options)
    n = ((number >> 20) & 0x7FFFFFFF) % (claims + (1 if options & TAKE_BIT else 0))
    if n == claims:
        return TAKE
    rank, count = nth_claim(table, seat, options, n)
    return claim_of(rank, _row(hand, count, number))


@kernel
def _doubt(number: int) -> int:
    return DOUBT if (number >> 24) % 5 == 0 else BELIEVE


def wary_play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A play that depends on all there is."""
    return _play(table, hand, seat, options, _with_own(mine, _seen(table, hand, seat, options)))


def wary_row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A row card that depends on all there is."""
    return _row_card(hand, _with_own(mine, _seen(table, hand, seat, options)))


def wary_swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A row that depends on all there is."""
    return _row(hand + options, size(options), _with_own(mine, _seen(table, hand, seat, options)))


def wary_claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A claim that depends on all there is."""
    return _claim(table, hand, seat, options, _with_own(mine, _seen(table, hand, seat, options)))


def wary_challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A doubt that depends on all there is."""
    return _doubt(_with_own(mine, _seen(table, hand, seat, options)))


def sober_claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A claim that depends on all that is shown now."""
    return _claim(table, hand, seat, options, _seen(table, hand, seat, options))


def sober_challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A doubt that depends on all that is shown now."""
    return _doubt(_seen(table, hand, seat, options))


def sober_play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A play that depends on all that is shown now."""
    return _play(table, hand, seat, options, _seen(table, hand, seat, options))


def wrong_play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Twenty cards of a rank."""
    return 20


def wrong_row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Two cards."""
    return 2 << (lowest_rank(ranks_in(hand)) << 2)


def wrong_swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """A row with a card more."""
    return options + (1 << (lowest_rank(ranks_in(hand)) << 2))


WARY = Strategy(
    "wary", "Depends on all there is.", "a test",
    {
        "play": wary_play, "swap": wary_swap, "row_card": wary_row_card, "claim": wary_claim,
        "challenge": wary_challenge,
    },
    parameters=(Parameter("keep", 3, 0, 9, "cards"), Parameter("share", 0.5, 0, 1, "share", scale=1000)),
    deterministic=False, memoryless=False,
)  # fmt: skip
SOBER = Strategy(
    "sober",
    "Depends on all that is shown now.",
    "a test",
    {"play": sober_play, "claim": sober_claim, "challenge": sober_challenge},
)
PROBES = {
    strategy.name: Player(strategy, tuple(float(p.default) for p in strategy.parameters)) for strategy in (WARY, SOBER)
}


def compiled_games(rules: RuleSet, seats: Sequence[Player], seed: int, first: int, games: int) -> list[dict[str, Any]]:
    """Return the rows of the compiled engine, detail included."""
    from paskasim.studies.columns import game_rows

    played = play_compiled(rule_tables(rules, len(seats)), len(seats), crew_of(seats), seed, first, games, detail=True)
    rows: list[dict[str, Any]] = game_rows(played, detail=True).to_pylist()
    return rows
