"""Sums of every metric over blocks of 1,024 game numbers, and exact counts of game lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paskasim.engine import Games
from paskasim.kernels import layout as at
from paskasim.studies.columns import BLUFF, COLUMNS, OUTCOMES, PROOFS, loser_of

BLOCK_GAMES = 1024


@dataclass(frozen=True)
class Metric:
    """A number of each game that is summed over blocks.

    Attributes
    ----------
    of
        From games to one value a game; None for a seat that does not exist.
    """

    name: str
    meaning: str
    of: Callable[[Games], NDArray[np.int64] | None]


def _tally(word: int) -> Callable[[Games], NDArray[np.int64] | None]:
    return lambda games: games.tallies[word].astype(np.int64)


def _of_bluff(word: int) -> Callable[[Games], NDArray[np.int64] | None]:
    return lambda games: games.tallies[word].astype(np.int64) if games.bluff else None


def _is(word: int, code: int) -> Callable[[Games], NDArray[np.int64] | None]:
    return lambda games: (games.tallies[word] == code).astype(np.int64)


def _at_seat(seat: int, hits: Callable[[Games, int], NDArray[np.bool_]]) -> Callable[[Games], NDArray[np.int64] | None]:
    return lambda games: hits(games, seat).astype(np.int64) if seat < games.players else None


def _finished(games: Games) -> NDArray[np.int64]:
    finished: NDArray[np.int64] = (games.tallies[at.OUTCOME] == at.FINISHED).astype(np.int64)
    return finished


def _first_out(games: Games) -> NDArray[np.int8]:
    first = games.places == 1
    return np.where(first.any(axis=0), first.argmax(axis=0), -1).astype(np.int8)


def _place_sum(seat: int) -> Callable[[Games], NDArray[np.int64] | None]:
    return lambda games: games.places[seat] * _finished(games) if seat < games.players else None


def _lost_after_start(distance: int) -> Callable[[Games], NDArray[np.int64] | None]:
    def of(games: Games) -> NDArray[np.int64] | None:
        if distance >= games.players:
            return None
        seat = (games.tallies[at.STARTER] + distance) % games.players
        lost: NDArray[np.bool_] = games.places[seat, np.arange(seat.size)] == games.players
        return lost.astype(np.int64)

    return of


def _metrics() -> Iterator[Metric]:
    for code, outcome in enumerate(OUTCOMES):
        yield Metric(f"outcome_{outcome}", f"games with outcome {outcome}", _is(at.OUTCOME, code))
    for code, proof in enumerate(PROOFS, start=1):
        yield Metric(f"proof_{proof}", f"games with proof {proof}", _is(at.PROOF, code))
    for seat in range(at.SEATS):
        yield Metric(f"loser_{seat}", f"games lost by seat {seat}", _at_seat(seat, lambda g, s: loser_of(g) == s))
    for seat in range(at.SEATS):
        yield Metric(
            f"first_out_{seat}",
            f"games in which seat {seat} was out first",
            _at_seat(seat, lambda g, s: g.places[s] == 1),
        )
    for seat in range(at.SEATS):
        yield Metric(
            f"starter_{seat}",
            f"games begun by seat {seat}",
            _at_seat(seat, lambda g, s: g.tallies[at.STARTER] == s),
        )
    yield Metric(
        "loser_is_starter",
        "games lost by the seat that began",
        lambda g: (loser_of(g) == g.tallies[at.STARTER]).astype(np.int64),
    )
    for distance in range(at.SEATS):
        yield Metric(
            f"loser_after_start_{distance}",
            f"games lost by the seat {distance} places clockwise from the one that began",
            _lost_after_start(distance),
        )
    yield Metric(
        "first_out_is_starter",
        "games in which the seat that began was out first",
        lambda g: (_first_out(g) == g.tallies[at.STARTER]).astype(np.int64),
    )
    for seat in range(at.SEATS):
        yield Metric(f"place_{seat}", f"sum of places of seat {seat} over finished games", _place_sum(seat))
    yield Metric("turns", "turns", _tally(at.TURNS))
    yield Metric("turns_finished", "turns of finished games", lambda g: g.tallies[at.TURNS] * _finished(g))
    yield Metric(
        "turns_squared_finished",
        "squared turns of finished games",
        lambda g: g.tallies[at.TURNS].astype(np.int64) ** 2 * _finished(g),
    )
    for column in COLUMNS:
        plain = not column.detail and not column.bluff and column.name != "turns"
        if plain and column.type == pa.int32() and column.null is None:
            yield Metric(column.name, column.meaning, _tally(column.word))
    yield Metric(
        "games_with_four",
        "games in which a run of equal ranks burnt",
        lambda g: (g.tallies[at.BURNS + 2] > 0).astype(np.int64),
    )
    yield Metric(
        "stock_ran_out",
        "games in which the stock ran out",
        lambda g: (g.tallies[at.STOCK_OUT_TURN] >= 0).astype(np.int64),
    )
    for column in COLUMNS:
        if column.bluff:
            yield Metric(column.name, f"{column.meaning}; null without bluff", _of_bluff(column.word))


METRICS: tuple[Metric, ...] = tuple(_metrics())


def block_sums(games: Games) -> pa.Table:
    """Return a row a block: `block`, `games`, and the sum of every metric.

    `games.first` must be a multiple of BLOCK_GAMES.
    """
    n = games.places.shape[1]
    starts = np.arange(0, n, BLOCK_GAMES)
    sizes = np.diff(np.append(starts, n))
    arrays = [pa.array(starts // BLOCK_GAMES + games.first // BLOCK_GAMES), pa.array(sizes)]
    for metric in METRICS:
        values = metric.of(games)
        if values is None:
            arrays.append(pa.nulls(starts.size, pa.int64()))
        else:
            arrays.append(pa.array(np.add.reduceat(values.astype(np.int64, copy=False), starts)))
    return pa.Table.from_arrays(arrays, schema=block_schema())


def block_schema() -> pa.Schema:
    """Return the Arrow schema of `block_sums`."""
    return pa.schema([(name, pa.int64()) for name in ("block", "games", *(metric.name for metric in METRICS))])


def with_all_metrics(table: pa.Table) -> pa.Table:
    """Return sums with those of bluff behind the others, null where a former version wrote none."""
    for name in BLUFF:
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(table.num_rows, pa.int64()))
    return table


def length_counts(games: Games) -> pa.Table:
    """Return how many games had which outcome after how many turns: columns as in `length_schema`."""
    turns = games.tallies[at.TURNS].astype(np.int64)
    outcome = games.tallies[at.OUTCOME].astype(np.int64)
    keys, first, counts = np.unique(outcome << 32 | turns, return_index=True, return_counts=True)
    words = np.array(OUTCOMES)[keys >> 32]
    return pa.Table.from_arrays(
        [
            pa.array(np.full(keys.size, games.first, np.int64)),
            pa.array(words.tolist(), pa.string()),
            pa.array(keys & 0xFFFFFFFF),
            pa.array(counts.astype(np.int64)),
            pa.array(games.first + first.astype(np.int64)),
        ],
        schema=length_schema(),
    )


def length_schema() -> pa.Schema:
    """Return the Arrow schema of `length_counts`; `game` is the first of the games of a row."""
    whole = ("first_game", "outcome", "turns", "games", "game")
    return pa.schema([(name, pa.string() if name == "outcome" else pa.int64()) for name in whole])


def with_first_games(lengths: pa.Table) -> pa.Table:
    """Return lengths with the column `game`, null where a former version wrote them without it."""
    if "game" in lengths.column_names:
        return lengths
    return lengths.append_column("game", pa.nulls(lengths.num_rows, pa.int64()))
