"""What the rules answer to each key of a scenario that expects something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from paskasim.reference.effects import BURNS, NEXT_TAKES
from paskasim.reference.proofs import has_stuck_cards
from paskasim.reference.search import search
from paskasim.reference.table import Table, in_code_order
from paskasim.reference.turns import FLIP, PLAY, TAKE, TRY, Action, Happened, carry_out, legal_actions
from paskasim.rules import Dealt, RuleSet
from paskasim.rules.cards import Wanted, actions, cards
from paskasim.rules.messages import shown
from paskasim.rules.ranks import EMPTY, RANKS, rank_list
from paskasim.rules.scenario_kinds import WHO
from paskasim.rules.scenarios import (
    ALL_PASS,
    ANTICLOCKWISE,
    BURN,
    CLOCKWISE,
    CLOSED,
    FINISHED,
    GOES_ON,
    ILLEGAL,
    NOBODY,
    RANDOM,
    STUCK_CARDS,
    TAKEN,
)

OVER = "the game is over"
MOST_STATES = 3_000  # looked through for `closed`, in about a second


class UnclearError(Exception):
    """An expectation that cannot be judged, as the scenario says too little."""


@dataclass
class Case:
    """A scenario in the course of being played.

    Attributes
    ----------
    seat
        Who played last, or is to play.
    seats
        Seats by the words that tell them from that player, as the last turn began.
    drew_unknown
        Seats that drew of a stock that the scenario leaves open.
    """

    rules: RuleSet
    table: Table
    dealt: Dealt
    open_stock: bool
    seat: int = 0
    seats: dict[str, int] = field(default_factory=dict)
    action: Action | None = None
    happened: Happened = field(default_factory=Happened)
    drew_unknown: set[int] = field(default_factory=set)

    def due(self) -> None:
        """Make the player who is due the one that all is told from."""
        table = self.table
        self.seat = seat = table.to_play
        places = (seat, table.after(seat), table.before(seat), table.after(seat, 2))
        self.seats = dict(zip(WHO, places, strict=True))

    def carry_out(self, action: Action, row_card: str = "", challenger: int | None = None) -> None:
        """Let the player who is due do this, and note what happened."""
        self.action, self.happened = action, carry_out(self.table, action, row_card, challenger)
        if self.open_stock and self.happened.drew:
            self.drew_unknown.add(self.seat)

    def told(self, seat: int) -> str:
        """Return a seat as a scenario would write it."""
        words = [shown(word) for word, place in self.seats.items() if place == seat]
        return words[0] if words else str((seat - self.seat) % self.table.players)


Answer = Callable[[Case, Any], str | None]
"""What the rules give instead of what is expected, in words that follow `but`; nothing where both are the same."""


def _starter(case: Case, expected: int | str) -> str | None:
    given = RANDOM if case.rules.start.player == RANDOM else case.seat
    return _differs(expected, given)


def _legal(case: Case, expected: str) -> str | None:
    playable = {each.rank for each in legal_actions(case.table)}
    ranks = [rank for rank in RANKS if rank in playable]
    if ranks == list(rank_list(expected)):
        return None
    return f"the ranks that may be played are {' '.join(ranks)}" if ranks else "no rank may be played"


def _may(case: Case, expected: str) -> str | None:
    legal = legal_actions(case.table)
    missing = [each for each in actions(expected) if not _is_among(each, legal)]
    return f"{_listed(missing)} is not legal; legal: {' '.join(map(str, legal))}" if missing else None


def _may_not(case: Case, expected: str) -> str | None:
    legal = legal_actions(case.table)
    found = [each for each in actions(expected) if _is_among(each, legal)]
    return f"{_listed(found)} is legal; legal: {' '.join(map(str, legal))}" if found else None


def _is_among(wanted: Wanted, legal: list[Action]) -> bool:
    return any(
        each.kind == wanted.kind and each.rank == wanted.rank and wanted.count in (0, each.count) for each in legal
    )


def _listed(wanted: list[Wanted]) -> str:
    words = [
        each.rank + (f"x{each.count}" if each.count else "") if each.kind == PLAY else each.kind for each in wanted
    ]
    return " or ".join(words)


def _effect(case: Case, expected: str) -> str | None:
    given = _result(case)
    if given == expected or (expected == BURN and given in BURNS):
        return None
    return f"the rules give {shown(given)}"


def _result(case: Case) -> str:
    if case.action is None:
        return ILLEGAL
    took = case.action.kind == TAKE or (case.action.kind in (TRY, FLIP) and bool(case.happened.took))
    return TAKEN if took else case.happened.effect


def _next(case: Case, expected: int | str) -> str | None:
    return OVER if case.table.over else _seat_differs(case, expected, case.table.to_play)


def _taker(case: Case, expected: int | str) -> str | None:
    happened = case.happened
    if happened.effect in NEXT_TAKES:
        return _seat_differs(case, expected, case.seats["next"])
    if happened.challenger is not None and not happened.took:
        burns = happened.would_burn and case.rules.bluff.honest_burn == "burns"
        if not burns:
            return _seat_differs(case, expected, happened.challenger)
    elif happened.challenger is not None:
        return _seat_differs(case, expected, case.seat)
    if _result(case) == TAKEN:
        return _seat_differs(case, expected, case.seat)
    return None if expected == NOBODY else "nobody takes the pile"


def _seat_differs(case: Case, expected: int | str, seat: int) -> str | None:
    if isinstance(expected, int):
        wanted = (case.seat + expected) % case.table.players if expected < case.table.players else None
    else:
        wanted = case.seats.get(expected)
    return None if wanted == seat else f"the rules give {case.told(seat)}"


def _end(case: Case, expected: str) -> str | None:
    table = case.table
    if table.over:
        given = FINISHED
    elif table.rules.bluff.on:
        return _differs(expected, GOES_ON)  # no deadlock is ever claimed with bluff
    elif table.passes == len(table.active):
        given = ALL_PASS
    else:
        given = STUCK_CARDS if has_stuck_cards(table) else GOES_ON
    if expected == CLOSED and given == GOES_ON:
        return _open_end(case)
    return _differs(expected, given)


def _open_end(case: Case) -> str | None:
    """Say how the game can still end; nothing where every way was tried and none does."""
    if case.open_stock:
        raise UnclearError("what can still happen depends on a stock that is left open; write stock")
    found = search(case.table, MOST_STATES)
    if found.proof == "open":
        raise UnclearError(f"there are more than {MOST_STATES:,} ways to go on; write fewer cards")
    turns = len(found.witness)
    return f"the game can end in {turns} more turn{'s' * (turns != 1)}" if found.proof == "escape" else None


def _same(read: Callable[[Case], object]) -> Answer:
    """Compare a plain value."""
    return lambda case, expected: _differs(expected, read(case))


def _differs(expected: object, given: object) -> str | None:
    return None if expected == given else f"the rules give {shown(given)}"


def _zone(read: Callable[[Case], list[str]], *, in_order: bool) -> Answer:
    """Compare cards, one by one where their order counts."""
    return lambda case, expected: _cards_differ(expected, read(case), in_order)


def _cards_differ(expected: str, given: list[str], in_order: bool) -> str | None:
    wanted = [] if expected == EMPTY else list(cards(expected))
    if wanted == given or (not in_order and Counter(wanted) == Counter(given)):
        return None
    return f"the rules give {' '.join(given if in_order else in_code_order(given)) or 'no card'}"


def _hand(case: Case, expected: str, steps: int = 0) -> str | None:
    seat = (case.seat + steps) % case.table.players
    if seat in case.drew_unknown:
        raise UnclearError("cards were drawn of a stock that is left open; write stock")
    return _cards_differ(expected, case.table.hands[seat], in_order=False)


def _others(case: Case, expected: tuple[str, ...]) -> str | None:
    for steps, text in enumerate(expected, 1):
        given = _hand(case, text, steps)
        if given is not None:
            return f"for seat {steps} {given}"
    return None


def _deal(case: Case, expected: Mapping[str, Any]) -> str | None:
    deal, dealt = case.rules.deal, case.dealt
    sizes = dealt.hand_sizes
    hand: object = sizes[0] if len(set(sizes)) == 1 else " ".join(map(str, sizes))
    facts = {"decks": dealt.decks, "cards": dealt.cards, "up": deal.up, "down": deal.down, "stock": dealt.stock}
    wrong = [f"{key} {facts[key]}" for key in facts if key in expected and expected[key] != facts[key]]
    if "hand" in expected:
        wanted = expected["hand"]
        by_seat = [wanted] * len(sizes) if isinstance(wanted, int) else [int(word) for word in wanted.split()]
        wrong += [] if by_seat == list(sizes) else [f"hand {hand}"]
    return f"for {dealt.players} players the rules give {', '.join(wrong)}" if wrong else None


def _deck(case: Case, expected: Mapping[str, int]) -> str | None:
    counts = dict(zip(RANKS, case.dealt.counts, strict=True))
    wrong = [
        f"{counts[rank]} of {rank}"
        for ranks, number in expected.items()
        for rank in rank_list(ranks)
        if counts[rank] != number
    ]
    return f"for {case.dealt.players} players the deck holds {', '.join(wrong)}" if wrong else None


BEFORE: Mapping[str, Answer] = {
    "expect_deal": _deal,
    "expect_deck": _deck,
    "expect_starter": _starter,
    "expect_legal": _legal,
    "expect_may": _may,
    "expect_may_not": _may_not,
}
AFTER: Mapping[str, Answer] = {
    "expect": _effect,
    "expect_next": _next,
    "expect_taker": _taker,
    "expect_out": _same(lambda case: case.happened.out),
    "expect_drawn": _same(lambda case: len(case.happened.drew)),
    "expect_pile": _zone(lambda case: case.table.pile, in_order=True),
    "expect_top": _same(lambda case: case.table.top),
    "expect_run": _same(lambda case: case.table.run),
    "expect_hand": _hand,
    "expect_up": _zone(lambda case: case.table.up[case.seat], in_order=False),
    "expect_down": _zone(lambda case: case.table.down[case.seat], in_order=True),
    "expect_stock": _zone(lambda case: case.table.stock, in_order=True),
    "expect_others": _others,
    "expect_direction": _same(lambda case: CLOCKWISE if case.table.direction == 1 else ANTICLOCKWISE),
    "expect_end": _end,
}
