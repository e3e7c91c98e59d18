"""What a game costs each player: the aim of training and of look-ahead.

The loser pays LOSS, the others nothing. A game without an end costs its active players together what a loss costs,
`endless` thousandths of it where the setting says otherwise, in equal parts: nobody gains by stalling.
"""

from __future__ import annotations

from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import ACTIVE, ACTIVE_COUNT

LOSS = 2520  # divisible by every number of players


@kernel
def cost_of(table: Words, seat: int, endless: int) -> int:
    """What the game as it stands costs `seat`, 0 to LOSS: over, or else taken as one without an end.

    `endless` is in thousandths of a loss.
    """
    if table[ACTIVE] >> seat & 1 == 0:
        return 0
    if table[ACTIVE_COUNT] == 1:
        return LOSS
    return LOSS * endless // (1000 * table[ACTIVE_COUNT])
