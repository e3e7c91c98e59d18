"""What a seat may do, also with cards that are not known (section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from paskasim.referee.cards import UNKNOWN, known_of
from paskasim.referee.reasons import why_not_on
from paskasim.reference.legality import count_allowed, may_go
from paskasim.reference.table import HAND, Table, ranks_named
from paskasim.reference.turns import PASS, PLAY, TAKE, TRY, Action, claims_now
from paskasim.rules.ranks import JOKER

NOTHING = Counter[str]()


def action_named(text: str) -> Action:
    """Return the action that a record writes so, such as `9x2` or `take`."""
    rank, times, count = text.partition("x")
    return Action(PLAY, rank, int(count)) if times else Action(text)


def plays_of(table: Table, cards: Counter[str]) -> list[Action]:
    """Return the legal plays of known cards, whatever else the seat holds."""
    return [play for play in _by_counts(table, cards) if not why_no_play(table, play)]


def _by_counts(table: Table, cards: Counter[str]) -> list[Action]:
    return [
        Action(PLAY, rank, count)
        for rank, held in cards.items()
        for count in range(1, held + 1)
        if count_allowed(table.rules, rank, count)
    ]


def why_no_play(table: Table, play: Action) -> str:
    """Return why cards that are held may not be played now, or empty text if they may.

    `turn.stuck = "open_any"` is left aside.
    """
    rules = table.rules
    if not may_go(rules, play.rank, table.top, table.phase):
        return why_not_on(rules, play.rank, table.top, table.phase)
    if not count_allowed(rules, play.rank, play.count):
        allowed = " ".join(map(str, sorted(rules.counts_allowed(play.rank))))
        return f"turn.counts allows these counts of {play.rank}: {allowed}"
    last = table.held(table.to_play) == play.count and not table.stock
    if last and play.rank in ranks_named(rules.finish.not_with):
        return f'nobody may go out with a {play.rank}: finish.not_with = "{rules.finish.not_with}"'
    return ""


def why_no_claim(table: Table, claim: Action) -> str:
    """Return why so many cards of a rank may not be claimed now (section 7), or empty text if they may."""
    held, copies = len(table.hands[table.to_play]), table.copies[claim.rank]
    if claim.count > held:
        return f"the seat holds {held} cards in its hand"
    if claim.count > copies:
        return f"the deck holds {copies} cards of {claim.rank}"
    return why_no_play(table, claim)


def others_of(table: Table, has_play: bool) -> list[str]:
    """Return what a seat at hand or up row may do beside its plays; nothing if it has neither."""
    rules, others = table.rules, []
    if table.pile and (rules.turn.take == "free" or not has_play):
        others.append(TAKE)
    tries = rules.turn.try_stock
    if (
        table.stock
        and table.zone(table.to_play) == HAND
        and (tries == "any_time" or (tries == "stuck" and not has_play))
    ):
        others.append(TRY)
    return others


def why_illegal(table: Table, action: Action, cards: Sequence[str]) -> str:
    """Return why an action is surely not legal, or empty text if it may be.

    Parameters
    ----------
    cards
        The zone that the seat plays from, with every card that is to be played.
    """
    if claims_now(table):
        return _why_not_with_claims(table, action)
    known = known_of(cards)
    plays = plays_of(table, known)
    others = others_of(table, bool(plays))
    if action.kind == PLAY:
        why = why_no_play(table, action)
        open_any = table.rules.turn.stuck == "open_any" and not plays and not others
        return "" if open_any and count_allowed(table.rules, action.rank, action.count) else why
    if action.kind in others:
        return ""
    if action.kind == PASS:
        if others or plays:
            return f"there are legal actions: {' '.join([*map(str, plays), *others])}"
        opens = table.rules.turn.stuck == "open_any" and _by_counts(table, known)
        return 'a seat without a legal card opens with any card: turn.stuck = "open_any"' if opens else ""
    if action.kind == TAKE:
        if not table.pile:
            return "the pile is empty"
        return f'turn.take = "stuck", and there is a legal play: {plays[0]}'
    return _why_no_try(table, plays)


def _why_not_with_claims(table: Table, action: Action) -> str:
    """Return why a seat that plays by claims may not take, try or pass."""
    if action.kind == TRY:
        return "nobody tries the stock with bluff"
    if action.kind == TAKE:
        return 'turn.take = "stuck", and there is a legal claim' if table.pile else "the pile is empty"
    return "there is a legal claim, or the pile to take"


def _why_no_try(table: Table, plays: Sequence[Action]) -> str:
    if not table.stock:
        return "the stock is empty"
    if table.zone(table.to_play) != HAND:
        return "only a seat that plays from its hand may try"
    tries = table.rules.turn.try_stock
    return f'turn.try_stock = "{tries}"' + (f", and there is a legal play: {plays[0]}" if tries == "stuck" else "")


def held_by(table: Table, cards: Sequence[str], said: Iterable[str]) -> list[str] | None:
    """Return the cards of a zone as far as a record's legal actions tell them; nothing if no cards give these actions.

    Parameters
    ----------
    cards
        The zone; some cards in it are `"?"`.
    said
        The legal actions by the record.
    """
    actions = {action_named(text) for text in said}
    plays = {action for action in actions if action.kind == PLAY}
    others = {action.kind for action in actions - plays}
    least = known_of(cards)
    for play in plays:
        least[play.rank] = max(least[play.rank], play.count)
    new = least - known_of(cards)
    if sum(new.values()) > cards.count(UNKNOWN):
        return None
    legal = set(plays_of(table, least))
    rightly = set(others_of(table, bool(legal)))
    if not legal and not rightly:
        legal = set(_by_counts(table, least)) if table.rules.turn.stuck == "open_any" else set()
        rightly = set() if legal else {PASS}
    if (legal, rightly) != (plays, others):
        return None
    found = [*new.elements(), *[UNKNOWN] * (cards.count(UNKNOWN) - sum(new.values()))]
    return [found.pop(0) if card == UNKNOWN else card for card in cards]


def why_no_opening(table: Table, action: Action, cards: Sequence[str]) -> str:
    """Return why a first turn is surely not the one that `start.opening = "lowest_all"` wants, or empty text.

    Used where hands are not known well enough to tell which rank it wants.
    """
    if action.kind != PLAY or action.rank == JOKER:
        return ""
    known = known_of(cards)
    if known[action.rank] > action.count:
        return f'start.opening = "lowest_all", and the seat holds {known[action.rank]} cards of {action.rank}'
    return ""
