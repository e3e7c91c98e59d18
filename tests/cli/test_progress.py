"""Progress on standard error: a bar on a terminal, plain lines elsewhere, and never anything on standard output."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from paskasim.cli import progress


class Terminal(io.TextIOWrapper):
    """A terminal that remembers what was printed."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, errors="strict")

    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)  # type: ignore[attr-defined]


def count_from_threads(meter: progress.Meter) -> None:
    meter.begin(4000)
    threads = [threading.Thread(target=lambda: [meter.advance(10) for _ in range(100)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_elsewhere__silent_at_first(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.meter("study") as meter:
        count_from_threads(meter)
    assert meter.done == 4000
    assert capsys.readouterr() == ("", "")


def test_elsewhere__a_line_each_half_minute(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    with progress.meter("study") as meter:
        meter.begin(4000)
        for _ in range(7):
            clock[0] += 10
            meter.advance(500)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "study: 1,500 of 4,000 games (38%), 50 a second",
        "study: 3,000 of 4,000 games (75%), 50 a second",
    ]


def test_elsewhere__nothing_to_do(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    with progress.meter("study") as meter:
        meter.begin(0)
        meter.advance(0)
    assert "study: 0 of 0 games (100%)" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_on_a_terminal(encoding: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(encoding)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress.meter("study") as meter:
        count_from_threads(meter)
    shown = terminal.shown()
    assert "study" in shown
    assert "100%" in shown
    assert ("━" in shown) == (encoding == "utf-8")
    assert capsys.readouterr().out == ""
