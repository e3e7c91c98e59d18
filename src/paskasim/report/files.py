"""Templates in, whole files out: nothing half-written is ever seen."""

from __future__ import annotations

import contextlib
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from paskasim.errors import PaskasimError


@lru_cache(maxsize=1)
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("paskasim.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, **content: Any) -> str:
    """Return a page; every value is escaped, `style` is the style sheet of all pages."""
    style = (Path(__file__).parent / "assets" / "style.css").read_text(encoding="utf-8")
    return _templates().get_template(template).render(style=Markup(style), **content)


def write_whole(path: Path, content: str) -> Path:
    """Write a file under a temporary name, then rename it into place.

    Raises
    ------
    PaskasimError
        Where the folder or file can't be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(content, encoding="utf-8", newline="\n")
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise PaskasimError(
            f"{path}: the report can't be written ({error.strerror or error}).",
            "Give a folder that can be written to, or free some space.",
        ) from error
    return path
