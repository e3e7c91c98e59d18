"""Claims of a record (section 7): which cards were laid, who doubted, and whether rightly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from paskasim.referee.cards import UNKNOWN, Pool, known_of
from paskasim.referee.findings import Notes, told_cards
from paskasim.referee.legality import why_no_claim
from paskasim.referee.shape import CHALLENGE, sound
from paskasim.reference.table import Table
from paskasim.reference.turns import Action, may_challenge

Turn = Mapping[str, Any]
Learn = Callable[[list[str], Sequence[str], str], None]


class Claims:
    """Judges claims on a table where some cards may not be known.

    Parameters
    ----------
    pool, learn
        The cards that have not shown up, and what is called with a zone, cards in it that have become known, and the
        key that told them.
    """

    def __init__(self, table: Table, pool: Pool, notes: Notes, learn: Learn) -> None:
        self._table, self._pool, self._notes, self._learn = table, pool, notes, learn

    def judge(self, claim: Action, turn: Turn, legal: Sequence[Action]) -> tuple[Action, int | None]:
        """Return a claim with the cards that were laid, and the seat that challenged it, if any did.

        Parameters
        ----------
        claim
            Rank and count, not yet judged.
        turn
            With sound keys.

        Raises
        ------
        StopError
            If the turn does not tell enough, or can't be carried out.
        """
        table, notes = self._table, self._notes
        hand = table.hands[table.to_play]
        if claim not in legal:
            notes.complain("action", str(claim), told_cards(map(str, legal)), why_no_claim(table, claim))
        if claim.count > len(hand):
            raise notes.stop(f"{claim} can't be carried out")
        challenge = self._challenge_of(turn)
        laid = self._laid(claim, turn, challenge)
        self._hold(hand, laid)
        claim = Action(claim.kind, claim.rank, claim.count, tuple(self._left_over(hand, laid)))
        if challenge is None:
            return claim, None
        self._honest(claim, turn, challenge)
        return claim, self._challenger(challenge)

    def _challenge_of(self, turn: Turn) -> Turn | None:
        return sound(turn["challenge"], CHALLENGE, self._notes, "challenge.") if "challenge" in turn else None

    def _laid(self, claim: Action, turn: Turn, challenge: Turn | None) -> list[str]:
        """Return the cards laid as far as the record tells them."""
        laid = list(turn.get("cards", [UNKNOWN] * claim.count))
        if len(laid) != claim.count:
            self._notes.complain("cards", told_cards(laid), f"{claim.count} cards, as many as are claimed")
            raise self._notes.stop("it does not say which cards were laid")
        if challenge is not None and challenge.get("honest") and not set(laid) - {UNKNOWN, claim.rank}:
            return [claim.rank] * claim.count
        return laid

    def _hold(self, hand: list[str], laid: Sequence[str]) -> None:
        """Complain where the hand can't hold the cards; note those of them that were not known."""
        missing = known_of(laid) - known_of(hand)
        if missing.total() > hand.count(UNKNOWN):
            self._notes.complain("cards", told_cards(laid), f"cards of the hand: {told_cards(hand)}")
            raise self._notes.stop("the cards that were laid are not there")
        self._learn(hand, list(missing.elements()), "cards")

    def _left_over(self, hand: list[str], laid: list[str]) -> list[str]:
        """Return the cards laid, those that follow from the hand filled in; forget of the hand what may have gone."""
        rest = list((Counter(hand) - known_of(laid)).elements())
        unknown = laid.count(UNKNOWN)
        if unknown and (unknown == len(rest) or len(set(rest)) == 1):
            return [*known_of(laid).elements(), *rest[:unknown]]
        if unknown:
            self._pool.give_back(rest)
            hand[:] = [*known_of(laid).elements(), *[UNKNOWN] * len(rest)]
        return laid

    def _honest(self, claim: Action, turn: Turn, challenge: Turn) -> None:
        """Judge whether the record says rightly that a claim was true."""
        said, lie = challenge.get("honest"), bool(set(claim.cards) - {UNKNOWN, claim.rank})
        if UNKNOWN in claim.cards and not lie:
            if said is None and "took" not in turn:
                raise self._notes.stop("it does not say whether the claim was true")
            return  # a lie: otherwise the cards would be known
        if said is not None and said == lie:
            why = f"{told_cards(claim.cards)} lay there, {claim} was claimed"
            self._notes.complain("challenge.honest", said, "false" if lie else "true", why)

    def _challenger(self, challenge: Turn) -> int:
        table, notes = self._table, self._notes
        allowed = may_challenge(table)
        seat = challenge.get("by", allowed[0] if len(allowed) == 1 else None)
        if seat is None:
            raise notes.stop("it does not say who challenged")
        if seat not in allowed:
            right = f"seat {allowed[0]}" if len(allowed) == 1 else f"one of the seats {' '.join(map(str, allowed))}"
            notes.complain("challenge.by", seat, right, self._why_not(seat))
            if seat not in table.active or seat == table.to_play:
                raise notes.stop(f"seat {seat} can't challenge")
        return int(seat)

    def _why_not(self, seat: int) -> str:
        if seat >= self._table.players:
            return "there is no such seat"
        if seat == self._table.to_play:
            return "nobody challenges an own claim"
        return f"seat {seat} is out" if seat not in self._table.active else 'bluff.who = "next"'
