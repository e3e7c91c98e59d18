"""Progress on standard error: a bar on a terminal, one plain line each half minute elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer

LINE_SECONDS = 30.0
_standing: list[Any] = []  # the bar that is shown now


def say(text: str, err: bool = False) -> None:
    """Print a line, above the bar where one stands on the same terminal."""
    if _standing and (err or sys.stdout.isatty()):
        _standing[-1].console.print(text, soft_wrap=True, markup=False, highlight=False, emoji=False)
    else:
        typer.echo(text, err=err)


class Meter:
    """Counts games, or another unit, from any thread and shows how far it is."""

    def __init__(self, name: str, unit: str = "games") -> None:
        self.name = name
        self.unit = unit
        self.total: int | None = 0
        self.most: int | None = None
        self.done = 0
        self.bar: Any = None
        self._task: Any = None
        self._lock = threading.Lock()
        self._told = self._began = time.monotonic()

    def begin(self, games: int | None) -> None:
        """Set how many games there are to play; nothing if nobody knows."""
        self.total = games
        if self.bar is not None:
            self._task = self.bar.add_task(self.name, total=games)

    def begin_open(self, most: int) -> None:
        """Set how many games there are to play at most, where nobody knows how many it will be."""
        self.most = most
        if self.bar is not None:
            self.name = f"{self.name} (at most {most:,} {self.unit})"
        self.begin(None)

    def advance(self, games: int) -> None:
        """Count games that were played."""
        with self._lock:
            self.done += games
            if self.bar is not None:
                self.bar.advance(self._task, games)
            elif time.monotonic() - self._told >= LINE_SECONDS:
                self._told = time.monotonic()
                whole = f" {self.unit}"
                if self.total is not None:
                    share = self.done / self.total if self.total else 1.0
                    whole = f" of {self.total:,} {self.unit} ({share:.0%})"
                elif self.most is not None:
                    whole = f" {self.unit} of at most {self.most:,}"
                speed = self.done / (self._told - self._began)
                print(
                    f"{self.name}: {self.done:,}{whole}, {speed:,.0f} a second",
                    file=sys.stderr,
                    flush=True,
                )


@contextmanager
def meter(name: str, unit: str = "games") -> Iterator[Meter]:
    """Show progress while the block runs."""
    shown = Meter(name, unit)
    if not sys.stderr.isatty():
        yield shown
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    ascii_only = (sys.stderr.encoding or "ascii").lower().replace("-", "") not in ("utf8", "utf16")
    columns = [TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()]
    if ascii_only:
        columns = [TextColumn("{task.description}"), TaskProgressColumn(), TimeRemainingColumn()]
    # What goes to standard output while the bar stands must not end up on standard error with it.
    together = sys.stdout.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=together) as bar:
        shown.bar = bar
        _standing.append(bar)
        try:
            yield shown
        finally:
            _standing.remove(bar)
