"""Rule sets: every switch, loading with clear errors, presets, deals."""

from paskasim.rules.catalogue import presets
from paskasim.rules.deal import Dealt
from paskasim.rules.document import Document, read_document
from paskasim.rules.ruleset import SWITCHES, RuleSet, Switch

__all__ = ["SWITCHES", "Dealt", "Document", "RuleSet", "Switch", "presets", "read_document"]
