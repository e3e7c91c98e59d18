"""Records to judge, as files hold them: written by the readable engine, and gone through JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from paskasim.reference import BOTS, play_game
from paskasim.reference.search import Found, search
from paskasim.reference.table import Table
from paskasim.rules import RuleSet

Record = dict[str, Any]

# One game of each ending, and of what turns may hold: preset, other switches, players, strategy, seed, game.
SPECS: dict[str, tuple[str, dict[str, Any], int, str, int, int]] = {
    "finished": ("paskahousu", {}, 3, "lowest", 5, 1),
    "rows": ("paskahousu-rows-jokers", {"limits.turns": 300}, 3, "lowest", 5, 3),
    "row cards": ("shithead", {"limits.turns": 300}, 2, "random", 5, 10),
    "tries and a turned card": ("paskahousu-try", {"deal.turned": 1, "deck.jokers": 2, "deck.drop": 3}, 4, "any", 5, 2),
    "opening": ("paskahousu-lowest-starts", {"limits.turns": 300}, 3, "lowest", 5, 0),
    "effects": ("paskahousu", {"skip.rank": "5", "reverse.rank": "8", "again.ranks": "6", "limits.turns": 300}, 4,
                "any", 5, 0),
    "stuck_cards": ("ruotsalainen", {"deck.ranks": "3-8 J", "turn.take": "stuck"}, 2, "random", 1, 4),
    "all_pass": ("paskahousu", {"deck.ranks": "3-6 J-K", "deal.hand": 2, "turn.take": "stuck"}, 2, "lowest", 1, 0),
    "closed": ("paskahousu", {"deck.ranks": "3-6 J-K", "deal.hand": 2, "turn.take": "stuck"}, 3, "lowest", 1, 0),
    "forced_loop": ("paskahousu", {"faces.min_top": "8", "aces.on": "lower", "tens.burn": "always",
                                   "tens.followed_by": "order", "skip.rank": "5"}, 3, "lowest", 1, 1),
    "state_repeats": ("paskahousu", {"deck.ranks": "3-5 K", "deal.all": True, "turn.stuck": "open_any"}, 3, "lowest",
                      1, 4),
    "escape": ("paskahousu-rows", {"deck.ranks": "3-9 K", "deal.hand": 2, "deal.down": 1, "deal.up": 1,
                                   "limits.turns": 100}, 3, "random", 1, 5),
    "open": ("paskahousu-rows", {"deck.ranks": "3-9 K", "deal.hand": 2, "deal.down": 1, "deal.up": 1,
                                 "limits.turns": 100}, 2, "random", 1, 0),
}  # fmt: skip


def quick_search(table: Table, most_states: int) -> Found:
    """Search as the schedule wants it, but for a bound that these tests can wait for."""
    return search(table, min(most_states, 300))


def played(rules: RuleSet, players: int, names: Sequence[str], seed: int, game: int) -> Record:
    """Return a record as JSON brings it back."""
    choosers = [BOTS[name] for name in names]
    record = play_game(rules, players, choosers, seed, game, search=quick_search)
    return json.loads(json.dumps(record))  # type: ignore[no-any-return]


@cache
def _text_of(name: str) -> str:
    preset, switches, players, bot, seed, game = SPECS[name]
    rules = RuleSet.load(preset).with_switches(switches)
    return json.dumps(played(rules, players, [bot] * players, seed, game))


def sample(name: str) -> Record:
    """Return a fresh copy of one of the games above."""
    return json.loads(_text_of(name))  # type: ignore[no-any-return]
