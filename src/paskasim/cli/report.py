"""`paskasim report`: reports anew from results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paskasim.cli import options
from paskasim.errors import PaskasimError


def report(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Folders of results: one study's, or one that holds several.")
    ],
    reports: options.Reports = Path("reports"),
    show: Annotated[
        bool, typer.Option("--list", help="Write nothing; show what there is: when it was played, games, answer.")
    ] = False,
) -> None:
    """Write the reports of results anew, and the index."""
    if show:
        from paskasim.cli.listing import listing

        for line in listing([study for folder in folders for study in _studies(folder)], reports):
            typer.echo(line)
        return
    from paskasim.report import build, build_index

    written = [build(study, reports) for folder in folders for study in _studies(folder)]
    written.append(build_index(reports))
    for path in written:
        typer.echo(f"{path}")


def _studies(folder: Path) -> list[Path]:
    if (folder / "manifest.json").is_file():
        return [folder]
    found = sorted(path.parent for path in folder.glob("*/manifest.json"))
    if not found:
        raise PaskasimError(
            f"{folder}: there are no finished results here.",
            "Give the folder of a study, such as results/seats, or run `paskasim sweep` first.",
        )
    return found
