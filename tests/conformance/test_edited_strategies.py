"""An edited strategy takes effect at once, in the same process and in the next, and has another identity."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paskasim.engine import play
from paskasim.kernels import cache
from paskasim.kernels.layout import TURNS
from paskasim.lineups import crew_of, parse_lineup, parse_player
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.simulation import checked_case

BOT = """
from paskasim.bots import RANK_BITS, TAKE, Strategy, all_of, kernel
from choosing import chosen


def play(table, mine, hand, seat, options):
    ranks = options & RANK_BITS
    return all_of(table, hand, seat, options, chosen(ranks)) if ranks else TAKE


STRATEGY = Strategy("mine", "Plays something.", "a test", {"play": play})
"""
LOWEST = """
from paskasim.bots import kernel, lowest_rank


@kernel
def chosen(ranks):
    return lowest_rank(ranks)
"""
HIGHEST = """
from paskasim.bots import kernel, lowest_rank


@kernel
def chosen(ranks):
    while ranks & (ranks - 1):
        ranks &= ranks - 1
    return lowest_rank(ranks)
"""
TAKING = BOT.replace("chosen(ranks)) if ranks", "chosen(ranks)) if not options & 1 << 60")
LINEUP = "bots.py:mine,random"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOT)
    (tmp_path / "choosing.py").write_text(LOWEST)
    yield tmp_path
    sys.modules.pop("choosing", None)


def played() -> str:
    rules = RuleSet.load("paskahousu")
    games = play(rule_tables(rules, 3), 3, crew_of(parse_lineup(LINEUP, 3), rules), 3, 0, 40)
    return ",".join(map(str, games.tallies[TURNS]))


def identities() -> tuple[str, str]:
    rules = RuleSet.load("paskahousu")
    return parse_player("bots.py:mine").identity(rules, 3), checked_case(rules, 3, LINEUP, 40, 3).identity


def test_in_the_same_process(folder: Path) -> None:
    first = (played(), *identities())
    assert (played(), *identities()) == first
    seen = [first]
    for file, text in (("choosing.py", HIGHEST), ("bots.py", TAKING)):
        (folder / file).write_text(text)
        now = (played(), *identities())
        assert all(mine != old for each in seen for mine, old in zip(now, each, strict=True)), file
        seen.append(now)
    (folder / "bots.py").write_text(BOT)
    (folder / "choosing.py").write_text(LOWEST)
    assert (played(), *identities()) == first


def test_in_the_next_process_and_without_compiling_the_engine_anew(folder: Path) -> None:
    assert cache.usable()

    def run() -> tuple[str, int]:
        command = (
            "from test_edited_strategies import played; from paskasim.kernels.batch import play_batch; "
            "print(played(), sum(play_batch.stats.cache_misses.values()))"
        )
        path = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); "
        done = subprocess.run([sys.executable, "-c", path + command], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        told, compiled = done.stdout.split()
        return told, int(compiled)

    first, _ = run()  # the engine is compiled now, if it was not before
    (folder / "choosing.py").write_text(HIGHEST)
    told, compiled = run()
    own = Path(cache.CONFIG.CACHE_DIR, f"user-{parse_player('bots.py:mine').source.identity}")
    assert any(own.rglob("*.nbi"))
    assert compiled == 0
    assert told != first
