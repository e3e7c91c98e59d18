"""Claims of scenarios: as actions of the readable engine, and why the rules refuse them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paskasim.reference.legality import count_allowed, may_go
from paskasim.reference.table import Table
from paskasim.reference.turns import PLAY, Action, claims_now, legal_actions, may_challenge
from paskasim.rules.ranks import EMPTY


def why_refused(table: Table, claim: Action, steps: int | None) -> tuple[str, str]:
    """Return what the rules forbid of a claim, and why: `claim`, `lay` or `challenge`; empty texts if nothing.

    Parameters
    ----------
    claim
        With the cards that are laid.
    steps
        Who doubts it, in seats clockwise from the player; nothing: nobody.
    """
    if not table.rules.bluff.on:
        return "claim", "these rules play openly: bluff.on = false; write play"
    if not claims_now(table):
        return "claim", f"who plays from the {table.zone(table.to_play)} row plays openly; write play"
    legal = legal_actions(table)
    if Action(PLAY, claim.rank, claim.count) not in legal:
        return "claim", _why_no_claim(table, claim, legal)
    hand = table.hands[table.to_play]
    missing = Counter(claim.cards) - Counter(hand)
    if missing:
        return "lay", f"{' '.join(missing.elements())} cannot be laid: the hand holds {' '.join(hand)}"
    why = _why_no_challenge(table, steps)
    return ("challenge", why) if why else ("", "")


def _why_no_claim(table: Table, claim: Action, legal: Sequence[Action]) -> str:
    rank, held, copies = claim.rank, len(table.hands[table.to_play]), table.copies[claim.rank]
    counts = [str(action) for action in legal if action.kind == PLAY and action.rank == rank]
    if not copies:
        why = f"the deck holds no {rank}"
    elif not may_go(table.rules, rank, table.top, table.phase):
        why = f"no {rank} may {'open a pile' if table.top == EMPTY else f'go on {table.top}'}"
    elif claim.count > held:
        why = f"the hand holds {held} cards"
    elif claim.count > copies:
        why = f"the deck holds {copies} cards of {rank}"
    elif not count_allowed(table.rules, rank, claim.count):
        why = "turn.counts forbids the number"
    else:
        why = f"nobody may go out with a {rank}: finish.not_with"
    if counts:
        return f"{why}; legal claims of {rank}: {' '.join(counts)}"
    ranks = dict.fromkeys(action.rank for action in legal if action.kind == PLAY)
    others = [str(action) for action in legal if action.kind != PLAY]
    return f"{why}; legal are claims of {' '.join([*ranks, *(['and'] if ranks and others else []), *others])}"


def _why_no_challenge(table: Table, steps: int | None) -> str:
    allowed = sorted((seat - table.to_play) % table.players for seat in may_challenge(table))
    if steps is None or steps in allowed:
        return ""
    if steps >= table.players:
        why = f"there are {table.players} players"
    elif table.places[(table.to_play + steps) % table.players] is not None:
        why = "that player is out"
    else:
        why = 'only the next player may challenge: bluff.who = "next"'
    return f"{why}; allowed: {', '.join(map(str, allowed))}"
