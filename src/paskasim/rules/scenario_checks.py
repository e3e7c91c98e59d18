"""Whether the entries of `[[scenario]]` in a file are good: each key by itself, and all of one entry together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from paskasim.rules.cards import OUT, PLAY, action, cards, claim
from paskasim.rules.compound import Entries
from paskasim.rules.kinds import Problem
from paskasim.rules.messages import shown
from paskasim.rules.positions import Path
from paskasim.rules.scenarios import EXPECTED, ILLEGAL, OF_DEAL, Entry, Scenario

_DEALT = ("hand", "up", "down", "stock", "others", "others_up", "others_down", "pile", "phase", "first_turn")
_AFTER_PLAY = ("expect_next", "expect_taker", "expect_out", "expect_drawn")


class _Scenarios(Entries):
    """The entries of a file: each good by itself, and saying one thing."""

    def _entry_problems(self, index: int, entry: object) -> list[Problem]:
        found = super()._entry_problems(index, entry)
        if found or not isinstance(entry, Mapping):
            return found
        good = Entry(**entry)
        return [
            Problem((index, key) if key in entry else (index,), f"entry {index + 1}{f', {key}' if key else ''}: {text}")
            for key, text in _contradictions(good)
        ]


SCENARIOS = _Scenarios(Entry, '{ pile = "9 9 9", hand = "9 J", play = "9", expect = "burn" }')


def scenarios_of(value: Any, label: str, line_of: Mapping[Path, int], place: Path) -> tuple[Scenario, ...]:
    """Return the scenarios of a value that has no problems.

    Parameters
    ----------
    value
        A list of tables.
    label, line_of
        The file, and its lines by path.
    place
        The path of the value.
    """
    return tuple(
        Scenario(Entry(**entry), index + 1, label, _lines(line_of, (*place, index), entry))
        for index, entry in enumerate(value)
    )


def _lines(line_of: Mapping[Path, int], place: Path, entry: Mapping[str, Any]) -> dict[str, int]:
    paths = {"": place} | {key: (*place, key) for key in entry}
    return {key: line_of[path] for key, path in paths.items() if path in line_of}


def _contradictions(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield what does not go together in a scenario: the key to blame, and why."""
    if not entry.expectations:
        yield "", "nothing is expected; write one or more of " + ", ".join(EXPECTED)
    yield from _about_players(entry)
    yield from _about_deck(entry) if entry.deck is not None else _about_cards(entry)
    yield from _about_play(entry)


def _about_players(entry: Entry) -> Iterator[tuple[str, str]]:
    given = {key: len(getattr(entry, key)) for key in ("others", "others_up", "others_down", "expect_others")}
    given = {key: number for key, number in given.items() if number}
    if entry.players is not None:
        given = {"players": entry.players - 1} | given
    first = next(iter(given), "")
    for key, number in given.items():
        if number != given[first]:
            many = "players" if first == "players" else first
            yield key, f"names {number} other players, but by {many} there are {given[first]}"
    if entry.others and all(hand == OUT for hand in entry.others):
        yield "others", "someone else has to be in the game still"


def _about_deck(entry: Entry) -> Iterator[tuple[str, str]]:
    for key in _DEALT:
        if getattr(entry, key) not in (None, (), "", False):
            yield key, "does not go with deck, which the rules deal out"


def _about_cards(entry: Entry) -> Iterator[tuple[str, str]]:
    only_deal = set(entry.expectations) <= set(OF_DEAL) and not entry.acts
    if not (entry.hand or entry.up or entry.down or only_deal):
        yield "", "the player has no card; write hand, up or down (or deck)"
    if entry.phase == "rest" and entry.stock:
        yield "stock", 'there is none with phase = "rest"'
    if entry.phase == "stock" and entry.stock == "":
        yield "stock", 'it cannot be empty with phase = "stock"'
    if not entry.hand and (entry.stock or entry.phase == "stock") and not only_deal:
        yield "stock" if entry.stock else "phase", "an empty hand and a stock never come together, for each turn draws"
    for key in ("swap", "expect_starter"):
        if getattr(entry, key) is not None and not entry.first_turn:
            yield key, "needs first_turn = true, or deck"
    if entry.first_turn:
        if entry.pile:
            yield "pile", "there is none yet with first_turn = true; a card that is turned comes from stock"
        if not entry.others:
            yield "first_turn", "needs others: who begins may depend on every hand"
        if OUT in entry.others:
            yield "others", "nobody is out with first_turn = true"
    if entry.swap is not None and entry.first_turn:
        row, missing = cards(entry.swap), Counter(cards(entry.swap)) - Counter(cards(f"{entry.hand} {entry.up}"))
        if missing or len(row) != len(cards(entry.up)):
            yield "swap", "lay as many cards as up has, out of hand and up"


def _about_play(entry: Entry) -> Iterator[tuple[str, str]]:
    for key in _AFTER_PLAY:
        if getattr(entry, key) is not None and not entry.acts:
            yield key, "needs play or claim"
    if entry.expect is not None and not entry.acts and not (entry.swap is not None and entry.expect == ILLEGAL):
        yield "expect", "needs play or claim"
    if entry.expect == ILLEGAL:
        before = ("expect", "expect_starter", "expect_legal", "expect_may", "expect_may_not", *OF_DEAL)
        for key in entry.expectations:
            if key not in before:
                yield key, f'does not go with expect = "{ILLEGAL}", after which nothing happens'
    yield from _about_claim(entry)
    if entry.row_card is not None and (entry.play[-1:] != ("take",) or entry.claim is not None):
        yield "row_card", 'needs play = "take"'
    if entry.deck is None and not entry.first_turn and entry.play:
        yield from _about_first(entry)
    if entry.expect_stock is not None and entry.stock is None and entry.deck is None:
        yield "expect_stock", "needs stock"


def _about_claim(entry: Entry) -> Iterator[tuple[str, str]]:
    if entry.claim is None:
        for key in ("lay", "challenge"):
            if getattr(entry, key) is not None:
                yield key, "needs claim"
        return
    said = claim(entry.claim)
    laid = cards(entry.lay) if entry.lay is not None else (said.rank,) * said.count
    if len(laid) != said.count:
        yield "lay", f"holds {len(laid)} cards, but {said.count} are claimed; lay as many as claim says"
    elif not entry.play and entry.deck is None and not entry.first_turn and entry.expect != ILLEGAL:
        missing = Counter(laid) - Counter(cards(entry.hand))
        if missing:
            key = "claim" if entry.lay is None else "lay"
            known = f"hand holds {entry.hand.strip() or 'no card'}"
            more = "; lay says which cards are laid" if entry.lay is None else ""
            yield key, f"{' '.join(missing.elements())} cannot be laid: {known}{more}"


def _about_first(entry: Entry) -> Iterator[tuple[str, str]]:
    wanted = action(entry.play[0])
    zone = "hand" if entry.hand else "up" if entry.up else "down"
    if wanted.kind == PLAY and zone != "down":
        held = cards(getattr(entry, zone)).count(wanted.rank)
        if held < wanted.count:
            yield "play", f"{shown(entry.play[0])} is not there to be played: {zone} holds {held} of {wanted.rank}"
    if wanted.kind == "try" and entry.stock is None and entry.phase != "rest" and entry.expect != ILLEGAL:
        yield "play", "a try turns a card of the stock; write stock"
    if wanted.kind == PLAY and zone == "down":
        yield "play", 'the player is at the blind row, whose first card is turned; write play = "flip"'
