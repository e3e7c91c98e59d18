"""Matches: games in a row by the same people, in which who deals next follows from the game before.

The words of this file: the people of a match sit round a table, clockwise from the left of the first dealer, who is so
the last of them. A round is a game with a loser; a deal that nobody loses is dealt again by the same dealer.
`docs/match.md` says where these readings come from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paskasim.lineups import Crew, Player
    from paskasim.rules import RuleSet

MATCH_GAMES = 10_000
ROUND_GAMES = 100
MOST_ROUNDS = MATCH_GAMES // ROUND_GAMES - 1
MOST_LETTERS = 10
MOST_MATCHES = 100_000
NOBODY = -1

People = tuple[int, ...]
Deal = Callable[[People, int], tuple[int, int]]
"""Plays one game, given who sits at each seat and its number: the seat that lost, or NOBODY, and the turns."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round, or what was tried of one.

    Attributes
    ----------
    people
        Who sits at each seat; the dealer is the last.
    loser
        Who lost, NOBODY if no deal of `ROUND_GAMES` had a loser.
    deals
        Games dealt.
    turns
        Turns of all of them.
    """

    people: People
    loser: int
    deals: int
    turns: int


@dataclass(frozen=True, slots=True)
class Match:
    """A match that was played.

    Attributes
    ----------
    losses
        Rounds lost, by person.
    best, worst
        Who won it and who lost it; several where they share that.
    """

    rounds: tuple[Round, ...]
    losses: tuple[int, ...]
    best: People
    worst: People

    @property
    def decided(self) -> bool:
        """Whether it came to its end; else its last round found no loser."""
        return bool(self.best)


def game_number(match: int, round_: int, deal: int) -> int:
    """Return the number of the game that is deal `deal` (from 0) of round `round_` (from 1) of a match (from 0)."""
    return MATCH_GAMES * match + ROUND_GAMES * round_ + deal


def seated(people: Sequence[int], dealer: int) -> People:
    """Return who sits at each seat when `dealer` deals: clockwise, the dealer last.

    Parameters
    ----------
    people
        Those in the match, clockwise.
    dealer
        Need not be among them: the next of them clockwise deals in the place of one who is out.
    """
    after = [person for person in people if person > dealer]
    before = [person for person in people if person < dealer]
    if dealer in people:
        return (*after, *before, dealer)
    round_ = [*after, *before]
    return (*round_[1:], round_[0])


def play_match(number: int, players: int, *, loser_deals: bool, rounds: int, letters: int, deal: Deal) -> Match:
    """Play a match.

    Parameters
    ----------
    number
        Of the match: it decides the numbers of its games.
    loser_deals
        Whether the loser of a round deals the next one; else the deal goes round clockwise.
    rounds
        How many are played, where `letters` is 0. Who lost fewest of them wins, who lost most loses.
    letters
        Losses after which a person is out; the match goes on until one is left, who wins. Who is out first loses.
    """
    losses = [0] * players
    people = list(range(players))
    dealer = players - 1
    played: list[Round] = []
    out: list[int] = []
    while len(people) > 1 and (letters or len(played) < rounds):
        last = _play_round(number, len(played) + 1, seated(people, dealer), deal)
        played.append(last)
        if last.loser == NOBODY:
            return Match(tuple(played), tuple(losses), (), ())
        losses[last.loser] += 1
        dealer = last.loser if loser_deals else last.people[0]
        if letters and losses[last.loser] == letters:
            people.remove(last.loser)
            out.append(last.loser)
    if letters:
        return Match(tuple(played), tuple(losses), tuple(people), (out[0],))
    return Match(tuple(played), tuple(losses), _those(losses, min(losses)), _those(losses, max(losses)))


def _play_round(match: int, round_: int, people: People, deal: Deal) -> Round:
    turns = 0
    for i in range(ROUND_GAMES):
        seat, length = deal(people, game_number(match, round_, i))
        turns += length
        if seat != NOBODY:
            return Round(people, people[seat], i + 1, turns)
    return Round(people, NOBODY, ROUND_GAMES, turns)


def _those(losses: Sequence[int], count: int) -> People:
    return tuple(person for person, lost in enumerate(losses) if lost == count)


class Table:
    """Deals games of one rule set to people who each play one strategy.

    Two matches may ask for the same game: people who play alike, the same number of them, the same number of the game.
    It is played once, as long as it is not forgotten.
    """

    def __init__(
        self, rules: RuleSet, players: Sequence[Player], seed: int, crew_of: Callable[[Sequence[Player]], Crew]
    ) -> None:
        self._rules = rules
        self._players = players
        self._kinds = [players.index(player) for player in players]
        self._seed = seed
        self._crew_of = crew_of
        self._tables: dict[tuple[int, ...], _Seats] = {}
        self._known: dict[tuple[tuple[int, ...], int], tuple[int, int]] = {}

    def forget(self) -> None:
        """Forget the games that were played."""
        self._known.clear()

    def deal(self, people: People, game: int) -> tuple[int, int]:
        """Play a game: the seat that lost, or NOBODY, and the turns.

        Raises
        ------
        PaskasimError
            If a strategy answered with something illegal.
        """
        kinds = tuple(self._kinds[person] for person in people)
        key = (kinds, game)
        if key not in self._known:
            if kinds not in self._tables:
                crew = self._crew_of([self._players[kind] for kind in kinds])
                self._tables[kinds] = _Seats(self._rules, crew, self._seed)
            self._known[key] = self._tables[kinds].play(game)
        return self._known[key]


class _Seats:
    """One crew at its table, ready to play single games: what `engine.play` lays out anew for each call is kept."""

    def __init__(self, rules: RuleSet, crew: Crew, seed: int) -> None:
        import numpy as np

        from paskasim.engine import Workspace, entry_of
        from paskasim.kernels.layout import SEATS
        from paskasim.rules.tables import rule_tables

        self.count = len(crew.players)
        self.rules = rule_tables(rules, self.count)
        self.entry = entry_of(self.rules)
        self.space = Workspace(self.count, crew, seed, self.entry.work_words)
        self.tallies = np.zeros((self.entry.bare_words, 1), np.int32)
        self.places = np.zeros((SEATS, 1), np.int8)

    def play(self, game: int) -> tuple[int, int]:
        from paskasim.kernels import layout as at

        self.space.run(self.entry.play, self.rules, game, 1, self.tallies, self.places, False)
        turns = int(self.tallies[at.TURNS, 0])
        if self.tallies[at.OUTCOME, 0] != at.FINISHED:
            return NOBODY, turns
        return self.places[: self.count, 0].tolist().index(self.count), turns
