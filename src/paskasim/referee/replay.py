"""The turns of a record, carried out one by one on a table where some cards may not be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from paskasim.referee.actions import action_of, legal_by
from paskasim.referee.cards import UNKNOWN, joined, joined_in_order, known_of
from paskasim.referee.claims import Claims
from paskasim.referee.findings import Notes, told_cards
from paskasim.referee.legality import why_illegal, why_no_opening, why_no_play
from paskasim.referee.opening import Opening, complain_of_too_many
from paskasim.referee.shape import TURN, sound
from paskasim.reference.effects import BURN_FOUR, BURNS
from paskasim.reference.proofs import has_stuck_cards
from paskasim.reference.table import DOWN, HAND, UP, Table
from paskasim.reference.turns import FLIP, PLAY, TAKE, TRY, Action, Happened, carry_out, claims_now
from paskasim.rules.ranks import JOKER

Turn = Mapping[str, Any]

OVER, ALL_PASS, STUCK_CARDS, LIMIT = "over", "all_pass", "stuck_cards", "limit"
WHY_EFFECT = {
    "burn_joker": "rule 1 of section 4",
    "burn_four": "rule 2 of section 4",
    "burn_ten": "rule 3 of section 4",
    "burn_ace": "rule 4 of section 4",
    "skip": "rule 5 of section 4",
    "reverse": "rule 5 of section 4",
    "again": "rule 5 of section 4",
}


class Move(NamedTuple):
    """What was carried out, and how many possibilities the seat had."""

    seat: int
    action: Action
    row_card: str
    challenger: int | None
    possibilities: int


class Replay:
    """A record's game on the table.

    Attributes
    ----------
    table
        As it lies after the turns up to now; cards that are not known are `"?"`.
    exact
        Whether all cards were known from the deal on.
    moves
        What was carried out up to now.
    ended
        Why no turn may follow: `over`, `all_pass`, `stuck_cards`, `limit`; empty while the game goes on.
    """

    def __init__(self, opening: Opening, notes: Notes) -> None:
        self.table, self.exact = opening.table, opening.exact
        self.moves: list[Move] = []
        self.ended = ""
        self._pool, self._notes = opening.pool, notes
        self._claims = Claims(opening.table, opening.pool, notes, self._learn)
        self._seat_known = opening.starter_known
        table = self.table
        plain = any(card != JOKER for hand in table.hands for card in hand)
        # The rank to open with is not known where hands are not, or where the wrong seat began.
        self._unclear = table.rules.start.opening == "lowest_all" and not table.opening and plain

    def take_turn(self, raw: Turn, following: Turn | None, checks: Any = TURN) -> None:
        """Judge one turn, and carry it out.

        Parameters
        ----------
        raw
            The turn as the record has it.
        following
            The turn after it, if there is one.

        Raises
        ------
        StopError
            If the turn does not tell enough, or can't be carried out.
        """
        table, notes = self.table, self._notes
        turn = sound(raw, checks, notes)
        self._seat(turn)
        self._as_it_begins(turn)
        seat = table.to_play
        legal = legal_by(table, turn, notes, self._learn, self._unclear)
        action = action_of(table, turn, legal, notes)
        challenger = None
        is_claim = action.kind == PLAY and claims_now(table)
        if is_claim:
            action, challenger = self._claims.judge(action, turn, legal or ())
            self.exact = self.exact and UNKNOWN not in (*action.cards, *table.hands[seat])
        else:
            self._may(action, legal)
        self._turned_card(action, turn)
        row_card = self._row_card(action, turn)
        choices = len(set(table.up[seat])) if row_card else 0
        run = table.run
        happened = self._carry_out(action, row_card, challenger)
        self.moves.append(Move(seat, action, row_card, challenger, max(len(legal or ()), choices)))
        self._unclear = False
        if not is_claim:
            self._no_claim(turn)
        self._as_it_ended(turn, seat, happened)
        if "row_card" in turn and not row_card:
            notes.complain("row_card", turn["row_card"], "no up card is taken along")
        self._effect(turn, happened, following, run)
        self.ended = self._ending()

    # Before the turn.

    def _seat(self, turn: Turn) -> None:
        table, notes = self.table, self._notes
        said = turn.get("seat")
        if said is None:
            if not self._seat_known:
                raise notes.stop("it does not say who begins")
        elif said >= table.players:
            notes.complain("seat", said, f"seats from 0 to {table.players - 1}")
            raise notes.stop("there is no such seat")
        elif self._seat_known and said != table.to_play:
            notes.complain("seat", said, f"seat {table.to_play}")
            if table.places[said] is not None:
                raise notes.stop(f"seat {said} is out")
            table.to_play = said
        else:
            table.to_play = said
        self._seat_known = True

    def _as_it_begins(self, turn: Turn) -> None:
        table = self.table
        right = (("phase", table.phase), ("zone", table.zone(table.to_play)), ("top", table.top), ("run", table.run))
        for key, value in right:
            if key in turn and turn[key] != value:
                self._notes.complain(key, turn[key], str(value))

    def _may(self, action: Action, legal: Sequence[Action] | None) -> None:
        """Complain of an action that is not legal; raise where it can't be carried out."""
        table, notes = self.table, self._notes
        seat, zone = table.to_play, table.zone(table.to_play)
        cards = table.hands[seat] if zone == HAND else table.up[seat]
        possible = {FLIP: zone == DOWN, TRY: bool(table.stock), PLAY: zone != DOWN}.get(action.kind, True)
        if possible and action.kind == PLAY:
            possible = self._hold(cards, action)
        if legal is not None:
            if action in legal:
                return
            right = " ".join(map(str, legal))
            if table.opening:
                why = 'start.opening = "lowest_all"'
            elif zone == DOWN:
                why = "the first blind card is turned"
            else:
                why = why_illegal(table, action, cards) if possible else self._why_not_held(action, cards)
        else:
            right = "not legal"
            why = why_no_opening(table, action, cards) if self._unclear else why_illegal(table, action, cards)
            if not possible:
                why = self._why_not_held(action, cards)
            if not why:
                return
        notes.complain("action", str(action), right, why)
        if not possible:
            raise notes.stop(f"{action} can't be carried out")

    def _hold(self, cards: list[str], play: Action) -> bool:
        """Return whether the cards of a play may be in the zone; those that were not known are then known."""
        missing = play.count - cards.count(play.rank)
        if missing > cards.count(UNKNOWN):
            return False
        if missing > 0:
            self._learn(cards, [play.rank] * missing, "rank")
        return True

    def _why_not_held(self, action: Action, cards: Sequence[str]) -> str:
        if action.kind == TRY:
            return "the stock is empty"
        if action.kind == FLIP:
            return "only a seat without hand and up cards turns a blind card"
        unknown = cards.count(UNKNOWN)
        more = f", and {unknown} that are not known" if unknown else ""
        held = f"the seat holds {cards.count(action.rank)} cards of {action.rank} there{more}"
        nor = why_no_play(self.table, action)
        return f"{held}; and {nor}" if nor else held

    def _learn(self, cards: list[str], new: Sequence[str], key: str) -> None:
        """Put cards that have become known in the place of unknown ones."""
        for card in new:
            cards[cards.index(UNKNOWN)] = card
        for rank in self._pool.take(new):
            complain_of_too_many(rank, self._pool, self._notes, key)

    def _turned_card(self, action: Action, turn: Turn) -> None:
        """Settle which card a flip or a try turns."""
        table, notes = self.table, self._notes
        said = turn.get("flipped")
        if action.kind not in (FLIP, TRY):
            if said:
                notes.complain("flipped", said, "no card is turned")
            return
        row = table.stock if action.kind == TRY else table.down[table.to_play]
        if row[0] != UNKNOWN:
            if said not in (None, row[0]):
                notes.complain("flipped", said, row[0])
            return
        if said is None:
            said = _only_card(turn.get("took", ()), table.pile)
        if said is None:
            raise notes.stop("the turned card is not told")
        row[0] = said
        for rank in self._pool.take([said]):
            complain_of_too_many(rank, self._pool, notes, "flipped")

    def _row_card(self, action: Action, turn: Turn) -> str:
        """Return the up card that is taken along, `"?"` if it is not told; empty text where none is."""
        table = self.table
        row = table.up[table.to_play]
        if action.kind != TAKE or table.zone(table.to_play) != UP or not table.rules.rows.take_card:
            return ""
        said = turn.get("row_card") or _only_card(turn.get("took", ()), table.pile)
        if said is None and len(set(row)) == 1:
            return row[0]
        if said is not None and said not in row:
            if UNKNOWN in row:
                self._learn(row, [said], "row_card")
            else:
                self._notes.complain("row_card", said, f"one of {told_cards(row)}")
                said = None
        if said is None:  # nobody knows any more which cards lie in the row
            self._pool.give_back(row)
            row[:] = [UNKNOWN] * len(row)
            self.exact = False
        return said or UNKNOWN

    def _carry_out(self, action: Action, row_card: str, challenger: int | None) -> Happened:
        table, seat = self.table, self.table.to_play
        row = table.up[seat]
        if not row_card or UNKNOWN not in row:
            return carry_out(table, action, row_card, challenger)
        # The engine knows no unknown cards in a row that it takes from: some other card stands in for them.
        stand_in = "3" if row_card == UNKNOWN else row_card
        table.up[seat] = [stand_in] * len(row)
        happened = carry_out(table, action, stand_in)
        row.remove(row_card)
        table.up[seat] = row
        happened.row_card = happened.took[-1] = row_card
        table.hands[seat][len(happened.took) - 1] = row_card  # the hand was empty before
        return happened

    # After the turn.

    def _no_claim(self, turn: Turn) -> None:
        bluff = self.table.rules.bluff.on
        right = "stands only with a claim, a play from the hand" if bluff else "stands only in games with bluff"
        for key in ("cards", "challenge"):
            if key in turn:
                self._notes.complain(key, turn[key], right)

    def _as_it_ended(self, turn: Turn, seat: int, happened: Happened) -> None:
        notes = self._notes
        if "took" in turn:
            took = joined(happened.took, turn["took"])
            if took is None:
                notes.complain("took", told_cards(turn["took"]), told_cards(happened.took))
            elif took != happened.took:
                new = known_of(took) - known_of(happened.took)
                self._learn(self.table.hands[seat], list(new.elements()), "took")
        if "drew" in turn:
            drew = joined_in_order(happened.drew, turn["drew"])
            if drew is None:
                notes.complain("drew", told_cards(turn["drew"]), self._should_draw(happened.drew))
            elif drew != happened.drew:
                self._learn(self.table.hands[seat], list((known_of(drew) - known_of(happened.drew)).elements()), "drew")
        if turn.get("out", happened.out) != happened.out:
            held = self.table.held(seat)
            why = f"the seat holds {held} cards" if held else "the seat holds no card any more"
            notes.complain("out", turn["out"], "true" if happened.out else "false", why)

    def _should_draw(self, drew: Sequence[str]) -> str:
        if UNKNOWN not in drew:
            return told_cards(drew)
        return f"{len(drew)} cards" + (f", {told_cards(drew)}" if known_of(drew) else "")

    def _effect(self, turn: Turn, happened: Happened, following: Turn | None, run: int) -> None:
        said, right = turn.get("effect", happened.effect), happened.effect
        if said == right:
            return
        table, notes = self.table, self._notes
        why = WHY_EFFECT.get(right, "")
        if happened.challenger is not None:
            why = "no effect of a claim is carried out once it is challenged"
        elif said == BURN_FOUR:
            why = f"the run was {run} before; fours.size = {table.rules.fours.size}"
        notes.complain("effect", said, right, why)
        if _consequence(table, said) == _consequence(table, right) or following is None or table.over:
            return
        lies = {"seat": table.to_play, "top": table.top, "run": table.run}
        if any(following.get(key, value) != value for key, value in lies.items()):
            raise notes.stop("after another effect it is another table")

    def _ending(self) -> str:
        table = self.table
        if table.over:
            return OVER
        if table.passes == len(table.active) and not table.rules.bluff.on:
            return ALL_PASS
        if self.stuck_cards_known and has_stuck_cards(table):
            return STUCK_CARDS
        return LIMIT if table.turns_played >= table.rules.limits.turns else ""

    @property
    def stuck_cards_known(self) -> bool:
        """Whether `stuck_cards` can be looked for: all cards that players hold are known."""
        return self.exact or not any(UNKNOWN in zone for zone in player_zones(self.table))


def player_zones(table: Table) -> list[list[str]]:
    """Return hands and rows of all seats."""
    return [*table.hands, *table.up, *table.down]


def _only_card(took: Sequence[str], pile: Sequence[str]) -> str | None:
    """Return the card that was taken beside the pile, if it is one, and known."""
    every = list((Counter(took) - Counter(pile)).elements())
    return every[0] if len(every) == 1 and every[0] != UNKNOWN else None


def _consequence(table: Table, effect: str) -> str:
    if effect in BURNS:
        return "burn" if effect != BURN_FOUR or table.rules.fours.again else BURN_FOUR
    return effect
