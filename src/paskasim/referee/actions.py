"""What a turn of a record says that a seat could do, and did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from paskasim.referee.cards import UNKNOWN, known_of
from paskasim.referee.findings import Notes, told_cards
from paskasim.referee.legality import action_named, held_by
from paskasim.reference.table import DOWN, HAND, Table
from paskasim.reference.turns import FLIP, PLAY, TAKE, TRY, Action, claims_now, legal_actions

Learn = Callable[[list[str], Sequence[str], str], None]


def legal_by(table: Table, turn: Mapping[str, Any], notes: Notes, learn: Learn, unclear: bool) -> list[Action] | None:
    """Return the legal actions, or nothing where cards are missing to tell them; judge those of the record.

    Parameters
    ----------
    turn
        With sound keys.
    learn
        Called with a zone, cards in it that have become known, and the key that told them.
    unclear
        Whether the turn is an opening of which it is not known what it has to be.
    """
    said: Sequence[str] | None = turn.get("legal")
    seat, zone = table.to_play, table.zone(table.to_play)
    cards = table.hands[seat] if zone == HAND else table.up[seat]
    if unclear and zone != DOWN:
        return None
    if zone == DOWN:
        legal = [Action(FLIP)]
    elif UNKNOWN not in cards or claims_now(table):  # which cards a hand holds does not matter for claims
        legal = legal_actions(table)
    else:
        if said is not None:
            _judge_unknown(table, cards, said, notes, learn)
        return None
    right = [str(action) for action in legal]
    if said is not None and said != right:
        _compare(said, right, notes)
    return legal


def _compare(said: Sequence[str], right: Sequence[str], notes: Notes) -> None:
    if set(said) == set(right) and len(said) == len(right):
        return
    much = [text for text in said if text not in right]
    missing = [text for text in right if text not in said]
    twice = sorted({text for text in said if said.count(text) > 1})
    parts = (("too many", much), ("missing", missing), ("named twice", twice))
    why = "; ".join(f"{word}: {told_cards(texts)}" for word, texts in parts if texts)
    notes.complain("legal", told_cards(said), told_cards(right), why)


def _judge_unknown(table: Table, cards: list[str], said: Sequence[str], notes: Notes, learn: Learn) -> None:
    held = held_by(table, cards, said)
    if held is None:
        notes.complain("legal", told_cards(said), "other actions, whatever the cards are that are not known")
    else:
        learn(cards, list((known_of(held) - known_of(cards)).elements()), "legal")


def action_of(table: Table, turn: Mapping[str, Any], legal: Sequence[Action] | None, notes: Notes) -> Action:
    """Return what a turn says that the seat did, also where it follows from other keys.

    Parameters
    ----------
    turn
        With sound keys.
    legal
        The legal actions, where they are known.

    Raises
    ------
    StopError
        If it is not told.
    """
    candidates = legal
    if candidates is None and "legal" in turn:
        candidates = [action_named(text) for text in turn["legal"]]
    kind = turn.get("action")
    if kind is None:
        kind = _kind_of(turn, candidates)
    if kind is None:
        raise notes.stop("it does not say what the seat did")
    if kind != PLAY:
        for key in ("rank", "count"):
            if key in turn:
                notes.complain(key, turn[key], f"stands only with a play, not with {kind}")
        return Action(kind)
    rank, count = turn.get("rank"), turn.get("count", len(turn.get("cards", ())) or None)
    if rank is not None and count is not None:
        return Action(PLAY, rank, count)
    fitting = [
        play
        for play in candidates or ()
        if play.kind == PLAY and rank in (None, play.rank) and count in (None, play.count)
    ]
    if candidates is not None and not fitting:
        notes.complain("action", _said(rank, count), told_cards(map(str, candidates)))
    if len(fitting) != 1:
        raise notes.stop(f"it does not say {'which rank' if rank is None else 'how many cards'} the seat played")
    return fitting[0]


def _said(rank: str | None, count: int | None) -> str:
    return f"a play of {count or 'some'} cards{f' of {rank}' if rank else ''}"


def _kind_of(turn: Mapping[str, Any], candidates: Sequence[Action] | None) -> str | None:
    if any(key in turn for key in ("rank", "count", "cards", "challenge")):
        return PLAY
    if "row_card" in turn:
        return TAKE
    kinds = {action.kind for action in candidates or ()}
    if len(kinds) == 1:
        return kinds.pop()
    return TRY if "flipped" in turn else None
