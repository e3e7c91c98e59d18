"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def whole(text: str | int) -> int:
    """Read a whole number, also such as 1e6 or 200_000."""
    if isinstance(text, int):  # a default
        return text
    try:
        number = float(text.replace("_", "").replace(",", ""))
        exact = int(text.replace("_", "").replace(",", "")) if "e" not in text.lower() else int(number)
    except (ValueError, OverflowError):
        raise typer.BadParameter(f"{text!r} is no whole number such as 200000 or 1e6.") from None
    if exact != number and abs(number) < 2**53:
        raise typer.BadParameter(f"{text!r} is no whole number such as 200000 or 1e6.")
    return exact


def games(text: str | int) -> int:
    """Read a number of games."""
    number = whole(text)
    if not 1 <= number <= 10**9:
        raise typer.BadParameter(f"{text}: a number from 1 to 1,000,000,000 is allowed.")
    return number


def seed(text: str | int) -> int:
    """Read a seed."""
    number = whole(text)
    if not 0 <= number < 2**64:
        raise typer.BadParameter(f"{text}: a number from 0 to {2**64 - 1} is allowed.")
    return number


def players(text: str | int) -> int:
    """Read a number of players."""
    number = whole(text)
    if not 2 <= number <= 10:
        raise typer.BadParameter(f"{text}: 2 to 10 players can play.")
    return number


def threads(text: str | int) -> int:
    """Read a number of threads."""
    number = whole(text)
    if not 1 <= number <= 1024:
        raise typer.BadParameter(f"{text}: a number from 1 to 1024 is allowed.")
    return number


Games = Annotated[int, typer.Option(parser=games, metavar="N", help="Games to play, such as 200000 or 1e6.")]
Seed = Annotated[int, typer.Option(parser=seed, metavar="N", help="Seed; the same seed gives the same games.")]
Players = Annotated[int, typer.Option(parser=players, metavar="N", help="Players at the table, 2 to 10.")]
Threads = Annotated[
    int | None, typer.Option(parser=threads, metavar="N", help="Threads; results do not depend on it. [all cores]")
]
Lineup = Annotated[
    str, typer.Option(metavar="NAMES", help="Strategies by seat, with commas; the last one fills the other seats.")
]
Reports = Annotated[Path, typer.Option(metavar="DIR", help="Folder for the HTML reports.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def note(text: str) -> None:
    """Tell the user something that is not a result, on standard error."""
    print(text, file=sys.stderr, flush=True)


def announce_compiling(forks: bool = False) -> None:
    """Compile the game if it never was on this machine, and say that this takes a moment."""
    from paskasim.kernels.cache import is_warm

    if not is_warm(forks):
        note("Compiling the game; this happens once and takes some seconds ...")
    from paskasim.warmup import compile_all

    compile_all(forks)
