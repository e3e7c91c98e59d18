"""From a scenario's words to a table of the readable engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from paskasim.errors import PaskasimError
from paskasim.reference.deal import dealt_table, set_starter, swap, turn_first_card
from paskasim.reference.effects import lay
from paskasim.reference.table import REST, STOCK, Table
from paskasim.rules import Dealt, RuleSet
from paskasim.rules.cards import OUT, cards, laid
from paskasim.rules.deal import cards_needed, fitted
from paskasim.rules.ranks import JOKER, RANKS
from paskasim.rules.scenarios import ANTICLOCKWISE, RANDOM, Entry
from paskasim.rules.sections import Effect

USUAL_PLAYERS = 3
NOTHING = Effect(play=" ".join(RANKS), on="any", do="none")


class ImpossibleError(Exception):
    """A situation that these rules never come to, told by the key that brings it about."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key, self.text = key, text


@dataclass
class Situation:
    """A table as a scenario describes it.

    Attributes
    ----------
    table
        The player who is to play has seat 0, or is the starter where play begins here.
    dealt
        The deal of these rules for so many players.
    open_stock
        Whether the scenario leaves open which cards the stock holds.
    """

    table: Table
    dealt: Dealt
    open_stock: bool


def players_of(rules: RuleSet, entry: Entry) -> int:
    """Return how many players sit at the table of a scenario."""
    for others in (entry.others, entry.others_up, entry.others_down, entry.expect_others):
        if others:
            return len(others) + 1
    low, high = rules.player_range()
    return entry.players or min(max(USUAL_PLAYERS, low), high)


def situation_of(rules: RuleSet, entry: Entry) -> Situation:
    """Return the table of a scenario.

    Raises
    ------
    ImpossibleError
        For a situation that the rules do not allow: a deal that does not fit, more cards of a rank than the deck
        holds, a stock where there is none.
    """
    players = players_of(rules, entry)
    try:
        dealt = fitted(rules.deck, rules.deal, players)
    except ValueError as error:
        raise ImpossibleError("players", str(error)) from None
    left = Counter(dict(zip(RANKS, dealt.counts, strict=True)))
    _take_off(left, entry, dealt)
    if entry.deck is not None:
        situation = Situation(_dealt(rules, entry, players), dealt, open_stock=False)
    else:
        situation = _laid_out(rules, entry, dealt, left)
    if entry.deck is not None or entry.first_turn:
        _begin(situation, entry)
    return situation


def _take_off(left: Counter[str], entry: Entry, dealt: Dealt) -> None:
    for key in ("deck", "pile", "hand", "up", "down", "stock", "others", "others_up", "others_down"):
        value = getattr(entry, key) or ()
        for text in (value,) if isinstance(value, str) else value:
            left.subtract(cards(text) if text != OUT else ())
        for rank, number in left.items():
            if number < 0:
                have = dealt.counts[RANKS.index(rank)]
                held = f"the deck for {dealt.players} players holds {have or 'no'} {'card' if have == 1 else 'cards'}"
                raise ImpossibleError(key, f"{held} of rank {rank}, the scenario needs {have - number}")


def _dealt(rules: RuleSet, entry: Entry, players: int) -> Table:
    deck, need = cards(entry.deck or ""), cards_needed(rules.deck, rules.deal, players)
    if len(deck) < need:
        raise ImpossibleError("deck", f"it holds {len(deck)} cards, the deal for {players} players takes {need}")
    return dealt_table(rules, players, deck)


def _laid_out(rules: RuleSet, entry: Entry, dealt: Dealt, left: Counter[str]) -> Situation:
    players = dealt.players

    def zone(own: str, others: tuple[str, ...]) -> list[list[str]]:
        texts = [own, *(others or [""] * (players - 1))]
        return [[] if text == OUT else list(cards(text)) for text in texts]

    hands, up = zone(entry.hand, entry.others), zone(entry.up, entry.others_up)
    down = zone(entry.down, entry.others_down)
    phase = _phase(entry, dealt)
    for seat in range(1, players):
        gone = bool(entry.others) and entry.others[seat - 1] == OUT
        without = not hands[seat] and (phase == STOCK or not (up[seat] or down[seat]))
        if without and not gone:
            hands[seat].append(_some_card(left))
    if phase == REST:
        stock = []
    elif entry.stock:
        stock = list(cards(entry.stock))
    else:
        stock = list(left.elements())
        if not stock:
            raise ImpossibleError("phase", "no card is left for a stock")

    table = Table(rules, players, stock=stock, hands=hands, up=up, down=down)
    for seat, hand in enumerate(entry.others, 1):
        if hand == OUT:
            table.places[seat] = players - len(table.active) + 1
    table.direction = -1 if entry.direction == ANTICLOCKWISE else 1
    _lay_pile(table, entry.pile)
    return Situation(table, dealt, open_stock=not entry.stock and phase == STOCK)


def _phase(entry: Entry, dealt: Dealt) -> str:
    no_stock = dealt.stock == 0 and not entry.first_turn
    if no_stock and (entry.stock or entry.phase == STOCK):
        raise ImpossibleError("stock" if entry.stock else "phase", "the deal of these rules leaves no stock")
    if entry.phase is not None:
        return entry.phase
    if entry.stock is not None:
        return STOCK if entry.stock else REST
    return REST if no_stock or not entry.hand else STOCK


def _some_card(left: Counter[str]) -> str:
    """Take a card off that the scenario does not need: of the rank with most copies left, the lowest of these."""
    rank = max((rank for rank in RANKS if rank != JOKER), key=lambda rank: left[rank])
    if not left[rank]:
        raise ImpossibleError("others", "no card is left for the other players")
    left[rank] -= 1
    return rank


def _lay_pile(table: Table, pile: str) -> None:
    """Build pile, top and run by sections 4 and 5, without effects."""
    rules = table.rules
    silent = {"fours": rules.fours.model_copy(update={"burn": False}), "effects": (NOTHING,)}
    table.rules = rules.model_copy(update=silent)
    for play in laid(pile):
        lay(table, play.rank, play.count, table.phase)
    table.rules = rules


def _begin(situation: Situation, entry: Entry) -> None:
    """Let play begin: swap, turned card, starter."""
    table = situation.table
    if entry.swap is not None and table.rules.deal.swap == "any":
        try:
            swap(table, 0, cards(entry.swap))
        except PaskasimError:
            raise ImpossibleError("swap", "the player has other cards, or another number of them") from None
    if table.rules.deal.turned and situation.open_stock:
        raise ImpossibleError("first_turn", "a card of the stock is turned; write stock")
    turn_first_card(table)
    set_starter(table, 0, 0)
    if table.rules.start.player == RANDOM:
        table.to_play = 0
