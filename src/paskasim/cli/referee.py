"""`paskasim referee`: judges game records, also those written by hand."""

from __future__ import annotations

import json as writer
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from paskasim.cli import options
from paskasim.cli.progress import say
from paskasim.cli.sweep import expand
from paskasim.errors import PaskasimError

if TYPE_CHECKING:
    from paskasim.referee import Judgement

SCHEMA = "paskasim-referee/1"
STDIN = "-"
MOST_OF_A_RECORD = 20  # complaints told; a wrong turn may make all that follow look wrong
MOST_NOT_JUDGED = 50  # lines told; a file of something else has many
MOST_KEPT = 10_000  # complaints and remarks that go into the JSON
COMPLAINTS, NO_RECORDS = 3, 4  # exit codes


@dataclass
class Tally:
    """What was found up to now.

    Attributes
    ----------
    told
        Complaints, remarks and lines that were not judged, for the JSON; only the first of them.
    """

    as_json: bool
    records: int = 0
    turns: int = 0
    complaints: int = 0
    wrong_records: int = 0
    remarks: int = 0
    not_judged: int = 0
    told: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {"complaints": [], "remarks": [], "not_judged": []}
    )
    _made: set[tuple[str, str]] = field(default_factory=set)

    def add(self, file: str, line: int, found: Judgement) -> None:
        """Count what was found in one record, and tell it."""
        place: dict[str, Any] = {"file": file, "line": line, "game": found.game}
        if found.not_judged:
            self.leave_out(file, line, found.not_judged)
        else:
            self.records += 1
        self.turns += found.turns
        self.complaints += len(found.complaints)
        self.wrong_records += bool(found.complaints)
        self.remarks += len(found.remarks)
        game = "" if found.game is None else f"game {found.game}, "
        for complaint in found.complaints[:MOST_OF_A_RECORD]:
            self._tell("complaints", place | asdict(complaint), f"{file}:{line}: {game}{complaint}")
        more = len(found.complaints) - MOST_OF_A_RECORD
        if more > 0 and not self.as_json:
            say(f"{file}:{line}: {game}{more} more complaints")
        for remark in found.remarks:
            if not self._is_new(file, remark):
                continue
            self._tell("remarks", place | {"remark": remark}, f"{file}:{line}: {game}remark: {remark}", err=True)

    def _is_new(self, file: str, remark: str) -> bool:
        """Return whether a remark has not been made on an earlier record of the file: many records say the same."""
        if (file, remark) in self._made:
            return False
        if len(self._made) < MOST_KEPT:
            self._made.add((file, remark))
        return True

    def leave_out(self, file: str, line: int, why: str) -> None:
        """Count a line that could not be judged, and tell it unless there were many."""
        self.not_judged += 1
        if self.not_judged > MOST_NOT_JUDGED and not self.as_json:
            return
        self._tell("not_judged", {"file": file, "line": line, "why": why}, f"{file}:{line}: not judged: {why}")

    def _tell(self, kind: str, entry: dict[str, Any], text: str, *, err: bool = False) -> None:
        if not self.as_json:
            say(text, err=err)
        elif len(self.told[kind]) < MOST_KEPT:
            self.told[kind].append(entry)

    def summary(self) -> str:
        """Return the last line."""
        wrong = _many(self.complaints, "complaint") if self.complaints else "no complaint"
        where = f" in {_many(self.wrong_records, 'record')}" if self.complaints else ""
        missing = f"; not judged: {self.not_judged:,}" if self.not_judged else ""
        return f"{_many(self.records, 'record')}, {_many(self.turns, 'turn')}: {wrong}{where}{missing}"

    def facts(self) -> dict[str, Any]:
        """Return everything as JSON has it."""
        counts = {
            "records": self.records,
            "turns": self.turns,
            "complaint_count": self.complaints,
            "wrong_records": self.wrong_records,
            "remark_count": self.remarks,
            "not_judged_count": self.not_judged,
        }
        return {"schema": SCHEMA, **counts, **self.told}


def _states(text: str | int) -> int:
    return options.within(text, 1, 10**9, "a number")


def referee(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Files of game records, - for standard input; * and ? expand."),
    ],
    rules: Annotated[
        str | None, typer.Option(metavar="RULES", help="Rules of records that name none: a preset or a rule file.")
    ] = None,
    states: Annotated[
        int, typer.Option(parser=_states, metavar="N", help="States that the check of a `closed` proof may see.")
    ] = 1 << 18,
    json: options.Json = False,
) -> int:
    """Judge game records by the rules, turn by turn, also those written by hand.

    Exit code 3 if there are complaints, 4 if anything could not be judged.
    """
    from paskasim.referee import judge, lines_of
    from paskasim.rules import RuleSet

    otherwise = None if rules is None else RuleSet.load(rules)
    tally = Tally(json)
    for name, raw_lines in _opened(files):
        for line in lines_of(raw_lines):
            if line.wrong:
                tally.leave_out(name, line.number, line.wrong)
            else:
                tally.add(name, line.number, judge(line.value, otherwise, most_states=states))
    if not tally.records + tally.not_judged:
        tally.leave_out(", ".join(files), 1, "there is no record")
    typer.echo(writer.dumps(tally.facts(), ensure_ascii=False) if json else tally.summary())
    if tally.not_judged:
        return NO_RECORDS
    return COMPLAINTS if tally.complaints else 0


def _opened(files: list[str]) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield name and lines of each file; all are opened first, so that a missing one is told at once."""
    from paskasim.cli.progress import meter

    with ExitStack() as stack:
        opened: list[tuple[str, IO[bytes]]] = []
        for path in expand(files):
            if str(path) == STDIN:
                opened.append(("stdin", sys.stdin.buffer))
            elif not path.exists():
                raise PaskasimError(
                    f"{path.as_posix()}: there is no such file.", "Check the path; - is standard input."
                )
            else:
                opened.append((path.as_posix(), stack.enter_context(path.open("rb"))))
        shown = stack.enter_context(meter("referee", "bytes"))
        shown.begin(None if any(name == "stdin" for name, _ in opened) else _size(files))
        for name, file in opened:
            yield name, _lines(file, shown.advance)


def _size(files: list[str]) -> int:
    return sum(path.stat().st_size for path in expand(files))


def _lines(file: IO[bytes], read: Callable[[int], None]) -> Iterator[bytes]:
    from paskasim.referee.lines import MOST_BYTES

    while line := file.readline(MOST_BYTES):
        yield line
        read(len(line))


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")
