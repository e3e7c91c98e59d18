"""Example games: a few games that a sweep played, written down card by card and kept beside its results.

`examples.jsonl` holds a record a line (docs/traces.md); the manifest says under `examples` what each one is an example
of. Which games they are follows from the results alone, so that the file is the same however a sweep was cut.
"""

from __future__ import annotations

FILE = "examples.jsonl"
TYPICAL, DEADLOCK, LIVELOCK, LONGEST, TAKE = "typical", "deadlock", "livelock", "longest", "take"
KINDS = (TYPICAL, DEADLOCK, LIVELOCK, LONGEST, TAKE)
"""In the order in which they are kept and shown."""
