"""`paskasim tournament`: strategies against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paskasim.cli import options

if TYPE_CHECKING:
    from paskasim.tournament import Asked, Tournament


def budget(text: str | float) -> float:
    """Read a number of seconds."""
    return options.between(text, 0.01, 1e6, "a number of seconds")


def endless(text: str | float) -> float:
    """Read what a game without an end costs, to the thousandth."""
    return round(options.between(text, 0.0, 1.0, "a share of a loss"), 3)


def tournament(
    rules: Annotated[str, typer.Argument(metavar="RULES", help="A preset or the path of a rule file.")],
    players: options.Players = 4,
    strategies: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help="Strategies with commas, user ones too.", show_default="all that are fast enough"
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(parser=options.games, metavar="N", help="Deals for each table, each played in every rotation."),
    ] = 10_000,
    seed: options.Seed = 1,
    threads: options.Threads = None,
    budget: Annotated[
        float,
        typer.Option(
            parser=budget, metavar="SECONDS", help="Time for each table on one core; slow strategies get fewer deals."
        ),
    ] = 10.0,
    endless: Annotated[
        float,
        typer.Option(
            parser=endless, metavar="SHARE", help="What a game without an end costs its active players together."
        ),
    ] = 1.0,
    exploit: Annotated[
        bool, typer.Option("--exploit", help="Also train a best response to a table of each (needs extra tune).")
    ] = False,
    json: options.Json = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with figures and tables.")] = None,
    figures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Save every figure of the page there, as SVG and PNG.")
    ] = None,
) -> None:
    """Let strategies play each other, every one in every seat on the same deals, and rank them.

    Tables of one among others of another kind, for every pair, and mixed tables. docs/tournament.md tells how to read
    the result.
    """
    from paskasim.tournament import ask

    asked = ask(rules, players, strategies, games, seed, budget=budget, endless=endless)
    if out is not None:
        options.check_page("--out", out)
    if figures is not None:
        from paskasim.studies.files import prepare

        prepare(figures)
    company = [(player,) for player in asked.plan.entries]
    if exploit:
        from paskasim.tournament.exploit import check_tools

        company.append((check_tools(),))
    try:
        options.compile_first(company, rules=[asked.rules])
        held = _play(asked, threads, exploit)
    except KeyboardInterrupt:
        raise options.StoppedError("Stopped; nothing of it is kept.", "To begin anew") from None
    if json:
        import json as writer

        from paskasim.tournament.facts import facts

        typer.echo(writer.dumps(facts(held), ensure_ascii=False))
    else:
        from paskasim.tournament.telling import tell

        for line in tell(held):
            typer.echo(line)
    if out is not None:
        from paskasim.report.index import renew_index
        from paskasim.tournament.page import build

        options.note(f"{build(held, out)}")
        renew_index(out)
    if figures is not None:
        from paskasim.report.saving import save_figures
        from paskasim.tournament.page import content

        options.note(f"{save_figures(content(held), figures)}")


def _play(asked: Asked, threads: int | None, exploit: bool) -> Tournament:
    import time
    from dataclasses import replace

    from paskasim.cli.progress import meter
    from paskasim.threads import default_threads
    from paskasim.tournament import hold

    count = threads or default_threads()
    options.note(
        f"{len(asked.plan.tables)} tables, {asked.plan.games:,} games; by the declared speeds of the strategies"
        f" about {asked.plan.seconds / count:,.0f} s on {count} threads"
    )
    begun = time.perf_counter()
    with meter("tournament") as shown:
        shown.begin(asked.plan.games)
        held = hold(asked, threads=threads, played=shown.advance)
    options.note(f"{asked.plan.games:,} games in {time.perf_counter() - begun:.1f} s")
    if not exploit:
        return held
    from paskasim.tournament.exploit import regrets

    with meter("training") as shown:
        shown.begin(None)
        return replace(held, regrets=regrets(asked, threads=threads, played=shown.advance))
