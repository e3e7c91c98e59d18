"""`paskasim learn`: find chances for `mixed`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paskasim.cli import options
from paskasim.cli.train import endless, finished, number

if TYPE_CHECKING:
    from paskasim.training.oracles import Lessons
    from paskasim.weights import WeightFile

SCHEMA = "paskasim-learn/1"


def _rate(text: str | float) -> float:
    return options.between(text, 0.01, 10_000, "a number")


def _players(text: str | int) -> int:
    return options.within(text, 2, 3, "a number of players")


def learn(
    rules: Annotated[str, typer.Argument(metavar="RULES", help="A preset or the path of a rule file, with bluff.")],
    players: Annotated[int, typer.Option(parser=_players, metavar="N", help="Players at the table, 2 or 3.")] = 2,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the chances go. [mixed-RULES-PLAYERS.json]")
    ] = None,
    seed: options.Seed = 1,
    alone: Annotated[
        int, typer.Option(parser=number(1, 100_000), metavar="N", help="Steps of learners among themselves.")
    ] = 200,
    rounds: Annotated[
        int, typer.Option(parser=number(0, 100), metavar="N", help="Best responses, one after the other.")
    ] = 24,
    steps: Annotated[
        int, typer.Option(parser=number(1, 100_000), metavar="N", help="Steps of each best response.")
    ] = 40,
    games: Annotated[int, typer.Option(parser=number(1, 10**7), metavar="N", help="Games of a step.")] = 800,
    rate: Annotated[float, typer.Option(parser=_rate, metavar="X", help="Size of the first steps.")] = 60.0,
    deals: Annotated[
        int, typer.Option(parser=number(1, 10**7), metavar="N", help="Deals on which tables meet each other.")
    ] = 200,
    turns: Annotated[
        int, typer.Option(parser=number(100, 30_000), metavar="N", help="Longest game while learning.")
    ] = 2_000,
    endless: Annotated[
        float | None,
        typer.Option(
            parser=endless,
            metavar="X",
            help="What a game without an end costs while learning, in losses. [2 for each player]",
        ),
    ] = None,
    fresh: Annotated[
        int, typer.Option(parser=number(2, 10**7), metavar="N", help="Deals of the last word, for each seat.")
    ] = 1_000,
    threads: options.Threads = None,
    json: options.Json = False,
) -> None:
    """Learn how often `mixed` should lie and doubt. The same command again goes on where it stopped."""
    place = out or Path(f"mixed-{Path(rules).stem}-{players}.json")
    from paskasim.training.oracles import Lessons, usual_endless

    endless = usual_endless(players) if endless is None else endless
    lessons = Lessons(alone, rounds, steps, games, rate, deals, turns, endless, seed, fresh)
    try:
        done = _found(rules, players, lessons, place, threads)
    except KeyboardInterrupt:
        raise options.StoppedError("Stopped; what was learnt so far is kept.", "To go on") from None
    if json:
        import json as writer

        typer.echo(writer.dumps({**writer.loads(done.text()), "schema": SCHEMA, "file": place.as_posix()}))
    else:
        _show(done, place)


def _found(named: str, players: int, lessons: Lessons, place: Path, threads: int | None) -> WeightFile:
    """Return the chances: learnt now, or there already."""
    from concurrent.futures import ThreadPoolExecutor

    from paskasim.cli.progress import meter, say
    from paskasim.engine import InterruptedPlayError
    from paskasim.errors import PaskasimError
    from paskasim.lineups import parse_lineup
    from paskasim.rules import RuleSet
    from paskasim.rules.tables import rule_tables
    from paskasim.studies.files import check_writable, write_bytes
    from paskasim.threads import default_threads
    from paskasim.training.evolve import cma_library
    from paskasim.training.exploiters import SHIPPED, games_of
    from paskasim.training.lessons import Kept, command_of, learnt
    from paskasim.training.school import School

    rules = RuleSet.load(named)
    rule_tables(rules, players)
    if not rules.bluff.on:
        raise PaskasimError(
            f"{rules.name}: nobody lies or doubts in these rules.",
            "Name rules with bluff, such as valepaska.",
        )
    place.parent.mkdir(parents=True, exist_ok=True)
    check_writable(place)
    done = finished(place, command_of(lessons, rules.name, players))
    if done is not None:
        options.note(f"{place}: this was learnt to its end already")
        return done
    cma_library()  # before anything is written
    options.compile_first([parse_lineup(name, players) for name in SHIPPED], rules=[rules])
    stopping = False
    with meter("learn") as shown, ThreadPoolExecutor(threads or default_threads()) as pool:
        shown.begin(games_of(lessons, players))
        school = School(
            rules, players, lessons.seed, lessons.turns, lessons.endless, lambda: stopping, shown.advance, pool
        )
        kept = Kept(place.with_name(f"{place.name}.learning"), rules, players, lessons)
        try:
            file = learnt(school, lessons, kept, lambda line: say(line, err=True))
        except InterruptedPlayError:
            raise KeyboardInterrupt from None
        except BaseException:
            stopping = True
            raise
    write_bytes(place, file.text().encode())
    kept.delete()
    return file


def _show(file: WeightFile, place: Path) -> None:
    told: Any = file.provenance
    typer.echo(f"{place}: chances of mixed for {file.rules} with {file.players} players")
    typer.echo(f"Of their games among themselves {told['no end']:.1%} have no end.")
    typer.echo(
        f"What one gains among them, in losses, on {told['fresh']:,} deals, each in every seat: by the rules, where a"
    )
    typer.echo(
        f"game without an end is an even share; where it costs {told['endless']:g} losses; share without an end:"
    )
    for name, (even, even_low, even_high, lost, low, high, no_end) in told["gains"].items():
        first = f"{even:7.3f} ({even_low:.3f} to {even_high:.3f})"
        typer.echo(f"  {name:44s} {first}  {lost:7.3f} ({low:.3f} to {high:.3f})  {no_end:6.1%}")
