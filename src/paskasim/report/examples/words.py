"""What is said of an example game: its title, how it was chosen, and where it stands in the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paskasim.analysis.results import Results
from paskasim.report.examples.following import Step
from paskasim.report.examples.reading import Kept
from paskasim.studies.examples import DEADLOCK, LIVELOCK, LONGEST, TAKE, TYPICAL
from paskasim.telling.reasons import Reason
from paskasim.telling.words import counted, number

CHOSEN: Mapping[str, str] = {
    TYPICAL: "The first game that is as long as the middle one of all finished games (the median).",
    DEADLOCK: "The first of the shortest games that ended in a deadlock: a proof that nobody can end them any more.",
    LIVELOCK: "The first of the shortest games in which these players go round in circles.",
    LONGEST: "The longest game that finished.",
    TAKE: "The most cards that anybody took in one turn.",
}

NAMED: Mapping[str, str] = {
    TYPICAL: "Typical game",
    DEADLOCK: "Shortest deadlock",
    LIVELOCK: "Livelock",
    LONGEST: "Longest game",
    TAKE: "Biggest take",
}


def title_of(kept: Kept, reason: Reason, key: Step) -> str:
    """Return what the game shows, as a heading."""
    turns, loser = counted(kept.record["turns_played"], "turn"), kept.record["loser"]
    if kept.kind == TYPICAL:
        return f"A typical game: {turns}, seat {loser} loses"
    if kept.kind == DEADLOCK:
        return f"The shortest deadlock: after {turns} the game can't end any more"
    if kept.kind == LIVELOCK and reason.circle:
        first, period = reason.circle
        same = "the same turn comes" if period == 1 else f"the same {number(period)} turns come"
        return f"A livelock: from turn {first + 1} on {same} again and again"
    if kept.kind == LONGEST:
        return f"The longest game: {turns} until seat {loser} is left"
    if kept.kind == TAKE:
        return f"The biggest take: seat {key.taker} takes {counted(key.took)} at turn {key.number}"
    return f"A game of {turns}"


def finding_of(kept: Kept, reason: Reason, steps: Sequence[Step]) -> str:
    """Return the title of the timeline."""
    burns, takes = sum(step.burnt > 0 for step in steps), sum(step.took > 0 for step in steps)
    burnt = f"{counted(burns, 'pile')} burn{'s' if burns == 1 else ''}" if burns else "no pile burns"
    often = {1: "once", 2: "twice"}.get(takes, f"{takes:,} times")
    piles = f"{burnt} and {f'cards are taken {often}' if takes else 'nobody takes a card'}"
    last = steps[-1].number
    if reason.circle:
        return f"Nothing new happens from turn {reason.circle[0] + 1} on; in all {piles}"
    if kept.kind == DEADLOCK:
        stuck = sum(1 for place in steps[-1].state.places if not place)
        return f"{number(stuck).capitalize()} players are left for ever after turn {last}; {piles}"
    return f"In {counted(last, 'turn')} {piles}"


def facts_of(results: Results, kept: Kept) -> str:
    """Return which game of which case it is."""
    looked = (
        f"one of {counted(kept.of, 'game')}" if kept.kind != TAKE else f"out of the first {counted(kept.of, 'game')}"
    )
    return f"Game number {kept.game:,}, {looked} of {results.say_all(kept.group)}."
