"""Can this game still end? The search for `closed` and `escape` (section 8), state by state.

From one state on, every legal action of every player is tried, with all cards seen: hands, blind rows and the stock
as they lie. The compiled engine does the same in the same order, so both find the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paskasim.reference.proofs import live_ranks
from paskasim.reference.table import Table, in_code_order
from paskasim.reference.turns import FLIP, PLAY, TRY, Action, carry_out, legal_actions, row_cards
from paskasim.rules.ranks import RANKS

LETTERS = {rank: "T" if rank == "10" else rank for rank in RANKS}  # one letter a rank
RANK_OF = {letter: rank for rank, letter in LETTERS.items()}
EASY_STATES = 256  # most ends are found among so many; until then `live_ranks` is asked of the first state only
Move = tuple[int, Action, str]  # seat, action, row card


@dataclass(frozen=True)
class Found:
    """What a search found.

    Attributes
    ----------
    proof
        `closed`: no end can be reached; `escape`: one can; `open`: neither was found within the bound.
    states
        How many different states were seen.
    witness
        For `escape`: the turns that end the game, with the keys that TRACE.md gives a witness.
    playable
        For `closed`: the ranks of which a card may perhaps be played again; no card of another rank can be.
    """

    proof: str
    states: int
    witness: tuple[Mapping[str, Any], ...] = ()
    playable: frozenset[str] = frozenset()


def search(table: Table, most_states: int) -> Found:
    """Look for an end of the game from a table on.

    Best first: next comes the state that is the fewest plays from the end at least, of equals the one that was
    found first. What lies behind a state is not looked at where `live_ranks` shows already that nothing ends there;
    this is asked of the first state, and of all once `EASY_STATES` have been seen.

    Parameters
    ----------
    table
        As a turn begins. It is not changed.
    most_states
        How many different states may be seen; with more of them the proof is `open`.
    """
    first = _text_of(table)
    reached: dict[str, tuple[str, Move] | None] = {first: None}
    waiting: dict[int, deque[str]] = {plays_to_come(table): deque([first])}
    playable: set[str] = set()
    while waiting:
        fewest = min(waiting)
        text = waiting[fewest].popleft()
        if not waiting[fewest]:
            del waiting[fewest]
        here = _table_of(text, table)
        if text == first or len(reached) >= EASY_STATES:
            live = live_ranks(here)
            if live is not None:
                playable |= live
                continue
        for move in _moves(here):
            following = _table_of(text, table)
            playable |= _played(following, move)
            carry_out(following, move[1], move[2])
            if following.over:
                return Found("escape", len(reached), tuple(_witness(reached, text, move)))
            after = _text_of(following)
            if after in reached:
                continue
            if len(reached) == most_states:
                return Found("open", most_states)
            reached[after] = (text, move)
            waiting.setdefault(plays_to_come(following), deque()).append(after)
    return Found("closed", len(reached), playable=frozenset(playable))


def plays_to_come(table: Table) -> int:
    """Return how many plays it takes at least until the game is over.

    One for each rank of a hand or an up row, and one for each blind card, of all players but the one who needs most.
    """
    needed = [len(set(table.hands[seat])) + len(set(table.up[seat])) + len(table.down[seat]) for seat in table.active]
    return sum(needed) - max(needed)


def _moves(table: Table) -> Iterator[Move]:
    """Yield every legal action, and with `rows.take_card` every card that may go along."""
    for action in legal_actions(table):
        for card in row_cards(table, action) or [""]:
            yield table.to_play, action, card


def _played(table: Table, move: Move) -> set[str]:
    """Return the rank that a move may play."""
    _, action, _ = move
    if action.kind == PLAY:
        return {action.rank}
    row = {FLIP: table.down[table.to_play], TRY: table.stock}.get(action.kind)
    return {row[0]} if row else set()


def _witness(reached: Mapping[str, tuple[str, Move] | None], text: str, last: Move) -> list[Mapping[str, Any]]:
    """Return the moves from the first state to the end."""
    moves = [last]
    step = reached[text]
    while step is not None:
        text, move = step
        moves.append(move)
        step = reached[text]
    return [_as_turn(move) for move in reversed(moves)]


def _as_turn(move: Move) -> Mapping[str, Any]:
    seat, action, card = move
    turn: dict[str, Any] = {"seat": seat, "action": action.kind}
    if action.kind == PLAY:
        turn |= {"rank": action.rank, "count": action.count}
    if card:
        turn["row_card"] = card
    return turn


def _text_of(table: Table) -> str:
    """Write down all that the rest of the game depends on; what is public or burnt does not matter here."""
    zones = [*table.hands, *table.up, table.pile]
    cards = ["".join(LETTERS[card] for card in in_code_order(zone)) for zone in zones]
    rows = ["".join(LETTERS[card] for card in row) for row in table.down]
    in_game = "".join("-" if place is None else "o" for place in table.places)
    facts = (
        table.top,
        table.run,
        table.run_rank,
        table.to_play,
        table.direction,
        len(table.stock),
        in_game,
        table.opening,
    )
    return "/".join([*cards, *rows, *map(str, facts)])


def _table_of(text: str, pattern: Table) -> Table:
    """Lay out the state of a text; rules and the order of the stock are those of a pattern."""
    parts = text.split("/")
    players = pattern.players
    zones = [[RANK_OF[letter] for letter in part] for part in parts[: 3 * players + 1]]
    top, run, run_rank, to_play, direction, stock, in_game, opening = parts[3 * players + 1 :]
    table = Table(
        pattern.rules,
        players,
        stock=pattern.stock[len(pattern.stock) - int(stock) :],
        hands=zones[:players],
        up=zones[players : 2 * players],
        pile=zones[2 * players],
        down=zones[2 * players + 1 :],
        top=top,
        run=int(run),
        run_rank=run_rank,
        to_play=int(to_play),
        direction=int(direction),
        opening=opening,
        answers=pattern.answers,
    )
    # Who was out first makes no difference to what may follow.
    out = [seat for seat in range(players) if in_game[seat] == "o"]
    for place, seat in enumerate(out, 1):
        table.places[seat] = place
    return table
