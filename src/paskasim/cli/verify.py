"""`paskasim verify`: whether this installation keeps the laws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from paskasim.cli import options

if TYPE_CHECKING:
    from paskasim.laws import Check, Law

SCHEMA = "paskasim-verify/1"


class Row(NamedTuple):
    """A check, the law that it belongs to, and how long it took."""

    law: str
    check: Check
    seconds: float


def times(text: str | int) -> int:
    """Read how many times as much is to be looked at."""
    return options.within(text, 1, 1_000, "a number")


def verify(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[LAW...]", help="Laws to check.", show_default="all")
    ] = None,
    seed: options.Seed = 1,
    times: Annotated[
        int, typer.Option(parser=times, metavar="N", help="Look at N times as many games as the short form.")
    ] = 1,
    json: options.Json = False,
) -> None:
    """Check this installation against exact values, the readable engine and the laws of chance.

    Takes less than a minute once the game is compiled. Exit code 3 if a law does not hold. docs/verify.md explains each
    law and how to read the table.
    """
    from paskasim.errors import PaskasimError

    wanted = _wanted(names or [])
    _compile()
    rows = _checked(wanted.values(), seed, times)
    if json:
        import json as writer

        typer.echo(writer.dumps(_facts(rows, seed, times), ensure_ascii=False))
    else:
        _show(wanted, rows)
    failed = [row for row in rows if not row.check.holds]
    if failed:
        told = "; ".join(f"{row.law}: {row.check.name}" for row in failed)
        raise PaskasimError(
            f"{len(failed)} of {len(rows)} checks failed: {told}.",
            "Don't trust results of this installation; install it anew, and report what the table says if it stays.",
            exit_code=3,
        )


def _wanted(names: list[str]) -> Mapping[str, Law]:
    from paskasim.errors import PaskasimError
    from paskasim.laws import laws
    from paskasim.rules.messages import did_you_mean, near, shown

    every = laws()
    for name in names:
        if name not in every:
            raise PaskasimError(
                f"there is no law {shown(name)}; there are {', '.join(every)}{did_you_mean(near(name, every))}.",
                "Name some of these, or none for all.",
            )
    return {name: law for name, law in every.items() if name in names or not names}


def _compile() -> None:
    from paskasim.laws.dealing import compile_all
    from paskasim.lineups import parse_lineup

    options.compile_first([parse_lineup(name, 2) for name in ("any", "random", "lowest")])
    options.beside(compile_all)


def _checked(laws: Iterable[Law], seed: int, times: int) -> list[Row]:
    import time

    from paskasim.cli.progress import meter
    from paskasim.laws import Effort

    every = list(laws)
    rows: list[Row] = []
    with meter("verify", "laws") as shown:
        shown.begin(len(every))
        for law in every:
            begun = time.perf_counter()
            for check in law.checks(Effort(seed, times)):
                now = time.perf_counter()
                rows.append(Row(law.name, check, now - begun))
                begun = now
            shown.advance(1)
    return rows


def _facts(rows: list[Row], seed: int, times: int) -> dict[str, Any]:
    import platform
    from importlib.metadata import version

    from paskasim._version import __version__
    from paskasim.engine import ENGINE_VERSION, RNG

    versions = {"paskasim": __version__, "engine": ENGINE_VERSION, "rng": RNG, "python": platform.python_version()}
    return {
        "schema": SCHEMA,
        "versions": versions | {name: version(name) for name in ("numpy", "numba", "scipy")},
        "seed": seed,
        "times": times,
        "holds": all(row.check.holds for row in rows),
        "laws": [
            {
                "law": law,
                "name": check.name,
                "statistic": check.statistic,
                "value": check.value,
                "cases": check.cases,
                "p": check.p,
                "bound": check.bound,
                "verdict": _verdict(check),
                "details": list(check.details),
                "seconds": round(seconds, 3),
            }
            for law, check, seconds in rows
        ],
    }


def _verdict(check: Check) -> str:
    return "holds" if check.holds else "fails"


def _show(laws: Mapping[str, Law], rows: list[Row]) -> None:
    from paskasim.laws.law import SMALLEST_P

    width = max(len(row.check.name) for row in rows)
    wide = max(len(row.check.statistic) for row in rows)
    for name, law in laws.items():
        mine = [row for row in rows if row.law == name]
        typer.echo(f"{name}: {law.summary} ({sum(row.seconds for row in mine):.1f} s)")
        for _, check, _ in mine:
            value = f"{check.value:,.0f}" if check.p is None else f"{check.value:.4g}"
            p = "" if check.p is None else f"p = {check.p:.2g}"
            typer.echo(
                f"  {check.name:{width}}  {check.statistic:{wide}} {value:>9}  of {check.cases:>9,}  {p:12}"
                f"{_verdict(check)}"
            )
            for line in check.details:
                typer.echo(f"    {line}")
        typer.echo()
    kept = sum(row.check.holds for row in rows)
    typer.echo(f"{kept} of {len(rows)} checks hold. A check with a p-value fails below {SMALLEST_P:g},")
    typer.echo("so that a sound installation fails anywhere about once in a million seeds.")
