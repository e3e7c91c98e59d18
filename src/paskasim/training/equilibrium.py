"""Mixed equilibria of games in which all players choose from one list, and what they lose is known for every choice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROUNDS = 20_000


def cost_of_each(losses: NDArray[np.float64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each choice loses where all others choose by `shares`.

    Parameters
    ----------
    losses
        (choices x ... x choices), an axis for each player: what the first one loses who chose the first index.
    """
    while losses.ndim > 1:
        losses = losses @ shares
    return losses


def equilibrium(losses: NDArray[np.float64], rounds: int = ROUNDS) -> NDArray[np.float64]:
    """Return shares of the choices at which nobody loses less by choosing otherwise, all choosing by them.

    By regret matching (Hart and Mas-Colell 2000) with regrets that never fall below zero and means that count later
    rounds more (Tammelin 2014, 'CFR+'). With two players and a constant sum it converges; with more it may not.

    Parameters
    ----------
    losses
        As for `cost_of_each`.
    """
    choices = len(losses)
    regrets = np.zeros(choices)
    shares = np.full(choices, 1 / choices)
    mean = np.zeros(choices)
    for number in range(rounds):
        costs = cost_of_each(losses, shares)
        regrets = np.maximum(regrets + shares @ costs - costs, 0)
        total = regrets.sum()
        shares = regrets / total if total > 0 else np.full(choices, 1 / choices)
        mean += (number + 1) * shares
    found: NDArray[np.float64] = mean / mean.sum()
    return found
