"""Checking in a process of its own, so that a strategy that never answers, or crashes, is told of like any mistake."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any

from paskasim.conformance.check import FAILS, LEFT_OUT, Found, Result, found_from, result_from
from paskasim.errors import PaskasimError

START_SECONDS = 120.0
COMPILE_SECONDS = 600.0
PATIENCE = 60  # times the limit of an answer, for all games of a step together
RETURNS = "returns"
COMPILES = "compiles"


@dataclass
class Report:
    """What came of all checks of one strategy.

    Attributes
    ----------
    strategy
        As a line-up names it.
    identity
        Hash of all that it is made from; empty for those of this package.
    """

    strategy: str
    identity: str
    results: list[Result] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether every check was made and nothing broken was found."""
        return all(result.holds for result in self.results)


class _SilenceError(Exception):
    """Nothing came from the process in time."""


class _Process:
    """A checking process, and the letters that come from it."""

    def __init__(self, request: dict[str, Any]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", "paskasim.conformance.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="ascii",
        )
        self._letters: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.close()

    def _read(self, lines: IO[str]) -> None:
        with lines:
            for line in lines:
                if line.endswith("\n"):  # a process that is ended may leave half a line
                    self._letters.put(json.loads(line))
        self._letters.put(None)

    def next(self, seconds: float) -> dict[str, Any] | None:
        """Return the next letter, or None if the process ended; `_SilenceError` if nothing comes."""
        try:
            return self._letters.get(timeout=seconds)
        except queue.Empty:
            raise _SilenceError from None

    def end(self) -> str:
        """Return how the process ended, in words; nothing where it was asked to."""
        code = self._process.wait()
        if code >= 0:
            self._errors.seek(0)
            told = self._errors.read().decode("utf-8", "replace").strip().splitlines()
            raise RuntimeError(f"the checking process failed with exit code {code}: {' '.join(told[-1:])}")
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"

    def __enter__(self) -> _Process:
        return self

    def __exit__(self, *error: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join()
        self._errors.close()


@dataclass
class Supervisor:
    """Checks all strategies of a target.

    Attributes
    ----------
    limit
        Seconds that one answer may take.
    checks
        Names of the checks to make; all if not given.
    begun
        Told how many checks there are in all, once that is known.
    advanced
        Told how many of them are done now.
    promises
        Known after the first letter: what each check promises.
    """

    target: str
    quick: bool
    limit: float
    checks: Sequence[str] | None = None
    begun: Callable[[int], None] = lambda checks: None
    advanced: Callable[[int], None] = lambda checks: None
    engine: str = ""
    promises: dict[str, str] = field(default_factory=dict)
    reports: list[Report] = field(default_factory=list)

    def check(self) -> list[Report]:
        """Check, and return a report for each strategy.

        Raises
        ------
        PaskasimError
            If the target can't be loaded.
        """
        done = 0
        while not self.reports or done < len(self.reports):
            done = self._run(done)
        return self.reports

    def _run(self, first: int) -> int:
        """Check from strategy number `first` on in one process; return how many are done."""
        request = {
            "target": self.target, "quick": self.quick, "limit": self.limit, "first": first,
            "checks": None if self.checks is None else list(self.checks),
        }  # fmt: skip
        now = first
        step: dict[str, Any] | None = None
        seconds = START_SECONDS
        patient = False
        with _Process(request) as process:
            while True:
                try:
                    letter = process.next(seconds)
                except _SilenceError:
                    asked = None if step is None or patient else self._witness(step)
                    if asked is not None:
                        told = f"Its answer to {_question(asked)} did not come within {self.limit:g} seconds."
                        return self._broken(now, replace(asked, told=told))
                    if step is None or patient:
                        return self._hung(now, patient, seconds)
                    # Each single answer comes in time; all games of this step together may take longer.
                    patient, seconds = True, PATIENCE * self.limit
                    continue
                if letter is None:
                    return self._crashed(now, step, process.end())
                patient = False
                kind = letter.pop("kind")
                if kind == "end":
                    return len(self.reports)
                if kind == "error":
                    raise PaskasimError(letter["what"], letter["do"], exit_code=letter["exit_code"])
                seconds = COMPILE_SECONDS if kind == "engine" else START_SECONDS
                if kind == "players" and not self.reports:
                    self.reports = [Report(name, identity) for name, identity in letter["strategies"]]
                    self.promises = dict(letter["checks"])
                    self.engine = letter["engine"]
                    self.begun(len(self.reports) * len(self.promises))
                elif kind == "check":
                    now, step = letter["player"], None
                    seconds = COMPILE_SECONDS if letter["check"] == COMPILES else START_SECONDS
                elif kind == "step":
                    step, seconds = letter, self.limit
                elif kind == "result":
                    now, step = letter.pop("player"), None
                    self.reports[now].results.append(result_from(letter))
                    self.advanced(1)

    def _hung(self, now: int, patient: bool, seconds: float) -> int:
        if not self.reports:
            raise PaskasimError(
                f"{self.target}: running the file took longer than {seconds:g} seconds.",
                "Let nothing run in it that takes long; what stands outside functions runs whenever the file is read.",
                exit_code=3,
            )
        if patient:
            told = f"Each answer comes within {self.limit:g} seconds, but games take longer than {seconds:g} seconds."
        else:
            told = f"A check of it took longer than {seconds:g} seconds."
        return self._broken(now, Found(told))

    def _crashed(self, now: int, step: dict[str, Any] | None, how: str) -> int:
        if not self.reports:
            raise PaskasimError(
                f"{self.target}: running the file ended the interpreter ({how}).", "Mend the file.", exit_code=3
            )
        asked = self._witness(step) if step is not None else None
        if asked is None:
            return self._broken(now, Found(f"It ended the interpreter ({how})."))
        return self._broken(
            now, replace(asked, told=f"Its answer to {_question(asked)} ended the interpreter ({how}).")
        )

    def _witness(self, step: dict[str, Any]) -> Found | None:
        """Return the question that is never answered, or None if all are."""
        asked: dict[str, Any] | None = None
        seconds = COMPILE_SECONDS
        with _Process({"step": step}) as process:
            while True:
                try:
                    letter = process.next(seconds)
                except _SilenceError:
                    break
                if letter is None:
                    process.end()
                    break
                if letter["kind"] in ("end", "error"):
                    return None
                if letter["kind"] == "ask":
                    asked, seconds = letter["found"], self.limit
        if asked is None:
            return None
        found = found_from(asked)
        return replace(found, where=found.where and replace(found.where, ends=False), answered="")

    def _broken(self, now: int, found: Found) -> int:
        """Note why a strategy can't be checked further, and return how many strategies are done."""
        report = self.reports[now]
        self.advanced(len(self.promises) - len(report.results))
        made = {result.check: result for result in report.results}
        made[RETURNS] = Result(RETURNS, self.promises.get(RETURNS, ""), FAILS, (found,))
        report.results = [made.get(name, Result(name, promise, LEFT_OUT)) for name, promise in self.promises.items()]
        return now + 1


def _question(asked: Found) -> str:
    return asked.position.partition(":")[0]
