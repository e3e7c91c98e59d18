"""`search` in games with bluff: the worlds it deals, its playouts, and what it claims and doubts."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from positions import Position, _call, cards
from rule_sets import Setting, drawn_bluff
from test_search_deals import counts

from paskasim.bridge import packed, table_words, unpacked
from paskasim.engine import play
from paskasim.kernels import layout as at
from paskasim.kernels.bluff import BLUFF_WORK_WORDS
from paskasim.kernels.claims import NOBODY, claim_options, is_legal_claim
from paskasim.kernels.compiled import entry
from paskasim.kernels.deal import begin, deal, sorted_deck
from paskasim.kernels.knowing import begin_knowing
from paskasim.kernels.payoff import LOSS
from paskasim.kernels.pointers import from_word, words_of
from paskasim.lineups import crew_of, parse_lineup
from paskasim.payoff import share_of_loss
from paskasim.reference import Action, View, play_game
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES, RANKS
from paskasim.rules.tables import rule_tables
from paskasim.strategies.bluff_race import WHOLE, lie_share
from paskasim.strategies.features import WEIGHTS
from paskasim.strategies.guessing import (
    play_out_bluff,
    quick_claim,
    quick_doubter,
    turn_openly,
    turn_with_claim,
)
from paskasim.strategies.playout import NO_ACTION, quick_action
from paskasim.strategies.prospect import BLUFF_COEFFICIENTS, prepare_prospects
from paskasim.strategies.unseen import lay_unseen
from paskasim.strategies.worlds import begin_guessing, deal_world, likely_lie
from paskasim.weights import weights_for

Words = NDArray[np.int64]
FINE, ILLEGAL, UNLIKELY_COST = range(3)


def claim_word(rank: str, count: int) -> int:
    word = CODES[rank] << 60 | count
    return word - (1 << 64) if word >> 63 else word


@entry
def imagine(table: Words, seat: int, hand: int, true: int, seed: int, hidden: Words) -> int:
    """Deal a world into `hidden`, its pile and burnt cards into `table`; what the player to move would lie with."""
    here = words_of(table)
    secret = words_of(hidden)
    chance = from_word(secret, at.HIDDEN_WORDS + at.KNOWING_WORDS)
    chance[0] = seed
    deal_world(here, secret, seat, hand, lay_unseen(here, secret, seat, hand), true, chance)
    return likely_lie(secret[at.HAND + here[at.SEAT]], 8, 2)


@entry
def share_of(table: Words, hand: int, seat: int, said: int) -> int:
    return lie_share(words_of(table), hand, seat, said, 100, 600)


def world(table: Words, seat: int, hand: int, true: int = 0, seed: int = 0) -> tuple[Words, Words]:
    """Return the whole table and the hidden words of one world."""
    whole, hidden = table.copy(), np.zeros(at.HIDDEN_WORDS + at.KNOWING_WORDS + 1, np.int64)
    imagine(whole, seat, hand, true, seed, hidden)
    return whole, hidden


def check_world(seen: Words, seat: int, hand: int, whole: Words, hidden: Words) -> None:
    """All cards are there, what is known lies where it is known to be, and every place is full."""
    total = counts(int(whole[at.PILE])) + counts(int(whole[at.GONE]))
    for place, size in ((at.PILE, at.PILE_SIZE), (at.GONE, at.GONE_SIZE)):
        assert counts(int(whole[place])).sum() == seen[size]
        assert (counts(int(whole[place])) >= counts(int(seen[place]))).all()
    used = int(seen[at.STOCK])
    for other in range(seen[at.PLAYERS]):
        held = counts(int(hidden[at.HAND + other]))
        assert held.sum() == (counts(hand).sum() if other == seat else seen[at.HAND_SIZE + other])
        assert (held >= counts(int(seen[at.KNOWN + other]))).all()
        total += held + counts(int(seen[at.UP + other]))
        row = int(hidden[at.DOWN + other])
        for _ in range(seen[at.DOWN_SIZE + other]):
            total[row & 15] += 1
            row >>= 4
    total += np.bincount(hidden[at.DECK : at.DECK + used], minlength=at.RANKS)
    out = seen[at.DECK_CARDS : at.DECK_CARDS + at.RANKS] - total
    assert (out >= 0).all()
    assert out.sum() == seen[at.DROP]


class Looker:
    """Claims and doubts anything, and at each decision looks at worlds that agree with what it sees."""

    name = "looker"
    deterministic = False
    memoryless = True

    def __init__(self, setting: Setting, dice: random.Random, seen: Counter[str]) -> None:
        self._rules = rule_tables(setting.rules, setting.players)
        self._dice = dice
        self._seen = seen

    def _look(self, view: View) -> None:
        table, hand = table_words(self._rules, view), packed(view.hand)
        whole, hidden = world(table, view.seat, hand, 0, self._dice.randrange(1 << 62))
        check_world(table, view.seat, hand, whole, hidden)
        self._seen["positions"] += 1
        self._seen["unknown pile"] += view.pile_size > len(list(view.pile))
        self._seen["unknown burnt"] += view.gone_size > len(list(view.gone))
        self._seen["known"] += any(view.known[seat] for seat in range(view.players) if seat != view.seat)
        self._seen["rows"] += any(view.down_sizes)
        if view.claim is not None and share_of(table, hand, view.seat, claim_word(*_said(view))) < WHOLE:
            true = packed([view.claim.rank] * view.claim.count)
            whole, hidden = world(table, view.seat, hand, true, self._dice.randrange(1 << 62))
            check_world(table, view.seat, hand, whole, hidden)
            held = unpacked(int(hidden[at.HAND + view.to_play]))
            assert held.count(view.claim.rank) >= view.claim.count
            self._seen["true claims"] += 1

    def __call__(self, view: View) -> Action:
        self._look(view)
        return self._dice.choice(view.legal)

    def claim(self, view: View) -> Action:
        self._look(view)
        action = self._dice.choice(view.legal)
        if action.kind != "play":
            return action
        held = list(view.hand)
        self._dice.shuffle(held)
        return Action("play", action.rank, action.count, tuple(held[: action.count]))

    def challenge(self, view: View) -> bool:
        self._look(view)
        return self._dice.random() < 0.1


def _said(view: View) -> tuple[str, int]:
    assert view.claim is not None
    return view.claim.rank, view.claim.count


def test_worlds_agree_with_all_that_is_known_under_any_rules() -> None:
    dice = random.Random(29)
    seen: Counter[str] = Counter()
    while seen["positions"] < 800:
        setting = drawn_bluff(dice)
        rules = setting.rules.with_switches({"limits.turns": 100})
        play_game(rules, setting.players, [Looker(setting, dice, seen)] * setting.players, 3, dice.randrange(1000))
    least = {"unknown pile": 250, "unknown burnt": 50, "known": 150, "rows": 40, "true claims": 150}
    assert all(seen[what] >= number for what, number in least.items()), seen


@entry
def watch_playout(rules: Words, players: int, weights: Words, seed: int, turns: int, work: Words) -> int:
    """Play a game as playouts do, looking at each claim; then see what `play_out_bluff` makes of it from the start."""
    table = words_of(work)
    hidden = from_word(table, at.TABLE_WORDS)
    tally = from_word(hidden, at.HIDDEN_WORDS + at.KNOWING_WORDS)
    chance = from_word(tally, at.TALLY_WORDS)
    worth = from_word(chance, 1)
    deck = from_word(worth, 32)
    learned = words_of(weights)
    for word in range(at.RULE_WORDS):
        table[word] = rules[word]
    prepare_prospects(table, worth)
    for again in range(2):
        deal(table, hidden, tally, deck, sorted_deck(table, deck), players, seed, 0)
        begin(table, hidden, tally)
        begin_knowing(table, hidden)
        chance[0] = seed
        if again:
            cost = play_out_bluff(
                table, hidden, tally, 0, NO_ACTION, NOBODY, 0, learned, worth, chance, turns, 1000
            )  # fmt: skip
            return FINE if 0 <= cost <= LOSS else UNLIKELY_COST
        for _ in range(turns):
            if table[at.ACTIVE_COUNT] == 1:
                break
            seat = table[at.SEAT]
            if table[at.HAND_SIZE + seat] == 0:
                turn_openly(table, hidden, tally, quick_action(table, hidden, learned, chance, 0))
                continue
            options = claim_options(table, seat)
            action = quick_claim(table, hidden, learned, chance)
            if options & at.PASS_BIT:
                if action != at.PASS:
                    return ILLEGAL
            elif not is_legal_claim(table, hidden[at.HAND + seat], seat, options, action):
                return ILLEGAL
            if (action >> 60) & 15 == 15:
                turn_openly(table, hidden, tally, action)
            else:
                doubter = quick_doubter(table, hidden, chance, action, seat)
                if doubter == seat or (doubter != NOBODY and table[at.ACTIVE] >> doubter & 1 == 0):
                    return ILLEGAL
                turn_with_claim(table, hidden, tally, action, doubter)
    return FINE


def test_playouts_obey_the_rules_under_any_rules() -> None:
    dice = random.Random(31)
    work = np.zeros(BLUFF_WORK_WORDS + 1000, np.int64)
    for _ in range(50):
        setting = drawn_bluff(dice)
        rules = rule_tables(setting.rules, setting.players)
        weights = np.array(weights_for(setting.rules, setting.players, WEIGHTS).values, np.int64)
        for seed in range(5):
            told = watch_playout(rules, setting.players, weights, seed, dice.choice((10, 60, 300)), work)
            assert told == FINE, (setting, seed)


def seen_by(position: Position, *, pile_size: int = 0, claimed: str = "", top: str = "", to_play: int = 0) -> Words:
    """What seat 0 sees: `sure` of the position is what it knows of a pile of `pile_size` cards."""
    words = position.words
    known = len(position.pile.split())
    words[at.PILE_SIZE] = max(pile_size, known)
    words[at.GONE_SIZE] = len(position.gone.split())
    words[at.CLAIMED] = cards(claimed)
    words[at.SEAT] = to_play
    if top:
        words[at.TOP], words[at.RUN_RANK], words[at.RUN] = CODES[top], CODES[top], 1
    return words


def doubts(words: Words, hand: str, rank: str, count: int, spec: str = "search") -> bool:
    return _call(spec, at.CHALLENGE_QUESTION, words, cards(hand), claim_word(rank, count)) == at.DOUBT


@entry
def options_of(table: Words) -> int:
    return claim_options(words_of(table), 0)


@entry
def legal(table: Words, hand: int, options: int, claim: int) -> bool:
    return is_legal_claim(words_of(table), hand, 0, options, claim)


def claims(words: Words, hand: str, spec: str = "search") -> tuple[str, str]:
    """Return the claimed rank and the cards laid; "take" and nothing where it takes."""
    options = options_of(words)
    answer = _call(spec, at.CLAIM_QUESTION, words, cards(hand), options)
    assert legal(words, cards(hand), options, answer)
    if answer == at.TAKE:
        return "take", ""
    return RANKS[answer >> 60 & 15], " ".join(unpacked(answer & at.CARD_BITS))


def position(hand: str, others: tuple[int, ...] = (5, 5), stock: int = 0, **more: object) -> Position:
    return Position(hand=hand, others=others, stock=stock, rules="valepaska", **more)  # type: ignore[arg-type]


def test_doubts_what_is_surely_false_and_would_win() -> None:
    table = seen_by(position("9 9 9 9 K", (1, 5)), pile_size=6, top="8", to_play=1)
    assert doubts(table, "9 9 9 9 K", "9", 1)


def test_believes_what_is_surely_true() -> None:
    table = seen_by(position("4 9 K", (2, 5), known={1: "9 9"}), pile_size=6, top="8", to_play=1)
    assert share_of(table, cards("4 9 K"), 0, claim_word("9", 2)) == 0
    assert not doubts(table, "4 9 K", "9", 2)


def test_believes_what_is_probably_true_of_a_huge_pile() -> None:
    table = seen_by(position("4 K", (12, 3)), pile_size=30, top="8", to_play=1)
    assert not doubts(table, "4 K", "9", 1)


def test_doubts_who_would_be_out_with_an_unlikely_claim() -> None:
    """Both cards would have to be the two nines that may be anywhere, among fifty cards."""
    table = seen_by(position("9 9 3", (2, 5)), pile_size=2, top="8", to_play=1)
    table[at.GONE_SIZE] = 40
    assert doubts(table, "9 9 3", "9", 2)


def test_lies_rather_than_take_a_big_pile() -> None:
    table = seen_by(position("3 4 5", (4, 4), stock=6), pile_size=20, top="Q", to_play=0)
    rank, laid = claims(table, "3 4 5")
    assert rank != "take"
    assert set(laid.split()) <= {"3", "4", "5"}


def test_goes_out_with_the_truth() -> None:
    table = seen_by(position("9 9", (4, 4)), pile_size=12, top="8")
    assert claims(table, "9 9") == ("9", "9 9")


def test_may_lie_with_its_last_cards_rather_than_stay() -> None:
    table = seen_by(position("3", (4, 4)), pile_size=18, top="8")
    rank, laid = claims(table, "3")
    assert (rank != "take", laid) == (True, "3")


@pytest.mark.parametrize("hand", ["3 3 3 3 4 4 4 4 5 5 5 5 6 6 7 7 8 9 9 J J Q K A", "3", "10 10 2 A"])
def test_answers_with_any_number_of_cards(hand: str) -> None:
    for size, top in ((0, ""), (9, "2"), (20, "A")):
        table = seen_by(position(hand, (4, 4)), pile_size=size, top=top)
        claims(table, hand, "search[playouts=40]")


@pytest.mark.parametrize(
    ("hand", "others", "known", "expected"),
    [
        ("9 9 9 9", (5, 5), {}, WHOLE),  # all nines are here
        ("9 9 9", (5, 5), {2: "9"}, WHOLE),  # or where they are known to be
        ("4", (2, 5), {1: "9 9"}, 0),  # it has nothing else
    ],
)
def test_what_is_certain_of_a_claim(hand: str, others: tuple[int, ...], known: dict[int, str], expected: int) -> None:
    table = seen_by(position(hand, others, known=known), pile_size=4, top="8", to_play=1)
    assert share_of(table, cards(hand), 0, claim_word("9", 1)) == expected


def test_a_lie_is_thought_the_likelier_the_fewer_cards_would_make_it_true() -> None:
    shares = []
    for own in ("", "9", "9 9", "9 9 9"):
        table = seen_by(position(f"3 {own}".strip()), pile_size=4, top="8", to_play=1)
        shares.append(share_of(table, cards(f"3 {own}".strip()), 0, claim_word("9", 1)))
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < WHOLE


def test_liars_lay_what_they_have_not_named() -> None:
    hidden = np.zeros(at.HIDDEN_WORDS + at.KNOWING_WORDS + 1, np.int64)
    for known, laid in (("3 4 10 10", "3 4"), ("3 10 10", "3 10"), ("10 10", "")):
        table = seen_by(position("5", (len(known.split()), 5), known={1: known}), pile_size=0, to_play=1)
        claim = imagine(table.copy(), 0, cards("5"), 0, 1, hidden)
        assert sorted(unpacked(claim & at.CARD_BITS)) == sorted(laid.split())


def test_cards_of_the_pile_are_mostly_what_they_were_called() -> None:
    table = seen_by(position("5", (4, 4), stock=20), pile_size=3, claimed="9 9 9", top="9")
    piles = [unpacked(int(world(table, 0, cards("5"), 0, seed)[0][at.PILE])) for seed in range(300)]
    nines = sum(pile.count("9") for pile in piles) / 900
    assert 0.7 < nines < 0.85


@entry
def guess(table: Words, hidden: Words, seat: int) -> None:
    begin_guessing(words_of(table), words_of(hidden), seat)


def test_in_a_playout_only_the_own_player_knows_what_it_laid() -> None:
    table = seen_by(
        position("5", (4, 4), known={0: "5", 1: "J"}, pile="9 9", sure="9 9", gone="3"),
        pile_size=5,
        claimed="8 9 9 9 9",
        top="9",
    )
    before = table.copy()
    hidden = np.ones(at.HIDDEN_WORDS + at.KNOWING_WORDS, np.int64)
    guess(table, hidden, 0)
    assert np.array_equal(table, before)
    assert list(hidden[at.PILE_KNOWN : at.PILE_KNOWN + 3]) == [cards("9 9"), 0, 0]
    assert list(hidden[at.GONE_KNOWN : at.GONE_KNOWN + 3]) == [cards("3"), 0, 0]
    known = hidden[at.HAND_KNOWN : at.HAND_KNOWN + 3 * at.SEATS].reshape(3, at.SEATS)[:, :3].tolist()
    five, jack = cards("5"), cards("J")
    assert known == [[0, jack, 0], [five, 0, 0], [five, jack, 0]]


def losses(others: str, players: int, games: int) -> float:
    """Return the share of losses of one `search` among `others`, over all seats."""
    rules = RuleSet.load("valepaska")
    words = rule_tables(rules, players)
    total = 0.0
    for seat in range(players):
        names = [others] * players
        names[seat] = "search[playouts=48]"
        played = play(words, players, crew_of(parse_lineup(names, players), rules), 11, seat * games, games)
        total += share_of_loss(played.tallies, played.places[:players])[seat].mean()
    return total / players


def test_loses_much_less_than_its_part_among_honest_players_and_bluffers() -> None:
    """It loses about 0.04 of its games, with a standard error of 0.02 here."""
    assert losses("honest", 4, 24) < 0.15
    assert losses("bluffer", 4, 24) < 0.15


def test_the_page_shows_the_coefficients() -> None:
    page = (Path(__file__).parents[2] / "docs" / "search.md").read_text(encoding="utf-8").replace("\N{MINUS SIGN}", "-")
    table = page.split("| with bluff |")[1].split("\n\n")[0]
    rows = re.findall(r"\| (.+) \| (\S+) \| (\S+) \|", table)
    shown = {name: (float(stock), float(rest)) for name, stock, rest in rows}
    assert {name: shown.get(name) for name in BLUFF_COEFFICIENTS} == BLUFF_COEFFICIENTS
