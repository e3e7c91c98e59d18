"""`paskasim rules`: presets, every switch with its value, and the check of a rule file."""

from __future__ import annotations

import json as writer
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from paskasim.cli import options

if TYPE_CHECKING:
    from paskasim.rules import RuleSet
    from paskasim.scenarios import Verdict

MOST_CURED = 5  # failing scenarios for which the deciding switch is looked up, a tenth of a second each

Cures = Mapping[int, Mapping[str, str]]

app = typer.Typer(help="Presets, switches and the check of rule files.", no_args_is_help=True, rich_markup_mode=None)
Rules = Annotated[str, typer.Argument(metavar="RULES", help="A preset or the path of a rule file.")]


@app.command("list")
def list_presets(json: options.Json = False) -> None:
    """List the presets."""
    from paskasim.rules import RuleSet, presets

    rule_sets = [RuleSet.load(name) for name in presets()]
    if json:
        keys = ("name", "summary", "source", "players")
        typer.echo(
            writer.dumps([{key: getattr(rules, key) for key in keys} for rules in rule_sets], ensure_ascii=False)
        )
        return
    width = max(len(rules.name) for rules in rule_sets)
    for rules in rule_sets:
        typer.echo(f"{rules.name:{width}}  {rules.players:>5} players  {rules.summary}")


@app.command()
def show(rules: Rules, json: options.Json = False) -> None:
    """Show every switch with its value."""
    from paskasim.rules import RuleSet
    from paskasim.rules.text import describe

    rule_set = RuleSet.load(rules)
    if json:
        typer.echo(writer.dumps(_about(rule_set) | {"rules": rule_set.flat()}, ensure_ascii=False))
        return
    typer.echo(f"{rule_set.name}: {rule_set.summary}" if rule_set.summary else rule_set.name)
    for title, text in (("players", rule_set.players), ("source", rule_set.source), ("extends", rule_set.extends)):
        if text:
            typer.echo(f"{title}: {text}")
    for title, entries in (
        ("note", rule_set.notes),
        ("reading", rule_set.readings),
        ("deviation", rule_set.deviations),
    ):
        for entry in entries:
            typer.echo(f"{title}: {entry}")
    rows = list(describe(rule_set))
    changed = rule_set.changed_from(RuleSet())
    width = max(len(key) for key, _, _ in rows)
    typer.echo("\nswitches (* differs from the default)")
    for key, value, meaning in rows:
        typer.echo(f"{'*' if key in changed else ' '} {key:{width}} = {value}  # {meaning}")


@app.command()
def check(
    rules: Rules,
    players: Annotated[
        int | None, typer.Option(parser=options.players, metavar="N", help="Also check the deal for this many.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Check a rule file: its mistakes, which numbers of players its deal fits, and whether its scenarios hold."""
    from paskasim.rules import RuleSet
    from paskasim.rules.text import without_effect
    from paskasim.scenarios import judge_all

    rule_set = RuleSet.load(rules)
    if players is not None:
        rule_set.deal_for(players)
    fitting, notes = _fitting(rule_set), [*without_effect(rule_set)]
    verdicts = judge_all(rule_set)
    cures = _cures(rule_set, verdicts)
    if json:
        about: dict[str, object] = {"schema": "paskasim-check/1", "name": rule_set.name, "players": fitting}
        about["not_read"] = [{"key": key, "reason": reason} for key, reason in notes]
        about["scenarios"] = [_about_verdict(verdict, cures.get(number, {})) for number, verdict in enumerate(verdicts)]
        typer.echo(writer.dumps(about, ensure_ascii=False))
    else:
        typer.echo(f"{rule_set.name}: in order; the deal fits {', '.join(map(str, fitting))} players")
        for key, reason in notes:
            typer.echo(f"note: {key} is not read here, because {reason}")
        _tell_verdicts(verdicts, cures)
    if not all(verdict.holds for verdict in verdicts):
        raise typer.Exit(3)


def _cures(rules: RuleSet, verdicts: Sequence[Verdict]) -> Cures:
    """Return, by number of a failing scenario, single switches by which it would hold: the first few are looked at."""
    from paskasim.rules.messages import written
    from paskasim.scenarios import would_hold_with

    failing = [number for number, verdict in enumerate(verdicts) if not verdict.holds][:MOST_CURED]
    return {
        number: {key: written(value) for key, value in would_hold_with(rules, verdicts[number].scenario)}
        for number in failing
    }


def _tell_verdicts(verdicts: Sequence[Verdict], cures: Cures) -> None:
    if not verdicts:
        return
    holding = sum(verdict.holds for verdict in verdicts)
    every = f"{holding} of {len(verdicts)} hold"
    if holding == len(verdicts):
        every = f"all {holding} hold" if holding > 1 else "the one that there is holds"
    typer.echo(f"scenarios: {every}")
    for number, verdict in enumerate(verdicts):
        for sentence in verdict.sentences():
            typer.echo(sentence)
        for key, value in cures.get(number, {}).items():
            typer.echo(f"  would hold with {key} = {value}")


def _about_verdict(verdict: Verdict, cures: Mapping[str, str]) -> dict[str, object]:
    scenario = verdict.scenario
    return {
        "name": scenario.title,
        "place": scenario.place(),
        "holds": verdict.holds,
        "complaints": [
            {"place": scenario.place(each.key), "key": each.key, "text": each.text} for each in verdict.complaints
        ],
        "would_hold_with": cures,
    }


def _fitting(rules: RuleSet) -> list[int]:
    from paskasim.errors import PaskasimError

    fits = []
    for players in range(2, 11):
        try:
            rules.deal_for(players)
            fits.append(players)
        except PaskasimError:
            continue
    return fits


@app.command()
def diff(first: Rules, second: Rules) -> None:
    """Show the switches in which two rule sets differ."""
    from paskasim.rules import RuleSet
    from paskasim.rules.messages import shown

    one, other = RuleSet.load(first), RuleSet.load(second)
    changes = one.changed_from(other)
    if not changes:
        typer.echo(f"{one.name} and {other.name} have the same switches")
    for key, (mine, theirs) in changes.items():
        typer.echo(f"{key}: {one.name} {shown(mine)}, {other.name} {shown(theirs)}")


def _about(rules: RuleSet) -> dict[str, object]:
    keys = ("name", "summary", "source", "players", "extends", "notes", "readings", "deviations")
    return {key: getattr(rules, key) for key in keys}
