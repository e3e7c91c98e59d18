"""Why a game ended, or why it can't: each proof in words that can be checked at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.reference.legality import may_go
from paskasim.reference.proofs import live_ranks, within_reach
from paskasim.reference.search import Found, search
from paskasim.reference.table import REST, Table, in_code_order
from paskasim.reference.turns import state_of
from paskasim.rules.ranks import EMPTY, JOKER, RANKS
from paskasim.telling.replay import DO, first_table, play_turn
from paskasim.telling.turns import told_turns
from paskasim.telling.words import NAMES, begun, counted, number, seats, spread, tops, wrapped

BLUFF_OPEN = "Whether the game could still end is not known (open): with bluff it is not looked for."
MOST_STATES = 20_000  # looked at again for a certificate; more of them take minutes in plain Python


def told_ending(record: Mapping[str, Any], table: Table) -> list[str]:
    """Return the lines on how a game ended; `table` is as its last turn left it."""
    tellers = {
        "all_pass": _all_pass,
        "stuck_cards": _closed,
        "closed": _closed,
        "forced_loop": _loop,
        "state_repeats": _loop,
        "escape": _limit,
        "open": _limit,
    }
    lines = _finished(record, table) if record["outcome"] == "finished" else tellers[record["proof"]](record, table)
    return list(lines)


def _finished(record: Mapping[str, Any], table: Table) -> Iterator[str]:
    loser = record["loser"]
    cards = [*table.hands[loser], *table.up[loser], *table.down[loser]]
    yield from wrapped(
        f"Seat {loser} is left with {counted(len(cards))} ({spread(cards)}) and loses, "
        f"after {counted(record['turns_played'], 'turn')}."
    )
    order = sorted(range(record["players"]), key=lambda seat: record["places"][seat])
    yield from wrapped(f"The order: {', '.join(f'seat {seat}' for seat in order)}.")


def _left(table: Table) -> Iterator[str]:
    """Yield a line for each seat that still holds cards."""
    yield "Cards that are left:"
    for seat in table.active:
        zones = (
            ("hand", spread(table.hands[seat])),
            ("up", spread(table.up[seat])),
            ("down", " ".join(table.down[seat])),
        )
        yield from wrapped("   ".join(f"{name} {cards}" for name, cards in zones if cards), f"  seat {seat}  ")
    if table.pile:
        yield from wrapped(spread(table.pile), "  pile    ")
    if table.stock:
        yield from wrapped(f"{' '.join(table.stock)} (next card first)", "  stock   ")


def _all_pass(record: Mapping[str, Any], table: Table) -> Iterator[str]:
    active = len(table.active)
    who = "both" if active == 2 else f"all {number(active)}"
    yield from wrapped(
        f"The game can't end, whatever anyone does (all_pass): {who} players passed, one after the other. "
        "The pile is empty, nobody has a card that may open it, and nobody draws another."
    )
    yield from _left(table)


def _closed(record: Mapping[str, Any], table: Table) -> Iterator[str]:
    yield from wrapped(f"The game can't end, whatever anyone plays from here on ({record['proof']}).")
    yield from _left(table)
    live = live_ranks(table)
    if live is not None:
        yield from _dead_ranks(table, live)
        return
    found = search(table, MOST_STATES)
    if found.proof == "escape":
        raise PaskasimError("the record can't be told: it says closed, but the game can still end.", DO)
    if found.proof == "open":
        yield from wrapped(
            f"All the ways to play on were tried, to every state that can be reached; there are more than "
            f"{MOST_STATES:,}. In none of them is the game over."
        )
        return
    yield from _searched(table, found)


def _dead_ranks(table: Table, live: set[str]) -> Iterator[str]:
    """Yield why ranks can't come up again, and who holds them (section 9)."""
    reach = {seat: within_reach(table, seat, live) for seat in table.active}
    dead = in_code_order(set().union(*reach.values()) - live)
    tops_left = [*in_code_order({*live, table.top} - {JOKER, EMPTY}), EMPTY]
    yield from wrapped(f"The only tops that can still come up: {tops(tops_left)}. So these can't be played any more:")
    for rank in dead:
        yield from wrapped(goes_on(table, rank), f"  {rank:<2}  ")
    holders = [seat for seat in table.active if reach[seat] - live]
    yield from wrapped(
        f"{begun(seats(holders))} hold such cards, so {'neither' if len(holders) == 2 else 'none'} of them can ever go "
        "out; but the game is over only when one player is left."
    )


def tops_for(table: Table, rank: str) -> list[str]:
    """Return the tops that a rank may go on, now or once the stock is empty."""
    in_deck = table.rules.deal_for(table.players).counts
    ranks = [top for top, count in zip(RANKS, in_deck, strict=True) if count and top != JOKER]
    phases = {table.phase, REST}
    return [top for top in (*ranks, EMPTY) if any(may_go(table.rules, rank, top, phase) for phase in phases)]


def goes_on(table: Table, rank: str) -> str:
    """Return what a rank would need."""
    needed = tops_for(table, rank)
    if not needed:
        return f"{NAMES[rank]}: goes on nothing"
    return f"{NAMES[rank]}: goes only on {tops(needed)}"


def _searched(table: Table, found: Found) -> Iterator[str]:
    """Yield what the search through all states saw."""
    yield from wrapped(
        f"All the ways to play on were tried, to every state that can be reached: {counted(found.states, 'state')}. "
        "In none of them is the game over."
    )
    held = {card for seat in table.active for zone in (table.hands, table.up, table.down) for card in zone[seat]}
    never = in_code_order((held | set(table.pile) | set(table.stock)) - found.playable)
    if never:
        yield from wrapped(f"Cards of these ranks can be played in none of them: {' '.join(never)}.")


def _loop(record: Mapping[str, Any], table: Table) -> Iterator[str]:
    first, period = circle_of(record)
    turns = "turn is" if period == 1 else f"{number(period)} turns are"
    again = (
        f"After turn {first + period} everything lies exactly as it did after turn {first}, and the same {turns} "
        "played over and over"
    )
    if record["proof"] == "forced_loop":
        yield from wrapped(f"The game can't end (forced_loop). {again}, since nobody has a choice in them.")
    else:
        seen = "what they know" if table.rules.bluff.on else "what lies there"
        yield from wrapped(
            f"These players go round in circles for ever (livelock, state_repeats). {again}, since all who are still "
            f"in the game decide by {seen} alone. Other players might end this game."
        )
    yield from _left(table)


def circle_of(record: Mapping[str, Any]) -> tuple[int, int]:
    """Return the first turn after which a state lies that comes again, and after how many turns it does."""
    table = first_table(record)
    states = [state_of(table)]
    for turn in record["turns"]:
        play_turn(table, turn)
        states.append(state_of(table))
    last = len(states) - 1
    period = next(steps for steps in range(1, last + 1) if states[last - steps] == states[last])
    first = last - period
    while first > 0 and states[first - 1] == states[first - 1 + period]:
        first -= 1
    return first, period


def _limit(record: Mapping[str, Any], table: Table) -> Iterator[str]:
    limit = f"The limit of {table.rules.limits.turns:,} turns is reached"
    if table.rules.bluff.on:
        yield from wrapped(f"{limit}. {BLUFF_OPEN}")
        yield from _left(table)
        return
    if record["proof"] == "open":
        yield from wrapped(
            f"{limit}, and whether the game could still end is not known (open): neither a way to end it was found, "
            "nor a proof that there is none."
        )
        yield from _left(table)
        return
    witness: Sequence[Mapping[str, Any]] = record["witness"]
    yield from wrapped(f"{limit}. These players did not end the game, but it can still end (escape), as so:")
    yield ""
    yield from told_turns(table, witness)
    loser = table.places.index(table.players)
    yield ""
    yield from wrapped(f"Then seat {loser} would be left and lose.")
