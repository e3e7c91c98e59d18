"""Turns: what is legal and how an action is carried out (sections 4, 6 and 7)."""

from __future__ import annotations

from dataclasses import dataclass, field

from paskasim.reference.effects import AGAIN, BURN_FOUR, BURNS, NONE, SKIP, lay, put_down
from paskasim.reference.legality import count_allowed, goes
from paskasim.reference.table import DOWN, HAND, UP, Table, ranks_named, ranks_of
from paskasim.rules.ranks import RANKS

PLAY, TAKE, TRY, PASS, FLIP = "play", "take", "try", "pass", "flip"


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does.

    Attributes
    ----------
    rank, count
        Of a play; with bluff what the player claims.
    cards
        With bluff: the cards that the player really lays. Legal actions name none.
    """

    kind: str
    rank: str = ""
    count: int = 0
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.rank}x{self.count}" if self.kind == PLAY else self.kind

    @property
    def is_true(self) -> bool:
        """Whether all cards laid are of the rank that is claimed."""
        return all(card == self.rank for card in self.cards)


@dataclass
class Happened:
    """What one turn did, in the words of TRACE.md.

    Attributes
    ----------
    challenger, honest
        The seat that doubted a claim, if any did, and whether the claim was true.
    would_burn
        Whether a claim that was doubted had burnt the pile.
    """

    effect: str = NONE
    challenger: int | None = None
    honest: bool = False
    would_burn: bool = False
    flipped: str = ""
    row_card: str = ""
    took: list[str] = field(default_factory=list)
    drew: list[str] = field(default_factory=list)
    out: bool = False


def legal_actions(table: Table) -> list[Action]:
    """Return every legal action of the seat that is due: plays by rank code and count, take, try, pass."""
    rules, seat = table.rules, table.to_play
    zone = table.zone(seat)
    if zone == DOWN:
        return [Action(FLIP)]
    if claims_now(table):
        return _legal_with_claims(table)
    cards = table.hands[seat] if zone == HAND else table.up[seat]
    if table.opening:
        return [Action(PLAY, table.opening, cards.count(table.opening))]

    ranks = ranks_of(cards)
    by_counts = [
        Action(PLAY, rank, count)
        for rank in ranks
        for count in range(1, cards.count(rank) + 1)
        if count_allowed(rules, rank, count)
    ]
    going = [rank for rank in ranks if goes(table, rank, table.top, table.phase)]
    plays = [play for play in by_counts if play.rank in going and not _bad_finish(table, play.rank, play.count)]
    actions = list(plays)
    if table.pile and (rules.turn.take == "free" or not plays):
        actions.append(Action(TAKE))
    may_try = rules.turn.try_stock == "any_time" or (rules.turn.try_stock == "stuck" and not plays)
    if table.stock and zone == HAND and may_try:
        actions.append(Action(TRY))
    if not actions and rules.turn.stuck == "open_any":
        actions = by_counts
    return actions or [Action(PASS)]


def claims_now(table: Table) -> bool:
    """Return whether the seat that is due plays by claims: with bluff, from its hand (7)."""
    return table.rules.bluff.on and table.zone(table.to_play) == HAND


def _legal_with_claims(table: Table) -> list[Action]:
    """Return every claim, whatever cards the hand holds, by rank code and count; and take or pass (7)."""
    size = len(table.hands[table.to_play])
    claims = [
        Action(PLAY, rank, count)
        for rank in RANKS
        if goes(table, rank, table.top, table.phase)
        for count in range(1, min(size, table.copies[rank]) + 1)
        if count_allowed(table.rules, rank, count) and not _bad_finish(table, rank, count)
    ]
    if table.pile and (table.rules.turn.take == "free" or not claims):
        return [*claims, Action(TAKE)]
    return claims or [Action(PASS)]


def may_challenge(table: Table) -> list[int]:
    """Return the seats that may challenge a claim of the seat that is due, in the order in which they are asked (7)."""
    others = [table.after(table.to_play, steps) for steps in range(1, len(table.active))]
    return others if table.rules.bluff.who == "any" else others[:1]


def row_cards(table: Table, action: Action) -> list[str]:
    """Return the ranks among which a seat chooses its `row_card`, by rank code; none without `rows.take_card`."""
    at_row = table.zone(table.to_play) == UP and action.kind == TAKE
    return ranks_of(table.up[table.to_play]) if at_row and table.rules.rows.take_card else []


def carry_out(table: Table, action: Action, row_card: str = "", challenger: int | None = None) -> Happened:
    """Carry out a legal action of the seat that is due, to the end of its turn.

    Parameters
    ----------
    row_card
        The up card taken along, where `row_cards` names any; the lowest by rank code without a choice.
    challenger
        The seat that challenges a claim; none: nobody does.
    """
    seat, phase = table.to_play, table.phase
    happened = Happened()
    if action.kind == PLAY and action.cards:
        _claim(table, action, phase, challenger, happened)
    elif action.kind == PLAY:
        _leave_zone(table, seat, action)
        happened.effect = lay(table, action.rank, action.count, phase)
    elif action.kind == TAKE:
        choice = row_cards(table, action)
        happened.took = table.take_pile(seat)
        if choice:
            happened.row_card = row_card or choice[0]
            table.up[seat].remove(happened.row_card)
            table.give(seat, [happened.row_card])
            happened.took.append(happened.row_card)
    elif action.kind in (TRY, FLIP):
        _turn_a_card(table, action, phase, happened)

    # 4, the order inside a turn: effect on the pile, draw, going out, end of the game or the next player.
    happened.drew = table.draw(seat)
    if not table.held(seat):
        happened.out = True
        table.places[seat] = table.players - len(table.active) + 1
        table.forget_hand(seat)
    table.opening = ""
    table.turns_played += 1
    table.passes = table.passes + 1 if action.kind == PASS and not happened.drew else 0
    if len(table.active) == 1:
        table.places[table.active[0]] = table.players  # the loser; nobody is due any more
    else:
        table.to_play = _next_player(table, action, happened)
    return happened


def _claim(table: Table, action: Action, phase: str, challenger: int | None, happened: Happened) -> None:
    """Lay cards face down with a claim; if it is challenged they are shown, and somebody takes the pile (7)."""
    seat, knowing = table.to_play, table.knowing
    assert knowing is not None
    for card in action.cards:
        table.hands[seat].remove(card)
    if challenger is None:
        knowing.laid_unseen(seat, action.cards)
        happened.effect = lay(table, action.rank, action.count, phase, action.cards)
        return
    knowing.laid_and_shown(seat, action.cards)
    happened.challenger, happened.honest = challenger, action.is_true
    happened.would_burn = put_down(table, action.rank, action.count, phase, action.cards) in BURNS
    if not happened.honest:
        happened.took = table.take_pile(seat)
    elif happened.would_burn and table.rules.bluff.honest_burn == "burns":
        table.burn_pile()
    else:
        table.take_pile(challenger)


def _leave_zone(table: Table, seat: int, action: Action) -> None:
    in_hand = table.zone(seat) == HAND
    cards = table.hands[seat] if in_hand else table.up[seat]
    for _ in range(action.count):
        cards.remove(action.rank)
    if in_hand:
        known = table.known[seat]
        known[action.rank] = max(0, known[action.rank] - action.count)


def _turn_a_card(table: Table, action: Action, phase: str, happened: Happened) -> None:
    """Turn a blind card, or the top card of the stock: it is played, or taken with the pile (6)."""
    seat = table.to_play
    row = table.stock if action.kind == TRY else table.down[seat]
    bad_finish = action.kind == FLIP and _bad_finish(table, row[0], 1)
    card = happened.flipped = row.pop(0)
    if goes(table, card, table.top, phase) and count_allowed(table.rules, card, 1) and not bad_finish:
        happened.effect = lay(table, card, 1, phase)
    else:
        happened.took = [*table.take_pile(seat), card]
        table.give(seat, [card])


def _bad_finish(table: Table, rank: str, count: int) -> bool:
    """Return whether a play of the zone breaks `finish.not_with`: any stock would still give a card."""
    barred = rank in ranks_named(table.rules.finish.not_with)
    return barred and not table.stock and table.held(table.to_play) == count


def _next_player(table: Table, action: Action, happened: Happened) -> int:
    seat, effect, rules = table.to_play, happened.effect, table.rules
    if action.kind == TAKE:
        places = {"next": table.after(seat), "again": seat, "previous": table.before(seat)}
        return places[rules.turn.after_take]
    if happened.challenger is not None:
        return _after_challenge(table, happened.challenger, happened)
    if effect in BURNS:
        stays = effect != BURN_FOUR or rules.fours.again
        return seat if stays and not happened.out else table.after(seat)
    if effect == AGAIN:
        return table.after(seat) if happened.out else seat
    if effect == SKIP:
        skipped = max(1, action.count) if rules.skip.per_card else 1
        return table.after(seat, 1 + skipped)
    if effect == "next_takes_again":
        return table.after(seat) if happened.out else seat  # who is next here is the taker
    if effect == "next_takes_pass":
        return table.after(seat, 2)
    return table.after(seat)


def _after_challenge(table: Table, challenger: int, happened: Happened) -> int:
    """Return who plays after a challenge (7); whoever is due but out passes the turn to the next."""
    seat, bluff = table.to_play, table.rules.bluff
    if not happened.honest:
        return table.after(seat) if bluff.after_lie == "next" else challenger
    if bluff.after_honest == "player" or (happened.would_burn and bluff.honest_burn_continues):
        return table.after(seat) if happened.out else seat
    return table.after(seat if bluff.after_honest == "next" else challenger)


def state_of(table: Table) -> tuple[object, ...]:
    """Return all that the rest of the game can depend on, to be compared; the order in the stock never changes."""
    sorted_zones = [tuple(tuple(sorted(cards)) for cards in zone) for zone in (table.hands, table.up)]
    return (
        *sorted_zones,
        tuple(tuple(row) for row in table.down),
        tuple(sorted(table.pile)),
        (table.top, table.run, table.run_rank, table.to_play, table.direction, len(table.stock), table.burnt),
        (table.passes, tuple(table.places), table.opening),
        tuple(tuple(sorted(known.elements())) for known in table.known),
        table.knowing.state() if table.knowing is not None else (),
    )
