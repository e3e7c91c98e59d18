"""One file or mapping of rules on its own: which switches it sets, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paskasim.rules.document import Document
from paskasim.rules.kinds import Kind
from paskasim.rules.messages import did_you_mean, near, shortened, shown, sort_of, visible
from paskasim.rules.positions import Path as Place
from paskasim.rules.ruleset import BY_KEY, META_KINDS, SECTIONS
from paskasim.rules.scenario_checks import SCENARIOS, scenarios_of
from paskasim.rules.scenarios import Scenario

SCENARIO = "scenario"
MOST_MISTAKES = 50  # told of one set of files; more help nobody


@dataclass
class Layer:
    """What one file says, before it is joined with the files that it extends.

    Attributes
    ----------
    document
        The file.
    identity
        The same for two layers only if they are the same file.
    folder
        Where relative paths in it begin.
    values
        Good values by dotted key.
    places
        Where in the document each of them stands.
    meta
        Good values of the keys that are no switches: `name`, `extends` and so on.
    doubtful
        Switches that the file tried to set and did not.
    mistakes
        What is wrong: where in the document, and a sentence that begins with the key.
    """

    document: Document
    identity: str
    folder: Path
    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    scenarios: tuple[Scenario, ...] = ()
    doubtful: set[str] = field(default_factory=set)
    mistakes: list[tuple[Place, str]] = field(default_factory=list)

    @property
    def label(self) -> str:
        """How errors call the file."""
        return self.document.label

    def blame(self, place: Place, text: str) -> None:
        """Note a mistake."""
        self.mistakes.append((place, text))


def layer_of(document: Document, identity: str, folder: Path, *, meta: bool = True) -> Layer:
    """Return what a document says.

    Parameters
    ----------
    document, identity, folder
        As in `Layer`.
    meta
        Whether keys that are no switches (`name`, `extends`, ..) may stand in it.
    """
    layer = Layer(document, identity, folder)
    for key, value, place in _pairs(document.data):
        if key in BY_KEY:
            _set_switch(layer, key, value, place)
        elif meta and key in META_KINDS:
            if _is_good(layer, key, META_KINDS[key], value, place):
                layer.meta[key] = META_KINDS[key].clean(value)
        elif meta and key == SCENARIO:
            _set_scenarios(layer, value, place)
        elif key in SECTIONS:
            listed = f"{key} is a group of switches: {_switches_of(key)}"
            layer.blame(place, f"{key}: {shown(value)} is {sort_of(value)}; {listed}")
        else:
            _blame_unknown(layer, key, place, meta)
    return layer


def _pairs(data: Mapping[Any, Any]) -> Iterator[tuple[str, Any, Place]]:
    """Yield key, value and place of everything; groups are opened, so keys come dotted."""
    for key, value in data.items():
        known = isinstance(key, str) and (key in BY_KEY or key in META_KINDS or key == SCENARIO)
        if not known and isinstance(value, Mapping) and (value or key in SECTIONS):
            for inner, item in value.items():
                yield f"{key}.{inner}", item, (key, inner)
        else:
            yield str(key), value, (key,)


def _set_switch(layer: Layer, key: str, value: Any, place: Place) -> None:
    if key in layer.places:
        first = layer.document.place(layer.places[key])
        layer.blame(place, f"{key}: is set a second time; the first is {first}")
        return
    layer.places[key] = place
    if _is_good(layer, key, BY_KEY[key].kind, value, place):
        layer.values[key] = value
    else:
        layer.doubtful.add(key)


def _is_good(layer: Layer, key: str, kind: Kind, value: Any, place: Place) -> bool:
    problems = kind.problems(value)
    for problem in problems:
        layer.blame(place + problem.path, f"{key}: {problem.text}")
    return not problems


def _set_scenarios(layer: Layer, value: Any, place: Place) -> None:
    if not isinstance(value, list | tuple) or not all(isinstance(entry, Mapping) for entry in value):
        layer.blame(place, f"{SCENARIO}: {shown(value)} is {sort_of(value)}; write each one below a line [[scenario]]")
    elif _is_good(layer, SCENARIO, SCENARIOS, value, place):
        layer.scenarios = scenarios_of(value, layer.label, layer.document.lines, place)


def _blame_unknown(layer: Layer, key: str, place: Place, meta: bool) -> None:
    said = shortened(visible(key))
    others = (*META_KINDS, SCENARIO)
    if not meta and key in others:
        layer.blame(place, f"{said}: is no switch; only switches can be set here")
        return
    keys = (*BY_KEY, *others) if meta else tuple(BY_KEY)
    # Looking for near misses takes a while, and only the first mistakes are told.
    meant = _meant(key, keys) if len(layer.mistakes) < MOST_MISTAKES else []
    layer.doubtful.update(meant)
    group = key.partition(".")[0]
    if group in SECTIONS and any("." not in each for each in meant):
        hint = f" ({meant[0]} belongs to no group: write it above the first [table])"
    else:
        hint = did_you_mean(meant)
    nearest = meant[0].partition(".")[0] if meant else ""
    layer.blame(place, f"{said}: there is no such key; {_allowed_keys(group, nearest, keys)}{hint}")


def _allowed_keys(group: str, nearest: str, keys: tuple[str, ...]) -> str:
    for each in (group, nearest):
        if each in SECTIONS:
            return f"allowed in {each}: {_switches_of(each)}"
    single = "allowed outside groups: " + ", ".join(each for each in keys if "." not in each)
    return single if nearest else f"{single}; groups: {', '.join(SECTIONS)}"


def _switches_of(group: str) -> str:
    return ", ".join(key.removeprefix(f"{group}.") for key in BY_KEY if key.startswith(f"{group}."))


def _meant(key: str, keys: tuple[str, ...]) -> list[str]:
    """Return the keys that may be meant: those with this last part, else the most similar one."""
    last = key.rpartition(".")[2]
    if key == last:
        same = [each for each in keys if each.endswith(f".{last}")]
        return same or near(key, keys)
    return [last] if last in keys else near(key, keys)
