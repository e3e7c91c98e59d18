"""`paskasim strategies check`: whether strategies keep what every strategy has to keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paskasim.cli import options

if TYPE_CHECKING:
    from paskasim.conformance.check import Found, Result, Where
    from paskasim.conformance.supervisor import Report, Supervisor

SCHEMA = "paskasim-check/1"
WIDTH = 80
LONGEST_LIMIT = 3_600


def seconds(text: str | float) -> float:
    """Read a number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.1 <= number <= LONGEST_LIMIT:
        raise typer.BadParameter(f"{text}: a number from 0.1 to {LONGEST_LIMIT:,} is allowed.")
    return number


def check(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME...", help="A file (my_bots.py), a strategy of it (my_bots.py:careful), or any other name."
        ),
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Play fewer games.")] = False,
    limit: Annotated[
        float, typer.Option(parser=seconds, metavar="SECONDS", help="How long one answer may take.")
    ] = 10.0,
    json: options.Json = False,
) -> None:
    """Check strategies: legal answers in all rules, honest metadata, the same games in both engines.

    Takes up to a minute for a strategy. Exit code 3 if a check fails. docs/check.md explains each check.
    """
    from paskasim.errors import PaskasimError

    supervisors = [_checked(target, quick, limit) for target in targets]
    reports = [report for supervisor in supervisors for report in supervisor.reports]
    if json:
        import json as writer

        typer.echo(writer.dumps(_facts(supervisors, quick, limit), ensure_ascii=False))
    else:
        typer.echo("\n\n".join("\n".join(_lines(report)) for report in reports))
    broken = [report for report in reports if not report.holds]
    if broken:
        told = "; ".join(
            f"{report.strategy}: {', '.join(each.check for each in report.results if each.found and not each.holds)}"
            for report in broken
        )
        raise PaskasimError(
            f"{len(broken)} of {len(reports)} strategies failed ({told}).",
            "Mend what the table tells, and check again; docs/check.md explains each check.",
            exit_code=3,
        )


def _checked(target: str, quick: bool, limit: float) -> Supervisor:
    from paskasim.cli.progress import meter
    from paskasim.conformance.supervisor import Supervisor

    options.note(f"Checking {target} ...")
    with meter("check", "checks") as shown:
        supervisor = Supervisor(target, quick, limit, begun=shown.begin, advanced=shown.advance)
        supervisor.check()
    return supervisor


def _facts(supervisors: Sequence[Supervisor], quick: bool, limit: float) -> dict[str, Any]:
    from paskasim._version import __version__

    return {
        "schema": SCHEMA,
        "versions": {"paskasim": __version__, "engine": supervisors[0].engine},
        "quick": quick,
        "limit": limit,
        "holds": all(report.holds for supervisor in supervisors for report in supervisor.reports),
        "strategies": [
            {
                "strategy": report.strategy,
                "identity": report.identity,
                "holds": report.holds,
                "checks": [_result_facts(result) for result in report.results],
            }
            for supervisor in supervisors
            for report in supervisor.reports
        ],
    }


def _result_facts(result: Result) -> dict[str, Any]:
    from dataclasses import asdict

    found = [asdict(each) | {"command": each.where.command if each.where is not None else ""} for each in result.found]
    return {"name": result.check, "promise": result.promise, "verdict": result.verdict, "found": found}


def _lines(report: Report) -> Iterator[str]:
    """Yield the table of a strategy, at most 80 columns wide where words allow it."""
    kept = sum(result.holds for result in report.results)
    identity = f" (source hash {report.identity})" if report.identity else ""
    yield from _wrapped(f"{report.strategy}{identity}: {kept} of {len(report.results)} checks hold", "", "  ")
    wide = max(len(result.check) for result in report.results)
    for result in report.results:
        verdict = result.verdict.upper() if result.found and not result.holds else result.verdict
        yield from _wrapped(result.promise, f"  {result.check:{wide}}  {verdict:8}  ", " " * (wide + 14))
        for found in result.found:
            yield from _found_lines(found)


def _found_lines(found: Found) -> Iterator[str]:
    indent = " " * 6
    yield from _wrapped(found.told, "    - ", indent)
    if found.where is not None:
        yield from _wrapped(f"where: {found.where.told}", indent, indent + "  ")
    for name, text in (("shown: ", found.position), ("answered: ", found.answered), ("", found.allowed)):
        if text:
            yield from _wrapped(name + text, indent, indent + "  ")
    if found.where is not None:
        yield from _how_to_see(found.where, indent)


def _how_to_see(where: Where, indent: str) -> Iterator[str]:
    """Yield the command that shows the game, over several lines if need be, or the rules that no file holds."""
    if where.command:
        line = f"{indent}see: paskasim trace"
        for part in where.command.removeprefix("paskasim trace ").replace(" --", "\n--").split("\n"):
            if len(line) + len(part) + 3 > WIDTH:
                yield line + " \\"
                line = f"{indent}    "
            line += f" {part}"
        yield line
    elif where.switches:
        switches = ", ".join(f"{key} = {_toml(value)}" for key, value in where.switches.items())
        yield from _wrapped(f"rules: {switches}", indent, indent + "  ")


def _toml(value: object) -> str:
    from paskasim.rules.messages import written

    return written(value)


def _wrapped(text: str, first: str, others: str) -> list[str]:
    import textwrap

    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    ) or [first.rstrip()]
