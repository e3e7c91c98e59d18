"""The columns of a result row, read off a game record alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paskasim.reference.effects import BURNS, NEXT_TAKES, REVERSE, lay, put_down
from paskasim.reference.table import Table
from paskasim.reference.turns import FLIP, PASS, PLAY, TAKE, TRY
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, JOKER

MOST_PLAYERS = 10

Row = dict[str, Any]
Turns = Sequence[Mapping[str, Any]]


def row_of(record: Mapping[str, Any], *, detail: bool = False) -> Row:
    """Return the columns of the result row of a recorded game.

    Parameters
    ----------
    record
        As `play_game` returns it.
    detail
        Whether these are wanted, too: `largest_take`, `lead_changes`, and by seat `turns_0`, `takes_0`,
        `burns_0`, `fours_0` and so on.

    Returns
    -------
    Values by column name; `None` where a column does not apply, as for seats that do not exist. `claims`, `lies`,
    `challenges` and `caught` are columns of games with bluff only.
    """
    turns: Turns = record["turns"]
    actions = [turn["action"] for turn in turns]
    effects = [turn["effect"] for turn in turns]
    row: Row = {name: record[name] for name in ("game", "outcome", "proof", "starter", "loser")}
    row |= _by_seat("place", record["places"])
    row["turns"] = len(turns)
    row["choices"] = sum(len(turn["legal"]) > 1 for turn in turns)
    row |= {burn.replace("burn", "burns"): effects.count(burn) for burn in BURNS}
    row |= {
        "takes": actions.count(TAKE),
        "taken_cards": sum(_taken(turns)),
        "forced_takes": sum(effect in NEXT_TAKES for effect in effects),
        "tries": actions.count(TRY),
        "passes": actions.count(PASS),
        "flips": actions.count(FLIP),
        "failed_flips": sum(turn["action"] == FLIP and "took" in turn for turn in turns),
        "stock_out_turn": _stock_out_turn(record),
        "first_out_turn": next((number for number, turn in enumerate(turns, 1) if turn.get("out")), None),
    }
    if record["rules"]["bluff.on"]:
        row |= {
            "claims": sum("cards" in turn for turn in turns),
            "lies": sum(any(card != turn["rank"] for card in turn.get("cards", ())) for turn in turns),
            "challenges": sum("challenge" in turn for turn in turns),
            "caught": sum(not turn["challenge"]["honest"] for turn in turns if "challenge" in turn),
        }
    return row | (_detail(record) if detail else {})


def _stock_out_turn(record: Mapping[str, Any]) -> int | None:
    stock = len(record["deal"]["stock"]) - len(record["turned"])
    if stock == 0:
        return 0
    for number, turn in enumerate(record["turns"], 1):
        stock -= len(turn.get("drew", ())) + (turn["action"] == TRY)
        if stock == 0:
            return number
    return None


def _detail(record: Mapping[str, Any]) -> Row:
    turns: Turns = record["turns"]

    def counted(name: str, marks: Sequence[bool]) -> Row:
        seats = [turn["seat"] for turn, mark in zip(turns, marks, strict=True) if mark]
        return _by_seat(name, [seats.count(seat) for seat in range(record["players"])])

    row: Row = {"largest_take": max(_taken(turns), default=0), "lead_changes": _lead_changes(record)}
    row |= counted("turns", [True] * len(turns))
    row |= counted("takes", [turn["action"] == TAKE for turn in turns])
    row |= counted("burns", [turn["effect"] in BURNS for turn in turns])
    return row | counted("fours", [turn["effect"] == "burn_four" for turn in turns])


def _taken(turns: Turns) -> list[int]:
    return [len(turn.get("took", ())) for turn in turns]


def _lead_changes(record: Mapping[str, Any]) -> int:
    leaders: list[int] = []
    for held in cards_held(record):
        fewest = min(held)
        leader = held.index(fewest)
        if held.count(fewest) == 1 and leaders[-1:] != [leader]:
            leaders.append(leader)
    return max(0, len(leaders) - 1)


def cards_held(record: Mapping[str, Any]) -> Iterator[list[int]]:
    """Yield how many cards each seat holds in all zones after each turn of a record."""
    players, deal = record["players"], record["deal"]
    held = [sum(len(deal[zone][seat]) for zone in ("down", "up", "hand")) for seat in range(players)]
    pile, direction, out = len(record["turned"]), 1, set[int]()
    burnt = _burnt_when_shown(record)
    for number, turn in enumerate(record["turns"]):
        seat, effect, drew = turn["seat"], turn["effect"], len(turn.get("drew", ()))
        if "took" in turn:
            # Cards that were this seat's before: of a row, or of its hand and laid with a claim.
            own = ("row_card" in turn) + (turn["action"] == FLIP) + len(turn.get("cards", ()))
            held[seat] += len(turn["took"]) - own
            pile = 0
        elif turn["action"] != PASS:
            laid = turn["count"] if turn["action"] == PLAY else 1
            held[seat] -= 0 if turn["action"] == TRY else laid
            pile += laid
        if turn.get("challenge", {}).get("honest"):
            held[turn["challenge"]["by"]] += 0 if number in burnt else pile
            pile = 0
        if effect == REVERSE:
            direction = -direction
        if effect in NEXT_TAKES:
            taker = (seat + direction) % players
            while taker in out:
                taker = (taker + direction) % players
            held[taker] += pile
        if effect in NEXT_TAKES or effect in BURNS:
            pile = 0
        held[seat] += drew
        if turn.get("out"):
            out.add(seat)
        yield list(held)


def _burnt_when_shown(record: Mapping[str, Any]) -> set[int]:
    """Return the turns, from 0, at which a claim was found to be true and its pile burnt all the same.

    A record does not say so: the pile is gone in any case. It follows from top and run, which are followed here on a
    table without hands.
    """
    true = {n for n, turn in enumerate(record["turns"]) if turn.get("challenge", {}).get("honest")}
    if not true or record["rules"]["bluff.honest_burn"] != "burns":
        return set()
    rules = RuleSet.from_dict({**record["rules"], "name": record["name"]})
    players = record["players"]
    hands, up, down = ([list[str]() for _ in range(players)] for _ in range(3))
    table = Table(rules, players, stock=[], hands=hands, up=up, down=down)
    for card in record["turned"]:
        table.top, table.run, table.run_rank = (EMPTY, 0, EMPTY) if card == JOKER else (card, 1, card)
    burnt = set[int]()
    for number, turn in enumerate(record["turns"]):
        table.to_play = turn["seat"]
        rank, count = turn.get("rank", turn.get("flipped", "")), turn.get("count", 1)
        if "challenge" in turn:
            if put_down(table, rank, count, turn["phase"]) in BURNS and number in true:
                burnt.add(number)
            table.burn_pile()
        elif "took" in turn or turn["action"] == PASS:
            table.burn_pile()
        else:
            lay(table, rank, count, turn["phase"])
        if turn.get("out"):
            table.places[turn["seat"]] = 1  # any place: the seat is not asked any more
    return burnt


def _by_seat(name: str, values: Sequence[int | None]) -> Row:
    every = [*values, *[None] * (MOST_PLAYERS - len(values))]
    return {f"{name}_{seat}": value for seat, value in enumerate(every)}
