"""Forked games with bluff by the readable engine: slow, and written apart from the compiled ones."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from paskasim.reference import BOTS, play_game
from paskasim.reference.game import _repeats_itself
from paskasim.reference.philox import Dice
from paskasim.reference.table import Table
from paskasim.reference.turns import PLAY, TAKE, Action, carry_out, claims_now, legal_actions, may_challenge
from paskasim.reference.unasked import LYING_ORDER, true_options
from paskasim.reference.views import CLAIM, View
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES
from plain_forks import FORK_DECK, FORK_SEAT, ForkAsker, play_on, shuffle_stock, stream

CODE = {"doubt": 8, "lie": 9}
ASKED = 10
SUMS = ("loses", "other", "ended", "turns")
Sums = dict[str, int]


def plain_bluff_fork(
    rules: RuleSet, names: list[str], seed: int, game: int, fork: str, continuations: int
) -> tuple[tuple[str, str, str], dict[str, Sums]] | None:
    """Return the cell and both branches' sums of one game forked at one decision; nothing where there is none."""
    choosers = [BOTS[name] for name in names]
    tables: list[Table] = []
    record = play_game(rules, len(names), choosers, seed, game, watch=lambda now: tables.append(copy.deepcopy(now)))
    asker = ForkAsker(choosers, seed, game)
    turns = list(enumerate(record["turns"]))
    there = [i for i, turn in turns if (_may_lie(asker, tables[i]) if fork == "lie" else _is_claim(turn))]
    if not there:
        return None
    code = CODE[fork] << 8
    begun = tables[there[_drawn(seed, game, code | FORK_DECK, len(there))]]
    claimant = decides = begun.to_play
    hand = begun.hands[claimant]
    if fork == "doubt":
        action = asker.play(begun, legal_actions(begun))
        asked = may_challenge(begun)
        decides = asked[_drawn(seed, game, ASKED << 8 | FORK_DECK, len(asked))]
        situation = "true" if set(action.cards) == {action.rank} else "false"
    else:
        view = asker._view(begun, claimant, CLAIM, legal=legal_actions(begun))
        lie = _lie(view, begun)
        if lie is None:
            return None
        action = lie
        situation = "needless" if true_options(view) else "stuck"
    owned = len(hand) + len(begun.up[claimant]) + len(begun.down[claimant])
    cell = (situation, _pile(len(begun.pile)), _left(owned - (action.count if fork == "doubt" else 1)))
    sums = {branch: dict.fromkeys(SUMS, 0) for branch in ("with", "without")}
    for continuation in range(1, continuations + 1):
        for branch, own in sums.items():
            table = copy.deepcopy(begun)
            purpose = (continuation << 12) | code
            shuffle_stock(table, seed, game, purpose | FORK_DECK, 0)
            asker.purpose = purpose | FORK_SEAT
            done = action
            if fork == "doubt":
                doubter = decides if branch == "with" else None
            else:
                if branch == "without":
                    shown = asker._view(table, claimant, CLAIM, legal=legal_actions(table))
                    done = asker._claim_of_a_player(table, shown)
                doubter = asker.challenge(table, done)
                own["other"] += doubter is not None
            carry_out(table, done, "", doubter)
            play_on(table, asker, [_repeats_itself(choose) for choose in choosers])
            if table.over:
                own["ended"] += 1
                own["turns"] += table.turns_played - begun.turns_played
                own["loses"] += table.places[decides] == len(names)
                own["other"] += fork == "doubt" and table.places[claimant] == len(names)
    return cell, sums


def _drawn(seed: int, game: int, purpose: int, count: int) -> int:
    return Dice(stream(seed, game, purpose)).bounded(count)


def _is_claim(turn: dict[str, Any]) -> bool:
    return turn["action"] == PLAY and turn["zone"] == "hand"


def _may_lie(asker: ForkAsker, table: Table) -> bool:
    """Whether the player who is due may claim something, and is not forced to lie."""
    if not claims_now(table):
        return False
    legal = legal_actions(table)
    view = asker._view(table, table.to_play, CLAIM, legal=legal)
    return any(action.kind == PLAY for action in legal) and (Action(TAKE) in legal or bool(true_options(view)))


def _lie(view: View, table: Table) -> Action | None:
    """Return the lie with the lowest card that the others can disprove least, for all that its player knows."""
    lowest = min(view.hand, key=LYING_ORDER.index)
    claims = [action for action in view.legal if action.kind == PLAY and action.rank != lowest]
    if not claims:
        return None
    others = [seat for seat in range(view.players) if seat != view.seat]
    seen = Counter([*view.pile, *view.gone, *(card for row in view.up for card in row)])
    seen.update(card for seat in others for card in view.known[seat])
    single = [action for action in claims if action.count == 1]
    if not single:
        claim = min(claims, key=lambda each: (CODES[each.rank], each.count))
        return Action(PLAY, claim.rank, claim.count, tuple(sorted(view.hand, key=LYING_ORDER.index)[: claim.count]))
    claim = min(single, key=lambda each: (seen[each.rank] - table.copies[each.rank], CODES[each.rank]))
    return Action(PLAY, claim.rank, 1, (lowest,))


def _pile(cards: int) -> str:
    return "0" if cards <= 2 else "3" if cards <= 7 else "8" if cards <= 14 else "15"


def _left(cards: int) -> str:
    return "out" if cards == 0 else "few" if cards <= 3 else "more"
