"""The legality grid says what the compiled rules say."""

from __future__ import annotations

import pytest

from paskasim.kernels import layout as at
from paskasim.report.figures import draw
from paskasim.report.legality import NO, YES, legality, table, unlike
from paskasim.rules import RuleSet, presets
from paskasim.rules.ranks import CODES
from paskasim.rules.tables import rule_tables

CODE_OF = {"empty": at.EMPTY, **CODES}
EFFECT_OF = {
    **{at.NONE: YES, at.AGAIN: "again", at.SKIP: "skips", at.REVERSE: "turns"},
    **dict.fromkeys((at.BURN_TEN, at.BURN_ACE, at.BURN_JOKER, at.BURN_RULE), "burns"),
    **dict.fromkeys((at.NEXT_TAKES_PASS, at.NEXT_TAKES_AGAIN, at.NEXT_TAKES_LEAD), "next takes"),
}


@pytest.mark.parametrize("name", presets())
def test_the_grid_agrees_with_the_compiled_rules(name: str) -> None:
    rules = RuleSet.load(name)
    words = rule_tables(rules, 3)
    found = legality(rules, name)
    seen = set()
    for index, (_, cells) in enumerate(found.grids):
        for phase in (0, 1) if len(found.grids) == 1 else (index,):
            for rank, row in zip(found.ranks, cells, strict=True):
                for top, cell in zip(found.tops, row, strict=True):
                    legal = int(words[at.LEGAL + phase * 16 + CODE_OF[top]]) >> 4 * CODES[rank] & 1
                    effect = int(words[at.EFFECT + (phase * 16 + CODE_OF[top]) * 16 + CODES[rank]])
                    assert cell == (EFFECT_OF[effect] if legal else NO), (rank, top, phase)
                    seen.add(cell)
    assert {NO, YES, "burns"} <= seen


def test_a_variant_is_held_against_its_base() -> None:
    base = RuleSet.load("paskahousu")
    variant = base.with_switches({"faces.min_top": "9"})
    found = legality(variant, "stricter", base)
    assert found.title == "What may go on what: stricter; 6 squares unlike the base (outlined)"
    assert draw(found, "p").count('stroke-width="1.8"') == 6 + 1
    assert unlike(variant, "stricter", base) == found
    assert unlike(base.with_switches({"fours.burn": False}), "no fours", base) is None


def test_phases_stand_apart_where_they_differ() -> None:
    found = legality(RuleSet.load("paskahousu").with_switches({"faces.relaxed_at_rest": True}), "relaxed")
    assert [heading for heading, _ in found.grids] == ["while the stock lasts", "once the stock is empty"]
    assert len(table(found, "t", "relaxed").rows) == 2 * len(found.ranks)
