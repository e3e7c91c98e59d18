"""Fixtures that several folders of tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

Write = Callable[..., Path]
TESTS = Path(__file__).parent
WITHOUT_COMPILING = TESTS / "rules"
COMPILES_MOST = TESTS / "strategies"

# A busy machine is no failure.
settings.register_profile("paskasim", deadline=None)
settings.load_profile("paskasim")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a text into a file of the test's folder and returns its path."""

    def into(text: str, name: str = "study.toml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return path

    return into


@pytest.hookimpl(trylast=True)  # after those of `long` have gone
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests so that two processes, of which each begins with a half, seldom compile the same.

    The first compiles the engine while the second goes through tests that compile nothing; then the second compiles
    the strategies, which the first comes to later. What is compiled is found by the other in the cache on disk.
    """
    rules, strategies = (
        [item for item in items if folder in item.path.parents] for folder in (WITHOUT_COMPILING, COMPILES_MOST)
    )
    first = [*rules, *strategies]
    others = [item for item in items if not {WITHOUT_COMPILING, COMPILES_MOST} & {*item.path.parents}]
    half = min(len(items) // 2, len(others))
    items[:] = [*others[:half], *first, *others[half:]]
