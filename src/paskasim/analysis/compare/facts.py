"""A comparison for programs: the same facts as on the screen."""

from __future__ import annotations

import math
from typing import Any

from paskasim.analysis.compare import wording
from paskasim.analysis.compare.heading import differences
from paskasim.analysis.compare.judging import Compared, Found, Row
from paskasim.analysis.compare.match import Match
from paskasim.analysis.results import Group

SCHEMA = "paskasim-compare/1"


def facts(compared: Compared, noun: str) -> dict[str, Any]:
    """Return switches, answer, matches and metrics."""
    changed = [differences(match.a.rules, match.b.rules) for match in compared.matches]
    return {
        "switches": next(filter(None, changed), {}),
        "answer": wording.plain(wording.answer(compared, noun)),
        "comparisons": compared.comparisons,
        "matches": [_of_match(match) for match in compared.matches],
        "metrics": [_of_row(row, compared.matches) for row in compared.rows],
    }


def _of_match(match: Match) -> dict[str, Any]:
    return {
        "name": match.name,
        "players": match.a.players,
        "lineup": match.a.lineup,
        "rotations": match.a.rotations,
        "basis": match.basis,
        "same_games": match.same_games,
        "games_differing": match.differing,
        "a": _of_group(match.a, match.games[0]),
        "b": _of_group(match.b, match.games[1]),
    }


def _of_group(group: Group, games: int) -> dict[str, Any]:
    return {
        "label": group.label,
        "seed": group.seed,
        "games": games,
        "identities": [case.identity for case in group.cases],
    }


def _of_row(row: Row, matches: tuple[Match, ...]) -> dict[str, Any]:
    metric = row.metric
    return {
        "metric": metric.name,
        "meaning": metric.meaning,
        "unit": "share" if metric.unit[1] == "points" else metric.unit[1],
        "better": metric.better,
        "holds": row.holds() or None,
        "found": [_of_found(found, matches.index(found.match)) for found in row.found],
    }


def _of_found(found: Found, number: int) -> dict[str, Any]:
    interval = found.judged.interval
    return {
        "match": number,
        "a": _finite(found.a),
        "b": _finite(found.b),
        "difference": _finite(found.judged.estimate),
        "low": _finite(interval.low),
        "high": _finite(interval.high),
        "method": interval.method,
        "p_holm": found.judged.p_holm,
        "smallest": found.judged.smallest,
        "verdict": found.verdict,
        "size": found.size,
    }


def _finite(number: float) -> float | None:
    return float(number) if math.isfinite(number) else None
