"""Rule sets drawn at random from the whole space of switches, with a number of players whose deal fits.

`settings_of_play` is a hypothesis strategy, which shrinks what fails to a small rule set; `drawn_setting`
draws with plain dice, which is many times faster and spreads wider.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet, presets
from paskasim.rules.ranks import FACES, JOKER, ORDER, RANKS, count_set, rank_list

T = TypeVar("T")
Switches = dict[str, Any]

ON_EMPTY = ("next_takes_pass", "next_takes_again", "next_takes_lead", "stays", "no", "burns")
DEEDS = ("none", "burn", "skip", "reverse", "again", "next_takes_pass", "next_takes_again", "next_takes_lead")
WORDS = ("empty", "any")
COUNTS = ("1", "1-2", "2+", "1 3+", "1 4+", "2", "3", "1-3", "2-4", "1 2", "4+")
DECK_RANKS = ("3-A 2", "3-A 2", "1-A 2", "3-A", "7-A 2", "3-9 2", "9 10 J-A 2", "some")

PLAIN: dict[str, Sequence[Any]] = {  # switches that go with all others, the default among the values
    "turn.take": ("free", "stuck"),
    "turn.try_stock": ("never", "stuck", "any_time"),
    "turn.refill": ("hand", 1, 2, 3, 4, 6, 8, 13),
    "turn.stuck": ("pass", "open_any"),
    "turn.after_take": ("next", "again", "previous"),
    "beat": ("same_or_higher", "higher"),
    "faces.on_empty": (False, True),
    "faces.relaxed_at_rest": (False, True),
    "aces.on": ("faces", "faces_aces", "lower"),
    "aces.on_empty": ON_EMPTY,
    "aces.burn": ("on_faces", "never", "always"),
    "tens.on": ("lower", "any", "any_but_ace"),
    "tens.on_empty": ON_EMPTY,
    "tens.burn": ("on_lower", "always", "never"),
    "tens.followed_by": ("tens", "order"),
    "twos.on": ("any", "not_ace_ten"),
    "twos.followed_by": ("twos", "anything"),
    "ceiling.strict": (False, True),
    "ceiling.specials": (True, False),
    "invisible.in_run": ("ignored", "breaks", "counts"),
    "fours.burn": (True, True, False),
    "fours.size": (4, 3, 5, 6, 8),
    "fours.again": (True, False),
    "skip.per_card": (False, True),
    "rows.take_card": (False, True),
    "deal.swap": ("none", "any"),
}

BLUFF: dict[str, Sequence[Any]] = {
    "bluff.who": ("any", "next"),
    "bluff.after_honest": ("player", "next", "after_challenger"),
    "bluff.after_lie": ("next", "challenger"),
    "bluff.honest_burn_continues": (True, False),
    "bluff.honest_burn": ("taken", "burns"),
}


@cache
def open_presets() -> tuple[str, ...]:
    """Return the presets without bluff."""
    return tuple(name for name in presets() if not RuleSet.load(name).bluff.on)


class Setting(NamedTuple):
    """Rules and a number of players that they can be played with."""

    rules: RuleSet
    players: int


class Picker(Protocol):
    """Where the choices come from."""

    def one(self, options: Sequence[T]) -> T: ...

    def number(self, low: int, high: int) -> int: ...


class DicePicker:
    """Choices by plain dice."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def one(self, options: Sequence[T]) -> T:
        return self._dice.choice(options)

    def number(self, low: int, high: int) -> int:
        return self._dice.randint(low, high)


class HypothesisPicker:
    """Choices by hypothesis."""

    def __init__(self, draw: DrawFn) -> None:
        self._draw = draw

    def one(self, options: Sequence[T]) -> T:
        return options[self._draw(st.integers(0, len(options) - 1))]

    def number(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))


@st.composite
def settings_of_play(draw: DrawFn, most_players: int = 6) -> Setting:
    """Draw rules and a number of players."""
    return _setting(HypothesisPicker(draw), most_players)


def drawn_setting(dice: random.Random, most_players: int = 10) -> Setting:
    """Draw rules and a number of players with plain dice."""
    return _setting(DicePicker(dice), most_players)


def drawn_bluff(dice: random.Random, most_players: int = 10) -> Setting:
    """Draw rules with bluff and a number of players with plain dice."""
    rules, players = drawn_setting(dice, most_players)
    switches = {key: dice.choice(values) for key, values in BLUFF.items()}
    return Setting(rules.with_switches({**switches, "bluff.on": True, "start.opening": "free"}), players)


def _setting(pick: Picker, most_players: int) -> Setting:
    return _wild_setting(pick, most_players) if pick.number(0, 2) else _near_preset(pick, most_players)


def _near_preset(pick: Picker, most_players: int) -> Setting:
    """Draw a preset and a few other switches: games that people would play, and that get far."""
    rules = RuleSet.load(pick.one(open_presets()))
    players = [number for number in range(2, most_players + 1) if fits(rules, number)]
    keys = [pick.one(tuple(PLAIN)) for _ in range(pick.number(0, 4))]
    near = {key: pick.one(PLAIN[key]) for key in keys}
    about_ranks = _about_ranks(pick, _ranks_in(rules.flat()))
    kept = [pick.one(tuple(about_ranks)) for _ in range(pick.number(0, 2))] if about_ranks else []
    switches = near | {key: about_ranks[key] for key in kept} | {"limits.turns": pick.one((100, 200, 600))}
    return Setting(rules.with_switches(switches), pick.one(players))


def fits(rules: RuleSet, players: int) -> bool:
    """Return whether the cards suffice for so many players."""
    try:
        rules.deal_for(players)
    except PaskasimError:
        return False
    return True


def _wild_setting(pick: Picker, most_players: int) -> Setting:
    players = pick.number(2, most_players)
    switches = _fitting(_deck(pick) | _deal(pick), players)
    switches |= _start(pick, switches)
    # One in three of the plain switches is set, so that rule sets are neither all alike nor all wild.
    switches |= {key: pick.one(values) for key, values in PLAIN.items() if pick.number(0, 2) == 2}
    switches |= _about_ranks(pick, _ranks_in(switches))
    switches["limits.turns"] = pick.one((100, 200, 600))
    return Setting(RuleSet.from_dict(switches), players)


def _deck(pick: Picker) -> Switches:
    ranks = pick.one(DECK_RANKS)
    if ranks == "some":
        ranks = _some(pick, RANKS[:-1], 2, 14)
    switches: Switches = {
        "deck.ranks": ranks,
        "deck.decks": pick.one(("auto", "auto", 1, 2, 3)),
        "deck.jokers": pick.one((0, 0, 1, 2, 4)),
        "deck.suits": pick.one((4, 4, 3, 2, 1)),
        "deck.drop": pick.one((0, 0, 0, pick.number(0, 40))),
    }
    if pick.number(0, 2) == 2:
        several = _some(pick, rank_list(ranks), 1, 3).split()
        switches["deck.copies"] = {rank: pick.number(1, 15) for rank in several}
    return switches


def _deal(pick: Picker) -> Switches:
    switches: Switches = {"deal.hand": pick.one((5, 3, 4, 1, 2, 7, 13))}
    if pick.number(0, 1):
        switches |= {"deal.down": pick.number(0, 6), "deal.up": pick.number(0, 6)}
    special: tuple[Switches, ...] = ({}, {}, {"deal.all": True}, {"deal.turned": 1})
    return switches | pick.one(special)


def _fitting(switches: Switches, players: int) -> Switches:
    """Take away from deck and deal until the deal fits."""
    while True:
        try:
            RuleSet.from_dict(switches).deal_for(players)
        except PaskasimError:
            switches = _smaller(switches)
        else:
            return switches


def _smaller(switches: Switches) -> Switches:
    if "deck.copies" in switches:
        return {key: value for key, value in switches.items() if key != "deck.copies"}
    if switches["deck.decks"] != "auto":
        return switches | {"deck.decks": "auto"}
    sizes = {key: switches.get(key, 0) for key in ("deck.drop", "deal.down", "deal.up", "deal.hand")}
    largest = max(sizes, key=lambda key: int(sizes[key]))
    if sizes[largest] > 1:
        return switches | {largest: sizes[largest] // 2}
    if switches["deck.suits"] < 4:
        return switches | {"deck.suits": 4}
    return switches | {"deck.ranks": "1-A 2"}


def _ranks_in(switches: Switches) -> tuple[str, ...]:
    """Return the ranks of the deck, jokers too."""
    return rank_list(switches["deck.ranks"]) + ((JOKER,) if switches["deck.jokers"] else ())


def _start(pick: Picker, switches: Switches) -> Switches:
    players = ["left_of_dealer", "lowest", "lowest_first", "random", *["lowest_up"] * bool(switches.get("deal.up"))]
    start = {"start.player": pick.one(players)}
    may_open = start["start.player"] in ("lowest", "lowest_first") and not switches.get("deal.turned")
    return start | ({"start.opening": "lowest_all"} if may_open and pick.number(0, 1) else {})


def _about_ranks(pick: Picker, ranks: Sequence[str]) -> Switches:
    """Draw the switches that name ranks; each rank must be in the deck."""
    switches: Switches = {}
    tops = [rank for rank in ranks if rank in ORDER[:-1]]
    stops = [rank for rank in tops if rank != "1"]
    for key, allowed in (
        ("faces.min_top", ["1", *tops]),
        ("ceiling.rank", stops),
        ("invisible.rank", stops),
        ("skip.rank", ranks),
        ("reverse.rank", ranks),
    ):
        if allowed and pick.number(0, 2) == 2:
            switches[key] = pick.one(allowed)
    for key in ("again.ranks", "fours.except", "finish.not_with"):
        if pick.number(0, 2) == 2:
            switches[key] = _some(pick, ranks, 1, 3)
    if pick.number(0, 2) == 2:
        switches["turn.counts"] = _counts(pick, ranks)
    if pick.number(0, 1):
        switches["exceptions"] = [
            {"play": _some(pick, ranks, 1, 3), "on": _on(pick, ranks, "empty"), "may": pick.one((True, False))}
            | _at_some_phase(pick)
            for _ in range(pick.number(1, 5))
        ]
    if pick.number(0, 1):
        switches["effects"] = [
            {
                "play": _some(pick, ranks, 1, 3),
                "on": _on(pick, ranks, pick.one(("empty", "any"))),
                "do": pick.one(DEEDS),
            }
            | _at_some_phase(pick)
            for _ in range(pick.number(1, 5))
        ]
    return switches


def _some(pick: Picker, ranks: Sequence[str], least: int, most: int) -> str:
    """Return some different ranks as a rank list."""
    left, chosen = list(ranks), []
    for _ in range(min(len(left), pick.number(least, most))):
        chosen.append(pick.one(left))
        left.remove(chosen[-1])
    return " ".join(chosen)


def _on(pick: Picker, ranks: Sequence[str], word: str) -> str:
    """Return ranks, a word, or both."""
    some = _some(pick, ranks, 1, 4)
    return pick.one((some, some, f"{some} {word}", word))


def _at_some_phase(pick: Picker) -> Switches:
    phases: tuple[Switches, ...] = ({}, {}, {"at": "stock"}, {"at": "rest"})
    return pick.one(phases)


def _counts(pick: Picker, ranks: Sequence[str]) -> dict[str, str]:
    """Draw a table of one or two entries that go together wherever they name the same rank."""
    first = pick.one(COUNTS)
    table = {_some(pick, ranks, 1, 4): first}
    second = pick.one([text for text in COUNTS if count_set(text) & count_set(first)])
    faces = " ".join(rank for rank in ranks if rank in FACES)
    key = pick.one(("", _some(pick, ranks, 1, 3), faces))
    return table | ({key: second} if key and key not in table else {})
