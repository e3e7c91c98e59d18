"""How many rounds it takes until the better of two players has lost fewer of them."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

MOST_ROUNDS = 1_000_000
SPREADS = 9.0


def chance_to_lead(rounds: int, worse: float, better: float) -> float:
    """Return the chance that the better player has lost fewer rounds than the worse one, ties counting half.

    Rounds are independent; in each the worse player loses with chance `worse`, the better one with chance `better`, or
    neither does.

    Notes
    -----
    Of m rounds that one of the two loses the worse one loses a binomial number; that it is more than half of m, ties
    half, has the chance I_q(j, j), with q = worse / (worse + better), j = m / 2 rounded up and I the regularised
    incomplete beta function. How many such rounds there are is binomial, too, and summed over out to nine standard
    deviations, beyond which less than 1e-15 is left.
    """
    from scipy.special import betainc, gammaln, xlog1py, xlogy

    either = min(worse + better, 1.0)
    if either <= 0 or rounds == 0:
        return 0.5
    reach = SPREADS * math.sqrt(rounds * either * (1 - either)) + 30
    low, high = max(0, math.floor(rounds * either - reach)), min(rounds, math.ceil(rounds * either + reach))
    m = np.arange(low, high + 1)
    weight = gammaln(rounds + 1) - gammaln(m + 1) - gammaln(rounds - m + 1)
    weight = np.exp(weight + xlogy(m, either) + xlog1py(rounds - m, -either))
    half = (m + 1) // 2
    leads = np.where(m > 0, betainc(np.maximum(half, 1), np.maximum(half, 1), worse / (worse + better)), 0.5)
    return math.fsum(weight * leads) / math.fsum(weight)


@lru_cache(maxsize=4096)
def rounds_to_lead(level: float, worse: float, better: float, most: int = MOST_ROUNDS) -> float:
    """Return the fewest rounds with which the better player leads with chance `level`; infinity beyond `most`.

    The chance never falls with another round, so it may be sought by halves.
    """
    if not worse > better or chance_to_lead(most, worse, better) < level:
        return math.inf
    low, high = 0, 1
    while chance_to_lead(high, worse, better) < level:
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if chance_to_lead(middle, worse, better) >= level else (middle, high)
    return float(high)
