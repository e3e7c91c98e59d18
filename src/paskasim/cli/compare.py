"""`paskasim compare`: two rule sets on the same deals, or two results folders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from paskasim.cli import options
from paskasim.errors import PaskasimError, as_one

if TYPE_CHECKING:
    from paskasim.analysis.compare.match import Match
    from paskasim.analysis.compare.metrics import Way
    from paskasim.analysis.compare.telling import Screen
    from paskasim.lineups import Player
    from paskasim.rules import RuleSet
    from paskasim.studies.plan import Case

T = TypeVar("T")


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A preset, a rule file, or a folder of results.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The other one, of the same kind.")],
    players: Annotated[
        int | None, typer.Option(parser=options.players, metavar="N", help="Players at the table, 2 to 10. [4]")
    ] = None,
    lineup: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Strategies by seat, the last fills the rest; may be repeated. [lowest]"),
    ] = None,
    panel: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Strategies with commas: for each a table of its own.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(parser=options.games, metavar="N", help="Deals for each line-up. [200000]")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=options.seed, metavar="N", help="The same seed gives the same deals. [1]")
    ] = None,
    threads: options.Threads = None,
    prefer: Annotated[
        str, typer.Option(metavar="NAME=SIDE", help="The better side of figures, such as turns=less,choices=more.")
    ] = "",
    show_all: Annotated[bool, typer.Option("--all", help="Show every figure, not only those that differ.")] = False,
    json: options.Json = False,
) -> None:
    """Compare two rule sets on the same deals, or two folders of results.

    Shows what differs, by how much, and which is better; docs/compare.md tells how to read it.
    """
    from paskasim.analysis.compare.judging import preferences

    ways = preferences(prefer)
    if _are_folders(first, second):
        _refuse({"--players": players, "--lineup": lineup, "--panel": panel, "--games": games, "--seed": seed})
        _folders(first, second, ways, show_all, json)
        return
    tables = [*(lineup or []), *_of_panel(panel)] or ["lowest"]
    pairs = _cases((first, second), players or 4, tables, games or 200_000, 1 if seed is None else seed)
    options.compile_first(
        [case.seats for pair in pairs for case in pair[0]], rules=[cases[0].rules for pair in pairs for cases in pair]
    )
    try:
        matches = _play(pairs, threads)
    except KeyboardInterrupt:
        raise options.StoppedError("Stopped; nothing of it is kept.", "To begin anew") from None
    _rules(matches, (pairs[0][0][0].rules, pairs[0][1][0].rules), ways, show_all, json)


def _are_folders(first: str, second: str) -> bool:
    from paskasim.rules import presets

    folders = [text for text in (first, second) if text not in presets() and Path(text).is_dir()]
    if len(folders) == 1:
        other = second if folders[0] == first else first
        raise PaskasimError(
            f"{folders[0]} is a folder, {other} is not.",
            "Give two rule sets, or two folders that `paskasim sweep` wrote.",
        )
    return len(folders) == 2


def _refuse(given: Mapping[str, object]) -> None:
    needless = [name for name, value in given.items() if value is not None]
    if needless:
        raise PaskasimError(f"{', '.join(needless)}: not for folders, whose games are played.", "Leave it out.")


def _of_panel(panel: str | None) -> list[str]:
    from paskasim.lineups import split_lineup

    return [] if panel is None else split_lineup(panel)


def _cases(
    names: tuple[str, str], players: int, lineups: list[str], games: int, seed: int
) -> list[tuple[list[Case], list[Case]]]:
    """Return for each line-up the cases of A and of B, a rotation each; all mistakes are raised as one."""
    from paskasim.lineups import lineup_text, parse_lineup
    from paskasim.rules import RuleSet
    from paskasim.rules.tables import rule_tables

    mistakes: list[PaskasimError] = []

    def tried(act: Callable[[], T]) -> T | None:
        try:
            return act()
        except PaskasimError as error:
            if error.what not in [each.what for each in mistakes]:
                mistakes.append(error)
            return None

    rule_sets = [rules for name in names if (rules := tried(partial(RuleSet.load, name)))]
    for rules in rule_sets:
        tried(partial(rule_tables, rules, players))
    seated = [seats for text in lineups if (seats := tried(partial(parse_lineup, text, players)))]
    if mistakes:
        raise as_one(mistakes)
    a, b = rule_sets
    tables = {lineup_text(seats): seats for seats in seated}.values()
    return [(_rotated(a, seats, seed, games), _rotated(b, seats, seed, games)) for seats in tables]


def _rotated(rules: RuleSet, seats: tuple[Player, ...], seed: int, games: int) -> list[Case]:
    from paskasim.lineups import lineup_text, rotations
    from paskasim.studies.plan import Case

    name = lineup_text(seats)
    return [
        Case(rules, rules.name, (), len(seats), name, turned, rotation, seed, games)
        for rotation, turned in enumerate(rotations(seats))
    ]


def _play(pairs: list[tuple[list[Case], list[Case]]], threads: int | None) -> list[Match]:
    from paskasim.analysis.compare.played import match_of
    from paskasim.cli.progress import meter
    from paskasim.studies.pairs import play_pair

    matches = []
    with meter("compare") as shown:
        shown.begin(2 * sum(case.games for a, _ in pairs for case in a))
        for a, b in pairs:
            sums = [play_pair(one, two, threads=threads, played=shown.advance) for one, two in zip(a, b, strict=True)]
            matches.append(match_of(a[0].lineup if len(pairs) > 1 else "", a, b, sums))
    return matches


def _rules(
    matches: list[Match], rules: tuple[RuleSet, RuleSet], ways: Mapping[str, Way], show_all: bool, json: bool
) -> None:
    from paskasim.analysis.compare import heading
    from paskasim.analysis.compare.telling import Screen
    from paskasim.engine import ENGINE_VERSION
    from paskasim.rules.messages import visible

    names = (visible(rules[0].name), visible(rules[1].name))
    players = matches[0].a.players
    notes = [
        f"note: the text of {side} means {each.players} players"
        for side, each in zip("AB", rules, strict=True)
        if not each.player_range()[0] <= players <= each.player_range()[1]
    ]
    about = {
        "kind": "rules",
        "a": {"name": names[0], "engine_version": ENGINE_VERSION},
        "b": {"name": names[1], "engine_version": ENGINE_VERSION},
    }
    head = [*heading.of_rules(matches, names, show_all), *notes]
    _print(matches, Screen(head, (), "line-ups", _columns(), show_all), about, ways, json)


def _folders(first: str, second: str, ways: Mapping[str, Way], show_all: bool, json: bool) -> None:
    from paskasim.analysis.compare import heading
    from paskasim.analysis.compare.folders import match_folders, read_both
    from paskasim.analysis.compare.telling import Screen
    from paskasim.rules.messages import visible

    folders = match_folders(*read_both(Path(first), Path(second)))
    names = (visible(first), visible(second))
    about: dict[str, Any] = {"kind": "folders"}
    for side, name, results, left in zip(
        "ab", names, (folders.a, folders.b), (folders.only_a, folders.only_b), strict=True
    ):
        about[side] = {
            "name": name,
            "engine_version": results.manifest["engine_version"],
            "versions": results.manifest["versions"],
            "only_here": [group.name for group in left],
        }
    head = list(heading.of_folders(folders, names, show_all))
    tail = list(heading.alone(folders, show_all))
    _print(folders.matches, Screen(head, tail, "cases", _columns(), show_all), about, ways, json)


def _print(
    matches: Sequence[Match], screen: Screen, about: Mapping[str, Any], ways: Mapping[str, Way], json: bool
) -> None:
    from paskasim.analysis.compare.judging import compare as judged

    found = judged(matches, ways)
    if json:
        import json as writer

        from paskasim.analysis.compare.facts import SCHEMA, facts

        whole = {"schema": SCHEMA, **about, **facts(found, screen.noun)}
        typer.echo(writer.dumps(whole, ensure_ascii=False, allow_nan=False))
        return
    from paskasim.analysis.compare.telling import tell

    for line in tell(found, screen):
        typer.echo(line)


def _columns() -> int:
    import shutil

    return shutil.get_terminal_size((80, 24)).columns
