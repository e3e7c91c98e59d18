"""Rule sets drawn at random from the whole space of switches, with a number of players whose deal fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet
from paskasim.rules.ranks import FACES, JOKER, ORDER, RANKS, count_set, rank_list

COUNTS = ("1", "1-2", "2+", "1 3+", "1 4+", "2", "3", "1-3", "2-4", "1 2", "4+")
STOP_RANKS = ORDER[1:-1]
ON_EMPTY = ("next_takes_pass", "next_takes_again", "next_takes_lead", "stays", "no", "burns")
DEEDS = ("none", "burn", "skip", "reverse", "again", "next_takes_pass", "next_takes_again", "next_takes_lead")

PLAIN: dict[str, Sequence[Any]] = {  # switches that go with all others
    "turn.take": ("free", "stuck"),
    "turn.try_stock": ("never", "stuck", "any_time"),
    "turn.refill": ("hand", 1, 2, 3, 4, 6, 8, 13),
    "turn.stuck": ("pass", "open_any"),
    "turn.after_take": ("next", "again", "previous"),
    "beat": ("same_or_higher", "higher"),
    "faces.on_empty": (False, True),
    "faces.relaxed_at_rest": (False, True),
    "aces.on": ("faces", "faces_aces", "lower"),
    "aces.on_empty": ON_EMPTY,
    "aces.burn": ("on_faces", "never", "always"),
    "tens.on": ("lower", "any", "any_but_ace"),
    "tens.on_empty": ON_EMPTY,
    "tens.burn": ("on_lower", "always", "never"),
    "tens.followed_by": ("tens", "order"),
    "twos.on": ("any", "not_ace_ten"),
    "twos.followed_by": ("twos", "anything"),
    "ceiling.strict": (False, True),
    "ceiling.specials": (True, False),
    "invisible.in_run": ("ignored", "breaks", "counts"),
    "fours.burn": (True, True, False),
    "fours.size": (4, 3, 5, 6, 8),
    "fours.again": (True, False),
    "skip.per_card": (False, True),
    "rows.take_card": (False, True),
    "deal.swap": ("none", "any"),
}
PLAIN_DRAWN = st.fixed_dictionaries({key: st.sampled_from([None, None, *PLAIN[key]]) for key in PLAIN})


class Setting(NamedTuple):
    """Rules and a number of players that they can be played with."""

    rules: RuleSet
    players: int


@st.composite
def settings_of_play(draw: DrawFn, most_players: int = 6, most_turns: int = 1000) -> Setting:
    """Draw rules and a number of players."""
    players = draw(st.integers(2, most_players))
    switches = _fitting(draw(_decks()) | draw(_deals()), players)
    ranks = _ranks_in(switches)
    switches |= draw(_starts(switches))
    switches |= {key: value for key, value in draw(PLAIN_DRAWN).items() if value is not None}
    switches |= draw(_about_ranks(ranks))
    switches["limits.turns"] = draw(st.sampled_from([turns for turns in (300, 1000, 100) if turns <= most_turns]))
    return Setting(RuleSet.from_dict(switches), players)


@st.composite
def _decks(draw: DrawFn) -> dict[str, Any]:
    switches: dict[str, Any] = {}
    if draw(st.booleans()):
        usual = draw(st.sampled_from(("3-A 2", "1-A 2", "3-A", "7-A 2", "3-9 2", "9 10 J-A 2")))
        some = st.sets(st.sampled_from(RANKS[:-1]), min_size=2).map(lambda ranks: " ".join(sorted(ranks)))
        switches["deck.ranks"] = draw(st.one_of(st.just(usual), some))
    switches["deck.decks"] = draw(st.sampled_from(("auto", "auto", 1, 2, 3)))
    switches["deck.jokers"] = draw(st.sampled_from((0, 0, 1, 2, 4)))
    switches["deck.suits"] = draw(st.sampled_from((4, 4, 3, 2, 1)))
    if draw(st.integers(0, 2)) == 0:
        ranks = [rank for rank in _ranks_in(switches) if rank != JOKER]
        several = draw(st.lists(st.sampled_from(ranks), min_size=1, max_size=3, unique=True))
        switches["deck.copies"] = {rank: draw(st.integers(1, 15)) for rank in several}
    if draw(st.integers(0, 3)) == 0:
        switches["deck.drop"] = draw(st.integers(0, 40))
    return switches


@st.composite
def _deals(draw: DrawFn) -> dict[str, Any]:
    switches: dict[str, Any] = {"deal.hand": draw(st.sampled_from((5, 3, 4, 1, 2, 7, 13)))}
    if draw(st.booleans()):
        switches["deal.down"] = draw(st.integers(0, 6))
        switches["deal.up"] = draw(st.integers(0, 6))
    last = draw(st.sampled_from(("neither", "neither", "all", "turned")))
    if last == "all":
        switches["deal.all"] = True
    if last == "turned":
        switches["deal.turned"] = 1
    return switches


def _fitting(switches: dict[str, Any], players: int) -> dict[str, Any]:
    """Take away from the deal, then from the rank with most copies, until the deal fits."""
    while True:
        try:
            RuleSet.from_dict(switches).deal_for(players)
        except PaskasimError:
            switches = dict(switches)
            rows = ["deck.drop", "deal.down", "deal.up", "deal.hand"]
            size = {key: switches.get(key, 0) for key in rows}
            if "deck.copies" in switches:
                del switches["deck.copies"]
            elif switches["deck.decks"] != "auto":
                switches["deck.decks"] = "auto"
            elif max(size.values()) > 1:
                largest = max(rows, key=lambda key: int(size[key]))
                switches[largest] //= 2
            elif sum(size.values()) > 1:
                switches |= {"deck.drop": 0, "deal.down": 0, "deal.up": 0}
            else:
                switches |= {"deck.suits": 4, "deck.jokers": 4}
                switches.pop("deal.turned", None)
        else:
            return switches


def _ranks_in(switches: dict[str, Any]) -> list[str]:
    """Return the ranks of the deck, jokers too."""
    ranks = rank_list(switches.get("deck.ranks", "3-A 2"))
    return [*ranks, JOKER] if switches.get("deck.jokers") else list(ranks)


@st.composite
def _starts(draw: DrawFn, switches: dict[str, Any]) -> dict[str, Any]:
    players = ["left_of_dealer", "lowest", "lowest_first", "random"]
    player = draw(st.sampled_from([*players, "lowest_up"] if switches.get("deal.up") else players))
    opening = "free"
    if player in ("lowest", "lowest_first") and not switches.get("deal.turned"):
        opening = draw(st.sampled_from(("free", "lowest_all")))
    return {"start.player": player, "start.opening": opening}


@st.composite
def _about_ranks(draw: DrawFn, ranks: list[str]) -> dict[str, Any]:
    """Draw the switches that name ranks; each of them must be in the deck."""

    def sometimes(one_in: int) -> bool:
        return draw(st.integers(1, one_in)) == 1

    def some_ranks(most: int = 3) -> str:
        return " ".join(draw(st.lists(st.sampled_from(ranks), min_size=1, max_size=most, unique=True)))

    switches: dict[str, Any] = {}
    tops = [rank for rank in ranks if rank in ORDER[:-1]]
    if tops and sometimes(2):
        switches["faces.min_top"] = draw(st.sampled_from(["1", *tops]))
    stops = [rank for rank in ranks if rank in STOP_RANKS]
    for key in ("ceiling.rank", "invisible.rank"):
        if stops and sometimes(3):
            switches[key] = draw(st.sampled_from(stops))
    for key in ("skip.rank", "reverse.rank"):
        if sometimes(3):
            switches[key] = draw(st.sampled_from(ranks))
    for key in ("again.ranks", "fours.except", "finish.not_with"):
        if sometimes(3):
            switches[key] = some_ranks()
    if sometimes(3):
        switches["turn.counts"] = draw(_counts(ranks))
    if sometimes(2):
        switches["exceptions"] = [
            {"play": some_ranks(), "on": _on(draw, some_ranks(), ("empty",)), "may": draw(st.booleans())}
            | draw(_at_some_phase())
            for _ in range(draw(st.integers(1, 4)))
        ]
    if sometimes(2):
        switches["effects"] = [
            {"play": some_ranks(), "on": _on(draw, some_ranks(), ("empty", "any")), "do": draw(st.sampled_from(DEEDS))}
            | draw(_at_some_phase())
            for _ in range(draw(st.integers(1, 4)))
        ]
    return switches


def _on(draw: DrawFn, ranks: str, words: tuple[str, ...]) -> str:
    """Add a word to some ranks, leave them, or put the word in their place."""
    word = draw(st.sampled_from(words))
    return str(draw(st.sampled_from((ranks, ranks, f"{ranks} {word}", word))))


def _at_some_phase() -> SearchStrategy[dict[str, str]]:
    return st.sampled_from(({}, {}, {"at": "stock"}, {"at": "rest"}))


@st.composite
def _counts(draw: DrawFn, ranks: list[str]) -> dict[str, str]:
    """Draw a table of one or two entries; two go together wherever they name the same rank."""
    first_ranks = draw(st.lists(st.sampled_from(ranks), min_size=1, max_size=4, unique=True))
    first = draw(st.sampled_from(COUNTS))
    table = {" ".join(first_ranks): first}
    second_ranks = draw(st.lists(st.sampled_from(ranks), max_size=3, unique=True))
    second = draw(st.sampled_from([text for text in COUNTS if count_set(text) & count_set(first)]))
    faces = [rank for rank in ranks if rank in FACES]
    key = " ".join(draw(st.sampled_from((second_ranks, faces))))
    return table | ({key: second} if key and key not in table else {})
