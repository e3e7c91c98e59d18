"""Why a card may not go on a top: which rule of section 3 decides, and by which switches."""

from __future__ import annotations

from paskasim.reference.table import REST, ranks_named, tops_named
from paskasim.rules import RuleSet
from paskasim.rules.messages import written
from paskasim.rules.ranks import EMPTY, FACES, JOKER, ORDER
from paskasim.rules.ruleset import BY_KEY

NAMES = {"J": "a jack", "Q": "a queen", "K": "a king", "A": "an ace", "8": "an 8", JOKER: "a joker"}


def why_not_on(rules: RuleSet, rank: str, top: str, phase: str) -> str:
    """Return in a sentence why a card that may not go on a top may not."""
    place = "open a pile" if top == EMPTY else f"go on {_named(top)}"
    number, keys = deciding(rules, rank, top, phase)
    source = f"rule {number} of section 3" if number else "an entry of exceptions"
    flat = rules.flat()
    told = [f"{key} = {written(flat[key])}" for key in keys if key in BY_KEY]
    return f"{_named(rank)} may not {place}: {', '.join([source, *told])}"


def deciding(rules: RuleSet, rank: str, top: str, phase: str) -> tuple[int, tuple[str, ...]]:
    """Return the number of the rule in section 3 that decides, and the switches that it reads; 0 for an exception."""
    for entry in rules.exceptions:
        if entry.at in (None, phase) and rank in ranks_named(entry.play) and top in tops_named(entry.on):
            return 0, ()
    return _rule(rules, rank, top, phase)


def _rule(rules: RuleSet, rank: str, top: str, phase: str) -> tuple[int, tuple[str, ...]]:
    on_ceiling = bool(rules.ceiling.rank) and top == rules.ceiling.rank
    ceiling = ("ceiling.rank", "ceiling.specials")
    if rank == JOKER:
        return 1, ceiling if on_ceiling else ()
    if rank == rules.invisible.rank and top != EMPTY:
        return 2, ("invisible.rank",)
    if rank == "2":
        return 3, ceiling if on_ceiling else ("twos.on",)
    if top == "2":
        return 4, ("twos.followed_by",)
    if on_ceiling:
        return 5, ("ceiling.rank", "ceiling.strict", *(["ceiling.specials", "tens.on"] if rank == "10" else []))
    if top == "10" and rank != "10" and rules.tens.followed_by == "tens":
        return 6, ("tens.followed_by",)
    if rank in ("10", "A"):
        number, group = (7, "tens") if rank == "10" else (8, "aces")
        return number, (f"{group}.on_empty" if top == EMPTY else f"{group}.on",)
    if rank in FACES:
        return 9, _of_faces(rules, rank, top, phase)
    return 10, ("beat",)


def _of_faces(rules: RuleSet, rank: str, top: str, phase: str) -> tuple[str, ...]:
    """Return the switches by which a face card is refused."""
    relaxed = ("faces.relaxed_at_rest",) if phase == REST else ()
    if top == EMPTY:
        return ("faces.on_empty", *relaxed)
    low = top in ORDER and ORDER.index(top) < ORDER.index(rules.faces.min_top)
    return ("faces.min_top", *relaxed) if low else ("beat",)


def _named(rank: str) -> str:
    return NAMES.get(rank, f"a {rank}")
