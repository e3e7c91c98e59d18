"""Where a fault was: the games of a case, and the call of `paskasim trace` that leads to them."""

from __future__ import annotations

from collections.abc import Sequence

from paskasim.faults import Place
from paskasim.lineups import Player, lineup_text
from paskasim.rules import RuleSet, presets
from paskasim.rules.messages import visible
from paskasim.studies.plan import Case, all_cases
from paskasim.studies.study import Study


def place_of(rules: RuleSet, seats: Sequence[Player], seed: int) -> Place:
    """Return the place of games that stand in no study; their rules can be named if they are a preset."""
    lineup = lineup_text(seats)
    shown_by: tuple[str, ...] = ()
    if rules.name in presets() and RuleSet.load(rules.name).flat() == rules.flat():
        shown_by = (rules.name, "--players", str(len(seats)), "--lineup", lineup, "--seed", str(seed))
    return Place(rules.name, shown_by=shown_by)


def place_in(study: Study, case: Case, probe: str = "") -> Place:
    """Return the place of games of a study, or of a probe that it asks for."""
    label = case.rules.name if case.label == case.rules.name else f"{case.rules.name}, {visible(case.label)}"
    if probe:
        return Place(label, probe=probe)
    numbers = [number for number, each in enumerate(all_cases(study), 1) if each.identity == case.identity]
    shown_by = (str(study.folder / study.file), "--case", str(numbers[0]), "--seed", str(case.seed)) if numbers else ()
    return Place(label, case.rotation, shown_by=shown_by)
