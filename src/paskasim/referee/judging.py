"""A record from its first key to its last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.referee.endings import MOST_STATES, judge_end, judge_shape
from paskasim.referee.findings import Judgement, Notes, StopError
from paskasim.referee.opening import opening_of, players_of
from paskasim.referee.replay import LIMIT, OVER, Replay
from paskasim.referee.rulings import NotJudgedError, rules_of
from paskasim.referee.shape import RECORD, sound
from paskasim.rules import RuleSet
from paskasim.rules.messages import shown, sort_of

Record = Mapping[str, Any]


def judge(record: object, rules: RuleSet | None = None, *, most_states: int = MOST_STATES) -> Judgement:
    """Judge the record of a game: replay it by the rules, and say where the two differ.

    Parameters
    ----------
    record
        A record as TRACE.md says, in the values that `json.loads` gives. Any key may be left out, at the record, at
        its turns and inside its deal; what is left out is not judged, and cards that are not told count as unknown,
        which may be written as `"?"`, too. At least the rules, the number of players, and who did what have to be told.
    rules
        The rules of a record that names none.
    most_states
        How many states the search may see that confirms the proof `closed`.

    Returns
    -------
    Complaints, remarks, and how far the record could be followed. A record that can't be judged at all has no
    complaints, and says in `not_judged` why. Nothing is raised, whatever the record holds.
    """
    notes = Notes()
    if not isinstance(record, dict):
        return Judgement(None, 0, not_judged=f"it is {sort_of(record)}, not an object with the keys of a game record")
    if "format" in record and (wrong := RECORD["format"](record["format"])):
        return Judgement(None, 0, not_judged=f"format: {shown(record['format'])} is not known; allowed: {wrong}")
    good = sound(record, RECORD, notes)
    replay, why_not = None, ""
    try:
        replay = _judged(good, rules, notes, most_states)
    except NotJudgedError as error:
        why_not = str(error)
    complaints = () if why_not else tuple(notes.complaints)
    turns = len(replay.moves) if replay else 0
    return Judgement(good.get("game"), turns, complaints, tuple(notes.remarks), why_not)


def _judged(record: Record, otherwise: RuleSet | None, notes: Notes, most_states: int) -> Replay | None:
    rules = rules_of(record, notes, otherwise)
    players = players_of(record)
    try:
        rules.deal_for(players)
    except PaskasimError as error:
        notes.complain("players", players, error.what)
        return None
    for key in ("strategies", "places"):
        if len(record.get(key, [None] * players)) != players:
            notes.complain(key, f"{len(record[key])} seats", f"{players} seats")
    judge_shape(record, notes)
    if "turns" not in record:
        notes.remark("it has no turns")
    replay = None
    try:
        replay = Replay(opening_of(record, rules, players, notes), notes)
        _judge_turns(replay, record, notes)
        notes.turn = None
        if "turns" in record:
            judge_end(replay, record, notes, most_states)
    except StopError:
        notes.turn = None
    return replay


def _judge_turns(replay: Replay, record: Record, notes: Notes) -> None:
    turns = record.get("turns", [])
    for number, turn in enumerate(turns):
        if replay.ended:
            _judge_going_on(replay, number, record, notes)
        notes.turn = number + 1
        replay.take_turn(turn, turns[number + 1] if number + 1 < len(turns) else None)


def _judge_going_on(replay: Replay, turns: int, record: Record, notes: Notes) -> None:
    """Judge that a turn follows although the game has ended."""
    notes.turn = turns + 1
    if replay.ended == OVER:
        notes.complain("turns", "one more turn", f"the game was over after turn {turns}")
        raise notes.stop("the game is over")
    reason = {LIMIT: f"limits.turns = {turns}"}.get(replay.ended, replay.ended)
    if "outcome" in record:
        notes.complain("turns", "one more turn", f"the record ends with turn {turns}: {reason}")
        raise notes.stop("nothing goes on after the end of a record")
    notes.turn = turns
    notes.remark(f"from here on the game can't end any more: {reason}")
