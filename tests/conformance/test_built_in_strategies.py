"""Every strategy of this package keeps what every strategy has to keep."""

from __future__ import annotations

import pytest

from paskasim.conformance import every_check
from paskasim.conformance.check import HOLDS
from paskasim.conformance.judging import judge
from paskasim.conformance.subject import Subject
from paskasim.conformance.subjects import one_player
from paskasim.strategies.door import built_in

MACHINE = "speed"  # which a busy machine may not reach
BUDGETS = {"playouts": 12, "states": 200}  # a small one has to keep the same promises, in a third of the time


def cheap(name: str) -> str:
    """Return a strategy with small budgets, where it has any."""
    small = [f"{each.name}={BUDGETS[each.name]}" for each in built_in()[name].parameters if each.name in BUDGETS]
    return f"{name}[{','.join(small)}]" if small else name


def keeps_every_promise(name: str) -> None:
    results = judge(Subject(one_player(name), quick=True))
    assert [result.check for result in results] == [*every_check()]
    for result in results:
        allowed = {HOLDS, "warns"} if result.check == MACHINE else {HOLDS}
        assert result.verdict in allowed, result.found


@pytest.mark.parametrize("name", built_in())
def test_keeps_every_promise(name: str) -> None:
    keeps_every_promise(cheap(name))


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in built_in() if cheap(name) != name])
def test_keeps_every_promise_as_it_comes(name: str) -> None:
    keeps_every_promise(name)
