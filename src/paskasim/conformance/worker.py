"""The process in which a strategy is checked: it may hang or crash, and another one tells of it.

Run as `python -m paskasim.conformance.worker`; a request comes on standard input, letters go out on standard output.
What the strategy's own file prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paskasim.conformance.subjects import Candidate

Send = Callable[..., None]


def main() -> None:
    """Do what the request says."""
    letters = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)

    def send(kind: str, **facts: Any) -> None:
        letters.write(json.dumps({"kind": kind, **facts}) + "\n")
        letters.flush()

    request = json.loads(sys.stdin.readline())
    from paskasim.errors import PaskasimError

    try:
        if "step" in request:
            _witness(request["step"], send)
        else:
            _check(request, send)
    except PaskasimError as error:
        send("error", what=error.what, do=error.do, exit_code=error.exit_code)
    send("end")


def _check(request: dict[str, Any], send: Send) -> None:
    from paskasim.conformance import every_check
    from paskasim.conformance.subjects import candidates_of
    from paskasim.engine import ENGINE_VERSION
    from paskasim.warmup import compile_all

    send("load")
    candidates = candidates_of(request["target"])
    wanted = [check for check in every_check().values() if request["checks"] is None or check.name in request["checks"]]
    send(
        "players",
        strategies=[(each.name, each.player.source.identity) for each in candidates],
        checks=[(check.name, check.promise) for check in wanted],
        engine=ENGINE_VERSION,
    )
    send("engine")
    compile_all(bluff=True)
    for number in range(request["first"], len(candidates)):
        _judge(candidates[number], number, request, send)


def _judge(candidate: Candidate, number: int, request: dict[str, Any], send: Send) -> None:
    from paskasim.conformance.judging import judge, unfit
    from paskasim.conformance.steps import step_facts
    from paskasim.conformance.subject import Subject

    if candidate.mistakes:
        for result in unfit(candidate.mistakes, request["checks"]):
            send("result", player=number, **asdict(result))
        return
    judge(
        Subject(candidate.player, request["quick"], request["limit"], lambda step: send("step", **step_facts(step))),
        request["checks"],
        lambda check: send("check", player=number, check=check.name),
        lambda result: send("result", player=number, **asdict(result)),
    )


def _witness(step: dict[str, Any], send: Send) -> None:
    """Play games once more with the readable engine, and tell of each question before it is asked."""
    from paskasim.conformance.positions import Position, bridged
    from paskasim.conformance.steps import step_from
    from paskasim.lineups import parse_lineup
    from paskasim.warmup import compile_all

    send("engine")
    compile_all(bluff=True)
    games = step_from(step)
    seats = parse_lineup(games.lineup, games.setting.players)

    def before(position: Position) -> None:
        send("ask", found=asdict(position.found("", "nothing")))

    for game in range(games.first, games.first + games.games):
        bridged(games.setting, seats, games.seed, game, before)


if __name__ == "__main__":
    main()
