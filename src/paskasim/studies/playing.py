"""Playing games of a case, with the place of a fault told."""

from __future__ import annotations

from collections.abc import Callable

from paskasim.engine import Games, play
from paskasim.fault_places import place_of
from paskasim.faults import Place, faults_at
from paskasim.lineups import Crew
from paskasim.rules.tables import rule_tables
from paskasim.studies.plan import Case
from paskasim.threads import Stop


def play_case(
    case: Case,
    crew: Crew,
    first: int,
    games: int,
    *,
    detail: bool = False,
    stop: Stop = lambda: False,
    played: Callable[[int], None] = lambda games: None,
    place: Callable[[], Place] | None = None,
) -> Games:
    """Play `games` games of a case from number `first` on; see `engine.play`.

    Parameters
    ----------
    place
        What is told of a fault; if not given, the games are those of no study.
    """
    rules = rule_tables(case.rules, case.players)
    with faults_at(place or (lambda: place_of(case.rules, case.seats, case.seed))):
        return play(rules, case.players, crew, case.seed, first, games, detail=detail, stop=stop, played=played)
