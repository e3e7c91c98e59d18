"""A whole game, from the shuffle to its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paskasim.errors import PaskasimError
from paskasim.reference.asking import Asker
from paskasim.reference.deal import dealt_table, set_starter, shuffled_deck, swap, turn_first_card
from paskasim.reference.record import FORMAT, Record, deal_of, swap_of, turn_begun, turn_ended
from paskasim.reference.schedule import Ending, Schedule, Search
from paskasim.reference.search import search as search_plainly
from paskasim.reference.table import Table
from paskasim.reference.turns import carry_out, legal_actions, row_cards
from paskasim.reference.views import Chooser
from paskasim.rules import RuleSet

Watch = Callable[[Table], None]


def play_game(
    rules: RuleSet,
    players: int,
    choosers: Sequence[Chooser],
    seed: int,
    game: int,
    *,
    search: Search = search_plainly,
    watch: Watch | None = None,
) -> Record:
    """Play one game and return its record.

    Parameters
    ----------
    rules
        The rules.
    players
        2 to 10.
    choosers
        A strategy for each seat; see `Chooser`.
    seed, game
        The game is the one that a sweep with this seed plays as number `game`. 0 to 2**64 - 1.
    search
        The search for `closed` and for an `escape`, given a table and how many states it may see.
    watch
        Called with the table before the first turn and after every turn; it must not change it.

    Returns
    -------
    The record, with the keys of TRACE.md in their order.

    Raises
    ------
    PaskasimError
        For a deal that does not fit, another number of strategies than of players, numbers out of range, and a
        strategy that answers with something that is not allowed.
    """
    _check(players, choosers, seed, game)
    asker = Asker(choosers, seed, game)
    deck = shuffled_deck(rules, players, seed, game)
    table = dealt_table(rules, players, deck)
    record: Record = {
        "format": FORMAT,
        "name": rules.name,
        "rules": rules.flat(),
        "players": players,
        "seed": seed,
        "game": game,
        "strategies": [_name(choose) for choose in choosers],
        "deck": deck,
        "deal": deal_of(table),
    }
    if rules.deal.swap == "any":
        for seat in range(players):
            swap(table, seat, asker.swap(table, seat))
    record["swap"] = swap_of(table)
    record["turned"] = turn_first_card(table)
    set_starter(table, seed, game)
    record["starter"] = table.to_play

    record["turns"] = []
    ending = _play(table, asker, Schedule([_repeats_itself(choose) for choose in choosers], search), record, watch)

    record["outcome"], record["proof"] = ending.outcome, ending.proof
    if ending.proof == "escape":
        record["witness"] = list(ending.witness)
    record["places"] = list(table.places)
    record["loser"] = table.places.index(players) if table.over else None
    record["turns_played"] = table.turns_played
    return record


def _play(table: Table, asker: Asker, schedule: Schedule, record: Record, watch: Watch | None) -> Ending:
    ending = None
    while ending is None:
        if watch is not None:
            watch(table)
        legal = legal_actions(table)
        turn = turn_begun(table, legal)
        action = asker.play(table, legal)
        challenger = asker.challenge(table, action)
        cards = row_cards(table, action)
        happened = carry_out(table, action, asker.row_card(table, cards), challenger)
        record["turns"].append(turn | turn_ended(action, happened))
        ending = schedule.ending(table, max(len(legal), len(cards)))
    if watch is not None:
        watch(table)
    return ending


def _name(choose: Chooser) -> str:
    return str(getattr(choose, "name", None) or getattr(choose, "__name__", "strategy"))


def _repeats_itself(choose: Chooser) -> bool:
    return bool(getattr(choose, "deterministic", False) and getattr(choose, "memoryless", False))


def _check(players: int, choosers: Sequence[Chooser], seed: int, game: int) -> None:
    if len(choosers) != players:
        raise PaskasimError(f"{len(choosers)} strategies were given for {players} players.", "Give one for each seat.")
    for name, number in (("seed", seed), ("game", game)):
        if not 0 <= number < 2**64:
            raise PaskasimError(f"{name} is {number}; allowed: whole numbers from 0 to 2^64 - 1.", "Give another one.")
