"""`paskasim learn`: find chances for `mixed`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paskasim.cli import options
from paskasim.cli.train import finished

if TYPE_CHECKING:
    from paskasim.training.regrets import Lessons
    from paskasim.weights import WeightFile

SCHEMA = "paskasim-learn/1"


def _number(low: int, high: int) -> Any:
    return lambda text: options.within(text, low, high, "a number")


def learn(
    rules: Annotated[str, typer.Argument(metavar="RULES", help="A preset or the path of a rule file, with bluff.")],
    players: options.Players = 2,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the chances go. [mixed-RULES-PLAYERS.json]")
    ] = None,
    seed: options.Seed = 1,
    rounds: Annotated[
        int, typer.Option(parser=_number(1, 100_000), metavar="N", help="How often the chances change.")
    ] = 150,
    games: Annotated[
        int, typer.Option(parser=_number(1, 10**7), metavar="N", help="Games of a round; each tries one situation.")
    ] = 20_000,
    fresh: Annotated[
        int, typer.Option(parser=_number(2, 10**7), metavar="N", help="Deals of the last word, for each seat.")
    ] = 20_000,
    threads: options.Threads = None,
    json: options.Json = False,
) -> None:
    """Learn how often `mixed` should lie and doubt. The same command again goes on where it stopped."""
    place = out or Path(f"mixed-{Path(rules).stem}-{players}.json")
    from paskasim.training.regrets import Lessons

    try:
        done = _found(rules, players, Lessons(rounds=rounds, games=games, seed=seed, fresh=fresh), place, threads)
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
    from paskasim.training.lessons import EXPLOITERS, Kept, command_of, games_of, learnt
    from paskasim.training.regrets import School

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
    options.compile_first([parse_lineup(name, players) for name in EXPLOITERS], rules=[rules])
    stopping = False
    with meter("learn") as shown, ThreadPoolExecutor(threads or default_threads()) as pool:
        shown.begin(games_of(lessons))
        school = School(rules, players, lessons, lambda: stopping, shown.advance, pool)
        kept = Kept(place.with_name(f"{place.name}.learning"), school)
        try:
            file = learnt(school, kept, lambda line: say(line, err=True))
        except InterruptedPlayError:
            raise KeyboardInterrupt from None
        except BaseException:
            stopping = True
            raise
    write_bytes(place, file.text().encode())
    kept.delete()
    return file


def _show(file: WeightFile, place: Path) -> None:
    gains: Any = file.provenance["gains"]
    typer.echo(f"{place}: chances of mixed for {file.rules} with {file.players} players")
    typer.echo(f"Less lost than an even share among them, on {file.provenance['fresh']:,} deals, each in every seat:")
    for name, (estimate, low, high) in gains.items():
        typer.echo(f"  {name:16s} {estimate:8.4f}  ({low:.4f} to {high:.4f})")
