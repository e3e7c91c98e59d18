"""What is compared, in a few lines: the switches that differ, the tables, the games, and what stands alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paskasim.analysis.compare.folders import Folders
from paskasim.analysis.compare.match import Match
from paskasim.analysis.names import quoted
from paskasim.analysis.results import Group
from paskasim.analysis.words import count, listed, percent
from paskasim.rules.messages import shown

MOST_SWITCHES = 6
MOST_ALONE = 3
BASIS = {
    "same deals": "on the same deals",
    "other decks": "on decks that differ, so not deal by deal",
    "other seeds": "with other seeds, so not deal by deal",
}


def differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return the switches that differ, with the value of each side; None where one does not know it."""
    keys = [*a, *(key for key in b if key not in a)]
    return {key: (a.get(key), b.get(key)) for key in keys if a.get(key) != b.get(key)}


def switches(match: Match, most: int | None) -> str:
    """Return the switches that differ between A and B, the first `most` of them, in words."""
    changed = differences(match.a.rules, match.b.rules)
    if not changed:
        return "the same switches"
    told = [f"{key} A {_value(a)}, B {_value(b)}" for key, (a, b) in list(changed.items())[:most]]
    more = len(changed) - len(told)
    return "; ".join(told) + (f"; and {count(more, 'more switch', 'more switches')} (--all)" if more else "")


def _value(value: Any) -> str:
    return "unknown" if value is None else shown(value)


def of_rules(matches: Sequence[Match], names: tuple[str, str], show_all: bool) -> Iterator[str]:
    """Yield the head of a comparison of two rule sets."""
    first = matches[0]
    yield f"A {names[0]}, B {names[1]}: {switches(first, None if show_all else MOST_SWITCHES)}"
    table = f"{first.a.players} players, seed {first.a.seed}"
    if len(matches) == 1:
        table = f"{first.a.players} players, {first.a.lineup}, seed {first.a.seed}"
    deals = first.games[0] // first.a.rotations
    rotated = max(match.a.rotations for match in matches)
    played = f"{deals:,} deals in every rotation" if rotated > 1 else count(deals, "game")
    each = f" for each of {len(matches)} line-ups" if len(matches) > 1 else ""
    yield f"{table}: {played} of each{each}, {BASIS[first.basis]}{_changed(matches)}"


def _changed(matches: Sequence[Match]) -> str:
    shares = [match.differing / match.games[0] for match in matches if match.differing and match.games[0]]
    if not shares:
        return ""
    low, high = percent(min(shares)), percent(max(shares))
    return f"; {low if low == high else f'{low} to {high}'} of them go differently"


def of_folders(folders: Folders, names: tuple[str, str], show_all: bool) -> Iterator[str]:
    """Yield the head of a comparison of two folders."""
    matches = folders.matches
    yield f"A {names[0]}, B {names[1]}"
    a, b = folders.versions
    yield f"A and B: {a}" if a == b else f"A: {a}; B: {b}"
    changes = {repr(differences(match.a.rules, match.b.rules)) for match in matches}
    if len(changes) == 1:
        yield f"rules: {switches(matches[0], None if show_all else MOST_SWITCHES)}"
    else:
        changed = sum(match.a.rules != match.b.rules for match in matches)
        yield f"rules: they differ in {changed} of {len(matches)} cases"
    bases = Counter(match.basis for match in matches)
    told = [f"{number} {BASIS[basis]}" if len(bases) > 1 else BASIS[basis] for basis, number in bases.items()]
    a_games, b_games = (sum(match.games[side] for match in matches) for side in (0, 1))
    games = f"{count(a_games, 'game')} of each" if a_games == b_games else f"{a_games:,} and {b_games:,} games"
    common = f"{folders.common}: " if folders.common else ""
    yield f"{common}{count(len(matches), 'case')}, {games}, {listed(told)}"
    stopped = [name for name, results in (("A", folders.a), ("B", folders.b)) if results.watched]
    if stopped:
        yield f"precision stopped cases of {' and '.join(stopped)}: intervals and verdicts hold at every look"


def alone(folders: Folders, show_all: bool) -> Iterator[str]:
    """Yield the cases that only one of two folders has."""
    for name, groups in (("A", folders.only_a), ("B", folders.only_b)):
        if groups:
            most = len(groups) if show_all else MOST_ALONE
            told = "; ".join(_whole(group) for group in groups[:most])
            more = f"; and {len(groups) - most} more" if len(groups) > most else ""
            yield f"only in {name}: {told}{more}"


def _whole(group: Group) -> str:
    return f"{quoted(group.name)}, seed {group.seed}"
