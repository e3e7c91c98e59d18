"""`paskasim strategies`: which there are, what holds of each, and whether that is true."""

from __future__ import annotations

import json as writer
import sys
from contextlib import AbstractContextManager, redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paskasim.cli import options
from paskasim.cli.check import check

if TYPE_CHECKING:
    from paskasim.lineups import Player

app = typer.Typer(help="Strategies and their parameters.", no_args_is_help=True, rich_markup_mode=None)
app.command("check")(check)

HERE = "paskasim"


@app.command("list")
def list_strategies(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE...]", help="Strategy files, to list theirs.", show_default=False),
    ] = None,
    json: options.Json = False,
) -> None:
    """List the strategies: those of this package and of installed ones, or those of files."""
    with _loading():
        players = [player for file in files for player in _of_file(file)] if files else _installed()
    if json:
        typer.echo(writer.dumps([about(player) for player in players], ensure_ascii=False))
        return
    width = max(len(_name(player)) for player in players)
    for player in players:
        typer.echo(f"{_name(player):{width}}  {player.strategy.summary}")


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A strategy, parameters in brackets allowed; of a file: my_bots.py:careful; a file: all of it.",
        ),
    ],
    json: options.Json = False,
) -> None:
    """Show a strategy with its parameters, or all strategies of a file."""
    from paskasim.conformance.subjects import one_player

    whole = name.casefold().endswith(".py")
    with _loading():
        players = _of_file(name) if whole else [one_player(name)]
    if json:
        facts = [about(player) for player in players]
        typer.echo(writer.dumps(facts if whole else facts[0], ensure_ascii=False))
        return
    for number, player in enumerate(players):
        if number:
            typer.echo()
        _show(player)


def _show(player: Player) -> None:
    strategy = player.strategy
    typer.echo(f"{strategy.name}: {strategy.summary}")
    typer.echo(f"source: {strategy.source}")
    typer.echo(f"from: {_origin(player)}" + (f" (source hash {_identity(player)})" if _identity(player) else ""))
    typer.echo(f"deterministic: {_yes(strategy.deterministic)}, memoryless: {_yes(strategy.memoryless)}")
    typer.echo(f"answers: {', '.join(strategy.questions)}")
    if strategy.wraps:
        typer.echo(f"wraps another strategy, named first: {_name(player)}[lowest]")
    if strategy.weights:
        typer.echo(f"weights: {len(strategy.weights)}, from a file: {_name(player)}[weights=my.json]")
    for parameter in strategy.parameters:
        typer.echo(
            f"{parameter.name} = {parameter.default:g} ({parameter.low:g} to {parameter.high:g}): {parameter.meaning}"
        )
    if not strategy.parameters:
        typer.echo("parameters: none")


def _loading() -> AbstractContextManager[object]:
    """Let what a user's file prints when it is read not end up among the results."""
    return redirect_stdout(sys.stderr)


def _of_file(file: str) -> list[Player]:
    """Return the strategies of a file; those that can't be played are told of and left out."""
    from paskasim.conformance.subjects import candidates_of
    from paskasim.errors import PaskasimError
    from paskasim.metadata import MEND

    if not file.casefold().endswith(".py"):
        from paskasim.rules.messages import shown

        raise PaskasimError(
            f"{shown(file)} is no strategy file.", "Name files that end with .py, or none for all others."
        )
    candidates = candidates_of(file)
    errors = [f"strategy {each.name}: {each.mistakes[0]}" for each in candidates if each.mistakes]
    if len(errors) == len(candidates):
        raise PaskasimError("\n".join(errors), MEND)
    for error in errors:
        options.note(f"paskasim: {error}\n{MEND}")
    return [each.player for each in candidates if not each.mistakes]


def _installed() -> list[Player]:
    """Return every strategy that needs no file; one of a package that is broken is told of and left out."""
    from paskasim.conformance.subjects import one_player
    from paskasim.errors import PaskasimError
    from paskasim.sources import entry_points
    from paskasim.strategies.door import built_in

    offers = entry_points()
    players = [one_player(name) for name in built_in()]
    for name, point in offers.items():
        if ":" in name and offers.get(point.name) is point:
            continue
        try:
            players.append(one_player(name))
        except PaskasimError as error:
            options.note(f"paskasim: {error.what}\n{error.do}")
    return players


def _name(player: Player) -> str:
    """Return the name that a line-up gives it, without brackets."""
    return player.source.prefix + player.strategy.name


def _identity(player: Player) -> str:
    return player.source.identity


def _origin(player: Player) -> str:
    """Return where it is from: this package, a file, or an installed package."""
    if not _identity(player):
        return HERE
    before = player.source.prefix.removesuffix(":")
    if before:
        return before if before.casefold().endswith(".py") else f"package {before}"
    from paskasim.sources import entry_points

    point = entry_points()[player.strategy.name]
    return f"package {point.dist.name if point.dist else '?'}"


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"


def about(player: Player) -> dict[str, Any]:
    """Return what is declared of a strategy, ready for JSON."""
    strategy = player.strategy
    return {
        "name": _name(player),
        "summary": strategy.summary,
        "source": strategy.source,
        "from": _origin(player),
        "identity": _identity(player),
        "deterministic": strategy.deterministic,
        "memoryless": strategy.memoryless,
        "wraps": strategy.wraps,
        "games_per_second": strategy.games_per_second,
        "questions": list(strategy.questions),
        "parameters": [
            {"name": p.name, "default": p.default, "low": p.low, "high": p.high, "meaning": p.meaning}
            for p in strategy.parameters
        ],
        "weights": list(strategy.weights),
    }
