"""Who is asked what with bluff, what strategies without an own answer do, and answers that are refused."""

from __future__ import annotations

from typing import Any

import pytest
from tables import table_with
from test_bluff_turns import bluff

from paskasim.errors import PaskasimError
from paskasim.reference import BOTS, Action, Chooser, View
from paskasim.reference.asking import Asker
from paskasim.reference.bots import AnyBot, RandomBot
from paskasim.reference.philox import decision_dice
from paskasim.reference.table import Table
from paskasim.reference.turns import carry_out, legal_actions


class Scripted:
    """Answers as it is told, and keeps what it was shown."""

    name = "scripted"

    def __init__(self, claim: Action | None = None, doubts: object = False) -> None:
        self.answer, self.doubts = claim, doubts
        self.views: list[View] = []

    def __call__(self, view: View) -> Action:
        self.views.append(view)
        return view.legal[-1]

    def claim(self, view: View) -> Action:
        self.views.append(view)
        return self.answer or view.legal[-1]

    def challenge(self, view: View) -> Any:
        self.views.append(view)
        return self.doubts


class Plays:
    """A strategy that knows nothing of bluff; it plays what comes last."""

    name = "plays"

    def __init__(self) -> None:
        self.views: list[View] = []

    def __call__(self, view: View) -> Action:
        self.views.append(view)
        return view.legal[-1]


def answer(table: Table, *choosers: Chooser) -> tuple[Action, int | None]:
    asker = Asker(choosers, 1, 2)
    action = asker.play(table, legal_actions(table))
    return action, asker.challenge(table, action)


def lay(rank: str, cards: str) -> Action:
    return Action("play", rank, len(cards.split()), tuple(cards.split()))


def test_the_others_are_asked_in_turn_until_one_doubts() -> None:
    for direction, order in ((1, (1, 2, 3)), (-1, (3, 2, 1))):
        table = table_with(bluff(), ["3 4", "5", "6", "7"], pile="8")
        table.direction = direction
        seats = [Scripted(lay("9", "3")), *(Scripted(doubts=seat == order[1]) for seat in (1, 2, 3))]
        assert answer(table, *seats) == (lay("9", "3"), order[1])
        assert [len(seats[seat].views) for seat in (0, *order)] == [1, 1, 1, 0]
    table = table_with(bluff(), ["3 4", "5", "6"], pile="8")
    assert answer(table, Scripted(lay("9", "3")), Scripted(), Scripted())[1] is None
    table = table_with(bluff({"bluff.who": "next"}), ["3 4", "5", "6"], pile="8")
    assert answer(table, Scripted(lay("9", "3")), Scripted(), Scripted(doubts=True))[1] is None


def test_what_they_see_is_as_the_turn_began() -> None:
    table = table_with(bluff(), ["3 4", "5", "6"], pile="8", stock="J Q")
    claimant, asked = Scripted(lay("9", "3")), Scripted()
    answer(table, claimant, asked, Scripted())
    (shown,) = claimant.views
    claims = "8x1 8x2 9x1 9x2 10x1 10x2 Jx1 Jx2 Qx1 Qx2 Kx1 Kx2 2x1 2x2"
    assert " ".join(map(str, shown.legal)) == f"{claims} take"
    assert shown.claim is None
    (view,) = asked.views
    assert (view.claim, view.to_play, view.seat, view.legal) == (Action("play", "9", 1), 0, 1, ())
    assert (view.top, view.run, view.pile_size, view.hand_sizes, view.hand) == ("8", 1, 1, (2, 1, 1), ("5",))
    # Each question has dice of its own, all of this turn.
    assert shown.dice.first == decision_dice(1, 2, 0, 0, 2).first
    assert view.dice.first == decision_dice(1, 2, 1, 0, 3).first


@pytest.mark.parametrize(
    ("switches", "hand", "pile", "asked", "laid"),
    [
        ({"deck.copies": {"2": 1}, "turn.take": "stuck"}, "3 4", "2", True, None),  # one claim, but which card?
        ({"deck.copies": {"2": 1}, "turn.take": "stuck"}, "3 3", "2", False, "3"),
        ({"turn.take": "stuck", "turn.counts": {"2": "2"}}, "3 4", "2", False, "3 4"),
        ({"turn.take": "stuck", "turn.counts": {"2": "2"}}, "3 4 4", "2", True, None),
        ({"deck.ranks": "3-A"}, "3 4", "A", False, ""),  # only `take`
        ({"deck.ranks": "J-K"}, "J", "", False, ""),  # only `pass`
        ({}, "3", "2", True, None),
    ],
)
def test_who_has_no_choice_is_not_asked(
    switches: dict[str, Any], hand: str, pile: str, asked: bool, laid: str | None
) -> None:
    table = table_with(bluff(switches), [hand, "5"], pile=pile)
    seat = Scripted(lay("2", hand.split()[0] if "turn.counts" not in switches else "3 4"))
    action, _ = answer(table, seat, Scripted())
    assert bool(seat.views) == asked
    if laid is not None:
        assert " ".join(sorted(action.cards)) == laid


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (lay("8", "3"), "8x1 was chosen; allowed: 9x1, 9x2"),
        (Action("play", "9", 1), "9x1 was claimed and nothing laid, of a hand of 3 4"),
        (Action("play", "9", 2, ("3",)), "9x2 was claimed and 3 laid"),
        (lay("9", "9"), "9x1 was claimed and 9 laid"),
        (lay("9", "3 3"), "9x2 was claimed and 3 3 laid"),
        (Action("take", cards=("3",)), "take was claimed and 3 laid"),
        (Action("pass"), "pass was chosen"),
        ("9x1", "9x1 was chosen; allowed: 9x1, 9x2"),
        (Action("play", "9", 1, ["3"]), "9x1 was chosen"),  # type: ignore[arg-type]
    ],
)
def test_answers_that_are_refused(claim: Any, told: str) -> None:
    table = table_with(bluff(), ["3 4", "5"], pile="9")
    with pytest.raises(PaskasimError, match="Seat 0, scripted: ") as caught:
        answer(table, Scripted(claim), Scripted())
    assert told in caught.value.what


def test_a_doubt_is_yes_or_no() -> None:
    table = table_with(bluff(), ["3 4", "5"], pile="9")
    with pytest.raises(PaskasimError, match="Seat 1, scripted: 1 was chosen; allowed: True, False"):
        answer(table, Scripted(lay("9", "3")), Scripted(doubts=1))


def claimed(hand: str, pile: str, chooser: Chooser, **switches: Any) -> tuple[Action, Table]:
    rules = bluff({key.replace("_", "."): value for key, value in switches.items()})
    table = table_with(rules, [hand, "5"], pile=pile)
    return answer(table, chooser, Scripted())[0], table


def test_who_only_plays_is_asked_for_a_true_claim() -> None:
    player = Plays()
    assert claimed("9 9 J 3", "8", player)[0] == Action("take")
    assert [str(action) for action in player.views[0].legal] == ["9x1", "9x2", "Jx1", "take"]
    assert player.views[0].dice.first == decision_dice(1, 2, 0, 0, 1).first
    player = Plays()
    assert claimed("9 9 J 3", "8", player, turn_take="stuck")[0] == lay("J", "J")
    # One true option only: not asked.
    player = Plays()
    assert claimed("9 3", "8", player, turn_take="stuck")[0] == lay("9", "9")
    assert player.views == []


def test_who_only_plays_takes_where_nothing_is_true_and_lies_where_it_must() -> None:
    player = Plays()
    assert claimed("3 4", "8", player)[0] == Action("take")
    # The lowest rank that may be claimed, with the fewest cards, and the lowest cards are laid; 10, 2 and * come last.
    assert claimed("10 A 4 3", "J", player, turn_take="stuck")[0] == lay("A", "A")
    assert claimed("2 10 4 3", "J", player, turn_take="stuck")[0] == lay("2", "2")
    assert claimed("10 4 3", "J", player, turn_take="stuck")[0] == lay("J", "3")
    assert claimed("J K Q", "", player)[0] == lay("3", "J")
    assert claimed("K J Q Q", "", player, turn_counts={"3": "2-3"})[0] == lay("3", "J Q")
    assert claimed("3", "2", player, turn_take="stuck")[0] == lay("2", "3")
    assert player.views == []


def test_the_plain_lowest_player_claims_what_it_would_play() -> None:
    assert claimed("9 9 J 3", "8", BOTS["lowest"])[0] == lay("9", "9 9")
    assert claimed("3 4", "8", BOTS["lowest"])[0] == Action("take")


@pytest.mark.parametrize(
    ("hands", "up", "pile", "gone", "said", "doubted"),
    [
        (["3 4", "9 9 9", "5"], [], "", "", "9x1", False),  # one nine is left
        (["3 4", "9 9 9", "5"], [], "", "", "9x2", True),
        (["3 4", "9 9 9", "5"], ["9"], "", "", "9x1", True),
        (["3 4", "9 9 9", "5"], ["", "9"], "", "", "9x1", True),
        (["3 4", "9 9", "5"], ["", "", "9"], "", "", "9x1", False),
        (["3 4", "9 9 9", "5"], [], "9", "", "9x1", True),  # it lies open, or is its own
        (["3 4", "9 9 9", "5"], [], "", "9", "9x1", True),
    ],
)
def test_who_says_nothing_of_doubts_doubts_what_cannot_be(
    hands: list[str], up: list[str], pile: str, gone: str, said: str, doubted: bool
) -> None:
    table = table_with(bluff({"deal.up": 1}), hands, up=up, pile=pile)
    assert table.knowing is not None
    table.knowing.pile[1].update(pile.split())
    table.knowing.gone[1].update(gone.split())
    rank, _, count = said.partition("x")
    claim = Action("play", rank, int(count), tuple("34"[: int(count)]))
    asker = Asker([Plays(), Plays(), Scripted()], 0, 0)
    assert (asker.challenge(table, claim) == 1) == doubted


def test_cards_known_in_other_hands_count_but_not_those_of_the_claimant() -> None:
    table = table_with(bluff(), ["9 4", "9 9", "9"])
    assert table.knowing is not None
    table.knowing.go_to_hand(2, ["9"])
    asker = Asker([Plays(), Plays(), Scripted()], 0, 0)
    assert asker.challenge(table, lay("9", "4 9")) == 1
    assert asker.challenge(table, lay("9", "9")) is None
    table.knowing.go_to_hand(0, ["9"])  # the fourth: of course it may be the one that is claimed
    assert asker.challenge(table, lay("9", "9")) is None


class Fixed:
    """Dice that fall as they are told, and keep the limits."""

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.limits = list(numbers), list[int]()

    def bounded(self, limit: int) -> int:
        self.limits.append(limit)
        return self.numbers.pop(0)


def shown(hand: str, pile: str, dice: Fixed, **switches: Any) -> View:
    rules = bluff({key.replace("_", "."): value for key, value in switches.items()})
    table = table_with(rules, [hand, "5"], pile=pile)
    seen = Scripted()
    Asker([seen, seen], 0, 0).play(table, legal_actions(table))
    return seen.views[-1]._replace(dice=dice)  # type: ignore[arg-type]


def test_dice_of_the_plain_players() -> None:
    # Claims of K and 2, one or two of each, and take.
    dice = Fixed(1, 2, 0)
    view = shown("J 3 7", "K", dice, turn_counts={"3-A 2": "1-2"}, aces_on="lower", deck_ranks="3-K 2")
    assert [str(action) for action in view.legal] == ["Kx1", "Kx2", "2x1", "2x2", "take"]
    assert AnyBot().claim(view) == lay("K", "J 3")  # of 3 7 J the last, of 3 7 the first
    assert dice.limits == [5, 3, 2]
    dice = Fixed(4)
    assert AnyBot().claim(view._replace(dice=dice)) == Action("take")  # type: ignore[arg-type]
    dice = Fixed(3, 0, 1)
    assert RandomBot().claim(view._replace(dice=dice)) == lay("2", "3 J")  # type: ignore[arg-type]
    assert dice.limits == [4, 3, 2]
    for bot, limit in ((AnyBot(), 2), (RandomBot(), 4)):
        for number in range(limit):
            dice = Fixed(number)
            assert bot.challenge(view._replace(dice=dice)) == (number == 0)  # type: ignore[arg-type]
            assert dice.limits == [limit]


def test_a_single_claim_is_drawn_for_all_the_same() -> None:
    dice = Fixed(0, 1)
    view = shown("4 3", "2", dice, deck_copies={"2": 1})
    view = view._replace(legal=view.legal[:1])
    assert AnyBot().claim(view) == lay("2", "4")
    assert dice.limits == [1, 2]


def test_in_a_row_everything_is_asked_as_in_open_play() -> None:
    table = table_with(bluff({"deal.up": 2}), ["", "5"], up=["9 J"], pile="8")
    player = Plays()
    action, by = answer(table, player, Scripted(doubts=True))
    assert (str(action), by) == ("take", None)
    assert [str(option) for option in player.views[0].legal] == ["9x1", "Jx1", "take"]
    table = table_with(bluff({"deal.up": 2}), ["", "5"], up=["9 J"], pile="8")
    carry_out(table, Action("play", "9", 1))
    assert table.pile == ["8", "9"]
