"""What a report says besides its findings and rules: how it was made, and its limits."""

from __future__ import annotations

from paskasim.analysis import stopped, words
from paskasim.analysis.findings import Column, Table
from paskasim.analysis.folder import text
from paskasim.analysis.results import Results
from paskasim.rules import RuleSet, presets

PLAYERS = {
    "any": "any: any legal action with the same chance, taking the pile and trying included",
    "random": "random: any legal play with the same chance; takes, tries or passes only when it must",
    "lowest": "lowest: always all its cards of the lowest rank that may be played, twos, tens and aces last",
}


def made(results: Results) -> list[tuple[str, str]]:
    """Return what identifies the run, as names and values."""
    manifest = results.manifest
    versions = ", ".join(f"{text(k)} {text(v)}" for k, v in sorted(dict(manifest["versions"]).items()))
    games = sorted({group.games // group.rotations for group in results.groups})
    each = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    cases = sum(group.rotations for group in results.groups)
    goal = [("Goal", stopped.goal(results))] if results.watched else []
    return [
        ("Games", f"{results.games:,}: {words.count(cases, 'case')}, {each} each"),
        *goal,
        ("Seed", text(manifest["seed"])),
        ("Random numbers", text(manifest["rng"])),
        ("Engine", f"version {text(manifest['engine_version'])}"),
        ("Versions", versions),
    ]


def case_table(results: Results) -> Table:
    """Return the table of cases with their identities."""
    rows = [
        (group.label, group.players, ", ".join(case.seats), int(group.numbers.sum()), case.name, case.identity)
        for group in results.groups
        for case in group.cases
    ]
    columns = (Column("rule set"), Column("players", "count"), Column("seats"), Column("games", "count"))
    return Table("cases", "Cases and their identities", (*columns, Column("case"), Column("identity")), tuple(rows))


def strategies(results: Results) -> list[str]:
    """Return the names of the strategies that played, without their parameters."""
    return sorted({name.split("[")[0] for group in results.groups for name in group.strategies})


def limits(results: Results) -> list[str]:
    """Return what the figures do not say."""
    names = strategies(results)
    known = [PLAYERS[name] for name in names if name in PLAYERS]
    who = f"The players are programs ({'; '.join(known) if known else ', '.join(names)})."
    rest = [name for name in names if name not in PLAYERS]
    if known and rest:
        who += f" For {words.listed(rest)} see `paskasim strategies show`."
    if rest:
        who += " How people would fare is not told by them: another way of playing can change every figure here."
    else:
        who += " None of them is a skilled person; people who plan can change every figure here."
    finished = sum(group.finished for group in results.groups)
    open_share = words.percent((results.games - finished) / results.games)
    return [
        who,
        f"Unfinished games are not dropped: {open_share} of all games here reached no end and are shown as such. "
        "Figures 'of finished games' leave them out, because nobody lost them.",
        "Intervals cover chance alone: not the choice of players, nor how a house reads its rules.",
    ]


def deviations(results: Results) -> list[tuple[str, list[str]]]:
    """Return for each preset of the study what it does otherwise than its source says."""
    found = []
    for name in dict.fromkeys(group.rules_name for group in results.groups):
        if name in presets() and (told := [text(line) for line in RuleSet.load(name).deviations]):
            found.append((name, told))
    return found
