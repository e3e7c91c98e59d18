"""From files and mappings to rule sets, with every mistake named by file, line and key."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.rules.catalogue import SUFFIX, preset_bytes, presets
from paskasim.rules.conflicts import Conflict, conflicts
from paskasim.rules.document import Document, parse_document, read_document
from paskasim.rules.layer import MOST_MISTAKES, Layer, layer_of
from paskasim.rules.messages import did_you_mean, near, shown, visible
from paskasim.rules.ruleset import BY_KEY, RuleSet

DO = "Mend what is named above; `paskasim rules show paskahousu` lists every switch, docs/switches.md what each takes."
REMARKS = ("notes", "readings", "deviations")


def load(name_or_path: str | os.PathLike[str]) -> RuleSet:
    """Return the rule set of a preset or a file; see `RuleSet.load`."""
    layer = _opened(os.fsdecode(name_or_path), Path())
    return _built(*_chain(layer))


def from_dict(mapping: Mapping[str, object], where: str) -> RuleSet:
    """Return the rule set of a mapping; see `RuleSet.from_dict`."""
    return _built(*_chain(layer_of(Document(where, mapping), "", Path())))


def with_switches(rules: RuleSet, switches: Mapping[str, object], where: str, lines: Mapping[str, int]) -> RuleSet:
    """Return rules with other values for some switches; see `RuleSet.with_switches`."""
    document = Document(where, switches, {(key,): line for key, line in lines.items()})
    changed = {key: value for key, value in rules.flat().items() if value != BY_KEY[key].default}
    base = layer_of(Document(rules.name, changed), "", Path())
    base.meta = {name: getattr(rules, name) for name in (*REMARKS, "players")}
    new = layer_of(document, "", Path(), meta=False)
    own = {name: getattr(rules, name) for name in ("name", "summary", "source", "extends")}
    new.meta = {name: value for name, value in own.items() if value}
    new.scenarios = rules.scenarios
    return _built([new, base])


def _opened(name_or_path: str, folder: Path) -> Layer:
    if name_or_path in presets():
        document = parse_document(preset_bytes(name_or_path), f"preset {name_or_path}")
        layer = layer_of(document, document.label, folder)
        layer.meta.setdefault("name", name_or_path)
        return layer
    path = Path(os.path.normpath(folder / name_or_path))
    if not name_or_path or not os.path.exists(path):  # noqa: PTH110 - no error for odd characters
        meant = near(name_or_path, [*presets(), *_rule_files(path.parent)], most=3, cutoff=0.65)
        raise PaskasimError(
            f"there is no preset and no file {shown(name_or_path)}{did_you_mean(meant)}",
            "Give the name of a preset (`paskasim rules list` shows them) or the path of a rule file.",
        )
    layer = layer_of(read_document(path, visible(path.as_posix())), os.path.realpath(path), path.parent)
    layer.meta.setdefault("name", path.stem)
    return layer


def _rule_files(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(SUFFIX))[:1000]
    except (OSError, ValueError):
        return []


def _chain(layer: Layer) -> tuple[list[Layer], bool]:
    """Return a layer and all that it extends, the outermost first, and whether the chain is whole."""
    chain = [layer]
    while extends := chain[-1].meta.get("extends"):
        last = chain[-1]
        try:
            following = _opened(extends, last.folder)
        except PaskasimError as error:
            last.blame(("extends",), f"extends: {error.what}")
            return chain, False
        chain.append(following)
        if following.identity in [each.identity for each in chain[:-1]]:
            told = " extends ".join(each.label for each in chain)
            last.blame(("extends",), f"extends: the files extend each other in a circle: {told}")
            return chain[:-1], False
    return chain, True


def _built(chain: list[Layer], whole: bool = True) -> RuleSet:
    """Join layers, the outermost first, into a rule set.

    Lists and tables are values like any other: an outer one replaces an inner one.
    """
    values: dict[str, Any] = {}
    for layer in reversed(chain):
        values |= layer.values
    rules = _rule_set(values, _meta(chain), chain[0].scenarios)
    if whole:
        doubtful = {key for layer in chain for key in layer.doubtful}
        for conflict in conflicts(rules):
            if doubtful.isdisjoint(conflict.keys):
                _blame_setter(conflict, chain)
    told = [line for depth in range(len(chain)) for line in _mistakes(chain, depth)]
    if len(told) > MOST_MISTAKES:
        told[MOST_MISTAKES:] = [f"... and {len(told) - MOST_MISTAKES} more"]
    if told:
        raise PaskasimError("\n".join(told), DO)
    return rules


def _rule_set(values: Mapping[str, Any], meta: Mapping[str, Any], scenarios: tuple[Any, ...]) -> RuleSet:
    fields: dict[str, Any] = {**meta, "scenarios": scenarios}
    for key, value in values.items():
        group, dot, inner = key.partition(".")
        if dot:
            fields.setdefault(group, {})[inner] = value
        else:
            fields[key] = value
    return RuleSet(**fields)


def _meta(chain: list[Layer]) -> dict[str, Any]:
    """Return the keys that are no switches.

    Name, summary and source are the file's own. The numbers of players and the remarks of the files
    that it extends hold on, except for remarks about a switch that was set anew.
    """
    meta = {key: value for key, value in chain[0].meta.items() if key not in REMARKS}
    players = [layer.meta["players"] for layer in chain if "players" in layer.meta]
    if players:
        meta["players"] = players[0]
    for name in REMARKS:
        remarks: list[str] = []
        for layer in reversed(chain):
            remarks = [remark for remark in remarks if remark.partition(":")[0] not in layer.values]
            remarks += layer.meta.get(name, ())
        meta[name] = tuple(remarks)
    return meta


def _mistakes(chain: list[Layer], depth: int) -> Iterator[str]:
    layer = chain[depth]
    way = " extends ".join(each.label for each in chain[: depth + 1])
    after = f" ({way})" if depth else ""
    for place, text in sorted(layer.mistakes, key=lambda mistake: layer.document.line(mistake[0])):
        yield f"{layer.document.place(place)}: {text}{after}"


def _blame_setter(conflict: Conflict, chain: list[Layer]) -> None:
    """Note a conflict where the outermost file that has a part in it set its switch."""
    setters = [(key, layer) for layer in chain for key in conflict.keys if key in layer.places]
    key, layer = setters[0]
    others = dict.fromkeys(
        f"{other} is set in {far.document.place(far.places[other])}"
        for other, far in setters
        if far is not layer and other not in layer.places
    )
    after = f" ({', '.join(others)})" if others else ""
    inside = conflict.path if key == conflict.keys[0] else ()
    layer.blame(layer.places[key] + inside, f"{key}: {conflict.text}{after}")
