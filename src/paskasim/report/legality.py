"""The legality grid of a rule set: what may go on what, by phase, and what it does there.

Every answer is asked of the readable engine; no rule is written down here a second time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paskasim.analysis import words
from paskasim.analysis.findings import Column, Table
from paskasim.reference.effects import BURNS, NEXT_TAKES, lay
from paskasim.reference.legality import may_go
from paskasim.reference.table import REST, STOCK
from paskasim.reference.table import Table as Game
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, JOKER, RANKS, rank_list

PLAYERS = 3  # with two a turned direction has no effect
NO = "no"
YES = "yes"
WORDS = {
    **{"none": YES, "again": "again", "skip": "skips", "reverse": "turns"},
    **dict.fromkeys((*BURNS, "burn_rule"), "burns"),
    **dict.fromkeys(NEXT_TAKES, "next takes"),
}
"""What a play does, in a word for a cell."""
TOLD = {
    "burns": "burns the pile",
    "next takes": "the next player takes the pile",
    "again": "its player plays again",
    "skips": "skips the next player",
    "turns": "turns the direction",
}
PHASES = {STOCK: "while the stock lasts", REST: "once the stock is empty"}

Cells = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Legality:
    """What single cards of each rank (rows) do on each top (columns): `no`, `yes`, or a word for the effect.

    `grids` holds a heading and the cells for each phase, one grid where the phases do not differ; `other` are the grids
    of the rules that these are held against, None where there are none; `outlined` says what an outline means.
    """

    name: str
    title: str
    words: str
    ranks: tuple[str, ...]
    tops: tuple[str, ...]
    grids: tuple[tuple[str, Cells], ...]
    other: tuple[Cells, ...] | None
    outlined: str = "not so under the base rule set"


def legality(rules: RuleSet, label: str, base: RuleSet | None = None, *, against: str = "the base") -> Legality:
    """Return the legality grid of a rule set, held against that of `base`, which is called `against`."""
    ranks = tuple(rank for rank in RANKS if rank in _dealt(rules) or (base is not None and rank in _dealt(base)))
    tops = (EMPTY, *(rank for rank in ranks if rank != JOKER))
    by_phase = {phase: _cells(rules, ranks, tops, phase) for phase in PHASES}
    theirs = {phase: _cells(base, ranks, tops, phase) for phase in PHASES} if base else by_phase
    one = by_phase[STOCK] == by_phase[REST] and theirs[STOCK] == theirs[REST]
    shown = {STOCK: "at any time"} if one else PHASES
    away = sum(
        mine != other
        for phase in shown
        for row, held in zip(by_phase[phase], theirs[phase], strict=True)
        for mine, other in zip(row, held, strict=True)
    )
    differs = f"; {words.count(away, 'square')} unlike {against} (outlined)" if away else ""
    return Legality(
        "legality",
        f"What may go on what: {label}{differs}",
        _told(by_phase, shown, ranks, tops),
        ranks,
        tops,
        tuple((told, by_phase[phase]) for phase, told in shown.items()),
        tuple(theirs[phase] for phase in shown) if away else None,
        f"not so under {against}{' rule set' if against == 'the base' else ''}",
    )


def unlike(rules: RuleSet, label: str, base: RuleSet, *, against: str = "the base") -> Legality | None:
    """Return the legality grid of a rule set held against that of `base`, None where they are the same."""
    found = legality(rules, label, base, against=against)
    return found if found.other is not None or _dealt(rules) != _dealt(base) else None


def table(found: Legality, name: str, label: str) -> Table:
    """Return a grid as a table."""
    rows = [(rank, told, *row) for told, cells in found.grids for rank, row in zip(found.ranks, cells, strict=True)]
    tops = ("empty pile" if top == EMPTY else f"on {top}" for top in found.tops)
    columns = (Column("card"), Column("when"), *(Column(top) for top in tops))
    return Table(name, f"What may go on what under {label}, and what it does", columns, tuple(rows))


def _dealt(rules: RuleSet) -> set[str]:
    return {*rank_list(rules.deck.ranks), *([JOKER] if rules.deck.jokers else [])}


def _cells(rules: RuleSet, ranks: Sequence[str], tops: Sequence[str], phase: str) -> Cells:
    return tuple(tuple(_cell(rules, rank, top, phase) for top in tops) for rank in ranks)


def _cell(rules: RuleSet, rank: str, top: str, phase: str) -> str:
    if not may_go(rules, rank, top, phase):
        return NO
    pile = [] if top == EMPTY else [top]
    hands = [["3", "3"] for _ in range(PLAYERS)]
    game = Game(rules, PLAYERS, [], hands, [[]] * PLAYERS, [[]] * PLAYERS, pile, top, len(pile), top)
    return WORDS[lay(game, rank, 1, phase)]


def _told(by_phase: Mapping[str, Cells], shown: Mapping[str, str], ranks: Sequence[str], tops: Sequence[str]) -> str:
    parts = []
    for phase, told in shown.items():
        rows = []
        for rank, row in zip(ranks, by_phase[phase], strict=True):
            on = [
                f"{top}{'' if cell == YES else f' ({cell})'}" for top, cell in zip(tops, row, strict=True) if cell != NO
            ]
            rows.append(f"{rank} on {words.listed(on) if on else 'nothing'}")
        parts.append(f"{told[0].upper()}{told[1:]}: {'; '.join(rows)}.")
    return " ".join(parts)
