"""A report in a few lines of Markdown, for a chat or an issue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from paskasim import analysis
from paskasim.analysis import words
from paskasim.analysis.findings import Finding, Table
from paskasim.analysis.folder import text
from paskasim.analysis.intervals import Interval
from paskasim.analysis.results import Results
from paskasim.report import origin
from paskasim.report.markdown import code_block, escaped, prose, table

MOST = 6
"""Rows and columns of the table; a larger one is left to the page."""


def brief(results_dir: Path) -> str:
    """Return what a results folder says, as Markdown.

    Raises
    ------
    PaskasimError
        With exit code 4 where the results are damaged or foreign.
    """
    results = analysis.read(Path(results_dir))
    title = text(results.manifest["title"]) or Path(results_dir).resolve().name
    question = text(results.manifest.get("question"))
    blocks = [[f"## {escaped(title, within=True)}"]]
    blocks += [[escaped(question)]] if question not in ("", title) else []
    findings = analysis.answer(results)
    for at, finding in enumerate(findings):
        blocks += [[f"### {escaped(finding.title, within=True)}"]] if at else []
        blocks += _blocks(finding, "" if at else "Answer")
        across = _across(finding.held.table) if finding.held and not at else []
        blocks += [across] if across else []
    blocks += [] if findings else [["This study asks no question."]]
    blocks += [["### How it was made"], [_made(results)], code_block(text(results.manifest["command"]))]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _blocks(finding: Finding, label: str) -> Iterator[list[str]]:
    headline = finding.headline.replace(": see below.", " (the report says which).")
    yield [f"**{label}:** {prose(headline, within=True)}" if label else prose(headline)]
    weighed = []
    if finding.verdict:
        weighed.append(f"- **Does it matter?** {prose(finding.verdict[0].upper() + finding.verdict[1:], within=True)}.")
    if finding.held:
        weighed.append(f"- **Does it hold?** {prose(finding.held.sentence, within=True)}")
    if weighed:
        yield weighed


def _across(held: Table) -> list[str]:
    """Return the comparison of a headline at every table: a line a line-up, a column a number of players.

    Empty where that is no comparison, where there is one table only, or too many.
    """
    titles = [column.title for column in held.columns]
    if titles[:5] != ["table", "effect", "low", "high", "unit"] or len(held.rows) < 2:
        return []
    cells: dict[tuple[str, int], str] = {}
    for name, effect, low, high, unit, *rest in held.rows:
        found = re.fullmatch(r"(\d+) players, (.*)", str(name))
        if not found:
            return []
        factor = 100.0 if unit == "share" else 1.0
        bold = "**" if rest[-1] == "holds" else ""
        cells[found[2], int(found[1])] = f"{bold}{_effect(effect, low, high, factor)}{bold}"
    lineups, players = list(dict.fromkeys(who for who, _ in cells)), sorted({count for _, count in cells})
    if max(len(lineups), len(players)) > MOST:
        return []
    unit = "points" if held.rows[0][4] == "share" else str(held.rows[0][4])
    rows = [
        [escaped(words.quoted(who, 40), within=True), *(cells.get((who, count), "") for count in players)]
        for who in lineups
    ]
    return table([f"Difference in {unit} (bold: it holds)", *(f"{count} players" for count in players)], rows)


def _effect(effect: object, low: object, high: object, factor: float) -> str:
    if not isinstance(effect, int | float):
        return "none"
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        return f"{words.number(factor * effect, 1, signed=True)} (no interval)"
    places = words.decimals(Interval(effect, low, high, ""), factor)
    shown = [words.number(factor * value, places, signed=True) for value in (effect, low, high)]
    return f"{shown[0]} ({shown[1]} to {shown[2]})"


def _made(results: Results) -> str:
    versions = dict(results.manifest["versions"])
    program = f"paskasim {text(versions['paskasim'])}" if "paskasim" in versions else "paskasim"
    counts = words.listed(list(dict.fromkeys(str(group.players) for group in results.groups)))
    return (
        f"{escaped(program)}, engine version {escaped(text(results.manifest['engine_version']))}: "
        f"{results.games:,} games of {counts} players, played by programs "
        f"({escaped(words.listed(origin.strategies(results)), within=True)}); "
        f"{escaped(origin.rules_told(results), within=True)}; "
        f"seed {escaped(text(results.manifest['seed']))}. "
        "Intervals are 95 %. This command, where the study file lies, plays the same games again:"
    )
