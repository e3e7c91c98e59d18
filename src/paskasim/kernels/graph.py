"""The state graph of an ending between two players, enumerated from one state, for `retrograde`.

A table of two seats and no stock lies in HERE and SECRET. States are numbered as they are seen, layer by layer: layer n
holds the states that can be reached in n turns and not in fewer.
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    HIDDEN_WORDS,
    SEAT,
    TABLE_WORDS,
    TALLY_WORDS,
)
from paskasim.kernels.options import cards_left
from paskasim.kernels.packed import pack, place_of, stride_of, unpack
from paskasim.kernels.pointers import from_word
from paskasim.kernels.search import MOST_ACTIONS, actions_into
from paskasim.kernels.turn import step

MOST_STATES = 1 << 13
EDGES_A_STATE = 8  # on an average; where there are more, it is as if there were too many states
STATE_WORDS = 8  # of a packed state of two seats, at most
FIRST_PLACES = 256  # of the hash table, which is doubled when it is half full
ALL_LAYERS = 1 << 30
OVER = MOST_STATES  # behind the states, two nodes for the game that is over: seat 0 is out, seat 1 is out
NODES = MOST_STATES + 2

# --- space ----------------------------------------------------------------------------------------------------
COUNT = 0  # states seen
EXPLORED = 1  # states of which every action was followed
LAYERS = 2  # layers that are wholly explored; ALL_LAYERS if there is no other state
MASK = 3  # places of the hash table, minus one
EDGES = 4
ORDER = 5  # of the results (`retrograde`)
ME = 6  # the seat whose results they are
MOST = 7  # states that there may be
FIRST_ACTIONS = 8  # at the first state
HERE = 16
SECRET = HERE + TABLE_WORDS
TALLY = SECRET + HIDDEN_WORDS
ACTIONS = TALLY + TALLY_WORDS
ACTION = ACTIONS + MOST_ACTIONS  # [i] at the first state
TARGET = ACTION + MOST_ACTIONS  # [i] node that it leads to
BEST = TARGET + MOST_ACTIONS  # [i] whether it is among the best
FIRST = BEST + MOST_ACTIONS  # [node] number of the first edge that leads there, 0 for none
WAYS = FIRST + NODES  # [state] actions
LEFT = WAYS + MOST_STATES  # the rest is for `retrograde`, up to LOSS
QUEUE = LEFT + MOST_STATES
WIN = QUEUE + NODES  # [node] turns in which ME can force the win, or -1
LOSS = WIN + NODES  # [node] the same of the second attractor
EDGE = LOSS + NODES  # [edge - 1] state that it comes from, and the next edge that leads to the same node
SEEN = EDGE + EDGES_A_STATE * MOST_STATES + MOST_ACTIONS
STATES = SEEN + 4 * MOST_STATES
SPACE_WORDS = STATES + STATE_WORDS * (MOST_STATES + 1)

DRAW_BEFORE_LOSS = 0
LOSS_BEFORE_DRAW = 1


@kernel
def begin_graph(space: Words, most: int, order: int) -> None:
    """Make the state laid out in HERE and SECRET the only one of a graph of `most` (1 to MOST_STATES) states."""
    here = from_word(space, HERE)
    seen = from_word(space, SEEN)
    states = from_word(space, STATES)
    for place in range(FIRST_PLACES):
        seen[place] = -1
    pack(here, from_word(space, SECRET), states)
    seen[place_of(states, stride_of(here), seen, FIRST_PLACES - 1, 0)] = 0
    space[FIRST] = 0
    space[FIRST + OVER] = 0
    space[FIRST + OVER + 1] = 0
    space[COUNT] = 1
    space[EXPLORED] = 0
    space[LAYERS] = 0
    space[MASK] = FIRST_PLACES - 1
    space[EDGES] = 0
    space[ORDER] = order
    space[ME] = here[SEAT]
    space[MOST] = most


@kernel
def _number_of(space: Words, here: Words) -> int:
    """Number of the state laid out in HERE and SECRET, or -1."""
    count = space[COUNT]
    stride = stride_of(here)
    states = from_word(space, STATES)
    pack(here, from_word(space, SECRET), from_word(states, count * stride))
    seen = from_word(space, SEEN)
    return seen[place_of(states, stride, seen, space[MASK], count)]


@kernel
def _over(here: Words) -> int:
    """The node of a game that is over."""
    return OVER + (here[ACTIVE] & 1)


@kernel
def _actions_that_matter(space: Words, here: Words) -> int:
    """Write the legal actions of the seat to play into ACTIONS, and return how many there are.

    Who can go out needs no other action: a win cannot be bettered. But where a draw is worse than a loss, the other
    player is not taken to go out.
    """
    actions = from_word(space, ACTIONS)
    found = actions_into(here, from_word(space, SECRET), actions)
    if space[ORDER] == LOSS_BEFORE_DRAW and here[SEAT] != space[ME]:
        return found
    cards = cards_left(here, here[SEAT])
    for i in range(found):
        rank = actions[i] >> 60 & 15
        if rank != 15 and count_of(actions[i], rank) == cards:
            actions[0] = actions[i]
            return 1
    return found


@routine
def explore(space: Words, pause: int) -> bool:
    """Follow the actions of layer after layer, till there are `pause` states or more; False if that was all."""
    here = from_word(space, HERE)
    secret = from_word(space, SECRET)
    tally = from_word(space, TALLY)
    actions = from_word(space, ACTIONS)
    first = from_word(space, FIRST)
    edge = from_word(space, EDGE)
    seen = from_word(space, SEEN)
    states = from_word(space, STATES)
    stride = stride_of(here)
    most = space[MOST]
    mask = space[MASK]
    count = space[COUNT]
    edges = space[EDGES]
    number = space[EXPLORED]
    full = False
    while number < count and count < pause and not full:
        layer_end = count
        while number < layer_end and not full:
            state = from_word(states, number * stride)
            unpack(here, secret, state, 0)
            found = _actions_that_matter(space, here)
            space[WAYS + number] = found
            i = 0
            while i < found and not full:
                if i > 0:
                    unpack(here, secret, state, 0)
                step(here, secret, tally, actions[i])
                if here[ACTIVE_COUNT] == 1:
                    target = _over(here)
                else:
                    pack(here, secret, from_word(states, count * stride))
                    place = place_of(states, stride, seen, mask, count)
                    target = seen[place]
                    if target < 0 and count < most:
                        target = count
                        seen[place] = target
                        first[target] = 0
                        count += 1
                        if 2 * count > mask:
                            mask = 2 * mask + 1
                            for free in range(mask + 1):
                                seen[free] = -1
                            for known in range(count):
                                seen[place_of(states, stride, seen, mask, known)] = known
                full = target < 0 or edges == EDGES_A_STATE * most + MOST_ACTIONS
                if not full:
                    edge[edges] = number << 32 | first[target]
                    edges += 1
                    first[target] = edges
                i += 1
            number += 1
        if not full:
            space[EXPLORED] = number
            space[LAYERS] += 1
    space[COUNT] = count
    space[MASK] = mask
    space[EDGES] = edges
    if number == count and not full:
        space[LAYERS] = ALL_LAYERS
    return not full and number < count


@kernel
def list_actions(space: Words) -> int:
    """Write down the actions at the state laid out in HERE and SECRET as those of the first one; how many there are."""
    found = _actions_that_matter(space, from_word(space, HERE))
    for i in range(found):
        space[ACTION + i] = space[ACTIONS + i]
    space[FIRST_ACTIONS] = found
    return found


@routine
def follow_first(space: Words) -> None:
    """Write down the actions at the first state and the nodes that they lead to, none if too few states may be seen."""
    here = from_word(space, HERE)
    secret = from_word(space, SECRET)
    tally = from_word(space, TALLY)
    states = from_word(space, STATES)
    space[FIRST_ACTIONS] = 0
    if space[LAYERS] == 0:
        return
    unpack(here, secret, states, 0)
    for i in range(list_actions(space)):
        unpack(here, secret, states, 0)
        step(here, secret, tally, space[ACTION + i])
        space[TARGET + i] = _over(here) if here[ACTIVE_COUNT] == 1 else _number_of(space, here)
