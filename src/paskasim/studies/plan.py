"""Plans: the cases of a study, and the shards that each is cut into.

A case is one rule set, number of players, line-up and seed. Shards begin and end at fixed game numbers, so that
any run of the same case cuts it alike.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from paskasim.engine import ENGINE_VERSION
from paskasim.errors import PaskasimError
from paskasim.lineups import Player, lineup_text, parse_lineup, rotations
from paskasim.rules import RuleSet
from paskasim.rules.messages import shown, visible
from paskasim.studies.study import Study
from paskasim.studies.sums import BLOCK_GAMES

LARGEST_SHARD = 131_072
ID_DIGITS = 12


@dataclass(frozen=True)
class Case:
    """One rule set, played by one line-up.

    Attributes
    ----------
    lineup
        The line-up as the study names it, before any rotation.
    rotation
        How far the line-up is turned round the table.
    """

    rules: RuleSet
    label: str
    varied: tuple[tuple[str, object], ...]
    players: int
    lineup: str
    seats: tuple[Player, ...]
    rotation: int
    seed: int
    games: int

    @cached_property
    def identity(self) -> str:
        """SHA-256 over everything that decides the games of this case."""
        return _hash(
            {
                "rules": self.rules.flat(),
                "players": self.players,
                "lineup": [player.identity(self.rules, self.players) for player in self.seats],
                "seed": self.seed,
                "engine": ENGINE_VERSION,
            }
        )

    @property
    def id(self) -> str:
        """Beginning of the identity: the name of the case's folder."""
        return self.identity[:ID_DIGITS]

    @cached_property
    def group(self) -> str:
        """The same for all rotations of one line-up."""
        first = self.players - self.rotation
        seats = [*self.seats[first:], *self.seats[:first]]
        lineup = [player.identity(self.rules, self.players) for player in seats]
        whole = {"rules": self.rules.flat(), "players": self.players, "lineup": lineup, "seed": self.seed}
        return _hash(whole | {"engine": ENGINE_VERSION})[:ID_DIGITS]

    @property
    def games_per_second(self) -> int:
        """About how many games one core plays, as the slowest strategy says of itself."""
        if self.rules.bluff.on:
            return min(player.bluff_games_per_second for player in self.seats)
        return min(player.games_per_second for player in self.seats)

    @property
    def shard_games(self) -> int:
        """Games in a whole shard: half a second of play or less, a power of two, a multiple of a block."""
        speed = self.games_per_second // 2
        return max(BLOCK_GAMES, min(LARGEST_SHARD, 1 << max(speed, 1).bit_length() - 1))

    def shards(self, games: int) -> list[tuple[int, int]]:
        """Return (first game, number of games) of the shards that hold the first `games` games."""
        size = self.shard_games
        return [(first, min(size, games - first)) for first in range(0, games, size)]


def _hash(content: object) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def plan(study: Study) -> tuple[Case, ...]:
    """Return every case of a study, in the order of the file.

    Raises
    ------
    PaskasimError
        If a deal does not fit, a line-up is too long, or two cases are the same.
    """
    cases = all_cases(study)
    misfits = unfit(cases)
    if misfits:
        raise PaskasimError(
            "\n".join(f"{study.players_place}: {_of(case)}{reason}" for case, reason in misfits),
            "Leave these numbers of players out, deal fewer cards, or allow more decks (deck.decks).",
        )
    seen: dict[str, Case] = {}
    for case in cases:
        twin = seen.setdefault(case.identity, case)
        if twin is not case:
            raise PaskasimError(
                f"{study.place}: {shown(case.label)} and {shown(twin.label)} "
                f"({case.players} players, {lineup_text(case.seats)}) are the same games.",
                "Leave one of them out.",
            )
    return tuple(cases)


def _of(case: Case) -> str:
    return "" if case.label == case.rules.name else f"{visible(case.label)}: "


def all_cases(study: Study) -> list[Case]:
    """Return every case of a study, also those that can't be played."""
    return list(_cases(study))


def _cases(study: Study) -> Iterable[Case]:
    for variant in study.variants:
        for players in study.players:
            for lineup in study.lineups:
                for rotation, seats in enumerate(rotations(parse_lineup(lineup, players, study.folder))):
                    yield Case(
                        rules=variant.rules,
                        label=variant.label,
                        varied=tuple(variant.varied.items()),
                        players=players,
                        lineup=lineup,
                        seats=seats,
                        rotation=rotation,
                        seed=study.seed,
                        games=study.games_of(seats),
                    )


def unfit(cases: Sequence[Case]) -> list[tuple[Case, str]]:
    """Return the cases whose deal does not fit, each with need and have; rotations once."""
    misfits = []
    for case in cases:
        if case.rotation == 0:
            try:
                case.rules.deal_for(case.players)
            except PaskasimError as error:
                misfits.append((case, error.what))
    return misfits


def case_of(
    rules: RuleSet, players: int, lineup: str | Sequence[str], seed: int, games: int, label: str | None = None
) -> Case:
    """Return the single case of `simulate` and the like, which never rotates."""
    seats = parse_lineup(lineup, players)
    text = lineup_text(seats)
    return Case(rules, label or rules.name, (), players, text, seats, 0, seed, games)
