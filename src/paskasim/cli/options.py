"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from paskasim.lineups import Player
    from paskasim.rules import RuleSet

LONGEST = 60


NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+(_\d+)*)(\.\d+)?(e\+?\d{1,3})?", re.ASCII | re.IGNORECASE)


def whole(text: str | int) -> int:
    """Read a whole number, also such as 1e6, 200_000 or 200,000."""
    if isinstance(text, int):  # a default
        return text
    plain = text.strip()
    if len(plain) <= LONGEST and NUMBER.fullmatch(plain):
        number = Decimal(plain.replace("_", "").replace(",", ""))
        if number == number.to_integral_value():
            return int(number)
    raise typer.BadParameter(f"{plain[:LONGEST]!r} is no whole number such as 200000 or 1e6.")


def within(text: str | int, low: int, high: int, what: str) -> int:
    """Read a whole number from `low` to `high`."""
    number = whole(text)
    if not low <= number <= high:
        raise typer.BadParameter(f"{text}: {what} from {low:,} to {high:,} is allowed.")
    return number


def between(text: str | float, low: float, high: float, what: str) -> float:
    """Read a number from `low` to `high`."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise typer.BadParameter(f"{text}: {what} from {low:g} to {high:g} is allowed.")
    return number


def games(text: str | int) -> int:
    """Read a number of games."""
    return within(text, 1, 10**9, "a number")


def seed(text: str | int) -> int:
    """Read a seed."""
    return within(text, 0, 2**64 - 1, "a number")


def players(text: str | int) -> int:
    """Read a number of players."""
    return within(text, 2, 10, "a number of players")


def threads(text: str | int) -> int:
    """Read a number of threads."""
    return within(text, 1, 1024, "a number")


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


def compile_first(
    lineups: Iterable[Sequence[Player]], probes: Iterable[str] = (), *, rules: Iterable[RuleSet] = ()
) -> None:
    """Compile the game and the strategies before any clock runs, and say so where it takes a moment.

    Parameters
    ----------
    rules
        That will be played, where there may be some with bluff.
    """
    from paskasim.kernels.cache import is_warm
    from paskasim.studies.probing import load

    names = sorted({*probes})
    bluff = any(each.bluff.on for each in rules)
    if not is_warm([*(entry for name in names for entry in load(name).entries), *_entries(bluff)]):
        note("Compiling the game; this happens once and takes some seconds ...")
    from paskasim.warmup import compile_all

    seats = list(lineups)
    beside(lambda: compile_all(names, seats, bluff))


def _entries(bluff: bool) -> list[str]:
    return ["bluff_batch"] if bluff else []


def beside(work: Callable[[], None]) -> None:
    """Do something in a thread of its own while this one listens for Ctrl-C.

    An exception that is raised within the compiler may get lost in its callbacks, or crash it. So the compiler is
    left to itself: nothing is open yet, and its cache files appear whole or not at all.
    """
    import threading

    errors: list[BaseException] = []

    def do() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=do, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    for error in errors:
        raise error


class StoppedError(Exception):
    """Ctrl-C, with what became of the work, and what the same command does."""

    def __init__(self, what: str, do: str) -> None:
        super().__init__(what)
        self.what = what
        self.do = do


def check_page(option: str, path: Path) -> None:
    """See that a page can be written to the path of an option, before anything is played or read."""
    from contextlib import suppress

    from paskasim.errors import PaskasimError
    from paskasim.studies.files import check_writable

    if path.suffix.lower() not in (".html", ".htm"):
        raise PaskasimError(f"{option} {path}: a page is written, and its name ends in .html.", "Give such a name.")
    if path.name.lower() == "index.html":
        raise PaskasimError(f"{option} {path}: that is the name of the index over all pages.", "Give another name.")
    with suppress(OSError):  # told by the next line
        path.parent.mkdir(parents=True, exist_ok=True)
    check_writable(path)
