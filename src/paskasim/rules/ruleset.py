"""A rule set: every switch with its value, and where the rules come from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from paskasim.rules import sections
from paskasim.rules.compound import counts_for
from paskasim.rules.deal import FEWEST_PLAYERS, MOST_PLAYERS, Dealt, deal_for
from paskasim.rules.kinds import Kind, Line, PlayerNumbers, Text, Texts, kind_of
from paskasim.rules.scenarios import Scenario
from paskasim.rules.sections import Section, switch


class RuleSet(Section):
    """A complete set of rules.

    Get one by `load`, `from_dict` or `with_switches`, which check that the switches go together; it
    cannot be changed afterwards. Values of two rule sets are compared by `flat` or `changed_from`.

    Attributes
    ----------
    name
        The name, for a preset that of its file.
    summary
        One sentence that says what is special; empty where the file says nothing.
    source
        Where the rules are from; free text.
    notes
        Remarks, a sentence or more each.
    players
        The numbers of players that the text means, such as `"3-6"`. Others can be played, too.
    readings
        How gaps of the source text were filled, one each, beginning with the switch that it is about.
    deviations
        Where the rules differ from the source text, and why, in the same form.
    extends
        The rule set that the file extends, as written there; empty without one.
    scenarios
        The `[[scenario]]` entries of the file itself, not of those that it extends; `paskasim.scenarios` checks them.
    """

    name: Annotated[str, Line()] = "own rules"
    summary: Annotated[str, Text()] = ""
    source: Annotated[str, Text()] = ""
    notes: Annotated[tuple[str, ...], Texts()] = ()
    players: Annotated[str, PlayerNumbers()] = f"{FEWEST_PLAYERS}-{MOST_PLAYERS}"
    readings: Annotated[tuple[str, ...], Texts()] = ()
    deviations: Annotated[tuple[str, ...], Texts()] = ()
    extends: Annotated[str, Line()] = ""
    scenarios: tuple[Scenario, ...] = ()

    deck: sections.Deck = sections.Deck()
    deal: sections.Deal = sections.Deal()
    start: sections.Start = sections.Start()
    turn: sections.Turn = sections.Turn()
    beat: Literal["same_or_higher", "higher"] = switch(
        "same_or_higher", "Whether an equal rank may follow, or only a higher one."
    )
    faces: sections.Faces = sections.Faces()
    aces: sections.Aces = sections.Aces()
    tens: sections.Tens = sections.Tens()
    twos: sections.Twos = sections.Twos()
    ceiling: sections.Ceiling = sections.Ceiling()
    invisible: sections.Invisible = sections.Invisible()
    exceptions: Annotated[tuple[sections.Exception_, ...], sections.EXCEPTIONS] = switch(
        (), "Single plays that are allowed or forbidden whatever the switches above say."
    )
    fours: sections.Fours = sections.Fours()
    skip: sections.Skip = sections.Skip()
    reverse: sections.Reverse = sections.Reverse()
    again: sections.Again = sections.Again()
    effects: Annotated[tuple[sections.Effect, ...], sections.EFFECTS] = switch(
        (), "What single plays do, whatever the switches above say."
    )
    rows: sections.Rows = sections.Rows()
    finish: sections.Finish = sections.Finish()
    bluff: sections.Bluff = sections.Bluff()
    limits: sections.Limits = sections.Limits()

    @staticmethod
    def load(name_or_path: str | os.PathLike[str]) -> RuleSet:
        """Return the rule set of a preset or of a rule file.

        Parameters
        ----------
        name_or_path
            The name of a preset, or the path of a TOML file. A preset comes before a file of its name.

        Notes
        -----
        A file may extend a preset or another file (a path relative to its own folder). Its switches then
        replace theirs, one by one; lists and tables (`exceptions`, `effects`, `deck.copies`,
        `turn.counts`) are values like any other and are replaced as a whole. The numbers of players, notes,
        readings and deviations hold on, except for remarks that begin with a switch that was set anew;
        name, summary and source do not.

        Raises
        ------
        PaskasimError
            With every mistake of the file and of the files that it extends, a line each.
        """
        from paskasim.rules.loading import load

        return load(name_or_path)

    @staticmethod
    def from_dict(mapping: Mapping[str, object], where: str = "rules") -> RuleSet:
        """Return the rule set of a mapping, as a rule file would hold it.

        Parameters
        ----------
        mapping
            Switches with dotted keys or nested tables, and the keys `name`, `summary` and so on.
            `extends` may name a preset, or a path relative to the working folder.
        where
            How errors call the place that the mapping is from.

        Raises
        ------
        PaskasimError
            With every mistake, a line each.
        """
        from paskasim.rules.loading import from_dict

        return from_dict(mapping, where)

    def with_switches(
        self, switches: Mapping[str, object], where: str = "switches", lines: Mapping[str, int] | None = None
    ) -> RuleSet:
        """Return these rules with other values for some switches.

        Parameters
        ----------
        switches
            Values by dotted key. A list or table replaces the former one.
        where
            How errors call the place that the switches are from, a file name for example.
        lines
            Line of each key in that file, for errors.

        Raises
        ------
        PaskasimError
            With every mistake, a line each.
        """
        from paskasim.rules.loading import with_switches

        return with_switches(self, switches, where, lines or {})

    def flat(self) -> dict[str, object]:
        """Return every switch by dotted key, in the order of RULES.md, in values that JSON knows."""
        return {entry.key: entry.kind.plain(entry.read(self)) for entry in SWITCHES}

    def changed_from(self, other: RuleSet) -> dict[str, tuple[object, object]]:
        """Return the switches that differ, each with the value here and the value of the other."""
        theirs = other.flat()
        return {key: (mine, theirs[key]) for key, mine in self.flat().items() if mine != theirs[key]}

    def player_range(self) -> tuple[int, int]:
        """Return the fewest and the most players that the text of the rules means."""
        low, _, high = self.players.partition("-")
        return int(low), int(high or low)

    def deal_for(self, players: int) -> Dealt:
        """Return how the cards go round at a table of 2 to 10 players.

        Raises
        ------
        PaskasimError
            For other numbers of players, and for a deal that does not fit, with need and have.
        """
        return deal_for(self.deck, self.deal, players, self.name)

    def counts_allowed(self, rank: str) -> frozenset[int]:
        """Return how many cards of a rank one play may hold by `turn.counts`, out of 1 to 15."""
        return counts_for(rank, self.turn.counts)

    def __hash__(self) -> int:
        """Agree for equal rule sets, although some values are tables."""
        return hash((self.name, json.dumps(self.flat())))


@dataclass(frozen=True)
class Switch:
    """One switch: what a rule file may say, and what it means.

    Attributes
    ----------
    key
        The dotted key, such as `faces.min_top`.
    default
        The value where a rule file says nothing, in the form of `RuleSet.flat`.
    meaning
        One short sentence.
    kind
        Checks values.
    path
        Attributes from the rule set to the value.
    """

    key: str
    default: object
    meaning: str
    kind: Kind
    path: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        return self.kind.allowed

    def read(self, rules: RuleSet) -> Any:
        """Return the value of a rule set, in the form of the model."""
        value: Any = rules
        for name in self.path:
            value = getattr(value, name)
        return value


def _switches() -> Iterator[Switch]:
    for name, field in RuleSet.model_fields.items():
        if isinstance(field.default, Section):
            for inner, part in type(field.default).model_fields.items():
                kind = kind_of(part)
                key = f"{name}.{part.alias or inner}"
                yield Switch(key, kind.plain(part.default), part.description or "", kind, (name, inner))
        elif field.description:
            kind = kind_of(field)
            yield Switch(name, kind.plain(field.default), field.description, kind, (name,))


SWITCHES: tuple[Switch, ...] = tuple(_switches())
BY_KEY: Mapping[str, Switch] = {entry.key: entry for entry in SWITCHES}
SECTIONS: tuple[str, ...] = tuple(dict.fromkeys(entry.path[0] for entry in SWITCHES if len(entry.path) == 2))
META_KINDS: Mapping[str, Kind] = {
    name: kind_of(field)
    for name, field in RuleSet.model_fields.items()
    if name not in SECTIONS and name not in BY_KEY and name != "scenarios"
}
