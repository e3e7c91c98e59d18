"""Positions of real games, to ask a strategy about again under other circumstances.

Games are played with the readable engine; what a strategy was shown, and what it owned at that moment, is kept.
`Bench` lays these words between words that belong to nobody, so that it is seen who reads or writes beyond.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paskasim.bridge import QUESTION, CompiledChooser, table_words
from paskasim.conformance.check import Found
from paskasim.conformance.settings import Setting, drawn_settings, everything, preset_settings
from paskasim.conformance.subject import SEED, Step, Subject, where
from paskasim.faults import NAMES, OTHER_BITS, action_text, cards_text, claim_said, claim_text
from paskasim.kernels import layout as at
from paskasim.lineups import Crew, Player, crew_of
from paskasim.reference import View, play_game
from paskasim.reference.search import Found as Searched
from paskasim.rules.ranks import RANKS

MOST_POSITIONS = 400
MOST_WORDS = 1 << 24  # of all that is kept
CARDS = at.CARD_BITS
GUARD = 1 << 14  # more than the words of ten seats
Words = NDArray[np.int64]
Note = Callable[["Position"], None]


@dataclass(frozen=True)
class Position:
    """A question, all that the strategy was shown and owned, and what it answered.

    Attributes
    ----------
    mine
        As it was before the question, its dice filled in.
    seconds
        How long the answer took.
    """

    setting: Setting
    seats: tuple[Player, ...]
    game: int
    seat: int
    turn: int
    question: int
    address: int
    table: Words
    mine: Words
    cards: int
    options: int
    answer: int = 0
    seconds: float = 0.0

    @property
    def told(self) -> str:
        """The position in words."""
        if self.question == at.SWAP_QUESTION:
            return f"`swap`: hand {cards_text(self.cards)}, up row {cards_text(self.options)}"
        if self.question == at.CHALLENGE_QUESTION:
            return f"`challenge`: {claim_said(self.options)} is claimed, hand {cards_text(self.cards)}"
        top = int(self.table[at.TOP])
        on = "on an empty pile" if top == at.EMPTY else f"on {RANKS[top]}"
        own = "up row" if self.question == at.ROW_CARD_QUESTION else "cards"
        return f"`{NAMES[self.question]}`: {on}, {own} {cards_text(self.cards)}, allowed {self._allowed}"

    @property
    def _allowed(self) -> str:
        ranks = [rank for code, rank in enumerate(RANKS) if self.options >> (code << 2) & 1]
        return " ".join([*ranks, *(name for bit, name in OTHER_BITS.items() if self.options & bit)])

    def said(self, answer: int) -> str:
        """Return an answer in words."""
        if self.question == at.PLAY_QUESTION:
            return action_text(answer)
        if self.question == at.CLAIM_QUESTION:
            return claim_text(answer)
        return cards_text(answer) if 0 <= answer <= at.CARD_BITS else str(answer)

    def found(self, sentence: str, answered: str = "") -> Found:
        """Return a find at this position."""
        place = where(self.setting, self.seats, SEED, self.game, self.seat, self.turn)
        return Found(sentence, place, self.told, answered or self.said(self.answer))


def nothing(position: Position) -> None:
    """Take no note."""


class Recorder(CompiledChooser):
    """A compiled strategy at the readable engine that notes what it is asked before and after it answers."""

    def __init__(self, setting: Setting, crew: Crew, seat: int, game: int, before: Note, after: Note) -> None:
        super().__init__(setting.rules, setting.words, crew, seat, game)
        # Room around, so that one who writes beyond its own words spoils nothing of this process.
        room = np.zeros(2 * GUARD + len(self._mine), np.int64)
        room[GUARD:-GUARD] = self._mine
        self._mine = room[GUARD:-GUARD]
        self._setting = setting
        self._before = before
        self._after = after

    def _ask(self, view: View, question: int, cards: int, options: int) -> int:
        if self._rolls:
            self._fill_dice(view.dice.first)
        mine = self._mine.copy()
        if self._before is not nothing:
            self._before(self._position(view, question, cards, options, table_words(self._words, view)))
        begun = time.perf_counter()
        answer = super()._ask(view, question, cards, options)
        seconds = time.perf_counter() - begun
        position = self._position(view, question, cards, options, self._asked[2])
        self._after(replace(position, mine=mine, answer=answer, seconds=seconds))
        return answer

    def _position(self, view: View, question: int, cards: int, options: int, table: Words) -> Position:
        turn = 0 if question == at.SWAP_QUESTION else view.turns_played + 1
        return Position(
            self._setting, self._crew.players, self._game, self._seat, turn, question,
            int(self._crew.addresses[self._seat, question]), table, self._mine, cards, options,
        )  # fmt: skip


def bridged(
    setting: Setting,
    seats: Sequence[Player],
    seed: int,
    game: int,
    before: Note = nothing,
    after: Note = nothing,
    change: Callable[[Crew], Crew] = lambda crew: crew,
) -> dict[str, Any]:
    """Play a game with the readable engine and return its record; no end is searched for, which asks nobody.

    Raises
    ------
    PaskasimError
        If an answer was illegal.
    """
    crew = change(crew_of(seats, setting.rules))
    choosers = [Recorder(setting, crew, seat, game, before, after) for seat in range(setting.players)]
    return play_game(
        setting.rules, setting.players, choosers, seed, game, search=lambda table, states: Searched("open", states)
    )


def recorded_settings(subject: Subject) -> Iterator[Setting]:
    """Yield tables of all kinds, for few players and for many."""
    presets = preset_settings()
    wanted = [
        *(("paskahousu", 3), ("paskahousu-rows", 4), ("valepaska-rows", 3)),
        *(("shithead", 2), ("poytapaska", 2), ("paskahousu-try", 5), ("valepaska", 4)),
    ]
    for name, players in wanted[:3] if subject.quick else wanted:
        yield next(each for each in presets if (each.name, each.players) == (name, players))
    yield everything()[1]
    yield from drawn_settings()[: 2 if subject.quick else 10]


def positions_of(subject: Subject) -> list[Position]:
    """Return positions in which the subject was asked, from games against itself and in company; kept once made."""
    if "positions" not in subject.kept:
        subject.kept["positions"] = list(_recorded(subject))
    positions: list[Position] = subject.kept["positions"]
    return positions


def _recorded(subject: Subject) -> Iterator[Position]:
    words = crew_of([subject.player], preset_settings()[0].rules).mine.shape[1]
    most = min(MOST_POSITIONS // 4 if subject.quick else MOST_POSITIONS, MOST_WORDS // words)
    settings = list(recorded_settings(subject))
    share = -(-most // (2 * len(settings)))
    for number, setting in enumerate(settings):
        short = setting.shorter()
        for seats in (subject.alone(short), subject.mixed(short)):
            notes: list[Position] = []

            def note(position: Position, notes: list[Position] = notes) -> None:
                if position.seats[position.seat] is subject.player:
                    notes.append(position)

            subject.watch(Step(short, tuple(player.spec for player in seats), SEED, number, 1))
            bridged(short, seats, SEED, number, after=note)
            yield from notes[:: max(1, len(notes) // share)][:share]


@dataclass(frozen=True)
class Reply:
    """An answer at the bench, and what was left of the words.

    Attributes
    ----------
    strayed
        Whether words beyond table and `mine` were written to.
    """

    answer: int
    table: Words
    mine: Words
    strayed: bool


class Bench:
    """Asks about positions, between guarding words."""

    def __init__(self, words: int) -> None:
        self._table = np.zeros(2 * GUARD + at.TABLE_WORDS, np.int64)
        self._mine = np.zeros(2 * GUARD + words, np.int64)
        self._words = words

    def ask(self, position: Position, mine: Words | None = None, noise: int = 1) -> Reply:
        """Ask once more.

        Parameters
        ----------
        mine
            What the strategy owns, if not what it owned then.
        noise
            Which of several patterns the words around are filled with.
        """
        around = _pattern(noise)
        table, own = self._table[GUARD:-GUARD], self._mine[GUARD:-GUARD]
        for whole in (self._table, self._mine):
            whole[:GUARD], whole[-GUARD:] = around
        table[:] = position.table
        own[:] = position.mine if mine is None else mine
        answer = int(
            QUESTION(position.address)(
                table.ctypes.data, own.ctypes.data, position.cards, position.seat, position.options
            )
        )
        fouled = bool(table[at.FOUL] or own[at.FOUL_MINE])
        strayed = any(
            not np.array_equal(part, before)
            for whole in (self._table, self._mine)
            for part, before in zip((whole[:GUARD], whole[-GUARD:]), around, strict=True)
        )
        return Reply(at.FOUL_ANSWER if fouled else answer, table.copy(), own.copy(), strayed)


@cache
def _pattern(noise: int) -> tuple[Words, Words]:
    """Words that could be mistaken for cards or counts; those of an odd number are the opposite of those before."""
    dice = np.random.default_rng(noise // 2)
    before, behind = (dice.integers(0, CARDS, GUARD, np.int64, endpoint=True) for _ in range(2))
    return (before ^ CARDS, behind ^ CARDS) if noise % 2 else (before, behind)


def bench_for(positions: Sequence[Position]) -> Bench:
    """Return a bench that is wide enough."""
    return Bench(len(positions[0].mine) if positions else at.MINE_WORDS)
