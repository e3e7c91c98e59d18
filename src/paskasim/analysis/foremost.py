"""Whom and what a headline is about: the strongest players of a study, and a change that holds at all their tables.

Players who act by chance are easy to beat, and what a rule does to them is often the largest effect of a study and the
least telling: people at a table try to win. So headlines leave out line-ups with such a player, and of line-ups made up
of rungs of the ladder all but the highest (docs/ladder.md measures that each rung beats the one below). Other
strategies are styles; nothing says how strong they are, so they stay. Of the changes that are left those come first
that do not turn round with the number of players: whoever reads one sentence only would take it to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from paskasim.analysis import words
from paskasim.analysis.comparisons import Judged
from paskasim.analysis.effects import Pair
from paskasim.analysis.results import Group

CHANCE = ("any", "random")
RUNGS = (*CHANCE, "lowest", "linear", "search")
"""From the weakest to the strongest."""


def foremost(groups: Sequence[Group]) -> list[Group]:
    """Return the groups whose line-ups are the strongest, as far as that is known."""
    ranks = {group.lineup: _rank(group) for group in groups}
    known = [rank for rank in ranks.values() if rank is not None]
    top = max(known, default=0)
    styles = len(known) < len(ranks)
    if styles and top < len(CHANCE):
        return [group for group in groups if ranks[group.lineup] is None]
    return [group for group in groups if ranks[group.lineup] in (None, top)]


def _rank(group: Group) -> int | None:
    """Return the rung of the weakest player; None where there is a style at the table and nobody plays by chance."""
    names = [name.partition("[")[0] for name in group.strategies]
    ranks = [RUNGS.index(name) for name in names if name in RUNGS]
    if len(ranks) == len(names) or min(ranks, default=len(CHANCE)) < len(CHANCE):
        # Whether by any legal action or by any play: a table of chance.
        return max(min(ranks), len(CHANCE) - 1)
    return None


def leading(pairs: Sequence[Pair], judged: Mapping[str, Judged], key: Callable[[Pair], str]) -> list[Pair]:
    """Return the pairs (variant, base) that a headline may be about, as far as they were compared.

    Parameters
    ----------
    key
        From a pair to the key of its comparison.
    """
    known = [pair for pair in pairs if key(pair) in judged]
    strong = set(map(id, foremost([pair[0] for pair in known])))
    chosen = [pair for pair in known if id(pair[0]) in strong]
    signs: dict[tuple[str, ...], set[bool]] = {}
    for pair in chosen:
        one = judged[key(pair)]
        if one.apart:
            signs.setdefault(_change(pair), set()).add(one.estimate > 0)
    return [pair for pair in chosen if len(signs.get(_change(pair), ())) < 2] or chosen


def _change(pair: Pair) -> tuple[str, ...]:
    """Return what is the same for a change of rules with all numbers of players."""
    return pair[0].label, pair[1].label, pair[0].lineup


def told(groups: Sequence[Group], *, changes: bool = False) -> str:
    """Return whom the headline is about, and why; empty where it is about all.

    Parameters
    ----------
    changes
        Whether changes were left out because they turn round with the number of players.
    """
    kept = foremost(groups)
    names = words.listed([words.quoted(name, 40) for name in dict.fromkeys(group.lineup for group in kept)])
    parts = []
    if len(kept) < len(groups):
        parts.append(
            f"The headline is about the strongest players that this study has ({names}), who tell most of a table "
            "where everybody tries to win; pictures and tables have the others, too."
        )
    if changes:
        parts.append("It names the largest change that does not turn round with the number of players.")
    return " ".join(parts)
