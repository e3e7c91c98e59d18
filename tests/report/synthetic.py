"""Results folders with planted truths, in the schema that a sweep writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from paskasim.rules import RuleSet

HOSTILE = "<script>alert(\"1\")</script><img src=x onerror=alert(2)> 'q' & $x$ {{ 7*7 }} \u5361"
SEATS = 10
BLOCK = 1024
SHARD = 65_536
LONGEST = 400
OUTCOME_OF = {
    "finished": "finished",
    "all_pass": "deadlock",
    "stuck_cards": "deadlock",
    "forced_loop": "deadlock",
    "closed": "deadlock",
    "state_repeats": "livelock",
    "escape": "unresolved",
    "open": "unresolved",
}
SUMS = (
    *("loser_is_starter", "first_out_is_starter", "turns", "turns_finished", "turns_squared_finished"),
    *("choices", "burns_ten", "burns_ace", "burns_four", "burns_joker", "burns_rule", "takes", "taken_cards"),
    *("forced_takes", "tries", "passes", "flips", "failed_flips", "games_with_four", "stock_ran_out"),
)
STRICT = {"finished": 0.79, "stuck_cards": 0.175, "state_repeats": 0.03, "open": 0.005}
OPEN = {"finished": 0.999, "state_repeats": 0.001}


@dataclass(frozen=True)
class Planted:
    """One line-up at a table and the truth about it."""

    label: str = "paskahousu"
    varied: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str = "paskahousu"
    players: int = 4
    lineup: str = "lowest"
    seats: tuple[tuple[str, ...], ...] | None = None
    games: int = 50_000
    seed: int = 2026
    endings: Mapping[str, float] = field(default_factory=lambda: STRICT)
    losers: tuple[float, ...] | None = None
    loses_at: Mapping[str, float] | None = None
    first_out: tuple[float, ...] | None = None
    random_start: bool = False
    length: float = 70.0
    fork: tuple[float, float] | None = None


def lengths(mean: float) -> tuple[np.ndarray, np.ndarray]:
    """Return turns and their chances: a skewed law with about this mean."""
    turns = np.arange(8, LONGEST)
    weight = (turns - 7) ** 2.0 * np.exp(-3 * (turns - 7) / max(1.0, mean - 7))
    return turns, weight / weight.sum()


def _losers(planted: Planted, seats: tuple[str, ...]) -> np.ndarray:
    if planted.loses_at is not None:
        weights = np.array([planted.loses_at[name] for name in seats])
    else:
        weights = np.array(planted.losers or (1.0,) * planted.players)
    return np.asarray(weights / weights.sum())


def _blocks(
    planted: Planted, case: str, seats: tuple[str, ...], seed: list[int]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    random = np.random.default_rng(seed)
    proofs, chances = list(planted.endings), np.array(list(planted.endings.values()))
    turns, weight = lengths(planted.length)
    losers = _losers(planted, seats)
    first_out = np.array(planted.first_out or (1.0,) * planted.players)
    rows: list[dict[str, Any]] = []
    counted: dict[tuple[int, str, int], int] = {}
    for block, start in enumerate(range(0, planted.games, BLOCK)):
        games = min(BLOCK, planted.games - start)
        row: dict[str, Any] = {"case": case, "block": block, "games": games}
        row |= {f"outcome_{o}": 0 for o in ("finished", "deadlock", "livelock", "unresolved")}
        row |= {f"proof_{p}": 0 for p in OUTCOME_OF if p != "finished"}
        for stem in ("loser", "first_out", "starter", "place"):
            row |= {f"{stem}_{seat}": 0 if seat < planted.players else None for seat in range(SEATS)}
        row |= dict.fromkeys(SUMS, 0)
        for proof, count in zip(proofs, random.multinomial(games, chances / chances.sum()), strict=True):
            row[f"outcome_{OUTCOME_OF[proof]}"] += int(count)
            if proof != "finished":
                row[f"proof_{proof}"] += int(count)
                key = (start // SHARD * SHARD, OUTCOME_OF[proof], 130)
                counted[key] = counted.get(key, 0) + int(count)
        finished = row["outcome_finished"]
        drawn = random.multinomial(finished, weight)
        for length, count in zip(turns[drawn > 0], drawn[drawn > 0], strict=True):
            key = (start // SHARD * SHARD, "finished", int(length))
            counted[key] = counted.get(key, 0) + int(count)
        row["turns_finished"] = int((turns * drawn).sum())
        row["turns_squared_finished"] = int((turns**2 * drawn).sum())
        row["turns"] = row["turns_finished"] + 130 * (games - finished)
        lost = random.multinomial(finished, losers)
        out = random.multinomial(games - (games - finished) // 2, first_out / first_out.sum())
        for seat in range(planted.players):
            row[f"loser_{seat}"], row[f"first_out_{seat}"] = int(lost[seat]), int(out[seat])
            row[f"starter_{seat}"] = games // planted.players if planted.random_start else games * (seat == 0)
        if planted.random_start:
            row["starter_0"] += games - planted.players * (games // planted.players)
        row["loser_is_starter"] = int(lost.sum() // planted.players if planted.random_start else lost[0])
        row["games_with_four"] = int(random.binomial(games, 0.3))
        row["burns_four"] = row["games_with_four"] + int(random.binomial(games, 0.1))
        rows.append(row)
    table = [
        {"case": case, "first_game": first, "outcome": outcome, "turns": length, "games": games}
        for (first, outcome, length), games in sorted(counted.items())
        if games
    ]
    return rows, table


def _forks(planted: Planted, case: str, seed: list[int]) -> list[dict[str, Any]]:
    random = np.random.default_rng(seed)
    rows = []
    for block, start in enumerate(range(0, planted.games, BLOCK)):
        games = min(BLOCK, planted.games - start)
        positions = int(random.binomial(games, 0.05))
        row: dict[str, Any] = {"case": case, "block": block, "positions": positions, "continuations": 16 * positions}
        for branch, chance in zip(("with", "without"), planted.fork or (0, 0), strict=True):
            row[f"maker_loses_{branch}"] = int(random.binomial(16 * positions, chance))
            row[f"maker_first_{branch}"] = int(random.binomial(16 * positions, 0.3))
            row[f"no_end_{branch}"] = int(random.binomial(16 * positions, 0.02))
            row[f"turns_{branch}"] = 40 * 16 * positions
        rows.append(row)
    return rows


def write_results(
    folder: Path,
    planted: Sequence[Planted],
    *,
    title: str = "How strict may the face-card rule be?",
    question: str | None = "Does a strict face-card rule leave games that cannot end?",
    questions: Sequence[str] = ("seats", "endings", "fours", "length"),
) -> Path:
    """Write a results folder and return it."""
    folder.mkdir(parents=True)
    cases: list[dict[str, Any]] = []
    blocks: list[dict[str, Any]] = []
    counted: list[dict[str, Any]] = []
    forks: list[dict[str, Any]] = []
    for index, one in enumerate(planted):
        rules = RuleSet.load("paskahousu").with_switches(dict(one.varied)).flat()
        rotations = one.seats or (tuple([one.lineup] * one.players),)
        for rotation, seats in enumerate(rotations):
            case = f"case{index:03d}{rotation}"
            rows, table = _blocks(one, case, seats, [one.seed, index, rotation])
            blocks += rows
            counted += table
            totals = {
                key: sum(row[key] for row in rows) if rows[0][key] is not None else None
                for key in rows[0]
                if key not in ("case", "block", "games")
            }
            cases.append(
                {
                    "case": case,
                    "group": f"group{index:03d}",
                    "rotation": rotation,
                    "rules_name": one.rules_name,
                    "label": one.label,
                    "varied": json.dumps(dict(one.varied)),
                    "rules": json.dumps(rules),
                    "players": one.players,
                    "lineup": one.lineup,
                    **{f"seat_{s}": seats[s] if s < one.players else None for s in range(SEATS)},
                    "seed": one.seed,
                    "games": one.games,
                    "identity": hashlib.sha256(case.encode()).hexdigest(),
                    **totals,
                }
            )
            if one.fork:
                forks += _forks(one, case, [one.seed, index, rotation, 9])
    tables = {"cases": cases, "blocks": blocks, "lengths": counted} | ({"forks": forks} if forks else {})
    for name, rows in tables.items():
        frame = pd.DataFrame(rows)
        for column in frame.columns:
            if frame[column].dtype.kind == "f":
                frame[column] = frame[column].astype("Int64")
        frame.to_parquet(folder / f"{name}.parquet", index=False)
    manifest = {
        "format": "paskasim-results/1",
        "title": title,
        "question": question,
        "file": folder.name,
        "study": {"title": title, "rules": "paskahousu", "questions": list(questions)},
        "questions": list(questions),
        "engine_version": "1",
        "rng": "philox4x32-10",
        "versions": {"paskasim": "0.1.0", "numpy": "2.4.6", "numba": "0.68.1"},
        "seed": 2026,
        "command": f"paskasim sweep configs/{folder.name}.toml",
        "cases": [case["case"] for case in cases],
        "files": {
            f"{name}.parquet": hashlib.sha256((folder / f"{name}.parquet").read_bytes()).hexdigest() for name in tables
        },
    }
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def rotate(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return all rotations of a line-up."""
    return tuple(tuple(names[(seat + by) % len(names)] for seat in range(len(names))) for by in range(len(names)))


def face_rules(
    games: int = 50_000, players: Sequence[int] = (3, 4), lineups: Sequence[str] = ("random", "lowest")
) -> list[Planted]:
    """Return a study of six rule variants with planted effects."""
    found = []
    for count in players:
        for lineup in lineups:
            for top in ("7", "6", "8"):
                for on_empty in (False, True):
                    endless = 0.0004 if on_empty else {"6": 0.12, "7": 0.18, "8": 0.27}[top]
                    endless *= (1.0 if lineup == "lowest" else 0.4) * count / 4
                    varied: dict[str, Any] = {"faces.min_top": top, "faces.on_empty": on_empty}
                    found.append(
                        Planted(
                            label=f"paskahousu (min_top={top}, on_empty={str(on_empty).lower()})",
                            varied=varied,
                            players=count,
                            lineup=lineup,
                            games=games,
                            endings={
                                "finished": 1 - endless,
                                "stuck_cards": endless * 0.8,
                                "all_pass": endless * 0.05,
                                "state_repeats": endless * 0.15,
                            },
                            losers=tuple(1.0 + (0.06 if lineup == "lowest" else 0.01) * seat for seat in range(count)),
                            length=45.0 + 8 * count + (6 if on_empty else 0),
                        )
                    )
    return found
