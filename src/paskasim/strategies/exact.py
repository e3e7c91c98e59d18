"""`exact`: solves endings for two without unknown cards."""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import lowest_rank
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.graph import ACTION, BEST, FIRST_ACTIONS, MOST_STATES, SPACE_WORDS
from paskasim.kernels.layout import (
    HAND_SIZE,
    JOKER,
    MEMORY,
    MEMORY_WORDS,
    PARAMS,
    ROW_CARD_SHIFT,
    SCRATCH,
    TAKE,
    TEN,
    TWO,
)
from paskasim.kernels.pointers import from_word
from paskasim.kernels.retrograde import UNSETTLED
from paskasim.strategies import search
from paskasim.strategies.door import (
    Parameter,
    Strategy,
    claim_as_play,
    doubt_impossible,
    leave_rows,
    lowest_row_card,
)
from paskasim.strategies.ending import NOT_ASKED, lay_out_ending, order_of
from paskasim.strategies.notes import BOOK_WORDS, value_from

OTHER = search.STRATEGY  # plays where nothing is solved, with parameters and weights of its own
OWN_PARAMETERS = tuple(
    parameter
    for parameter in (
        Parameter("states", 2000, 0, MOST_STATES, "states that an analysis may see; with 0 there is none"),
        Parameter("endless", 1.0, 0, 10, "cost of a game without an end, in losses, shared by its players", 1000),
    )
    if parameter.name not in {others.name for others in OTHER.parameters}
)
PARAMETERS = OTHER.parameters + OWN_PARAMETERS
PLACES = {parameter.name: PARAMS + i for i, parameter in enumerate(PARAMETERS)}
STATES = PLACES["states"]
ENDLESS = PLACES["endless"]
ROW_CARD_BITS = 15 << ROW_CARD_SHIFT

# In the scratch space lies all that the other strategy takes for its own, then what the analysis works in.
OTHERS_OWN = SCRATCH
BOOK = OTHERS_OWN + OTHER.words
SPACE = BOOK + BOOK_WORDS
OTHERS_WEIGHTS = PARAMS + len(OTHER.parameters)  # where the other strategy looks for its weights
WEIGHTS = PARAMS + len(PARAMETERS)  # where they lie
WEIGHTS_NUMBER = len(OTHER.weights)

others_play = routine(OTHER.questions["play"])
others_row_card = routine(OTHER.questions.get("row_card", lowest_row_card))
others_swap = routine(OTHER.questions.get("swap", leave_rows))
others_claim = routine(OTHER.questions.get("claim", claim_as_play))
others_challenge = routine(OTHER.questions.get("challenge", doubt_impossible))


@kernel
def others_own(mine: Any) -> Any:
    """Words as the other strategy would own them: dice, parameters, weights and memory where it looks for them."""
    own = from_word(mine, OTHERS_OWN)
    for word in range(OTHERS_WEIGHTS):
        own[word] = mine[word]
    for word in range(MEMORY, MEMORY + MEMORY_WORDS):
        own[word] = mine[word]
    for word in range(WEIGHTS_NUMBER):
        own[OTHERS_WEIGHTS + word] = mine[WEIGHTS + word]
    return own


@kernel
def others_choice(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """What the other strategy plays; what it remembers is kept where a game's memory is."""
    own = others_own(mine)
    choice: int = others_play(table, own, hand, seat, options)
    for word in range(MEMORY, MEMORY + MEMORY_WORDS):
        mine[word] = own[word]
    return choice


@kernel
def is_play(action: int) -> bool:
    """Whether an action lays cards of one's own zone."""
    return action >> 60 & 15 != 15


@kernel
def without_row_card(action: int) -> int:
    """A TAKE without the card that goes along."""
    return action if is_play(action) else action & ~ROW_CARD_BITS


@kernel
def place_in_order(action: int) -> int:
    """The place of an action in the order in which `lowest` likes them best, 0 first."""
    if not is_play(action):
        return 1024 + (action >> ROW_CARD_SHIFT & 15)
    rank = action >> 60 & 15
    kept = rank in (TEN, TWO, JOKER)
    return (512 if kept else 0) + (rank << 4) + 15 - (action >> (rank << 2) & 15)


@routine
def best_action(space: Words, liked: int, takes_only: bool) -> int:
    """`liked` where it is among the best actions, else of these the one that `lowest` likes best.

    A `liked` TAKE without a row card stands for all of them. Without any best action it is `liked`.
    """
    best = liked
    first = 1 << 30
    for i in range(space[FIRST_ACTIONS]):
        action = space[ACTION + i]
        if space[BEST + i] and not (takes_only and without_row_card(action) != TAKE):
            if liked == action or liked == without_row_card(action):
                return liked
            if place_in_order(action) < first:
                first = place_in_order(action)
                best = action
    return best


@routine
def settle(table: Any, mine: Any, own: int, seat: int) -> int:
    """Value of the position for `seat`, who holds `own` in hand, or NOT_ASKED where some card is unknown."""
    space = from_word(mine, SPACE)
    if mine[STATES] == 0 or not lay_out_ending(table, own, seat, space):
        return NOT_ASKED
    return value_from(from_word(mine, BOOK), space, mine[STATES], order_of(mine[ENDLESS]))


@kernel
def is_settled(value: int) -> bool:
    """Whether the value is known."""
    return value != NOT_ASKED and value != UNSETTLED


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The shortest win, else a draw, else the longest loss; as the other strategy plays where that is not known."""
    space = from_word(mine, SPACE)
    value = settle(table, mine, hand if table[HAND_SIZE + seat] > 0 else 0, seat)
    if is_settled(value):
        return without_row_card(best_action(space, 0, False))
    liked = others_choice(table, mine, hand, seat, options)
    if value == NOT_ASKED:
        return liked
    return without_row_card(best_action(space, liked, False))


def row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The card that belongs to the best action among those that take."""
    space = from_word(mine, SPACE)
    value = settle(table, mine, 0, seat)
    liked = others_row_card(table, others_own(mine), hand, seat, options)
    if value == NOT_ASKED:
        return liked
    wanted = 0 if is_settled(value) else TAKE | (lowest_rank(liked) + 1) << ROW_CARD_SHIFT
    action = best_action(space, wanted, True)
    return liked if action == 0 else 1 << ((action >> ROW_CARD_SHIFT & 15) - 1 << 2)


def swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """As the other strategy does."""
    return others_swap(table, others_own(mine), hand, seat, options)


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """As the other strategy does."""
    return others_claim(table, others_own(mine), hand, seat, options)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """As the other strategy does."""
    return others_challenge(table, others_own(mine), hand, seat, options)


STRATEGY = Strategy(
    name="exact",
    summary=f"Solves endings for two without unknown cards, and plays like `{OTHER.name}` before and beyond them.",
    source="retrograde analysis, as of chess endings since Bellman (1965) and Thompson (1986); docs/exact.md",
    questions={"play": play, "swap": swap, "row_card": row_card, "claim": claim, "challenge": challenge},
    parameters=PARAMETERS,
    deterministic=OTHER.deterministic,
    memoryless=OTHER.memoryless,
    games_per_second=min(10, OTHER.games_per_second),
    bluff_games_per_second=OTHER.bluff_games_per_second,
    words=SPACE + SPACE_WORDS,
    weights=OTHER.weights,
)
