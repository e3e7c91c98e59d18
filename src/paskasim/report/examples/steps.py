"""The steps of a game that a page shows, long games cut, as text that a script unfolds.

A step is written as what differs from the step before: words, each a letter for the place and what lies there now, one
letter a card. `h2:347J` is the hand of seat 2, `u` an up row, `d` the number of blind cards, `p:` the pile, `+:` what
came on the pile, `s:` the stock, `n:` who is next, `o3:2` says that seat 3 was out in second place, `a:` who played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paskasim.report.examples.following import State, Step
from paskasim.rules.ranks import RANKS

LETTERS = {rank: "T" if rank == "10" else rank for rank in RANKS}
MOST_STEPS = 130
BEFORE, AFTER = 20, 20
"""Turns that are shown around the one that matters, where a game is cut."""
LAST = 40
"""Turns that are shown at the end of a game that is cut."""


@dataclass(frozen=True)
class Cut:
    """The steps that are shown; one without a number stands for turns that are left out.

    Attributes
    ----------
    start
        Index of the step that is shown first.
    left_out
        How many turns are not shown.
    """

    steps: tuple[Step, ...]
    start: int
    left_out: int


def cut(steps: Sequence[Step], key: int) -> Cut:
    """Return what is shown of a game, with the turn `key` among it; whole games up to `MOST_STEPS` turns."""
    last = len(steps) - 1
    if last <= MOST_STEPS:
        return Cut(tuple(steps), key, 0)
    around = range(max(0, key - BEFORE), min(last, key + AFTER) + 1)
    wanted = {*around, *range(last - LAST + 1, last + 1)}
    others = [index for index in range(last + 1) if index not in wanted]
    wanted |= {*others[: MOST_STEPS - len(wanted)]}
    shown: list[Step] = []
    start = left_out = 0
    for index, step in enumerate(steps):
        if index == key:
            start = len(shown)
        if index in wanted:
            shown.append(step)
        elif index + 1 in wanted:
            first = shown[-1].number + 1
            left_out += step.number - first + 1
            which = f"Turns {first} to {step.number} are" if first < step.number else f"Turn {first} is"
            shown.append(replace(step, number=-1, seat=-1, text=f"{which} left out here.", laid=(), burnt=0, took=0))
    return Cut(tuple(shown), start, left_out)


def packed(steps: Sequence[Step]) -> str:
    """Return the steps as text, a `;` between two of them; it holds no sign that HTML would have to escape."""
    found, before = [], None
    for step in steps:
        found.append(" ".join(_words(step, before)))
        before = step.state
    return ";".join(found)


def _words(step: Step, before: State | None) -> list[str]:
    state, words = step.state, []
    for seat in range(len(state.hands)):
        for mark, now, then in (
            ("h", _letters(state.hands[seat]), before and _letters(before.hands[seat])),
            ("u", _letters(state.up[seat]), before and _letters(before.up[seat])),
            ("d", str(state.down[seat]), before and str(before.down[seat])),
            ("o", str(state.places[seat]), before and str(before.places[seat])),
        ):
            if now != (then if before else {"h": "", "u": ""}.get(mark, "0")):
                words.append(f"{mark}{seat}:{now}")
    if before is None or state.pile != before.pile:
        grown = before is not None and state.pile[: len(before.pile)] == before.pile
        words.append(
            f"+:{_letters(state.pile[len(before.pile) :])}" if before and grown else f"p:{_letters(state.pile)}"
        )
    if before is None or state.stock != before.stock:
        words.append(f"s:{state.stock}")
    if before is None or state.due != before.due:
        words.append(f"n:{state.due}")
    if step.seat >= 0:
        words.append(f"a:{step.seat}")
    return words


def _letters(cards: Sequence[str]) -> str:
    return "".join(LETTERS[card] for card in cards)
