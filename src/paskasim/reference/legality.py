"""May a card of one rank go on a top? Section 3, rule by rule; the first that fits decides."""

from __future__ import annotations

from paskasim.reference.table import REST, Table, ranks_named, tops_named
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, FACES, JOKER, ORDER


def may_go(rules: RuleSet, rank: str, top: str, phase: str) -> bool:
    """Return whether a card of `rank` may go on `top`, exceptions included."""
    answer = _by_rules(rules, rank, top, phase)
    for entry in rules.exceptions:
        if entry.at in (None, phase) and rank in ranks_named(entry.play) and top in tops_named(entry.on):
            answer = entry.may
    return answer


def goes(table: Table, rank: str, top: str, phase: str) -> bool:
    """Return what `may_go` says under the rules of a table; asked often, so the table keeps the answers."""
    asked = rank, top, phase
    if asked not in table.answers:
        table.answers[asked] = may_go(table.rules, rank, top, phase)
    return table.answers[asked]


def count_allowed(rules: RuleSet, rank: str, count: int) -> bool:
    """Return whether `turn.counts` lets one play hold so many cards of a rank."""
    return not rules.turn.counts or count in rules.counts_allowed(rank)


def _by_rules(rules: RuleSet, rank: str, top: str, phase: str) -> bool:
    ceiling = rules.ceiling
    on_ceiling = top == ceiling.rank  # never so without a ceiling: a top is not the empty text

    if rank == JOKER:  # 1
        return ceiling.specials or not on_ceiling
    if rank == rules.invisible.rank and top != EMPTY:  # 2
        return True
    if rank == "2":  # 3
        if top in (EMPTY, "2"):
            return True
        if on_ceiling:
            return ceiling.specials
        return rules.twos.on == "any" or top not in ("A", "10")
    if top == "2":  # 4
        return rules.twos.followed_by == "anything"
    if on_ceiling:  # 5
        if rank == "10" and ceiling.specials and rules.tens.on != "lower":
            return True
        return _place(rank) < _place(top) or (rank == top and not ceiling.strict)
    if top == "10" and rank != "10" and rules.tens.followed_by == "tens":  # 6
        return False
    if rank == "10":  # 7
        return rules.tens.on_empty != "no" if top == EMPTY else _ten_on(rules, top)
    if rank == "A":  # 8
        return rules.aces.on_empty != "no" if top == EMPTY else _ace_on(rules, top)
    if rank in FACES:  # 9
        relaxed = phase == REST and rules.faces.relaxed_at_rest
        if top == EMPTY:
            return rules.faces.on_empty or relaxed
        return _beats(rules, rank, top) and (_place(top) >= _place(rules.faces.min_top) or relaxed)
    return top == EMPTY or _beats(rules, rank, top)  # 10


def _ten_on(rules: RuleSet, top: str) -> bool:
    if rules.tens.on == "lower":
        return _place(top) <= _place("10")
    return rules.tens.on == "any" or top != "A"


def _ace_on(rules: RuleSet, top: str) -> bool:
    if rules.aces.on == "lower":
        return top in ORDER
    return top in FACES or (top == "A" and rules.aces.on == "faces_aces")


def _beats(rules: RuleSet, rank: str, top: str) -> bool:
    if rank == top:
        return rules.beat == "same_or_higher"
    return _place(rank) > _place(top)


def _place(rank: str) -> int:
    return ORDER.index(rank)
