"""What a fault of a user's strategy tells: which game it was, and where it can be seen again, in every command."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_user_files import ANSWER, HEAD, SEVERAL
from told import Paskasim, refused


def test_a_fault_in_a_sweep_says_which_game_it_was(tmp_path: Path, paskasim: Paskasim) -> None:
    (tmp_path / "bots.py").write_text(HEAD + ANSWER.replace("NUMBER", "0") + SEVERAL)
    (tmp_path / "s.toml").write_text(
        'rules = "paskahousu"\nplayers = 3\nlineups = [["lowest", "bots.py:far"]]\ngames = 50\n'
        'vary."faces.min_top" = ["7", "8"]\n'
    )
    told = refused(paskasim("sweep", "s.toml", "--threads", "1"))
    first, where, again, command, *_ = told.splitlines()
    assert "it answered nothing, for it ended in an exception (IndexError: index is out of bounds); allowed: " in first
    assert where.startswith('(in paskahousu, faces.min_top = "7", 3 players, line-up lowest,bots.py:far')
    assert where.endswith(", rotation 0, seed 1)")
    assert again == "To play it again:"
    words = command.split()
    assert words[:4] == ["paskasim", "trace", "s.toml", "--case"]
    assert f"(game {words[words.index('--game') + 1]}, turn " in first
    assert paskasim(*words[1:]).err.splitlines()[0].partition("; it answered")[0] == first.partition("; it answered")[0]


RARE = HEAD + "FEW = np.zeros(4, np.int64)\n" + ANSWER.replace("NUMBER", "FEW[hand >> 36 & 15]")  # all the jacks
RARE_STUDY = """
rules = "paskahousu"
players = 3
lineups = "lowest"
games = 500
questions = ["skill"]

[skill]
rungs = ["lowest", "bots.py:mine"]
"""


def test_a_fault_in_a_probe_says_who_sat_there(tmp_path: Path, paskasim: Paskasim) -> None:
    """A probe seats players otherwise than the study does, so that no game of the study is told, nor a call for one."""
    (tmp_path / "bots.py").write_text(RARE)
    (tmp_path / "s.toml").write_text(RARE_STUDY)
    first, where, *advice = refused(paskasim("sweep", "s.toml", "--threads", "1")).splitlines()
    assert "strategy bots.py:mine at seat " in first
    seats, _, rest = where.removeprefix("(in paskahousu, 3 players, line-up ").partition(", seed 1, ")
    assert {*seats.split(",")} == {"lowest", "bots.py:mine"}
    assert rest == "probe skill)"
    assert not any("paskasim trace" in line for line in advice)


def test_a_fault_in_compare_says_which_game_it_was(tmp_path: Path, paskasim: Paskasim) -> None:
    (tmp_path / "bots.py").write_text(RARE)
    told = refused(
        paskasim(
            "compare", "paskahousu", "ruotsalainen", "--players", "3", "--lineup", "bots.py:mine", "--games", "9e3"
        )
    )
    first, where, again, command, *_ = told.splitlines()
    assert where.endswith("3 players, line-up bots.py:mine, seed 1)")
    assert again == "To play it again:"
    assert paskasim(*command.split()[1:]).err.splitlines()[0].partition("; it")[0] == first.partition("; it")[0]


BLUFF = """
from paskasim.bots import AS_PLAY, RANK_BITS, TAKE, Strategy, all_of, claim_of, lowest_rank


def play(table, mine, hand, seat, options):
    ranks = options & RANK_BITS
    return all_of(table, hand, seat, options, lowest_rank(ranks)) if ranks else TAKE


def claim(table, mine, hand, seat, options):
    return CLAIM


STRATEGY = Strategy("mine", "Claims something.", "a test", {"play": play, "claim": claim})
"""
CLAIMS = {
    "claim_of(2, 9 << 8)": "4 4 4 4 4 4 4 4 4 as 4; the hand lacks 4 ",
    "claim_of(2, hand)": "as 4; not so many cards may be claimed; ",
    "claim_of(0, 1 << (lowest_rank(hand) << 2))": "as 1; 1 may not be claimed now; ",
    "claim_of(18, 1 << (lowest_rank(hand) << 2))": "it answered -1, which is no claim",
    "claim_of(-1, hand)": "it answered -1, which is no claim",
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_is_wrong_with_a_claim_is_told(tmp_path: Path, paskasim: Paskasim, claim: str) -> None:
    (tmp_path / "bots.py").write_text(BLUFF.replace("CLAIM", claim))
    told = refused(paskasim("simulate", "valepaska", "--players", "3", "--lineup", "bots.py:mine", "--games", "20"))
    assert CLAIMS[claim] in told
    assert "allowed: 3, 4, 5," in told
