"""Retrograde analysis of an ending between two players without unknown cards: who can make sure of what.

The state graph is enumerated forwards from one state, layer by layer (`graph`). Where there are more states than there
may be, the last layer is not explored. Then the sets of states in which one player can force what is asked for are
grown backwards from the ends of the game (`attract`).

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

from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.graph import (
    ALL_LAYERS,
    BEST,
    COUNT,
    DRAW_BEFORE_LOSS,
    EDGE,
    FIRST,
    FIRST_ACTIONS,
    HERE,
    LAYERS,
    LEFT,
    LOSS,
    LOSS_BEFORE_DRAW,
    ME,
    ORDER,
    OVER,
    QUEUE,
    STATES,
    TARGET,
    WAYS,
    WIN,
    begin_graph,
    explore,
    follow_first,
)
from paskasim.kernels.packed import stride_of
from paskasim.kernels.pointers import from_word

FIRST_PAUSE = 64  # states after which the values are looked at for the first time
UNSETTLED = 0  # too many states to say
VALUE_WIN = 1
VALUE_DRAW = 2
VALUE_LOSS = 3


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


@kernel
def _grow_both(space: Words) -> None:
    me = space[ME]
    attract(space, me, 1 << me, from_word(space, WIN))
    if space[ORDER] == DRAW_BEFORE_LOSS:
        attract(space, 1 - me, 2 >> me, from_word(space, LOSS))
    else:
        attract(space, me, 3, from_word(space, LOSS))


@routine
def analyse(space: Words, most: int, order: int) -> int:
    """Value of the state laid out in HERE and SECRET for the seat that is to play there; ACTION and BEST belong to it.

    `most` (1 to MOST_STATES) states may be seen. `order` of the results is DRAW_BEFORE_LOSS or LOSS_BEFORE_DRAW. A win
    is stated only if it takes no more turns than there are layers. Then `analyse` states it again at the next turn of
    that player, whatever is played in between, if the player goes the shortest way: what can be reached from there in
    the turns that are left was explored here, too.
    """
    begin_graph(space, most, order)
    pause = FIRST_PAUSE
    goes_on = True
    while goes_on:
        goes_on = explore(space, pause)
        _grow_both(space)
        if _value(space) != UNSETTLED and space[LOSS] <= space[LAYERS]:
            goes_on = False
        pause = 4 * space[COUNT]
    follow_first(space)
    value = _value(space)
    for i in range(space[FIRST_ACTIONS]):
        space[BEST + i] = _is_best(space, value, space[TARGET + i])
    return value


@kernel
def _value(space: Words) -> int:
    """What was found of the first state."""
    if 0 <= space[WIN] <= space[LAYERS]:
        return VALUE_WIN
    if space[LAYERS] != ALL_LAYERS and (space[ORDER] == LOSS_BEFORE_DRAW or space[LOSS] < 0):
        return UNSETTLED
    return VALUE_DRAW if space[LOSS] < 0 else VALUE_LOSS


@kernel
def _is_best(space: Words, value: int, target: int) -> bool:
    """Whether an action of the first state that leads to the node `target` is among the best, by the state's `value`.

    The shortest way to a win; of losses the longest way, or if a draw is worse than that the shortest; of draws every
    one. Where nothing is settled, every action that is not known to lose.
    """
    if value == VALUE_WIN:
        return space[WIN + target] == space[WIN] - 1
    if value == VALUE_LOSS:
        return space[LOSS + target] == space[LOSS] - 1
    return space[ORDER] == LOSS_BEFORE_DRAW or space[LOSS + target] < 0
