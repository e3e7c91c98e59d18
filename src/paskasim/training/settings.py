"""What a training is asked to do."""

from __future__ import annotations

import hashlib
import json
import shlex
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from paskasim.engine import ENGINE_VERSION
from paskasim.kernels.cache import source_hash
from paskasim.rules import RuleSet
from paskasim.training.evolve import Search
from paskasim.training.tables import Values

PLAIN = "plain"
THE_START = "start"
"""Among the line-ups of the first tables: `linear` with the weights that training begins with."""
ITSELF = "self"
"""And `linear` with the weights that are being tried: at its own table it loses its share, and more if no game ends."""
OF_TRAINING = (THE_START, ITSELF)


@dataclass(frozen=True)
class Settings:
    """What decides the result of a training, together with rules, number of players and version.

    Attributes
    ----------
    search
        Of each stage. The first spread holds for the first stage; later ones begin with half of it.
    stages
        Searches one after the other, each against all that came before.
    against
        Line-ups of the first tables, each of which fills the seats of its table; or one of OF_TRAINING.
    start
        Weights to begin with: a path, `plain` for those built in, or empty for the nearest shipped ones.
    fresh
        Deals of the last word.
    endless
        What a game without an end costs its active players together, in losses.
    """

    search: Search = field(default_factory=Search)
    stages: int = 3
    against: tuple[str, ...] = ("lowest",)
    start: str = ""
    fresh: int = 10_000
    endless: float = 1.0

    def command(self, rules: str, players: int) -> str:
        """Return the command that asks for this."""
        default = Settings()
        words = ["paskasim", "train", rules, "--players", str(players)]
        for name, value, usual in (
            ("start", Path(self.start).name, default.start),  # no folder: it differs from machine to machine
            ("seed", self.search.seed, None),
            ("stages", self.stages, None),
            ("generations", self.search.generations, None),
            ("population", self.search.population, None),
            ("games", self.search.games, None),
            ("spread", self.search.spread, default.search.spread),
            ("fresh", self.fresh, default.fresh),
            ("endless", self.endless, default.endless),
        ):
            if value != usual:
                words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
        if self.against != default.against:
            for lineup in self.against:
                words += ["--against", lineup]
        return shlex.join(words)

    def key(self, rules: RuleSet, players: int, begin: Values) -> str:
        """Return a hash of all that decides the result: a checkpoint of another one can't be gone on from."""
        asked: dict[str, Any] = {
            **asdict(self),
            "rules": rules.flat(),
            "players": players,
            "begin": begin,
            "engine": ENGINE_VERSION,
            "source": source_hash(),
        }
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
