"""`paskasim trace`: game records on standard output, or games told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from paskasim.cli import options
from paskasim.errors import PaskasimError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paskasim.studies.conditions import Condition
    from paskasim.studies.plan import Case


def game_number(text: str | int) -> int:
    """Read the number of a game."""
    return options.within(text, 0, 10**9, "a number")


def trace(
    rules: Annotated[
        str, typer.Argument(metavar="RULES", help="A preset, the path of a rule file, or of a study file (see --case).")
    ],
    players: Annotated[
        int | None, typer.Option(parser=options.players, metavar="N", help="Players at the table, 2 to 10. [4]")
    ] = None,
    lineup: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help="Strategies by seat, with commas; the last one fills the other seats. [lowest]"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=options.seed, metavar="N", help="Seed; the same seed gives the same games. [1]"),
    ] = None,
    case: Annotated[
        str | None,
        typer.Option(metavar="CASE", help="Case of a study: number (see `sweep --dry-run`), label or id."),
    ] = None,
    game: Annotated[int | None, typer.Option(parser=game_number, metavar="N", help="Write this one game down.")] = None,
    first: Annotated[
        int | None, typer.Option(parser=game_number, metavar="N", help="Number of the first game. [0]")
    ] = None,
    games: Annotated[int | None, typer.Option(parser=options.games, metavar="N", help="How many games. [1]")] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help='Only games that fit, such as outcome=deadlock or "turns>=300"; may stand several times.',
        ),
    ] = None,
    within: Annotated[
        int, typer.Option(parser=options.games, metavar="N", help="Games to look through for such games.")
    ] = 5_000_000,
    threads: options.Threads = None,
    text: Annotated[bool, typer.Option("--text", help="Tell the games in words.")] = False,
) -> None:
    """Write games down from the readable engine, one JSON object a line, or in words.

    Game N is the one that `simulate` and `sweep` play as number N with the same seed.
    """
    import json

    from paskasim.records import plain_twin, records_of
    from paskasim.studies.conditions import parse_conditions

    first, games = _numbers(game, first, games, where)
    chosen = _case(rules, players, lineup, seed, case, games)
    conditions = parse_conditions(where or (), chosen.players, chosen.rules.bluff.on)
    if conditions or not all(map(plain_twin, chosen.seats)):
        options.compile_first([chosen.seats], rules=[chosen.rules])
    numbers: Sequence[int] = range(first, first + games)
    if conditions:
        numbers = _found(chosen, conditions, first, within, threads)
    for i, record in enumerate(records_of(chosen, numbers, conditions)):
        if text:
            from paskasim.telling import tell

            typer.echo(("\n\n" if i else "") + tell(record))
        else:
            typer.echo(json.dumps(record))  # ASCII, which survives every console


def _numbers(game: int | None, first: int | None, games: int | None, where: list[str] | None) -> tuple[int, int]:
    """Return the first game and how many games are wanted."""
    if game is None:
        return first or 0, games or 1
    for name, given in (("--first", first), ("--games", games), ("--where", where)):
        if given is not None:
            raise PaskasimError(f"--game and {name} are both given.", "Leave one of them out; --game N is --first N.")
    return game, 1


def _case(
    rules: str, players: int | None, lineup: str | None, seed: int | None, wanted: str | None, games: int
) -> Case:
    from dataclasses import replace

    from paskasim.rules.messages import visible
    from paskasim.simulation import checked_case
    from paskasim.studies.cases import choose_case, is_study

    if not is_study(rules):
        if wanted is not None:
            raise PaskasimError(f"{visible(rules)}: this is no study, so it has no --case.", "Leave --case out.")
        return checked_case(
            rules, 4 if players is None else players, lineup or "lowest", games, 1 if seed is None else seed
        )
    for name, given in (("--players", players), ("--lineup", lineup)):
        if given is not None:
            raise PaskasimError(
                f"{visible(rules)}: this is a study; its cases say what {name} would.",
                f"Leave {name} out, and choose another case by --case if need be.",
            )
    from pathlib import Path

    from paskasim.analysis.questions import names
    from paskasim.studies.reading import load_study

    case = choose_case(load_study(Path(rules), names()), wanted)
    case.rules.deal_for(case.players)
    return replace(case, games=games, seed=case.seed if seed is None else seed)


def _found(case: Case, conditions: Sequence[Condition], first: int, within: int, threads: int | None) -> Sequence[int]:
    """Return the numbers of the games that fit, and say so where there are fewer than wanted."""
    from paskasim.cli.progress import meter
    from paskasim.finding import find_games

    with meter("search") as shown:
        shown.begin(within)
        numbers = find_games(
            case, conditions, first=first, games=case.games, within=within, threads=threads, played=shown.advance
        )
    looked = f"{' and '.join(map(str, conditions))} in games {first:,} to {first + within - 1:,}"
    if not numbers:
        raise PaskasimError(
            f"No game fits {looked}.", "Look through more games (--within), or ask for less.", exit_code=3
        )
    if len(numbers) < case.games:
        options.note(f"Only {len(numbers)} of {case.games:,} games wanted fit {looked}.")
    return numbers
