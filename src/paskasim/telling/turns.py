"""One turn in one sentence, the way a person at the table would say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paskasim.reference.effects import BURN_FOUR, BURNS, NEXT_TAKES, REVERSE, SKIP
from paskasim.reference.table import DOWN, UP, Table, in_code_order
from paskasim.reference.turns import FLIP, PASS, PLAY, TAKE, TRY
from paskasim.rules.ranks import EMPTY, JOKER
from paskasim.telling.replay import Moment, play_turn
from paskasim.telling.words import PLACES, begun, counted, listed, number, plural, seats, some, spread, the, wrapped


def told_turns(table: Table, turns: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of turns, each with its number, while they are played on the table."""
    for turn in turns:
        phase = table.phase
        moment = play_turn(table, turn)
        yield from wrapped(told(moment, table), f"{moment.number:>4}  ")
        if phase != table.phase:
            yield "      The stock is empty now."


def told(moment: Moment, table: Table) -> str:
    """Return the sentence of a turn.

    Parameters
    ----------
    table
        As the turn left it.
    """
    what = {PLAY: _play, TAKE: _take, TRY: _turned_up, FLIP: _turned_up, PASS: _pass}[moment.action.kind]
    sentence = begun(what(moment, table))
    if moment.happened.out:
        sentence += f"; seat {moment.seat} is out, in {PLACES[(table.places[moment.seat] or 1) - 1]} place"
    deeds = list(_deeds(moment, table))
    if deeds:
        # Behind an effect the sentence may have come to another seat.
        same = not _explained(moment, table) and not moment.happened.out
        joined = listed(deeds)
        sentence += f"{',' if len(deeds) > 1 else ' and'} {joined}" if same else f"; seat {moment.seat} {joined}"
    if not table.over and moment.happened.challenger is not None and table.to_play != moment.seat:
        sentence += f"; seat {table.to_play} plays next"
    if not table.over and moment.action.kind == TAKE and table.rules.turn.after_take == "previous":
        sentence += f"; the turn goes back to seat {table.to_play}"
    return f"{sentence}."


def _explained(moment: Moment, table: Table) -> str:
    """Return what is said of the effect of the card or cards laid, if any were, or of their challenge."""
    if moment.happened.challenger is not None:
        return _doubt(moment)
    if moment.action.kind == PLAY:
        return _effect(moment, table, moment.action.rank, moment.action.count)
    card = moment.happened.flipped
    return _effect(moment, table, card, 1) if card and not moment.happened.took else ""


def _play(moment: Moment, table: Table) -> str:
    action = moment.action
    if action.cards:
        return _claim(moment, table)
    cards = " ".join([action.rank] * action.count)
    place = " from its up row" if moment.zone == UP else ""
    verb = "opens with" if moment.opening else "plays"
    head = f"seat {moment.seat} {verb} {cards}{place}{'' if moment.opening else f' on {_top(moment)}'}"
    return head + _effect(moment, table, action.rank, action.count)


def _claim(moment: Moment, table: Table) -> str:
    action, one = moment.action, moment.action.count == 1
    cards = "a card" if one else f"{number(action.count)} cards"
    if action.is_true:
        are = "so it is" if one else "so they are"
    else:
        are = f"it is {action.cards[0]}" if one else f"they are {listed(in_code_order(action.cards))}"
    said = some(action.rank, action.count)
    head = f"seat {moment.seat} lays {cards} face down on {_top(moment)} and says {said} ({are})"
    if moment.happened.challenger is not None:
        return f"{head}. {begun(_doubt(moment))}"
    effect = _effect(moment, table, action.rank, action.count)
    return f"{head}; nobody doubts it{effect}" if effect else head


def _doubt(moment: Moment) -> str:
    """Return who doubts a claim, whether rightly, and where the pile goes."""
    happened, cards = moment.happened, counted(moment.pile + moment.action.count)
    head = f"seat {happened.challenger} doubts it: it was {'true' if happened.honest else 'a lie'}"
    if moment.burns_when_shown:
        return f"{head}, and the pile burns all the same ({cards})"
    return f"{head}, and seat {moment.taker} takes the pile ({cards})"


def _take(moment: Moment, table: Table) -> str:
    happened = moment.happened
    row_card = f", and with it the {happened.row_card} of its up row" if happened.row_card else ""
    pile = list(happened.took[: moment.pile])
    if moment.claims:
        could, nothing = "could tell the truth but takes", "has no true card to lay"
    else:
        could, nothing = "could play but takes", "has nothing to play"
    reason = could if moment.could_play else f"{nothing} on {_top(moment)} and takes"
    return f"seat {moment.seat} {reason} the pile ({counted(len(pile))}: {spread(pile)}){row_card}"


def _turned_up(moment: Moment, table: Table) -> str:
    card, took = moment.happened.flipped, moment.happened.took
    from_where = "tries the stock, turns" if moment.action.kind == TRY else "turns its next blind card,"
    head = f"seat {moment.seat} {from_where} {some(card, 1)}"
    if not took:
        comma = "," if moment.action.kind == FLIP else ""
        return f"{head}{comma} and plays it on {_top(moment)}{_effect(moment, table, card, 1)}"
    with_pile = f" with the pile ({counted(len(took))} in all: {spread(took)})" if len(took) > 1 else " into its hand"
    return f"{head}, which can't be played on {_top(moment)}, and takes it{with_pile}"


def _pass(moment: Moment, table: Table) -> str:
    if moment.claims:
        return f"seat {moment.seat} passes, since nothing may be said on the empty pile"
    return f"seat {moment.seat} has nothing to open the pile with and passes"


def _top(moment: Moment) -> str:
    if moment.top != EMPTY:
        return moment.top
    return "the empty pile" if moment.pile == 0 else f"{the(JOKER, moment.pile)} alone"


def _effect(moment: Moment, table: Table, rank: str, count: int) -> str:
    """Return what the play did, behind a colon; nothing where it did nothing."""
    effect, cards = moment.happened.effect, counted(moment.pile + count)
    if effect in BURNS:
        maker = {
            BURN_FOUR: f"{_run(moment, table, rank, count)}, the pile burns",
            "burn_rule": "by a rule of this table the pile burns",
        }
        burnt = maker.get(effect, f"{the(rank, count)} {'burns' if count == 1 else 'burn'} the pile")
        return f": {burnt} ({cards})"
    if effect in NEXT_TAKES:
        then = {"next_takes_pass": " and is passed over", "next_takes_lead": " and plays next"}.get(effect, "")
        return f": {seats([moment.neighbour])} has to take the pile ({cards}){then}"
    if effect == SKIP:
        return f": {_skipped(moment, table, count)}"
    if effect == REVERSE:
        return f": play turns round, {'clockwise' if table.direction == 1 else 'anticlockwise'} from now on"
    if rank == JOKER:
        return f": {the(rank, count)} {'leaves' if count == 1 else 'leave'} the top as it was"
    if rank == table.rules.invisible.rank and moment.top != EMPTY:
        return f": {the(rank, count)} {'is' if count == 1 else 'are'} invisible, {moment.top} stays on top"
    return ""


def _run(moment: Moment, table: Table, rank: str, count: int) -> str:
    """Return the run that burnt, such as `four nines`."""
    unseen = rank == table.rules.invisible.rank and moment.top != EMPTY
    as_others = unseen and table.rules.invisible.in_run == "counts"
    if rank == moment.run_rank or as_others:
        return (
            f"{number(moment.run + count)} {plural(moment.run_rank)}{' (invisible ones counted)' if as_others else ''}"
        )
    return f"{number(count)} {plural(rank)}"


def _skipped(moment: Moment, table: Table, count: int) -> str:
    steps = count if table.rules.skip.per_card else 1
    passed = [table.after(moment.seat, step) for step in range(1, steps + 1)] if not table.over else []
    if not passed:
        return "nobody is left to be skipped"
    round_the_table = len(passed) > len(set(passed)) or moment.seat in passed
    if round_the_table:
        return f"{number(steps)} turns are skipped"
    return f"{seats(passed)} {'is' if len(passed) == 1 else 'are'} skipped"


def _deeds(moment: Moment, table: Table) -> Iterator[str]:
    """Yield what else the seat does: draw, play again, come to another zone."""
    seat, drew = moment.seat, moment.happened.drew
    if drew:
        yield f"draws {spread(drew)}"
    if table.over or moment.happened.out:
        return
    zone = table.zone(seat)
    if zone != moment.zone and zone == UP:
        yield f"has its up row ({spread(table.up[seat])}) left"
    elif zone != moment.zone and zone == DOWN:
        yield f"has its blind row ({counted(len(table.down[seat]))}) left"
    if table.to_play == seat:
        yield "plays again"
