"""Example games on the page: what is shown of a game, in words and for the script, and how small it is."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playing import change_records, played
from synthetic import HOSTILE, Planted, write_results

import paskasim
from paskasim import report
from paskasim.analysis import read
from paskasim.cli import run
from paskasim.errors import PaskasimError
from paskasim.report.examples import example_games
from paskasim.report.examples.following import Step, follow
from paskasim.report.examples.steps import LETTERS, MOST_STEPS, cut, packed
from paskasim.report.figures.timeline import MOST_MARKS, Event, Strip, Timeline, draw_timeline
from paskasim.studies.examples import FILE, KINDS
from paskasim.telling import tell

RANKS = {letter: rank for rank, letter in LETTERS.items()}


def unfolded(text: str, seats: int) -> list[dict[str, Any]]:
    """Return the states that a packed game stands for: the plain twin of what the script does."""
    now: dict[str, Any] = {mark: [""] * seats for mark in "hudo"} | {"p": "", "s": 0, "n": -1}
    states = []
    for words in text.split(";"):
        now = {key: list(value) if isinstance(value, list) else value for key, value in now.items()} | {"a": -1}
        for word in words.split():
            where, _, value = word.partition(":")
            if where[0] in "hudo":
                now[where[0]][int(where[1:])] = value
            elif where == "+":
                now["p"] += value
            else:
                now[where] = value if where == "p" else int(value)
        states.append(now)
    return states


def same(state: dict[str, Any], step: Step) -> bool:
    lies = step.state
    return bool(
        [tuple(RANKS[letter] for letter in hand) for hand in state["h"]] == list(lies.hands)
        and [tuple(RANKS[letter] for letter in row) for row in state["u"]] == list(lies.up)
        and tuple(int(number or 0) for number in state["d"]) == lies.down
        and tuple(int(number or 0) for number in state["o"]) == lies.places
        and tuple(RANKS[letter] for letter in state["p"]) == lies.pile
        and (state["s"], state["n"], state["a"]) == (lies.stock, lies.due, step.seat)
    )


def steps_of(rules: str, players: int, lineup: str, game: int = 0) -> list[Step]:
    return follow(next(paskasim.trace(rules, players, lineup, first=game)))[0]


@pytest.mark.parametrize(
    ("rules", "players", "lineup"),
    [
        ("paskahousu", 4, "lowest"),
        ("shithead", 3, "any"),
        ("paskahousu-rows-jokers", 5, "random"),
        ("paskahousu", 10, "any"),
    ],
)
def test_the_script_is_told_every_state(rules: str, players: int, lineup: str) -> None:
    steps = steps_of(rules, players, lineup)
    text = packed(steps)
    states = unfolded(text, players)
    assert len(states) == len(steps) > 20
    assert all(map(same, states, steps))
    assert re.fullmatch(r"[\w:;+* -]+", text)  # nothing that HTML would have to escape


def test_no_card_is_lost_on_the_way() -> None:
    for step in steps_of("shithead", 4, "lowest"):
        state, seats = step.state, range(4)
        in_play = sum(state.held(seat) for seat in seats) + len(state.pile) + state.stock
        assert in_play + (0 if step.number == 0 else step.burnt) <= 52
    burnt = sum(step.burnt for step in steps_of("shithead", 4, "lowest"))
    assert sum(step.state.held(seat) for seat in seats) + len(step.state.pile) + step.state.stock + burnt == 52


def test_burns_and_takes_are_those_of_the_record() -> None:
    record = next(paskasim.trace("paskahousu", 4, "lowest", 3))
    steps, _ = follow(record)
    for step, turn in zip(steps[1:], record["turns"], strict=True):
        assert (step.burnt > 0) == turn["effect"].startswith("burn")
        forced = turn["effect"].startswith("next_takes")
        assert step.took == (len(step.laid) if forced else len(turn.get("took", [])))
        assert step.taker == ((turn["seat"] + 1) % 4 if forced else turn["seat"] if step.took else -1) or forced
        assert f"eat {turn['seat']} " in step.text


@pytest.mark.parametrize("key", [0, 1, 150, 298, 300])
def test_long_games_are_cut__and_say_so(key: int) -> None:
    steps = [*steps_of("paskahousu", 6, "random", 28)]
    steps = [Step(i, steps[i % len(steps)].seat, f"turn {i}", steps[i % len(steps)].state) for i in range(301)]
    part = cut(steps, key)
    told = [step for step in part.steps if step.number >= 0]
    assert len(told) == MOST_STEPS
    assert part.steps[part.start].number == key
    assert told[0].number == 0
    assert told[-1].number == 300
    gaps = [step.text for step in part.steps if step.number < 0]
    numbers = {step.number for step in told}
    assert part.left_out == 301 - MOST_STEPS
    for text in gaps:
        first, last = map(int, re.findall(r"\d+", text))
        assert not numbers & {*range(first, last + 1)}
        assert {first - 1, last + 1} <= numbers
    assert len(gaps) == {0: 1, 1: 1, 150: 2}.get(key, 1)
    assert all(map(same, unfolded(packed(part.steps), 6), part.steps))


def test_short_games_are_whole() -> None:
    steps = steps_of("paskahousu", 4, "lowest")
    assert cut(steps, 5).steps == tuple(steps)
    assert (cut(steps, 5).start, cut(steps, 5).left_out) == (5, 0)


def test_titles_and_first_sentences(played_results: Path) -> None:
    examples = example_games(read(played_results))
    assert examples is not None
    found = {game.kind: game for game in examples.games}
    assert [*found] == [*KINDS]
    assert re.fullmatch(r"A typical game: \d+ turns, seat \d loses", found["typical"].title)
    assert re.fullmatch(r"The shortest deadlock: after \d+ turns the game can't end any more", found["deadlock"].title)
    assert re.match(
        r"Seats \d.* hold .*; nothing that is left can bring the pile to ", found["deadlock"].reason.sentences[0]
    )
    assert re.fullmatch(
        r"A livelock: from turn \d+ on the same \w+ turns come again and again", found["livelock"].title
    )
    assert re.fullmatch(r"The longest game: \d+ turns until seat \d is left", found["longest"].title)
    assert re.fullmatch(r"The biggest take: seat \d takes \d+ cards at turn \d+", found["take"].title)
    for game in found.values():
        assert "2,000 games of paskahousu, 4 players, lowest" in game.facts
    first, period = found["livelock"].reason.circle or (0, 0)
    assert found["livelock"].start == first
    assert f"After turn {first + period} everything lies exactly as after turn {first}" in " ".join(
        found["livelock"].reason.sentences
    )
    assert found["deadlock"].start == len(found["deadlock"].steps) - 1


def test_the_command_tells_that_game(
    played_results: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(played_results.parent.parent)
    examples = example_games(read(played_results))
    assert examples is not None
    record = json.loads((played_results / FILE).read_text().splitlines()[1])
    assert run(shlex.split(examples.games[1].command)[1:]) == 0
    assert capsys.readouterr().out.strip() == tell(record).strip()


def test_policy_lets_this_script_run_and_it_is_small(played_report: Path) -> None:
    source = played_report.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', source)
    assert policy
    scripts = re.findall(r"<script>(.*?)</script>", source, re.DOTALL)
    assert [script for script in scripts if "aria-valuetext" in script and len(script.encode()) < 10_000]
    for script in scripts:
        assert f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" in policy[1]


def test_each_game_takes_30_kb_at_most(played_report: Path) -> None:
    source = played_report.read_text(encoding="utf-8")
    section = source[source.index('id="examples"') : source.index('id="rule-sets"')]
    games = section.split('<details class="game"')[1:]
    assert len(games) == 5
    assert all(len(game.encode()) < 30_000 for game in games)


def test_without_script_all_turns_stand_there(played_results: Path, played_report: Path) -> None:
    source = played_report.read_text(encoding="utf-8")
    for line in (played_results / FILE).read_text().splitlines():
        record = json.loads(line)
        if record["turns_played"] <= MOST_STEPS:
            for step in follow(record)[0]:
                assert f">{step.text}</li>" in source


def test_results_of_a_former_version_have_a_report_without_games(tmp_path: Path) -> None:
    file = report.build(write_results(tmp_path / "old", [Planted(games=100)]), tmp_path)
    assert "Example games" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("fault", ["missing", "changed", "fewer"])
def test_damaged_examples(played_results: Path, tmp_path: Path, fault: str) -> None:
    folder = shutil.copytree(played_results, tmp_path / "ends")
    if fault == "missing":
        (folder / FILE).unlink()
    elif fault == "changed":
        (folder / FILE).write_text((folder / FILE).read_text().replace("lowest", "any"))
    else:
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest["examples"].pop()
        (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(PaskasimError, match=r"examples\.jsonl") as caught:
        report.build(folder, tmp_path / "out")
    assert caught.value.exit_code == 4


def test_names_are_text(played_results: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(played_results, tmp_path / "ends")
    change_records(folder, strategies=[HOSTILE, "'a'", '"b"', "</script>"])
    source = report.build(folder, tmp_path).read_text(encoding="utf-8")
    assert source.count("<script") == source.count("</script>") == 3
    assert "<img" not in source
    assert "&lt;/script&gt;" in source


def test_the_same_bytes_again(played_results: Path, played_report: Path, tmp_path: Path) -> None:
    assert report.build(played_results, tmp_path).read_bytes() == played_report.read_bytes()


def test_a_few_games_only(tmp_path: Path) -> None:
    folder = played(tmp_path, 'rules = "shithead"\nplayers = 2\ngames = 1\n')
    examples = example_games(read(folder))
    assert examples is not None
    assert [game.kind for game in examples.games] == ["typical", "take"]
    assert "one of 1 game of shithead" in examples.games[0].facts


def strip(held: Sequence[int], burns: int = 0, heading: str = "Seat 0, lowest: loses") -> Strip:
    return Strip(heading, tuple(held), tuple(Event(i + 1, i) for i in range(burns)), (Event(1, 3),))


@pytest.mark.parametrize("turns", [1, 2, 60, 5_000])
def test_timeline_is_small_whatever_the_game(turns: int) -> None:
    held = [(7 * i) % 23 for i in range(turns + 1)]
    figure = Timeline("x", "t", "w", tuple(strip(held, turns) for _ in range(4)), (0, 1))
    drawing = draw_timeline(figure).svg("x", "t", "w")
    assert len(drawing) < 60_000
    assert ("largest of" in drawing) == (4 * turns > MOST_MARKS)
    assert "that come again and again" in drawing


def test_timeline_of_long_names() -> None:
    figure = Timeline("x", "t", "w", (strip([5, 0], heading="n" * 200),))
    assert "…" in draw_timeline(figure).svg("x", "t", "w")
