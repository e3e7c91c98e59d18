"""The commands, one file each."""

from __future__ import annotations

from typing import Annotated

import typer

from paskasim._version import __version__
from paskasim.cli import (
    compare,
    init,
    learn,
    referee,
    report,
    rules,
    simulate,
    strategies,
    sweep,
    tournament,
    trace,
    train,
    verify,
)

app = typer.Typer(
    name="paskasim",
    help="Monte Carlo rules analysis for the card game Paskahousu and its family.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(shown: bool) -> None:
    if shown:
        typer.echo(f"paskasim {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


app.command("sweep")(sweep.sweep)
app.command("report")(report.report)
app.command("simulate")(simulate.simulate)
app.command("compare")(compare.compare)
app.command("trace")(trace.trace)
app.command("referee")(referee.referee)
app.command("tournament")(tournament.tournament)
app.command("train")(train.train)
app.command("learn")(learn.learn)
app.command("verify")(verify.verify)
app.command("init")(init.init)
app.add_typer(rules.app, name="rules")
app.add_typer(strategies.app, name="strategies")
