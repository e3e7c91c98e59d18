"""Game records: games written down turn by turn, played by the readable engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.lineups import Player
from paskasim.reference import BOTS, play_game
from paskasim.reference.views import Chooser
from paskasim.rules import RuleSet
from paskasim.rules.messages import shown
from paskasim.simulation import checked_case
from paskasim.studies.study import MOST_GAMES, whole_number


def trace(
    rules: RuleSet | str | Path,
    players: int = 4,
    lineup: str | Sequence[str] = "lowest",
    seed: int = 1,
    *,
    first: int = 0,
    games: int = 1,
) -> Iterator[dict[str, Any]]:
    """Yield the records of games number `first` on, each the same game as that of `simulate` with this seed.

    Parameters
    ----------
    rules, players, lineup, seed
        As in `simulate`.
    first
        Number of the first game, 0 or more.
    games
        How many games.

    Yields
    ------
    dict
        A record: rules, deck, deal, every turn with its legal actions, outcome, proof and places.

    Raises
    ------
    PaskasimError
        For arguments that can't be played, and for a strategy that the readable engine does not know.
    """
    case = checked_case(rules, players, lineup, games, seed)
    begin = None if isinstance(first, float) else whole_number(first, 0, MOST_GAMES)
    if begin is None:
        raise PaskasimError(
            f"first = {shown(first)} is not allowed; a whole number from 0 to {MOST_GAMES:,} is.",
            "Give another number.",
        )
    choosers = [_chooser(player) for player in case.seats]
    numbers = range(begin, begin + case.games)
    return (play_game(case.rules, case.players, choosers, case.seed, number) for number in numbers)


def _chooser(player: Player) -> Chooser:
    if player.spec not in BOTS:
        raise PaskasimError(
            f"strategy {player.spec} can't be written down: the readable engine knows {', '.join(BOTS)}.",
            "Choose one of these.",
        )
    return BOTS[player.spec]
