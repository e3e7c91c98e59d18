"""`paskasim compare`: rule sets on the same deals and results folders; the screen, JSON, and every mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from told import Paskasim, Told, refused

import paskasim as api
from paskasim.analysis.questions import names
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import sweep

GAMES = 12_288
FOURS = ("paskahousu", "paskahousu-no-fours")
OPTIONS = ("--games", str(GAMES), "--threads", "2")
COMPILING = "Compiling the game; this happens once and takes some seconds ...\n"


def found(told: Told) -> dict[str, Any]:
    assert told.code == 0
    assert told.out.count("\n") == 1
    whole: dict[str, Any] = json.loads(told.out)
    assert whole["schema"] == "paskasim-compare/1"
    return whole


def by_metric(whole: dict[str, Any], match: int = 0) -> dict[str, dict[str, Any]]:
    return {
        row["metric"]: one | {"better": row["better"]}
        for row in whole["metrics"]
        for one in row["found"]
        if one["match"] == match
    }


def test_json__differences_are_those_of_the_games(paskasim: Paskasim) -> None:
    whole = found(paskasim("compare", *FOURS, *OPTIONS, "--seed", "7", "--json"))
    assert [*whole] == ["schema", "kind", "a", "b", "switches", "answer", "comparisons", "matches", "metrics"]
    assert (whole["kind"], whole["a"]["name"], whole["b"]["name"]) == ("rules", *FOURS)
    assert whole["switches"] == {"fours.burn": [True, False]}
    (match,) = whole["matches"]
    assert (match["basis"], match["a"]["games"], match["b"]["games"]) == ("same deals", GAMES, GAMES)
    one, two = (api.simulate(name, games=GAMES, seed=7) for name in FOURS)
    rows = by_metric(whole)
    ended = [frame["outcome"] == "finished" for frame in (one, two)]
    apart = (~ended[1]).to_numpy().astype(float) - (~ended[0]).to_numpy()
    endless = rows["endless"]
    assert (endless["a"], endless["b"]) == (pytest.approx(1 - ended[0].mean()), pytest.approx(1 - ended[1].mean()))
    assert endless["difference"] == pytest.approx(apart.mean())
    # Game by game and by blocks of 1,024 the error is the same but for chance.
    half = 1.96 * apart.std() / GAMES**0.5
    assert (endless["high"] - endless["low"]) / 2 == pytest.approx(half, rel=0.6)
    assert (endless["verdict"], endless["size"], endless["better"]) == ("better", "matters", "less")
    turns = [frame["turns"][end].astype(float) for frame, end in zip((one, two), ended, strict=True)]
    assert rows["turns"]["difference"] == pytest.approx(turns[1].mean() - turns[0].mean())
    assert (rows["turns"]["verdict"], rows["turns"]["better"]) == ("longer", None)
    assert rows["turns_median"]["a"] == np.quantile(turns[0], 0.5, method="inverted_cdf")
    assert rows["turns_95"]["b"] == np.quantile(turns[1], 0.95, method="inverted_cdf")
    assert rows["burns_four"]["b"] == 0
    assert rows["choices"]["a"] == pytest.approx(one["choices"].sum() / one["turns"].sum())
    losses = [frame["loser"].value_counts(normalize=True).astype(float) for frame in (one, two)]
    assert rows["uneven"]["a"] == pytest.approx(abs(losses[0] - 0.25).sum() / 2)
    assert rows["furthest"]["b"] == pytest.approx(abs(losses[1] - 0.25).max())
    assert rows["loses_2"]["difference"] == pytest.approx(losses[1][2] - losses[0][2])
    assert "tries" not in rows  # there are none
    assert whole["comparisons"] == len(rows)
    same = (one.astype(object).fillna(-1) == two.astype(object).fillna(-1)).all(axis=1)
    assert match["games_differing"] == (~same).sum()


def test_json__does_not_depend_on_threads_and_shards(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    first = paskasim("compare", *FOURS, "--games", "5000", "--threads", "1", "--json").out
    monkeypatch.setattr("paskasim.studies.pairs.LARGEST_SHARD", 1024)
    assert paskasim("compare", *FOURS, "--games", "5000", "--threads", "3", "--json").out == first


def test_same_rules_are_the_same_games(paskasim: Paskasim) -> None:
    told = paskasim("compare", "paskahousu", "paskahousu", "--games", "2000")
    assert told.code == 0
    assert told.out.splitlines() == [
        "A paskahousu, B paskahousu: the same switches",
        "4 players, lowest, seed 1: 2,000 games of each, on the same deals",
        "",
        "The same games: A and B have the same rules, seats, seed and engine (2,000 games",
        "of each).",
    ]
    whole = found(paskasim("compare", "paskahousu", "paskahousu", "--games", "2000", "--json"))
    assert (whole["comparisons"], whole["metrics"], whole["matches"][0]["games_differing"]) == (0, [], 0)
    assert whole["matches"][0]["same_games"] is True


def test_switches_that_change_nothing(paskasim: Paskasim, tmp_path: Path) -> None:
    (tmp_path / "patient.toml").write_text('extends = "paskahousu"\n[limits]\nturns = 20_000\n')
    told = paskasim("compare", "paskahousu", "patient.toml", "--games", "3000")
    assert "what differs in the rules changed nothing" in told.out
    assert "(at most 0.1 % of all deals would be changed, 95 %" in told.out


def test_single_games_that_differ_are_seen(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: a count that is one too high in one game and too low in another, so that no sum differs."""
    from paskasim.engine import play as plain

    calls = []

    def faulty(*arguments: Any, **options: Any) -> Any:
        games = plain(*arguments, **options)
        calls.append(games)
        if len(calls) == 2:
            games.tallies[0, 17] += 1
            games.tallies[0, 18] -= 1
        return games

    monkeypatch.setattr("paskasim.studies.playing.play", faulty)
    whole = found(paskasim("compare", "paskahousu", "paskahousu", "--games", "2000", "--json"))
    assert whole["matches"][0]["games_differing"] == 2
    assert whole["matches"][0]["same_games"] is False


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_screen(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    told = paskasim("compare", *FOURS, *OPTIONS)
    lines = told.out.splitlines()
    assert told.out.isascii()
    assert told.err in ("", COMPILING)
    assert max(map(len, lines)) <= min(width, 100)
    assert " ".join(lines[:2]).startswith("A paskahousu, B paskahousu-no-fours: fours.burn A true, B false")
    assert len(lines) <= (40 if width >= 60 else 50)
    text = " ".join(told.out.split())
    assert "B is better: games without an end " in text
    assert "not distinguishable: losses off an even share" in text
    assert "tries" not in text
    assert "comparisons judged together (Holm, 5 %)" in text


def test_all_shows_every_figure(paskasim: Paskasim) -> None:
    told = paskasim("compare", *FOURS, *OPTIONS, "--all")
    rows = by_metric(found(paskasim("compare", *FOURS, *OPTIONS, "--json")))
    table = told.out.split("\n\n")[2].splitlines()
    assert len(table) == len(rows) + 1
    assert sum(line.endswith("not dist.") for line in table) == sum(
        row["verdict"] == "not distinguishable" for row in rows.values()
    )


def test_prefer_gives_a_figure_a_better_side(paskasim: Paskasim) -> None:
    whole = found(paskasim("compare", *FOURS, *OPTIONS, "--json", "--prefer", "turns=less, takes=more"))
    rows = by_metric(whole)
    assert [rows[name]["verdict"] for name in ("turns", "takes", "endless")] == ["worse", "better", "better"]
    assert whole["answer"].startswith("B is better in some and worse in others: games without an end")


def test_line_ups__each_once_and_whether_it_holds(paskasim: Paskasim) -> None:
    tables = ("--lineup", "lowest", "--panel", "lowest,highest", "--lineup", "highest,highest")
    whole = found(paskasim("compare", *FOURS, "--games", "4096", "--players", "3", *tables, "--json"))
    assert [match["lineup"] for match in whole["matches"]] == ["lowest", "highest"]
    endless = next(row for row in whole["metrics"] if row["metric"] == "endless")
    assert [one["verdict"] for one in endless["found"]] == ["better", "not distinguishable"]
    assert endless["holds"] == "better in 1 of 2, not distinguishable in 1"
    assert "games without an end better in 1 of 2 line-ups, not distinguishable in 1 (" in whole["answer"]
    takes = next(row for row in whole["metrics"] if row["metric"] == "takes")
    assert takes["holds"] == "more in both"
    told = paskasim("compare", *FOURS, "--games", "4096", "--players", "3", *tables)
    assert "\ngames without an end: better in 1 of 2, not distinguishable in 1\n  lowest " in told.out


def test_mixed_line_ups_are_rotated(paskasim: Paskasim) -> None:
    whole = found(
        paskasim("compare", *FOURS, "--players", "3", "--lineup", "highest,lowest", "--games", "2048", "--json")
    )
    (match,) = whole["matches"]
    assert (match["rotations"], match["a"]["games"], len(match["b"]["identities"])) == (3, 3 * 2048, 3)


def test_decks_that_differ_are_not_paired(paskasim: Paskasim) -> None:
    arguments = ("compare", "paskahousu-rows", "paskahousu-rows-jokers", "--players", "3", "--games", "4096")
    told = paskasim(*arguments)
    assert "on decks that differ, so not" in told.out
    assert "go differently" not in told.out
    (match,) = found(paskasim(*arguments, "--json"))["matches"]
    assert (match["basis"], match["games_differing"]) == ("other decks", None)


def test_notes_for_other_numbers_of_players(paskasim: Paskasim) -> None:
    told = paskasim("compare", "paskahousu", "shithead", "--players", "2", "--games", "50")
    assert "note: the text of A means 3-6 players" in told.out
    assert "text of B" not in told.out


def test_few_games_say_so(paskasim: Paskasim) -> None:
    told = paskasim("compare", *FOURS, "--games", "1")
    assert told.code == 0
    assert "A and B can't be told apart, by 1 game of each." in told.out


MISTAKES = {
    "paskahouse paskahousu": 'there is no preset and no file "paskahouse"',
    "paskahousu": "Missing argument 'B'.",
    "paskahousu shithead --players 11": "a number of players from 2 to 10 is allowed",
    "paskahousu shithead --players 1": "a number of players from 2 to 10 is allowed",
    "paskahousu shithead --games 0": "a number from 1 to 1,000,000,000 is allowed",
    "paskahousu shithead --lineup lowst": '(did you mean "lowest"?)',
    "paskahousu shithead --panel lowest,lowst": '(did you mean "lowest"?)',
    "paskahousu shithead --panel ,": '"" is no strategy',
    "paskahousu poytapaska --players 5": "the deal for 5 players needs 65 cards, 1 deck has 52",
    "paskahousu shithead --prefer trns=less": '--prefer: there is no metric "trns" (did you mean "turns"?).',
    "paskahousu shithead --prefer turns=fewer": '"turns=less" and "turns=more" are',
    "paskahousu .": ". is a folder, paskahousu is not.",
    ". .": "manifest.json",
}


@pytest.mark.parametrize("arguments", MISTAKES)
def test_mistakes(paskasim: Paskasim, arguments: str) -> None:
    told = paskasim("compare", *arguments.split())
    assert MISTAKES[arguments] in refused(told, 4 if arguments == ". ." else 2)


def test_mistakes__all_at_once(paskasim: Paskasim) -> None:
    text = refused(paskasim("compare", "paskahouse", "poytapaska", "--players", "7", "--lineup", "lowst,any[x=1]"))
    for part in ('"paskahouse"', "the deal for 7 players needs 91 cards", 'no strategy "lowst"'):
        assert part in text


def test_interrupted(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paskasim.studies.pairs.play_pair", interrupt)
    told = paskasim("compare", *FOURS)
    assert (told.code, told.out) == (130, "")
    assert told.err.splitlines()[-3:] == [
        "paskasim: Stopped; nothing of it is kept.",
        "To begin anew:",
        "  paskasim compare paskahousu paskahousu-no-fours",
    ]


def test_folders_give_what_rule_sets_give(paskasim: Paskasim, tmp_path: Path) -> None:
    """Sweeps of A and of B, then compared, are the same comparison; that of one with itself is none."""
    for name, rules in zip("ab", FOURS, strict=True):
        (tmp_path / f"{name}.toml").write_text(
            f'rules = "{rules}"\nplayers = 3\nlineups = ["lowest", ["highest", "lowest"]]\nkeep = "summary"\n'
            f"games = {6 if name == 'b' else 2}_048\nseed = 5\n"
        )
        sweep(load_study(tmp_path / f"{name}.toml", names()), tmp_path / "results", threads=2, command="x")
    from_folders = found(paskasim("compare", "results/a", "results/b", "--json"))
    tables = ("--lineup", "lowest", "--lineup", "highest,lowest", "--players", "3", "--seed", "5", "--games", "2048")
    from_rules = found(paskasim("compare", *FOURS, *tables, "--json"))
    assert [match["a"]["games"] for match in from_folders["matches"]] == [2048, 3 * 2048]
    assert [match["b"]["games"] for match in from_folders["matches"]] == [2048, 3 * 2048]
    for number in (0, 1):
        one, two = by_metric(from_folders, number), by_metric(from_rules, number)
        assert [*one] == [*two]
        for name in one.keys() - {"turns_median", "turns_95"}:  # quantiles count all games of B
            for key in ("a", "b", "difference", "low", "high"):
                assert one[name][key] == pytest.approx(two[name][key]), (name, key)
    told = paskasim("compare", "results/a", "results/b")
    assert told.out.splitlines()[:3] == [
        "A results/a, B results/b",
        f"A and B: paskasim {api.__version__}, engine {from_folders['a']['engine_version']}",
        "rules: fours.burn A true, B false",
    ]
    assert "paskahousu / paskahousu-no-fours, 3 players: 2 cases" in told.out
    told = paskasim("compare", "results/a", "results/a")
    assert "The same games in all 2 cases: A and B have the same rules" in told.out
    text = refused(paskasim("compare", "results/a", "results/a", "--games", "5", "--panel", "any"))
    assert "--panel, --games: not for folders" in text
    text = refused(paskasim("compare", "results", "results/a"))
    assert "results: it holds several studies (a, b)." in text


def test_report__two_rule_sets_make_a_page(paskasim: Paskasim, tmp_path: Path) -> None:
    few = ("compare", *FOURS, "--games", "2048", "--prefer", "turns=less")
    (tmp_path / "index.html").write_text('<meta name="paskasim-index" content="0">')
    told = paskasim(*few, "--report", "changes.html", "--json")
    assert told.err.splitlines()[-1] == "changes.html"
    whole = found(told)
    page = (tmp_path / "changes.html").read_text(encoding="utf-8")
    assert "What changed from paskahousu to paskahousu-no-fours?" in page
    assert "In B <code>fours.burn</code> is false instead of true." in page
    assert "98." in page  # so many games go differently
    again = "--players 4 --lineup lowest --games 2048 --seed 1 --prefer turns=less"
    assert f"paskasim compare paskahousu paskahousu-no-fours {again}" in page
    assert whole["comparisons"] > 10
    assert f"all {whole['comparisons']} comparisons of this page" in page
    assert 'href="changes.html"' in (tmp_path / "index.html").read_text()
    (tmp_path / "index.html").unlink()
    assert paskasim(*few, "--report", "new/again.html", "--threads", "1").code == 0
    assert (tmp_path / "new" / "again.html").read_text(encoding="utf-8") == page
    assert not (tmp_path / "new" / "index.html").exists()


def test_report__a_name_that_is_no_page_is_refused_before_playing(paskasim: Paskasim, tmp_path: Path) -> None:
    (tmp_path / "folder.html").mkdir()
    for name in ("changes.txt", "folder.html", "index.html"):
        assert name in refused(paskasim("compare", *FOURS, "--games", "100_000_000", "--report", name))


def test_report__folders_with_nothing_in_common_make_no_page(paskasim: Paskasim, tmp_path: Path) -> None:
    for name, players in (("a", 3), ("b", 4)):
        (tmp_path / f"{name}.toml").write_text(
            f'rules = "paskahousu"\nplayers = {players}\nkeep = "summary"\ngames = 64\nseed = 5\n'
        )
        sweep(load_study(tmp_path / f"{name}.toml", names()), tmp_path / "results", threads=1, command="x")
    text = refused(paskasim("compare", "results/a", "results/b", "--report", "changes.html"))
    assert "No case of the one is at the same table as one of the other" in text
    assert not (tmp_path / "changes.html").exists()
    told = paskasim("compare", "results/a", "results/a", "--report", "changes.html")
    assert (told.code, told.err) == (0, "changes.html\n")
    assert "What changed from a to a?" in (tmp_path / "changes.html").read_text(encoding="utf-8")
