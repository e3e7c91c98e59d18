"""Miniatures by name and drawn ones, and tables laid by hand."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.laws.miniature.catalogue import Miniature, miniatures
from paskasim.reference.table import Table
from paskasim.rules import RuleSet
from paskasim.rules.ranks import RANKS

SPEC = importlib.util.spec_from_file_location("rule_sets", Path(__file__).parents[1] / "reference" / "rule_sets.py")
assert SPEC is not None
assert SPEC.loader is not None
rule_sets = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(rule_sets)


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


def drawn_miniature(dice: random.Random) -> Miniature:
    """Draw a small deck and deal, and the other switches from their whole space."""
    pick = rule_sets.DicePicker(dice)
    while True:
        players = pick.one((2, 2, 2, 3))
        ranks = [rank for rank in RANKS[:-1] if dice.random() < 0.35]
        switches: dict[str, Any] = {
            "deck.ranks": " ".join(ranks),
            "deck.copies": {rank: pick.one((1, 1, 2, 2, 3)) for rank in ranks},
            "deck.jokers": pick.one((0, 0, 0, 1)),
            "deck.drop": pick.one((0, 0, 0, 1)),
            "deal.hand": pick.number(1, 3),
            "deal.down": pick.one((0, 0, 1, 2)),
            "deal.up": pick.one((0, 0, 1)),
            "limits.turns": 100,
        } | pick.one(({}, {}, {"deal.all": True}, {"deal.turned": 1}))
        cards = sum(switches["deck.copies"].values()) + switches["deck.jokers"]
        if not ranks or not 5 <= cards <= 9:
            continue
        switches |= rule_sets._start(pick, switches)
        switches |= {key: pick.one(values) for key, values in rule_sets.PLAIN.items() if pick.number(0, 2) == 2}
        switches |= rule_sets._about_ranks(pick, rule_sets._ranks_in(switches))
        try:
            rules = RuleSet.from_dict({"name": f"drawn {dice.getrandbits(32)}", **switches})
            rules.deal_for(players)
        except PaskasimError:
            continue
        return Miniature(rules, players)


def told(small: Miniature) -> str:
    """Return all that is needed to see a drawn miniature again."""
    return f"{small.players} players: { {key: mine for key, (mine, _) in small.rules.changed_from(RuleSet()).items()} }"
