"""Example games written down: played once more by the readable engine, or taken over where they are there already."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from paskasim._version import __version__
from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.lineups import crew_of
from paskasim.records import records_of
from paskasim.studies import files
from paskasim.studies.conditions import parse_conditions
from paskasim.studies.examples import FILE, KINDS, TAKE
from paskasim.studies.examples.choosing import Choice, choices, shown_case
from paskasim.studies.plan import Case
from paskasim.studies.playing import play_case
from paskasim.studies.study import Study
from paskasim.threads import aside

FEWEST_LOOKED_AT = 16


@dataclass
class Examples:
    """The examples of a study.

    Attributes
    ----------
    entries
        What the manifest says of each: `kind`, `case`, `game`, and `of`, the number of games it was chosen from.
    lines
        Their records as JSON, a line each.
    left_out
        Sentences on those that could not be written down.
    """

    entries: list[dict[str, Any]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def write_examples(
    folder: Path, study: Study, cases: Sequence[Case], totals: Mapping[str, int], lengths: pa.Table
) -> Examples:
    """Write `examples.jsonl` of a study whose games are all played, and return what it holds.

    The biggest take is looked for among as many games as take half a second, since rows hold takes only with `detail`.
    """
    known = _known(folder)
    chosen = choices(study, cases, totals, lengths)
    # The players are compiled already; but a Ctrl-C within the compiler could crash the main thread.
    found = aside(lambda: _written(study, cases, totals, chosen, known))
    path = folder / FILE
    if found.lines:
        files.write_bytes(path, "".join(f"{line}\n" for line in found.lines).encode())
    else:
        with files.told(path):
            path.unlink(missing_ok=True)
    return found


def _written(
    study: Study,
    cases: Sequence[Case],
    totals: Mapping[str, int],
    chosen: Sequence[Choice],
    known: Mapping[tuple[str, str, int], tuple[int, str]],
) -> Examples:
    found = Examples()
    case = shown_case(study, cases)
    most = min(totals[case.id], looked_at(case))
    tasks: list[tuple[str, Case, int, Choice | None]] = [(c.kind, c.case, c.of, c) for c in chosen]
    for kind, of_case, of, choice in sorted([*tasks, (TAKE, case, most, None)], key=lambda task: KINDS.index(task[0])):
        number, line = known.get((kind, of_case.id, of), (-1, ""))
        try:
            if not line or (choice is not None and choice.game != number):
                choice = choice or biggest_take(of_case, of)
                if choice is None:
                    continue
                number, line = choice.game, _line(choice)
        except PaskasimError as error:
            found.left_out.append(f"example of the kind {kind}: {error.what}")
            continue
        found.entries.append({"kind": kind, "case": of_case.id, "game": number, "of": of})
        found.lines.append(line)
    return found


def looked_at(case: Case) -> int:
    """Return how many games of a case are looked through for its biggest take: half a second of play."""
    return min(case.shard_games, max(FEWEST_LOOKED_AT, case.games_per_second // 2))


def biggest_take(case: Case, games: int) -> Choice | None:
    """Return the first of `games` games in which most cards are taken in one turn, None if nobody takes any."""
    crew = crew_of(case.seats, case.rules)
    largest = play_case(case, crew, 0, games, detail=True).tallies[at.LARGEST_TAKE]
    game = int(np.argmax(largest))
    if largest[game] == 0:
        return None
    return Choice(TAKE, case, game, games, (f"largest_take={largest[game]}",))


def _line(choice: Choice) -> str:
    """Return the record of a game as JSON.

    Raises
    ------
    PaskasimError
        If it is not what the results say of it: a strategy of the user's that is not what it declares may do that.
    """
    conditions = parse_conditions(choice.conditions, choice.case.players, choice.case.rules.bluff.on)
    return json.dumps(next(records_of(choice.case, [choice.game], conditions)), separators=(",", ":"))


def _known(folder: Path) -> dict[tuple[str, str, int], tuple[int, str]]:
    """Return number and record of each example of an earlier sweep by this version, by kind, case and games."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        content = (folder / FILE).read_bytes()
        same = manifest["versions"]["paskasim"] == __version__
        if not same or manifest["files"][FILE] != files.sha256_of(folder / FILE):
            return {}
        pairs: Iterable[tuple[dict[str, Any], str]] = zip(
            manifest["examples"], content.decode().splitlines(), strict=True
        )
        return {(entry["kind"], entry["case"], entry["of"]): (entry["game"], line) for entry, line in pairs}
    except (OSError, ValueError, KeyError, TypeError):  # none there, or not to be relied on
        return {}
