"""Weights of strategies such as `linear`: files of named whole numbers, those that are shipped and those of users."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet
from paskasim.rules.messages import shortened, visible
from paskasim.rules.ruleset import BY_KEY
from paskasim.strategies.features import BLUFF_START

SCHEMA = "paskasim-weights/1"
SHIPPED = Path(__file__).resolve().parent / "strategies" / "weights"
LARGEST = 1_000_000
"""Size of a weight: with the largest features a score stays far within a word."""
MOST_BYTES = 1_000_000
BLUFF = "bluff.on"
"""With another value it is another game, however few switches differ."""
TRAIN = "`paskasim train RULES --players N --out FILE` writes such a file, `paskasim learn` one for `mixed`."


@dataclass(frozen=True)
class Weights:
    """Numbers in the order in which a strategy declares their names.

    Attributes
    ----------
    identity
        Sixteen hex digits that stand for the names and the numbers, without those that these rules never read.
    origin
        Where they are from, for people.
    """

    values: tuple[int, ...]
    identity: str
    origin: str


@dataclass(frozen=True)
class WeightFile:
    """What a file of weights says.

    Attributes
    ----------
    rules
        Name of the rule set that they were trained for.
    switches
        Its switches that differ from the defaults.
    players
        The number of players that they were trained for.
    weights
        Numbers by name.
    provenance
        How they came about; nothing in it differs from run to run.
    """

    rules: str
    switches: Mapping[str, object]
    players: int
    weights: Mapping[str, int]
    provenance: Mapping[str, object]

    def text(self) -> str:
        """Return the file's content."""
        whole = {
            "schema": SCHEMA,
            "rules": {"name": self.rules, "switches": dict(self.switches)},
            "players": self.players,
            "weights": dict(self.weights),
            "provenance": dict(self.provenance),
        }
        return json.dumps(whole, indent=1) + "\n"


def weights_for(rules: RuleSet, players: int, names: tuple[str, ...], file: Path | None = None) -> Weights:
    """Return the weights with which these rules are played.

    Parameters
    ----------
    names
        Of the weights that a strategy declares, in its order.
    file
        A file of weights. Without one that shipped file is taken whose rules differ in the fewest switches, one for
        games with bluff only where there is bluff, and the other way round if there is any; of equally near ones that
        with the nearest number of players, then the first by name.

    Raises
    ------
    PaskasimError
        If the file is missing (exit code 2), damaged (4) or holds other names (2), or if no shipped file has these.
    """
    bluff = rules.bluff.on
    if file is not None:
        where = visible(file.as_posix())
        return _chosen(read_weights(file), names, bluff, where, where)
    fitting = [(name, each) for name, each in shipped().items() if not any(_unlike(each, names))]
    if not fitting:
        raise PaskasimError(
            "No weights are shipped for a strategy with these names of weights.",
            f"Name a file in the line-up, as in linear[weights=my.json]. {TRAIN}",
        )
    switches = changed(rules)
    name, nearest = min(fitting, key=lambda pair: (*_distance(pair[1], switches, players), pair[0]))
    origin = f"trained for {nearest.rules} with {nearest.players} players"
    return _chosen(nearest, names, bluff, f"shipped file {name}", origin)


def changed(rules: RuleSet) -> dict[str, object]:
    """Return the switches that differ from their defaults."""
    return {key: value for key, value in rules.flat().items() if value != BY_KEY[key].default}


def _distance(file: WeightFile, switches: Mapping[str, object], players: int) -> tuple[bool, int, int]:
    keys = {*file.switches, *switches}
    missing = object()
    apart = {key for key in keys if file.switches.get(key, missing) != switches.get(key, missing)}
    return BLUFF in apart, len(apart), abs(file.players - players)


def _unlike(file: WeightFile, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names that a file lacks, and those that nobody asks for."""
    wanted = set(names)
    lacks = [name for name in names if name not in file.weights and name not in BLUFF_START]
    return lacks, [name for name in file.weights if name not in wanted]


def _chosen(file: WeightFile, names: Sequence[str], bluff: bool, where: str, origin: str) -> Weights:
    lacks, extra = _unlike(file, names)
    told = [f"it lacks {_listed(lacks)}"] * bool(lacks) + [f"nobody asks for {_listed(extra)}"] * bool(extra)
    if told:
        raise PaskasimError(f"{where}: not the weights of this strategy: {'; '.join(told)}.", f"Train anew: {TRAIN}")
    # A file may be older than claims and challenges; and in open play they are no part of who plays.
    values = {name: file.weights[name] if name in file.weights else BLUFF_START[name] for name in names}
    told_apart = {name: value for name, value in values.items() if bluff or name not in BLUFF_START}
    digest = hashlib.sha256(json.dumps(told_apart).encode()).hexdigest()
    return Weights(tuple(values.values()), digest[:16], origin)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(visible(name) for name in names[:8])
    return shortened(shown) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


@cache
def shipped() -> Mapping[str, WeightFile]:
    """Return the files of weights that are part of the package, by name without suffix."""
    return {path.stem: read_weights(path) for path in sorted(SHIPPED.glob("*.json"))}


def read_weights(path: Path) -> WeightFile:
    """Return what a file of weights says.

    Raises
    ------
    PaskasimError
        If it can't be read (exit code 2), or is damaged or of another kind (exit code 4).
    """
    where = visible(path.as_posix())
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is no path"
        raise PaskasimError(f"{where}: the weights can't be read: {reason}.", f"Name another file. {TRAIN}") from None
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                twice.append(name)
            found[name] = value
        return found

    try:
        whole = json.loads(content.decode(), object_pairs_hook=once) if len(content) <= MOST_BYTES else None
    except (UnicodeDecodeError, ValueError, RecursionError):
        whole = None
    if not isinstance(whole, dict):
        raise _damaged(where, "it is no JSON object")
    if twice:
        raise _damaged(where, f"{shortened(visible(twice[0]))} stands in it twice")
    if whole.get("schema") != SCHEMA:
        raise _damaged(where, f'its "schema" is not "{SCHEMA}"')
    return _file(whole, where)


def _file(whole: Mapping[str, Any], where: str) -> WeightFile:
    rules, players, weights = (whole.get(key) for key in ("rules", "players", "weights"))
    provenance = whole.get("provenance", {})
    if not isinstance(rules, dict) or not isinstance(rules.get("name"), str):
        raise _damaged(where, '"rules" does not hold the name of a rule set')
    switches = rules.get("switches", {})
    if not isinstance(switches, dict) or not set(switches) <= set(BY_KEY):
        raise _damaged(where, '"rules" holds switches that do not exist')
    if type(players) is not int or not 2 <= players <= 10:
        raise _damaged(where, '"players" is not a number from 2 to 10')
    if not isinstance(weights, dict) or not isinstance(provenance, dict):
        raise _damaged(where, '"weights" and "provenance" are not both objects')
    for name, value in weights.items():
        if type(value) is not int or abs(value) > LARGEST:
            raise _damaged(where, f"weight {shortened(visible(name))} is not a whole number up to {LARGEST:,}")
    return WeightFile(rules["name"], switches, players, weights, provenance)


def _damaged(where: str, reason: str) -> PaskasimError:
    return PaskasimError(
        f"{where}: damaged, or no file of weights: {reason}.", f"Name another file. {TRAIN}", exit_code=4
    )
