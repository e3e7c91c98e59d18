"""Compile the game before the clock runs, by playing one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paskasim.engine import play
from paskasim.lineups import Player, compile_players, crew_of
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.studies.plan import case_of
from paskasim.studies.probing import Shard, load


def compile_all(probes: Iterable[str] = (), lineups: Iterable[Sequence[Player]] = (), bluff: bool = False) -> None:
    """Compile the entries, or load them from the cache on disk.

    Parameters
    ----------
    probes
        Names of probes whose entries to compile, too.
    lineups
        Whose strategies to compile, too.
    bluff
        Whether to compile the entry for games with bluff, too.
    """
    for seats in lineups:
        compile_players(seats)
    case = case_of(RuleSet.load("paskahousu"), 2, "lowest", 0, 1)
    play(rule_tables(case.rules, 2), 2, crew_of(case.seats), 0, 0, 1)
    if bluff:
        rules = case.rules.with_switches({"bluff.on": True})
        play(rule_tables(rules, 2), 2, crew_of(case.seats), 0, 0, 1)
    for name in probes:
        probe = load(name)
        settings = {setting.name: setting.default for setting in probe.settings}
        probe.play(Shard(case, 0, 1, settings, lambda seats: crew_of(seats, case.rules)))
