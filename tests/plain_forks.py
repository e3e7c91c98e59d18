"""Forked games by the readable engine: slow, and written apart from the compiled ones."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from paskasim.reference import BOTS, play_game
from paskasim.reference.asking import Asker
from paskasim.reference.game import _repeats_itself
from paskasim.reference.philox import Block, DecisionDice, Dice, block
from paskasim.reference.schedule import Schedule
from paskasim.reference.table import Table
from paskasim.reference.turns import PASS, TAKE, TRY, Action, carry_out, legal_actions, row_cards
from paskasim.reference.views import View
from paskasim.rules import RuleSet

FORK_DECK, FORK_SEAT = 3, 4
CODES = {"four": 0, "ten": 1, "ace": 2, "next_takes": 3, "take": 4, "stuck": 5, "rule": 6}
OCCURS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "four": lambda turn: turn["effect"] == "burn_four",
    "ten": lambda turn: turn["effect"] == "burn_ten",
    "ace": lambda turn: turn["effect"] == "burn_ace",
    "next_takes": lambda turn: turn["effect"].startswith("next_takes"),
    "take": lambda turn: turn["action"] == TAKE and len(turn["legal"]) > 1,
    "stuck": lambda turn: turn["action"] == TAKE and len(turn["legal"]) == 1,
    "rule": lambda turn: True,
}
Sums = dict[str, int]


class ForkAsker(Asker):
    """Asks with the dice of one continuation."""

    purpose = 0

    def _view(self, table: Table, seat: int, question: int, **more: Any) -> View:
        view = super()._view(table, seat, question, **more)
        if not self.purpose:
            return view

        def make() -> Block:
            return block(self._seed, self._game, self.purpose, seat, table.turns_played * 8 + question)

        return view._replace(dice=DecisionDice(make))


def stream(seed: int, game: int, purpose: int) -> Iterator[int]:
    number = 0
    while True:
        yield from block(seed, game, purpose, 0, number)
        number += 1


def plain_fork(
    rules: RuleSet, names: list[str], seed: int, game: int, event: str, continuations: int, other: RuleSet | None
) -> tuple[str, int, dict[str, Sums]]:
    """Return phase, turn and both branches' sums of one game forked at one event; phase is empty without one.

    `other` has the rules for the one turn, or for good.
    """
    players = len(names)
    choosers = [BOTS[name] for name in names]
    tables: list[Table] = []
    record = play_game(rules, players, choosers, seed, game, watch=lambda table: tables.append(copy.deepcopy(table)))
    there = [i for i, turn in enumerate(record["turns"]) if OCCURS[event](turn)]
    if not there:
        return "", 0, {}
    code = CODES[event] << 8
    where = there[Dice(stream(seed, game, code | FORK_DECK)).bounded(len(there))]
    asker = ForkAsker(choosers, seed, game)
    names_of = ("maker_loses", "next_loses", "maker_first", "next_first", "no_end", "turns_after", "turns")
    sums = {branch: dict.fromkeys(names_of, 0) for branch in ("with", "without")}
    for continuation in range(1, continuations + 1):
        for branch, own in sums.items():
            table = copy.deepcopy(tables[where])
            maker, follower, begun = table.to_play, table.after(table.to_play), table.turns_played
            asker.purpose = 0
            action, row_card = _first_action(asker, table, event, branch)
            purpose = (continuation << 12) | code
            shuffle_stock(table, seed, game, purpose | FORK_DECK, 1 if action is not None and action.kind == TRY else 0)
            if event == "take" and branch == "without":
                table.stock = _shuffled_whole(tables[where], seed, game, purpose | FORK_DECK)
            asker.purpose = purpose | FORK_SEAT
            if action is None:
                table.passes = 0
                if branch == "with":
                    _set_rules(table, other)
            else:
                if event in ("four", "ten", "ace", "next_takes") and branch == "without":
                    _set_rules(table, other)
                carry_out(table, action, row_card)
                _set_rules(table, rules)
                if event == "stuck" and branch == "without":
                    table.passes = 0
            play_on(table, asker, [_repeats_itself(choose) for choose in choosers])
            turns = table.turns_played - begun
            own["turns_after"] += turns
            if table.over:
                own["turns"] += turns
                own["maker_loses"] += table.places[maker] == players
                own["next_loses"] += table.places[follower] == players
            else:
                own["no_end"] += 1
            own["maker_first"] += table.places[maker] == 1
            own["next_first"] += table.places[follower] == 1
    return tables[where].phase, where + 1, sums


def _first_action(asker: Asker, table: Table, event: str, branch: str) -> tuple[Action | None, str]:
    if event == "rule":
        return None, ""
    legal = legal_actions(table)
    if branch == "without" and event == "stuck":
        return Action(PASS), ""
    if branch == "without" and event == "take":
        legal = [action for action in legal if action.kind != TAKE]
    action = asker.play(table, legal)
    return action, asker.row_card(table, row_cards(table, action))


def _set_rules(table: Table, rules: RuleSet | None) -> None:
    assert rules is not None
    table.rules = rules
    table.answers.clear()


def shuffle_stock(table: Table, seed: int, game: int, purpose: int, begin: int) -> None:
    dice = Dice(stream(seed, game, purpose))
    cards = table.stock
    for i in range(begin, len(cards) - 1):
        j = i + dice.bounded(len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]


def _shuffled_whole(table: Table, seed: int, game: int, purpose: int) -> list[str]:
    other = copy.deepcopy(table)
    shuffle_stock(other, seed, game, purpose, 0)
    return other.stock


def play_on(table: Table, asker: Asker, repeats: list[bool]) -> None:
    if table.over:
        return
    schedule = Schedule(repeats)
    while schedule._keep_at <= table.turns_played:
        schedule._keep_at *= 2
    ending = None
    while ending is None:
        legal = legal_actions(table)
        action = asker.play(table, legal)
        challenger = asker.challenge(table, action)
        cards = row_cards(table, action)
        carry_out(table, action, asker.row_card(table, cards), challenger)
        ending = schedule.ending(table, max(len(legal), len(cards)))
