"""The rules that a record was played by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.referee.findings import Notes
from paskasim.rules import RuleSet, presets
from paskasim.rules.messages import did_you_mean, near, shown


class NotJudgedError(Exception):
    """A record that can't be judged at all; the text says why."""


def rules_of(record: Mapping[str, Any], notes: Notes, otherwise: RuleSet | None) -> RuleSet:
    """Return the rules of a record.

    Parameters
    ----------
    record
        With sound keys `rules` and `name`, or without them.
    otherwise
        The rules of records that name none.

    Raises
    ------
    NotJudgedError
        If they can't be known, or can't be played.
    """
    given, name = record.get("rules"), record.get("name", "")
    if given is None:
        if otherwise is not None:
            return otherwise
        if name not in presets():
            raise NotJudgedError('it does not say by which rules it was played; "rules" may be the name of a preset')
        given = name
    if isinstance(given, str):
        return _preset(given)
    rules = _own(given)
    if name in presets():
        changed = ", ".join(rules.changed_from(_preset(name)))
        if changed:
            notes.remark(f"the name is that of the preset {name}, but the rules differ from it in {changed}")
    return rules


def _preset(name: str) -> RuleSet:
    if name in presets():
        return _loaded(name)
    meant = did_you_mean(near(name, presets()))
    raise NotJudgedError(f"rules: there is no preset {shown(name)}{meant}")


@lru_cache(64)
def _loaded(name: str) -> RuleSet:
    return RuleSet.load(name)


def _own(switches: Mapping[str, Any]) -> RuleSet:
    extends = switches.get("extends", "")
    if extends and extends not in presets():  # a record opens no files
        raise NotJudgedError(f"rules, extends: {shown(extends)} is no preset")
    try:
        return _built(json.dumps(switches))
    except PaskasimError as error:
        raise NotJudgedError(" / ".join(error.what.splitlines())) from None


@lru_cache(64)
def _built(text: str) -> RuleSet:
    return RuleSet.from_dict(json.loads(text))
