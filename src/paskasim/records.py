"""Game records: games written down turn by turn, played by the readable engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paskasim.bridge import Bridge
from paskasim.errors import PaskasimError
from paskasim.finding import WITHIN, find_games
from paskasim.lineups import Player
from paskasim.reference import BOTS, play_game, row_of
from paskasim.reference.views import Chooser
from paskasim.rules import RuleSet
from paskasim.rules.messages import shown
from paskasim.simulation import checked_case
from paskasim.strategies.door import built_in
from paskasim.studies.conditions import Condition, parse_conditions
from paskasim.studies.plan import Case
from paskasim.studies.study import MOST_GAMES, whole_number


def trace(
    rules: RuleSet | str | Path,
    players: int = 4,
    lineup: str | Sequence[str] = "lowest",
    seed: int = 1,
    *,
    first: int = 0,
    games: int = 1,
    where: str | Iterable[str] = (),
    within: int = WITHIN,
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
    where
        Conditions on columns of docs/columns.md, such as `"outcome=deadlock"` or `["turns>=300", "burns_four>2"]`.
        Only games that fit all of them are written down.
    within
        How many games to look through for such games; fewer records are yielded where they hold no more.

    Yields
    ------
    dict
        A record: rules, deck, deal, every turn with its legal actions, outcome, proof and places.

    Raises
    ------
    PaskasimError
        For arguments that can't be played, and conditions that can't be read.

    Examples
    --------
    >>> record = next(trace("paskahousu", where="outcome=deadlock"))
    >>> record["proof"]
    'stuck_cards'
    """
    case = checked_case(rules, players, lineup, games, seed)
    begin = _whole("first", first, 0)
    most = _whole("within", within, 1)
    conditions = parse_conditions([where] if isinstance(where, str) else where, case.players, case.rules.bluff.on)
    return _traced(case, begin, conditions, most)


def _traced(case: Case, first: int, conditions: Sequence[Condition], within: int) -> Iterator[dict[str, Any]]:
    numbers: Iterable[int] = range(first, first + case.games)
    if conditions:
        numbers = find_games(case, conditions, first=first, games=case.games, within=within)
    yield from records_of(case, numbers, conditions)


def records_of(case: Case, numbers: Iterable[int], conditions: Sequence[Condition] = ()) -> Iterator[dict[str, Any]]:
    """Yield the records of the games with these numbers.

    Parameters
    ----------
    conditions
        What the compiled engine found of all of them.

    Raises
    ------
    PaskasimError
        If a record does not fit the conditions (exit code 3): then the two engines played different games.
    """
    seated = _seating(case)
    for number in numbers:
        record = play_game(case.rules, case.players, seated(number), case.seed, number)
        if conditions:
            _check(record, conditions)
        yield record


def _seating(case: Case) -> Callable[[int], list[Chooser]]:
    """Return what gives the strategies of a game: plain twins where there are, the compiled ones else."""
    plain = [plain_twin(player) for player in case.seats]
    bridge = None if all(plain) else Bridge(case.rules, case.seats)

    def seated(game: int) -> list[Chooser]:
        others = bridge.choosers(game) if bridge else []
        return [twin or others[seat] for seat, twin in enumerate(plain)]

    return seated


def plain_twin(player: Player) -> Chooser | None:
    """Return the strategy in plain Python, where it is one of this package that has such a twin."""
    return BOTS.get(player.spec) if built_in().get(player.strategy.name) is player.strategy else None


def _check(record: Mapping[str, Any], conditions: Sequence[Condition]) -> None:
    row = row_of(record, detail=True)
    for condition in conditions:
        if not condition.holds(row):
            raise PaskasimError(
                f"game {record['game']}: the compiled engine found {condition}, "
                f"the readable one {row[condition.column.name]}.",
                "This is a bug of paskasim: please report it with rules, players, line-up and seed.",
                exit_code=3,
            )


def _whole(name: str, value: object, low: int) -> int:
    number = None if isinstance(value, float) else whole_number(value, low, MOST_GAMES)
    if number is None:
        raise PaskasimError(
            f"{name} = {shown(value)} is not allowed; a whole number from {low} to {MOST_GAMES:,} is.",
            "Give another number.",
        )
    return number
