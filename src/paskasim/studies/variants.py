"""The rule sets of a study: every base with every combination of `[vary]`, and the single cases."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.rules import SWITCHES, Document, RuleSet
from paskasim.rules.layer import layer_of
from paskasim.rules.messages import shortened, shown, visible
from paskasim.studies.mistakes import Mistakes, Place
from paskasim.studies.study import Variant

MOST_VARIANTS = 10_000
KEYS = frozenset(switch.key for switch in SWITCHES)


def variants_of(
    mistakes: Mistakes, bases: Sequence[RuleSet], vary: Mapping[str, Any], cases: Sequence[Mapping[str, Any]]
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
    listed = [flatten({key: value for key, value in case.items() if key != "name"}) for case in cases]
    count = max(len(bases), 1) * (math.prod(len(values) for values in factors.values()) + len(cases))
    if count > MOST_VARIANTS:
        mistakes.add(("vary",), f"vary: {count:,} rule sets are too many; {MOST_VARIANTS:,} at most are allowed.")
        return ()
    variants: list[Variant] = []
    for base in bases:
        before = f"{base.name}: " if len(bases) > 1 else ""
        if not vary and not cases:
            variants.append(Variant(base, base.name, {}))
        for combination in combinations(factors) if factors else ():
            named = ", ".join(f"{key} = {shown(value)}" for key, value in combination.items())
            variants += _variant(mistakes, base, before + named, combination, "vary")
        for i, (case, switches) in enumerate(zip(cases, listed, strict=True)):
            variants += _variant(mistakes, base, before + str(case.get("name", "")), switches, "case", i)
    if not bases:
        _check_alone(mistakes, factors, listed)
    return tuple(variants)


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
