"""The rungs between which skill is measured where a study names none; without imports, for reports read it, too."""

RUNGS = ("random", "lowest", "linear")
"""From the weakest to the strongest."""
