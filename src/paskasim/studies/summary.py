"""What `paskasim simulate` tells of its games: counts that are added up shard by shard."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from paskasim.engine import Games
from paskasim.kernels import layout as at
from paskasim.studies.columns import OUTCOMES, PROOFS, loser_of

CAUSES = ("ten", "ace", "four", "joker", "rule")
BLUFFED = ("claims", "lies", "challenges", "caught")


class Summary:
    """Endings, losers, first ones out, lengths and burns."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.endings: Counter[tuple[int, int]] = Counter()
        self.loser = np.zeros(players, np.int64)
        self.first_out = np.zeros(players, np.int64)
        self.burns = np.zeros(len(CAUSES), np.int64)
        self.lengths: Counter[int] = Counter()
        self.bluffed: Counter[str] = Counter()

    def add(self, games: Games) -> None:
        """Count some games."""
        outcome = games.tallies[at.OUTCOME].astype(np.int64)
        endings, counts = np.unique(outcome << 8 | games.tallies[at.PROOF], return_counts=True)
        for ending, count in zip(endings.tolist(), counts.tolist(), strict=True):
            self.endings[ending >> 8, ending & 255] += count
        players = self.loser.size
        self.games += outcome.size
        self.loser += np.bincount(loser_of(games) + 1, minlength=players + 1)[1:]
        self.first_out += (games.places[:players] == 1).sum(axis=1)
        self.burns += games.tallies[at.BURNS : at.BURNS + len(CAUSES)].sum(axis=1, dtype=np.int64)
        if games.bluff:
            sums = games.tallies[at.CLAIMS : at.CAUGHT + 1].sum(axis=1, dtype=np.int64).tolist()
            self.bluffed.update(dict(zip(BLUFFED, sums, strict=True)))
        turns, counts = np.unique(games.tallies[at.TURNS][outcome == at.FINISHED], return_counts=True)
        self.lengths.update(dict(zip(turns.tolist(), counts.tolist(), strict=True)))

    def facts(self) -> dict[str, Any]:
        """Return endings, loser, first_out, turns, burns and, if there is any, bluff, as `simulate --json` has it."""
        endings = {
            OUTCOMES[outcome] + (f":{PROOFS[proof - 1]}" if proof else ""): count
            for (outcome, proof), count in sorted(self.endings.items())
        }
        finished = sum(self.lengths.values())
        mean = sum(turns * count for turns, count in self.lengths.items()) / finished if finished else None
        return {
            "endings": endings,
            "loser": self.loser.tolist(),
            "first_out": self.first_out.tolist(),
            "turns": {"mean": mean, "median": self._median(finished)},
            "burns": {cause: count / self.games for cause, count in zip(CAUSES, self.burns.tolist(), strict=True)},
            **({"bluff": {name: self.bluffed[name] / self.games for name in BLUFFED}} if self.bluffed else {}),
        }

    def _median(self, finished: int) -> float | None:
        if finished == 0:
            return None
        middle = [self._at_rank((finished - 1) // 2), self._at_rank(finished // 2)]
        return sum(middle) / 2

    def _at_rank(self, rank: int) -> int:
        seen = 0
        for turns in sorted(self.lengths):
            seen += self.lengths[turns]
            if seen > rank:
                return turns
        raise IndexError(rank)
