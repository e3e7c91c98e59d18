"""Names of strategies where there is little room, and the finding in a sentence."""

from __future__ import annotations

from paskasim.analysis import words
from paskasim.tournament import Tournament


def cut(name: str, room: int, gap: str = "…") -> str:
    """Return a name cut in its middle: what differs most often stands at the end, in the brackets."""
    if len(name) <= room:
        return name
    head = (room - len(gap)) // 2
    return f"{name[:head]}{gap}{name[len(name) - (room - len(gap) - head) :]}"


def even_share(players: int) -> str:
    """Return the share of losses of each player where all are alike."""
    return f"{100 / players:.3g}{words.SPACE}%"


def headline(held: Tournament) -> str:
    """Return who is strongest, by how much, and whether that holds at every table."""
    found, players = held.found, held.asked.players
    best, even = found.standings[0], even_share(players)
    name = held.asked.plan.names[best.entry]
    start = f"{name} is strongest: at mixed tables it loses {words.share(best.loss, named=True)}, where {even} is even"
    rest = [found.pairs[best.entry, among] for among in found.order[1:]]
    beaten = [held.asked.plan.names[pair.among] for pair in rest if pair.verdict == "beats"]
    others = [held.asked.plan.names[pair.among] for pair in rest if pair.verdict != "beats"]
    seats = "the other seat" if players == 2 else f"the other {players - 1} seats"
    if not others:
        return f"{start}; whichever other strategy holds {seats}, it beats it."
    if not beaten:
        return f"{start}; where one other strategy holds {seats}, it beats none."
    return f"{start}; where {seats} are held by {words.listed(others)}, it can't be told to beat them."


def finding(held: Tournament) -> str:
    """Return what the grid of pairs shows, as its title."""
    found, names = held.found, held.asked.plan.names
    best = found.order[0]
    rest = [found.pairs[best, among] for among in found.order[1:]]
    even = even_share(held.asked.players)
    if all(pair.verdict == "beats" for pair in rest):
        most = max(rest, key=lambda pair: pair.loss.estimate)
        return f"Alone among any others, {names[best]} loses {words.percent(most.loss.estimate)} or less (even: {even})"
    unbeaten = [names[pair.among] for pair in rest if pair.verdict != "beats"]
    return f"{names[best]} is strongest, but does not beat {words.listed(unbeaten)}"
