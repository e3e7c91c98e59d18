"""The helpers of the readable engine's tests serve the referee's, too."""

from __future__ import annotations

import sys
from pathlib import Path

REFERENCE = str(Path(__file__).parent.parent / "reference")
if REFERENCE not in sys.path:
    sys.path.append(REFERENCE)
