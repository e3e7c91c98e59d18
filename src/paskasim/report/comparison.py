"""Write the page of a comparison: one file that works offline, the same bytes for the same results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paskasim.analysis import words
from paskasim.analysis.compare import findings, pictures, wording
from paskasim.analysis.compare.heading import differences
from paskasim.analysis.compare.judging import Compared
from paskasim.analysis.findings import Column, Table
from paskasim.analysis.folder import text
from paskasim.analysis.names import quoted
from paskasim.analysis.results import Group, Results
from paskasim.report import origin
from paskasim.report.cards import Card
from paskasim.report.differences import Differences, rule_differences
from paskasim.report.files import PAGE_SCRIPTS, render, write_whole
from paskasim.report.gallery import Section, choices, drawn, section
from paskasim.report.page import LIMIT
from paskasim.report.tables import shown

MOST_NAMED = 3
"""Switches that the first screen names with both values."""
FEWER_ROWS = 24
"""Rows of a table on a page that would be too large."""


@dataclass(frozen=True)
class Side:
    """One of the two: its name, the facts of how it was made, and the cases that only it has."""

    name: str
    made: Sequence[tuple[str, str]]
    engine: str
    only: Sequence[Group] = ()


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a page of a comparison tells.

    Attributes
    ----------
    noun
        What several matches are called: line-ups or cases.
    command
        The command that compares the same again.
    """

    compared: Compared
    a: Side
    b: Side
    noun: str
    command: str

    @property
    def title(self) -> str:
        """The question of the page."""
        return f"What changed from {quoted(text(self.a.name), 50)} to {quoted(text(self.b.name), 50)}?"


def side_of(name: str, results: Results, only: Sequence[Group]) -> Side:
    """Return a results folder as a side."""
    manifest = results.manifest
    about = [("Study", text(manifest["title"])), ("Command", text(manifest["command"])), *origin.made(results)]
    return Side(name, about, text(manifest["engine_version"]), only)


def build(comparison: Comparison, path: Path) -> Path:
    """Write the page and return its path.

    Raises
    ------
    PaskasimError
        Where the page can't be written.
    """
    return write_whole(path, page(comparison))


def page(comparison: Comparison) -> str:
    """Return the page as text; one that would be too large keeps a picture of each kind and the heads of its tables."""
    content = _content(comparison)
    whole = _rendered(content)
    if len(whole.encode()) <= LIMIT:
        return whole
    sections = [_smaller(one) for one in content["sections"]]
    return _rendered({**content, "sections": sections, "choices": choices(sections), "cut": True})


def _rendered(content: dict[str, Any]) -> str:
    return render("comparison.html.jinja", scripts=PAGE_SCRIPTS, **content)


def _smaller(one: Section) -> Section:
    galleries = tuple(replace(gallery, rest=()) for gallery in one.galleries)
    return replace(one, galleries=galleries)


def _content(comparison: Comparison) -> dict[str, Any]:
    compared, noun = comparison.compared, comparison.noun
    matches = compared.matches
    groups = tuple(group for match in matches for group in (match.a, match.b))
    played = Results({}, groups, {})
    lead = pictures.lead(compared, noun)
    sections = [section(one) for one in findings.findings(compared, noun)]
    rules = rule_differences(matches, noun)
    answer, rules_told = _answer(compared, noun), _rules_told(compared, rules)
    games = tuple(sum(match.games[side] for match in matches) for side in (0, 1))
    card = Card(
        comparison.title,
        rules_told.replace("`", ""),
        answer,
        sum(games),
        len(matches),
        kind="comparison",
        rules=words.listed(list(dict.fromkeys(text(group.rules_name) for group in groups))),
        players=words.listed(list(dict.fromkeys(str(group.players) for group in groups))),
        strategies=words.listed(origin.strategies(played)),
        engine=words.listed(list(dict.fromkeys((comparison.a.engine, comparison.b.engine)))),
    )
    return {
        "title": comparison.title,
        "sides": [("A", comparison.a), ("B", comparison.b)],
        "rules_told": rules_told,
        "answer": answer,
        "lead": drawn(lead, "lead") if lead else None,
        "first": sections[0].finding if sections else None,
        "sections": sections,
        "choices": choices(sections),
        "cut": False,
        "rules": rules,
        "still": list(_still(compared)),
        "together": findings.together(compared) if compared.comparisons else "",
        "still_tables": [shown(table) for table in findings.unmoved(compared)],
        "only": shown(table) if (table := _only(comparison)) else None,
        "basis": findings.basis(compared),
        "command": comparison.command,
        "cases": shown(_cases(compared)),
        "limits": origin.limits(played) if played.games else [],
        "deviations": origin.deviations(played),
        "games": games,
        "differing": _differing(compared),
        "count": words.count(len(matches), noun.removesuffix("s"), noun),
        "strategies": origin.strategies(played),
        "card": card.content(),
        "slug": "comparison",
    }


def _answer(compared: Compared, noun: str) -> str:
    spoken, besides = wording.leading(compared)
    more = findings.largest([*spoken, *besides][0]) if spoken or besides else ""
    return wording.typeset(wording.answer(compared, noun)) + more


def _rules_told(compared: Compared, rules: Differences) -> str:
    """Return what differs in the rules for the first screen: the switches where all matches have the same ones."""
    changes = {repr(differences(match.a.rules, match.b.rules)) for match in compared.matches}
    if len(changes) > 1 or not rules.pairs:
        return rules.sentence
    told = [f"`{key}` is {b} instead of {a}" for key, a, b in rules.pairs[0].changes]
    more = len(told) - MOST_NAMED
    tail = [words.count(more, "more switch differs", "more switches differ")] if more > 0 else []
    return f"In B {words.listed([*told[:MOST_NAMED], *tail])}."


def _differing(compared: Compared) -> str:
    shares = [m.differing / m.games[0] for m in compared.matches if m.differing is not None and m.games[0]]
    if not shares:
        return ""
    low, high = words.percent(min(shares)), words.percent(max(shares))
    return f"{low if low == high else f'{low} to {high}'} of the games go differently."


def _still(compared: Compared) -> Iterator[tuple[str, str]]:
    rest = wording.rest(compared)
    for what, rows in (
        ("Different, but surely too little to matter", rest.slight),
        ("Not to be told apart, and surely no difference that matters", rest.sure),
        ("Not to be told apart, but one that matters is not ruled out; more games would tell", rest.unsure),
    ):
        if rows:
            yield what, wording.typeset(wording.names(rows))


def _only(comparison: Comparison) -> Table | None:
    rows = tuple(
        (name, group.label, group.players, group.lineup, str(group.seed), group.games)
        for name, side in (("A", comparison.a), ("B", comparison.b))
        for group in side.only
    )
    columns = (
        *(Column("only in"), Column("rule set"), Column("players", "count"), Column("line-up"), Column("seed")),
        Column("games", "count"),
    )
    return Table("only", "Cases that only one of the two has", columns, rows) if rows else None


def _cases(compared: Compared) -> Table:
    """Return the table of what was held against what, with the games that count, and identities."""
    rows = tuple(
        (group.label, side, group.players, ", ".join(case.seats), str(group.seed), games // group.rotations,
         match.basis, case.identity)
        for match in compared.matches
        for side, group, games in (("A", match.a, match.games[0]), ("B", match.b, match.games[1]))
        for case in group.cases
    )  # fmt: skip
    columns = (
        *(Column("rule set"), Column("side"), Column("players", "count"), Column("seats"), Column("seed")),
        *(Column("games compared", "count"), Column("held against each other on"), Column("identity")),
    )
    return Table("cases", "What was held against what, and identities", columns, rows)
