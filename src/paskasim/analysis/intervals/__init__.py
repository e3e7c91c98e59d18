"""Every interval estimate of the project, in one place.

Shares are fractions from 0 to 1. `level` is the wanted coverage, 0.95 where nothing else is said. Estimates from blocks
rest on the sums over blocks of game numbers. `docs/coverage.md` says how often each interval holds the truth.
scipy is imported late, inside the functions that need it.
"""

from paskasim.analysis.intervals.always_valid import (
    always_valid_blocks,
    always_valid_share,
    always_valid_share_difference,
    always_valid_shares,
    t_mixture,
)
from paskasim.analysis.intervals.blocks import (
    BlockEstimate,
    block_difference,
    block_ratio,
    join_short_block,
    no_difference_seen,
    pooled_mean,
)
from paskasim.analysis.intervals.kinds import LEVEL, Array, Interval, Numbers, normal_quantile
from paskasim.analysis.intervals.lengths import Running, kaplan_meier, quantile
from paskasim.analysis.intervals.shares import FEW, clopper_pearson, jeffreys, share, wilson, zero_events
from paskasim.analysis.intervals.together import goodman, holm, total_variation

__all__ = [
    "FEW",
    "LEVEL",
    "Array",
    "BlockEstimate",
    "Interval",
    "Numbers",
    "Running",
    "always_valid_blocks",
    "always_valid_share",
    "always_valid_share_difference",
    "always_valid_shares",
    "block_difference",
    "block_ratio",
    "clopper_pearson",
    "goodman",
    "holm",
    "jeffreys",
    "join_short_block",
    "kaplan_meier",
    "no_difference_seen",
    "normal_quantile",
    "pooled_mean",
    "quantile",
    "share",
    "t_mixture",
    "total_variation",
    "wilson",
    "zero_events",
]
