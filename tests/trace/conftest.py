"""The tools of the tests of the readable engine and of the commands are at hand here, too."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path.extend(str(TESTS / folder) for folder in ("reference", "cli"))
