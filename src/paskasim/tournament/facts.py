"""A tournament as plain data for programs: the same facts as the text and the page, nothing that varies by run."""

from __future__ import annotations

import math
from typing import Any

from paskasim.analysis.comparisons import Judged
from paskasim.analysis.intervals import Interval
from paskasim.tournament import Tournament
from paskasim.tournament.standing import Fitted, mean_miss, worst

SCHEMA = "paskasim-tournament/1"


def facts(held: Tournament) -> dict[str, Any]:
    """Return the object that `--json` prints; docs/tournament.md explains it."""
    from paskasim.engine import ENGINE_VERSION

    asked, found = held.asked, held.found
    plan, names = asked.plan, asked.plan.names
    return {
        "schema": SCHEMA,
        "rules": asked.rules.name,
        "players": asked.players,
        "seed": asked.seed,
        "game_numbers": asked.games,
        "budget": asked.budget,
        "endless": asked.endless,
        "engine": ENGINE_VERSION,
        "games": plan.games,
        "strategies": [
            {"name": player.spec, "identity": player.identity(asked.rules, asked.players)} for player in plan.entries
        ],
        "left_out": [{"name": name, "why": why} for name, why in plan.left_out],
        "standings": [
            {
                "name": names[standing.entry],
                "safety": _interval(standing.safety),
                "strength": _interval(standing.strength),
                "loss": _interval(standing.loss),
                "against_even": _judged(standing.even),
                "place": _interval(standing.place),
                "no_end": _interval(standing.no_end),
                "game_numbers": list(standing.numbers),
                "games": standing.games,
            }
            for standing in found.standings
        ],
        "fit": {
            "mixed": _misses(found.fitted, names),
            "pairs": _misses(found.foretold, names),
        },
        "pairs": [
            {
                "name": names[pair.one],
                "among": names[pair.among],
                "loss": _interval(pair.loss),
                "against_base": _judged(pair.gain),
                "verdict": pair.verdict or None,
                "place": _interval(pair.place),
                "no_end": _interval(pair.no_end),
                "game_numbers": pair.numbers,
                "games": pair.games,
            }
            for pair in (found.pairs[one, among] for one in found.order for among in found.order)
        ],
        "mixed_tables": [
            {"lineup": [names[entry] for entry in lineup], "game_numbers": plan.tables[lineup].numbers}
            for lineup in plan.mixed
        ],
        "regrets": [
            {
                "name": regret.name,
                "response": regret.response,
                "gain": _interval(regret.gain) if regret.games else None,
                "games": regret.games,
            }
            for regret in held.regrets
        ],
    }


def _interval(interval: Interval | None) -> dict[str, Any] | None:
    if interval is None:
        return None
    low, high = (None if math.isinf(side) else round(side, 9) for side in (interval.low, interval.high))
    return {"estimate": round(interval.estimate, 9), "low": low, "high": high, "method": interval.method}


def _judged(judged: Judged | None) -> dict[str, Any] | None:
    if judged is None:
        return None
    shown = _interval(judged.interval) or {}
    return {**shown, "p_holm": float(f"{judged.p_holm:.6g}"), "verdict": judged.verdict}


def _misses(fitted: tuple[Fitted, ...], names: list[str]) -> dict[str, Any] | None:
    if not fitted:
        return None
    most = worst(fitted)
    return {
        "mean_miss": round(mean_miss(fitted), 9),
        "worst_miss": round(most.miss, 9),
        "worst_lineup": [names[entry] for entry in most.lineup],
        "worst_name": names[most.entry],
        "predictions": [
            {
                "lineup": [names[entry] for entry in fit.lineup],
                "name": names[fit.entry],
                "loss": round(fit.loss.estimate, 9),
                "predicted_loss": round(fit.predicted_loss, 9),
                "place": round(fit.place, 9),
                "predicted_place": None if fit.predicted_place is None else round(fit.predicted_place, 9),
            }
            for fit in fitted
        ],
    }
