"""What a check of a strategy is, and what it may find."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paskasim.conformance.subject import Subject

HOLDS = "holds"
WARNS = "warns"
FAILS = "fails"
LEFT_OUT = "left out"


@dataclass(frozen=True)
class Where:
    """The place at which something was found.

    Attributes
    ----------
    rules
        Name of a preset, or of a rule set that this package drew.
    switches
        What differs from the defaults, where the rules are no preset.
    seat, turn
        -1 where no single one is meant.
    ends
        Whether the game can be shown: not where an answer never comes, or crashes the interpreter.
    """

    rules: str
    players: int
    lineup: str
    seed: int
    game: int
    seat: int = -1
    turn: int = -1
    switches: dict[str, Any] = field(default_factory=dict)
    ends: bool = True

    @property
    def command(self) -> str:
        """The call that shows the game, or nothing where no file holds the rules or nothing would be shown."""
        if self.switches or not self.ends:
            return ""
        words = ["paskasim", "trace", self.rules, "--players", str(self.players), "--lineup", self.lineup]
        words += ["--seed", str(self.seed), "--game", str(self.game), "--text"]
        return shlex.join(words)

    @property
    def told(self) -> str:
        """The place in words."""
        at = [f"seat {self.seat}"] * (self.seat >= 0) + [f"turn {self.turn}"] * (self.turn > 0)
        return ", ".join([self.rules, f"{self.players} players", f"seed {self.seed}", f"game {self.game}", *at])


@dataclass(frozen=True)
class Found:
    """Something that does not hold.

    Attributes
    ----------
    told
        What is wrong, in a sentence or two.
    where
        Where it was seen.
    position
        What the strategy was shown: cards, top, what else matters.
    answered, allowed
        What it said, and what would have been right, where that can be told.
    warns
        It is worth knowing, but breaks nothing.
    """

    told: str
    where: Where | None = None
    position: str = ""
    answered: str = ""
    allowed: str = ""
    warns: bool = False


@dataclass(frozen=True)
class Check:
    """A promise that every strategy makes.

    Attributes
    ----------
    name
        One word.
    promise
        What holds of a strategy that passes, in one sentence.
    look
        Yields what does not hold; it may stop at the first find.
    after
        Names of checks that have to hold before this one can say anything.
    order
        Checks are made in this order.
    """

    name: str
    promise: str
    look: Callable[[Subject], Iterator[Found]]
    order: int
    after: tuple[str, ...] = ("metadata", "compiles", "legal")


@dataclass(frozen=True)
class Result:
    """What came of one check of one strategy."""

    check: str
    promise: str
    verdict: str
    found: tuple[Found, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the check was made and nothing broken was found."""
        return self.verdict in (HOLDS, WARNS)


def verdict_of(found: tuple[Found, ...]) -> str:
    """Return the verdict for what a check found."""
    if not found:
        return HOLDS
    return WARNS if all(each.warns for each in found) else FAILS


def result_from(facts: dict[str, Any]) -> Result:
    """Return the result that `dataclasses.asdict` made these facts of."""
    return Result(facts["check"], facts["promise"], facts["verdict"], tuple(map(found_from, facts["found"])))


def found_from(facts: dict[str, Any]) -> Found:
    """Return the find that `dataclasses.asdict` made these facts of."""
    place = facts["where"]
    return Found(**{**facts, "where": None if place is None else Where(**place)})
