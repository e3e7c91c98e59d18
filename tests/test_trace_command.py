"""Records on the way in which users get them: the same games as `simulate` plays, one JSON object a line."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from typer.testing import CliRunner

import paskasim
from paskasim.cli.app import app
from paskasim.reference import row_of


@pytest.mark.parametrize(
    ("rules", "players", "lineup"),
    [("paskahousu", 4, "lowest"), ("paskahousu-rows-jokers", 3, "random,lowest"), ("shithead", 2, "any")],
)
def test_records_are_the_games_of_simulate(rules: str, players: int, lineup: str) -> None:
    frame = paskasim.simulate(rules, players, lineup, games=24, seed=77, threads=1)
    for number, record in enumerate(paskasim.trace(rules, players, lineup, 77, first=20, games=4), start=20):
        row = row_of(record)
        for column, value in row.items():
            found = frame.loc[number, column]
            assert (value is None and pd.isna(found)) or found == value, (number, column)


def test_the_command_writes_a_line_a_game() -> None:
    result = CliRunner().invoke(app, ["trace", "paskahousu", "--players", "3", "--first", "5", "--games", "2"])
    assert result.exit_code == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["game"] for record in records] == [5, 6]
    assert records[0]["format"] == "paskasim-trace/1"
    assert records[0]["turns_played"] == len(records[0]["turns"])


def test_a_game_number_below_zero_is_a_mistake() -> None:
    with pytest.raises(paskasim.PaskasimError, match="first = -1"):
        paskasim.trace("paskahousu", first=-1)
