"""Games with bluff: true records give no complaint, and each thing that is wrong gets one, with place and reason."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from played import Record, played
from rule_sets import drawn_bluff
from test_hostile_json import spoil, told
from test_mutations import AFTER_THE_TURNS, changed, of_the_record, other

from paskasim.referee import Complaint, judge
from paskasim.reference import BOTS
from paskasim.reference.turns import Action
from paskasim.rules import RuleSet

# preset, other switches, strategies, seed, game
SPECS: dict[str, tuple[str, dict[str, Any], str, int, int]] = {
    "finished": ("valepaska", {}, "random lowest any", 5, 1),
    "next plays": ("valepaska-next-plays", {"deal.hand": 3}, "random any lowest", 5, 2),
    "liar": ("valepaska-liar-never-continues", {"bluff.who": "next"}, "random any random", 5, 3),
    "rows": ("valepaska-rows", {"limits.turns": 300}, "lowest random", 5, 4),
    "burns": (
        "valepaska",
        {"bluff.honest_burn": "burns", "bluff.after_honest": "after_challenger", "aces.on": "lower"},
        "lowest any any",
        5,
        5,
    ),
    "open": ("valepaska", {"limits.turns": 100}, "any any any any", 5, 6),
    "state_repeats": ("valepaska", {"deck.ranks": "3 4 J-A", "fours.except": ""}, "lowest lowest lowest", 3, 0),
}  # fmt: skip


@cache
def _text_of(name: str) -> str:
    preset, switches, bots, seed, game = SPECS[name]
    rules = RuleSet.load(preset).with_switches(switches)
    names = bots.split()
    if name == "state_repeats":
        games = (played(rules, len(names), names, seed, number) for number in range(game, game + 20))
        return json.dumps(next(record for record in games if record["proof"] == name))
    return json.dumps(played(rules, len(names), names, seed, game))


def sample(name: str) -> Record:
    return json.loads(_text_of(name))  # type: ignore[no-any-return]


def first(complaints: tuple[Complaint, ...]) -> tuple[int | None, str, str, str]:
    complaint = complaints[0]
    return complaint.turn, complaint.key, complaint.right, complaint.why


@pytest.mark.parametrize("name", SPECS)
def test_true_records(name: str) -> None:
    record = sample(name)
    found = judge(record)
    assert (found.complaints, found.not_judged, found.turns) == ((), "", record["turns_played"])
    assert not [remark for remark in found.remarks if "preset" not in remark]


def test_the_samples_hold_what_games_with_bluff_can_hold() -> None:
    turns = [turn for name in SPECS for turn in sample(name)["turns"]]
    assert {turn["challenge"]["honest"] for turn in turns if "challenge" in turn} == {True, False}
    assert {turn["zone"] for turn in turns} == {"hand", "up", "down"}
    assert any("challenge" in turn and turn["challenge"]["honest"] and turn.get("out") for turn in turns)
    assert {sample(name)["proof"] for name in SPECS} == {None, "open", "state_repeats"}


def test_rule_sets_from_the_whole_space_of_switches() -> None:
    dice = random.Random("referee with bluff")
    for _ in range(12):
        rules, players = drawn_bluff(dice, 6)
        record = played(
            rules.with_switches({"limits.turns": 120}), players, [dice.choice(tuple(BOTS)) for _ in range(players)],
            dice.randrange(2**64), dice.randrange(1000),
        )  # fmt: skip
        found = judge(record)
        assert (found.complaints, found.not_judged) == ((), ""), rules.flat()
        assert judge(bare(record)).complaints == ()


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_many_rule_sets(part: int) -> None:
    dice = random.Random(f"long bluff {part}")
    for _ in range(150):
        rules, players = drawn_bluff(dice)
        record = played(
            rules, players, [dice.choice(tuple(BOTS)) for _ in range(players)], dice.randrange(2**64), dice.randrange(9)
        )
        assert judge(record).complaints == ()
        assert judge(bare(record)).complaints == ()


def bare(record: Record) -> Record:
    """Return what people would write down at a table: no hands, no cards that nobody saw."""
    keys = ("seat", "action", "rank", "count", "challenge", "flipped", "row_card")
    turns = [
        {key: turn[key] for key in keys if key in turn} | ({"cards": turn["cards"]} if "challenge" in turn else {})
        for turn in record["turns"]
    ]
    return {key: record[key] for key in ("rules", "players", "turned", "starter")} | {"turns": turns}


NOT_NOTICED = {
    ("state_repeats", "the end cut off"),  # it holds earlier, too
}


@pytest.mark.parametrize("name", ["finished", "open", "state_repeats"])
def test_what_stands_outside_the_turns(name: str) -> None:
    record = sample(name)
    for what, wrong in of_the_record(record):
        if what.startswith("witness"):
            continue
        noticed = bool(judge(wrong, most_states=50).complaints)
        assert noticed != ((record["proof"], what) in NOT_NOTICED), what


@pytest.mark.parametrize("proof", ["all_pass", "stuck_cards", "forced_loop", "closed"])
def test_no_deadlock_is_claimed_with_bluff(proof: str) -> None:
    wrong = changed(sample("state_repeats"), outcome="deadlock", proof=proof)
    assert first(judge(wrong).complaints) == (
        None, "outcome", "no deadlock", "it is never claimed with bluff: section 8",
    )  # fmt: skip
    wrong = changed(sample("open"), proof="escape", witness=[{"seat": 0, "action": "take"}])
    assert first(judge(wrong).complaints)[:3] == (None, "proof", "open")


def test_a_livelock_of_players_who_roll_dice() -> None:
    wrong = changed(sample("state_repeats"), strategies=["lowest", "any", "lowest"])
    assert "no livelock" in judge(wrong).complaints[0].right


def of_a_claim(turn: dict[str, Any], record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a claim once for each key that may be wrong."""
    players, laid = record["players"], turn["cards"]
    yield "seat", turn | {"seat": (turn["seat"] + 1) % players}
    for key, values in (("phase", ("stock", "rest")), ("zone", ("hand", "up")), ("top", ("empty", "7"))):
        yield key, turn | {key: other(turn[key], values)}
    yield "run", turn | {"run": turn["run"] + 1}
    yield "legal, one more", turn | {"legal": [*turn["legal"], "10x7"]}
    yield "legal, one less", turn | {"legal": turn["legal"][:-1]}
    yield "rank", turn | {"rank": "1"}
    yield "count", turn | {"count": turn["count"] + 1}
    yield "cards, one more", turn | {"cards": [*laid, "3"]}
    yield "cards, one less", turn | {"cards": laid[:-1]}
    yield "cards that are not held", turn | {"cards": ["1", *laid[1:]]}
    yield "action try", turn | {"action": "try"}
    yield "action pass", turn | {"action": "pass"}
    effects = ("none", "burn_ten", "burn_four", "next_takes_pass", "skip", "again")
    yield "effect", turn | {"effect": other(turn["effect"], effects)}
    yield "out", turn | {"out": not turn.get("out", False)}
    yield "took", turn | {"took": [*turn.get("took", []), "3"]}
    yield "drew", turn | {"drew": [*turn.get("drew", []), "3"]}
    yield "flipped", turn | {"flipped": "3"}
    yield "row_card", turn | {"row_card": "3"}
    if "challenge" in turn:
        challenge = turn["challenge"]
        yield "honest", turn | {"challenge": challenge | {"honest": not challenge["honest"]}}
        yield "challenged by its own player", turn | {"challenge": challenge | {"by": turn["seat"]}}
        yield "challenged by nobody", turn | {"challenge": challenge | {"by": players}}
        yield "a challenge that is none", turn | {"challenge": {"by": "0"}}
        if not challenge["honest"]:
            yield "no challenge", {key: value for key, value in turn.items() if key != "challenge"}
            yield "nothing taken", turn | {"took": []}


@pytest.mark.parametrize("name", SPECS)
def test_each_key_of_a_claim(name: str) -> None:
    record = sample(name)
    turns = record["turns"]
    begun = {key: value for key, value in record.items() if key not in AFTER_THE_TURNS}
    # The first claim of each sort that the game has.
    sorts = {
        (turn.get("challenge", {}).get("honest"), "out" in turn, turn["effect"] == "none"): number
        for number, turn in reversed(list(enumerate(turns)))
        if "cards" in turn
    }
    for number in sorted(sorts.values())[:5]:
        for what, wrong in of_a_claim(turns[number], record):
            found = judge(begun | {"turns": [*turns[:number], wrong, *turns[number + 1 : number + 3]]})
            assert found.complaints, (number, what)
            assert found.complaints[0].turn == number + 1, (number, what, found.complaints[0])


@pytest.mark.parametrize("name", ["finished", "next plays", "liar", "burns"])
def test_another_challenger_or_next_player_shows_in_the_next_turns(name: str) -> None:
    record = sample(name)
    players, bluff = record["players"], {key: record["rules"][f"bluff.{key}"] for key in ("after_lie", "honest_burn")}
    numbers = [number for number, turn in enumerate(record["turns"][:-1]) if "challenge" in turn]
    noticed = 0
    for number in numbers[:: max(1, len(numbers) // 6)]:
        turn, begun = record["turns"][number], changed(record, turns=record["turns"][: number + 40])
        begun = {key: value for key, value in begun.items() if key not in AFTER_THE_TURNS}
        wrong = copy.deepcopy(begun)
        others = (seat for seat in range(players) if seat not in (turn["seat"], turn["challenge"]["by"]))
        wrong["turns"][number]["challenge"]["by"] = next(others)
        complaints = judge(wrong).complaints
        # Who exposed a lie, or let a pile burn, makes no difference where that one does not play next.
        same = bluff["after_lie"] == "next" if not turn["challenge"]["honest"] else bluff["honest_burn"] == "burns"
        assert complaints or same, number
        noticed += bool(complaints)
        wrong = copy.deepcopy(begun)
        following = wrong["turns"][number + 1]
        following["seat"] = (following["seat"] + 1) % players
        found = judge(wrong).complaints[0]
        assert (found.turn, found.key) == (number + 2, "seat")
    assert noticed


# A small table by hand: three players, five cards each, one deck.
def game(*turns: dict[str, Any], rules: dict[str, Any] | None = None, hand: str = "3 7 7 J K") -> Record:
    hands = [text.split() for text in (hand, "4 4 9 10 A", "5 5 6 6 2")]
    return {
        "rules": {"extends": "valepaska", **(rules or {})},
        "players": 3,
        "deal": {"hand": hands},
        "turns": list(turns),
    }


def claim(said: str, cards: str, seat: int = 0, **more: Any) -> dict[str, Any]:
    rank, _, count = said.partition("x")
    return {"seat": seat, "action": "play", "rank": rank, "count": int(count), "cards": cards.split(), **more}


HONEST: dict[str, Any] = {"challenge": {"by": 2, "honest": True}}
LIE: dict[str, Any] = {"challenge": {"by": 2, "honest": False}}


@pytest.mark.parametrize(
    ("turns", "rules", "key", "right", "why"),
    [
        ([claim("7x2", "7 J", **HONEST)], {}, "challenge.honest", "false", "7 J lay there, 7x2 was claimed"),
        ([claim("7x2", "7 7", **LIE)], {}, "challenge.honest", "true", "7 7 lay there, 7x2 was claimed"),
        ([claim("7x2", "7 4")], {}, "cards", "cards of the hand: 3 7 7 J K", ""),
        ([claim("7x2", "7 7 3")], {}, "cards", "2 cards, as many as are claimed", ""),
        ([claim("7x5", "3 7 7 J K")], {}, "action", None, "the deck holds 4 cards of 7"),
        ([claim("7x6", "3 7 7 J K K")], {"deck.decks": 2}, "action", None, "the seat holds 5 cards in its hand"),
        ([claim("Jx1", "J")], {}, "action", None,
         "a jack may not open a pile: rule 9 of section 3, faces.on_empty = false"),
        ([claim("7x2", "7 7")], {"turn.counts": {"7": "1 3"}}, "action", None,
         "turn.counts allows these counts of 7: 1 3"),
        ([claim("7x2", "7 7", challenge={"by": 0, "honest": True})], {}, "challenge.by", "one of the seats 1 2",
         "nobody challenges an own claim"),
        ([claim("7x2", "7 7", challenge={"by": 7, "honest": True})], {}, "challenge.by", "one of the seats 1 2",
         "there is no such seat"),
        ([claim("7x2", "7 7", **HONEST)], {"bluff.who": "next"}, "challenge.by", "seat 1", 'bluff.who = "next"'),
        ([{"seat": 0, "action": "try"}], {}, "action", None, "nobody tries the stock with bluff"),
        ([{"seat": 0, "action": "take"}], {}, "action", None, "the pile is empty"),
        ([{"seat": 0, "action": "pass"}], {}, "action", None, "there is a legal claim, or the pile to take"),
        ([claim("7x2", "7 7", effect="burn_ten", **HONEST)], {}, "effect", "none",
         "no effect of a claim is carried out once it is challenged"),
        ([claim("10x1", "3", effect="none")], {}, "effect", "next_takes_pass", ""),
        ([claim("7x2", "7 J", took=["7", "7"], **LIE)], {}, "took", "7 J", ""),
        ([claim("7x2", "7 J", drew=["8"], **LIE)], {}, "drew", "none", ""),
        ([claim("7x2", "7 J", out=True, **LIE)], {}, "out", "false", "the seat holds 5 cards"),
        ([claim("7x2", "7 7"), {"seat": 1, "action": "take", "cards": ["3"]}], {}, "cards",
         "stands only with a claim, a play from the hand", ""),
        ([claim("7x2", "7 7", **HONEST), claim("9x1", "9", seat=1)], {}, "seat", "seat 0", ""),
        ([claim("7x2", "7 7", **HONEST), claim("9x1", "9", seat=0)], {"bluff.after_honest": "next"}, "seat",
         "seat 1", ""),
        ([claim("7x2", "7 J", **LIE), claim("9x1", "9", seat=1)], {"bluff.after_lie": "challenger"}, "seat",
         "seat 2", ""),
        ([claim("7x2", "J K"), claim("9x1", "4", seat=1, top="J")], {}, "top", "7", ""),
        ([claim("7x2", "J K"), claim("7x1", "4", seat=1), claim("8x1", "5", seat=2, run=1)], {}, "run", "3", ""),
    ],
)  # fmt: skip
def test_place_and_reason(
    turns: list[dict[str, Any]], rules: dict[str, Any], key: str, right: str | None, why: str
) -> None:
    found = judge(game(*turns, rules=rules))
    assert found.not_judged == ""
    (complaint,) = found.complaints
    assert (complaint.turn, complaint.key, complaint.why) == (len(turns), key, why)
    assert right in (None, complaint.right)


def test_a_challenge_by_who_is_out() -> None:
    rules = {"deck.ranks": "3-9", "deck.suits": 1, "deal.hand": 1, "deck.drop": 4, "fours.except": ""}
    record = {
        "rules": {"extends": "valepaska", **rules}, "players": 3, "deal": {"hand": [["3"], ["4"], ["5"]]},
        "turns": [claim("3x1", "3"), claim("4x1", "4", seat=1, challenge={"by": 0, "honest": True})],
    }  # fmt: skip
    assert first(judge(record).complaints) == (2, "challenge.by", "seat 2", "seat 0 is out")


def test_who_takes_a_pile_has_its_cards() -> None:
    true = [claim("7x2", "7 7", **HONEST), claim("3x1", "3"), claim("4x1", "4", seat=1)]
    assert judge(game(*true, claim("9x2", "7 7", seat=2))).complaints == ()
    found = judge(game(*true[:2], claim("4x1", "7", seat=1))).complaints
    assert first(found)[:3] == (3, "cards", "cards of the hand: 4 4 9 10 A")


def test_what_is_not_told_is_not_judged() -> None:
    said = [{"seat": 0, "rank": "7", "count": 2}, {"seat": 1, "rank": "8", "count": 1, "challenge": {"by": 2}}]
    found = judge({"rules": "valepaska", "players": 3, "turns": said})
    assert found.complaints == ()
    assert found.remarks[0].endswith("it does not say whether the claim was true")
    said[1]["took"] = ["?", "?", "9"]  # so it was a lie
    found = judge({"rules": "valepaska", "players": 3, "turns": [*said, {"seat": 0, "action": "play", "rank": "3"}]})
    assert [(each.turn, each.key) for each in found.complaints] == [(3, "seat")]
    said[1]["challenge"] = {"honest": True}
    found = judge({"rules": "valepaska", "players": 3, "turns": said})
    assert found.remarks[0].endswith("it does not say who challenged")
    # Cards laid unseen out of a hand that is known: nobody knows which are left.
    found = judge(game(claim("9x2", "? ?"), {"seat": 1, "action": "take"}, claim("3x2", "5 5", seat=2),
                       claim("9x1", "8")))  # fmt: skip
    assert (found.complaints, found.turns) == ((), 4)


def test_a_hand_that_is_laid_as_a_whole_is_known() -> None:
    rules = {"deck.ranks": "3-9", "deck.suits": 2, "deal.hand": 2, "deck.drop": 8, "fours.except": ""}
    record = {
        "rules": {"extends": "valepaska", **rules}, "players": 3,
        "deal": {"hand": [["3", "4"], ["4", "5"], ["6", "7"]]},
        "turns": [claim("9x2", "? ?"), {"seat": 1, "action": "take", "took": ["3", "3"]}],
    }  # fmt: skip
    assert first(judge(record).complaints)[:3] == (2, "took", "3 4")


def test_true_records_with_something_odd_in_them() -> None:
    dice = random.Random("odd claims")
    for _ in range(60):
        record = sample(dice.choice(sorted(SPECS)))
        record["turns"] = record["turns"][: dice.randint(1, 40)]
        for _ in range(dice.randint(1, 3)):
            spoil(dice.choice(record["turns"]) if dice.random() < 0.8 else record, dice)
        assert told(judge(record, most_states=50)).replace("\n", "").isprintable()


def test_actions_compare_by_what_is_claimed() -> None:
    assert Action("play", "7", 2) != Action("play", "7", 2, ("7", "7"))
    assert str(Action("play", "7", 2, ("7", "4"))) == "7x2"
