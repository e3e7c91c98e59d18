"""docs/check.md has a row for each check, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from paskasim.conformance import every_check
from paskasim.conformance.settings import drawn_settings

PAGE = (Path(__file__).parents[2] / "docs" / "check.md").read_text(encoding="utf-8")


def test_every_check_is_told() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == [*every_check()]
    assert f"{len(drawn_settings())} rule sets drawn over all switches" in PAGE


def test_checks_are_named_once_and_come_after_what_they_need() -> None:
    names = [*every_check()]
    orders = [check.order for check in every_check().values()]
    assert len(set(orders)) == len(orders)
    for check in every_check().values():
        assert all(names.index(name) < names.index(check.name) for name in check.after)
