"""The miniatures that are checked: rule files, one each, in a folder for each kind; a new file is a new miniature."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from paskasim.laws.miniature.states import StateGraph
from paskasim.rules import RuleSet

EXACT, DEAD_ENDS = "exact", "dead_ends"
MOST_STATES = 100_000  # of a state graph; about 200 MB


@dataclass(frozen=True)
class Miniature:
    """A small game: rules, and a number of players that these rules mean."""

    rules: RuleSet
    players: int

    @property
    def name(self) -> str:
        """The name of the rules, with the number of players."""
        return f"{self.rules.name}, {self.players} players"


@cache
def miniatures(kind: str) -> tuple[Miniature, ...]:
    """Return the miniatures of a kind, sorted by name.

    Parameters
    ----------
    kind
        `exact`: every deal can be looked at. `dead_ends`: every state of a deal can.
    """
    files = sorted((Path(__file__).parent / kind).glob("*.toml"))
    found = [RuleSet.load(file) for file in files]
    return tuple(
        Miniature(rules, players)
        for rules in found
        for players in range(rules.player_range()[0], rules.player_range()[1] + 1)
    )


@cache
def graph_of(miniature: Miniature) -> StateGraph:
    """Return the state graph of a miniature, which grows as states are added, for all laws to share."""
    return StateGraph(miniature.players, MOST_STATES)
