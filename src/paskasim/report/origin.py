"""What a report says besides its findings and rules: how it was made, and its limits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from paskasim.analysis import stopped, words
from paskasim.analysis.findings import Column, Table
from paskasim.analysis.folder import text
from paskasim.analysis.results import Results
from paskasim.analysis.rungs import PROBE, rungs_of
from paskasim.report.cards import Card
from paskasim.rules import RuleSet, presets

PLAYERS = {
    "any": "any: any legal action with the same chance, taking the pile and trying included",
    "random": "random: any legal play with the same chance; takes, tries or passes only when it must",
    "lowest": "lowest: always all its cards of the lowest rank that may be played, twos, tens and aces last",
}

IN_SHORT = {
    "any": "any legal action, by chance",
    "random": "any legal play, by chance",
    "lowest": "always the lowest card",
    "highest": "always the highest card",
    "careful": "the guides' tips",
    "counter": "counts cards",
    "linear": "strong, by trained weights",
    "search": "the strongest, looks ahead",
    "exact": "plays endings perfectly",
    "honest": "lies only when it has to",
    "bluffer": "lies and doubts by chance",
    "bayes": "doubts by what is likely",
    "mixed": "lies and doubts by learnt chances",
}
"""Strategies of the package in a few words, for the first screen."""

NO_PART = ("python",)
"""What the manifest names and the page does not: no figure comes from it, and so every Python makes the same page."""
MOST_SWITCHES = 4
"""Switches that a card names with their values."""


def card(results: Results, title: str, question: str, answer: str) -> Card:
    """Return the card of a study for the index."""
    counts = list(dict.fromkeys(str(group.players) for group in results.groups))
    manifest = results.manifest
    return Card(
        title,
        question,
        answer,
        results.games,
        len(results.groups),
        rules=rules_told(results),
        players=words.listed(counts),
        strategies=words.listed(strategies(results)),
        engine=text(manifest["engine_version"]),
        study=fingerprint(manifest.get("study") or {}),
    )


def fingerprint(study: Mapping[str, Any]) -> str:
    """Return the SHA-256 of what a study file says, whatever its layout."""
    return hashlib.sha256(json.dumps(study, sort_keys=True, default=str).encode()).hexdigest()


def rules_told(results: Results) -> str:
    """Return which rule sets were played, in words: how many, from which, and what was varied in them."""
    labels = dict.fromkeys(group.label for group in results.groups)
    names = list(dict.fromkeys(text(group.rules_name) for group in results.groups))
    told = words.listed([words.quoted(name) for name in names])
    if len(labels) == 1:
        return told
    values: dict[str, dict[str, None]] = {}
    for group in results.groups:
        for key, value in group.varied.items():
            values.setdefault(key, {})[json.dumps(value, ensure_ascii=False)] = None
    varied = [f"{text(key)} = {words.listed([*map(text, found)], 'or')}" for key, found in values.items()]
    if len(varied) > MOST_SWITCHES:
        varied = [f"{words.count(len(varied), 'switch', 'switches')} varied"]
    return f"{len(labels)} rule sets: {told}" + (f" with {', and '.join(varied)}" if varied else "")


def made(results: Results) -> list[tuple[str, str]]:
    """Return what identifies the run, as names and values."""
    manifest = results.manifest
    shown = {k: v for k, v in sorted(dict(manifest["versions"]).items()) if k not in NO_PART}
    versions = ", ".join(f"{text(k)} {text(v)}" for k, v in shown.items())
    games = sorted({group.games // group.rotations for group in results.groups})
    each = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    cases = sum(group.rotations for group in results.groups)
    # A mixed line-up is one case to a reader, though each of its rotations is played and kept as one.
    turned = "" if cases == len(results.groups) else f" ({words.count(cases, 'rotation')} of line-ups)"
    goal = [("Goal", stopped.goal(results))] if results.watched else []
    return [
        ("Games", f"{results.games:,}: {words.count(len(results.groups), 'case')}{turned}, {each} each"),
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
    """Return the names of the strategies of the line-ups, without their parameters."""
    return sorted({name.split("[")[0] for group in results.groups for name in group.strategies})


def in_short(results: Results) -> list[str]:
    """Return the strategies of the line-ups, each with a few words on how it plays."""
    return [f"{name} ({IN_SHORT[name]})" if name in IN_SHORT else name for name in strategies(results)]


def rungs(results: Results) -> list[str]:
    """Return the strategies between which skill was measured, from the weakest to the strongest; none if it was not."""
    if PROBE not in results.probes:
        return []
    return list(dict.fromkeys(name.split("[")[0] for name in rungs_of(results)))


def limits(results: Results) -> list[str]:
    """Return what the figures do not say."""
    names = sorted({*strategies(results), *rungs(results)})
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
