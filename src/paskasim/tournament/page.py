"""The page of a tournament: one file that works offline, the same bytes for the same games."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from markupsafe import Markup

from paskasim.analysis import words
from paskasim.analysis.findings import Column, Figure, Finding, Table
from paskasim.report import origin
from paskasim.report.figures import draw
from paskasim.report.files import render, write_whole
from paskasim.report.page import Drawn, DrawnGallery, Section
from paskasim.report.tables import shown
from paskasim.rules import RuleSet
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
    asked = held.asked
    findings = told(held)
    plan = asked.plan
    title = f"{asked.rules.name}, {words.count(asked.players, 'player')}: strategies against each other"
    card = {
        "title": title,
        "question": QUESTION,
        "answer": headline(held),
        "games": plan.games,
        "cases": len(plan.tables),
    }
    return render(
        "tournament.html.jinja",
        title=title,
        question=QUESTION,
        answer=headline(held),
        first=findings[0],
        lead=_drawn(findings[0].lead, "lead") if findings[0].lead else None,
        sections=[_section(one) for one in findings],
        sheets=[_sheet(asked.rules)],
        made=_made(asked),
        command=command(asked, exploit=bool(held.regrets)),
        files=[],
        stops=None,
        cases=shown(_tables(held)),
        limits=list(LIMITS),
        games=plan.games,
        count=len(plan.tables),
        strategies=plan.names,
        card=json.dumps(card, ensure_ascii=False, sort_keys=True),
        slug=f"tournament-{asked.rules.name}-{asked.players}",
        index="",
    )


def command(asked: Asked, *, exploit: bool = False) -> str:
    """Return the command that holds the same tournament again."""
    names = ",".join(asked.plan.names)
    parts = ["paskasim", "tournament", asked.named, "--players", str(asked.players), "--strategies", names]
    parts += ["--games", str(asked.games), "--seed", str(asked.seed), "--budget", f"{asked.budget:g}"]
    parts += ["--endless", f"{asked.endless:g}"] if asked.endless != 1 else []
    parts += ["--exploit"] if exploit else []
    return shlex.join(parts)


def _drawn(figure: Figure, prefix: str) -> Drawn:
    return Drawn(figure.title, Markup(draw(figure, prefix)))


def _section(one: Finding) -> Section:
    galleries = tuple(
        DrawnGallery(
            gallery.heading,
            tuple(_drawn(figure, f"{one.question}-{at}-{number}") for number, figure in enumerate(gallery.figures)),
            gallery.folded,
        )
        for at, gallery in enumerate(one.galleries)
    )
    return Section(one, galleries, tuple(shown(table) for table in one.tables))


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


def _sheet(rules: RuleSet) -> origin.RuleSheet:
    defaults = RuleSet.from_dict({"name": "defaults"}).flat()
    mine = rules.flat()
    changes = tuple(
        (key, json.dumps(mine[key], ensure_ascii=False), json.dumps(defaults[key], ensure_ascii=False))
        for key in mine
        if mine[key] != defaults[key]
    )
    return origin.RuleSheet(rules.name, rules.summary, "the defaults of all switches", changes, tuple(rules.notes))


def _made(asked: Asked) -> list[tuple[str, str]]:
    from paskasim._version import __version__
    from paskasim.engine import ENGINE_VERSION, RNG

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
