"""The table before the first turn: deck, deal, swap, turned card and starter (section 2, deal and start)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paskasim.referee.cards import UNKNOWN, Pool, joined, joined_in_order, known_of
from paskasim.referee.findings import Notes, told_cards
from paskasim.referee.rulings import NotJudgedError
from paskasim.referee.shape import DEAL, SWAP, sound
from paskasim.reference.deal import FROM_LOW, dealt_table, set_starter, shuffled_deck, swap, turn_first_card
from paskasim.reference.table import Table
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, JOKER

Record = Mapping[str, Any]


def players_of(record: Record) -> int:
    """Return the number of players, which other keys may tell where it is left out.

    Raises
    ------
    NotJudgedError
        If nothing tells it.
    """
    if "players" in record:
        return int(record["players"])
    deal = record.get("deal", {})
    for by_seat in (record.get("strategies"), record.get("places"), *(deal.get(zone) for zone in ("hand", "up"))):
        if isinstance(by_seat, list) and 2 <= len(by_seat) <= 10:
            return len(by_seat)
    raise NotJudgedError('it does not say how many played: "players" is missing')


@dataclass
class Opening:
    """The table as the first player finds it.

    Attributes
    ----------
    table
        Cards that the record does not tell are `"?"` on it.
    pool
        The cards of the deck that have not shown up.
    starter_known
        Whether `table.to_play` is told or follows.
    exact
        Whether every card that comes into play is known, and how it came there.
    """

    table: Table
    pool: Pool
    starter_known: bool
    exact: bool


def opening_of(record: Record, rules: RuleSet, players: int, notes: Notes) -> Opening:
    """Return the table before the first turn.

    Parameters
    ----------
    record
        With sound keys.

    Raises
    ------
    StopError
        If the turned card is not told.
    """
    pool = Pool(rules, players)
    deck = _deck(record, rules, players, pool, notes)
    table = dealt_table(rules, players, deck)
    _deal(table, sound(record.get("deal", {}), DEAL, notes, "deal."), notes)
    exact = not any(UNKNOWN in zone for zone in _zones(table))
    _swap(table, record, notes)
    dropped = deck[len(deck) - rules.deck.drop :]
    for rank in pool.take(card for zone in (*_zones(table), dropped) for card in zone):
        if "deck" not in [complaint.key for complaint in notes.complaints]:
            held = pool.counts[rank] - pool.left[rank]
            notes.complain("deal", f"{held} cards of rank {rank}", f"the deck holds {pool.counts[rank]}")
    _turned(table, record, pool, notes)
    exact = exact and not any(UNKNOWN in zone for zone in _zones(table))
    return Opening(table, pool, _starter(table, record, notes), exact)


def _zones(table: Table) -> list[list[str]]:
    return [*table.hands, *table.up, *table.down, table.stock]


def _deck(record: Record, rules: RuleSet, players: int, pool: Pool, notes: Notes) -> list[str]:
    seeded = None
    if "seed" in record and "game" in record:
        seeded = shuffled_deck(rules, players, record["seed"], record["game"])
    size = sum(pool.counts.values())
    given = record.get("deck")
    if given is None:
        return seeded or [UNKNOWN] * size
    if len(given) != size:
        notes.complain("deck", f"{len(given)} cards", f"{size} cards")
        return seeded or [UNKNOWN] * size
    much = {rank: count for rank, count in known_of(given).items() if count > pool.counts[rank]}
    for rank, count in much.items():
        notes.complain("deck", f"{count} cards of rank {rank}", f"{pool.counts[rank]} of them")
    if seeded is not None and joined_in_order(given, seeded) is None and not much:
        first = next(at for at, pair in enumerate(zip(given, seeded, strict=True)) if len({*pair, UNKNOWN}) == 3)
        why = f"card {first + 1} is the first that differs"
        right = f"{seeded[first]}, in the deck of seed {record['seed']}, game {record['game']}"
        notes.complain("deck", str(given[first]), right, why)
        return list(given)
    return (seeded and joined_in_order(given, seeded)) or list(given)


def _deal(table: Table, deal: Record, notes: Notes) -> None:
    zones = {"down": table.down, "up": table.up, "hand": table.hands}
    for name, zone in zones.items():
        given = deal.get(name)
        if given is None:
            continue
        if len(given) != table.players:
            notes.complain(f"deal.{name}", f"{len(given)} seats", f"{table.players} seats")
            continue
        for seat, cards in enumerate(given):
            if cards is not None:
                zone[seat] = _told_twice(f"deal.{name}", f"seat {seat}", zone[seat], cards, notes, name == "down")
    if "stock" in deal:
        table.stock = _told_twice("deal.stock", "the stock", table.stock, deal["stock"], notes, True)


def _told_twice(
    key: str, whose: str, right: list[str], said: list[str], notes: Notes, in_order: bool = False
) -> list[str]:
    """Return what is known of a zone by the deck and by the record; the record's word holds if they differ."""
    if len(said) != len(right):
        notes.complain(key, f"{len(said)} cards of {whose}", f"{len(right)} cards")
        return right
    both = joined_in_order(right, said) if in_order else joined(right, said)
    if both is None:
        notes.complain(key, told_cards(said), f"{told_cards(right)}, for {whose}")
        return list(said)
    return both


def _swap(table: Table, record: Record, notes: Notes) -> None:
    may_swap = table.rules.deal.swap == "any"
    given = record.get("swap")
    if given is not None and not may_swap:
        if given:
            notes.complain("swap", given, 'none, deal.swap = "none"')
        return
    if not may_swap:
        return
    entries: dict[int, Record] = {}
    for number, entry in enumerate(given or []):
        good = sound(entry, SWAP, notes, "swap.")
        seat = good.get("seat", number)
        if seat != number or seat >= table.players:
            notes.complain("swap.seat", seat, "every seat in order")
        elif seat < table.players:
            entries[seat] = good
    if given is not None and len(given) < table.players:
        notes.complain("swap", f"{len(given)} seats", f"every seat in order, {table.players} of them")
    for seat in range(table.players):
        _swap_of(table, seat, entries.get(seat, {}), notes)


def _swap_of(table: Table, seat: int, entry: Record, notes: Notes) -> None:
    before_hand, before_up = table.hands[seat], table.up[seat]
    if not before_up or not before_hand:  # nothing to exchange
        for name, right in (("up", before_up), ("hand", before_hand)):
            if name in entry:
                zone = table.up if name == "up" else table.hands
                zone[seat] = _told_twice(f"swap.{name}", f"seat {seat}", right, entry[name], notes)
        return
    size = len(before_up)
    for name, length in (("up", size), ("hand", len(before_hand))):
        if name in entry and len(entry[name]) != length:
            notes.complain(f"swap.{name}", f"{len(entry[name])} cards of seat {seat}", f"{length} cards")
            entry = {key: value for key, value in entry.items() if key != name}
    up, hand = entry.get("up", [UNKNOWN] * size), entry.get("hand", [UNKNOWN] * len(before_hand))
    every = joined([*up, *hand], [*before_up, *before_hand])
    if every is None:
        had = told_cards([*before_up, *before_hand])
        notes.complain("swap", told_cards([*up, *hand]), f"{had}, the cards of seat {seat} before")
        table.up[seat], table.hands[seat] = list(up), list(hand)
        return
    if UNKNOWN not in up or UNKNOWN not in hand:  # then what is not told of one is what the other leaves
        up, hand = every[:size], every[size:]
    if UNKNOWN in (*up, *hand, *before_up, *before_hand):
        table.up[seat], table.hands[seat] = up, hand
    else:
        swap(table, seat, up)


def _turned(table: Table, record: Record, pool: Pool, notes: Notes) -> None:
    number = min(table.rules.deal.turned, len(table.stock))
    given = record.get("turned")
    top = _first_top(record)
    if given is None and number and top:
        given = [JOKER if top == EMPTY else top]
    if given is not None:
        if len(given) != number:
            notes.complain("turned", told_cards(given), f"{number} cards, deal.turned = {table.rules.deal.turned}")
        else:
            first = table.stock[:number]
            both = joined_in_order(first, given)
            if both is None:
                notes.complain("turned", told_cards(given), f"{told_cards(first)}, the first of the stock")
            else:
                table.stock[:number] = both
                _learn(first, both, pool, notes, "turned")
    if UNKNOWN in table.stock[:number]:
        raise notes.stop("the turned card is not told")
    turn_first_card(table)


def _first_top(record: Record) -> str:
    turns = record.get("turns") or [{}]
    top = turns[0].get("top")
    return top if isinstance(top, str) and top in (*FROM_LOW, EMPTY) else ""


def _learn(before: Sequence[str], after: Sequence[str], pool: Pool, notes: Notes, key: str) -> None:
    new = known_of(after) - known_of(before)
    for rank in pool.take(new.elements()):
        complain_of_too_many(rank, pool, notes, key)


def complain_of_too_many(rank: str, pool: Pool, notes: Notes, key: str) -> None:
    """Complain that more cards of a rank have shown up than the deck holds."""
    holds = pool.counts[rank]
    shown = holds - pool.left[rank]
    notes.complain(key, f"one more {rank}", f"the deck holds {holds}", f"this would be number {shown}")


def _starter(table: Table, record: Record, notes: Notes) -> bool:
    """Set who plays first; return whether that is known."""
    start, said = table.rules.start.player, record.get("starter")
    cards = table.up if start == "lowest_up" else table.hands
    told = not any(UNKNOWN in zone for zone in cards)
    seeded = "seed" in record and "game" in record
    follows = seeded if start == "random" else told or start == "left_of_dealer"
    if follows:
        set_starter(table, record.get("seed", 0), record.get("game", 0))
        if said in (None, table.to_play):
            return True
        notes.complain("starter", said, f"seat {table.to_play}", f'start.player = "{start}"')
        if said < table.players:
            table.to_play, table.opening = said, ""
        return True
    if said is None:
        said = _first_seat(record)
    if said is None:
        return False
    if said >= table.players:
        notes.complain("starter", said, f"a seat from 0 to {table.players - 1}")
        return False
    table.to_play = said
    if start != "random":
        _might_start(table, cards, notes)
    return True


def _first_seat(record: Record) -> int | None:
    turns = record.get("turns") or [{}]
    seat = turns[0].get("seat")
    fits = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < 10
    return seat if fits else None


def _might_start(table: Table, cards: Sequence[Sequence[str]], notes: Notes) -> None:
    """Complain if the starter's cards are all known and somebody else is known to hold a lower one."""
    seat, own = table.to_play, cards[table.to_play]
    lowest = next((rank for rank in FROM_LOW if any(rank in zone for zone in cards)), "")
    if UNKNOWN in own:
        return
    if lowest and lowest not in own:
        notes.complain("starter", seat, f"a seat that holds a {lowest}", f'start.player = "{table.rules.start.player}"')
    elif table.rules.start.opening == "lowest_all":
        table.opening = lowest
