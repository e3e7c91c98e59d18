"""What a player can know with bluff: after every sort of turn, and what a view shows of it."""

from __future__ import annotations

from collections import Counter

from tables import table_with
from test_bluff_turns import bluff, claim

from paskasim.reference import View
from paskasim.reference.philox import decision_dice
from paskasim.reference.table import Table
from paskasim.reference.turns import Action, carry_out
from paskasim.reference.views import view_of


def view(table: Table, seat: int) -> View:
    return view_of(table, seat, decision_dice(0, 0, seat, 0, 0))


def known(table: Table) -> dict[str, str]:
    """What each seat knows of other hands: observer and owner, such as `02`; `p` is the public."""
    knowing = table.knowing
    assert knowing is not None
    found = {}
    for observer, hands in enumerate(knowing.hands):
        name = "p" if observer == knowing.public else str(observer)
        found |= {f"{name}{seat}": " ".join(sorted((+cards).elements())) for seat, cards in enumerate(hands) if +cards}
    return found


def test_cards_face_down_are_known_to_their_owner_only() -> None:
    table = table_with(bluff(), ["3 4", "5 6", "7 8"])
    claim(table, "9x1", "3")
    claim(table, "9x2", "5 6")
    views = [view(table, seat) for seat in range(3)]
    assert [each.pile for each in views] == [("3",), ("5", "6"), ()]
    assert {each.pile_size for each in views} == {3}
    assert {each.claimed for each in views} == {("9", "9", "9")}
    assert {(each.top, each.run, each.run_rank) for each in views} == {("9", 3, "9")}
    assert {each.known for each in views} == {((), (), ())}


def test_who_laid_cards_knows_where_they_went() -> None:
    table = table_with(bluff(), ["3 4", "5 6", "7 8"])
    claim(table, "9x1", "3")
    claim(table, "9x1", "5")
    carry_out(table, Action("take"))
    assert known(table) == {"02": "3", "12": "5"}
    assert sorted(table.hands[2]) == ["3", "5", "7", "8"]
    assert view(table, 0).known == ((), (), ("3",))
    assert view(table, 2).known == ((), (), ())  # at its own place what everyone knows
    assert (view(table, 0).pile, view(table, 0).claimed, view(table, 0).pile_size) == ((), (), 0)


def test_a_shown_claim_is_known_to_all_and_what_lay_below_to_those_who_laid_it() -> None:
    table = table_with(bluff(), ["3 4", "5 6 9", "7 8"])
    claim(table, "9x1", "3")
    claim(table, "9x2", "5 9", by=0)  # a lie: seat 1 takes 3 5 9
    assert known(table) == {"01": "3 5 9", "21": "5 9", "p1": "5 9"}
    assert view(table, 1).known == ((), ("5", "9"), ())
    table = table_with(bluff(), ["3 4", "5 6 9", "7 8"])
    claim(table, "9x1", "3")
    claim(table, "9x1", "9", by=2)  # true: seat 2 takes 3 9
    assert known(table) == {"02": "3 9", "12": "9", "p2": "9"}


def test_cards_laid_from_a_hand_that_is_known_in_part() -> None:
    table = table_with(bluff(), ["3 4", "5 6 9 9 J", "7 8"])
    assert table.knowing is not None
    table.knowing.go_to_hand(1, ["9", "9", "J"])
    table.to_play = 1
    claim(table, "9x1", "5")  # it may have been a nine, or the jack
    assert known(table) == {"01": "9", "21": "9", "p1": "9"}
    table.to_play = 1
    claim(table, "9x1", "9", by=2)  # this one was seen
    assert known(table) == {"02": "9", "12": "5 9", "p2": "9"}
    assert table.hands[2] == ["7", "8", "5", "9"]


def test_what_burns_is_known_to_those_who_knew_it() -> None:
    table = table_with(bluff(), ["3 4", "5 6", "7 8"])
    claim(table, "9x1", "3")
    claim(table, "10x1", "5")
    assert [view(table, seat).gone for seat in range(3)] == [("3",), ("5",), ()]
    assert {view(table, seat).gone_size for seat in range(3)} == {2}
    table = table_with(bluff({"bluff.honest_burn": "burns"}), ["3 4", "10 6", "7 8"])
    claim(table, "9x1", "3")
    claim(table, "10x1", "10", by=2)
    assert [view(table, seat).gone for seat in range(3)] == [("3", "10"), ("10",), ("10",)]


def test_a_forced_take() -> None:
    table = table_with(bluff(), ["3 4", "5 6", "7 8"])
    claim(table, "Ax1", "3")
    assert known(table) == {"01": "3"}


def test_open_plays_flips_and_row_cards_are_known_to_all() -> None:
    rules = bluff({"deal.up": 1, "deal.down": 1, "rows.take_card": True})
    table = table_with(rules, ["", "5 6", "7 8"], up=["9 9"], down=["4"], pile="8")
    assert table.knowing is not None
    table.knowing.lie_open(["8"])
    carry_out(table, Action("play", "9", 1))
    assert [view(table, seat).pile for seat in range(3)] == [("8", "9")] * 3
    assert view(table, 0).claimed == ("9",)  # the eight was laid by the test, and nobody named it
    claim(table, "9x1", "5")
    carry_out(table, Action("take"))
    assert known(table) == {"02": "8 9", "12": "5 8 9", "p2": "8 9"}
    table.pile = ["8"]
    table.top = table.run_rank = "8"
    table.knowing.lie_open(["8"])
    carry_out(table, Action("take"), "9")  # with the up card
    assert {key: cards for key, cards in known(table).items() if key[1] == "0"} == {
        "10": "8 9",
        "20": "8 9",
        "p0": "8 9",
    }
    table = table_with(rules, ["", "5 6", "7 8"], down=["4 9"])
    carry_out(table, Action("flip"))
    assert [view(table, seat).pile for seat in range(3)] == [("4",)] * 3
    claim(table, "9x1", "5")
    table.to_play = 0
    carry_out(table, Action("flip"))
    assert view(table, 1).pile == ("4", "5", "9")
    table = table_with(rules, ["", "5 6", "7 8"], down=["4"], pile="8")
    carry_out(table, Action("flip"))
    assert known(table) == {"10": "4", "20": "4", "p0": "4"}


def test_who_goes_out_is_forgotten() -> None:
    table = table_with(bluff(), ["3", "5 6", "7 8"])
    assert table.knowing is not None
    table.knowing.go_to_hand(0, ["3"])
    claim(table, "9x1", "3")
    assert known(table) == {}
    assert view(table, 0).pile == ("3",)


def test_claims_are_counted_to_fifteen() -> None:
    table = table_with(bluff({"fours.burn": False, "deck.decks": 3}), ["3 " * 13, "4 " * 12])
    claim(table, "9x12", "3 " * 12)
    claim(table, "9x8", "4 " * 8)
    assert view(table, 1).claimed == ("9",) * 15
    assert view(table, 1).run == view(table, 1).pile_size == 20


def test_what_the_swap_and_the_turned_card_show() -> None:
    from paskasim.reference.deal import swap, turn_first_card

    rules = bluff({"deal.up": 1, "deal.swap": "any", "deal.turned": 1})
    table = table_with(rules, ["3 4", "5"], up=["9", "J"], stock="8 7")
    swap(table, 0, ["4"])
    assert known(table) == {"10": "9", "p0": "9"}
    assert table.known[0] == Counter(["9"])
    assert turn_first_card(table) == ["8"]
    assert [(view(table, seat).pile, view(table, seat).claimed) for seat in (0, 1)] == [(("8",), ("8",))] * 2


def test_open_play_shows_all() -> None:
    from paskasim.rules import RuleSet

    table = table_with(RuleSet(), ["9 3", "5"], pile="8 7")
    carry_out(table, Action("play", "9", 1))
    shown = view(table, 1)
    assert (shown.pile, shown.pile_size, shown.gone_size, shown.claim) == (("8", "7", "9"), 3, 0, None)
    assert shown.claimed == ("7", "8", "9")
