"""Why a game ended, or never will, in a sentence or two: what `paskasim trace --text` shows step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paskasim.reference.proofs import live_ranks, within_reach
from paskasim.reference.search import search
from paskasim.reference.table import Table, in_code_order
from paskasim.rules.ranks import EMPTY, JOKER
from paskasim.telling.endings import BLUFF_OPEN, circle_of, goes_on, tops_for
from paskasim.telling.words import begun, counted, number, plural, seats, tops

MOST_STATES = 500  # a report should not wait for more


@dataclass(frozen=True)
class Reason:
    """Why a game ended or can't end.

    Attributes
    ----------
    sentences
        The first of them says it in short.
    needs
        For cards that can't be played any more: rank, and what it would go on.
    circle
        For a game that repeats itself: the turn after which lies what comes again, and after how many turns it does.
    """

    sentences: tuple[str, ...]
    needs: tuple[tuple[str, str], ...] = ()
    circle: tuple[int, int] | None = None


def reason_of(record: Mapping[str, Any], table: Table) -> Reason:
    """Return why a game ended or can't end; `table` is as its last turn left it."""
    if record["outcome"] == "finished":
        return _finished(record, table)
    if record["proof"] in ("forced_loop", "state_repeats"):
        return _circle(record)
    if table.rules.bluff.on:
        return Reason((f"The game is broken off after {counted(record['turns_played'], 'turn')}.", BLUFF_OPEN))
    if record["proof"] == "all_pass":
        return _all_pass(table)
    live = live_ranks(table)
    return _dead_ranks(table, live) if live is not None else _searched(table)


def _finished(record: Mapping[str, Any], table: Table) -> Reason:
    loser = record["loser"]
    cards = [*table.hands[loser], *table.up[loser], *table.down[loser]]
    return Reason((f"Seat {loser} is left with {counted(len(cards))} and loses.",))


def _all_pass(table: Table) -> Reason:
    active = len(table.active)
    who = "both" if active == 2 else f"all {number(active)}"
    return Reason(
        (
            f"The pile is empty, and {who} players pass one after the other: nobody has a card that may open it.",
            "Nobody draws another card either, so it stays like this.",
        )
    )


def _dead_ranks(table: Table, live: set[str]) -> Reason:
    dead_at = {seat: within_reach(table, seat, live) - live for seat in table.active}
    holders = [seat for seat, dead in dead_at.items() if dead]
    dead = in_code_order(set().union(*dead_at.values()))
    tops_left = [*in_code_order({*live, table.top} - {JOKER, EMPTY}), EMPTY]
    needed = [top for top in in_tops_order({top for rank in dead for top in tops_for(table, rank)}) if top not in dead]
    held = f"{begun(seats(holders))} hold {_either([plural(rank) for rank in dead])}"
    none_of_them = "neither" if len(holders) == 2 else "none"
    if needed and not set(needed) & {*tops_left}:
        short = f"{held}; nothing that is left can bring the pile to {_either(needed)}."
    else:
        short = f"{held}, and can never play {'them' if len(dead) == 1 else 'any of these'} again."
    return Reason(
        (
            short,
            f"So {none_of_them} of them can ever go out, whatever anyone does; but the game is over only when one "
            "player is left.",
            f"The only tops that can still come up: {tops(tops_left)}.",
        ),
        tuple((rank, begun(goes_on(table, rank))) for rank in dead),
    )


def in_tops_order(names: set[str]) -> list[str]:
    """Return tops sorted by rank code, the empty pile last."""
    return [*in_code_order(names - {EMPTY}), *([EMPTY] if EMPTY in names else [])]


def _either(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _searched(table: Table) -> Reason:
    found = search(table, MOST_STATES)
    states = f"more than {MOST_STATES:,} states" if found.proof == "open" else counted(found.states, "state")
    held = {card for seat in table.active for zone in (table.hands, table.up, table.down) for card in zone[seat]}
    never = in_code_order((held | set(table.pile) | set(table.stock)) - found.playable)
    more = f"Nobody can ever play {_either([plural(rank) for rank in never])} again."
    return Reason(
        (
            "Whatever anyone plays from here on, the game is never over.",
            f"All the ways to play on were tried, to every position that can be reached: {states}.",
            *([more] if never and found.proof == "closed" else []),
        )
    )


def _circle(record: Mapping[str, Any]) -> Reason:
    first, period = circle_of(record)
    turns = "turn comes" if period == 1 else f"{number(period)} turns come"
    again = (
        f"After turn {first + period} everything lies exactly as after turn {first}, and the same {turns} again for "
        "ever"
    )
    if record["proof"] == "forced_loop":
        return Reason((f"{again}: nobody has a choice in them.",), circle=(first, period))
    return Reason(
        (
            f"{again}.",
            "All who are still in the game decide by what lies there alone. Other players might end this game.",
        ),
        circle=(first, period),
    )
