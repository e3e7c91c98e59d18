"""`paskasim strategies`: which there are, and what holds of each."""

from __future__ import annotations

import json as writer
from typing import TYPE_CHECKING, Annotated

import typer

from paskasim.cli import options

if TYPE_CHECKING:
    from paskasim.strategies.door import Strategy

app = typer.Typer(help="Strategies and their parameters.", no_args_is_help=True, rich_markup_mode=None)


@app.command("list")
def list_strategies(json: options.Json = False) -> None:
    """List the strategies."""
    from paskasim.strategies.door import built_in

    strategies = list(built_in().values())
    if json:
        typer.echo(writer.dumps([about(strategy) for strategy in strategies], ensure_ascii=False))
        return
    width = max(len(strategy.name) for strategy in strategies)
    for strategy in strategies:
        typer.echo(f"{strategy.name:{width}}  {strategy.summary}")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A strategy, parameters in brackets allowed.")],
    json: options.Json = False,
) -> None:
    """Show a strategy with its parameters."""
    from paskasim.lineups import parse_player

    strategy = parse_player(name).strategy
    facts = about(strategy)
    if json:
        typer.echo(writer.dumps(facts, ensure_ascii=False))
        return
    typer.echo(f"{strategy.name}: {strategy.summary}")
    typer.echo(f"source: {strategy.source}")
    typer.echo(f"deterministic: {_yes(strategy.deterministic)}, memoryless: {_yes(strategy.memoryless)}")
    typer.echo(f"answers: {', '.join(strategy.questions)}")
    for parameter in strategy.parameters:
        typer.echo(
            f"{parameter.name} = {parameter.default:g} ({parameter.low:g} to {parameter.high:g}): {parameter.meaning}"
        )
    if not strategy.parameters:
        typer.echo("parameters: none")


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"


def about(strategy: Strategy) -> dict[str, object]:
    """Return what is declared of a strategy, ready for JSON."""
    return {
        "name": strategy.name,
        "summary": strategy.summary,
        "source": strategy.source,
        "deterministic": strategy.deterministic,
        "memoryless": strategy.memoryless,
        "questions": list(strategy.questions),
        "parameters": [
            {"name": p.name, "default": p.default, "low": p.low, "high": p.high, "meaning": p.meaning}
            for p in strategy.parameters
        ],
    }
