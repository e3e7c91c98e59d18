"""`paskasim report`: reports anew from results, as pages, as files of figures, or as a short text."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from paskasim.cli import options, showing
from paskasim.errors import PaskasimError


class Form(StrEnum):
    """What a report is written as."""

    HTML = "html"
    MD = "md"


def report(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Folders of results: one study's, or one that holds several.")
    ],
    reports: options.Reports = Path("reports"),
    show: Annotated[
        bool, typer.Option("--list", help="Write nothing; show what there is: when it was played, games, answer.")
    ] = False,
    form: Annotated[
        Form, typer.Option("--format", help="html: a page; md: a short text for a chat or an issue, shown here.")
    ] = Form.HTML,
    figures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Also save every figure there, as SVG and PNG.")
    ] = None,
    open_it: showing.Open = False,
) -> None:
    """Write the reports of results anew, and the index."""
    _check(show=show, form=form, figures=figures, open_it=open_it)
    given = {study.resolve(): study for folder in folders for study in _studies(folder)}
    studies = list(given.values())
    if show:
        from paskasim.cli.listing import listing

        for line in listing(studies, reports):
            typer.echo(line)
        return
    if form is Form.MD:
        from paskasim.report.brief import brief

        typer.echo("\n".join(brief(study) for study in studies), nl=False)
        return
    from paskasim.report import build_index

    _tell_twins(studies)
    written = _build(studies, reports, figures)
    index = build_index(reports)
    for path in [*written, index]:
        typer.echo(f"{path}")
    if figures is not None:
        options.note(f"The figures are in {figures}; NAME-figures.csv there says what each shows.")
    if open_it:
        showing.show_of(written, index)


def _build(studies: list[Path], reports: Path, figures: Path | None) -> list[Path]:
    from paskasim.report import build

    if figures is None:
        return [build(study, reports) for study in studies]
    from paskasim.cli.progress import meter
    from paskasim.studies.files import prepare

    prepare(figures)
    written = []
    for study in studies:
        with meter(study.resolve().name, "figures") as shown:
            written.append(build(study, reports, figures, shown))
    return written


def _tell_twins(studies: list[Path]) -> None:
    """Refuse folders whose reports would have the same name; some file systems know no capitals."""
    from paskasim.report.page import file_name

    found: dict[str, Path] = {}
    for study in studies:
        twin = found.setdefault(file_name(study.resolve().name).casefold(), study)
        if twin is not study:
            raise PaskasimError(
                f"{study}: its report would have the same name as that of {twin}.",
                "Give them one by one, each with its own --reports.",
            )


def _check(*, show: bool, form: Form, figures: Path | None, open_it: bool) -> None:
    """Refuse several forms at once."""
    alone = "--list" if show else "--format md" if form is Form.MD else ""
    given = {"--format md": form is Form.MD, "--figures": figures is not None, "--open": open_it}
    beside = [name for name, there in given.items() if there and name != alone]
    if alone and beside:
        raise PaskasimError(
            f"{alone} and {beside[0]} don't go together: {alone} only writes to the terminal.",
            f"Give the command once with {alone} and once with {beside[0]}.",
        )


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
