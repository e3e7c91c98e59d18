"""Illegal answers of strategies, told: who, which question, where in which game, what was answered and what allowed."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.raised import taken
from paskasim.rules.messages import visible
from paskasim.rules.ranks import RANKS
from paskasim.strategies.door import QUESTION_CODES

OTHER_ACTIONS = {at.TAKE: "take", at.TRY: "try", at.PASS: "pass"}
OTHER_BITS = {at.TAKE_BIT: "take", at.TRY_BIT: "try", at.PASS_BIT: "pass"}
NAMES = {code: name for name, code in QUESTION_CODES.items()}


class IllegalAnswerError(PaskasimError):
    """An answer of a strategy was not legal.

    Attributes
    ----------
    game, seed, players, lineup
        Which game it was.
    """

    game: int = 0
    seed: int = 0
    players: int = 0
    lineup: str = ""

    def at(self, game: int, seed: int, players: int, lineup: str) -> IllegalAnswerError:
        """Return the error, with the game told."""
        self.game, self.seed, self.players, self.lineup = game, seed, players, lineup
        return self


@dataclass(frozen=True)
class Place:
    """The games among which a strategy may fault.

    Attributes
    ----------
    rules
        Name of the rules, with the variant where there is one.
    rotation
        How far the line-up of a study is turned round the table; -1 where there are no rotations.
    probe
        For which measurement beside the games of a study they are played; none for those games themselves.
    shown_by
        Arguments of `paskasim trace` that lead to these games, all but the game; none where no file holds the rules,
        and for a probe, whose games begin or go on otherwise.
    """

    rules: str
    rotation: int = -1
    probe: str = ""
    shown_by: tuple[str, ...] = ()

    def error(self, fault: IllegalAnswerError) -> IllegalAnswerError:
        """Return the error of a fault in one of these games."""
        lineup = fault.lineup + f", rotation {self.rotation}" * (self.rotation >= 0)
        where = f"{visible(self.rules)}, {fault.players} players, line-up {lineup}, seed {fault.seed}"
        where += f", probe {self.probe}" * bool(self.probe)
        command = shlex.join(["paskasim", "trace", *self.shown_by, "--game", str(fault.game), "--text"])
        again = f"To play it again:\n  {command}\n" if self.shown_by else ""
        told = IllegalAnswerError(f"{fault.what}\n(in {where})", f"{again}{fault.do}", exit_code=fault.exit_code)
        return told.at(fault.game, fault.seed, fault.players, fault.lineup)


@contextmanager
def faults_at(place: Callable[[], Place]) -> Iterator[None]:
    """Let the error of a fault say where it was; `place` is asked only then."""
    try:
        yield
    except IllegalAnswerError as fault:
        raise place().error(fault) from None


@dataclass(frozen=True)
class Fault:
    """An answer that was not legal.

    Attributes
    ----------
    strategy
        As the line-up names it.
    question
        Code of `kernels.layout`.
    turns
        Turns played before.
    answer, cards, options
        What was answered, and the `hand` and `options` of the question.
    table
        The words that the strategy saw.
    """

    strategy: str
    question: int
    seat: int
    game: int
    turns: int
    answer: int
    cards: int
    options: int
    table: NDArray[np.int64]

    def error(self) -> IllegalAnswerError:
        """Return the fault as a sentence."""
        where = f"game {self.game}, turn {self.turns + 1}" if self._at_turn else f"game {self.game}, before play"
        return IllegalAnswerError(
            f"strategy {self.strategy} at seat {self.seat}: its answer to `{NAMES[self.question]}` was not legal "
            f"({where}): {self._position()}; it answered {self._answered()}; {self._allowed()}.",
            "Mend the strategy; nothing of this batch was kept. "
            "`paskasim strategies check FILE` plays it under many rules and tells all that is wrong.",
        )

    @property
    def _at_turn(self) -> bool:
        return self.question != at.SWAP_QUESTION

    def _position(self) -> str:
        if not self._at_turn:
            return f"hand {cards_text(self.cards)}, up row {cards_text(self.options)}"
        if self.question == at.CHALLENGE_QUESTION:
            return f"the claim {claim_said(self.options)}, own hand {cards_text(self.cards)}"
        top = int(self.table[at.TOP])
        on = "on an empty pile" if top == at.EMPTY else f"on {RANKS[top]}"
        what = "up row" if self.question == at.ROW_CARD_QUESTION else "cards"
        return f"{on}, {what} {cards_text(self.cards)}"

    def _answered(self) -> str:
        if self.answer == at.FOUL_ANSWER:
            return "nothing that counts, for it reached for words that are not its own"
        raised = taken() if self.answer == 0 else ""
        if raised:
            return f"nothing, for it ended in an exception ({raised})"
        if self.question == at.PLAY_QUESTION:
            return action_text(self.answer)
        if self.question == at.CLAIM_QUESTION:
            return claim_text(self.answer)
        if self.question == at.CHALLENGE_QUESTION:
            return str(self.answer)
        return cards_text(self.answer) if 0 <= self.answer <= at.CARD_BITS else str(self.answer)

    def _allowed(self) -> str:
        if self.answer == at.FOUL_ANSWER:
            return (
                f"table[0] to table[{at.TABLE_WORDS - 1}] can be read, mine[0] to mine[{at.MINE_WORDS - 1}] too, "
                f"and mine[{at.MEMORY}] onwards be written"
            )
        if self.question == at.SWAP_QUESTION:
            return "allowed are as many of these cards as lie there"
        if self.question == at.ROW_CARD_QUESTION:
            return "allowed is one card of the row"
        if self.question == at.CHALLENGE_QUESTION:
            return f"allowed are DOUBT ({at.DOUBT}) and BELIEVE ({at.BELIEVE})"
        ranks = [rank for code, rank in enumerate(RANKS) if self.options >> (code << 2) & 1]
        others = [name for bit, name in OTHER_BITS.items() if self.options & bit]
        how_many = ", as many as a play may hold" if ranks else ""
        if self.question == at.CLAIM_QUESTION:
            how_many = ", with cards of the own hand, as many as `claim_counts(table, seat, rank)` has a bit for"
            return f"{self._wrong_claim()}allowed: {', '.join(ranks + others)}{how_many}"
        return f"allowed: {', '.join(ranks + others)}{how_many}"

    def _wrong_claim(self) -> str:
        """Return what is wrong with a claim, as the beginning of a sentence; nothing where that is no claim at all."""
        rank, laid = self.answer >> 60 & 15, self.answer & at.CARD_BITS
        if self.answer in OTHER_ACTIONS or rank >= len(RANKS) or not laid:
            return ""
        if not self.options >> (rank << 2) & 1:
            return f"{RANKS[rank]} may not be claimed now; "
        codes = range(len(RANKS))
        lacking = {code: (laid >> (code << 2) & 15) - (self.cards >> (code << 2) & 15) for code in codes}
        missing = [RANKS[code] for code in codes for _ in range(max(0, lacking[code]))]
        if missing:
            return f"the hand lacks {' '.join(missing)}; "
        return "not so many cards may be claimed; "


def fault_of(strategy: str, fault: NDArray[np.int64], work: NDArray[np.int64]) -> PaskasimError:
    """Return the error for a fault of the compiled game.

    Parameters
    ----------
    fault
        Question + 1, seat, game, turns played.
    work
        What the entry worked in: first the table, then what is hidden.
    """
    hidden = work[at.TABLE_WORDS : at.TABLE_WORDS + at.HIDDEN_WORDS]
    question, seat, game, turns = (int(word) for word in fault[:4])
    answer, cards, options = (int(hidden[word]) for word in (at.ANSWER, at.ASKED_CARDS, at.ASKED_OPTIONS))
    return Fault(strategy, question - 1, seat, game, turns, answer, cards, options, work[: at.TABLE_WORDS]).error()


def cards_text(cards: int) -> str:
    """Return packed cards as text, such as `4 9 9 K`."""
    counts = {rank: cards >> (code << 2) & 15 for code, rank in enumerate(RANKS)}
    return " ".join(rank for rank, count in counts.items() for _ in range(count)) or "none"


def action_text(action: int) -> str:
    """Return an answer to `play` as text, such as `9 9`, `take`, or the number where it is no action."""
    if action in OTHER_ACTIONS:
        return OTHER_ACTIONS[action]
    rank = action >> 60 & 15
    cards = action & at.CARD_BITS
    if rank < len(RANKS) and cards and cards == (cards >> (rank << 2) & 15) << (rank << 2):
        return cards_text(cards)
    return f"{action}, which is no action (`play_of(rank, count)`, TAKE or TRY is)"


def claim_text(answer: int) -> str:
    """Return an answer to `claim` as text, such as `4 9 as 9`, `take`, or the number where it is none."""
    if answer in OTHER_ACTIONS:
        return OTHER_ACTIONS[answer]
    rank, cards = answer >> 60 & 15, answer & at.CARD_BITS
    if rank < len(RANKS) and cards:
        return f"{cards_text(cards)} as {RANKS[rank]}"
    return f"{answer}, which is no claim (`claim_of(rank, cards)`, TAKE or AS_PLAY is)"


def claim_said(options: int) -> str:
    """Return the claim of a challenge as text, rank first as in records, such as `9x2`."""
    return f"{RANKS[options >> 60 & 15]}x{options & 255}"
