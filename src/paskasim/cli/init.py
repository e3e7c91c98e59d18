"""`paskasim init`: examples to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paskasim.errors import PaskasimError


def init(folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder for the examples.")]) -> None:
    """Write example studies and a rule file to start from; existing files are left alone."""
    from paskasim.studies.files import prepare, write_bytes

    if folder.exists() and not folder.is_dir():
        raise PaskasimError(f"{folder}: this is a file.", "Give the path of a folder.")
    prepare(folder)
    for name, content in examples().items():
        path = folder / name
        if path.exists():
            typer.echo(f"{path} is there already, left alone")
            continue
        write_bytes(path, content)
        typer.echo(f"{path}")
    typer.echo(
        f"\nTry:\n  paskasim rules check {folder / 'my-table.toml'}\n  paskasim sweep {folder / 'my-study.toml'}"
    )


def examples() -> dict[str, bytes]:
    """Return the examples by path below the folder: the package's own, and the studies of `configs/`."""
    package = Path(__file__).resolve().parent.parent
    found = {path.name: path.read_bytes() for path in sorted((package / "examples").glob("*.toml"))}
    shipped = package / "configs"  # in a wheel; in a checkout they lie at its top
    configs = shipped if shipped.is_dir() else package.parent.parent / "configs"
    return found | {f"configs/{path.name}": path.read_bytes() for path in sorted(configs.glob("*.toml"))}
