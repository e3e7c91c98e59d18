"""Figures of one case, with the limits that suit how it was played: watched, in rotations, or neither."""

from __future__ import annotations

from paskasim.analysis import anytime
from paskasim.analysis.contrasts import FEW_BLOCKS, FEW_EVENTS
from paskasim.analysis.intervals import Interval, Numbers, always_valid_blocks, block_ratio, share
from paskasim.analysis.results import Group


def share_of(group: Group, top: Numbers, bottom: Numbers) -> Interval:
    """Return a share of games with its interval, from events and trials by block.

    Rotations of a line-up share a deal: blocks, or counts of whole rotations where blocks are few.
    """
    if group.watched:
        return anytime.share(top, bottom, group.numbers, group.rotations)
    events, trials = int(top.sum()), int(bottom.sum())
    if group.rotations > 1 and len(group.numbers) >= FEW_BLOCKS and FEW_EVENTS <= events <= trials - FEW_EVENTS:
        return block_ratio(top, bottom, group.numbers).interval()
    return share(events / group.rotations, trials / group.rotations)


def mean_of(group: Group, top: Numbers, bottom: Numbers) -> Interval:
    """Return a mean with its interval over blocks, from sums and counts by block."""
    found = block_ratio(top, bottom, group.numbers)
    return always_valid_blocks(found) if group.watched else found.interval()
