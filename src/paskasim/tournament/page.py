"""The page of a tournament: one file that works offline, the same bytes for the same games."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from paskasim.analysis import words
from paskasim.analysis.findings import Column, Table
from paskasim.engine import ENGINE_VERSION, RNG
from paskasim.report.cards import Card
from paskasim.report.files import PAGE_SCRIPTS, render, write_whole
from paskasim.report.gallery import choices, lead, section
from paskasim.report.sheets import sheet
from paskasim.report.tables import shown
from paskasim.tournament import Asked, Tournament
from paskasim.tournament.names import headline
from paskasim.tournament.sections import told

QUESTION = "Which strategy loses least, among whom, and by how much?"
LIMITS = (
    "The players are programs. How strong a person is among people is not told by them.",
    "Strengths and shares hold for this company: who does best among these may not among others.",
    "Intervals cover chance alone: not the choice of players, nor how a house reads its rules.",
)


def build(held: Tournament, path: Path) -> Path:
    """Write the page and return its path.

    Raises
    ------
    PaskasimError
        Where the page can't be written.
    """
    return write_whole(path, page(held))


def page(held: Tournament) -> str:
    """Return the page as text."""
    return render("tournament.html.jinja", scripts=PAGE_SCRIPTS, **content(held))


def content(held: Tournament) -> dict[str, Any]:
    """Return what stands on the page, by the names of the template."""
    asked = held.asked
    findings = told(held)
    plan = asked.plan
    title = f"{asked.rules.name}, {words.count(asked.players, 'player')}: strategies against each other"
    card = Card(
        title,
        QUESTION,
        headline(held),
        plan.games,
        len(plan.tables),
        kind="tournament",
        rules=asked.rules.name,
        players=str(asked.players),
        strategies=words.listed(plan.names),
        engine=ENGINE_VERSION,
    )
    sections = [section(one) for one in findings]
    return {
        "title": title,
        "question": QUESTION,
        "answer": headline(held),
        "first": findings[0],
        "lead": lead(findings[0]),
        "sections": sections,
        "choices": choices(sections),
        "parts_of_study": [],
        "sheets": [sheet(asked.rules, asked.rules.name)],
        "made": _made(asked),
        "command": command(asked, exploit=bool(held.regrets)),
        "files": [],
        "stops": None,
        "cases": shown(_tables(held)),
        "limits": list(LIMITS),
        "deviations": [(asked.rules.name, list(asked.rules.deviations))] if asked.rules.deviations else [],
        "games": plan.games,
        "count": len(plan.tables),
        "strategies": plan.names,
        "rungs": [],
        "card": card.content(),
        "slug": f"tournament-{asked.rules.name}-{asked.players}",
        "index": "",
        "examples": None,
    }


def command(asked: Asked, *, exploit: bool = False) -> str:
    """Return the command that holds the same tournament again."""
    names = ",".join(asked.plan.names)
    parts = ["paskasim", "tournament", asked.named, "--players", str(asked.players), "--strategies", names]
    parts += ["--games", str(asked.games), "--seed", str(asked.seed), "--budget", f"{asked.budget:g}"]
    parts += ["--endless", f"{asked.endless:g}"] if asked.endless != 1 else []
    parts += ["--exploit"] if exploit else []
    return shlex.join(parts)


def _tables(held: Tournament) -> Table:
    plan = held.asked.plan
    rows = tuple(
        (", ".join(plan.names[entry] for entry in lineup), "yes" if lineup in plan.mixed else "no",
         len(table.seatings), table.numbers, table.games)
        for lineup, table in plan.tables.items()
    )  # fmt: skip
    columns = (
        Column("line-up"), Column("mixed"), Column("rotations", "count"), Column("deals", "count"),
        Column("games", "count"),
    )  # fmt: skip
    return Table("tables", "Tables and how many deals each got", columns, rows)


def _made(asked: Asked) -> list[tuple[str, str]]:
    from paskasim._version import __version__

    plan = asked.plan
    cost = "one loss" if asked.endless == 1 else f"{asked.endless:g} of a loss"
    return [
        ("Games", f"{plan.games:,} at {words.count(len(plan.tables), 'table')}"),
        ("Deals", f"{asked.games:,} a table, fewer where {asked.budget:g} s on one core don't suffice; all rotations"),
        ("Games without an end", f"cost their active players {cost} together"),
        ("Seed", str(asked.seed)),
        ("Random numbers", RNG),
        ("Engine", f"version {ENGINE_VERSION}"),
        ("Version", f"paskasim {__version__}"),
        *(("Left out", f"{name}: {why}") for name, why in plan.left_out),
        *(("Strategy", player.identity(asked.rules, asked.players)) for player in plan.entries),
    ]
