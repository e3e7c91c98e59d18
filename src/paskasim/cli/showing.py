"""Show a page in the reader's browser, where there is one."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from paskasim.cli import options

Open = Annotated[bool, typer.Option("--open", help="Show the report in the browser; of several, their index.")]


def show(page: Path) -> None:
    """Open a page in the browser; where that is not possible, say so, and where the page lies."""
    import webbrowser

    url = page.resolve().as_uri()
    if reason := no_screen(os.environ, sys.platform):
        options.note(f"{page} is not shown: {reason}. Copy it to where your browser is, or open {url}")
        return
    try:
        opened = webbrowser.open(url)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        options.note(f"{page} is not shown: no browser was found. Open {url} yourself.")


def show_of(written: list[Path], index: Path) -> None:
    """Open the page of one report, of several their index."""
    show(written[0] if len(written) == 1 else index)


def no_screen(environment: Mapping[str, str], platform: str) -> str:
    """Return why a browser would not reach the reader's eyes, empty where it would.

    A browser that the reader names in `BROWSER` is always tried. Without a screen Python would start one in the
    terminal, over what stands there.
    """
    if environment.get("BROWSER"):
        return ""
    drawn = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if not drawn and any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")):
        return "this is a session over ssh"
    if not drawn and platform not in ("win32", "cygwin", "darwin"):
        return "there is no screen here"
    return ""
