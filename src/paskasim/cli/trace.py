"""`paskasim trace`: game records on standard output."""

from __future__ import annotations

from typing import Annotated

import typer

from paskasim.cli import options


def game_number(text: str | int) -> int:
    """Read the number of a game."""
    return options.within(text, 0, 10**9, "a number")


def trace(
    rules: Annotated[str, typer.Argument(metavar="RULES", help="A preset or the path of a rule file.")],
    players: options.Players = 4,
    lineup: options.Lineup = "lowest",
    seed: options.Seed = 1,
    first: Annotated[int, typer.Option(parser=game_number, metavar="N", help="Number of the first game.")] = 0,
    games: options.Games = 1,
) -> None:
    """Write games down, one JSON object a line, from the readable engine.

    Game N is the one that `simulate` and `sweep` play as number N with the same seed.
    """
    import json

    from paskasim.records import trace as records

    for record in records(rules, players, lineup, seed, first=first, games=games):
        typer.echo(json.dumps(record, ensure_ascii=False))
