"""The columns of a game row: one list, with type, unit and meaning, which writes the docs and checks the files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paskasim.engine import Games
from paskasim.kernels import layout as at

OUTCOMES = ("finished", "deadlock", "livelock", "unresolved")
PROOFS = ("all_pass", "stuck_cards", "forced_loop", "closed", "state_repeats", "escape", "open")


@dataclass(frozen=True)
class Column:
    """A column of a game row.

    Attributes
    ----------
    word
        The tally word that it comes from, or -1.
    null
        The value that stands for null, if any.
    detail
        Only written with `detail`.
    bluff
        Only written where the rules have `bluff.on`.
    """

    name: str
    type: pa.DataType
    unit: str
    meaning: str
    word: int = -1
    null: int | None = None
    detail: bool = False
    bluff: bool = False


def _words_type(values: tuple[str, ...]) -> pa.DataType:
    return pa.dictionary(pa.int8(), pa.string())


def _count(name: str, word: int, unit: str, meaning: str, null: int | None = None, detail: bool = False) -> Column:
    return Column(name, pa.int32(), unit, meaning, word, null, detail)


def _by_seat(name: str, word: int, unit: str, meaning: str) -> tuple[Column, ...]:
    return tuple(
        _count(f"{name}_{seat}", word + seat, unit, meaning.format(seat=seat), detail=True) for seat in range(at.SEATS)
    )


BLUFF = {
    "claims": "plays from the hand, laid face down with a claim",
    "lies": "claims with a card of another rank",
    "challenges": "claims that were challenged",
    "caught": "challenged claims that were lies",
}
COLUMNS: tuple[Column, ...] = (
    Column("game", pa.int64(), "", "number of the game"),
    Column("outcome", _words_type(OUTCOMES), "", f"how the game ended: {', '.join(OUTCOMES)}"),
    Column("proof", _words_type(PROOFS), "", f"what proves it: {', '.join(PROOFS)}; null if finished"),
    Column("starter", pa.int8(), "seat", "seat that played first", at.STARTER),
    Column("loser", pa.int8(), "seat", "seat that was left with cards; null if the game did not finish"),
    *(
        Column(f"place_{seat}", pa.int8(), "place", f"finishing place of seat {seat}: 1 = first out, players = loser")
        for seat in range(at.SEATS)
    ),
    _count("turns", at.TURNS, "turns", "turns played"),
    _count("choices", at.CHOICES, "turns", "turns with two or more legal actions"),
    _count("burns_ten", at.BURNS, "burns", "piles burnt by a ten"),
    _count("burns_ace", at.BURNS + 1, "burns", "piles burnt by an ace"),
    _count("burns_four", at.BURNS + 2, "burns", "piles burnt by a run of equal ranks"),
    _count("burns_joker", at.BURNS + 3, "burns", "piles burnt by a joker"),
    _count("burns_rule", at.BURNS + 4, "burns", "piles burnt by an entry of `effects`"),
    _count("takes", at.TAKES, "turns", "turns with the action `take`"),
    _count(
        "taken_cards", at.TAKEN_CARDS, "cards", "cards taken by takes, failed flips, failed tries and exposed liars"
    ),
    _count("forced_takes", at.FORCED_TAKES, "takes", "piles that the next player had to take"),
    _count("tries", at.TRIES, "turns", "turns with the action `try`"),
    _count("passes", at.PASSES, "turns", "turns with the action `pass`"),
    _count("flips", at.FLIPS, "turns", "blind cards turned"),
    _count("failed_flips", at.FAILED_FLIPS, "turns", "blind cards turned that could not be played"),
    _count(
        "stock_out_turn", at.STOCK_OUT_TURN, "turn", "turn at which the stock ran out, 0 at the deal; null if never", -1
    ),
    _count("first_out_turn", at.FIRST_OUT_TURN, "turn", "turn at which the first player went out; null if none", -1),
    *(
        Column(name, pa.int32(), "claims", meaning, at.CLAIMS + place, bluff=True)
        for place, (name, meaning) in enumerate(BLUFF.items())
    ),
    _count("largest_take", at.LARGEST_TAKE, "cards", "most cards taken so in one turn", detail=True),
    _count("lead_changes", at.LEAD_CHANGES, "changes", "changes of the seat with the fewest cards", detail=True),
    *_by_seat("turns", at.TURNS_OF, "turns", "turns of seat {seat}"),
    *_by_seat("takes", at.TAKES_OF, "turns", "takes of seat {seat}"),
    *_by_seat("burns", at.BURNS_OF, "burns", "piles burnt by seat {seat}"),
    *_by_seat("fours", at.FOURS_OF, "burns", "piles burnt by a run of equal ranks by seat {seat}"),
)


def columns(detail: bool, bluff: bool) -> tuple[Column, ...]:
    """Return the columns of a table with or without detail, of games with or without bluff, in order."""
    return tuple(column for column in COLUMNS if (detail or not column.detail) and (bluff or not column.bluff))


def schema(detail: bool, bluff: bool) -> pa.Schema:
    """Return the Arrow schema of game rows, the same for all numbers of players."""
    return pa.schema([pa.field(column.name, column.type) for column in columns(detail, bluff)])


def loser_of(games: Games) -> NDArray[np.int8]:
    """Return the losing seat of each game, -1 where there is none."""
    lost = games.places == games.players
    return np.where(lost.any(axis=0), lost.argmax(axis=0), -1).astype(np.int8)


def game_rows(games: Games, detail: bool) -> pa.Table:
    """Return the rows of the games as an Arrow table of `schema(detail, games.bluff)`."""
    n = games.places.shape[1]
    arrays: list[Any] = []
    for column in columns(detail, games.bluff):
        if column.name == "game":
            arrays.append(pa.array(np.arange(games.first, games.first + n)))
        elif column.name == "outcome":
            arrays.append(_words(games.tallies[at.OUTCOME], OUTCOMES))
        elif column.name == "proof":
            arrays.append(_words(games.tallies[at.PROOF] - 1, PROOFS))
        elif column.name == "loser":
            loser = loser_of(games)
            arrays.append(pa.array(loser, mask=loser < 0))
        elif column.name.startswith("place_"):
            arrays.append(_place(games, int(column.name.removeprefix("place_"))))
        elif _seat_of(column) >= games.players:
            arrays.append(pa.nulls(n, column.type))
        else:
            values = games.tallies[column.word]
            mask = None if column.null is None else values == column.null
            arrays.append(pa.array(values.astype(column.type.to_pandas_dtype(), copy=False), mask=mask))
    return pa.Table.from_arrays(arrays, schema=schema(detail, games.bluff))


def _seat_of(column: Column) -> int:
    _, _, number = column.name.rpartition("_")
    return int(number) if column.detail and number.isdigit() else -1


def _words(codes: NDArray[np.int32], words: tuple[str, ...]) -> Any:
    indices = pa.array(codes.astype(np.int8), mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(words))


def _place(games: Games, seat: int) -> Any:
    places = games.places[seat]
    if seat >= games.players:
        return pa.nulls(places.size, pa.int8())
    return pa.array(places, mask=places == 0)
