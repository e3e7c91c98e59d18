"""Fixtures that several folders of tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

Write = Callable[..., Path]

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
