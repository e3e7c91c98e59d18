"""Whether the rules say what a scenario expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from paskasim.reference.turns import PLAY, TRY, Action, claims_now, legal_actions, row_cards
from paskasim.rules import RuleSet
from paskasim.rules.cards import action, cards, claim
from paskasim.rules.messages import shown
from paskasim.rules.scenarios import ILLEGAL, Entry, Scenario
from paskasim.scenarios.answers import AFTER, BEFORE, OVER, Answer, Case, UnclearError
from paskasim.scenarios.claims import why_refused
from paskasim.scenarios.situation import ImpossibleError, situation_of


@dataclass(frozen=True)
class Complaint:
    """What keeps a scenario from holding: its key, and a sentence.

    Attributes
    ----------
    of_rules
        Whether it is for the rules to say otherwise; else the scenario says too little.
    """

    key: str
    text: str
    of_rules: bool = True


@dataclass(frozen=True)
class Verdict:
    """What the rules say to a scenario: nothing to complain of where it holds."""

    scenario: Scenario
    complaints: tuple[Complaint, ...]

    @property
    def holds(self) -> bool:
        """Whether the rules do all that the scenario expects."""
        return not self.complaints

    def sentences(self) -> list[str]:
        """Return a line for each complaint: file and line, the scenario, what it says and what the rules give."""
        said = self.scenario
        return [f"{said.place(each.key)}: {said.title.rstrip('.')}: {each.text}" for each in self.complaints]


def judge_all(rules: RuleSet) -> tuple[Verdict, ...]:
    """Return the verdicts on all scenarios of a rule set, in the order of its file."""
    return tuple(judge(rules, scenario) for scenario in rules.scenarios)


def judge(rules: RuleSet, scenario: Scenario) -> Verdict:
    """Return the verdict of rules on a scenario, be it theirs or that of others."""
    return Verdict(scenario, tuple(_complaints(rules, scenario.entry)))


def _complaints(rules: RuleSet, entry: Entry) -> Iterator[Complaint]:
    try:
        situation = situation_of(rules, entry)
    except ImpossibleError as error:
        yield Complaint(error.key, f"{error.key}: {error.text}")
        return
    case = Case(rules, situation.table, situation.dealt, situation.open_stock)
    case.due()
    yield from _unmet(case, entry, BEFORE)
    if entry.swap is not None and rules.deal.swap != "any":
        if entry.expect != ILLEGAL or entry.play:
            yield Complaint("swap", "swap: these rules have no exchange before play")
        return
    if entry.acts:
        try:
            _play_all(case, entry)
            _claim(case, entry)
        except UnclearError as error:
            yield Complaint("play", f"play: {error}", of_rules=False)
            return
        except IllegalError as error:
            if not (error.last and entry.expect == ILLEGAL):
                yield Complaint(error.key, str(error))
            return
    if entry.expect == ILLEGAL:
        yield Complaint("expect", f'expect = "{ILLEGAL}", but it is legal')
        return
    yield from _unmet(case, entry, AFTER)


def _unmet(case: Case, entry: Entry, answers: Mapping[str, Answer]) -> Iterator[Complaint]:
    for key, answer in answers.items():
        expected = getattr(entry, key)
        if expected in (None, ()):
            continue
        try:
            given = answer(case, expected)
        except UnclearError as error:
            yield Complaint(key, f"{key}: {error}", of_rules=False)
            continue
        if given is not None:
            yield Complaint(key, f"{key} = {shown(expected)}, but {given}")


class IllegalError(Exception):
    """Something is played that the rules forbid.

    Attributes
    ----------
    key
        The key of the scenario that says so.
    last
        Whether it is the last thing that the scenario plays.
    """

    def __init__(self, key: str, text: str, *, last: bool) -> None:
        super().__init__(text)
        self.key, self.last = key, last


def _play_all(case: Case, entry: Entry) -> None:
    """Play what the scenario plays, but for its claim; what is expected to be illegal is not carried out.

    Raises
    ------
    IllegalError, UnclearError
        For an action that is not legal, and one that depends on cards left open.
    """
    for number, text in enumerate(entry.play, 1):
        last = number == len(entry.play) and entry.claim is None
        if case.table.over:
            raise IllegalError("play", f"play: {OVER} before {shown(text)}", last=False)
        case.due()
        wanted, legal = action(text), legal_actions(case.table)
        chosen = Action(wanted.kind, wanted.rank, wanted.count)
        row_card = (entry.row_card or "") if last else ""
        if chosen not in legal or (row_card and row_card not in row_cards(case.table, chosen)):
            card = f" with row_card {row_card}" if chosen in legal else ""
            told = f"play = {shown(text)}{card} is not legal; legal: {' '.join(map(str, legal))}"
            raise IllegalError("play", told, last=last)
        if chosen.kind == PLAY and claims_now(case.table):
            chosen = replace(chosen, cards=(chosen.rank,) * chosen.count)
            key, why = why_refused(case.table, chosen, None)
            if key:
                raise IllegalError("play", f"play = {shown(text)}: {why}; write claim and lay for a lie", last=last)
        if last and entry.expect == ILLEGAL:
            return
        if case.open_stock and chosen.kind == TRY:
            raise UnclearError("a try turns a card of a stock that is left open; write stock")
        case.carry_out(chosen, row_card)


def _claim(case: Case, entry: Entry) -> None:
    """Play the claim of a scenario, if it has one; errors as in `_play_all`."""
    if entry.claim is None:
        return
    if case.table.over:
        raise IllegalError("claim", f"claim: {OVER} before {shown(entry.claim)}", last=False)
    case.due()
    said = claim(entry.claim)
    laid = cards(entry.lay) if entry.lay is not None else (said.rank,) * said.count
    chosen = Action(PLAY, said.rank, said.count, laid)
    key, why = why_refused(case.table, chosen, entry.challenge)
    if key:
        given = getattr(entry, key) if getattr(entry, key) is not None else entry.claim
        raise IllegalError(key, f"{key} = {shown(given)}: {why}", last=True)
    if entry.expect != ILLEGAL:
        doubts = None if entry.challenge is None else (case.seat + entry.challenge) % case.table.players
        case.carry_out(chosen, challenger=doubts)
