"""`paskasim tournament`: text of 80 columns, JSON, a page, the same every time, and every mistake."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from paskasim.cli import run

Call = Callable[..., tuple[int, str, str]]
ARGUMENTS = ("tournament", "paskahousu", "--players", "3", "--strategies", "random,lowest,slip[lowest,rate=0.2]")
FEW = (*ARGUMENTS, "--games", "300")
KEYS = [
    "schema", "rules", "players", "seed", "game_numbers", "budget", "endless", "engine", "games", "strategies",
    "left_out", "standings", "fit", "pairs", "mixed_tables", "regrets",
]  # fmt: skip


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    monkeypatch.chdir(tmp_path)

    def told(*arguments: str) -> tuple[int, str, str]:
        code = run([*arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return told


def test_text(call: Call) -> None:
    code, out, _ = call(*FEW)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    assert out.isascii()
    assert "lowest loses least: " in out
    assert re.search(
        r"^  lowest +\d\.\d\d\+-0\.\d\d +1\.\d\d\+-0\.\d\d +\d+\.\d \(\d+\.\d-\d+\.\d\)", out, re.MULTILINE
    )
    assert re.search(r"^   1 lowest +33\.3  +\d+\.\d[<~]  +\d+\.\d<$", out, re.MULTILINE)
    assert re.search(r"^   3 random +\d+\.\d>  +\d+\.\d>  +33\.3$", out, re.MULTILINE)


def test_text__long_names_and_many_columns(call: Call) -> None:
    rates = ",".join(f"slip[lowest,rate=0.{digit}25]" for digit in range(9))
    code, out, _ = call("tournament", "paskahousu", "--players", "2", "--strategies", rates, "--games", "20")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    for digit in range(9):
        assert f"..e=0.{digit}25]" in out  # what differs is shown, whatever is cut


def test_json__same_bytes_for_any_threads(call: Call) -> None:
    code, out, _ = call(*FEW, "--json", "--threads", "1")
    assert code == 0
    assert call(*FEW, "--json", "--threads", "3")[1] == out
    found = json.loads(out)
    assert [*found] == KEYS
    assert found["schema"] == "paskasim-tournament/1"
    assert (found["rules"], found["players"], found["seed"], found["game_numbers"]) == ("paskahousu", 3, 1, 300)
    assert [entry["name"] for entry in found["strategies"]] == ["random", "lowest", "slip[lowest,rate=0.2]"]
    assert found["standings"][0]["name"] == "lowest"
    assert len(found["pairs"]) == 9
    for pair in found["pairs"]:
        assert pair["game_numbers"] == 300
        if pair["name"] == pair["among"]:
            assert pair["loss"]["estimate"] == pytest.approx(1 / 3)
            assert pair["against_base"] is pair["verdict"] is None
        else:
            assert pair["games"] == 900
            assert pair["loss"]["low"] < pair["loss"]["estimate"] < pair["loss"]["high"]
            assert pair["verdict"] in ("beats", "loses", "not distinguishable")
    assert found["fit"]["mixed"]["mean_miss"] < 0.1
    assert sum(standing["loss"]["estimate"] for standing in found["standings"]) == pytest.approx(1)


def test_another_seed_gives_other_games(call: Call) -> None:
    first, second = (json.loads(call(*FEW, "--json", "--seed", seed)[1]) for seed in ("1", "2"))
    assert first["pairs"][1]["loss"]["estimate"] != second["pairs"][1]["loss"]["estimate"]


def test_endless(call: Call) -> None:
    arguments = ("tournament", "paskahousu", "--players", "3", "--strategies", "any,lowest", "--games", "200", "--json")
    whole, none = (json.loads(call(*arguments, "--endless", share)[1]) for share in ("1", "0"))
    base = [[pair["loss"]["estimate"] for pair in found["pairs"] if pair["name"] == "any"] for found in (whole, none)]
    assert all(low < high for high, low in zip(*base, strict=True))
    open_share = next(p["no_end"]["estimate"] for p in none["pairs"] if p["name"] == p["among"] == "any")
    assert base[1][1] == pytest.approx((1 - open_share) / 3, abs=1e-6)


def test_page(call: Call, tmp_path: Path) -> None:
    code, _, err = call(*FEW, "--out", "pages/one.html", "--figures", "figures")
    page = (tmp_path / "pages" / "one.html").read_text(encoding="utf-8")
    assert code == 0
    assert [Path(line) for line in err.splitlines()[-2:]] == [
        Path("pages/one.html"),
        Path("figures/tournament-paskahousu-3-figures.csv"),
    ]
    saved = {path.name for path in (tmp_path / "figures").glob("*.svg")}
    assert saved == {
        f"tournament-paskahousu-3-{name}.svg" for name in re.findall(r'<figure data-name="([\w-]+)"', page)
    }
    assert len(saved) == 3
    call(*FEW, "--out", "two.html", "--threads", "1")
    assert (tmp_path / "two.html").read_text(encoding="utf-8") == page


def test_interrupted(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paskasim.tournament.play._Collected.add", interrupt)
    code, out, err = call(*FEW, "--out", "page.html")
    assert (code, out) == (130, "")
    assert err.splitlines()[-1].strip() == "paskasim tournament paskahousu --players 3 --strategies " + (
        "'random,lowest,slip[lowest,rate=0.2]' --games 300 --out page.html"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("--strategies", "lowest"), "two or more"),
        (("--strategies", "lowest,nobody"), "nobody"),
        (("--strategies", "lowest,lowest"), "named twice"),
        (("--games", "0"), "1"),
        (("--budget", "soon"), "a number of seconds"),
        (("--budget", "nan"), "a number of seconds"),
        (("--endless", "1.5"), "from 0 to 1"),
        (("--players", "11"), "2 to 10"),
        (("--out", "page.txt"), ".html"),
    ],
)
def test_mistakes(call: Call, change: tuple[str, str], told: str) -> None:
    code, out, err = call(*FEW, *change)
    assert (code, out) == (2, "")
    assert told in err
    assert err.startswith("paskasim: ")
    assert len(err.splitlines()) >= 2
    assert "Traceback" not in err
