"""The simulations of docs/, for tests that repeat a part of them."""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
if str(DOCS) not in sys.path:
    sys.path.append(str(DOCS))

import make_coverage  # noqa: E402
from simulations import drawing, fixed, looks, nulls, planted  # noqa: E402

__all__ = ["DOCS", "drawing", "fixed", "looks", "make_coverage", "nulls", "planted"]
