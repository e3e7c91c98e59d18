"""What a play does: sections 4 and 5."""

from __future__ import annotations

from collections.abc import Sequence

from paskasim.reference.table import Table, ranks_named, tops_named
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, FACES, JOKER, ORDER

NONE, AGAIN, SKIP, REVERSE, BURN_FOUR = "none", "again", "skip", "reverse", "burn_four"
BURNS = ("burn_ten", "burn_ace", BURN_FOUR, "burn_joker", "burn_rule")
NEXT_TAKES = ("next_takes_pass", "next_takes_again", "next_takes_lead")


def lay(table: Table, rank: str, count: int, phase: str, cards: Sequence[str] = ()) -> str:
    """Let cards that left a zone join the pile, carry the effect on the pile out, and return its name.

    Parameters
    ----------
    cards
        What lies face down under a claim of that rank and count; none: the cards lie open.
    """
    effect = put_down(table, rank, count, phase, cards)
    if effect in BURNS:
        table.burn_pile()
    elif effect in NEXT_TAKES:
        table.take_pile(table.after(table.to_play))
    elif effect == REVERSE:
        table.direction = -table.direction
    return effect


def put_down(table: Table, rank: str, count: int, phase: str, cards: Sequence[str] = ()) -> str:
    """Let cards join the pile and settle top and run, as in `lay`; return the effect, which is not carried out."""
    top = table.top
    if cards:
        table.pile += cards
    else:
        table.lay_open([rank] * count)
    if table.knowing is not None:
        table.knowing.named(rank, count)
    added = _join(table, rank, count)
    return _effect(table, rank, top, phase, added)


def _join(table: Table, rank: str, count: int) -> bool:
    """Settle top and run for cards that joined the pile, and return whether they count in the run."""
    unseen = _is_unseen(table.rules, rank, table.top)
    in_run = table.rules.invisible.in_run
    if rank == JOKER or (unseen and in_run == "ignored"):
        return False
    if not unseen:
        table.top = rank
    if table.run_rank == rank or (unseen and in_run == "counts"):
        table.run += count
    else:
        table.run, table.run_rank = count, rank
    return True


def _effect(table: Table, rank: str, top: str, phase: str, added: bool) -> str:
    rules = table.rules
    if rules.fours.burn and added and table.run >= rules.fours.size and not _spared(rules, table.run_rank):
        return BURN_FOUR  # 2 comes before 1 here: they never meet, and no entry of `effects` replaces 2
    effect = _by_rank(rules, rank, top)
    for entry in rules.effects:
        if entry.at in (None, phase) and rank in ranks_named(entry.play) and top in tops_named(entry.on):
            effect = "burn_rule" if entry.do == "burn" else entry.do
    if effect == REVERSE and len(table.active) == 2:
        return NONE
    return effect


def _by_rank(rules: RuleSet, rank: str, top: str) -> str:
    if rank == JOKER:  # 1
        return "burn_joker"
    if _is_unseen(rules, rank, top):  # 5: no effect of rules 3 to 5
        return NONE
    if rank == "10":  # 3
        lower = top == "2" or (top in ORDER and ORDER.index(top) < ORDER.index("10"))
        effect = _of_special(rules.tens.on_empty, rules.tens.burn, "burn_ten", top, lower)
        if effect != NONE:
            return effect
    if rank == "A":  # 4
        effect = _of_special(rules.aces.on_empty, rules.aces.burn, "burn_ace", top, top in FACES)
        if effect != NONE:
            return effect
    if rank == rules.skip.rank:  # 5
        return SKIP
    if rank == rules.reverse.rank:
        return REVERSE
    return AGAIN if rank in ranks_named(rules.again.ranks) else NONE


def _of_special(on_empty: str, burn: str, burnt: str, top: str, condition: bool) -> str:
    """Return what a ten or an ace does by its switches `on_empty` and `burn`.

    `condition` tells whether `on_lower` or `on_faces` holds.
    """
    if top == EMPTY:
        if on_empty == "burns":
            return burnt
        # `no` stands here only for a card that opens all the same: by an exception, `open_any` or `lowest_all`.
        return NONE if on_empty in ("stays", "no") else on_empty
    return burnt if burn == "always" or (burn != "never" and condition) else NONE


def _is_unseen(rules: RuleSet, rank: str, top: str) -> bool:
    """Return whether a card is invisible: it is of that rank, and not on an empty top (5)."""
    return rank == rules.invisible.rank and top != EMPTY


def _spared(rules: RuleSet, rank: str) -> bool:
    return rank in ranks_named(rules.fours.except_)
