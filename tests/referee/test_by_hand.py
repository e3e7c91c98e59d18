"""Games written down by hand at a real table: right ones, wrong ones, and such with too little in them."""

from __future__ import annotations

from typing import Any

import pytest

from paskasim.referee import Judgement, judge

Turn = dict[str, Any]


def turn(text: str) -> Turn:
    """Return a turn from a short text, such as `0 9x2`, `1 take`, `2 flip K`; `-` stands for a seat left out."""
    seat, action, *card = text.split()
    rank, times, count = action.partition("x")
    told: Turn = {} if seat == "-" else {"seat": int(seat)}
    if times:
        return told | {"action": "play", "rank": rank, "count": int(count)}
    return told | {"action": action} | ({"flipped": card[0]} if card else {})


def judged(turns: str, **keys: Any) -> Judgement:
    """Judge turns apart by commas; without other keys it is the game of the article, with three players."""
    record: dict[str, Any] = {"rules": "paskahousu", "players": 3} | keys
    return judge(record | {"turns": [turn(text) for text in turns.split(",")]})


def only(found: Judgement) -> tuple[int | None, str, str, str, str]:
    assert len(found.complaints) == 1, found.complaints
    complaint = found.complaints[0]
    return complaint.turn, complaint.key, complaint.said, complaint.right, complaint.why


@pytest.mark.parametrize(
    "turns",
    [
        "0 4x1, 1 9x2, 2 Jx1, 0 take, 1 3x1",
        "0 4x1, - 9x2, - Jx1, - take, - 3x1",
        "0 4x1, 1 10x1, 1 3x2, 2 2x1, 0 2x3, 0 5x1",  # a ten burns, and so do four twos
        "0 Ax1, 2 5x1",  # an ace on an empty pile: the next takes it, the one after that plays
    ],
)
def test_games_in_order(turns: str) -> None:
    found = judged(turns)
    assert (found.complaints, found.remarks, found.not_judged) == ((), (), "")
    assert found.turns == len(turns.split(","))


@pytest.mark.parametrize(
    ("turns", "number", "key", "said", "right", "why"),
    [
        ("0 5x1, 1 Jx1", 2, "action", "Jx1", "not legal",
         'a jack may not go on a 5: rule 9 of section 3, faces.min_top = "7"'),
        ("0 8x1, 1 7x1", 2, "action", "7x1", "not legal",
         'a 7 may not go on an 8: rule 10 of section 3, beat = "same_or_higher"'),
        ("0 8x1, 2 9x1", 2, "seat", "2", "seat 1", ""),
        ("0 8x1, 1 10x1, 2 9x1", 3, "seat", "2", "seat 1", ""),
        ("0 take", 1, "action", "take", "not legal", "the pile is empty"),
        ("0 8x1, 1 pass", 2, "action", "pass", "not legal", "there are legal actions: take"),
        ("0 8x1, 1 try", 2, "action", "try", "not legal", 'turn.try_stock = "never"'),
        ("0 8x1, 1 flip 9", 2, "action", "flip", "not legal",
         "only a seat without hand and up cards turns a blind card"),
        ("0 8x6", 1, "action", "8x6", "not legal",
         "the seat holds 0 cards of 8 there, and 5 that are not known"),
        ("0 8x2, 1 9x1, 2 8x1, 0 take", 3, "action", "8x1", "not legal",
         'an 8 may not go on a 9: rule 10 of section 3, beat = "same_or_higher"'),
    ],
)  # fmt: skip
def test_wrong_turns(turns: str, number: int, key: str, said: str, right: str, why: str) -> None:
    complaint = judged(turns).complaints[0]
    assert (complaint.turn, complaint.key, complaint.said) == (number, key, said)
    assert (complaint.right, complaint.why) == (right, why)


def test_more_cards_of_a_rank_than_the_deck_holds() -> None:
    """One deck has four nines; a burn does not bring them back."""
    assert only(judged("0 9x3, 1 10x1, 1 9x2"))[:4] == (3, "rank", "one more 9", "the deck holds 4")
    two_decks = judged("0 9x3, 1 10x1, 1 9x2", rules={"deck.decks": 2})
    assert two_decks.complaints == ()


def test_a_hand_has_no_more_cards_than_it_has() -> None:
    found = judged("0 3x4, 1 2x3, 2 take", rules={"deck.decks": 2, "deal.hand": 3})
    assert only(found)[:3] == (1, "action", "3x4")
    assert "holds 0 cards of 3" in found.complaints[0].why
    assert "not judged from here on" in found.remarks[0]


def test_cards_that_were_taken_are_known() -> None:
    """Seat 0 took a 4 and a 9 and can play both, and only once."""
    assert judged("0 4x1, 1 9x1, 2 Jx1, 0 take, 1 3x1, 2 3x1, 0 4x1").complaints == ()
    small = {"deal.hand": 1, "deck.drop": 40}
    begun = "0 4x1, 1 9x1, 2 take, 0 3x1, 1 5x1, "
    assert judged(begun + "2 9x1, 0 take, 1 3x1, 2 4x1", rules=small).complaints == ()
    assert judged(begun + "2 9x2", rules=small).complaints == ()  # the card that it held before may be a 9, too
    assert only(judged(begun + "2 9x3", rules=small))[:3] == (6, "action", "9x3")


def test_going_out_and_the_end() -> None:
    """Two players, one card each and no stock: whoever plays the last card but one ends the game."""
    game = {"rules": {"deal.hand": 1, "deck.ranks": "3-9", "deck.suits": 1, "deck.drop": 5}, "players": 2}
    ended = judge(game | {"turns": [{"rank": "5", "count": 1, "out": True}], "outcome": "finished", "loser": 1})
    assert ended.complaints == ()
    wrong = judge(game | {"turns": [{"rank": "5", "count": 1, "out": False}], "loser": 0})
    assert [complaint.key for complaint in wrong.complaints] == ["out", "loser"]
    gone_on = judge(game | {"turns": [turn("0 5x1"), turn("1 6x1")]})
    assert only(gone_on)[:4] == (2, "turns", "one more turn", "the game was over after turn 1")


def test_what_lies_there_is_judged_where_it_is_told() -> None:
    turns = [turn("0 4x1"), turn("1 9x2") | {"top": "5", "run": 2, "phase": "rest", "zone": "up"}]
    found = judge({"rules": "paskahousu", "players": 3, "turns": turns})
    assert [complaint.key for complaint in found.complaints] == ["phase", "zone", "top", "run"]
    assert found.turns == 2


def test_draws() -> None:
    drew = turn("0 4x1") | {"drew": ["9"]}
    assert judge({"rules": "paskahousu", "players": 3, "turns": [drew]}).complaints == ()
    two = turn("0 4x1") | {"drew": ["9", "9"]}
    assert only(judge({"rules": "paskahousu", "players": 3, "turns": [two]}))[1:4] == ("drew", "9 9", "1 cards")
    many = [turn("0 9x3") | {"drew": ["9", "9", "3"]}]
    assert only(judge({"rules": "paskahousu", "players": 3, "turns": many}))[1:3] == ("drew", "one more 9")


def test_effects() -> None:
    burnt = [turn("0 9x4") | {"effect": "burn_four"}, turn("0 3x1") | {"effect": "burn_ten"}, turn("0 4x1")]
    found = judge({"rules": "paskahousu", "players": 3, "turns": burnt})
    assert only(found)[:4] == (2, "effect", "burn_ten", "none")
    # Seat 0 goes on by the record, so it is another table, and nothing more can be said.
    assert "after another effect it is another table" in found.remarks[0]


def test_known_cards_in_an_unknown_deal() -> None:
    record = {"rules": "paskahousu", "players": 2, "deal": {"hand": [["3", "3", "4", "J", "?"], None]}}
    assert judge(record | {"turns": [turn("0 9x1")]}).complaints == ()
    assert only(judge(record | {"turns": [turn("0 9x2")]}))[1:3] == ("action", "9x2")
    legal = turn("0 3x1") | {"legal": ["3x1", "3x2", "4x1"]}
    assert judge(record | {"turns": [legal]}).complaints == ()
    too_few = turn("0 3x1") | {"legal": ["3x1", "4x1"]}
    assert only(judge(record | {"turns": [too_few]}))[1] == "legal"
    too_many = turn("0 3x1") | {"legal": ["3x1", "3x2", "4x1", "5x1", "6x1"]}
    assert only(judge(record | {"turns": [too_many]}))[1] == "legal"


def test_legal_actions_tell_cards() -> None:
    """The card that is not known is a 6, so it can't be a 7."""
    record = {"rules": {"deal.hand": 2, "deal.all": False}, "players": 2, "deal": {"hand": [["3", "?"], None]}}
    told = turn("0 3x1") | {"legal": ["3x1", "6x1"], "drew": ["3"]}
    found = judge(record | {"turns": [told, turn("1 4x1"), turn("0 7x1")]})
    assert only(found)[:3] == (3, "action", "7x1")


@pytest.mark.parametrize("rows", ["", "rows.take_card"])
def test_rows(rows: str) -> None:
    switches: dict[str, Any] = {"deal.up": 2, "deal.down": 1, "deal.hand": 1, "deck.drop": 20, "deck.ranks": "4-9 K"}
    switches |= {rows: True} if rows else {}
    game: dict[str, Any] = {"rules": switches, "players": 2, "deal": {"up": [["4", "5"], ["K", "7"]]}}
    turns = [turn(text) for text in ("0 6x1", "1 9x1", "0 take", "1 7x1")]
    found = judge(game | {"turns": turns})
    assert found.complaints == ()
    along = [*turns[:2], turns[2] | {"row_card": "5"}, *turns[3:]]
    assert bool(judge(game | {"turns": along}).complaints) == (not rows)
    if rows:
        took = [*turns[:2], turns[2] | {"took": ["9", "6", "4"]}, *turns[3:], turn("0 9x1")]
        assert judge(game | {"turns": took}).complaints == ()
        wrong = [*turns[:2], turns[2] | {"row_card": "J"}, *turns[3:]]
        assert only(judge(game | {"turns": wrong}))[1] == "row_card"


def test_the_starter() -> None:
    rules = {"start.player": "lowest"}
    hands = [["4", "5", "6", "7", "8"], ["3", "5", "?", "?", "?"], None]
    game: dict[str, Any] = {"rules": rules, "players": 3, "deal": {"hand": hands}}
    assert judge(game | {"turns": [turn("1 3x1")]}).complaints == ()
    assert judge(game | {"turns": [turn("2 3x1")]}).complaints == ()
    assert only(judge(game | {"turns": [turn("0 4x1")]}))[1:4] == ("starter", "0", "a seat that holds a 3")
    assert "who begins" in judge(game | {"turns": [turn("- 3x1")]}).remarks[0]


def test_an_opening_with_all_of_the_lowest_rank() -> None:
    game: dict[str, Any] = {"rules": "paskahousu-lowest-starts", "players": 3}
    assert judge(game | {"turns": [turn("1 3x2"), turn("2 4x1")]}).complaints == ()
    held = {"deal": {"hand": [None, ["3", "3", "?", "?", "?"], None]}}
    found = judge(game | held | {"turns": [turn("1 3x1")]})
    assert 'start.opening = "lowest_all"' in only(found)[4]


def test_a_turned_card() -> None:
    game: dict[str, Any] = {"rules": {"deal.turned": 1}, "players": 2}
    assert only(judge(game | {"turned": ["9"], "turns": [turn("0 8x1")]}))[1] == "action"
    assert judge(game | {"turns": [turn("0 8x1") | {"top": "7"}]}).complaints == ()
    assert "turned card is not told" in judge(game | {"turns": [turn("0 8x1")]}).remarks[0]


def test_passes_of_all() -> None:
    hands = {"hand": [["J"], ["K"]]}
    game = {
        "rules": {"deal.hand": 1, "deck.ranks": "3 J K", "deck.suits": 1, "deck.drop": 1},
        "players": 2,
        "deal": hands,
    }
    turns = [turn("0 pass"), turn("1 pass")]
    # Two cards that can never be played are stuck cards at once, so the record should have ended before.
    found = judge(game | {"turns": turns, "outcome": "deadlock", "proof": "all_pass"})
    assert only(found)[1] == "turns"
    on_the_way = judge(game | {"turns": turns})
    assert on_the_way.complaints == ()
    assert "the game can't end any more: stuck_cards" in on_the_way.remarks[0]


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ({"players": 3, "turns": []}, "by which rules"),
        ({"rules": "paskahusu", "players": 3}, 'did you mean "paskahousu"?'),
        ({"rules": {"deal.hnd": 3}, "players": 3}, 'did you mean "deal.hand"?'),
        ({"rules": {"extends": "/etc/passwd"}, "players": 3}, "is no preset"),
        ({"rules": "paskahousu"}, "how many played"),
        ({"rules": "valepaskka", "players": 3}, 'did you mean "valepaska"?'),
        ([], "not an object"),
        ("paskahousu", "not an object"),
    ],
)
def test_what_can_not_be_judged(record: Any, why: str) -> None:
    found = judge(record)
    assert why in found.not_judged
    assert found.complaints == ()


def test_rules_may_be_told_in_several_ways() -> None:
    turns = {"players": 2, "turns": [turn("0 Jx1")]}
    assert only(judge({"name": "paskahousu"} | turns))[1] == "action"
    assert judge({"rules": {"extends": "paskahousu", "faces.on_empty": True}} | turns).complaints == ()
    assert judge({"rules": {"faces": {"on_empty": True}}} | turns).complaints == ()
    assert judge({"rules": "paskahousu-open-any"} | turns).complaints == ()


def test_remarks() -> None:
    found = judge({"rules": "paskahousu", "player": 2, "players": 2, "turns": [turn("0 3x1") | {"ranks": "3"}]})
    assert found.complaints == ()
    assert found.remarks == (
        'player: there is no such key (did you mean "players"?); it is not judged',
        'turn 1: ranks: there is no such key (did you mean "rank"?); it is not judged',
    )


def test_too_many_players_for_the_cards() -> None:
    found = judge({"rules": {"deck.decks": 1, "deal.hand": 13}, "players": 10})
    assert [complaint.key for complaint in found.complaints] == ["players"]
