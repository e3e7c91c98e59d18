"""What burning four of a kind does to a table, and whether it helps the one who does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paskasim.analysis import words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.contrasts import BlockContrast
from paskasim.analysis.effects import (
    Pair,
    deals,
    effect_lane,
    endless,
    finite,
    key_of,
    lanes_of_pairs,
    loss,
    strongest,
    turns,
)
from paskasim.analysis.facets import arrange, showing
from paskasim.analysis.findings import Column, Finding, Gallery, Lanes, Table
from paskasim.analysis.holding import holds
from paskasim.analysis.intervals import block_difference
from paskasim.analysis.results import Group, Integers, Measured, Results

PROBES = ("forks",)
SWITCH = "fours.burn"


def fours_pairs(results: Results) -> list[Pair]:
    """Return (with, without) for groups that differ in nothing but `fours.burn`."""
    found = []
    for one in results.groups:
        if one.rules.get(SWITCH) is not True:
            continue
        rest = {k: v for k, v in one.rules.items() if k != SWITCH}
        for other in results.groups:
            same = (other.players, other.lineup, other.seed) == (one.players, one.lineup, one.seed)
            if same and other.rules == {**rest, SWITCH: False}:
                found.append((one, other))
                break
    return found


@dataclass(frozen=True)
class Forks:
    """Block sums of the forked games of a group."""

    measured: Measured

    @property
    def group(self) -> Group:
        """Whose games were forked."""
        return self.measured.group

    @property
    def key(self) -> str:
        """The key of its comparison."""
        return f"fours|{self.group.key}|fork"

    @property
    def positions(self) -> int:
        """Games that were forked."""
        return self.measured.total("positions")

    @property
    def games(self) -> int:
        """Times that each branch was played on."""
        return self.measured.total("continuations")

    def comparison(self) -> Comparison:
        """Compare how often the maker loses a finished game, burn carried out minus left out.

        Of all games the share would also fall where more of them have no end, which is no help to anyone.
        """
        carried_out, left_out = (
            (self.measured.sums(f"maker_loses_{branch}"), self.finished(branch)) for branch in ("with", "without")
        )
        found = block_difference(carried_out, left_out, self.measured.numbers)
        return Comparison(self.key, BlockContrast(found), "loss")

    def finished(self, branch: str) -> Integers:
        """Return the finished games of a branch, by block."""
        return self.measured.sums("continuations") - self.measured.sums(f"no_end_{branch}")


def forks_of(results: Results) -> list[Forks]:
    """Return the forked games of every group that has any."""
    found = []
    for group in results.groups:
        measured = results.measured(group, "forks")
        if measured is not None and measured.total("positions") > 0:
            forks = Forks(measured)
            if all(forks.finished(branch).sum() > 0 for branch in ("with", "without")):
                found.append(forks)
    return found


def compare(results: Results) -> list[Comparison]:
    """Compare length, endings and losers with and without the burn, and the forked games."""
    found = []
    for pair in fours_pairs(results):
        found.append(endless(pair))
        if pair[0].finished and pair[1].finished:
            found.append(turns(pair))
            found += [loss(pair, seat) for seat in range(pair[0].players)]
    return found + [forks.comparison() for forks in forks_of(results)]


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    pairs = fours_pairs(results)
    forks = forks_of(results)
    title = "Burning four of a kind"
    if not pairs and not forks:
        return Finding(
            "fours",
            title,
            "This study can't tell what burning four of a kind does: no two of its cases differ in "
            f"'{SWITCH}' alone, and it holds no forked games.",
            "",
            f'To ask, vary "{SWITCH}" = [true, false] in the study, all else equal.',
            tables=(_count_table(results),),
        )
    rule, maker = _of_rule(results, pairs, judged), _of_maker(results, forks, judged)
    told = [part for part in (rule, maker) if part]
    ordered = [*reversed(told)] if rule and maker and maker.top.apart and not rule.top.apart else told
    galleries = tuple(gallery for part in ordered for gallery in part.galleries)
    figures = galleries[0].figures
    left_out = dict.fromkeys(text for part in told for text in part.left_out)
    return Finding(
        "fours",
        title,
        " ".join(part.sentence for part in ordered),
        "; ".join(part.verdict for part in ordered),
        _sure(forks, pairs, judged),
        galleries,
        showing(figures, ordered[0].home) if figures else None,
        (*(part.table for part in told), _count_table(results)),
        tuple(n for n in (_seats(pairs, judged), *_notes(forks, pairs), *left_out) if n),
        held=holds(results, judged, ordered[0].top),
    )


@dataclass(frozen=True)
class _Part:
    """One half of the finding: what the rule does to a table, or what a burn does for its maker."""

    top: Judged
    home: Group
    sentence: str
    verdict: str
    galleries: tuple[Gallery, ...]
    table: Table
    left_out: tuple[str, ...] = ()


def _of_rule(results: Results, pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> _Part | None:
    if not pairs:
        return None
    top = strongest([judged[key_of("endless", pair)] for pair in pairs])
    galleries, left_out = [], []
    for scale, what in (("endless", "games without an end"), ("turns", "mean length of finished games")):
        lanes, more, _ = lanes_of_pairs(
            f"fours-{scale}",
            f"{what}: change in {'turns' if scale == 'turns' else 'points'} by the burn",
            ("longer", "shorter") if scale == "turns" else ("more", "fewer"),
            pairs,
            judged,
            lambda p, scale=scale: key_of(scale, p),  # type: ignore[misc]
        )
        if lanes:
            galleries.append(Gallery(f"What the burn does to {what}", lanes))
        left_out.append(more)
    return _Part(
        top,
        next(pair[0] for pair in pairs if key_of("endless", pair) == top.key),
        _pair_sentence(results, pairs, top, judged),
        f"games without an end: {words.difference(top)}, {words.verdict(top)}",
        tuple(galleries),
        _pair_table(pairs, judged),
        tuple(left_out),
    )


def _of_maker(results: Results, forks: Sequence[Forks], judged: Mapping[str, Judged]) -> _Part | None:
    if not forks:
        return None
    top = strongest([judged[fork.key] for fork in forks])
    return _Part(
        top,
        next(fork.group for fork in forks if fork.key == top.key),
        _fork_sentence(results, forks, top, judged),
        f"its maker's losses: {words.difference(top)}, {words.verdict(top)}",
        (Gallery("Does a burnt four help its maker?", _fork_panels(forks, judged)),),
        _fork_table(forks, judged),
    )


def _fork_sentence(results: Results, forks: Sequence[Forks], top: Judged, judged: Mapping[str, Judged]) -> str:
    where = next(f for f in forks if f.key == top.key).group
    if not top.apart:
        return (
            "Whether a burnt four helps its maker can't be told: the chance of losing changes by "
            f"{words.difference(top)} ({results.say_all(where)})."
        )
    effect = "helps" if top.estimate < 0 else "harms"
    agree = sum(judged[f.key].apart and (judged[f.key].estimate < 0) == (top.estimate < 0) for f in forks)
    surely = f" for certain in {agree} of {len(forks)} cases" if agree < len(forks) else ""
    change = words.size(top, "more often", "less often", named=True, where=results.say_all(where))
    return f"A burnt four {effect} its maker{surely}, who loses {change} with it."


def _pair_sentence(results: Results, pairs: Sequence[Pair], top: Judged, judged: Mapping[str, Judged]) -> str:
    pair = next(p for p in pairs if key_of("endless", p) == top.key)
    where = f"{results.say_all(pair[0])}, {deals(pair)}"
    if top.apart:
        shares = (words.percent(1 - group.finished / group.games) for group in pair)
        change = words.size(top, "more", "fewer", named=True, where=where)
        start = "Where four of a kind burn, {} of games never end instead of {}, ".format(*shares) + change
    else:
        start = f"What the burn does to games that never end can't be told: {words.difference(top)} ({where})"
    length = judged.get(key_of("turns", pair))
    if length is None:
        return f"{start}; with no finished games on one side there is no length to compare."
    if length.apart:
        return f"{start}; games that end are {words.size(length, 'longer', 'shorter')}."
    return f"{start}; what it does to the length of games that end can't be told ({words.difference(length)})."


def _seats(pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> str:
    """Return whether the burn shifts who loses, at any table."""
    seats = [
        judged[f"{key_of('loss', p)}|{s}"] for p in pairs for s in range(p[0].players) if key_of("turns", p) in judged
    ]
    if not seats:
        return ""
    most = strongest(seats)
    if most.apart:
        return f"Who loses shifts with the burn by {words.difference(most)} for the seat most touched."
    return "No change in who loses, by seat, can be told."


def _sure(forks: Sequence[Forks], pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> str:
    parts = []
    if forks:
        positions = sum(f.positions for f in forks)
        parts.append(
            f"{words.count(positions, 'position')} with a burn at hand were played on "
            f"{words.count(sum(f.games for f in forks), 'time')} with it and as often without, so that "
            "winners are not compared with losers: both branches start from the same cards."
        )
    if pairs:
        parts.append(
            f"{words.count(len(pairs), 'pair')} of cases differ in '{SWITCH}' alone and play the same game numbers."
        )
    parts.append(
        "Limits are 95 % (Student's t over blocks of game numbers), judged after Holm's correction for all "
        f"{words.count(len(judged), 'comparison')} of this report."
    )
    return " ".join(parts)


def _notes(forks: Sequence[Forks], pairs: Sequence[Pair]) -> list[str]:
    notes = []
    if not forks:
        notes.append(
            "This study holds no forked games, so it tells what the rule does to a table, not whether a burnt "
            "four helps the one who makes it."
        )
    if not pairs:
        notes.append(f"No two cases differ in '{SWITCH}' alone, so what the rule does to a table is not told here.")
    ends = [fork.measured.total(f"no_end_{branch}") / fork.games for fork in forks for branch in ("with", "without")]
    if ends and max(ends) > 0:
        notes.append(
            f"Of the games played on, {words.percent(max(ends)).replace('<', 'under')} at most reach no end; nobody "
            "loses those, so losses are counted among finished games. The table shows both branches, and how often the "
            "maker is out first of all games."
        )
    return notes


def _fork_panels(forks: Sequence[Forks], judged: Mapping[str, Judged]) -> tuple[Lanes, ...]:
    of = {fork.group.key: judged[fork.key] for fork in forks}
    panels = []
    for panel in arrange([f.group for f in forks], lambda g: abs(of[g.key].estimate)).panels:
        rows = tuple((heading, (effect_lane("", of[group.key]),)) for heading, group in panel.rows)
        found = [of[group.key] for _, group in panel.rows]
        signs = {judged.estimate < 0 for judged in found if judged.apart}
        says = {True: "a burnt four helps its maker", False: "a burnt four harms its maker"}
        unlike = "a burnt four helps its maker in some cases and harms in others"
        title = says[next(iter(signs))] if len(signs) == 1 else unlike
        title = title if signs else "whether a burnt four helps its maker can't be told"
        apart = sum(judged.apart for judged in found)
        if len(signs) == 1 and apart < len(found):
            title += f" in {apart} of {len(found)} cases, the others can't be told"
        told = [f"{heading}: {words.difference(of[group.key])}" for heading, group in panel.rows]
        panels.append(
            Lanes(
                "fours-maker",
                f"{panel.name}: {title}",
                f"Change in the maker's share of lost games among finished ones, burn carried out minus left out, "
                f"{panel.name}. " + "; ".join(told) + ".",
                "finished games lost by the maker: change in points",
                "points",
                rows,
                0.0,
                "no difference",
                found[0].smallest,
                (f"more than {words.yardstick(found[0])}", "less, or undecided"),
                panel.about,
            )
        )
    return tuple(panels)


def _fork_table(forks: Sequence[Forks], judged: Mapping[str, Judged]) -> Table:
    rows = []
    for fork in forks:
        one, games = judged[fork.key], fork.games
        rows.append(
            (
                *(fork.group.label, fork.group.players, fork.group.lineup, fork.positions, games),
                *(fork.measured.total(f"maker_loses_{b}") / int(fork.finished(b).sum()) for b in ("with", "without")),
                *(finite(x) for x in (one.estimate, one.interval.low, one.interval.high)),
                *(fork.measured.total(f"maker_first_{b}") / games for b in ("with", "without")),
                *(fork.measured.total(f"no_end_{b}") / games for b in ("with", "without")),
                *(one.p_holm, words.short_verdict(one)),
            )
        )
    return Table(
        "fours-forks",
        "Forked games: the same position with the burn carried out and left out",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("positions", "count")),
            *(Column("games a branch", "count"), Column("maker loses, of finished: with", "share")),
            *(Column("maker loses, of finished: without", "share"), Column("difference", "points")),
            *(Column("low", "points"), Column("high", "points"), Column("maker first out: with", "share")),
            *(Column("maker first out: without", "share"), Column("no end: with", "share")),
            *(Column("no end: without", "share"), Column("p (Holm)", "chance"), Column("verdict")),
        ),
        tuple(rows),
    )


def _pair_table(pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> Table:
    rows = []
    for pair in pairs:
        keys = [("games without an end", key_of("endless", pair)), ("mean turns", key_of("turns", pair))]
        keys += [(f"seat {s} loses", f"{key_of('loss', pair)}|{s}") for s in range(pair[0].players)]
        for what, key in keys:
            if key not in judged:
                continue
            one = judged[key]
            rows.append(
                (
                    *(pair[0].label, pair[0].players, pair[0].lineup, what),
                    *(finite(x) for x in (one.estimate, one.interval.low, one.interval.high)),
                    *(("turns" if one.scale == "turns" else "share"), one.p_holm, words.short_verdict(one)),
                )
            )
    return Table(
        "fours-compared",
        "With burns of four of a kind minus without, on the same game numbers (shares as fractions)",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("what")),
            *(Column("difference", "number"), Column("low", "number"), Column("high", "number")),
            *(Column("unit"), Column("p (Holm)", "chance"), Column("verdict")),
        ),
        tuple(rows),
    )


def _count_table(results: Results) -> Table:
    rows = [
        (
            *(g.label, g.players, g.lineup, g.games, str(bool(g.rules.get(SWITCH))).lower()),
            *(g.total("games_with_four") / g.games, g.total("burns_four") / g.games),
        )
        for g in results.groups
    ]
    return Table(
        "fours-burns",
        "How often four of a kind burn",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("games", "count")),
            *(Column(SWITCH), Column("games with such a burn", "share"), Column("burns a game", "number")),
        ),
        tuple(rows),
    )
