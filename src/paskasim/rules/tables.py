"""RuleSet -> RuleTables: the rules as words that the compiled game looks up.

The compiled side of RULES.md sections 3, 4 and 5 is here: which rank may go on which top in which phase, and what it
does there. Run burns and the join of invisible cards depend on the run and stay in `kernels.turn`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels import layout as at
from paskasim.rules.ranks import RANKS, rank_list, top_list
from paskasim.rules.ruleset import RuleSet

CODES = {rank: code for code, rank in enumerate(RANKS)} | {"empty": at.EMPTY}
TOPS = tuple(code for code in range(16) if code != at.JOKER)
FACES = (at.JACK, 10, at.KING)
EFFECT_CODES = {
    "none": at.NONE,
    "burn": at.BURN_RULE,
    "reverse": at.REVERSE,
    "skip": at.SKIP,
    "again": at.AGAIN,
    "next_takes_pass": at.NEXT_TAKES_PASS,
    "next_takes_again": at.NEXT_TAKES_AGAIN,
    "next_takes_lead": at.NEXT_TAKES_LEAD,
}
NO_RUN_BURNS = 1 << 20


def rule_tables(rules: RuleSet, players: int) -> NDArray[np.int64]:
    """Rules for `players` as `layout.RULE_WORDS` words.

    Raises
    ------
    PaskasimError
        If the deal does not fit.
    """
    deal = rules.deal_for(players)
    words = np.zeros(at.RULE_WORDS, np.int64)
    _fill_legality(words, rules)
    _fill_effects(words, rules)
    for code, rank in enumerate(RANKS):
        words[at.COUNTS + code] = sum(1 << count for count in rules.counts_allowed(rank))
    counts_restrict = any(int(words[at.COUNTS + code]) != 0xFFFE for code in range(at.RANKS))
    not_with = _spread(rules.finish.not_with)
    words[at.RESTRICTED] = counts_restrict or not_with != 0
    words[at.NOT_WITH] = not_with
    words[at.TAKE_FREE] = rules.turn.take == "free"
    words[at.TRY_STOCK] = ("never", "stuck", "any_time").index(rules.turn.try_stock)
    words[at.REFILL] = rules.deal.hand if rules.turn.refill == "hand" else rules.turn.refill
    words[at.OPEN_ANY] = rules.turn.stuck == "open_any"
    words[at.PROVES_STUCK] = rules.turn.stuck == "pass"
    words[at.AFTER_TAKE] = ("next", "again", "previous").index(rules.turn.after_take)
    words[at.RUN_SIZE] = rules.fours.size if rules.fours.burn else NO_RUN_BURNS
    words[at.RUN_BURNS] = at.RANK_BITS & ~_spread(rules.fours.except_) if rules.fours.burn else 0
    words[at.RUN_AGAIN] = rules.fours.again
    words[at.SKIP_PER_CARD] = rules.skip.per_card
    words[at.INVISIBLE] = CODES[rules.invisible.rank] if rules.invisible.rank else -1
    words[at.IN_RUN] = ("ignored", "breaks", "counts").index(rules.invisible.in_run)
    words[at.TAKE_CARD] = rules.rows.take_card
    words[at.SWAP] = rules.deal.swap == "any"
    words[at.START] = ("left_of_dealer", "lowest", "lowest_first", "lowest_up", "random").index(rules.start.player)
    words[at.OPENING] = rules.start.opening == "lowest_all"
    words[at.TURNED] = rules.deal.turned
    words[at.LIMIT] = rules.limits.turns
    words[at.DEAL_ALL] = rules.deal.all
    words[at.DEAL_HAND] = rules.deal.hand
    words[at.DEAL_DOWN] = rules.deal.down
    words[at.DEAL_UP] = rules.deal.up
    words[at.DROP] = rules.deck.drop
    words[at.DECK_CARDS : at.DECK_CARDS + at.RANKS] = deal.counts
    _fill_bluff(words, rules)
    return words


def _fill_bluff(words: NDArray[np.int64], rules: RuleSet) -> None:
    if not rules.bluff.on:
        return
    words[at.BLUFF] = 1
    words[at.CLAIMABLE] = sum(1 << (4 * code) for code in range(at.RANKS) if words[at.DECK_CARDS + code])
    words[at.NEXT_DOUBTS] = rules.bluff.who == "next"
    words[at.AFTER_HONEST] = ("player", "next", "after_challenger").index(rules.bluff.after_honest)
    words[at.AFTER_LIE] = ("next", "challenger").index(rules.bluff.after_lie)
    continues, burns = rules.bluff.honest_burn_continues, rules.bluff.honest_burn == "burns"
    words[at.HONEST_BURN] = at.BURN_CONTINUES * continues + at.BURN_BURNS * burns


def _spread(ranks: str) -> int:
    return sum(1 << (4 * CODES[rank]) for rank in rank_list(ranks))


def _in_order(code: int) -> bool:
    return code <= at.ACE


def _beats(rules: RuleSet, rank: int, top: int) -> bool:
    if not _in_order(top):
        return False
    return rank >= top if rules.beat == "same_or_higher" else rank > top


def may_go(rules: RuleSet, phase: int, top: int, rank: int) -> bool:
    """Whether `rank` may go on `top` in `phase`, by the first rule of RULES.md section 3 that fits.

    Without `exceptions`, which come last.
    """
    ceiling = CODES.get(rules.ceiling.rank, -1)
    relaxed = phase == at.REST_PHASE and rules.faces.relaxed_at_rest
    if rank == at.JOKER:
        return top != ceiling or rules.ceiling.specials
    if rank == CODES.get(rules.invisible.rank, -1) and top != at.EMPTY:
        return True
    if rank == at.TWO:
        if top in (at.EMPTY, at.TWO):
            return True
        if top == ceiling:
            return rules.ceiling.specials
        return rules.twos.on == "any" or top not in (at.ACE, at.TEN)
    if top == at.TWO:
        return rules.twos.followed_by == "anything"
    if top == ceiling:
        if rank == at.TEN and rules.ceiling.specials and rules.tens.on != "lower":
            return True
        return rank < top if rules.ceiling.strict else rank <= top
    if top == at.TEN and rank != at.TEN and rules.tens.followed_by == "tens":
        return False
    if rank == at.TEN:
        if top == at.EMPTY:
            return rules.tens.on_empty != "no"
        return {"lower": top <= at.TEN, "any": True, "any_but_ace": top != at.ACE}[rules.tens.on]
    if rank == at.ACE:
        if top == at.EMPTY:
            return rules.aces.on_empty != "no"
        return {"faces": top in FACES, "faces_aces": top in (*FACES, at.ACE), "lower": _in_order(top)}[rules.aces.on]
    if rank in FACES:
        if top == at.EMPTY:
            return rules.faces.on_empty or relaxed
        return _beats(rules, rank, top) and (top >= CODES[rules.faces.min_top] or relaxed)
    return top == at.EMPTY or _beats(rules, rank, top)


def _fill_legality(words: NDArray[np.int64], rules: RuleSet) -> None:
    for phase in (at.STOCK_PHASE, at.REST_PHASE):
        for top in TOPS:
            legal = {rank for rank in range(at.RANKS) if may_go(rules, phase, top, rank)}
            for entry in rules.exceptions:
                if _fits(entry.on, entry.at, phase, top):
                    named = {CODES[rank] for rank in rank_list(entry.play)}
                    legal = legal | named if entry.may else legal - named
            words[at.LEGAL + phase * 16 + top] = sum(1 << (4 * rank) for rank in legal)


def _fits(on: str, at_phase: str | None, phase: int, top: int) -> bool:
    if at_phase is not None and at_phase != ("stock", "rest")[phase]:
        return False
    return top in {CODES[name] for name in top_list(on)}


def _fill_effects(words: NDArray[np.int64], rules: RuleSet) -> None:
    for phase in (at.STOCK_PHASE, at.REST_PHASE):
        for top in TOPS:
            for rank in range(at.RANKS):
                effect = _effect(rules, top, rank)
                for entry in rules.effects:
                    named = RANKS[rank] in rank_list(entry.play)
                    if named and _fits(entry.on, entry.at, phase, top):
                        effect = EFFECT_CODES[entry.do]
                words[at.EFFECT + (phase * 16 + top) * 16 + rank] = effect


def _effect(rules: RuleSet, top: int, rank: int) -> int:
    """Rules 1 and 3 to 6 of RULES.md section 4, run burns and `effects` apart."""
    if rank == at.JOKER:
        return at.BURN_JOKER
    if RANKS[rank] == rules.invisible.rank and top != at.EMPTY:
        return at.NONE
    if rank == at.TEN:
        special = _on_empty(rules.tens.on_empty, at.BURN_TEN) if top == at.EMPTY else _ten_on(rules, top)
    elif rank == at.ACE:
        special = _on_empty(rules.aces.on_empty, at.BURN_ACE) if top == at.EMPTY else _ace_on(rules, top)
    else:
        special = at.NONE
    if special != at.NONE:
        return special
    name = RANKS[rank]
    if name == rules.skip.rank:
        return at.SKIP
    if name == rules.reverse.rank:
        return at.REVERSE
    return at.AGAIN if name in rank_list(rules.again.ranks) else at.NONE


def _on_empty(value: str, burn: int) -> int:
    return {"burns": burn, "stays": at.NONE, "no": at.NONE}.get(value, EFFECT_CODES.get(value, at.NONE))


def _ten_on(rules: RuleSet, top: int) -> int:
    lower = top < at.TEN or top == at.TWO
    burns = rules.tens.burn == "always" or (rules.tens.burn == "on_lower" and lower)
    return at.BURN_TEN if burns else at.NONE


def _ace_on(rules: RuleSet, top: int) -> int:
    burns = rules.aces.burn == "always" or (rules.aces.burn == "on_faces" and top in FACES)
    return at.BURN_ACE if burns else at.NONE
