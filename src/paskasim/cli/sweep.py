"""`paskasim sweep`: play studies, write Parquet, write the reports."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from paskasim.cli import options, showing
from paskasim.errors import PaskasimError, as_one

if TYPE_CHECKING:
    from paskasim.lineups import Player
    from paskasim.studies.plan import Case
    from paskasim.studies.study import Study

BYTES_A_GAME = 28
T = TypeVar("T")


def sweep(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Study files; * and ? are expanded.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the results.")] = Path("results"),
    reports: options.Reports = Path("reports"),
    games: Annotated[
        int | None, typer.Option(parser=options.games, metavar="N", help="Games for each case, not the file's number.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=options.seed, metavar="N", help="Another seed than the file's.")
    ] = None,
    threads: options.Threads = None,
    detail: Annotated[bool, typer.Option("--detail", help="Also write the columns that cost time.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show cases, time and size, and play nothing.")] = False,
    open_it: showing.Open = False,
) -> None:
    """Play studies, write Parquet, and write an HTML report of each.

    The same command again does only what is missing.
    """
    studies = _load(expand(files), games, seed, detail)
    if dry_run:
        _show_plans(studies, threads)
        return
    from paskasim.studies.probing import wanted

    lineups = _check(studies, out, reports)
    try:
        options.compile_first(
            lineups,
            [probe for study in studies for probe in wanted(study)],
            rules=[variant.rules for study in studies for variant in study.variants],
        )
        written = [_play(study, out, reports, threads, _command(study, games, seed, detail)) for study in studies]
    except KeyboardInterrupt:
        raise options.StoppedError(f"Stopped. What is finished is kept in {out}.", "To go on") from None
    from paskasim.report import build_index

    index = build_index(reports)
    for path in [*written, index]:
        typer.echo(f"{path}")
    if open_it:
        showing.show_of(written, index)


def expand(patterns: list[str]) -> list[Path]:
    """Return the files that are meant; what fits nothing stays as it is, to be told of like any missing file."""
    paths: dict[Path, None] = {}
    for pattern in patterns:
        given = Path(pattern)
        found = [] if given.exists() else glob.glob(pattern, recursive=True)  # noqa: PTH207
        paths.update(dict.fromkeys([Path(match) for match in sorted(found)] or [given]))
    return list(paths)


def _load(paths: list[Path], games: int | None, seed: int | None, detail: bool) -> list[Study]:
    from dataclasses import replace

    from paskasim.analysis.questions import names
    from paskasim.studies.reading import load_study
    from paskasim.studies.sweep import with_overrides

    studies: dict[str, Study] = {}

    def load(path: Path) -> None:
        study = load_study(path, names())
        twin = studies.setdefault(study.slug.casefold(), study)
        if twin is not study:
            raise PaskasimError(
                f"{study.place}: its results would lie in the same folder as those of {twin.place}.",
                "Give the files different names.",
            )

    _for_each(load, paths)
    whole = [with_overrides(study, games=games, seed=seed) for study in studies.values()]
    return [replace(study, detail=study.detail or detail) for study in whole]


def _check(studies: list[Study], out: Path, reports: Path) -> list[tuple[Player, ...]]:
    """See that all can be played and written, before anything is; return who sits at the tables."""
    from paskasim.studies.files import prepare
    from paskasim.studies.plan import plan
    from paskasim.studies.store import Store

    lineups: dict[str, tuple[Player, ...]] = {}

    def check(study: Study) -> None:
        for case in plan(study):
            lineups.setdefault(",".join(player.spec for player in case.seats), case.seats)

    _for_each(check, studies)
    _for_each(lambda study: Store(out / study.slug).check(), studies)
    for folder in (out, reports):
        prepare(folder)
    return list(lineups.values())


def _for_each(check: Callable[[T], object], things: Iterable[T]) -> None:
    """Check one after the other, and raise the errors of all as one."""
    errors: list[PaskasimError] = []
    for thing in things:
        try:
            check(thing)
        except PaskasimError as error:
            errors.append(error)
    if errors:
        raise as_one(errors)


def _command(study: Study, games: int | None, seed: int | None, detail: bool) -> str:
    import shlex

    command = f"paskasim sweep {shlex.quote(study.file)}"
    command += f" --games {games}" if games is not None else ""
    command += f" --seed {seed}" if seed is not None else ""
    return command + (" --detail" if detail else "")


def _play(study: Study, out: Path, reports: Path, threads: int | None, command: str) -> Path:
    from paskasim.cli.progress import meter
    from paskasim.report import build
    from paskasim.studies.sweep import Progress
    from paskasim.studies.sweep import sweep as play

    with meter(study.slug) as shown:
        progress = Progress(shown.begin, shown.begin_open, shown.advance)
        done = play(study, out, threads=threads, command=command, progress=progress)
    if done.played:
        speed = done.played / max(done.seconds, 1e-9)
        options.note(f"{study.slug}: {done.played:,} games in {done.seconds:.1f} s ({speed:,.0f} a second)")
    else:
        options.note(f"{study.slug}: all {done.games:,} games are there already")
    if done.stops:
        reached = sum(stop.reached is not None for stop in done.stops.values())
        known = f"{study.slug}: {reached} of {len(done.stops)} cases (rotations together) reached their goal"
        options.note(f"{known}; the results hold {done.games:,} games")
    if done.larger:
        asked = f"the {study.games:,} asked for" if not study.games_with else "were asked for"
        if done.stops:
            asked = "their goal needs"
        options.note(f"{study.slug}: {done.larger} cases keep the games that are there, more than {asked}")
    for sentence in done.left_out:
        options.note(f"{study.slug}: {sentence}")
    return build(done.folder, reports)


def _show_plans(studies: list[Study], threads: int | None) -> None:
    from paskasim.rules.messages import visible
    from paskasim.studies.cases import case_line
    from paskasim.studies.plan import all_cases, plan, unfit
    from paskasim.studies.probing import seconds_of
    from paskasim.threads import default_threads

    for study in studies:
        cases = all_cases(study)
        wrong = {id(case): reason for case, reason in unfit(cases)}
        typer.echo(f"{study.place}: {visible(study.title)}")
        if study.precision is not None:
            goal = study.precision
            typer.echo(f"  a case stops when this is known to {goal.text} either way: {goal.figure.meaning}")
        for number, case in enumerate(cases, 1):
            typer.echo(f"{case_line(number, case)}: " + (wrong.get(id(case)) or _games(study, case)))
        playable = [case for case in cases if id(case) not in wrong]
        seconds = sum(case.games / case.games_per_second for case in playable) + seconds_of(study, playable)
        seconds /= threads or default_threads()
        total = sum(case.games for case in cases)
        size = total * BYTES_A_GAME / 1e6 if study.keep_games else 0.1 * len(cases)
        most = "" if study.precision is None else "at most "
        typer.echo(
            f"  {len(cases)} cases, {most}{total:,} games, {most or 'about '}{seconds:,.0f} s and {size:,.0f} MB"
            f" on {threads or default_threads()} threads, compiling and reports left out"
        )
    _for_each(plan, studies)


def _games(study: Study, case: Case) -> str:
    """Return how many games a case takes, or at most and as far as can be told."""
    if study.precision is None:
        return f"{case.games:,} games"
    from paskasim.lineups import rotations
    from paskasim.studies.study import MOST_GAMES

    expected = study.precision.expected(case.players, len(rotations(case.seats)))
    most = f"at most {case.games:,} games"
    if expected is None:
        return f"{most}, as many as that figure needs"
    if expected <= case.games:
        return f"{most}, about {expected:,} expected at least"
    needed = f"{expected:,}" if expected <= MOST_GAMES else f"over {MOST_GAMES:,}"
    return f"{most}, too few: the goal is expected to need {needed} at least"
