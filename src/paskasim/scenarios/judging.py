"""Whether the rules say what a scenario expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from paskasim.reference.turns import TRY, Action, carry_out, legal_actions, row_cards
from paskasim.rules import RuleSet
from paskasim.rules.cards import action
from paskasim.rules.messages import shown
from paskasim.rules.scenarios import ILLEGAL, Entry, Scenario
from paskasim.scenarios.answers import AFTER, BEFORE, OVER, Answer, Case, UnclearError
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
    if entry.play:
        try:
            refusal = _play_all(case, entry)
        except UnclearError as error:
            yield Complaint("play", f"play: {error}", of_rules=False)
            return
        if refusal:
            yield Complaint("play", refusal)
        if refusal is not None:
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


def _play_all(case: Case, entry: Entry) -> str | None:
    """Play what the scenario plays.

    Returns
    -------
    Nothing where all was legal; the empty text where the last play is illegal, as expected; else what is wrong.
    """
    for number, text in enumerate(entry.play, 1):
        last = number == len(entry.play)
        if case.table.over:
            return f"play: {OVER} before {shown(text)}"
        case.due()
        wanted, legal = action(text), legal_actions(case.table)
        chosen = Action(wanted.kind, wanted.rank, wanted.count)
        row_card = (entry.row_card or "") if last else ""
        if chosen not in legal or (row_card and row_card not in row_cards(case.table, chosen)):
            if last and entry.expect == ILLEGAL:
                return ""
            card = f" with row_card {row_card}" if chosen in legal else ""
            return f"play = {shown(text)}{card} is not legal; legal: {' '.join(map(str, legal))}"
        if last and entry.expect == ILLEGAL:
            return None
        if case.open_stock and chosen.kind == TRY:
            raise UnclearError("a try turns a card of a stock that is left open; write stock")
        case.action, case.happened = chosen, carry_out(case.table, chosen, row_card)
        if case.open_stock and case.happened.drew:
            case.drew_unknown.add(case.seat)
    return None
