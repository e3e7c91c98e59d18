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
    """Return who loses least, by how much, and whether that holds at every table."""
    found, players = held.found, held.asked.players
    best, names = found.standings[0], held.asked.plan.names
    name = names[best.entry]
    start = (
        f"{name} loses least: {words.share(best.loss, named=True)} at mixed tables, where {even_share(players)} is even"
    )
    seats = "the other seat" if players == 2 else f"the other {players - 1} seats"
    unbeaten = _unbeaten(held)
    if not unbeaten:
        return f"{start}; it beats every other strategy that holds {seats}."
    return f"{start}; it can't be told to beat {words.listed(unbeaten)} where {seats} are held by one of these."


def _unbeaten(held: Tournament) -> list[str]:
    found, names = held.found, held.asked.plan.names
    return [names[among] for among in found.order[1:] if found.pairs[found.order[0], among].verdict != "beats"]


def finding(held: Tournament) -> str:
    """Return what the grid of pairs shows, as its title."""
    found, name = held.found, held.asked.plan.names[held.found.order[0]]
    rest = [found.pairs[found.order[0], among] for among in found.order[1:]]
    unbeaten = _unbeaten(held)
    if unbeaten:
        return f"{name} loses least, but can't be told to beat {words.listed(unbeaten)}"
    most = max(pair.loss.estimate for pair in rest)
    return (
        f"Alone among any others, {name} loses {words.percent(most)} or less (even: {even_share(held.asked.players)})"
    )
