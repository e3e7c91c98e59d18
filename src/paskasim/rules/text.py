"""Rule sets for reading: every switch with its meaning, rule files to write, switches without effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paskasim.rules.messages import written
from paskasim.rules.ruleset import BY_KEY, META_KINDS, SWITCHES, RuleSet


def describe(rules: RuleSet) -> list[tuple[str, str, str]]:
    """Return every switch as key, value as a rule file would write it, and meaning in one sentence."""
    values = rules.flat()
    return [(entry.key, written(values[entry.key]), entry.meaning) for entry in SWITCHES]


def as_toml(rules: RuleSet) -> str:
    """Return a rule file that holds a rule set without extending another.

    Only switches that differ from their defaults are written. `RuleSet.load` of the file gives an equal
    rule set, but for `extends` and scenarios, which are left out.
    """
    lines = []
    for name in META_KINDS:
        value = getattr(rules, name)
        if value and name != "extends":
            lines.append(f"{name} = {written(value)}")
    for key, value in rules.flat().items():
        if value != BY_KEY[key].default:
            lines.append(f"{key} = {written(value)}")
    return "\n".join(lines) + "\n"


def switch_table() -> str:
    """Return all switches as a Markdown table: key, default, what is allowed, meaning."""
    rows = (f"| `{entry.key}` | `{written(entry.default)}` | {entry.allowed} | {entry.meaning} |" for entry in SWITCHES)
    return "\n".join(["| key | default | allowed | meaning |", "|---|---|---|---|", *rows]) + "\n"


# Switches that are not read under a condition, and the condition in words.
_NOT_READ: tuple[tuple[Callable[[RuleSet], bool], str, tuple[str, ...]], ...] = (
    (lambda rules: rules.deal.all, "deal.all = true", ("deal.hand", "turn.refill", "turn.try_stock")),
    (lambda rules: rules.deal.up == 0, "deal.up = 0", ("deal.swap", "rows.take_card")),
    (lambda rules: not rules.ceiling.rank, 'ceiling.rank = ""', ("ceiling.strict", "ceiling.specials")),
    (lambda rules: not rules.invisible.rank, 'invisible.rank = ""', ("invisible.in_run",)),
    (lambda rules: not rules.fours.burn, "fours.burn = false", ("fours.size", "fours.except", "fours.again")),
    (lambda rules: not rules.skip.rank, 'skip.rank = ""', ("skip.per_card",)),
    (lambda rules: rules.bluff.on, "bluff.on = true", ("turn.try_stock",)),
    (lambda rules: rules.bluff.on and rules.deal.up == 0, "bluff.on = true, deal.up = 0", ("turn.stuck",)),
    (
        lambda rules: rules.bluff.on and rules.bluff.after_honest == "player",
        'bluff.after_honest = "player"',
        ("bluff.honest_burn_continues",),
    ),
    (
        lambda rules: not rules.bluff.on,
        "bluff.on = false",
        tuple(key for key in BY_KEY if key.startswith("bluff.") and key != "bluff.on"),
    ),
)


def without_effect(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield the switches that were set but are not read: key, and the setting that is the reason.

    This is allowed, for a sweep may vary such switches together; `rules check` may tell of it.
    """
    values = rules.flat()
    for applies, reason, keys in _NOT_READ:
        if applies(rules):
            yield from ((key, reason) for key in keys if values[key] != BY_KEY[key].default)
