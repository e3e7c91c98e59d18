"""The rule sets of a study: every base with all combinations of `[vary]` or a fraction of them, and single cases."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paskasim.designs import FEWEST_SWITCHES, MOST_SWITCHES, Fraction, smallest_fraction
from paskasim.errors import PaskasimError
from paskasim.rules import SWITCHES, Document, RuleSet
from paskasim.rules.layer import layer_of
from paskasim.rules.messages import shortened, shown, visible
from paskasim.studies.mistakes import Mistakes, Place
from paskasim.studies.study import Variant

MOST_VARIANTS = 10_000
KEYS = frozenset(switch.key for switch in SWITCHES)
DESIGNS = ("full", "fraction")
"""What `design` may say: every combination of `[vary]`, or the smallest fraction of resolution 5 or more."""


def variants_of(
    mistakes: Mistakes,
    bases: Sequence[RuleSet],
    vary: Mapping[str, Any],
    cases: Sequence[Mapping[str, Any]],
    design: str = "full",
) -> tuple[Variant, ...]:
    """Return the rule sets of a study, in the order of its file.

    Parameters
    ----------
    mistakes
        Of the study's document; what is wrong is noted there.
    bases
        The rule sets that the study names; where none of them is good, `vary` and `cases` are checked only.
    """
    factors = _factors(mistakes, vary)
    cut = design == "fraction" and _can_be_cut(mistakes, vary, factors)
    fraction = smallest_fraction(len(factors)) if cut else None
    listed = [flatten({key: value for key, value in case.items() if key != "name"}) for case in cases]
    each = fraction.runs if fraction else math.prod(len(values) for values in factors.values())
    count = max(len(bases), 1) * (each + len(cases))
    if count > MOST_VARIANTS:
        mistakes.add(("vary",), f"vary: {count:,} rule sets are too many; {MOST_VARIANTS:,} at most are allowed.")
        return ()
    variants: list[Variant] = []
    for base in bases:
        before = f"{base.name}: " if len(bases) > 1 else ""
        if not vary and not cases:
            variants.append(Variant(base, base.name, {}))
        chosen = _fraction_with_base(fraction, base, factors) if fraction else combinations(factors) if factors else ()
        for combination in chosen:
            named = ", ".join(f"{key} = {shown(value)}" for key, value in combination.items())
            variants += _variant(mistakes, base, before + named, combination, "vary")
        for i, (case, switches) in enumerate(zip(cases, listed, strict=True)):
            variants += _variant(mistakes, base, before + str(case.get("name", "")), switches, "case", i)
    if not bases:
        _check_alone(mistakes, factors, listed)
    return tuple(variants)


def _can_be_cut(mistakes: Mistakes, vary: Mapping[str, Any], factors: Mapping[str, list[Any]]) -> bool:
    """Return whether there is a fraction of these switches; note why not."""
    before = len(mistakes.lines)
    for key, values in factors.items():
        if len(values) != 2:
            text = f"vary: {shortened(visible(key))} has {len(values)} value{'s' * (len(values) != 1)}"
            mistakes.add(_place(mistakes, key, "vary"), f'{text}; design = "fraction" takes two of every switch.')
    if len(factors) == len(flatten(vary)) and not FEWEST_SWITCHES <= len(factors) <= MOST_SWITCHES:
        why = f"{MOST_SWITCHES} switches are the most"
        if len(factors) < FEWEST_SWITCHES:
            why = (
                f"{FEWEST_SWITCHES} switches are the fewest, for fewer only all combinations will do; leave design out"
            )
        mistakes.add(("design",), f'design = "fraction" with {len(factors)} switches in [vary]: {why}.')
    return len(mistakes.lines) == before and FEWEST_SWITCHES <= len(factors) <= MOST_SWITCHES


def values_of_bases(bases: Sequence[RuleSet], vary: Mapping[str, Any]) -> dict[str, dict[str, object]]:
    """Return for each base, by name, its own values of the switches in `[vary]`."""
    keys = [key for key in flatten(vary) if key in KEYS]
    return {base.name: {key: base.flat()[key] for key in keys} for base in bases}


def _base_values(base: RuleSet, factors: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return of each switch the value that a base stands for: its own if listed, else the first."""
    own = base.flat()

    def same(key: str, value: object) -> bool:
        try:
            return base.with_switches({key: value}).flat()[key] == own[key]
        except PaskasimError:  # wrong alone, perhaps not with the other switches
            return bool(value == own.get(key))

    return {key: next((v for v in values if same(key, v)), values[0]) for key, values in factors.items()}


def _fraction_with_base(fraction: Fraction, base: RuleSet, factors: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """Return the combinations of a fraction, the base among them, in the order of `combinations`."""
    plain = _base_values(base, factors)
    # 0 is the base's value, wherever it stands in the list.
    turned = {key: values if values[0] == plain[key] else values[::-1] for key, values in factors.items()}
    runs = [
        {key: values[level] for (key, values), level in zip(turned.items(), run, strict=True)}
        for run in fraction.combinations()
    ]
    return sorted(runs, key=lambda run: [values.index(run[key]) for key, values in factors.items()])


def _factors(mistakes: Mistakes, vary: Mapping[str, Any]) -> dict[str, list[Any]]:
    factors: dict[str, list[Any]] = {}
    for key, values in flatten(vary).items():
        place, named = _place(mistakes, key, "vary"), f"vary: {shortened(visible(key))}"
        if not isinstance(values, list) or not values:
            mistakes.wrong(place, named, values, "a list of values is")
            continue
        written = [shown(value) for value in values]
        twice = [text for i, text in enumerate(written) if text in written[:i]]
        if twice:
            mistakes.add(place, f"{named}: {twice[0]} stands there twice.")
        factors[key] = values
    return factors


def _place(mistakes: Mistakes, key: str, *table: str | int) -> Place:
    quoted = (*table, key)
    return quoted if quoted in mistakes.document.lines else (*table, *key.split("."))


def _lines(mistakes: Mistakes, keys: Mapping[str, object], *table: str | int) -> dict[str, int]:
    return {key: mistakes.document.line(_place(mistakes, key, *table)) for key in keys}


def _variant(
    mistakes: Mistakes, base: RuleSet, label: str, switches: Mapping[str, object], *table: str | int
) -> list[Variant]:
    try:
        lines = _lines(mistakes, switches, *table)
        return [Variant(base.with_switches(switches, mistakes.document.label, lines), label, dict(switches))]
    except PaskasimError as error:
        for line in error.what.splitlines():
            mistakes.tell(line)
        return []


def _check_alone(mistakes: Mistakes, factors: Mapping[str, list[Any]], cases: Sequence[Mapping[str, object]]) -> None:
    """Note switches that no rule set has, and values that none takes."""
    values = [({key: value}, ("vary",)) for key, listed in factors.items() for value in listed]
    for switches, table in [*values, *((case, ("case", i)) for i, case in enumerate(cases))]:
        lines = _lines(mistakes, switches, *table)
        document = Document(mistakes.document.label, switches, {(key,): line for key, line in lines.items()})
        for place, text in layer_of(document, "", Path(), meta=False).mistakes:
            mistakes.tell(f"{document.place(place)}: {text}")


def flatten(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table of switches by dotted key, whether it was written with dots in quotes or as tables."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict) and value and key not in KEYS:
            flat |= {f"{key}.{inner}": item for inner, item in value.items()}
        else:
            flat[key] = value
    return flat


def combinations(factors: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """Return every combination of the factors' values, the last factor changing fastest."""
    combined: list[dict[str, Any]] = [{}]
    for key, values in factors.items():
        combined = [{**one, key: value} for one in combined for value in values]
    return combined
