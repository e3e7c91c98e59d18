"""Retrograde analysis of an ending between two players without unknown cards: who can make sure of what.

The state graph is enumerated forwards from one state, layer by layer: layer n holds the states that can be reached in n
turns and not in fewer. Where there are more states than there may be, the last layer is not explored. Then the sets of
states in which one player can force what is asked for are grown backwards from the ends of the game (`attract`).

**Why that is right.** For the player `me` a game ends in `win` (the other one is left with cards), in `loss`, or never
(`draw`). The value of a state is the best result that `me` can make sure of, whatever the other does. Let `me` order
the three results in any way. A set G of results, 'at least as good as this one', is one of two kinds.

- Without the draw: some ends have to be *reached*. `me` can force that in the attractor of these ends for `me`, the
  smallest set with the ends themselves, every state where `me` moves and some action leads into the set, and every
  state where the other moves and all actions do. Inside, a state of `me` joins after one of its successors, a state of
  the other after all of them. So if `me` always goes to one that joined earlier, finitely many turns lead to an end.
  Outside, the other can stay outside for ever: no action of `me` leads in, and at each state of its own one leads not.
- With the draw: the ends that are not in G have to be *avoided*. By the same argument `me` can do so everywhere but in
  the attractor of these ends for the other.

So the values are those two attractors, whatever the order is. With `endless`, the cost of a game without an end in
thousandths of a loss, shared by the two:

- win > draw > loss (`endless` up to 2000): `win` in the attractor of my win for me, `loss` in that of my loss for the
  other, `draw` in all that is left over. At 0 and at 2000 the draw counts like one of the others; what is best by this
  order is best by that one, too.
- win > loss > draw (`endless` above 2000): `win` as before; else `loss` in the attractor of *both* ends for me, where I
  can see to it that the game ends; else `draw`, since the other can keep it going. That would cost both of them more
  than losing, so a sensible opponent may well do better for both; what is stated is what needs no good will.

Sets grow a turn at a time, first in, first out, so a state joins at the number of turns that it takes if the one who
forces goes the shortest way and the other puts up the longest resistance.

**Without all states.** A state joins by actions that were followed: by one of them where the one who forces moves, else
by all that it has. So what joins does so rightly, and never with too few turns. A way of at most LAYERS turns runs
through explored layers alone, so those are all found, with the right number.

A packed state says nothing of passes in a row: where all pass, the graph has a round of passes without an end.
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import ACTIVE, ACTIVE_COUNT, HIDDEN_WORDS, SEAT, TABLE_WORDS, TALLY_WORDS
from paskasim.kernels.options import cards_left
from paskasim.kernels.packed import pack, place_of, stride_of, unpack
from paskasim.kernels.pointers import from_word
from paskasim.kernels.search import MOST_ACTIONS, actions_into
from paskasim.kernels.turn import step

MOST_STATES = 1 << 13
EDGES_A_STATE = 8  # on an average; where there are more, it is as if there were too many states
STATE_WORDS = 8  # of a packed state of two seats, at most
FIRST_PLACES = 256  # of the hash table, which is doubled when it is half full
FIRST_PAUSE = 64  # states after which the values are looked at for the first time
ALL_LAYERS = 1 << 30
OVER = MOST_STATES  # behind the states, two nodes for the game that is over: seat 0 is out, seat 1 is out
NODES = MOST_STATES + 2

# --- space: what the analysis works in ------------------------------------------------------------------------
COUNT = 0  # states seen
EXPLORED = 1  # states of which every action was followed
LAYERS = 2  # layers that are wholly explored; ALL_LAYERS if there is no other state
MASK = 3  # places of the hash table, minus one
ROOT_ACTIONS = 4  # actions at the first state
ORDER = 5  # of the results, see `analyse`
EDGES = 6
HERE = 8  # the table of two seats
SECRET = HERE + TABLE_WORDS
TALLY = SECRET + HIDDEN_WORDS
ACTIONS = TALLY + TALLY_WORDS
ROOT = ACTIONS + MOST_ACTIONS  # [i] action at the first state
TARGET = ROOT + MOST_ACTIONS  # [i] node that it leads to
FIRST = TARGET + MOST_ACTIONS  # [node] number of the first edge that leads there, 0 for none
WAYS = FIRST + NODES  # [state] legal actions
LEFT = WAYS + MOST_STATES
QUEUE = LEFT + MOST_STATES
WIN = QUEUE + NODES  # [node] turns in which the first state's player can force the win, or -1
LOSS = WIN + NODES  # [node] the same of the second attractor
EDGE = LOSS + NODES  # [edge - 1] state that it comes from, and the next edge that leads to the same node
SEEN = EDGE + EDGES_A_STATE * MOST_STATES + MOST_ACTIONS
STATES = SEEN + 4 * MOST_STATES
SPACE_WORDS = STATES + STATE_WORDS * (MOST_STATES + 1)

# --- orders of the results, and values ------------------------------------------------------------------------
DRAW_BEFORE_LOSS = 0
LOSS_BEFORE_DRAW = 1

UNSETTLED = 0  # too many states to say
VALUE_WIN = 1
VALUE_DRAW = 2
VALUE_LOSS = 3


@kernel
def _begin(space: Words) -> None:
    """Make the state laid out in HERE and SECRET the only one that was seen."""
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
    space[ROOT_ACTIONS] = 0


@kernel
def _only_way_out(here: Words, actions: Words, found: int) -> int:
    """Leave only the play with which the seat to play goes out, if there is one; how many actions are left."""
    cards = cards_left(here, here[SEAT])
    for i in range(found):
        rank = actions[i] >> 60 & 15
        if rank != 15 and count_of(actions[i], rank) == cards:
            actions[0] = actions[i]
            return 1
    return found


@routine
def explore(space: Words, most: int, pause: int, me: int, order: int) -> bool:
    """Follow the actions of layer after layer, till there are `pause` states or more; False if that was all.

    `most` (1 to MOST_STATES) states may be seen. Who can go out needs no other action: a win cannot be bettered. But
    where a draw is worse than a loss, the other player is not taken to go out.
    """
    here = from_word(space, HERE)
    secret = from_word(space, SECRET)
    tally = from_word(space, TALLY)
    actions = from_word(space, ACTIONS)
    first = from_word(space, FIRST)
    edge = from_word(space, EDGE)
    seen = from_word(space, SEEN)
    states = from_word(space, STATES)
    stride = stride_of(here)
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
            found = actions_into(here, secret, actions)
            if order == DRAW_BEFORE_LOSS or here[SEAT] == me:
                found = _only_way_out(here, actions, found)
            space[WAYS + number] = found
            i = 0
            while i < found and not full:
                if i > 0:
                    unpack(here, secret, state, 0)
                step(here, secret, tally, actions[i])
                if here[ACTIVE_COUNT] == 1:
                    target = OVER + (here[ACTIVE] & 1)
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
                    if number == 0:
                        space[ROOT + i] = actions[i]
                        space[TARGET + i] = target
                        space[ROOT_ACTIONS] = i + 1
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


@routine
def attract(space: Words, player: int, goals: int, turns: Words) -> None:
    """Grow the set of states from which `player` can force one of the `goals`.

    `goals` has bit s set if the end at which seat s is out is one of them. `turns[node]` gets the number of turns that
    it takes, or -1.
    """
    first = from_word(space, FIRST)
    left = from_word(space, LEFT)
    queue = from_word(space, QUEUE)
    edge = from_word(space, EDGE)
    states = from_word(space, STATES)
    stride = stride_of(from_word(space, HERE))
    for number in range(space[COUNT]):
        turns[number] = -1
        left[number] = space[WAYS + number]
    waiting = 0
    for seat in range(2):
        turns[OVER + seat] = -1
        if goals >> seat & 1:
            turns[OVER + seat] = 0
            queue[waiting] = OVER + seat
            waiting += 1
    done = 0
    while done < waiting:
        node = queue[done]
        done += 1
        following = first[node]
        while following > 0:
            word = edge[following - 1]
            following = word & 0xFFFFFFFF
            number = word >> 32
            if turns[number] < 0:
                left[number] -= 1
                if left[number] == 0 or states[number * stride + 1] & 15 == player:
                    turns[number] = turns[node] + 1
                    queue[waiting] = number
                    waiting += 1


@routine
def analyse(space: Words, most: int, order: int) -> int:
    """Value of the state laid out in HERE and SECRET for the seat that is to play there.

    `order` of the results is DRAW_BEFORE_LOSS or LOSS_BEFORE_DRAW. A win is stated only if it takes no more turns than
    there are layers. Then `analyse` states it again at the next turn of that player, whatever is played in between, if
    the player goes the shortest way: what can be reached from there in the turns that are left was explored here, too.
    """
    me = space[HERE + SEAT]
    space[ORDER] = order
    _begin(space)
    pause = FIRST_PAUSE
    while True:
        goes_on = explore(space, most, pause, me, order)
        attract(space, me, 1 << me, from_word(space, WIN))
        if order == DRAW_BEFORE_LOSS:
            attract(space, 1 - me, 2 >> me, from_word(space, LOSS))
        else:
            attract(space, me, 3, from_word(space, LOSS))
        if not goes_on or (value_now(space) != UNSETTLED and space[LOSS] <= space[LAYERS]):
            return value_now(space)
        pause = 4 * space[COUNT]


@kernel
def value_now(space: Words) -> int:
    """What `analyse` found of the first state."""
    if 0 <= space[WIN] <= space[LAYERS]:
        return VALUE_WIN
    if space[LAYERS] != ALL_LAYERS and (space[ORDER] == LOSS_BEFORE_DRAW or space[LOSS] < 0):
        return UNSETTLED
    return VALUE_DRAW if space[LOSS] < 0 else VALUE_LOSS


@kernel
def is_best(space: Words, value: int, i: int) -> bool:
    """Whether action `i` of ROOT is among the best, `value` being that of the first state.

    The shortest way to a win; of losses the longest way, or if a draw is worse than that the shortest; of draws every
    one. Where nothing is settled, every action that is not known to lose.
    """
    target = space[TARGET + i]
    if value == VALUE_WIN:
        return space[WIN + target] == space[WIN] - 1
    if value == VALUE_LOSS:
        return space[LOSS + target] == space[LOSS] - 1
    return space[ORDER] == LOSS_BEFORE_DRAW or space[LOSS + target] < 0
