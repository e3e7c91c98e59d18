"""Games of a miniature, each held against its state graph: whether the end was out of reach, and since when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from paskasim.laws.miniature.catalogue import Miniature
from paskasim.laws.miniature.states import StateGraph, TooManyStatesError, copied
from paskasim.reference import BOTS, Action, play_game
from paskasim.reference.asking import Asker
from paskasim.reference.search import search
from paskasim.reference.table import Table
from paskasim.reference.turns import carry_out, legal_actions, row_cards, state_of
from paskasim.reference.views import Chooser

SEARCHED = 4  # of so many games one is searched half-way
MOST_SEARCHED = 1 << 17


@dataclass
class Judged:
    """What was found about the games of one miniature.

    Attributes
    ----------
    games
        Games that were held against their state graph.
    skipped
        Games whose state graph is too large.
    outcomes
        Games by outcome and proof, such as `deadlock:stuck_cards`.
    dead
        Games that came to a state from which no legal actions lead to the end.
    stated
        Those of them that were then called a deadlock.
    at_once
        Those of them where that was on the very turn.
    delay
        Turns from the dead end to the statement, in all of `stated` together.
    searches
        States half-way through a game from which an end was searched for, whatever became of the game.
    open
        Those of them where the search gave up.
    mistakes
        Proofs and answers of the search that do not hold, a sentence each.
    """

    miniature: Miniature
    games: int = 0
    skipped: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    dead: int = 0
    stated: int = 0
    at_once: int = 0
    delay: int = 0
    searches: int = 0
    open: int = 0
    mistakes: list[str] = field(default_factory=list)

    def add(self, other: Judged) -> None:
        """Take in what was found about other games of this miniature."""
        self.outcomes |= {key: self.outcomes.get(key, 0) + count for key, count in other.outcomes.items()}
        for name in ("games", "skipped", "dead", "stated", "at_once", "delay", "searches", "open"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.mistakes += other.mistakes


class _Watch:
    """Notes the states of a game."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.states: list[int] = []
        self.tables: list[Table] = []

    def __call__(self, table: Table) -> None:
        self.states.append(self.graph.number(table) if self.states else self.graph.add(table))
        self.tables.append(copied(table))
        self.tables[-1].known = [known.copy() for known in table.known]

    @property
    def dead_since(self) -> int | None:
        """Turns after which the end was out of reach; nothing if it never was."""
        return next((turn for turn, state in enumerate(self.states) if not self.graph.can_end(state)), None)


def judged(
    miniature: Miniature, graph: StateGraph, strategies: Sequence[str], seed: int, games: Sequence[int]
) -> Judged:
    """Play games with the readable engine and judge how each was said to end.

    Parameters
    ----------
    graph
        Of the miniature; it grows by the states of these games.
    strategies
        One for each seat.
    games
        Numbers of the games.
    """
    found = Judged(miniature)
    choosers = [BOTS[name] for name in strategies]
    for game in games:
        watch = _Watch(graph)
        try:
            record = play_game(miniature.rules, miniature.players, choosers, seed, game, watch=watch)
        except TooManyStatesError:
            found.skipped += 1
            continue
        where = f"{miniature.name} ({', '.join(strategies)}), seed {seed}, game {game}"
        mistakes = [*_judge(found, record, watch, choosers)]
        if game % SEARCHED == 0:
            mistakes += _search_half_way(found, watch)
        found.mistakes += [f"{where}: {mistake}" for mistake in mistakes]
    return found


def _judge(found: Judged, record: Mapping[str, Any], watch: _Watch, choosers: Sequence[Chooser]) -> Iterator[str]:
    """Count a game, and yield what is wrong with its ending."""
    outcome, proof, turns, dead_since = record["outcome"], record["proof"], record["turns_played"], watch.dead_since
    key = outcome if proof is None else f"{outcome}:{proof}"
    found.games += 1
    found.outcomes[key] = found.outcomes.get(key, 0) + 1
    if dead_since is not None:
        found.dead += 1
    if dead_since is not None and outcome == "deadlock":
        # A game may be dead as it is dealt; the first time that anything is looked at is the end of turn 1.
        delay = turns - max(1, dead_since)
        found.stated += 1
        found.at_once += delay == 0
        found.delay += delay

    if outcome == "deadlock" and dead_since is None:
        yield f"{proof} was stated after turn {turns}, but the game can still end"
    if outcome == "finished" and dead_since is not None:
        yield f"it finished, although it could not end from turn {dead_since} on"
    if outcome == "livelock" and not goes_round(watch.tables[-1], choosers, record["seed"], record["game"]):
        yield f"a livelock was stated after turn {turns}, but the state does not come back"
    if proof == "escape":
        yield from _wrong_escape(watch.tables[-1], record.get("witness", ()), dead_since is not None)


def _wrong_escape(table: Table, witness: Sequence[Mapping[str, Any]], is_dead: bool) -> Iterator[str]:
    if is_dead:
        yield "an escape was claimed where the game cannot end"
    elif not leads_to_the_end(table, witness):
        yield "the witness of an escape does not end the game"


def _search_half_way(found: Judged, watch: _Watch) -> Iterator[str]:
    """Search from the state half-way through a game, and yield what is wrong with the answer."""
    turn = len(watch.tables) // 2
    table, can_end = watch.tables[turn], watch.graph.can_end(watch.states[turn])
    if table.over:
        return
    answer = search(table, MOST_SEARCHED)
    found.searches += 1
    found.open += answer.proof == "open"
    if answer.proof == "closed" and can_end:
        yield f"the search after turn {turn} says closed, but the game can still end"
    if answer.proof == "escape":
        yield from _wrong_escape(table, answer.witness, not can_end)


def goes_round(table: Table, choosers: Sequence[Chooser], seed: int, game: int) -> bool:
    """Return whether play from here comes back to this state twice, by the same states both times.

    Parameters
    ----------
    table
        The state at the end of the last turn; it is not changed.
    choosers
        Who play.
    seed, game
        Of the game, for dice that a strategy should not use.
    """
    asker = Asker(choosers, seed, game)
    here = copied(table)
    here.known = [known.copy() for known in table.known]
    begin = state_of(here)
    rounds: list[list[object]] = []
    for _ in range(2):
        passed: list[object] = []
        while not here.over and len(passed) <= table.turns_played:  # the state was there before: a round is no longer
            legal = legal_actions(here)
            action = asker.play(here, legal)
            carry_out(here, action, asker.row_card(here, row_cards(here, action)))
            passed.append(state_of(here))
            if passed[-1] == begin:
                break
        rounds.append(passed)
    return rounds[0] == rounds[1] and rounds[0][-1:] == [begin]


def leads_to_the_end(table: Table, witness: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether the actions of a witness are legal one after the other and end the game."""
    here = copied(table)
    for turn in witness:
        action = Action(turn["action"], turn.get("rank", ""), turn.get("count", 0))
        card = turn.get("row_card", "")
        if here.over or turn["seat"] != here.to_play or action not in legal_actions(here):
            return False
        if card and card not in row_cards(here, action):
            return False
        carry_out(here, action, card)
    return here.over
