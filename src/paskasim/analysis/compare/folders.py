"""Two results folders side by side: which case of the one belongs to which of the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paskasim.analysis.compare.match import Match
from paskasim.analysis.names import quoted
from paskasim.analysis.results import Group, Results, read
from paskasim.errors import PaskasimError, as_one


@dataclass(frozen=True)
class Folders:
    """The cases of two folders that belong together, and those that stand alone."""

    a: Results
    b: Results
    matches: tuple[Match, ...]
    only_a: tuple[Group, ...]
    only_b: tuple[Group, ...]
    common: str

    @property
    def versions(self) -> tuple[str, str]:
        """Program and engine version of each, in words."""
        a, b = (
            f"paskasim {results.manifest['versions'].get('paskasim', '?')}, engine {results.manifest['engine_version']}"
            for results in (self.a, self.b)
        )
        return a, b


MANIFEST = "manifest.json"


def read_both(a: Path, b: Path) -> tuple[Results, Results]:
    """Read two results folders.

    Raises
    ------
    PaskasimError
        With exit code 4, and what is wrong with either.
    """
    found: list[Results] = []
    errors: list[PaskasimError] = []
    for path in (a, b):
        try:
            found.append(read(_only_study(path)))
        except PaskasimError as error:
            errors.append(_with_studies(path, error))
    if errors:
        raise as_one(errors)
    return found[0], found[1]


def _only_study(path: Path) -> Path:
    """Return the folder of the only study within, where the folder of a sweep was given, else the path as it is."""
    studies = [] if (path / MANIFEST).exists() else [each.parent for each in path.glob(f"*/{MANIFEST}")]
    return studies[0] if len(studies) == 1 else path


def _with_studies(path: Path, error: PaskasimError) -> PaskasimError:
    """Name the studies that lie within, where a folder of several was given."""
    studies = sorted(each.parent.name for each in path.glob(f"*/{MANIFEST}"))
    if not studies:
        return error
    named = ", ".join(studies[:4]) + (" ..." if len(studies) > 4 else "")
    return PaskasimError(f"{path}: it holds several studies ({named}).", f"Give one of them: {path / studies[0]}.")


def match_folders(a: Results, b: Results) -> Folders:
    """Find the cases that belong together.

    At the same table (players and who sits where), and seed where there is a choice: first those of the same switches,
    then those of the same label; the only rule set of the one and the only one of the other belong together, too.

    Raises
    ------
    PaskasimError
        If none belong together (exit code 2), or two that are the same games have other sums (exit code 4).
    """
    left, right = list(a.groups), list(b.groups)
    pairs: list[tuple[Group, Group]] = []
    single = all(len({_rules(group) for group in groups}) == 1 for groups in (left, right))
    for key in (
        lambda g: (_rules(g), g.seed),
        _rules,
        lambda g: (g.label, g.seed),
        lambda g: g.label,
        *([lambda g: g.seed, lambda g: 0] if single else []),
    ):
        pairs += _take(left, right, key)
    if not pairs:
        raise PaskasimError(
            f"No case of the one is at the same table as one of the other: A has {_some(left)}; B has {_some(right)}.",
            "Give folders with the same players and line-ups, and the same rules or labels.",
        )
    order = {group.key: place for place, group in enumerate(a.groups)}
    pairs.sort(key=lambda pair: order[pair[0].key])
    names, common = naming(pairs)
    matches = tuple(Match(name, one, two) for name, (one, two) in zip(names, pairs, strict=True))
    for match in matches:
        _check(match)
    return Folders(a, b, matches, tuple(left), tuple(right), common)


def _rules(group: Group) -> Hashable:
    return repr(sorted(group.rules.items()))


def _take(left: list[Group], right: list[Group], key: Callable[[Group], Any]) -> list[tuple[Group, Group]]:
    """Take out of both lists those that agree in table and key, and that no other agrees with."""

    def whole(group: Group) -> Hashable:
        return group.players, group.cases[0].seats, key(group)

    found = []
    for one in list(left):
        mine = [group for group in left if whole(group) == whole(one)]
        theirs = [group for group in right if whole(group) == whole(one)]
        if len(mine) == len(theirs) == 1:
            found.append((one, theirs[0]))
            left.remove(one)
            right.remove(theirs[0])
    return found


def _some(groups: Sequence[Group]) -> str:
    told = "; ".join(quoted(group.name) for group in groups[:3])
    return told + (f"; and {len(groups) - 3} more" if len(groups) > 3 else "")


def naming(pairs: Sequence[tuple[Group, Group]]) -> tuple[list[str], str]:
    """Return how to call each pair of groups among these, without what all have in common, and what that is."""
    parts = [
        [one.label if one.label == two.label else f"{one.label} / {two.label}" for one, two in pairs],
        [f"{one.players} players" for one, _ in pairs],
        [one.lineup for one, _ in pairs],
    ]
    varied = [part for part in parts if len(set(part)) > 1]
    names = [", ".join(quoted(each, 40) for each in one) for one in zip(*varied, strict=True)] or [""] * len(pairs)
    return names, ", ".join(quoted(part[0]) for part in parts if part not in varied)


def _check(match: Match) -> None:
    if match.same_identity and not match.same_sums and match.games[0]:
        raise PaskasimError(
            f"{quoted(match.a.name)}: by their identities A and B are the same games, but their sums differ.",
            "One of the folders is damaged, or was made by a machine that errs; sweep both again.",
            exit_code=4,
        )
