"""The features of `linear` in plain Python, from what a player sees at the readable engine, one action at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels import layout as at
from paskasim.reference import Action, View
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES, EMPTY, JOKER, ORDER, RANKS
from paskasim.rules.tables import rule_tables

SPECIALS = ("10", "A", "2", JOKER)
FACES = ("J", "Q", "K")
NAMES = {"A": "ace", "10": "ten", "2": "two", JOKER: "joker"}
OUT = 10**15
TOPS = {**CODES, EMPTY: at.EMPTY}


class Twin:
    """Scores actions at one table."""

    def __init__(self, rules: RuleSet, players: int, weights: Mapping[str, int]) -> None:
        self.rules = rules
        self.words: NDArray[np.int64] = rule_tables(rules, players)
        self.deck = {rank: int(self.words[at.DECK_CARDS + code]) for code, rank in enumerate(RANKS)}
        self.weights = weights
        self._view: View | None = None
        self._unseen: Counter[str] = Counter()

    def legal(self, view: View, rank: str, top: str) -> bool:
        phase = 0 if view.phase == "stock" else 1
        return bool(int(self.words[at.LEGAL + phase * 16 + TOPS[top]]) >> (4 * CODES[rank]) & 1)

    def effect(self, view: View, rank: str) -> int:
        phase = 0 if view.phase == "stock" else 1
        return int(self.words[at.EFFECT + (phase * 16 + TOPS[view.top]) * 16 + CODES[rank]])

    def pile(self, view: View) -> Sequence[str]:
        """Return the pile, or what it was called."""
        return view.claimed if self.rules.bluff.on else view.pile

    def pile_size(self, view: View) -> int:
        return view.pile_size if self.rules.bluff.on else len(view.pile)

    def unseen(self, view: View) -> Counter[str]:
        if self._view is not view:
            self._view, self._unseen = view, self._counted(view)
        return self._unseen

    def _counted(self, view: View) -> Counter[str]:
        cards = Counter(self.deck)
        seen = [*view.pile, *view.gone, *view.hand]
        for seat in range(view.players):
            seen += view.up[seat]
            if seat != view.seat:
                seen += view.known[seat]
        cards.subtract(seen)
        assert min(cards.values()) >= 0
        return cards

    def others(self, view: View) -> list[int]:
        """Return the seats still in the game, in the order in which they come after this one."""
        seats = [(view.seat + view.direction * step) % view.players for step in range(1, view.players)]
        return [seat for seat in seats if self.cards(view, seat) > 0]

    @staticmethod
    def cards(view: View, seat: int) -> int:
        return view.hand_sizes[seat] + len(view.up[seat]) + view.down_sizes[seat]

    def share(self, view: View, ranks: Sequence[str]) -> int:
        """Return 64 times the share of the unseen cards that are of these ranks."""
        unseen = self.unseen(view)
        total = max(sum(unseen.values()), 1)
        return sum(unseen[rank] for rank in ranks) * (2**24 // total) // 2**18

    def no_answer(self, view: View, top: str) -> int:
        seat = self.others(view)[0]
        answers = [rank for rank in RANKS if self.legal(view, rank, top)]
        if view.hand_sizes[seat]:
            if set(view.known[seat]) & set(answers):
                return 0
            unknown = view.hand_sizes[seat] - len(view.known[seat])
        elif view.up[seat]:
            return 0 if set(view.up[seat]) & set(answers) else 64
        else:
            unknown = 1
        unseen = self.unseen(view)
        total = max(sum(unseen.values()), 1)
        miss = 4096 - (sum(unseen[rank] for rank in answers) * (2**24 // total) // 2**12)
        chance = 4096
        for bit in range(8):  # by squares, each rounded down
            if unknown >> bit & 1:
                chance = chance * miss // 4096
            miss = miss * miss // 4096
        return chance // 64

    def run_after(self, view: View, rank: str, count: int) -> tuple[int, str] | None:
        """Return the run with the play added, or None for a play that is none of it."""
        if rank == JOKER:
            return None
        if rank == self.rules.invisible.rank and view.top != EMPTY:
            if self.rules.invisible.in_run == "ignored":
                return None
            if self.rules.invisible.in_run == "counts":
                return view.run + count, view.run_rank
        return (view.run + count if view.run_rank == rank else count), rank

    def features(self, view: View, action: Action) -> dict[str, int]:
        """Return the features of an action, those with two weights without the phase in their name."""
        if action.kind == "take":
            return self._take(view)
        if action.kind == "try":
            return self._try(view)
        return self._play(view, action.rank, action.count)

    def _take(self, view: View) -> dict[str, int]:
        return {
            "take": 64,
            "take_pile": 4 * self.pile_size(view),
            "take_special": 64 * sum(card in SPECIALS for card in self.pile(view)),
            "take_face": 64 * sum(card in FACES for card in self.pile(view)),
            "take_early": 2 * min(view.stock, 32),
            "take_open": 64 * len(set(self.pile(view)) & set(view.cards)),
            "take_threat": 64 // min(self.cards(view, seat) for seat in self.others(view)),
        }

    def _try(self, view: View) -> dict[str, int]:
        fits = self.share(view, [rank for rank in RANKS if self.legal(view, rank, view.top)])
        return {"try": 64, "try_fits": fits, "try_pile": (64 - fits) * self.pile_size(view) // 16}

    def _play(self, view: View, rank: str, count: int) -> dict[str, int]:
        others = self.others(view)
        own = self.cards(view, view.seat)
        fewest = min(self.cards(view, seat) for seat in others)
        zone = list(view.cards)
        behind = zone.count(rank) - count
        for _ in range(count):
            zone.remove(rank)
        left = set(zone)
        if not zone and own == count and view.stock == 0:
            return {"out": OUT}
        found: dict[str, int] = {"left": 64 * behind}
        if rank in SPECIALS:
            found |= {
                NAMES[rank]: 64 * count,
                "special_early": count * 2 * min(view.stock, 32),
                "special_threat": count * (64 // fewest),
                "special_few": count * (64 // own),
            }
        else:
            place = ORDER.index(rank)
            found |= {"place": 6 * place, "bend": place * place // 2, "more": 64 * (count - 1)}
            found["face"] = 64 * (rank in FACES)
        if view.hand_sizes[view.seat] > int(self.words[at.REFILL]):
            found["surplus"] = 64 * count
        run = self.run_after(view, rank, count)
        fours = self.rules.fours
        may_burn = run is not None and fours.burn and int(self.words[at.RUN_BURNS]) >> 4 * CODES[run[1]] & 1 != 0
        burnt_run = bool(may_burn and run is not None and run[0] >= fours.size)
        effect = at.BURN_FOUR if burnt_run else self.effect(view, rank)
        pile = self.pile_size(view) + count
        specials = sum(card in SPECIALS for card in self.pile(view)) + count * (rank in SPECIALS)
        opens = any(self.legal(view, each, EMPTY) for each in left)
        if at.BURN_TEN <= effect <= at.BURN_RULE:
            found |= {"burn": 64, "burn_pile": 4 * pile, "burn_special": 64 * specials}
            found |= {"burn_run": 64 * (effect == at.BURN_FOUR), "burn_shut": 64 * (not opens)}
        elif at.NEXT_TAKES_PASS <= effect <= at.NEXT_TAKES_LEAD:
            found["force"] = 64
        else:
            found["again"] = 64 * (effect == at.AGAIN)
            found["skip"] = 64 * (effect in (at.SKIP, at.REVERSE))
            stays = rank == JOKER or (rank == self.rules.invisible.rank and view.top != EMPTY)
            top = view.top if stays else rank
            block = self.no_answer(view, top)
            found |= {
                "block": block,
                "block_pile": block * pile // 16,
                "block_special": block * specials,
                "block_threat": block * (64 // self.cards(view, others[0])) // 64,
            }
            if may_burn and run is not None:
                lacks = fours.size - run[0]
                found["own_run"] = 64 * (lacks <= behind)
                found["one_short"] = self.share(view, [run[1]]) if lacks == 1 else 0
            found["follow"] = 64 * any(self.legal(view, each, top) for each in left)
        tops = [top for top in RANKS if any(self.legal(view, each, top) for each in left) and self.unseen(view)[top]]
        found["cover"] = self.share(view, tops)
        found["opens"] = 64 * opens
        found["bare"] = 64 * (not left & set(SPECIALS))
        if view.hand_sizes[view.seat] == count and own > count and view.stock == 0:
            found["last_hand"] = 64
        return found

    def score(self, view: View, action: Action) -> int:
        """Return the sum of weight times feature."""
        total = 0
        for name, value in self.features(view, action).items():
            if name == "out":
                return value
            phased = f"{name}_{view.phase}"
            total += value * self.weights[phased if phased in self.weights else name]
        return total

    def best(self, view: View) -> Action:
        """Return the action with the highest score, the first of equal ones in the order of `view.legal`."""
        return max(view.legal, key=lambda action: self.score(view, action))

    def _row(self, kind: str, rank: str) -> int:
        if rank in SPECIALS:
            return 64 * self.weights[f"{kind}_{NAMES[rank]}"]
        return (
            6 * ORDER.index(rank) * self.weights[f"{kind}_place"] + 64 * (rank in FACES) * self.weights[f"{kind}_face"]
        )

    def row_card(self, view: View) -> str:
        """Return the up card to take along."""
        row = view.up[view.seat]

        def score(rank: str) -> int:
            return self._row("bring", rank) + 64 * (row.count(rank) > 1) * self.weights["bring_pair"]

        return max(sorted(set(row), key=RANKS.index), key=score)

    def swap(self, view: View) -> tuple[str, ...]:
        """Return the cards of the up row, the first one laid first."""
        cards = [*view.hand, *view.up[view.seat]]
        row: list[str] = []

        def score(rank: str) -> int:
            return self._row("swap", rank) + 64 * (rank in row) * self.weights["swap_pair"]

        for _ in view.up[view.seat]:
            row.append(max(sorted(set(cards), key=RANKS.index), key=score))
            cards.remove(row[-1])
        return tuple(row)
