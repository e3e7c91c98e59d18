"""Miniatures by name, and tables laid by hand."""

from __future__ import annotations

from collections.abc import Sequence

from paskasim.laws.miniature.catalogue import Miniature, miniatures
from paskasim.reference.table import Table
from paskasim.rules import RuleSet


def miniature(kind: str, name: str) -> Miniature:
    """Return the miniature whose rules have this name."""
    return next(found for found in miniatures(kind) if found.rules.name == name)


def laid(rules: RuleSet, hands: Sequence[str], pile: str = "", stock: str = "", to_play: int = 0) -> Table:
    """Return a table with these cards; the pile's last card is the top."""
    held = [hand.split() for hand in hands]
    table = Table(rules, len(held), stock.split(), held, [[] for _ in held], [[] for _ in held])
    table.pile, table.to_play = pile.split(), to_play
    if table.pile:
        table.top = table.run_rank = table.pile[-1]
        table.run = 1
    return table
