"""`paskasim compare`: two rule sets on the same deals, or two results folders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from paskasim.cli import options
from paskasim.errors import PaskasimError, as_one

if TYPE_CHECKING:
    from paskasim.analysis.compare.judging import Compared
    from paskasim.analysis.compare.match import Match
    from paskasim.analysis.compare.metrics import Way
    from paskasim.analysis.compare.telling import Screen
    from paskasim.lineups import Player
    from paskasim.report.comparison import Comparison
    from paskasim.rules import RuleSet
    from paskasim.studies.plan import Case

T = TypeVar("T")


@dataclass(frozen=True)
class Shown:
    """How a comparison is shown: what is better, also as it was typed, whether all of it, as JSON, as a page."""

    ways: Mapping[str, Way]
    preferred: str
    all: bool
    json: bool
    report: Path | None


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
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page with pictures and tables, too.")
    ] = None,
) -> None:
    """Compare two rule sets on the same deals, or two folders of results.

    Shows what differs, by how much, and which is better; docs/compare.md tells how to read it.
    """
    from paskasim.analysis.compare.judging import preferences

    shown = Shown(preferences(prefer), prefer, show_all, json, report)
    if _are_folders(first, second):
        _refuse({"--players": players, "--lineup": lineup, "--panel": panel, "--games": games, "--seed": seed})
        _folders(first, second, shown)
        return
    tables = [*(lineup or []), *_of_panel(panel)] or ["lowest"]
    pairs = _cases((first, second), players or 4, tables, games or 200_000, 1 if seed is None else seed)
    if report is not None:
        options.check_page("--report", report)
    options.compile_first(
        [case.seats for pair in pairs for case in pair[0]], rules=[cases[0].rules for pair in pairs for cases in pair]
    )
    try:
        matches = _play(pairs, threads)
    except KeyboardInterrupt:
        raise options.StoppedError("Stopped; nothing of it is kept.", "To begin anew") from None
    _rules(matches, (pairs[0][0][0].rules, pairs[0][1][0].rules), (first, second), shown)


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


def _rules(matches: list[Match], rules: tuple[RuleSet, RuleSet], typed: tuple[str, str], shown: Shown) -> None:
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
    head = [*heading.of_rules(matches, names, shown.all), *notes]
    found = _print(matches, Screen(head, (), "line-ups", _columns(), shown.all), about, shown)
    if shown.report:
        from paskasim.report.comparison import Comparison, Side

        made = _made(matches)
        command = _again(typed, shown, matches)
        sides = [Side(name, made, ENGINE_VERSION) for name in names]
        _write(Comparison(found, sides[0], sides[1], "line-ups", command), shown.report)


def _made(matches: list[Match]) -> list[tuple[str, str]]:
    """Return how the games of two rule sets were made, as names and values."""
    from paskasim._version import __version__
    from paskasim.engine import ENGINE_VERSION, RNG

    games = sum(match.games[0] for match in matches)
    deals = matches[0].games[0] // matches[0].a.rotations
    return [
        ("Games", f"{games:,}: {deals:,} deals for each line-up, a mixed one in every rotation"),
        ("Seed", str(matches[0].a.seed)),
        ("Random numbers", RNG),
        ("Engine", f"version {ENGINE_VERSION}"),
        ("Version", f"paskasim {__version__}"),
    ]


def _again(typed: tuple[str, str], shown: Shown, matches: list[Match]) -> str:
    """Return the command that compares two rule sets again."""
    import shlex

    first = matches[0].a
    parts = ["paskasim", "compare", *map(_relative, typed), "--players", str(first.players)]
    for match in matches:
        parts += ["--lineup", match.a.lineup]
    parts += ["--games", str(int(first.numbers.sum())), "--seed", str(first.seed)]
    parts += ["--prefer", shown.preferred] if shown.preferred else []
    return shlex.join(parts)


def _relative(typed: str) -> str:
    """Return a name or path as it was typed, without the folders of this machine."""
    return Path(typed).name if Path(typed).is_absolute() else typed


def _folders(first: str, second: str, shown: Shown) -> None:
    import shlex

    from paskasim.analysis.compare import heading
    from paskasim.analysis.compare.folders import match_folders, read_both
    from paskasim.analysis.compare.telling import Screen
    from paskasim.rules.messages import visible

    folders = match_folders(*read_both(Path(first), Path(second)))
    if shown.report is not None:
        options.check_page("--report", shown.report)
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
    head = list(heading.of_folders(folders, names, shown.all))
    tail = list(heading.alone(folders, shown.all))
    found = _print(folders.matches, Screen(head, tail, "cases", _columns(), shown.all), about, shown)
    if shown.report:
        from paskasim.report.comparison import Comparison, side_of

        called = _apart(first, second)
        parts = ["paskasim", "compare", *called, *(["--prefer", shown.preferred] if shown.preferred else [])]
        a = side_of(called[0], folders.a, folders.only_a)
        b = side_of(called[1], folders.b, folders.only_b)
        _write(Comparison(found, a, b, "cases", shlex.join(parts)), shown.report)


def _apart(first: str, second: str) -> tuple[str, str]:
    """Return two folders by the ends of their paths, as short as they can be told apart."""
    paths = [Path(each).resolve().parts for each in (first, second)]
    for length in range(1, max(map(len, paths))):
        a, b = ("/".join(parts[-length:]) for parts in paths)
        if a != b:
            return a, b
    return paths[0][-1], paths[1][-1]


def _write(comparison: Comparison, path: Path) -> None:
    from paskasim.report.comparison import build
    from paskasim.report.index import renew_index

    options.note(f"{build(comparison, path)}")
    renew_index(path)


def _print(matches: Sequence[Match], screen: Screen, about: Mapping[str, Any], shown: Shown) -> Compared:
    from paskasim.analysis.compare.judging import compare as judged

    found = judged(matches, shown.ways)
    if shown.json:
        import json as writer

        from paskasim.analysis.compare.facts import SCHEMA, facts

        whole = {"schema": SCHEMA, **about, **facts(found, screen.noun)}
        typer.echo(writer.dumps(whole, ensure_ascii=False, allow_nan=False))
        return found
    from paskasim.analysis.compare.telling import tell

    for line in tell(found, screen):
        typer.echo(line)
    return found


def _columns() -> int:
    import shutil

    return shutil.get_terminal_size((80, 24)).columns
