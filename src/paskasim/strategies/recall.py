"""What a strategy did when it stood where it stands now, kept in its memory for one game.

Games of careful players often come to a point where each waits for the other: the same positions return, and every
change looks a little worse than waiting. Look-ahead that is cut does not see that such a game never ends. Memory does.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import MEMORY, MEMORY_WORDS, OPEN_WORDS, RULE_WORDS

VISITS: Final = 63  # bits of a key that count visits
ENTRY: Final = 3  # words: key and visits, actions played here as a bit set, the last one
ENTRIES: Final = MEMORY_WORDS // ENTRY
MIX: Final = np.uint64(0x9E3779B97F4A7C15)
FOLD: Final = np.uint64(29)


@kernel
def _mixed(word: int, mixed: np.uint64) -> np.uint64:
    mixed = (mixed ^ np.uint64(word)) * MIX
    return mixed ^ (mixed >> FOLD)


@kernel
def entry_of(table: Words, mine: Any, hand: int) -> int:
    """Where in `mine` the memory of this decision stands; what another left there is forgotten."""
    mixed = _mixed(hand, np.uint64(0))
    for word in range(RULE_WORDS, OPEN_WORDS):
        mixed = _mixed(table[word], mixed)
    key = int(mixed >> np.uint64(1)) & ~VISITS
    entry = MEMORY + ENTRY * ((key >> 6) % ENTRIES)
    if mine[entry] & ~VISITS != key:
        mine[entry] = key
        mine[entry + 1] = 0
        mine[entry + 2] = 0
    return entry


@kernel
def visits_of(mine: Any, entry: int) -> int:
    """How often a decision was made here before, up to VISITS."""
    visits: int = mine[entry] & VISITS
    return visits


@kernel
def played_before(mine: Any, entry: int) -> int:
    """What was played here last."""
    action: int = mine[entry + 2]
    return action


@kernel
def bit_of(action: int) -> int:
    """The bit that stands for an action; two actions may share one."""
    return 1 << (int(_mixed(action, np.uint64(0)) >> np.uint64(58)) & 63)


@kernel
def remember(mine: Any, entry: int, action: int) -> int:
    """Note what is played here, and return it."""
    if mine[entry] & VISITS < VISITS:
        mine[entry] += 1
    mine[entry + 1] |= bit_of(action)
    mine[entry + 2] = action
    return action
