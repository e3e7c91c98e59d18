"""Rule sets drawn at random are those of the tests that hold the engines against each other."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "reference"))
