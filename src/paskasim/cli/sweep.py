"""`paskasim sweep`: play studies, write Parquet, write the reports."""

from __future__ import annotations

import glob
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paskasim.cli import options
from paskasim.errors import PaskasimError

if TYPE_CHECKING:
    from paskasim.studies.study import Study

BYTES_A_GAME = 20


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
) -> None:
    """Play studies, write Parquet, and write an HTML report of each.

    The same command again does only what is missing.
    """
    studies = _load(_expand(files), games, seed, detail)
    if dry_run:
        _show_plans(studies, threads)
        return
    _check_plans(studies)
    options.announce_compiling(forks=any("fours" in study.questions for study in studies))
    try:
        written = [_play(study, out, reports, threads, _command(study, games, seed, detail)) for study in studies]
    except KeyboardInterrupt:
        options.note(f"Stopped. What is finished is kept in {out}. To go on:\n  {_again()}")
        raise typer.Exit(130) from None
    from paskasim.report import build_index

    written.append(build_index(reports))
    for path in written:
        typer.echo(f"{path}")


def _again() -> str:
    import shlex

    return "paskasim " + shlex.join(sys.argv[1:])


def _expand(patterns: list[str]) -> list[Path]:
    paths: list[Path] = []
    for pattern in patterns:
        if Path(pattern).exists() or not glob.has_magic(pattern):
            found = [Path(pattern)]
        else:
            found = [Path(match) for match in sorted(glob.glob(pattern, recursive=True))]  # noqa: PTH207
        if not found:
            raise PaskasimError(f"{pattern}: no file is called like this.", "Check the path.")
        paths.extend(path for path in found if path not in paths)
    return paths


def _load(paths: list[Path], games: int | None, seed: int | None, detail: bool) -> list[Study]:
    from dataclasses import replace

    from paskasim.analysis.questions import names
    from paskasim.studies.reading import load_study
    from paskasim.studies.sweep import with_overrides

    studies: dict[str, Study] = {}
    errors: list[PaskasimError] = []
    for path in paths:
        try:
            study = load_study(path, names())
        except PaskasimError as error:
            errors.append(error)
            continue
        if study.slug in studies:
            raise PaskasimError(
                f"{path}: its results would lie in the same folder as those of {studies[study.slug].file}.",
                "Give the files different names.",
            )
        study = with_overrides(study, games=games, seed=seed)
        studies[study.slug] = replace(study, detail=study.detail or detail)
    if errors:
        raise PaskasimError("\n".join(error.what for error in errors), errors[0].do)
    return list(studies.values())


def _check_plans(studies: list[Study]) -> None:
    from paskasim.studies.plan import plan

    for study in studies:
        plan(study)


def _command(study: Study, games: int | None, seed: int | None, detail: bool) -> str:
    command = f"paskasim sweep {study.file}"
    command += f" --games {games}" if games is not None else ""
    command += f" --seed {seed}" if seed is not None else ""
    return command + (" --detail" if detail else "")


def _play(study: Study, out: Path, reports: Path, threads: int | None, command: str) -> Path:
    from paskasim.cli.progress import meter
    from paskasim.report import build
    from paskasim.studies.sweep import Progress
    from paskasim.studies.sweep import sweep as play

    with meter(study.slug) as shown:
        done = play(study, out, threads=threads, command=command, progress=Progress(shown.begin, shown.advance))
    if done.played:
        speed = done.played / max(done.seconds, 1e-9)
        options.note(f"{study.slug}: {done.played:,} games in {done.seconds:.1f} s ({speed:,.0f} a second)")
    else:
        options.note(f"{study.slug}: all {done.games:,} games are there already")
    return build(done.folder, reports)


def _show_plans(studies: list[Study], threads: int | None) -> None:
    from paskasim.lineups import lineup_text
    from paskasim.studies.plan import all_cases, unfit
    from paskasim.studies.sweep import default_threads

    misfits: list[str] = []
    for study in studies:
        cases = all_cases(study)
        wrong = {id(case): reason for case, reason in unfit(cases)}
        misfits.extend(wrong.values())
        typer.echo(f"{study.file}: {study.title}")
        for case in cases:
            about = f"{case.label}, {case.players} players, {lineup_text(case.seats)}"
            typer.echo(f"  {about}: " + wrong.get(id(case), f"{case.games:,} games"))
        speed = sum(case.games / min(p.strategy.games_per_second for p in case.seats) for case in cases)
        seconds = speed / (threads or default_threads())
        total = sum(case.games for case in cases)
        size = total * BYTES_A_GAME / 1e6 if study.keep_games else 0.1 * len(cases)
        typer.echo(
            f"  {len(cases)} cases, {total:,} games, about {seconds:,.0f} s and {size:,.0f} MB"
            f" on {threads or default_threads()} threads"
        )
    if misfits:
        raise PaskasimError(
            f"{len(misfits)} of these deals don't fit.",
            "Leave these numbers of players out, deal fewer cards, or allow more decks (deck.decks).",
        )
