"""More games, fewer games, other columns, other questions: only what is missing is played, and nothing is mixed."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from sweeping import MIXED, SMALL, StopError, digests, play, stopping_after, study_of

import paskasim
from paskasim.studies.plan import Case, plan
from paskasim.studies.sweep import Progress


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Case, "shard_games", 1024)
    file = tmp_path / "study.toml"
    file.write_text(SMALL)
    return file


def grown(path: Path, *texts: str) -> tuple[dict[str, str], dict[str, str]]:
    """Play one text after the other into a folder, and the last one alone into another; return both."""
    for text in texts:
        path.write_text(text)
        play(path, path.parent / "grown")
    play(path, path.parent / "fresh")
    return digests(path.parent / "grown"), digests(path.parent / "fresh")


def test_extended__from_a_partial_shard_to_several(path: Path) -> None:
    begun: list[int] = []
    play(path, path.parent / "out", games=1_000)
    play(path, path.parent / "out", games=2_500, progress=Progress(begin=begun.append))
    play(path, path.parent / "out", games=4_000, progress=Progress(begin=begun.append))
    assert begun == [2_500, 4_000 - 2_048]  # whole shards are kept, the last one of each run was not whole
    play(path, path.parent / "fresh", games=4_000)
    assert digests(path.parent / "out") == digests(path.parent / "fresh")


def test_extended__over_the_limit_of_real_shards(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(SMALL.replace("players = 3", "players = 2\nquestions = ['fours', 'length']"))
    play(path, tmp_path / "out", games=1_000)
    play(path, tmp_path / "out", games=200_000, probe_settings={"forks": {"games": 11_000}})
    play(path, tmp_path / "fresh", games=200_000, probe_settings={"forks": {"games": 11_000}}, threads=1)
    found = digests(tmp_path / "out")
    assert found == digests(tmp_path / "fresh")
    assert [name[-23:] for name in found if "/games/" in name] == ["part-0000000000.parquet", "part-0000131072.parquet"]


def test_fewer_games_with_a_slow_strategy(path: Path) -> None:
    """Half of them, then all, in every case in which it plays; a case that has more keeps them."""
    lineups = 'lineups = ["lowest", "any", ["lowest", "any"], "slip[any]"]\n'
    half = SMALL + lineups + "games_with = { any = 1_500, slip = 500 }\n"
    out = path.parent / "out"
    path.write_text(half)
    assert play(path, out).games == 3_000 + (1 + 3) * 1_500 + 500
    games = pq.read_table(out / "study" / "cases.parquet").select(["lineup", "games"]).to_pylist()
    assert [(row["lineup"], row["games"]) for row in games] == [
        ("lowest", 3_000), ("any", 1_500), *[("lowest,any", 1_500)] * 3, ("slip[any]", 500),
    ]  # fmt: skip
    found, wanted = grown(path, half, SMALL + lineups)
    assert found == wanted
    path.write_text(half)
    again = play(path, path.parent / "grown")
    assert (again.played, again.larger) == (0, 5)


def test_fewer_games_than_there_are(path: Path) -> None:
    first = play(path, path.parent / "out")
    before = digests(path.parent / "out")
    fewer = play(path, path.parent / "out", games=1_500)
    assert (first.larger, fewer.larger) == (0, 1)
    assert (fewer.games, fewer.played) == (3_000, 0)
    assert digests(path.parent / "out") == before


def test_an_extension_under_way__leaves_the_old_results_readable(path: Path) -> None:
    play(path, path.parent / "out", games=1_000)
    rows = paskasim.read_results(path.parent / "out" / "study")
    with pytest.raises(StopError):
        play(path, path.parent / "out", games=100_000, threads=1, progress=stopping_after(30))
    assert len(pq.read_table(next((path.parent / "out" / "study" / "games").iterdir()))) > 1_000
    assert paskasim.read_results(path.parent / "out" / "study").equals(rows)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("detail = false", "detail = true"),
        ("detail = true", "detail = false"),
        ("[forks]\ngames = 1000", "[forks]\ngames = 1024"),
        ("[forks]\ngames = 1000", "[forks]\ngames = 3000"),
        ("[forks]\ngames = 3000", "[forks]\ngames = 1000"),
        ("[forks]\ncontinuations = 2", "[forks]\ncontinuations = 3"),
    ],
)
def test_other_settings__as_if_there_had_been_nothing(path: Path, before: str, after: str) -> None:
    base = SMALL + 'questions = ["fours"]\n'
    found, fresh = grown(path, base + before, base + after)
    assert found == fresh


def test_question_left_out__its_forked_games_go(path: Path) -> None:
    found, fresh = grown(path, SMALL + 'questions = ["fours"]\n', SMALL + 'questions = ["length"]\n')
    assert found == fresh
    assert "study/forks.parquet" not in found


def test_games_left_out_and_kept_again(path: Path) -> None:
    rows = {name: sha for name, sha in grown(path, SMALL)[1].items() if "/games/" in name}
    found, fresh = grown(path, SMALL, SMALL + 'keep = "summary"\n', SMALL)
    assert found == {**fresh, **rows}


def test_summary__the_same_sums_without_rows(path: Path) -> None:
    path.write_text(MIXED)
    play(path, path.parent / "games")
    play(path, path.parent / "summary", keep_games=False)
    games, summary = (digests(path.parent / name) for name in ("games", "summary"))
    assert {name for name in games if "/games/" in name}
    assert summary == {name: sha for name, sha in games.items() if "/games/" not in name} | {
        "study/manifest.json": summary["study/manifest.json"]
    }


CHANGES = {
    "seed": SMALL + "seed = 2\n",
    "rules": SMALL + '[vary]\n"faces.min_top" = ["8"]\n',
    "lineup": SMALL + 'lineups = "any"\n',
    "players": SMALL.replace("players = 3", "players = 2"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_other_games__never_mixed(path: Path, change: str) -> None:
    play(path, path.parent / "out")
    old = {name: sha for name, sha in digests(path.parent / "out").items() if "/games/" in name}
    path.write_text(CHANGES[change])
    play(path, path.parent / "out")
    play(path, path.parent / "fresh")
    now, fresh = digests(path.parent / "out"), digests(path.parent / "fresh")
    assert now == {**old, **fresh}
    assert not old.keys() & fresh.keys()
    assert len(paskasim.read_results(path.parent / "out" / "study")) == 3_000


def test_identity__what_it_depends_on(path: Path) -> None:
    def ids(text: str) -> list[str]:
        path.write_text(text)
        return [case.identity for case in plan(study_of(path))]

    one = ids(SMALL)
    assert ids(SMALL + 'title = "x"\nkeep = "summary"\ndetail = true\nquestions = ["seats"]\n') == one
    assert ids(SMALL.replace("3_000", "1")) == one
    assert ids(SMALL + 'lineups = [["lowest", "lowest"]]\n') == one
    assert ids(SMALL + '[vary]\n"faces.min_top" = ["7"]\n') == one  # the value that it has anyway
    others = [name for text in CHANGES.values() for name in ids(text)]
    assert len({*one, *others}) == 1 + len(CHANGES)
