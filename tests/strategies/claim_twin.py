"""What `linear` claims and doubts, in plain Python, from what a player sees at the readable engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb

from linear_twin import FACES, NAMES, OUT, SPECIALS, Twin

from paskasim.kernels import layout as at
from paskasim.reference import Action, View
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES, EMPTY, JOKER, ORDER, RANKS


def is_true(view: View, action: Action) -> bool:
    return action.kind == "take" or view.hand.count(action.rank) >= action.count


class ClaimTwin(Twin):
    """Scores claims and doubts at one table, and counts which features were not zero."""

    def __init__(self, rules: RuleSet, players: int, weights: Mapping[str, int], seen: Counter[str]) -> None:
        super().__init__(rules, players, weights)
        self.seen = seen

    def weighed(self, view: View, features: Counter[str]) -> int:
        total = 0
        self.seen.update(name for name, value in features.items() if value)
        for name, value in features.items():
            phased = f"{name}_{view.phase}"
            total += value * self.weights[phased if phased in self.weights else name]
        return total

    def single(self, view: View, rank: str) -> Counter[str]:
        """Return the features of laying one card for what it is."""
        if rank not in SPECIALS:
            place = ORDER.index(rank)
            return Counter(place=6 * place, bend=place * place // 2, face=64 * (rank in FACES))
        fewest = min(self.cards(view, seat) for seat in self.others(view))
        own = self.cards(view, view.seat)
        shared = {"special_early": 2 * min(view.stock, 32), "special_threat": 64 // fewest, "special_few": 64 // own}
        return Counter({NAMES[rank]: 64, **shared})

    def gladly_laid(self, view: View) -> list[str]:
        return sorted(view.hand, key=lambda card: (-self.weighed(view, self.single(view, card)), CODES[card]))

    def lies(self, view: View) -> Iterator[tuple[Action, Counter[str]]]:
        """Go through the lies that it thinks of, with their features."""
        order = self.gladly_laid(view)
        tops = [self.tops(view, order[:number]) for number in range(4)]
        for action in view.legal:
            laid = order[: action.count]
            if action.kind == "play" and action.count <= min(3, len(order)) and set(laid) != {action.rank}:
                yield replace(action, cards=tuple(laid)), self.lie(view, action.rank, laid, tops[action.count])

    def tops(self, view: View, laid: list[str]) -> list[str]:
        """Return the ranks that what is left could go on, if that many cards are there."""
        left = set((Counter(view.hand) - Counter(laid)).elements())
        return [top for top in RANKS if self.unseen(view)[top] and any(self.legal(view, each, top) for each in left)]

    def lie(self, view: View, rank: str, laid: list[str], tops: list[str]) -> Counter[str]:
        number = len(laid)
        others = self.others(view)
        own = self.cards(view, view.seat)
        found = self.single(view, laid[0])
        for card in laid[1:]:
            found.update(self.single(view, card) if card in SPECIALS else {"more": 64})
        left = set((Counter(view.hand) - Counter(laid)).elements())
        opens = any(self.legal(view, each, EMPTY) for each in left)
        found.update(cover=self.share(view, tops), opens=64 * opens, bare=64 * (not left & set(SPECIALS)))
        found["surplus"] = 64 * number * (len(view.hand) > int(self.words[at.REFILL]))
        pile = view.pile_size + number
        specials = sum(card in SPECIALS for card in view.claimed) + number * (rank in SPECIALS)
        effect, top = self.outcome(view, rank, number)
        if at.BURN_TEN <= effect <= at.BURN_RULE:
            found.update(burn=64, burn_pile=4 * pile, burn_special=64 * specials, lie_burn=64)
            found.update(burn_run=64 * (effect == at.BURN_FOUR), burn_shut=64 * (not opens))
        elif at.NEXT_TAKES_PASS <= effect <= at.NEXT_TAKES_LEAD:
            found["force"] = 64
        else:
            block = self.no_answer(view, top)
            found.update(again=64 * (effect == at.AGAIN), skip=64 * (effect in (at.SKIP, at.REVERSE)))
            found.update(block=block, block_pile=block * pile // 16, block_special=block * specials)
            found["block_threat"] = block * (64 // self.cards(view, others[0])) // 64
            found["follow"] = 64 * any(self.legal(view, each, top) for each in left)
        seen = self.seeing(view, rank, number)
        shown = view.known[view.seat]
        ranks = {action.rank for action in view.legal if action.kind == "play"}
        found.update(
            lie=64,
            lie_stuck=64 * (not any(is_true(view, each) for each in view.legal if each.kind == "play")),
            lie_open=64 * (view.pile_size == 0),
            lie_more=64 * (number - 1),
            lie_pile=4 * pile,
            lie_seen=seen,
            lie_seen_pile=seen * pile // 16,
            lie_free=64 * [*view.hand, *view.pile, *view.gone].count(rank),
            lie_said=64 * view.claimed.count(rank),
            lie_known=64 * min(number, shown.count(rank)),
            lie_shown=64 * len(shown) // len(view.hand),
            lie_special=64 * (rank in SPECIALS),
            lie_narrow=64 // len(ranks),
            lie_hand=4 * len(view.hand),
            lie_few=64 // max(1, own - number),
            lie_last=64 * (own == number and view.stock == 0),
            lie_threat=64 // min(self.cards(view, seat) for seat in others),
            lie_two=64 * (len(others) == 1),
        )
        return found

    def outcome(self, view: View, rank: str, count: int) -> tuple[int, str]:
        """Return the effect of a claim, and the new top if the pile stays."""
        run = self.run_after(view, rank, count)
        fours = self.rules.fours
        burns = run is not None and fours.burn and int(self.words[at.RUN_BURNS]) >> 4 * CODES[run[1]] & 1
        burnt = bool(burns and run is not None and run[0] >= fours.size)
        stays = rank == JOKER or (rank == self.rules.invisible.rank and view.top != EMPTY)
        return at.BURN_FOUR if burnt else self.effect(view, rank), view.top if stays else rank

    def seeing(self, view: View, rank: str, number: int) -> int:
        """Return 64 times the chance, or a bound for it, that another holds so many of the rank that it can't be."""
        shown = view.known[view.seat]
        if number - shown.count(rank) > len(view.hand) - len(shown):
            return 64
        unseen = self.unseen(view)
        needed = unseen[rank] + [*view.hand, *view.pile, *view.gone].count(rank) - number + 1
        if needed <= 0:
            return 64
        if needed > min(3, unseen[rank]):
            return 0
        part = 2**24 // max(sum(unseen.values()), 1)
        total = 0
        for seat in range(view.players):
            if seat != view.seat:
                chance = min(max(0, view.hand_sizes[seat] - len(view.known[seat])) * part // 2**12, 4096)
                power = chance
                for _ in range(needed - 1):
                    power = power * chance // 4096
                total += power
        return min(comb(unseen[rank], needed) * total // 64, 64)

    def claim(self, view: View) -> Action:
        """Return the claim, with the cards that are laid."""
        true = [each for each in view.legal if is_true(view, each)]
        best: Action | None = None
        most = -OUT
        for each in true:
            score = self.score(view, each)
            if score > most:
                best, most = each, score
        if best is not None and best.kind == "play":
            best = replace(best, cards=(best.rank,) * best.count)
        if most == OUT:
            assert best is not None
            return best
        for lie, features in self.lies(view):
            score = self.weighed(view, features)
            if score > most:
                best, most = lie, score
        assert best is not None, "no rule set of these tests wants more cards of a claim than a lie has"
        return best

    def doubt(self, view: View) -> Counter[str]:
        """Return the features of a doubt, but for the chance of a lie."""
        assert view.claim is not None
        rank, count, claimant = view.claim.rank, view.claim.count, view.to_play
        left = self.cards(view, claimant) - count
        order = [(claimant + view.direction * step) % view.players for step in range(1, view.players)]
        order = [seat for seat in order if self.cards(view, seat) > 0]
        own = self.cards(view, view.seat)
        stake = view.pile_size + count
        special = rank in SPECIALS
        over = max(0, view.claimed.count(rank) - view.pile.count(rank)) + count - self.fits(view)
        effect, top = self.outcome(view, rank, count)
        burns = at.BURN_TEN <= effect <= at.BURN_RULE
        forced = at.NEXT_TAKES_PASS <= effect <= at.NEXT_TAKES_LEAD
        follows = order[0] == view.seat and not burns
        zone = view.hand or view.up[view.seat]
        answers = any(self.legal(view, each, top) for each in zone)
        later = 0 if self.rules.bluff.who == "next" else len(order) - 1 - order.index(view.seat)
        return Counter(
            doubt=64,
            doubt_sure=64 * (self.fits(view) < count),
            doubt_pile=4 * stake,
            doubt_open=64 * (view.pile_size == 0),
            doubt_pile_special=64 * (sum(card in SPECIALS for card in view.claimed) + count * special),
            doubt_over=64 * max(0, over),
            doubt_more=64 * (count - 1),
            doubt_special=64 * special,
            doubt_burn=64 * burns,
            doubt_forced=64 * (follows and forced),
            doubt_next=64 * (follows and not forced),
            doubt_stuck=64 * (follows and not forced and not answers),
            doubt_later=64 * later,
            doubt_last=64 * (left == 0 and view.stock == 0),
            doubt_near=64 // max(1, left),
            doubt_own=4 * own,
            doubt_few=64 // max(1, own),
            doubt_two=64 * (len(order) == 1),
        )

    def fits(self, view: View) -> int:
        """Return how many cards of the claimed rank the claimant may have."""
        assert view.claim is not None
        rank = view.claim.rank
        return self._elsewhere(view)[rank]

    def _elsewhere(self, view: View) -> Counter[str]:
        """Return the deck without all that the claimant surely does not hold."""
        cards = Counter(self.deck)
        cards.subtract([*view.pile, *view.gone, *view.hand])
        for seat in range(view.players):
            cards.subtract(view.up[seat])
            if seat not in (view.seat, view.to_play):
                cards.subtract(view.known[seat])
        return cards

    def chance_of_lie(self, view: View) -> Fraction:
        """Return it as `bayes` has it, with lies of 100 and 600 in 1000."""
        assert view.claim is not None
        known = Counter(view.known[view.to_play])
        unseen = self._elsewhere(view)
        unseen.subtract(known)
        legal = [rank for rank in RANKS if self.deck[rank] and self.legal(view, rank, view.top)]
        total = sum(unseen.values())
        fitting = sum(unseen[rank] for rank in legal)
        drawn = min(max(0, view.hand_sizes[view.to_play] - sum(known.values())), total)

        def fewer(good: int, wanted: int) -> Fraction:
            ways = sum(comb(good, k) * comb(total - good, drawn - k) for k in range(min(max(wanted, 0), drawn + 1)))
            return Fraction(ways, comb(total, drawn))

        rank = view.claim.rank
        can = 1 - fewer(unseen[rank], view.claim.count - known[rank])
        if can == 0:
            return Fraction(1)
        nothing = Fraction(0) if any(known[each] for each in legal) else fewer(fitting, 1)
        lies = (nothing * 600 + (1 - nothing) * 100) / (1000 * max(1, len(legal)))
        held = max(total, drawn * fitting)
        truths = can * total / held if held else can
        return lies / (lies + truths)

    def doubts(self, view: View) -> set[bool]:
        """Return whether it doubts; both where that depends on how a chance is rounded."""
        assert view.claim is not None
        last = self.cards(view, view.to_play) == view.claim.count and view.stock == 0
        if last and sum(self.cards(view, seat) > 0 for seat in range(view.players)) == 2:
            return {True}
        chance = Fraction(1) if self.fits(view) < view.claim.count else self.chance_of_lie(view)
        tiny = Fraction(1, 10**6)
        answers = set()
        for near in (chance - tiny, chance + tiny):
            share = int(min(max(near, Fraction(0)), Fraction(1)) * 64) if chance < 1 else 64
            features = self.doubt(view)
            stake = view.pile_size + view.claim.count
            features["doubt_chance"] = share
            score = 16 * self.weighed(view, features) + self.weights["doubt_chance_pile"] * stake * share
            answers.add(score > 0)
        return answers
