"""`paskasim train`: find weights for `linear`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paskasim.cli import options

if TYPE_CHECKING:
    from paskasim.training import Settings
    from paskasim.weights import WeightFile

SCHEMA = "paskasim-train/1"


def number(low: int, high: int) -> Any:
    """Return what reads a whole number from `low` to `high`."""
    return lambda text: options.within(text, low, high, "a number")


def spread(text: str | float) -> float:
    """Read how far the first candidates lie apart."""
    return options.between(text, 0.1, 10_000, "a number")


def endless(text: str | float) -> float:
    """Read what a game without an end costs."""
    return options.between(text, 0.0, 10.0, "a number of losses")


def train(
    rules: Annotated[str, typer.Argument(metavar="RULES", help="A preset or the path of a rule file.")],
    players: options.Players = 4,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the weights go. [linear-RULES-PLAYERS.json]")
    ] = None,
    seed: options.Seed = 1,
    stages: Annotated[
        int, typer.Option(parser=number(1, 100), metavar="N", help="Searches; each one's best joins the pool.")
    ] = 3,
    generations: Annotated[
        int, typer.Option(parser=number(1, 100_000), metavar="N", help="Generations of each search.")
    ] = 30,
    population: Annotated[
        int, typer.Option(parser=number(4, 10_000), metavar="N", help="Candidates in a generation.")
    ] = 14,
    games: Annotated[
        int, typer.Option(parser=number(1, 10**7), metavar="N", help="Deals of a generation, for each seat and table.")
    ] = 500,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES",
            help="Line-up of a table of the first pool, `start` or `self`; may be given again. [lowest]",
        ),
    ] = None,
    start: Annotated[
        str, typer.Option(metavar="FILE", help="Weights to begin with, or `plain`. [the nearest shipped ones]")
    ] = "",
    spread: Annotated[
        float, typer.Option(parser=spread, metavar="X", help="How far the first candidates lie apart.")
    ] = 25.0,
    fresh: Annotated[
        int, typer.Option(parser=number(2, 10**7), metavar="N", help="Deals of the last word, for each seat.")
    ] = 10_000,
    endless: Annotated[
        float, typer.Option(parser=endless, metavar="X", help="What a game without an end costs, in losses.")
    ] = 1.0,
    threads: options.Threads = None,
    json: options.Json = False,
) -> None:
    """Train the strategy `linear` for a rule set. The same command again goes on where it stopped."""
    place = out or Path(f"linear-{Path(rules).stem}-{players}.json")
    try:
        from paskasim.training import Search, Settings

        search = Search(generations, population, games, spread, seed)
        settings = Settings(search, stages, tuple(against or ["lowest"]), start, fresh, endless)
        done = _found(rules, players, settings, place, threads)
    except KeyboardInterrupt:
        raise options.StoppedError("Stopped; what was found so far is kept.", "To go on") from None
    if json:
        import json as writer

        typer.echo(writer.dumps({**writer.loads(done.text()), "schema": SCHEMA, "file": place.as_posix()}))
    else:
        _show(done, place)


def _found(named: str, players: int, settings: Settings, place: Path, threads: int | None) -> WeightFile:
    """Return the weights: found now, or there already."""
    from paskasim.engine import InterruptedPlayError
    from paskasim.rules import RuleSet
    from paskasim.rules.tables import rule_tables
    from paskasim.studies.files import check_writable
    from paskasim.training.evolve import cma_library
    from paskasim.training.stages import beginning, first_table

    rules = RuleSet.load(named)
    rule_tables(rules, players)
    begin, _ = beginning(rules, players, settings)
    for lineup in settings.against:
        first_table(lineup, begin, players)
    place.parent.mkdir(parents=True, exist_ok=True)
    check_writable(place)
    done = finished(place, settings.command(rules.name, players))
    if done is not None:
        options.note(f"{place}: this training is at its end already")
        return done
    cma_library()  # before anything is written
    try:
        return _train(rules, players, settings, place, threads)
    except InterruptedPlayError:
        raise KeyboardInterrupt from None


def finished(place: Path, command: str) -> WeightFile | None:
    """Return the weights that lie there, if the same command wrote them."""
    from paskasim.errors import PaskasimError
    from paskasim.weights import read_weights

    if not place.exists():
        return None
    found = read_weights(place)
    if found.provenance.get("command") != command:
        raise PaskasimError(
            f"{place}: holds weights of another training.", "Choose another file with --out, or delete this one."
        )
    return found


def _train(rules: Any, players: int, settings: Settings, place: Path, threads: int | None) -> WeightFile:
    from concurrent.futures import ThreadPoolExecutor

    from paskasim.cli.progress import meter, say
    from paskasim.lineups import parse_lineup
    from paskasim.studies.files import write_bytes
    from paskasim.threads import default_threads
    from paskasim.training import Hall, train
    from paskasim.training.settings import OF_TRAINING
    from paskasim.training.stages import games_of, plain_players

    named = [lineup for lineup in settings.against if lineup not in OF_TRAINING]
    options.compile_first(
        [parse_lineup(lineup, players) for lineup in (*named, "linear", *plain_players(rules))], rules=[rules]
    )
    stopping = False
    with meter("train") as shown, ThreadPoolExecutor(threads or default_threads()) as pool:
        shown.begin(games_of(settings, rules, players))
        hall = Hall(rules, players, settings.endless, lambda: stopping, shown.advance, pool)
        try:
            file = train(
                rules, players, settings, hall,
                checkpoint=place.with_name(f"{place.name}.training"), tell=lambda line: say(line, err=True),
            )  # fmt: skip
        except BaseException:
            stopping = True
            raise
    write_bytes(place, file.text().encode())
    return file


def _show(file: WeightFile, place: Path) -> None:
    held_out: Any = file.provenance["held_out"]
    typer.echo(f"{place}: weights of linear for {file.rules} with {file.players} players")
    typer.echo(f"held out: {held_out['deals']:,} deals, each in {held_out['seats']} seats; mean losses, 95 % intervals")
    for table in (name for name in held_out if name.startswith("at tables of")):
        typer.echo(f"\n{table}")
        for name, (estimate, low, high) in held_out[table].items():
            typer.echo(f"  {name:22s} {estimate:8.4f}  ({low:.4f} to {high:.4f})")
