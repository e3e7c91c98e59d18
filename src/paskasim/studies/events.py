"""The events that games can be forked at: a small entry each. Plain data: reports and study files read it, too.

An event is told by a count that goes up where it occurs. Left out it is in one of the ways of `kernels.fork`: the turn
is carried out by rules in which some switches have other values for this one turn; the player plays instead; the
player passes instead; or, where the event is a change of the rules, they stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from paskasim.errors import PaskasimError
from paskasim.rules.messages import shown

if TYPE_CHECKING:
    from paskasim.rules import RuleSet

Way = Literal["one_turn", "plays", "passes", "change"]
FORCED = ("next_takes_pass", "next_takes_again", "next_takes_lead")
STATE_GROUPS = ("deck", "deal", "start", "invisible", "bluff", "limits")
"""Switches that no change may touch: they say which cards there are and where, or what a pile is already read as."""
CHANGE_NAME = "rule"
FORK_COST = 1.5
"""How many games it takes to play one up to its fork; each branch takes about half a game more, each time."""
BRANCHES = {"with": "carried out", "without": "left out"}
"""The two ways to play on from a fork, as columns name them and as words do."""


@dataclass(frozen=True)
class Event:
    """Something that happens in a turn.

    Attributes
    ----------
    name
        As study files write it.
    code
        Keeps its dice apart from those of other events; never changed, so that results stay the same.
    noun
        What it is called, in the singular.
    maker
        Who its maker is.
    left_out
        What happens in the other branch.
    counter
        Name of a word of `kernels.layout` that counts it, and what to add to it.
    chosen
        Whether it counts only where its maker had a choice, or only where not; None: always.
    one_turn
        For 'one_turn': what the switches are for the turn in which it is left out, given the rules.
    """

    name: str
    code: int
    noun: str
    maker: str
    left_out: str
    counter: tuple[str, int]
    way: Way
    chosen: bool | None = None
    one_turn: Callable[[RuleSet], Mapping[str, Any]] = field(default=lambda rules: {})


def _no_run_burns(rules: RuleSet) -> Mapping[str, Any]:
    return {"fours.burn": False}


def _stays(rank: str) -> Callable[[RuleSet], Mapping[str, Any]]:
    def switches(rules: RuleSet) -> Mapping[str, Any]:
        on_empty = {f"{rank}.on_empty": "stays"} if rules.flat()[f"{rank}.on_empty"] == "burns" else {}
        return {f"{rank}.burn": "never"} | on_empty

    return switches


def _nobody_takes(rules: RuleSet) -> Mapping[str, Any]:
    flat = rules.flat()
    found: dict[str, Any] = {key: "stays" for key in ("aces.on_empty", "tens.on_empty") if flat[key] in FORCED}
    entries: Any = flat["effects"]
    if any(entry["do"] in FORCED for entry in entries):
        found["effects"] = [entry | ({"do": "none"} if entry["do"] in FORCED else {}) for entry in entries]
    return found


EVENTS: Mapping[str, Event] = {
    event.name: event
    for event in (
        Event(
            "four", 0, "a burnt four", "who completed it",
            "no run burns in this turn, and the cards lie on the pile",
            ("BURNS", 2), "one_turn", one_turn=_no_run_burns,
        ),
        Event(
            "ten", 1, "a pile burnt by a 10", "who played the 10",
            "the 10 does not burn in this turn, and lies on the pile",
            ("BURNS", 0), "one_turn", one_turn=_stays("tens"),
        ),
        Event(
            "ace", 2, "a pile burnt by an ace", "who played the ace",
            "the ace does not burn in this turn, and lies on the pile",
            ("BURNS", 1), "one_turn", one_turn=_stays("aces"),
        ),
        Event(
            "next_takes", 3, "a pile that the next player has to take", "who made the next one take",
            "the card makes nobody take in this turn, and lies on the pile",
            ("FORCED_TAKES", 0), "one_turn", one_turn=_nobody_takes,
        ),
        Event(
            "take", 4, "a pile taken though something else was legal", "who took it",
            "this player does what the strategy answers when taking is not offered",
            ("TAKES", 0), "plays", chosen=True,
        ),
        Event(
            "stuck", 5, "a pile taken for want of anything else", "who took it",
            "this player passes, and the pile stays for the next one",
            ("TAKES", 0), "passes", chosen=False,
        ),
    )
}  # fmt: skip
CHANGE = Event(
    CHANGE_NAME, 6, "the change of rules", "who is to play when the rules change", "the rules stay as they are",
    ("TURNS", 0), "change",
)  # fmt: skip
ALL: tuple[Event, ...] = (*EVENTS.values(), CHANGE)


def check_change(switches: Mapping[str, object]) -> None:
    """Check which switches a change of rules in the middle of a game would set, not their values.

    Raises
    ------
    PaskasimError
        If one says which cards there are or where they lie, what an invisible card is, or how long a game may last.
    """
    for key in switches:
        if key.partition(".")[0] in STATE_GROUPS:
            raise PaskasimError(
                f"rule: {shown(key)} can't be changed in the middle of a game.",
                f"Change switches of play; not those of {', '.join(STATE_GROUPS)}, by which the cards already lie.",
            )


def changed_rules(rules: RuleSet, switches: Mapping[str, object]) -> RuleSet:
    """Return the rules with other values for switches of play.

    Raises
    ------
    PaskasimError
        If a switch is none of play, or not allowed.
    """
    check_change(switches)
    return rules.with_switches(switches, "rule")
