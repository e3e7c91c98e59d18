"""Outcome, proof and places of a record, after its last turn (sections 8 and 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paskasim.referee.findings import Notes, StopError
from paskasim.referee.opening import opening_of
from paskasim.referee.replay import ALL_PASS, OVER, STUCK_CARDS, Replay
from paskasim.referee.shape import PROOFS, WITNESS
from paskasim.reference.bots import BOTS
from paskasim.reference.search import search
from paskasim.reference.turns import carry_out, state_of

Record = Mapping[str, Any]

MOST_STATES = 1 << 18  # that the search for `closed` may see if nobody says otherwise
FEW_STATES = 1 << 8  # for a remark
CLOSED, ESCAPE, LOOP, REPEATS = "closed", "escape", "forced_loop", "state_repeats"


def judge_shape(record: Record, notes: Notes) -> None:
    """Judge what can be judged without the game: whether outcome, proof and witness go together."""
    outcome = record.get("outcome")
    if outcome is not None and "proof" in record and record["proof"] not in PROOFS[outcome]:
        allowed = " or ".join("null" if proof is None else proof for proof in PROOFS[outcome])
        notes.complain("proof", _word(record["proof"]), f"{allowed}, with the outcome {outcome}")
    if "witness" in record and record.get("proof", ESCAPE) != ESCAPE:
        notes.complain("witness", "one", "stands only with the proof escape")
    if "turns" in record and record.get("turns_played", len(record["turns"])) != len(record["turns"]):
        notes.complain("turns_played", record["turns_played"], f"{len(record['turns'])}, the number of turns")


def judge_end(replay: Replay, record: Record, notes: Notes, most_states: int) -> None:
    """Judge how a game ended, all of whose turns were followed.

    Parameters
    ----------
    most_states
        How many states the search for `closed` may see.
    """
    table = replay.table
    outcome = _outcome(record)
    if outcome is not None:
        _judge_outcome(replay, record, outcome, notes, most_states)
    if "places" in record and record["places"] != table.places:
        notes.complain("places", record["places"], _list(table.places))
    loser = table.places.index(table.players) if table.over else None
    if record.get("loser", loser) != loser:
        notes.complain("loser", _word(record["loser"]), _word(loser))
    if _proof(record, outcome) == ESCAPE and not table.rules.bluff.on:
        _judge_witness(replay, record, notes)


def _outcome(record: Record) -> str | None:
    """Return the outcome, which follows from the proof where it is left out."""
    if "outcome" in record:
        return str(record["outcome"])
    proof = record.get("proof")
    return next((name for name, proofs in PROOFS.items() if proof is not None and proof in proofs), None)


def _proof(record: Record, outcome: str | None) -> str | None:
    """Return the proof, which may follow from the outcome."""
    proofs = PROOFS.get(outcome or "", (None,))
    proof = record.get("proof", proofs[0] if len(proofs) == 1 else None)
    return proof if proof in proofs else None


def _judge_outcome(replay: Replay, record: Record, outcome: str, notes: Notes, most_states: int) -> None:
    table = replay.table
    key = "outcome" if "outcome" in record else "proof"
    proof = _proof(record, outcome)
    right = {OVER: ("finished", None), ALL_PASS: ("deadlock", ALL_PASS), STUCK_CARDS: ("deadlock", STUCK_CARDS)}
    if replay.ended in right:
        rightly, proven = right[replay.ended]
        if outcome != rightly:
            notes.complain(key, record[key], rightly, _WHY[replay.ended])
        elif proof not in (None, proven):
            notes.complain("proof", _word(proof), _word(proven), _WHY[replay.ended])
    elif outcome == "finished":
        notes.complain(key, outcome, f"{len(table.active)} players are still in the game")
    elif outcome == "unresolved":
        limit = table.rules.limits.turns
        if table.turns_played != limit:
            right_turns = f"unresolved only after limits.turns = {limit} turns, not after {table.turns_played}"
            notes.complain(key, record[key], right_turns)
        if proof == ESCAPE and table.rules.bluff.on:
            notes.complain("proof", proof, "open", "with bluff no witness can say what is laid and doubted")
    elif outcome == "deadlock" and table.rules.bluff.on:
        notes.complain(key, record[key], "no deadlock", "it is never claimed with bluff: section 8")
    else:
        _judge_proof(replay, record, proof, notes, most_states)


_WHY = {
    OVER: "one player is left",
    ALL_PASS: "every active player has passed, one after the other",
    STUCK_CARDS: "two players hold cards that can never again be played: section 9",
}


def _judge_proof(replay: Replay, record: Record, proof: str | None, notes: Notes, most_states: int) -> None:
    """Judge the proof of a deadlock or livelock that does not show at once."""
    if proof == ALL_PASS:
        notes.complain("proof", proof, f"{replay.table.passes} of {len(replay.table.active)} players passed")
    elif proof == STUCK_CARDS:
        if replay.stuck_cards_known:
            notes.complain("proof", proof, "no two players hold cards that can never again be played")
        else:
            notes.remark("proof: stuck_cards is not confirmed, cards are not known")
    elif not replay.exact:
        notes.remark(f"proof: {proof or 'none told'}; not confirmed, cards are not known")
    elif proof == CLOSED:
        _judge_closed(replay, notes, most_states)
    elif proof in (LOOP, REPEATS):
        _judge_loop(replay, record, proof, notes)
    else:
        notes.remark("proof: it is not told, and not looked for")


def _judge_closed(replay: Replay, notes: Notes, most_states: int) -> None:
    found = search(replay.table, most_states)
    if found.proof == ESCAPE:
        steps = " ".join(
            str(step["action"] if step["action"] != "play" else _play(step)) for step in found.witness[:10]
        )
        notes.complain("proof", CLOSED, "the game can still end", f"for example by {steps} ...")
    elif found.proof != CLOSED:
        notes.remark(f"proof: closed is not confirmed, the search saw {found.states:,} states and came to no end")


def _play(step: Record) -> str:
    return f"{step['rank']}x{step['count']}"


def _judge_loop(replay: Replay, record: Record, proof: str, notes: Notes) -> None:
    before = last_visit(replay, record)
    if before is None:
        notes.complain("proof", proof, "the state after the last turn has not been there before")
        return
    chosen = next((n for n, move in enumerate(replay.moves[before:], before + 1) if move.possibilities > 1), None)
    if proof == LOOP and chosen is not None:
        why = f"the state of turn {before} repeats, but in turn {chosen} the seat had a choice"
        notes.complain("proof", proof, "no proof of a forced loop", why)
    elif proof == REPEATS:
        if replay.table.rules.bluff.on:
            pass  # no deadlock is claimed, so it is a livelock with and without choices
        elif chosen is None:
            notes.complain(
                "proof", proof, LOOP, f"nobody had a choice since turn {before}, after which it was the same"
            )
        elif search(replay.table, FEW_STATES).proof == CLOSED:
            notes.remark("proof: it is a deadlock, too (closed): no state that can be reached ends the game")
        for seat in replay.table.active:
            name = record.get("strategies", [])[seat : seat + 1]
            bot = BOTS.get(name[0]) if name else None
            if bot is not None and not getattr(bot, "deterministic", False):
                notes.complain("proof", proof, f"no livelock: seat {seat} is {name[0]}, which need not repeat itself")


def last_visit(replay: Replay, record: Record) -> int | None:
    """Return after how many turns the last state was there before, the latest time; nothing if it was not."""
    final, quiet = state_of(replay.table), Notes()
    table = opening_of(record, replay.table.rules, replay.table.players, quiet).table
    pile, visit = len(replay.table.pile), None
    for number, move in enumerate(replay.moves):
        if len(table.pile) == pile and state_of(table) == final:
            visit = number
        table.to_play = move.seat
        carry_out(table, move.action, move.row_card, move.challenger)
    return visit


def _judge_witness(replay: Replay, record: Record, notes: Notes) -> None:
    steps = record.get("witness")
    if steps is None:
        notes.remark("proof: escape is not confirmed, there is no witness")
        return
    notes.within = "witness "
    try:
        for number, step in enumerate(steps):
            notes.turn = replay.table.turns_played + 1
            if replay.table.over:
                notes.turn = None
                notes.complain("turns", f"{len(steps)} turns", f"the game is over after {number}")
                break
            replay.take_turn(step, None, WITNESS)
        notes.turn = None
        if not replay.table.over:
            notes.complain("turns", f"{len(steps)} turns", "the game does not end by them")
    except StopError:
        pass
    finally:
        notes.turn, notes.within = None, ""


def _word(value: object) -> str:
    return "null" if value is None else str(value)


def _list(values: list[int | None]) -> str:
    return f"[{', '.join(_word(value) for value in values)}]"
