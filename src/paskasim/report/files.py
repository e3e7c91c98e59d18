"""Templates in, whole files out: nothing half-written is ever seen."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from paskasim.errors import PaskasimError

PAGE_SCRIPTS = ("explore.js", "save.js")
"""What every page with findings runs: explore its tables and figures, save its figures."""


@lru_cache(maxsize=1)
def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader("paskasim.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["told"] = told
    return found


def told(sentence: str) -> Markup:
    """Return a sentence for a page: what stands in backticks as code, a number and its per cent sign on one line."""
    kept = re.sub(r"(?<=\d) %", "\u00a0%", str(escape(sentence)))
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", kept))


def render(template: str, scripts: Sequence[str] = (), styles: Sequence[str] = (), **content: Any) -> str:
    """Return a page; every value is escaped.

    `scripts` and `styles` are files of `assets/`. The page holds them behind the style sheet of all pages, and its
    content security policy lets nothing run or style it but what has the hash of one of these.
    """
    style = Markup("").join(_asset(name) for name in ("style.css", *styles))
    programs = [_asset(name) for name in scripts]
    return (
        _templates()
        .get_template(template)
        .render(
            style=style,
            style_hash=_hash(style),
            programs=programs,
            script_hashes=[_hash(program) for program in programs],
            **content,
        )
    )


@lru_cache
def _asset(name: str) -> Markup:
    """Return a file of `assets/` without what only its authors need: indents, remarks, most ends of lines."""
    content = (Path(__file__).parent / "assets" / name).read_text(encoding="utf-8")
    content = re.sub(r"\n\s*(//[^\n]*)?", "\n", content)
    return Markup(re.sub(r"(?<=[;{,(\[])\n", "", content))


def _hash(content: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


def write_whole(path: Path, content: str | bytes) -> Path:
    """Write a file under a temporary name, then rename it into place.

    Raises
    ------
    PaskasimError
        Where the folder or file can't be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise PaskasimError(
            f"{path}: the report can't be written ({error.strerror or error}).",
            "Give a folder that can be written to, or free some space.",
        ) from error
    return path
